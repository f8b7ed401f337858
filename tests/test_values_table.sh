#!/bin/sh
# What is wrong with data/inn/values.table breaks the build, by file and line.
set -eu
root=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

refused() {
  printf '%s\n' '# a comment' 'row 3' "$1" > "$dir/values.table"
  if "$root/tools/embed-values" "$dir/out.c" "$dir/values.table" 2> "$dir/said"; then
    echo "taken: $1"; exit 1
  fi
  grep -q "values.table:3: " "$dir/said" || { echo "without its line: $1"; cat "$dir/said"; exit 1; }
  [ ! -e "$dir/out.c" ] || { echo "written all the same: $1"; exit 1; }
}
refused 'row 4'
refused 'lies hit'
refused 'lies hit x'
refused 'lies courage 3'
refused 'card mark 128'
refused 'card Mark! 1'
refused 'body mark 1'

"$root/tools/embed-values" "$dir/out.c" "$root/data/inn/values.table"
grep -q 'inn_static_values' "$dir/out.c"
