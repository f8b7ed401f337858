#!/bin/sh
# Long runs in pieces: shards of sim and match, merged in any order, say byte for byte but for times what one process
# says; what does not belong together, is there twice, is missing or cut off is refused by name.
set -eu
. "$(dirname "$0")/support/content_shell"
silent() { [ ! -s "$folder/$1" ] || { cat "$folder/$1"; die "there is something on $1"; }; }
without_times() {
  sed -E 's/"(ns_per_decision|games_per_s|seconds|waited_us)":[0-9.]+/"\1":T/g; s/^[0-9.]+ s$/T s/
    s/[0-9]+ ns a decision; [0-9]+ games a second$/T/; s/^[0-9]+ simulations a second$/T/; s/[0-9.]+ ms each/T/' "$1"
}
# A bot that always does the first thing it may.
cat >"$folder/first.py" <<'END'
import json, sys
print('{"type":"hello","version":1,"name":"first"}', flush=True)
for line in sys.stdin:
    d = json.loads(line)
    if d["type"] == "decide": print(json.dumps({"id": d["id"], "word": d["words"][0]}), flush=True)
END
first="cmd:python3 $folder/first.py"

# whole WORDS...: the run in one piece and in three, with other numbers of threads; leaves $folder/{1,2,3}.shard.
whole() {
  for shard in 1 2 3; do
    runs 0 "$@" --shard "$shard/3" --jobs "$shard"
    silent err
    mv "$folder/out" "$folder/$shard.shard"
  done
  for json in "" --json; do
    # shellcheck disable=SC2086
    runs 0 "$@" --jobs 2 $json
    without_times "$folder/out" >"$folder/once"
    [ -s "$folder/once" ] || die "says nothing: $*"
    # shellcheck disable=SC2086
    runs 0 merge $json "$folder/3.shard" "$folder/1.shard" "$folder/2.shard"
    silent err
    without_times "$folder/out" >"$folder/merged"
    cmp -s "$folder/once" "$folder/merged" || {
      diff "$folder/once" "$folder/merged" | head -20
      die "merged shards say something else: $* $json"
    }
  done
}
mkdir "$folder/decks"
runs 0 content new tavern-deck tavern --content "$folder/decks"
whole sim swords-and-dragons --games 40 --start 2 --seed inn --cards
whole sim threes --games 14 --seats 2 --bot search:1 --bot random --option wager=shares --events
whole sim kings-council --games 200 --content "$folder/decks"
grep -q '"content":\[{"kind":"tavern-deck","id":"tavern","hash":"[0-9a-f]*"}\]' "$folder/once" || die "no content told"
whole sim red-dragon-inn --games 4 --seats 2 --cast deirdre,gerki
whole match threes --bot random --bot random --bot random --deals 100
whole match threes --bot "$first" --bot random --deals 7 --seats 2
grep -q '"asked":' "$folder/once" || die "the program was not counted"

# The rest of a hand played more than once: sums stay whole numbers.
whole match delve --bot search:1 --bot random --deals 9 --seats 2 --option stack=6 --equity 5
grep -q '"equity":5' "$folder/once" || die "how often is not told"
runs 0 match delve --bot search:1 --bot random --deals 9 --seats 2 --option stack=6 --equity 4 --shard 1/3
mv "$folder/out" "$folder/other.shard"
runs 1 merge "$folder/2.shard" "$folder/other.shard" "$folder/3.shard"; says err 'equity: 4; but in'
for wrong in 0 1001 few; do
  runs 2 match delve --bot random --bot random --equity $wrong; says err '--equity takes'
done
runs 2 sim delve --equity 2; says err '--equity'

