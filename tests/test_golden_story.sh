#!/bin/sh
# Every golden record, told as a story with all cards in sight, is the text beside it, byte for byte.
# UPDATE_GOLDEN=1 writes the texts anew.
set -eu
cd "$(dirname "$0")/.."
export ASAN_OPTIONS=detect_leaks=0 # test_replay_cli.sh looks for leaks; here it would cost seconds a story
status=0 stories=0
for record in tests/golden/*.rec; do
  story=${record%.rec}.txt
  if [ -n "${UPDATE_GOLDEN:-}" ]; then "$TAPROOM" replay --all "$record" > "$story"; fi
  "$TAPROOM" replay --all "$record" | diff -u "$story" - || status=1
  stories=$((stories + 1))
done
[ "$stories" -gt 0 ] || { echo "There are no golden records." >&2; exit 1; }
exit "$status"
