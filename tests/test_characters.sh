#!/bin/sh
# The page about characters has every one that is built in, with its cards and with what was measured of it.
set -eu
cd "$(dirname "$0")/.."
page=$("${TAPROOM:-build/taproom}" rules characters --plain)
failed=0
for id in $("${TAPROOM:-build/taproom}" content list | awk '$1 == "inn-character" && /built in/ { print $2 }'); do
  printf '%s\n' "$page" | grep -q "^ *Its cards: .*taproom content show $id\\b" ||
    { echo "docs/rules/characters.md does not have $id"; failed=1; }
done
# The rate stands before the cards of its deck.
rate_of() {
  printf '%s\n' "$page" | grep -B 3 "taproom content show $1\\b" | sed -n 's/^ *It won \([0-9.]*\) %.*/\1/p'
}
won() {
  [ "$(rate_of "$1")" = "$2" ] || { echo "docs/rules/characters.md says $(rate_of "$1") of $1, not $2"; exit 1; }
}
awk -F '\t' '$3 == "search:1" { print $1, $9 }' data/inn/budget.tsv | while read -r id rate; do
  won "$id" "$rate"
done || failed=1
sed -n 's/^| \([A-Z][a-z]*\) | 2240 | \([0-9.]*\) %.*/\1 \2/p' docs/characters.md | while read -r name rate; do
  id=$(printf '%s' "$name" | tr '[:upper:]' '[:lower:]')
  won "$id" "$rate"
done || failed=1
exit $failed
