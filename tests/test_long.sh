#!/bin/sh
# Every test that can run longer belongs to a named part of the long run.
set -eu
cd "$(dirname "$0")/.."
tools/test-long --check
if tools/test-long no-such-part 2>/dev/null; then echo "a part that is not there is run"; exit 1; fi
