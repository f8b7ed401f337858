#!/bin/sh
# The browser client: types, pure parts, and whole games in Chromium against the real server. Screenshots are left in
# the build folder under shots/.
set -eu
cd "$(dirname "$0")/.."
tools/build-web
env -u TAPROOM node web/test/run.mjs
cd web
node test/browser.mjs
