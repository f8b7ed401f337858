#!/bin/sh
# docs/clauses.tsv has no gap: every clause names a staged record or a test that names it too, or says why there is
# none; and no record speaks of a clause that the list does not know. Every registered game has staged records, rows in
# the list and a rules page.
set -eu
cd "$(dirname "$0")/.."
list=docs/clauses.tsv
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The table itself: three columns, no id twice, no empty cell, and no number missing in a family (BET-A1, BET-A2, ...).
awk -F '\t' -v pairs="$work/pairs" '
  function wrong(text) { print "docs/clauses.tsv:" NR ": " text; bad = 1 }
  NR == 1 { if ($0 != "clause\twhere\tnote") wrong("the first line names the columns"); next }
  NF != 3 { wrong("a line has three columns"); next }
  # KING-V1, SWORD-R1, PH1-2: the book or the game, then a letter for the kind of clause, or none; TC-SERA: a character
  $1 !~ /^([A-Z][A-Z0-9]*-[A-Z]?[0-9]+[a-z]?|TC-[A-Z]+)$/ { wrong("\"" $1 "\" is no clause id") }
  $1 in line { wrong($1 " stands in line " line[$1] " already") }
  $2 == "" { wrong($1 " has neither a test nor a reason") }
  $2 ~ /^n\/a/ && $2 !~ /^n\/a: ..../ { wrong($1 ": write n/a: and the reason") }
  {
    line[$1] = NR
    if ($2 !~ /^n\/a/) { n = split($2, file, " "); for (i = 1; i <= n; i++) print $1, file[i] > pairs }
    family = $1; sub(/[0-9]+[a-z]?$/, "", family)
    number = $1; sub(/^.*[^0-9a-z]/, "", number); sub(/[a-z]$/, "", number); sub(/^0+/, "", number)
    seen[family, number + 0] = 1
    if (number + 0 > most[family]) most[family] = number + 0
  }
  END {
    for (family in most) for (i = 1; i <= most[family] && family != "INN-V"; i++) # its vectors are numbered with holes
      if (!((family, i) in seen)) { print "docs/clauses.tsv: " family i " is missing"; bad = 1 }
    exit bad
  }' "$list" || : > "$work/bad"

# Each file named exists and names the clause: a record in its first line, a test anywhere. Every clause a record names
# is in the list, and every record names one.
find tests/staged -name '*.rec' | sort > "$work/records"
xargs awk 'FNR == 1 { print FILENAME "\t" $0; nextfile }' < "$work/records" > "$work/first_lines"
cut -d ' ' -f 2 "$work/pairs" | grep -v '\.rec$' | sort -u > "$work/tests"
while read -r file; do
  [ -f "$file" ] || continue
  printf '%s\t\n' "$file"
  { grep -owE '[A-Z][A-Z0-9]*-[A-Z]?[0-9]+[a-z]?|TC-[A-Z]+' "$file" || true; } | sort -u | sed "s#^#$file\t#"
done < "$work/tests" > "$work/named"
awk -F '\t' -v list="$list" '
  function wrong(text) { print text; bad = 1 }
  FILENAME ~ /first_lines$/ {
    there[$1]
    if ($2 !~ /^# clauses: ./) { wrong($1 ": the first line names no clauses"); next }
    n = split(substr($2, 12), clause, " ")
    for (i = 1; i <= n; i++) { names[$1, clause[i]]; first[$1] = first[$1] " " clause[i] }
    next
  }
  FILENAME ~ /named$/ { names[$1, $2]; there[$1]; next }
  FILENAME == list { known[$1]; next }
  {
    split($0, pair, " ")
    if (!(pair[2] in there)) wrong(list ": " pair[1] " names " pair[2] ", which does not exist")
    else if (!((pair[2], pair[1]) in names)) wrong(pair[2] " does not name " pair[1] ", though " list " says so")
  }
  END {
    for (file in first) {
      n = split(first[file], clause, " ")
      for (i = 1; i <= n; i++) if (!(clause[i] in known)) wrong(file ": " list " has no " clause[i])
    }
    exit bad
  }' "$work/first_lines" "$work/named" "$list" "$work/pairs" || : > "$work/bad"

# What a new game forgets first.
"${TAPROOM:-build/taproom}" games --json | tr ',{' '\n\n' | sed -n 's/^ *"id": *"\([a-z0-9-]*\)".*/\1/p' > "$work/games"
[ -s "$work/games" ] || { echo "taproom games --json names no game"; : > "$work/bad"; }
while read -r game; do
  ls tests/staged/"$game"/*.rec > /dev/null 2>&1 || {
    echo "$game has no staged records: tests/staged/$game"
    : > "$work/bad"
  }
  cut -f 2 "$list" | grep -q "tests/staged/$game/" || { echo "$game has no row in $list"; : > "$work/bad"; }
  [ -f "docs/rules/$game.md" ] || { echo "$game has no page: docs/rules/$game.md"; : > "$work/bad"; }
done < "$work/games"

[ ! -e "$work/bad" ]
