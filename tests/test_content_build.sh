#!/bin/sh
# A mistake in a data file ends the build and says where it is; no C is left behind for a compiler to find.
set -eu
compile=${COMPILE_CONTENT:?names the program}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

"$compile" "$folder/good.c" data/*.table
grep -q '^const TapContent tavern_content = {.decks = 2' "$folder/good.c" || { echo "no tables are written"; exit 1; }

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

export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1"
if "$compile" "$folder/bad.c" "$folder/nowhere.table" 2>"$folder/said"; then
  echo "a file that is not there is taken"
  exit 1
fi
grep -q 'nowhere.table: it cannot be read' "$folder/said"
