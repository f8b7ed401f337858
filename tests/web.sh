#!/bin/sh
# The browser client: types, pure parts, and whole games in Chromium against the real server. Screenshots are left in
# the build folder under shots/.
set -eu
cd "$(dirname "$0")/.."
case "$TAPROOM" in
*/sanitized/*) exit 77 ;; # the server's own tests drive that one; a browser would only wait for it
esac
command -v npm >/dev/null || exit 77
tools/build-web
exec node web/test/run.mjs
