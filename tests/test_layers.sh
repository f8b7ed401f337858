#!/bin/sh
# Each layer includes only what stands above it, and so do the rooms of the server; no two files include each other in a
# circle; bots, program and server know no game; the library shows only tap_ names.
set -eu
failed=0

# layer: what it may include besides itself
allowed() {
  case $1 in
    data) echo ;;
    text) echo ;;
    table) echo data text ;;
    decks) echo data text table ;;
    view) echo text table decks ;;
    wager) echo text table decks view ;;
    games) echo text table decks view wager ;;
    evening) echo text table decks view wager games ;;
    catalogue) echo text table decks view wager games evening inn ;;
    inn) echo data text table decks view wager games evening ;;
    content) echo data text decks inn ;;
    record) echo text table decks view catalogue ;;
    bots) echo text table wager view ;;
    server) echo text record bots ;;
    cli) echo text record bots server ;;
    *) echo "?" ;;
  esac
}

# room of the server: what it may include besides itself; "cli" is the program
allowed_of_server() {
  case $1 in
    ground) echo ;;
    store) echo ground ;;
    rooms) echo ground store ;;
    programs) echo ground rooms ;;
    house) echo ground store rooms programs ;;
    transport) echo ground house ;;
    cli) echo ground store programs house transport ;;
    *) echo "?" ;;
  esac
}

# check FOLDER NAME WHAT-IT-MAY PREFIX: what the files of a folder include below PREFIX
check() {
  if [ "$3" = "?" ]; then
    printf '%s is no layer: add it to ARCHITECTURE.md and here\n' "$1" >&2
    failed=1
    return
  fi
  for included in $(find "$1" -name '*.[ch]' -exec sed -n "s#^\# *include *\"$4\([a-z]*\)/.*#\1#p" {} + | sort -u); do
    case " $2 $3 " in
      *" $included "*) ;;
      *) printf '%s includes %s%s/\n' "$1" "$4" "$included" >&2; failed=1 ;;
    esac
  done
}

for folder in src/*/; do
  layer=$(basename "$folder")
  check "${folder%/}" "$layer" "$(allowed "$layer")" ""
done
for folder in src/server/*/; do
  room=$(basename "$folder")
  check "${folder%/}" "$room" "$(allowed_of_server "$room")" server/
done
check src/cli cli "$(allowed_of_server cli)" server/
for file in src/server/*.[ch]; do
  if [ -e "$file" ]; then printf '%s lies in no room of the server\n' "$file" >&2; failed=1; fi
done

# A header and the .c file of its name are one; none of them needs another that needs it.
circle=$(grep -rHE --include='*.[ch]' '^# *include *"[a-z]' src |
  sed -E 's#^src/([^:]*)\.[ch]:.*"(.*)\.h".*#\1 \2#' | tsort 2>&1 >/dev/null) || {
  printf 'files that include each other in a circle:\n%s\n' "$circle" >&2
  failed=1
}

# No two files of one name.
twice=$(find src bench tests/fuzz tests/games tests/support -name '*.[ch]' | sed 's#.*/##' | sort | uniq -d)
if [ -n "$twice" ]; then printf 'two files of one name: %s\n' "$twice" >&2; failed=1; fi

if grep -rnE --include='*.[ch]' '^# *include *"(\.\./|src/)' src include >&2; then failed=1; fi

# Data files are read with nothing but the words of base.h: a program of the build does it before there is a library.
if grep -nE '^# *include *<taproom/' src/data/*.[ch] | grep -v '<taproom/base.h>' >&2; then failed=1; fi

# The evening names no game: what it offers comes from the list it is given.
for file in src/games/*.c; do
  game=$(basename "$file" .c)
  if grep -nE "$game|$(printf '%s' "$game" | tr - _)" src/evening/*.[ch] >&2; then
    printf 'the evening names %s\n' "$game" >&2
    failed=1
  fi
done

# Public headers include nothing but public and standard ones.
if grep -nE '^# *include *"' include/taproom/*.h >&2; then failed=1; fi

# Decks are read by the build, too: what reads them knows nothing of the kernel.
# The inn is large: each of its files is for one thing.
for file in src/inn/*.c; do
  [ "$(wc -l < "$file")" -le 600 ] || { echo "$file has more than 600 lines"; failed=1; }
done

# What the inn is played with is data: no string of the code is a character, a card or a Drink. Two families of cards
# are named like the card that they were first of, and a key of The Wheel is a token by chance.
named=$(sed -nE 's/^name "(.*)"/\1/p; s/^content inn-character ([^ ]*).*/\1/p
  s/^card ([^ ]*) x[0-9]+ "([^"]*)".*/\1\n\2/p' data/inn/*.deck | grep -vxE 'hands-off|objection|marked' | sort -u)
if grep -rhoE --include='*.[ch]' '"[^"\]+"' src include | tr -d '"' | sort -u | grep -xF "$named" >&2; then
  printf 'the code names what belongs into data/inn\n' >&2
  failed=1
fi

# A program that links the library gets tap_ names and no others.
names=$(nm -D --defined-only "${LIBRARY:-build/libtaproom.so}" | awk '$2 ~ /[TDBRVW]/ { print $3 }')
printf '%s\n' "$names" | grep -q '^tap_start$' || { printf 'the library does not show tap_start\n' >&2; failed=1; }
others=$(printf '%s\n' "$names" | grep -vE '^(tap_|_init$|_fini$|_edata$|_end$|__bss_start$)' || true)
if [ -n "$others" ]; then
  printf 'names without tap_ that a program would see:\n%s\n' "$others" >&2
  failed=1
fi
exit $failed
