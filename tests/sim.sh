#!/bin/sh
# sim and match: the result does not depend on the number of threads; bad input is refused with exit code 2.
set -eu
taproom=${TAPROOM:?names the program}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

without_times() { sed -E 's/"(ns_per_decision|games_per_s|seconds)":[0-9.]+,//g'; }
same() { # words of a command: one thread and three give the same
  "$taproom" "$@" --json --jobs 1 2>"$folder/err" | without_times >"$folder/one"
  "$taproom" "$@" --json --jobs 3 2>>"$folder/err" | without_times >"$folder/three"
  grep -q '"mean":' "$folder/one" || { echo "no result: $*"; exit 1; }
  cmp -s "$folder/one" "$folder/three" || {
    echo "threads change the result: $*"
    cat "$folder/one" "$folder/three"
    exit 1
  }
  [ ! -s "$folder/err" ] || { echo "wrote to stderr: $*"; exit 1; }
}
same sim kings-council --games 2000 --seats 7 --option foreign-council --seed inn
# Looking for leaks at the end of each process takes seconds; the two runs above had it done.
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"
same sim threes --games 3000
same sim rogues-and-warriors --games 12 --seats 3 --bot search:1 --bot random --bot random
same sim kings-council --games 2000 --events
same match kings-council --bot search:1 --bot random --deals 6 --seats 2
same match threes --bot random --bot random --bot random --deals 300

"$taproom" sim threes --games 500 --json --seed 1 | without_times >"$folder/one"
"$taproom" sim threes --games 500 --json --seed 2 | without_times >"$folder/three"
if cmp -s "$folder/one" "$folder/three"; then echo "the seed does not count"; exit 1; fi

# In sides a bot sits at all seats of one: were they divided, both would have the same result in every deal.
"$taproom" match red-dragon-inn --option variant=two-headed --option characters=random --bot random --bot random \
  --deals 20 --json >"$folder/sides"
grep -q '"difference":{"mean":[^}]*,"ci95":0\.[0-9]*[1-9]' "$folder/sides" || { echo "sides are divided"; exit 1; }

# Sentences are counted by their text: in a game for shares everybody scores once. Counting does not change
# what is played.
"$taproom" sim threes --games 200 --seats 3 --option wager=shares --events --json >"$folder/told"
python3 - "$folder/told" <<'PYTHON'
import json, sys
result = json.load(open(sys.argv[1]))
told = {e["text"]: e for e in result["events"]}
assert result["events_lost"] == 0
assert len(told) == len(result["events"]) >= 5, "a sentence stands there twice, or nothing was told"
assert [e["times"] for e in result["events"]] == sorted((e["times"] for e in result["events"]), reverse=True)
score = told["{who} scores {n}."]
assert (score["times"], score["games"], score["per_game"]) == (600, 200, 3.0), score
assert all(0 < e["games"] <= 200 and e["games"] <= e["times"] for e in told.values())
# Who wins takes what the others lose; what is scored is its number.
mean = sum(seat["mean"] for seat in result["seats"]) / 3
assert abs(score["fared"] - mean) < 1e-5 and score["mean_n"] > 0, (score, mean)
taken = told["{who} takes {n}."]
assert taken["fared"] - taken["fared_ci95"] > 0 < taken["mean_n"], taken
PYTHON
"$taproom" sim threes --games 200 --seats 3 --option wager=shares --json | without_times >"$folder/one"
sed -E 's/,"events":.*/}/' "$folder/told" | without_times >"$folder/three"
cmp -s "$folder/one" "$folder/three" || { echo "counting events changes the result"; exit 1; }
"$taproom" sim threes --games 200 --seats 3 --option wager=shares --events >"$folder/out"
grep -Eq '^ +600 +3\.000 +100\.00 % +[0-9.]+ +-?[0-9.]+ +[0-9.]+  \{who\} scores \{n\}\.$' "$folder/out" ||
  { echo "no table of events"; cat "$folder/out"; exit 1; }
# Cards apart add up to what is told of all of them; a seat that begins sits at the dealer's left.
"$taproom" sim swords-and-dragons --games 200 --start 2 --cards --json >"$folder/cards"
"$taproom" sim swords-and-dragons --games 200 --start 2 --events --json >"$folder/told"
python3 - "$folder/cards" "$folder/told" <<'PYTHON'
import json, sys
apart, told = ({e["text"]: e["times"] for e in json.load(open(path))["events"]} for path in sys.argv[1:])
drawn = {text: n for text, n in apart.items() if text.startswith("{who} draws the ")}
assert len(drawn) == 108 and sum(drawn.values()) == told["{who} draws the {card}."], drawn
dealt = {text: n for text, n in apart.items() if text.startswith("{who} begins with the ")}
assert len(dealt) == 108 and sum(dealt.values()) == 200 * 4 * 7, sum(dealt.values())
assert not any("begins with" in text for text in told)
assert "{who} has: Pair." in told and "{who} deals." not in told, told
PYTHON

refused() {
  code=0
  "$taproom" "$@" >"$folder/out" 2>"$folder/err" || code=$?
  [ "$code" = 2 ] || { echo "exit code $code, not 2: $*"; exit 1; }
  [ -s "$folder/err" ] && [ ! -s "$folder/out" ] || { echo "does not say why, or says it on stdout: $*"; exit 1; }
}
refused sim
refused sim chess
refused sim threes kings-council
refused sim threes --games 0
refused sim threes --games ten
refused sim threes --games -5
refused sim threes --seats 11
refused sim threes --seats 1
refused sim threes --bot search:9
refused sim threes --bot random --bot random
refused sim threes --option nonsense
refused sim threes --jobs 0
refused sim threes --cast a,b,c,d
refused sim threes --wrong
refused match threes
refused match threes --bot random --bot random --events
refused match threes --bot random
refused match threes --bot random --bot random --cast a,b
refused match threes --bot random --bot search:9
refused match threes --bot random --bot random --seats 3
refused match threes --bot random --bot random --deals x
refused match red-dragon-inn --option variant=two-headed --seats 6 --bot random --bot random
for command in sim match; do
  "$taproom" "$command" --help | grep -q Examples: || { echo "no examples: $command"; exit 1; }
done
