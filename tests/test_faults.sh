#!/bin/sh
# Every fault of tools/plant-faults can still be planted, and docs/testing.md says what catches it.
set -eu
cd "$(dirname "$0")/.."
tools/plant-faults --check
failed=0
for name in $(tools/plant-faults --list | cut -f1); do
  grep -q "^|.*\\b$name\\b.*|.*\\(test_\\|terminal_\\|server_\\|sim |\\)" docs/testing.md || {
    echo "docs/testing.md does not say what catches $name"
    failed=1
  }
done
exit "$failed"
