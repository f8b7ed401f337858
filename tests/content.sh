#!/bin/sh
# `taproom content`, and playing with files of one's own: from a copy of the tavern's deck to what a change does.
set -eu
. "$(dirname "$0")/support/content_shell"
hash_of() {
  python3 -c "import hashlib, sys
print(hashlib.blake2b(open(sys.argv[1], 'rb').read(), digest_size=32).hexdigest())" "$1"
}
result() { # without what may differ
  sed -E 's/"(ns_per_decision|games_per_s)":[0-9.]+,//g; s/"content":[^]]*\],//' "$folder/out"
}
silent() { [ ! -s "$folder/$1" ] || { cat "$folder/$1"; die "there is something on $1"; }; }
json() { python3 -c "import json,sys; d = json.load(open('$folder/out')); assert $1, d"; }

# Without a folder: what is built in.
runs 0 content list; says out "tavern-deck      tavern               built in"; silent err
decks=$(tools/sources .deck data/inn | wc -l)
runs 0 content list --json; json "len(d) == 4 + $decks and all(x['built_in'] and len(x['hash']) == 64 for x in d)"
runs 0 content show tavern; says out "deck: 93 cards, 38 faces"; says out "       5  R-wren    Rogue of wren"
runs 0 content show tavern --json
json "d['built_in'] and d['decks'][0]['plain'] == 90 and d['decks'][1]['dice']"
json "d['decks'][0]['faces'][0]['code'] == 'W-wolf'"
runs 0 content show swords-and-dragons
says out "deck: 108 cards, 108 faces"; says out "Knight of Eagles, Eagle Lance"
says out "Dragon Gloam: Wild in a Book. Wrack 3."; says out "names: 32 words"
runs 0 content show dragons-gold
says out "tokens: 126 cards, 9 faces"; says out "Cinderling: Strength 5. Treasure: 4 in sight, 1 hidden."
says out "objects: 24 cards, 19 faces"; says out "adventurers: 4 words"
runs 0 content show dwarven-miner # the rows too, with what no face says, and where each comes from
says out "table items"; says out "2*crystal+powder+mithril  5      house"; says out "rounds  30      house"
if grep -q '^# ' "$folder/out"; then die "what is said about the rows is shown as a row"; fi
runs 0 content --help; says out "Examples:"
runs 0 sim threes --games 50 --json; json "'content' not in d"

# A copy is good as it is, replaces what is built in, and changes nothing yet.
runs 0 sim kings-council --games 2000 --json; result >"$folder/before"
runs 0 content new tavern-deck tavern; says out "$usual/tavern.table"
cmp "$usual/tavern.table" data/tavern.table || die "the copy is another file"
runs 0 content check "$usual/tavern.table"; says out "$usual/tavern.table: ok, tavern-deck tavern ("
careful 0 content list; says out "yours, instead of what is built in"
runs 0 content show tavern; says out "tavern-deck tavern, from a file ("
runs 1 content new tavern-deck tavern; says err "File exists"
runs 0 sim kings-council --games 2000 --json
json "d['content'][0]['kind'] == 'tavern-deck' and d['content'][0]['id'] == 'tavern'"
json "len(d['content'][0]['hash']) == 64"
result >"$folder/copied"
cmp -s "$folder/before" "$folder/copied" || die "the copy plays otherwise"
hash=$(hash_of "$usual/tavern.table")
says out "\"hash\":\"$hash\""

# A file under another id lies beside it.
runs 0 content new tavern-deck mine; says out "$usual/mine.table"
grep -qx 'content tavern-deck mine' "$usual/mine.table" || die "the copy has another id"
runs 0 content list --json; json "sorted((x['id'], x['built_in']) for x in d if x['kind'][:4] != 'inn-') == \
  [('dragons-gold', True), ('dwarven-miner', True), ('mine', False), ('swords-and-dragons', True), ('tavern', False)]"
rm "$usual/mine.table"

