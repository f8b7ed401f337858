#!/bin/sh
# The load generator plays a few tables through rematches without an error, so that `make bench-server` does not rot.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$LOAD" --taproom "$TAPROOM" --data "$folder/data" --game threes --players 16 --rate 160 --seconds 3 --warmup 0.1 \
  --json > "$folder/said"
python3 - "$folder/said" << 'END'
import json, sys
said = json.load(open(sys.argv[1]))
assert said["errors"] == 0 and said["moves"] > 50 and said["games"] > 0, said
assert 0 < said["p50_ms"] <= said["p99_ms"] and said["server_cpu"] >= 0 and said["fdatasync_p50_ms"] > 0, said
END
echo "load: ok"
