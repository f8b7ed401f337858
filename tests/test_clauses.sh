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

# Each file named exists and names the clause: a record in its first line, a test anywhere.
while read -r clause file; do
  if [ ! -f "$file" ]; then
    echo "$list: $clause names $file, which does not exist"; : > "$work/bad"
  else
    case "$file" in
      *.rec) head -n 1 "$file" | grep -q "^# clauses:.* $clause\( \|\$\)" ;;
      *) grep -qw -e "$clause" "$file" ;;
    esac || { echo "$file does not name $clause, though $list says so"; : > "$work/bad"; }
  fi
done < "$work/pairs"

# Every clause a record names is in the list, and every record names one.
find tests/staged -name '*.rec' | sort > "$work/records"
while read -r file; do
  first=$(head -n 1 "$file")
  case "$first" in
    '# clauses: '?*) ;;
    *) echo "$file: the first line names no clauses"; : > "$work/bad"; continue ;;
  esac
  for clause in ${first#'# clauses: '}; do
    cut -f 1 "$list" | grep -qx -e "$clause" || { echo "$file: $list has no $clause"; : > "$work/bad"; }
  done
done < "$work/records"

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
