#!/bin/sh
# `taproom replay` and `taproom check`: what they print, where errors point, how they end, and what a seat may read.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
# Looking for leaks costs seconds a start; the last two runs do it for both commands.
export ASAN_OPTIONS=detect_leaks=0

# ends STATUS COMMAND...: the exit status; output in $work/out and $work/err.
ends() {
  wanted=$1
  shift
  status=0
  "$@" > "$work/out" 2> "$work/err" || status=$?
  [ "$status" = "$wanted" ] || { echo "ended with $status, not $wanted: $*"; cat "$work/err"; failed=1; }
}
prints() { grep -qF -e "$2" "$work/$1" || { echo "missing in $1: $2"; cat "$work/$1"; failed=1; }; }
silent_about() { if grep -qF -e "$2" "$work/$1"; then echo "should not be in $1: $2"; failed=1; fi; }

rec=tests/staged/rogues-and-warriors/RW-V3a.rec

ends 0 "$TAPROOM" check --help;  prints out "Examples:"
ends 0 "$TAPROOM" replay --help; prints out "Examples:"
ends 2 "$TAPROOM" check;                    prints err "taproom check --help"
ends 2 "$TAPROOM" check --loud "$rec";      prints err "--loud"
ends 2 "$TAPROOM" replay;                   prints err "give one record"
ends 2 "$TAPROOM" replay "$rec" "$rec";     prints err "give one record"
ends 2 "$TAPROOM" replay --seat x "$rec";   prints err "--seat takes a number"
ends 2 "$TAPROOM" replay --seat 0 "$rec";   prints err "--seat takes a number"
ends 2 "$TAPROOM" replay --seat "$rec";     prints err "--seat takes a number"
ends 2 "$TAPROOM" replay --seat 9 "$rec";   prints err "seats 1 to 3"
ends 2 "$TAPROOM" replay --all --watcher "$rec"; prints err "choose one"
ends 2 "$TAPROOM" replay --step -;          prints err "needs a file"

ends 0 "$TAPROOM" check "$rec" tests/staged/wager/BET-X2.rec
prints out "$rec: ok ("
prints out "tests/staged/wager/BET-X2.rec: ok (25 expectations)"

# A failure names file and line, and the other files are still checked.
printf 'taproom 1\ngame threes 2\nseats 2\n\nexpect pot 3\n' > "$work/bad.rec"
ends 1 "$TAPROOM" check "$work/bad.rec" "$rec"
prints err "$work/bad.rec:5: pot is 2"
prints out "$rec: ok ("
ends 1 "$TAPROOM" check "$work/none.rec"; prints err "cannot be opened"
ends 1 "$TAPROOM" replay "$work/bad.rec"; prints err "$work/bad.rec:5: pot is 2"
printf 'taproom 1\0\n' > "$work/zero.rec"
ends 1 "$TAPROOM" check "$work/zero.rec"; prints err "zero byte"
ends 1 "$TAPROOM" check tests; prints err "tests: cannot be read"

# The example of the format's page is a record that holds.
awk '/^## An example/ { on = 1; next } /^## / { on = 0 } on && /^    / { print substr($0, 5) }' docs/records.md \
  > "$work/example.rec"
status=0
"$TAPROOM" check - < "$work/example.rec" > "$work/out" 2> "$work/err" || status=$?
[ "$status" = 0 ] || { echo "docs/records.md: the example does not hold"; cat "$work/err"; failed=1; }
prints out "-: ok (5 expectations)"

# Who reads what: seat 1 does not see the new card on its own forehead before the showdown, the others do.
ends 0 "$TAPROOM" replay --seat 1 "$rec"
prints out "The others see the new card on Seat 1's forehead."
silent_about out "Seat 2 exchanges a card for the Merchant of wren."
ends 0 "$TAPROOM" replay --seat 2 "$rec"
prints out "The new card on Seat 1's forehead is the Warrior of hawk."
prints out "Seat 2 exchanges a card for the Merchant of wren."
ends 0 "$TAPROOM" replay --watcher "$rec"
prints out "Seat 2 exchanges a card."
prints out "Seat 1, hand: a hidden card, Rogue of owl."
ends 0 "$TAPROOM" replay --all "$rec"
prints out "Seat 2 exchanges a card for the Merchant of wren."
prints out "Seat 1, hand: Warrior of wolf, Rogue of owl."
prints out "The game is over."
ends 0 "$TAPROOM" replay --plain "$rec"
silent_about out "  "

# Step by step: Enter goes on, q stops.
printf '\n\nq\n' | "$TAPROOM" replay --step "$rec" > "$work/out" 2> "$work/err" || failed=1
prints err "Enter"
prints out "Seat 2 checks."
silent_about out "The game is over."

# The coach: the blunder first, of the seat that no bot plays; for programs too.
cat > "$work/blunder.rec" <<'END'
taproom 1
game rogues-and-warriors 2
seats 2
player 1 "Mira (search:2)"
player 2 "Anna"
start 1
rig deck R-wolf L-owl W-wolf W-hawk
1 raise to 2
2 call
1 reveal L-owl
2 reveal W-wolf
1 raise to 3
2 fold
END
ends 0 "$TAPROOM" review --help; prints out "Examples:"
ends 2 "$TAPROOM" review;                               prints err "give one record"
ends 2 "$TAPROOM" review --loud "$work/blunder.rec";    prints err "--loud"
ends 2 "$TAPROOM" review --seat 3 "$work/blunder.rec";  prints err "seats 1 to 2"
ends 2 "$TAPROOM" review --seat 0 "$work/blunder.rec";  prints err "--seat takes a whole number"
ends 2 "$TAPROOM" review --bot random "$work/blunder.rec"; prints err "weighs nothing"
ends 2 "$TAPROOM" review --bot nobody "$work/blunder.rec"; prints err "no bot 'nobody'"
ends 1 "$TAPROOM" review "$work/none.rec";              prints err "cannot be opened"
ends 1 "$TAPROOM" review "$work/bad.rec";               prints err "$work/bad.rec:5: pot is 2"
ends 0 "$TAPROOM" review --bot search:1 "$work/blunder.rec"
prints out "seat 2 (Anna): 3 decisions with a choice, judged by search:1."
sed -n '/^The dearest/,/^$/p' "$work/out" > "$work/dearest"
prints dearest "6  fold"
ends 0 "$TAPROOM" review --bot search:1 --json "$work/blunder.rec"
python3 - "$work/out" <<'END' || failed=1
import json, sys
said = json.load(open(sys.argv[1]))
assert said["game"] == "rogues-and-warriors" and said["seat"] == 1 and said["over"] and said["unit"] == "coins", said
assert [d["answer"] for d in said["decisions"]] == [2, 4, 6] and said["dearest"][0] == 6, said
fold = said["decisions"][-1]
assert fold["played"] == "fold" != fold["best"] and fold["mistake"] and fold["cost"] > 2 * fold["noise"] > 0, fold
assert set(said["levels"]) == {"random", "search:1", "search:2"} and said["like"] is None, said
END
sed '$d' "$work/blunder.rec" > "$work/unfinished.rec"
ends 0 "$TAPROOM" review --bot search:1 "$work/unfinished.rec"
prints out "The record ends before the game is over."
silent_about err "answers" # no progress where nobody looks

unset ASAN_OPTIONS
ends 0 "$TAPROOM" review --bot search:1 "$work/blunder.rec"
ends 1 "$TAPROOM" check "$work/bad.rec" "$rec"
ends 0 "$TAPROOM" replay "$rec"
exit "$failed"
