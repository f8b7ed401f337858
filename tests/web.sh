#!/bin/sh
# The browser client: types, pure parts, and whole games in Chromium against the real server. Pictures of a failure, and
# with SHOTS=1 of everything, are left in the build folder under shots/.
set -eu
cd "$(dirname "$0")/.."
tools/build-web
env -u TAPROOM node web/test/run.mjs
cd web
for scene in scenes table answers inn hands door; do node "test/$scene.mjs" || exit 1; done & scenes=$!
for scene in browser elbow; do node "test/$scene.mjs" || { wait $scenes || true; exit 1; }; done
wait $scenes
