#!/bin/sh
# The browser client: types, pure parts, and whole games in Chromium against the real server. Screenshots are left in
# the build folder under shots/.
set -eu
cd "$(dirname "$0")/.."
tools/build-web
# A busy machine may let a key fall between two paintings: a fault counts when it shows twice in a row.
node web/test/run.mjs || { echo "once more, after a first fault" >&2; node web/test/run.mjs; }
