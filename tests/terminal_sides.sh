#!/bin/sh
# Words of the inn in the terminal, each typed at a question that a staged record leads to: for sides, for what lies in
# play, for what is bought and handed on. What is typed stands in the save as records write it.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

saves=$XDG_STATE_HOME/taproom
staged=$(dirname "$0")/staged/red-dragon-inn
mkdir -p "$saves"

# said RECORD SEAT TYPED RECORDED: the record up to where its seat first says that; there we sit, and type.
said() {
  record=$1 seat=$2 typed=$3 words=$4
  awk -v seat="$seat" -v answer="$seat $words" '
    $0 == answer { found = 1; exit }
    /^#/ || /^expect/ || /^refuse/ { next }
    { print }
    /^seats/ { n = $2; for (s = 1; s <= n; s++) print "player " s (s == seat ? " you" : " Bot" s " (random)") }
    END { if (!found) exit 1 }' "$staged/$record.rec" > "$saves/red-dragon-inn.rec" || fail "$record has no '$words'"
  printf '# order always\n' >> "$saves/red-dragon-inn.rec"
  before=$(grep -c "^$seat $words\$" "$saves/red-dragon-inn.rec" || :)
  out=$(printf '%s\n' "$typed" | "$TAPROOM" play red-dragon-inn --resume --fast --plain)
  after=$(grep -c "^$seat $words\$" "$saves/red-dragon-inn.rec" || :)
  [ "$after" -gt "$before" ] || fail "'$typed' is not '$words' at $record: $(printf '%s' "$out" | tail -n 12)"
}

said TM-14-another-champion 3 'champion zot' 'champion zot'
said TM-3-potions 3 'potion fortitude' 'potion fortitude'
said CN-25-leave-this-one-to-me 2 'next fiona' 'next fiona'
# a seat, its character, or both; another's name is refused
said CN-21-the-event-or-the-drink 1 'order 2' 'order 2'
said CN-21-the-event-or-the-drink 1 'order dimli' 'order 2'
said CN-21-the-event-or-the-drink 1 'order 2 dimli' 'order 2'
said CN-21-the-event-or-the-drink 1 'order 3 dimli
order 2' 'order 2'
said TC-LIZW-at-once-and-later 1 'use folding-shield' 'play folding-shield'
said BOSS-8-a-nibble 1 'buy wolf' 'buy wolf'
said TC-NITR-two-before-one 2 'hand-on 3' 'hand-on 3'
