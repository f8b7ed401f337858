#!/bin/sh
# A mistake in a data file ends the build and says where it is; no C is left behind for a compiler to find.
set -eu
compile=${COMPILE_CONTENT:?names the program}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$compile" "$folder/good.c" data/*.table data/inn/*.deck
grep -q '^const TapContent tavern_content = {.decks = 2' "$folder/good.c" || { echo "no tables are written"; exit 1; }

grep -q '^const TapContent inn_content = {.decks = 3' "$folder/good.c" || { echo "no decks are written"; exit 1; }

# Looking for leaks takes seconds; the run above and the last one have it done.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
file=tavern.table
broken() { # a sed command, and what is said about the file it makes
  sed "$1" "data/$file" >"$folder/$file"
  if cmp -s "data/$file" "$folder/$file"; then echo "'$1' changes nothing"; exit 1; fi
  if "$compile" "$folder/bad.c" "$folder/$file" 2>"$folder/said"; then echo "'$1' is taken"; exit 1; fi
  if [ -e "$folder/bad.c" ]; then echo "'$1' leaves tables behind"; exit 1; fi
  sed "s|$folder/||" "$folder/said" >"$folder/short"
  printf '%s\n' "$2" | cmp -s - "$folder/short" || { echo "of '$1' is said:"; cat "$folder/short"; exit 1; }
}
broken 's/^L-owl /L-oul /' "tavern.table:30:1: 'code' of this row must be 'L-owl', not 'L-oul'"
broken '/^W-wolf/d' "tavern.table:11:1: 'code' of this row must be 'W-wolf', not 'L-wolf'"
broken '/^R-hare/s/5       no/6       no/' \
  "tavern.table:10:97: the sum of 'copies' where 'extra' is no is 91; it must be 90"
broken '/^D-red/s/1       yes/2       yes/' \
  "tavern.table:10:97: the sum of 'copies' where 'extra' is yes is 4; it must be from 0 to 3"
broken '/^B-wren/s/3       3 /2       3 /' "tavern.table:43:88: 'number' of this row must be '3', not '2'"
broken '/^D-blue/s/yes/no /' "tavern.table:49:104: 'extra' of this row must be 'yes', not 'no'"
broken 's/hue    pattern/heu    pattern/' "tavern.table:10:73: table 'cards' has no column 'heu'; did you mean 'hue'?"
broken '/^L-grey/s/0       no/2       no/;/^R-hawk/s/5       no/3       no/' \
  "tavern.table:52:97: a grey card is never dealt: its copies are 0"
broken '/^6 /s/1       rule/2       rule/' "tavern.table:59:36: the sum of 'copies' is 7; it must be 6"
broken 's/^content tavern-deck/content tavern-dek/' \
  "tavern.table:4:9: there is no kind of content 'tavern-dek'; did you mean 'tavern-deck'?"
broken 's/rulebook/rulebock/' "$(
  # every row has it: twenty are told
  said="'rulebock' is no value of 'source'; did you mean 'rulebook'?"
  awk -v said="$said" '/rulebook/ { if (n++ < 20) printf "tavern.table:%d:111: %s\n", NR, said }
    END { printf "and %d more\n", n - 20 }' data/tavern.table)"

# 8 x 13 cards once each, four Dragons with Wrack 1 to 4, sobriquets on A K Q N only and none twice.
file=swords-and-dragons.table
broken '/^7Co/d' "$file:100:1: 'code' of this row must be '7Co', not '8Co'"
broken 's/^8Co /7Co /' "$file:101:1: 'code' of this row must be '8Co', not '7Co'
$file:101:1: '7Co' stands twice in 'code'; first in line 100"
broken '/^ATa/s/$/\nBTa - house/' "$file:150:1: table 'cards' has at most 104 rows"
broken '/^D4/d' "$file:152:1: table 'dragons' ends too soon: 'D4' is missing"
broken '/^D4/s/3/5/' "$file:157:14: 'wrack' is a whole number from 1 to 4, not '5'"
broken '/^D1/s/1      d/0      d/' "$file:154:14: 'wrack' is a whole number from 1 to 4, not '0'"
broken '/^9Sh/s/-/Brick/' "$file:130:8: only Aces, Kings, Queens and Knights have a sobriquet"
broken '/^ASh/s/"Last Wall"/"Wishing Eye"/' "$file:149:8: 'Wishing Eye' stands twice in 'sobriquet'; first in line 135"
broken '/^KSh/s/Castellan/"Ça va!"/' \
  "$file:134:8: 'Ça va!' cannot be typed: a sobriquet has letters, digits and - in it"
broken 's/^Ea    Eagles/Ea    Skulls/' "$file:11:7: 'Skulls' stands twice in 'name'; first in line 10"

