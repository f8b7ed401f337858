#!/bin/sh
# An evening in the terminal: one choice after another, one saved game, taken up in the middle of its second game.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

# Numbers in turn: sooner or later each question gets one that it offers.
some_answers() { while printf '1\n\n2\n3\n4\n5\n6\n' 2>/dev/null; do :; done; }

# --- the choice: games, then variants, by number and in words
out=$(printf 'play threes\nadd hidden-fate\nset split king\ndeal\n' |
  "$TAPROOM" play adventurers-choice --seed 4 --seats 3 --bot random --plain) || fail 'an evening fails'
contains "$out" 'Evening round 1' # not the same word as a round of the game that is played
contains "$out" '1: Play Rogues and Warriors'
contains "$out" 'You choose Threes\.'
contains "$out" 'Add Hidden fate: '
contains "$out" 'You add Hidden fate\.'
contains "$out" 'A tied pot is: played for again by the tied'
contains "$out" 'Threes begins\.'
contains "$out" 'Variants: played for again by the tied; Hidden fate\.'
contains "$out" 'The game is saved'

# --- taken up, in the second game again, and played to its end
saved=$XDG_STATE_HOME/taproom/adventurers-choice.rec
some_answers | head -n 12 | "$TAPROOM" play adventurers-choice --resume --plain >/dev/null ||
  fail 'an evening is not taken up'
[ -e "$saved" ] || fail 'an evening that goes on is not saved'
"$TAPROOM" check "$saved" >/dev/null || fail 'the saved evening does not replay'
out=$(some_answers | timeout 60 "$TAPROOM" play adventurers-choice --resume --plain) || fail 'an evening does not end'
contains "$out" 'end the evening with'
contains "$out" 'wins\?\.\|shares\? the win\.'
if [ -e "$saved" ]; then fail 'a finished evening is still saved'; fi

# --- the board between two games: standings with the way there, also of what was before the program began anew
contains "$out" '^1: .*; began with 100, then [0-9]*, then [0-9]*\.$'
contains "$out" 'chooses\? the next game\.$'
resumed=$(printf '%s\n' "$out" | sed -n 's/^The evening after \([0-9]*\) games\?\.$/\1/p' | tail -n 1)
[ "$resumed" = 5 ] || fail "the last board is after $resumed games"

# --- ? during a game of the evening: the rules of that game, then where to find the evening's; before it, the evening's
out=$(printf '?\nplay threes\ndeal\n?\n' |
  "$TAPROOM" play adventurers-choice --new --seed 4 --seats 3 --bot random --plain) || fail 'rules in an evening fail'
contains "$out" "^Adventurer's Choice$"
contains "$out" 'About Adventurer.s Choice: taproom rules adventurers-choice'
contains "$(printf '%s\n' "$out" | sed '1,/Threes begins/d')" '^Threes$'
