#!/bin/sh
# The browser client: types, pure parts, and whole games in Chromium against the real server. Screenshots are left in
# the build folder under shots/.
set -eu
cd "$(dirname "$0")/.."
tools/build-web
exec node web/test/run.mjs