# How many deals decide: when the interval of the same mean and spread just does not reach 0.
whole match rogues-and-warriors --bot search:1 --bot random --deals 16 --seats 2 --option stack=20
grep -q '"options":\["stack=20"\]' "$folder/1.shard" || die "the shard does not say stack=20"
holds() { # EXPRESSION over m, the match that was merged last, d, its difference, and needed
  python3 -c "import json
m = json.load(open('$folder/out')); d = m['difference']; needed = m['deals_needed']
assert $1, m" || die "not so: $1"
}
holds 'abs(needed - 16 * (d["ci95"] / d["mean"]) ** 2) < 1.01 and d["mean"] + d["ci95"] < 40'
needed=$(python3 -c "import json; print(json.load(open('$folder/out'))['deals_needed'])")
runs 0 merge "$folder/1.shard" "$folder/2.shard" "$folder/3.shard"
says out "About $needed deals would tell a difference of this size from none."
runs 0 match threes --bot "$first" --bot "$first" --deals 3 --seats 2
says out "0.000 +/- 0.000 chips a game"; says out "No number of deals tells a difference of 0 from none."
runs 0 match threes --bot "$first" --bot "$first" --deals 3 --seats 2 --json; holds 'needed is None and d["mean"] == 0'
runs 0 match threes --bot random --bot random --deals 1; says out "One deal does not say"
runs 0 match threes --bot random --bot random --deals 1 --json; holds 'needed is None'
runs 0 match threes --bot random --bot random --bot random --deals 2 --json
python3 -c "import json; assert 'deals_needed' not in json.load(open('$folder/out'))" || die "which difference?"

# edit FROM TO CODE: a copy of a shard, with Python done to it: s, its run r and what is counted there, c.
edit() {
  python3 -c "import json, sys
s = json.load(open(sys.argv[1])); r, c = s['run'], s['counted']
exec(sys.argv[3])
json.dump(s, open(sys.argv[2], 'w'))" "$folder/$1" "$folder/$2" "$3"
}
# Sums that 64 bits do not hold.
for shard in 1 2 3; do
  edit "$shard.shard" "large$shard" 'c["lead"] = [c["lead"][0], "0", "300000000000000000000000000000001"]'
done
runs 0 merge --json "$folder"/large?
holds 'abs(d["ci95"] / (1.96 * (9e32 / 15 / 16) ** 0.5 / 2) - 1) < 1e-9 and needed is None'
# All deals alike: two are enough.
for shard in 1 2 3; do
  edit "$shard.shard" "large$shard" 'n = c["lead"][0]; c["lead"] = [n, str(6 * n), str(36 * n)]'
done
runs 0 merge --json "$folder"/large?; holds 'd == {"mean": 3, "ci95": 0} and needed == 2'

# refused SAYS FILES...: nothing on stdout, exit code 1, and the last file is named with what is wrong.
refused() {
  text=$1
  shift
  (cd "$folder" && runs 1 merge "$@")
  silent out
  for path; do :; done
  says err "taproom merge: $path: "; says err "$text"
}
base="sim threes --games 30"
for shard in 1 2 3; do
  # shellcheck disable=SC2086
  runs 0 $base --shard "$shard/3"; mv "$folder/out" "$folder/$shard.shard"
done
# other SAYS WORDS...: a second shard of a run that differs
other() {
  text=$1
  shift
  runs 0 "$@"; mv "$folder/out" "$folder/other"
  refused "$text" 1.shard 3.shard other
  says err "; but in 1.shard: "
}
other 'command: "match"' match threes --bot random --bot random --deals 30 --shard 2/3
other 'game: "kings-council"' sim kings-council --games 30 --shard 2/3
other 'options: ["stack=20"]' $base --shard 2/3 --option stack=20
other 'seats: 3' $base --shard 2/3 --seats 3
other 'bots: ["random","random","random","search:1"]' \
  $base --shard 2/3 --bot random --bot random --bot random --bot search:1
