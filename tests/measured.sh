#!/bin/sh
# How characters are measured (docs/house-decks.md): what the program says, that threads change nothing, and in a long
# run that the first 84 games of every row of today's decks are won as often as data/inn/budget.tsv says, and the first
# 20 of every Boss as data/inn/bosses.tsv and data/inn/among-bosses.tsv say.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { printf '%s\n' "$1" >&2; exit 1; }

# Bad input is told, and ends with 2.
for words in '' 'nobody' 'fiona --games 0' 'fiona --bot chess' 'fiona --mechanic nothing' 'fiona --jobs 999' \
    'fiona --boss 3' 'amundyr --boss 1' 'amundyr --boss 5' \
    '--together nobody' '--together --row' '--together --versus' \
    'fiona --versus' 'amundyr --beside fiona' 'amundyr --beside amundyr' 'amundyr --versus --boss 3'; do
  code=0
  # shellcheck disable=SC2086 # words
  "$MEASURE" $words > "$work/out" 2> "$work/said" || code=$?
  if [ $code -ne 2 ] || [ ! -s "$work/said" ]; then fail "measure-character $words: $code"; fi
done
"$MEASURE" --help | grep -q '^Examples:' || fail 'no examples'

# The same for any number of threads, and the first games of a long run are those of a short one.
"$MEASURE" fiona --bot random --games 90 --seed x --json > "$work/one"
"$MEASURE" fiona --bot random --games 90 --seed x --json --jobs 3 > "$work/three"
cmp "$work/one" "$work/three" || fail 'threads make a difference'
first=$("$MEASURE" fiona --bot random --games 90 --seed x --row | cut -f 11)
"$MEASURE" fiona --bot random --games 84 --seed x --row | cut -f 8 | grep -qxF "$first" ||
  fail "of the first games $first were won, or not"

# What comes to hand as Gold counts as drawn, too.
"$MEASURE" keet --bot random --games 8 --seed x --cards > "$work/one"
grep 'lodestone-for-coins' "$work/one" | grep -q ' of  *[1-9][0-9]* games in which it was drawn' ||
  fail 'an Artifact is never drawn'

# A Boss meets Challengers by lot, the same for the same seed, and others for another.
"$MEASURE" amundyr --boss 4 --bot random --games 30 --seed x --json > "$work/one"
"$MEASURE" amundyr --boss 4 --bot random --games 30 --seed x --json --jobs 3 > "$work/three"
"$MEASURE" amundyr --boss 4 --bot random --games 30 --seed y --json > "$work/other"
cmp "$work/one" "$work/three" || fail 'threads make a difference to a Boss'
! cmp -s "$work/one" "$work/other" || fail 'the seed makes no difference to a Boss'
first=$("$MEASURE" amundyr --boss 2 --bot random --games 30 --seed x --row | cut -f 11)
"$MEASURE" amundyr --boss 2 --bot random --games 20 --seed x --row | cut -f 8 | grep -qxF "$first" ||
  fail "of the first games of a Boss $first were won, or not"

# Among Bosses each has what the others have not; in sides of two it is the same whoever of a side is named.
"$MEASURE" amundyr --versus --bot random --games 30 --seed x --row > "$work/one"
"$MEASURE" daareka --versus --bot random --games 30 --seed x --row --jobs 3 > "$work/three"
cmp "$work/one" "$work/three" || fail 'threads, or who is named, make a difference among Bosses'
awk '{ sum += $8; n++ } END { exit n != 4 || sum < 29.9 || sum > 30.1 }' "$work/one" || fail 'not every game is won'
"$MEASURE" amundyr --beside vlazlo --bot random --games 30 --seed x --row | cut -f 8 > "$work/one"
"$MEASURE" daareka --beside torglesnarf --bot random --games 30 --seed x --row | cut -f 8 >> "$work/one"
awk '{ sum += $1 } END { exit sum < 0.1 || sum > 59.9 }' "$work/one" || fail 'a side of two always wins, or never'

# All together: each seat of each game is somebody's, and somebody wins it.
"$MEASURE" --together --bot random --games 90 --seed x > "$work/one"
"$MEASURE" --together --bot random --games 90 --seed x --jobs 3 > "$work/three"
cmp "$work/one" "$work/three" || fail 'threads make a difference to all together'
awk 'NR > 1 { games += $5; won += $6; n++ } END { exit n != 39 || games != 360 || won < 89.9 || won > 90.1 }' \
  "$work/one" || fail 'all together: games are not counted'
"$MEASURE" --together fiona --bot random --games 90 --seed x > "$work/fiona"
awk '$1 == "deck" || $1 == "fiona"' "$work/one" | cmp - "$work/fiona" ||
  fail 'the games that one sits in are not the same'

[ -n "${TAPROOM_LONG:-}" ] || exit 0
tab=$(printf '\t')
sed 1d data/inn/budget.tsv | cut -f 1-3,5,6,11,14 > "$work/rows"
while IFS="$tab" read -r deck hash bot rules known first seed; do
  now=$("$MEASURE" "$deck" --bot random --games 1 --row | cut -f 2,5,6)
  if [ "$now" != "$hash$tab$rules$tab$known" ] || [ "$bot" != search:1 ] || [ "$first" = - ]; then
    printf 'not played again: %s, %s\n' "$deck" "$bot"
    continue
  fi
  won=$("$MEASURE" "$deck" --bot "$bot" --games 84 --seed "$seed" --row | cut -f 8)
  [ "$won" = "$first" ] || fail "$deck: $won of the first 84 games, not $first"
done < "$work/rows"
sed 1d data/inn/bosses.tsv | cut -f 1-3,5,6,11,12,14 > "$work/rows"
while IFS="$tab" read -r deck hash bot rules known first boss seed; do
  now=$("$MEASURE" "$deck" --boss "$boss" --bot random --games 1 --row | cut -f 2,5,6)
  if [ "$now" != "$hash$tab$rules$tab$known" ]; then
    printf 'not played again: %s, a Boss against %s\n' "$deck" "$boss"
    continue
  fi
  won=$("$MEASURE" "$deck" --boss "$boss" --bot "$bot" --games 20 --seed "$seed" --row | cut -f 8)
  [ "$won" = "$first" ] || fail "$deck: $won of the first 20 games as a Boss against $boss, not $first"
done < "$work/rows"
sed 1d data/inn/among-bosses.tsv | cut -f 1-3,5,11,12,14 > "$work/rows"
while IFS="$tab" read -r deck hash bot rules first beside seed; do
  way=--versus
  [ "$beside" = - ] || way="--beside $beside"
  # shellcheck disable=SC2086 # words
  now=$("$MEASURE" "$deck" $way --bot random --games 1 --row | grep "^$deck$tab" | cut -f 2,5)
  if [ "$now" != "$hash$tab$rules" ]; then
    printf 'not played again: %s, among Bosses\n' "$deck"
    continue
  fi
  # shellcheck disable=SC2086 # words
  won=$("$MEASURE" "$deck" $way --bot "$bot" --games 20 --seed "$seed" --row | grep "^$deck$tab" | cut -f 8)
  [ "$won" = "$first" ] || fail "$deck: $won of the first 20 games among Bosses, not $first"
done < "$work/rows"
