#!/bin/sh
# `taproom content` for decks of the inn, and a folder that has decks in it: good ones, and bad ones that are left out.
set -eu
. "$(dirname "$0")/support/content_shell"
silent() { [ ! -s "$folder/$1" ] || { cat "$folder/$1"; die "there is something on $1"; }; }
lines() { [ "$(wc -l <"$folder/$1")" = "$2" ] || { cat "$folder/$1"; die "$1 has not $2 lines"; }; }
json() { python3 -c "import json,sys; d = json.load(open('$folder/out')); assert $1, d"; }

# What is built in can be listed, shown and checked.
runs 0 content list; says out "inn-character    deirdre              built in"
says out "inn-drinks       second-drinks        built in"; silent err
careful 0 content show sera; says out "inn: 40 cards, 26 faces"
says out "3  corner-of-your-eye  Out of the corner of your eye (Action): Another player of your choice loses 1"
runs 0 content show dungeon --json
json "d['kind'] == 'inn-dungeon' and sum(f['copies'] for f in d['decks'][0]['faces']) == 19"
json "[f['name'] for f in d['decks'][0]['faces'] if '\"' in f['name']] == ['Drinks with \"Friends\"']"
runs 0 content check data/inn/*.deck; lines out "$(tools/sources .deck data/inn | wc -l)"
says out "data/inn/zot.deck: ok, inn-character zot ("

# A character of one's own: a copy under another id, beside the nine.
runs 0 content new inn-character bron; says out "$usual/bron.deck"
runs 0 content list; says out "inn-character    bron                 yours"; silent err
runs 0 content check "$usual/bron.deck"
if grep -q replaces "$usual/bron.deck"; then die "it replaces nothing"; fi
runs 1 content new inn-character bron; says err "File exists"
# A card that is changed is another card, and needs another id.
sed -i 's/^  on gamble : ante 1/  on gamble : ante 2/' "$usual/bron.deck"
runs 1 content check "$usual/bron.deck"
says err "bron.deck:12:6: 'higher' is another card in 'deirdre'; give it an id of its own"
sed -i 's/^card higher/card much-higher/' "$usual/bron.deck"
runs 0 content check "$usual/bron.deck"
careful 0 content show bron
says out "much-higher  Higher stakes (Gambling): Take control of the round, and everybody still in antes 2"

# It begins with a deck that has what is wished.
for words in counter side row body attached faces away negated hands phase rounds drinks money merge losses discards \
  counter,row side,merge; do
  runs 0 content new inn-character wished --with "$words"
  runs 0 content check "$usual/wished.deck"
  rm "$usual/wished.deck"
done
runs 0 content new inn-character wished --with counter,row
grep -q '" token ' "$usual/wished.deck" && grep -qE '(" |[+])item ' "$usual/wished.deck" || die "it has not both"
rm "$usual/wished.deck"
runs 2 content new inn-character wished --with dragons; says err "no inn-character that is built in has 'dragons'"
runs 2 content new inn-sea wished --with counter; says err "no inn-sea that is built in has 'counter'"

# In the place of what is built in, and not by mistake.
runs 0 content new inn-sea sea; says out "$usual/sea.deck"
grep -qx 'replaces sea' "$usual/sea.deck" || die "it does not say what it replaces"
runs 0 content list; says out "inn-sea          sea                  yours, instead of what is built in"
sed -i 's/Calm Water/Flat Water/' "$usual/sea.deck"
runs 0 content show sea; says out "inn-sea sea, from a file ("; says out "Flat Water"
sed '/^replaces/d' "$usual/sea.deck" >"$folder/sea.deck"
runs 1 content check "$folder/sea.deck"
says err "sea.deck:4:17: 'sea' is built in; a line 'replaces sea' puts this deck in its place"

# A bad deck is left out with one line; everything else is played.
mkdir "$folder/mixed"
cp "$usual/bron.deck" "$folder/mixed"
sed -e 's/^content inn-sea sea/content inn-sea lake/' -e '/^replaces/d' -e 's/level=4/level=0/' \
  -e 's/on revealed : draw each 1/on revealed : drew each 1/' "$usual/sea.deck" >"$folder/mixed/lake.deck"
mkdir "$folder/mixed/unreadable.deck"
for words in "content list" "sim threes --games 5" "match threes --bot random --bot random --deals 1"; do
  # shellcheck disable=SC2086
  runs 0 $words --content "$folder/mixed"
  lines err 2
  says err "mixed/lake.deck:9:17: there is no effect 'drew'; did you mean 'draw'? (this deck is left out;"
  says err "mixed/unreadable.deck: cannot be read"
done
careful 0 content list --content "$folder/mixed" --json; json "not [x for x in d if x['id'] == 'lake']"
json "[x['built_in'] for x in d if x['id'] == 'bron'] == [False]"
runs 1 content show lake --content "$folder/mixed"
careful 1 content check "$folder/mixed/lake.deck"; lines err 4
runs 1 content check --json "$folder/mixed/lake.deck"
json "not d[0]['ok'] and d[0]['faults'][0]['line'] == 9 and len(d[0]['faults']) == 4"
# Tables are still all or nothing.
printf 'content tavern-deck tavern\n' >"$folder/mixed/tavern.table"
runs 1 sim threes --games 5 --content "$folder/mixed"; says err "the table 'cards' is missing"

# Words that are not understood.
runs 2 content new inn-charcter x; says err "there is no kind 'inn-charcter'"
runs 2 content new inn-character ../x; says err "'../x' is no name"
printf 'content inn-charcter x\n' >"$folder/odd.deck"
runs 1 content check "$folder/odd.deck"
says err "there is no kind of content 'inn-charcter'; did you mean 'inn-character'?"
