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
broken() { # a sed command, and what is said about the file it makes
  sed "$1" data/tavern.table >"$folder/tavern.table"
  if cmp -s data/tavern.table "$folder/tavern.table"; then echo "'$1' changes nothing"; exit 1; fi
  if "$compile" "$folder/bad.c" "$folder/tavern.table" 2>"$folder/said"; then echo "'$1' is taken"; exit 1; fi
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

export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=1"
if "$compile" "$folder/bad.c" "$folder/nowhere.table" 2>"$folder/said"; then
  echo "a file that is not there is taken"
  exit 1
fi
grep -q 'nowhere.table: it cannot be read' "$folder/said"
