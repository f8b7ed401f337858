#!/bin/sh
# Records of games that only the trial program plays: each holds.
set -eu
trial=${TRIAL:?names the trial program}
records=0
for record in tests/trial/*/*.rec; do
  "$trial" check "$record"
  records=$((records + 1))
done
[ "$records" -gt 0 ] || { echo "There are no records in tests/trial." >&2; exit 1; }
