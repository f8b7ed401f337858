#!/bin/sh
# The records of the Red Dragon Inn, which is not in the catalogue yet: each must hold what it expects, with the decks
# of tests/decks where it names them, and must expect something.
set -eu
cd "$(dirname "$0")/.."
failed=0
found=0
for record in tests/inn/*.rec; do
  found=$((found + 1))
  if ! grep -qE '^(expect|refuse) ' "$record"; then echo "$record expects nothing"; failed=1; fi
  "$TRIAL" check --content tests/decks "$record" > /dev/null || failed=1
done
echo "$found records"
[ "$found" -gt 0 ] || failed=1
exit $failed
