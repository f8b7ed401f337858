#!/bin/sh
# No line of C is wider than 120 columns: characters, not bytes.
set -eu
cd "$(dirname "$0")/.."
find src include tests bench tools examples -name '*.[ch]' -print | sort | python3 -c '
import sys
files = sys.stdin.read().split()
wide = [(path, number, len(line))
        for path in files
        for number, line in enumerate(open(path, encoding="utf-8").read().split("\n"), 1) if len(line) > 120]
for path, number, columns in wide:
    print(f"{path}:{number}: {columns} columns")
sys.exit(bool(wide) or not files)
'
