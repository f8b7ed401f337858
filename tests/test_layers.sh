#!/bin/sh
# Each layer includes only what stands above it; bots, program and server know no game; the library shows only tap_ names.
set -eu
failed=0

# layer: what it may include besides itself
allowed() {
  case $1 in
    data) echo ;;
    table) echo ;;
    decks) echo data table ;;
    view) echo table decks ;;
    wager) echo table decks view ;;
    games) echo table decks view wager ;;
    evening) echo table decks view wager games ;;
    catalogue) echo table decks view wager games evening ;;
    content) echo data table decks ;;
    record) echo table decks view catalogue ;;
    bots) echo table ;;
    server) echo record bots ;;
    cli) echo record bots server ;;
    *) echo "?" ;;
  esac
}

for folder in src/*/; do
  layer=$(basename "$folder")
  may=$(allowed "$layer")
  if [ "$may" = "?" ]; then
    printf 'src/%s is no layer: add it to ARCHITECTURE.md and here\n' "$layer" >&2
    failed=1
    continue
  fi
  for included in $(find "$folder" -name '*.[ch]' -exec sed -n 's/^# *include *"\([a-z]*\)\/.*/\1/p' {} + | sort -u); do
    case " $layer $may " in
      *" $included "*) ;;
      *) printf 'src/%s includes %s/\n' "$layer" "$included" >&2; failed=1 ;;
    esac
  done
done
if grep -rnE --include='*.[ch]' '^# *include *"(\.\./|src/)' src include >&2; then failed=1; fi

# Data files are read with nothing but the words of base.h: a program of the build does it before there is a library.
if grep -nE '^# *include *<taproom/' src/data/*.[ch] | grep -v '<taproom/base.h>' >&2; then failed=1; fi

# The evening names no game: what it offers comes from the list it is given.
for file in src/games/*.c; do
  game=$(basename "$file" .c)
  if grep -nE "$game|$(printf '%s' "$game" | tr - _)" src/evening/*.[ch] >&2; then printf 'the evening names %s\n' "$game" >&2; failed=1; fi
done

# Public headers include nothing but public and standard ones.
if grep -nE '^# *include *"' include/taproom/*.h >&2; then failed=1; fi

# A program that links the library gets tap_ names and no others.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# shellcheck disable=SC2046
gcc -std=gnu17 -w -Iinclude -Isrc -o "$folder/compile-content" tools/compile-content.c $(tools/sources src/data) \
  src/decks/deck_table.c src/decks/tavern_table.c src/content/kinds.c
"$folder/compile-content" "$folder/content_tables.c" $(tools/sources .table data)
# shellcheck disable=SC2046
gcc -std=gnu17 -shared -fPIC -fvisibility=hidden -fno-strict-aliasing -w -Iinclude -Isrc -o "$folder/library.so" \
  $(tools/sources src/data src/table src/decks src/view src/wager src/games src/evening src/catalogue src/content src/record src/bots) \
  "$folder/content_tables.c" -lm -lpthread
names=$(nm -D --defined-only "$folder/library.so" | awk '$2 ~ /[TDBRVW]/ { print $3 }')
printf '%s\n' "$names" | grep -q '^tap_start$' || { printf 'the library does not show tap_start\n' >&2; failed=1; }
others=$(printf '%s\n' "$names" | grep -vE '^(tap_|_init$|_fini$|_edata$|_end$|__bss_start$)' || true)
if [ -n "$others" ]; then
  printf 'names without tap_ that a program would see:\n%s\n' "$others" >&2
  failed=1
fi
exit $failed
