#!/bin/sh
# `taproom verify` and the independent tools/verify.py: they agree on the vectors, prove a fair game, and both refuse it
# once any byte of it is changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
example=tests/fair/example.rec
fail() { printf 'verify.sh: %s\n' "$1" >&2; exit 1; }

# Leaks are looked for in one run of each kind: the search takes seconds on some machines, and there are sixty runs
# here.
"$TAPROOM" verify "$example" > /dev/null
"$TAPROOM" verify --export "$example" > /dev/null
export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0"

# The same vectors from C, from Python and in the documentation.
"$TAPROOM" verify --vectors > "$folder/c"
python3 tools/verify.py --vectors > "$folder/python"
cmp "$folder/c" "$folder/python" || fail "C and Python disagree on the vectors"
while read -r line; do grep -qF -- "$line" docs/fairness.md || fail "docs/fairness.md lacks: $line"; done < "$folder/c"
[ "$(wc -l < tools/verify.py)" -lt 150 ] || fail "tools/verify.py is 150 lines or longer"

# both RECORD WANTED WORDS [flags]: both verifiers end with WANTED, and the program says WORDS.
both() {
  record=$1 wanted=$2 words=$3
  shift 3
  got=0
  "$TAPROOM" verify "$record" "$@" > "$folder/said" 2>&1 || got=$?
  [ "$got" = "$wanted" ] || fail "taproom verify $record $*: ended with $got, not $wanted: $(cat "$folder/said")"
  grep -qF -- "$words" "$folder/said" || fail "taproom verify $record $*: does not say '$words': $(cat "$folder/said")"
  "$TAPROOM" verify --export "$record" > "$folder/export"
  got=0
  python3 tools/verify.py "$folder/export" --record "$record" "$@" > "$folder/said" 2>&1 || got=$?
  [ "$got" = "$wanted" ] || fail "verify.py $record $*: ended with $got, not $wanted: $(cat "$folder/said")"
}

commitment=$(sed -n 's/^fair commitment //p' "$example")
client=$(sed -n 's/^fair client 3 //p' "$example")
both "$example" 0 'proved fair, provided'
both "$example" 0 'The deal is proved fair.' --commitment "$commitment" --client "3:$client"
both "$example" 1 'not the one you noted' --commitment "${commitment%?????}00000"
both "$example" 1 'does not have the seed you noted for seat 2' --client "2:$client"

# changed NAME WORDS SED: a record that was tampered with.
changed() {
  sed "$3" "$example" > "$folder/$1.rec"
  cmp -s "$example" "$folder/$1.rec" && fail "$1: nothing was changed"
  both "$folder/$1.rec" 1 "$2"
}
changed commitment 'made to another seed' 's/^fair commitment ./fair commitment 0/'
changed server     'made to another seed' 's/^fair server 0/fair server f/'
changed client     'is not what comes of' 's/^fair client 3 4/fair client 3 5/'
changed seat       'is not what comes of' 's/^fair client 3/fair client 4/'
changed table      'is not what comes of' 's/^fair table .*/fair table specimen-2/'
changed dropped    'is not what comes of' '/^fair client 3/d'
changed nobody     'could have chosen it' '/^fair client/d'
changed uncommitted 'lacks the commitment' '/^fair commitment/d'
changed unrevealed "lacks the server's seed" '/^fair server/d'
changed silent     'lacks the commitment' '/^fair/d'
# A card drawn by hand: the rig shows, and the answers that no longer fit are cut off.
changed rigged     'The record is rigged' 's/^fair table/rig deck W-wolf\nfair table/;/^[0-9]/d'
# Another seed with the same fair lines: all draws follow from it, but it is not the mixed one.
changed seed       'is not what comes of' 's/^seed ./seed 0/;/^[0-9]/d'

# An export whose draws are changed: only an independent verifier can see it. Each line in turn.
"$TAPROOM" verify --export "$example" > "$folder/export"
lines=$(grep -c '^[1-9]' "$folder/export")
[ "$lines" -gt 12 ] || fail "the example has only $lines draws"
for k in 1 2 $((lines / 2)) "$lines"; do
  awk -v k="$k" '/^[1-9]/ && ++i == k { $2 = ($2 + 1) % $1 } { print }' "$folder/export" > "$folder/draw"
  python3 tools/verify.py "$folder/draw" > "$folder/said" && fail "verify.py accepts a changed draw $k"
  grep -q "NO:  All $lines draws" "$folder/said" || fail "verify.py does not blame the draw: $(cat "$folder/said")"
done

# Programs get the same verdict.
"$TAPROOM" verify --json "$example" | python3 -c '
import json, sys
said = json.load(sys.stdin)
assert said["fair"] is True and len(said["checks"]) == 4 and all(c["holds"] for c in said["checks"]), said'

# What is not understood ends with 2, what cannot be read with 1.
ends() {
  wanted=$1 got=0
  shift
  "$TAPROOM" verify "$@" > /dev/null 2>&1 || got=$?
  [ "$got" = "$wanted" ] || fail "verify $*: ended with $got, not $wanted"
}
ends 2
ends 2 "$example" "$example"
ends 2 --commitment 12 "$example"
ends 2 --client 11:"$client" "$example"
ends 2 --nonsense
ends 1 "$folder/is-not-there.rec"
ends 0 --help
echo "verify: ok"
