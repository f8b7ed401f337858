#!/bin/sh
# The records of the Red Dragon Inn, which is not in the catalogue yet: each must hold what it expects, with the decks
# of tests/decks where it names them, and must expect something. One run checks them all: under the sanitizers it is the
# end of a program that takes seconds.
set -eu
cd "$(dirname "$0")/.."
failed=0
set -- tests/inn/*.rec
for record in $(grep -LE '^(expect|refuse) ' "$@"); do echo "$record expects nothing"; failed=1; done
"$TRIAL" check --content tests/decks "$@" > /dev/null || failed=1
echo "$# records"
exit $failed