# A change: Warriors of wolf are five, Rogues one. The simulation says so, and differs.
sed -i -e '/^W-wolf/s/1       no/5       no/' -e '/^R-wolf/s/5       no/1       no/' "$usual/tavern.table"
runs 0 sim kings-council --games 2000 --json; result >"$folder/changed"
if cmp -s "$folder/before" "$folder/changed"; then die "the change does nothing"; fi
careful 0 sim kings-council --games 200; says out "with tavern-deck tavern ("
runs 0 match kings-council --bot search:1 --bot random --deals 2 --seats 2; says out "with tavern-deck tavern ("
mkdir "$folder/empty"
runs 0 sim kings-council --games 2000 --json --content "$folder/empty"
result | cmp -s - "$folder/before" || die "an empty folder is not what is built in"

# A game of that deck: its record names the file, and is refused by name without it, or with another.
printf 'q\n' | "$taproom" play kings-council --plain --fast --seed x --new >"$folder/out" 2>"$folder/err" ||
  die "play fails"
says out "You play with tavern-deck tavern ("
hash=$(hash_of "$usual/tavern.table")
save="$folder/state/taproom/kings-council.rec"
grep -qx "deck tavern-deck tavern $hash" "$save" || { cat "$save"; die "the record does not name the file"; }
cp "$save" "$folder/game.rec"
runs 0 check "$folder/game.rec"
careful 0 replay "$folder/game.rec"
runs 0 check "$folder/game.rec" --content "$usual"
runs 1 check "$folder/game.rec" --content "$folder/empty"
says err "game.rec:3: was played with 'tavern-deck tavern' of hash $hash, and that file is not"
runs 1 replay "$folder/game.rec" --content "$folder/empty"; says err "that file is not among the content here"
runs 1 verify "$folder/game.rec" --content "$folder/empty"; says err "that file is not among the content here"
printf 'q\n' | "$taproom" play kings-council --plain --fast --resume >"$folder/out" 2>"$folder/err" ||
  die "play --resume fails"
if grep -q broken "$folder/out"; then cat "$folder/out"; die "the saved game is not found well"; fi
mkdir "$folder/other"
cp data/tavern.table "$folder/other"
careful 1 replay "$folder/game.rec" --content "$folder/other"; says err "the file here is another, "

# What is wrong is told by place, all of it, and nothing is played.
sed -e 's/^L-owl /L-oul /' -e '/^6 /s/ 6  /six /' data/tavern.table >"$folder/other/tavern.table"
for words in "sim threes --games 5" "match threes --bot random --bot random" "play threes" "replay $folder/game.rec" \
  "check $folder/game.rec" "verify $folder/game.rec" "content list" "content show tavern"; do
  # shellcheck disable=SC2086
  runs 1 $words --content "$folder/other"
  says err "$folder/other/tavern.table:30:1: 'code' of this row must be 'L-owl', not 'L-oul'"
  silent out
done
careful 1 content check "$folder/other/tavern.table" data/tavern.table
says err "tavern.table:30:1: "; says out "data/tavern.table: ok"
runs 1 content check --json "$folder/other/tavern.table" data/tavern.table
json "[x['ok'] for x in d] == [False, True] and d[0]['faults'][0]['line'] == 30"
json "d[0]['more'] == 0 and d[1]['id'] == 'tavern'"
"$taproom" content check - <data/tavern.table >"$folder/out" || die "standard input is not checked"
cp data/tavern.table "$folder/other/again.table"
cp data/tavern.table "$folder/other/tavern.table"
runs 1 content list --content "$folder/other"
says err "other/tavern.table:1:1: another file is 'tavern-deck tavern' already"

# Words that are not understood, files that are not there.
runs 2 content; says err "check, show, new or list?"
runs 2 content read; says err "there is no 'read' here"
runs 2 content check
runs 2 content show
runs 2 content new tavern-deck
runs 2 content new tavern-dek x; says err "there is no kind 'tavern-dek'"
runs 2 content new tavern-deck ../x; says err "'../x' is no name: an id is a word"
[ ! -e "$folder/data/taproom/x.table" ] || die "a name leads out of the folder"
runs 2 content list more
runs 2 content list --wrong
runs 1 content check "$folder/nowhere.table"; says err "nowhere.table: cannot be read"
runs 1 content show nothing; says err "there is nothing called 'nothing'"
runs 1 content show "$folder/nowhere.table"
runs 1 sim threes --content "$folder/nowhere"; says err "cannot be read"