other 'seed: "2"' $base --shard 2/3 --seed 2
other 'games: 31' sim threes --games 31 --shard 2/3
other 'events: true' $base --shard 2/3 --events
other 'deadline_ms: 7' $base --shard 2/3 --deadline 7
other 'start: 3' $base --shard 2/3 --start 3
other 'shards: 4' $base --shard 2/4
other 'content: [{"kind":"tavern-deck"' $base --shard 2/3 --content "$folder/decks"
refused 'content: none; but in other: [{"kind"' other 1.shard
refused 'is shard 1 of 3, and so is 1.shard.' 1.shard 2.shard ./1.shard
(cd "$folder" && runs 1 merge 2.shard); silent out; says err "missing of 3 shards: 1, 3."
(cd "$folder" && runs 1 merge 3.shard 1.shard --json); silent out; says err "missing of 3 shards: 2."

edit 2.shard edited 'r["rules"] += 1';           refused 'rules: ' 1.shard edited
edit 2.shard edited 'r["version"] = "0.0.9"';    refused 'was written by version 0.0.9; this is version' 1.shard edited
edit 2.shard edited 'r["cast"][1] = "gerki"';    refused 'cast: [null,"gerki",null,null]' 1.shard edited
edit 2.shard edited 'r["game"] = "chess"';       refused "there is no game 'chess'" edited
edit 2.shard edited 's["shard"] = 4';            refused 'there is no shard 4 of 3 of 30 games' edited
edit 2.shard edited 'r["shards"] = 0';           refused 'there is no shard 2 of 0' edited
edit 2.shard edited 'del r["seed"]';             refused 'does not say what was played' edited
edit 2.shard edited 'r["more"] = 1';             refused 'does not say what was played' edited
edit 2.shard edited 'r["bots"].pop()';           refused 'does not say who played' edited
edit 2.shard edited 'r["seats"] = 400';          refused 'does not say who played' edited
edit 2.shard edited 'del s["counted"]';          refused 'parts are missing' edited
edit 2.shard edited 's["taproom_shard"] = 1';    refused 'of format 1; this program reads 2' edited
edit 2.shard edited 'del s["taproom_shard"]';    refused 'is no shard.' edited
for fault in 'c["bots"][3]["score"][0] += 1' 'c["bots"].pop()' 'c["bots"][0]["score"][2] = "-1"' \
  'c["bots"][0]["score"][1] = "1" * 34' 'c["bots"][0]["score"][1] = ""' 'c["bots"][0]["score"][1] = "1e3"' \
  'c["bots"][2]["wins"] = 11' 'c["decisions"] = -1' 'del c["wall_ns"]'; do
  edit 2.shard edited "$fault"; refused 'what it counts cannot be so' 1.shard 3.shard edited
done
# Cut off anywhere, and what never was a shard.
size=$(wc -c <"$folder/2.shard")
for bytes in 1 20 "$((size / 2))" "$((size - 2))"; do
  head -c "$bytes" "$folder/2.shard" >"$folder/cut"; refused 'is no shard, or was cut off' 1.shard cut
done
# shellcheck disable=SC2086
runs 0 $base --json; mv "$folder/out" "$folder/result"; refused 'is no shard.' 1.shard result
: >"$folder/empty"; refused 'is no shard, or was cut off' 1.shard empty
refused 'is no shard, or was cut off' 1.shard first.py
refused 'cannot be read: No such file' 1.shard nowhere
refused 'is no shard, or was cut off' decks

# asked wrongly: exit code 2
wrong() { runs 2 "$@"; silent out; [ -s "$folder/err" ] || die "does not say why: $*"; }
wrong merge; wrong merge --wrong "$folder/1.shard"
for shard in 0/3 4/3 3 /3 1/ x/3 1/x -1/3 1/3/3 1/0 1/20000 "" 111111111111111111111111111111/3; do
  # shellcheck disable=SC2086
  wrong $base --shard "$shard"
done
wrong match threes --bot random --bot random --shard 2/1
wrong sim threes --games 2 --shard 1/3; says err "2 games cannot be shared out to 3"
for command in sim match merge; do
  runs 0 "$command" --help; says out Examples; says out shard
done
runs 0 sim threes --games 3 --events --shard 1/1; mv "$folder/out" "$folder/1.shard"
careful 0 merge "$folder/1.shard"
echo "shards: ok"
