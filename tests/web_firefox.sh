#!/bin/sh
# The browser client in Debian's Firefox ESR: the door, a whole hand, a showdown.
set -eu
cd "$(dirname "$0")/.."
tools/build-web
cd web
node test/firefox.mjs
