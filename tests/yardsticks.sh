#!/bin/sh
# bench/strength: what the bots are measured by is sound itself. Named by $CFR and $LBR.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
fail() { printf 'yardsticks.sh: %s\n' "$1" >&2; exit 1; }
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# number FILE NAME: of a JSON object in one line.
number() { sed -n 's/.*"'"$2"'":\(-\{0,1\}[0-9.]*\).*/\1/p' "$1"; }
holds() { awk "BEGIN { exit !($1) }" || fail "not so: $1 ($2)"; }

# What a best response gains falls with the training, and what is saved is what was trained.
for n in 10 40 160; do
  got=0
  "$CFR" train --stack 6 --iterations "$n" --json --out "$folder/$n.cfr" > "$folder/$n" || got=$?
  [ "$got" = 0 ] || [ "$got" = 3 ] || fail "cfr train ended with $got"
done
few=$(number "$folder/10" percent_of_pot) more=$(number "$folder/40" percent_of_pot)
most=$(number "$folder/160" percent_of_pot)
holds "$few > 2 * $more && $more > 2 * $most && $most < 3 && $most >= 0" "gains of a best response"
got=0
"$CFR" check "$folder/160.cfr" --json > "$folder/check" || got=$?
checked=$(number "$folder/check" percent_of_pot)
holds "$checked - $most < 0.1 && $most - $checked < 0.1" "check after train"

# It plays by the protocol, and wins from one that plays anything, from one that never folds, and
# from one that always bets.
for bot in random 'cmd:python3 examples/bots/stubborn.py call' 'cmd:python3 examples/bots/stubborn.py shove'; do
  "$TAPROOM" match rogues-and-warriors --seats 2 --option stack=6 --deals 1000 --json \
    --bot "cmd:$CFR play $folder/160.cfr" --bot "$bot" > "$folder/match"
  grep -q '"late":0,"illegal":0,"garbled":0,"gone":0' "$folder/match" || fail "cfr play: $(cat "$folder/match")"
  lead=$(sed -n 's/.*"difference":{"mean":\(-\{0,1\}[0-9.]*\).*/\1/p' "$folder/match")
  half=$(sed -n 's/.*"difference":{[^}]*"ci95":\([0-9.]*\).*/\1/p' "$folder/match")
  holds "$lead - $half > 0" "cfr against $bot"
done

# A local best response wins from who always calls, and from who plays anything; the same seed says the same.
for bot in caller random; do
  "$LBR" "$bot" --games 1000 --stack 10 --json > "$folder/lbr"
  holds "$(number "$folder/lbr" mean) - $(number "$folder/lbr" ci95) > 0" "lbr against $bot"
done
"$LBR" random --games 1000 --stack 10 --json | cmp - "$folder/lbr" || fail "lbr is not repeatable"

# Bad input is told.
refused() {
  got=0
  "$@" > "$folder/out" 2> "$folder/said" || got=$?
  [ "$got" != 0 ] && [ -s "$folder/said" ] || fail "$* ended with $got: $(cat "$folder/said")"
}
head -c 200 "$folder/160.cfr" > "$folder/short.cfr"
refused "$CFR" play "$folder/short.cfr"
refused "$CFR" play /is/not/there
refused "$CFR" check "$0"
refused "$CFR" train --stack 1 --out "$folder/x"
refused "$CFR" nonsense "$folder/160.cfr"
refused "$LBR"
refused "$LBR" nobody
refused "$LBR" random --stack 100000
refused "$LBR" random --games many
for program in "$CFR" "$LBR"; do "$program" --help | grep -q '^Examples:' || fail "$program has no help"; done
echo "yardsticks: ok"