# 126 tokens with one black diamond, attacks 1 to 9, 18 dragons with strength 5 to 12 and at most 24 tokens, 24 Objects
# with effects that are known, each in its own window.
file=dragons-gold.table
broken '/^silver/s/35/36/' "$file:7:32: the sum of 'count' is 127; it must be 126"
broken '/^gold/s/20/19/;/^black/s/1  /2  /' "$file:7:32: the sum of 'count' where 'code' is black is 2; it must be 1"
broken '/^green/d' "$file:12:1: 'code' of this row must be 'green', not 'purple'"
broken '/^knight/s/4 /0 /' "$file:21:17: 'attack' is a whole number from 1 to 9, not '0'"
broken '/^wizard/s/1   /10  /' "$file:24:17: 'attack' is a whole number from 1 to 9, not '10'"
broken '/^the-sleeper/d' "$file:28:1: table 'dragons' has at least 18 rows, not 17"
broken '/^the-sleeper/s/10 /13 /' "$file:47:33: 'strength' is a whole number from 5 to 12, not '13'"
broken '/^cinderling/s/5 /4 /' "$file:30:33: 'strength' is a whole number from 5 to 12, not '4'"
broken '/^the-splendid/s/11       0/11       14/' "$file:46:52: 'visible' and 'hidden' are 25 together; at most 24"
broken '/^nullstone/s/1  /2  /' "$file:51:41: the sum of 'copies' is 25; it must be 24"
broken 's/swap-shares/swap-share /' "$file:52:58: 'swap-share' is no value of 'effect'; did you mean 'swap-shares'?"
broken 's/  sand   /  dusk   /' "$file:64:49: 'dusk' is no value of 'window'"
broken '/^salvage-hook/s/fail /split/' "$file:66:49: 'salvage' is played in the window 'fail', not in 'split'"
broken '/^moss-whelp/s/moss-whelp/cinderling/' "$file:31:1: 'cinderling' stands twice in 'code'; first in line 30"

# 60 resource cards, 80 items, 8 vaults, 42 patrons; six dice with known sides and an orc on each; recipes that differ;
# needs and effects that are known; thirty points that can be had.
file=dwarven-miner.table
broken '/^iron-ore/s/12 /13 /' "$file:7:46: the sum of 'cards' is 61; it must be 60"
broken '/^iron-ore/s/12 /16 /' "$file:8:45: 'cards' is a whole number from 1 to 15, not '16'"
broken '/^pick/s/2     orc/3     orc/' "$file:16:9: the sum of 'dice' is 7; it must be 6"
broken '/^pick/s/orc/powder/' "$file:17:1: every die has an orc, and 'pick' has none"
broken '/^shovel/s/burglar/burgler/' "$file:18:20: a die cannot show 'burgler'; did you mean 'burglar'?"
broken '/^lamp/s/artifact/vault   /' "$file:19:20: a die cannot show 'vault'"
broken '/^helm/s/gold-ore  /golden  /' "$file:25:46: 'recipe': there is no 'golden' in 'code' of table 'resources'"
broken '/^helm/s/iron-ore+gold-ore/gold-ore+2*iron-ore/' "$file:44:21: this is the recipe of 'helm', too"
broken '/^dirk/s/2.iron-ore/gold-ore+iron-ore/' "$file:25:46: this is the recipe of 'dirk', too"
broken '/^dirk/s/5   /6   /' "$file:23:73: the sum of 'cards' is 81; it must be 80"
broken '/^war-horn/s/war-horn/powder  /;s/+war-horn//;s/ war-horn+/ /' "$file:27:1: 'powder' is something else already"
broken 's/mithril/burglar/g' "$file:12:1: 'burglar' is no resource"
broken '/^vault  Vault/s/8   /9   /' "$file:44:42: 'cards' is a whole number from 8 to 8, not '9'"
broken '/^monk/s/pilgrim-staff/pilgrim-stuff/' \
  "$file:52:60: 'needs': there is no 'pilgrim-stuff' in 'code' of table 'items'; did you mean 'pilgrim-staff'?"
broken '/^monk/s/4  /5  /' "$file:49:52: the sum of 'copies' is 43; it must be 42"
broken '/^monk/s/3       c/31      c/' "$file:52:117: 'points' is a whole number from 1 to 30, not '31'"
broken '/^tracker/s/next-turn/at-once  /' "$file:57:137: the effect 'fewer-burglars' acts 'next-turn', not 'at-once'"
broken '/^tracker/s/burglars/burglers/' \
  "$file:57:150: 'fewer-burglers' is no value of 'effect'; did you mean 'fewer-burglars'?"
broken '/^monk/s/stays        -/when-wished  free-vault/' "$file:52:125: a cumulative patron has no effect besides"
broken '/^table dice/,/^lamp/s/artifact\|crystal\|mithril\|gold-ore/orc/g' \
  "$file:50:117: patrons that can be fulfilled have 0 points together; 30 win"
broken '/^rounds/s/30/0/' "$file:68:9: 'number' is a whole number from 1 to 200, not '0'"

# Decks of the inn: unknown words, cards that do not add up, one id with two contents.
file=inn/gog.deck
mkdir "$folder/inn"
broken 's/^cards 40/cards 41/' "$file:6:1: the copies add up to 40 cards, not to 41"
broken 's/unreduced : lose/unreduced : loose/' "$file:58:23: there is no effect 'loose'; did you mean 'lose'?"
sed 's/^  on gamble : lock/  on gamble : ante 2/' data/inn/zot.deck >"$folder/inn/zot.deck"
if "$compile" "$folder/bad.c" data/inn/gog.deck "$folder/inn/zot.deck" 2>"$folder/said"; then
  echo "two cards of one id are taken"
  exit 1
fi
grep -q "zot.deck:14:6: 'sure-thing' is another card in 'gog'; give it an id of its own" "$folder/said" ||
  { cat "$folder/said"; exit 1; }
[ ! -e "$folder/bad.c" ] || { echo "two cards of one id leave tables behind"; exit 1; }

export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1"
if "$compile" "$folder/bad.c" "$folder/nowhere.table" 2>"$folder/said"; then
  echo "a file that is not there is taken"
  exit 1
fi
grep -q 'nowhere.table: it cannot be read' "$folder/said"
