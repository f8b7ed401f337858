#!/bin/sh
# Every public header compiles by itself, as C and as C++, without a warning.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
for header in include/taproom/*.h; do
  name=$(basename "$header")
  printf '#include <taproom/%s>\n#include <taproom/%s>\nint main(void) { return 0; }\n' "$name" "$name" >"$folder/one.c"
  cp "$folder/one.c" "$folder/one.cpp"
  gcc -std=c11 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$folder/one.c" || {
    printf '%s is no C by itself\n' "$header" >&2
    failed=1
  }
  if command -v g++ >/dev/null 2>&1; then
    g++ -std=c++17 -Wall -Wextra -Werror -Iinclude -fsyntax-only "$folder/one.cpp" || {
      printf '%s is no C++ by itself\n' "$header" >&2
      failed=1
    }
  fi
done
exit $failed
