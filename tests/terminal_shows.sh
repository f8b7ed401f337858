#!/bin/sh
# What the terminal is given: colours only where they are wanted, symbols only where they can be drawn.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

escapes() { LC_ALL=C grep -c "$(printf '\033')" "$scratch/raw" || :; }
beyond_ascii() { LC_ALL=C grep -c "$(printf '[\200-\377]')" "$scratch/raw" || :; }

# shows NAME ENVIRONMENT FLAGS PATTERN: starts a hand so, waits for its question, leaves
shows() {
  start "env $2 $TAPROOM play kings-council --seed tavern --bot random --fast --new $3"
  wait_for "$4"
  wait_for 'rules'
  press C-c
  ends_with 0
}

shows colour TERM=screen-256color '' 'Your bet?'
[ "$(escapes)" -gt 0 ] || fail 'a colour terminal gets no colours'
[ "$(beyond_ascii)" -gt 0 ] || fail 'a UTF-8 terminal gets no drawing'

shows no-colour NO_COLOR=1 '' 'Your bet?'
[ "$(escapes)" = 0 ] || fail 'NO_COLOR is not respected'
screen_has 'Merchant' || fail 'without colour the cards cannot be read'

shows dumb TERM=dumb '' 'Your bet?'
[ "$(escapes)" = 0 ] || fail 'TERM=dumb gets escape bytes'
[ "$(beyond_ascii)" = 0 ] || fail 'TERM=dumb gets more than ASCII'
screen_has '\[M hawk ///\]' || fail 'TERM=dumb does not show cards in ASCII'

shows latin LC_ALL=C '' 'Your bet?'
[ "$(beyond_ascii)" = 0 ] || fail 'a terminal that is not UTF-8 gets more than ASCII'
[ "$(escapes)" -gt 0 ] || fail 'a colour terminal that is not UTF-8 gets no colours'
screen_has '\[M hawk ///\]' || fail 'a terminal that is not UTF-8 does not show cards in ASCII'

shows plain TERM=screen-256color --plain 'Your bet?'
[ "$(escapes)" = 0 ] || fail '--plain gets escape bytes'
[ "$(beyond_ascii)" = 0 ] || fail '--plain gets more than ASCII'
screen_has 'Merchant of hawk, red' || fail '--plain does not call cards by name and colour'
screen_has 'Enter means check' || fail '--plain does not say what Enter means'
no_wide_lines

# --- dice are named by what they show, so they have no numbers; who has work is told with his job
start "TERM=dumb $TAPROOM play jack-of-all-trades --option wager=none --seats 3 --seed 6 --fast --new"
wait_for 'what they show, such as 4'
screen_has 'workers (4) (4) (4) (3) (3)' || fail 'dice have numbers that nobody may type'
screen_has 'workers (3) (3) (4) (4)  first job (2)' || fail 'a worker is not told with his job'
type_line '1'
wait_for 'by what it shows'
type_line '4'
wait_for 'second job (4)'
type_line 'q'
ends_with 0

# --- rules: a pager only in a terminal, and only if one is named
start "PAGER='sed s/^/paged:/' $TAPROOM rules kings-council"
wait_for '^paged:King'
ends_with 0
start "$TAPROOM rules kings-council"
wait_for 'Enter for more'
type_line 'q'
ends_with 0
