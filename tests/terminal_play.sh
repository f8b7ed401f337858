#!/bin/sh
# A person at the keyboard: whole hands, undo, hints, rules, leaving and coming back.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

# The table from its header to the question, without the story above it.
table() { screen | sed -n '/^── /,/^Your bet?/p'; }

# --- a whole hand: Enter checks or folds, so it always ends
start "$TAPROOM play kings-council --seed tavern --bot random --fast"
wait_for 'Your bet?'
see 'q quit'
for part in 'pot 4' 'King ' 'Hand' '╭──' 'You      coins 99' 'Enter = check' '1.* Fold' '2.* Check' '? rules'; do
  screen_has "$part" || fail "the first question does not show '$part'"
done
until written_times 'Enter = leave' 1; do answer ''; done
screen_has ' wins\?[.!]' || fail 'nobody is told to have won'
no_wide_lines
type_line 'r'
wait_for 'Enter = leave' 2
[ "$(times_written 'The King is the')" -ge 2 ] || fail 'telling the hand again does not tell of the King'
# another hand of the same seed is another deal
first=$(grep -a 'The King is the' "$scratch/raw" | head -n 1)
type_line 'n'
until written_times 'The King is the' 3; do sleep 0.1; done
[ "$(grep -a 'The King is the' "$scratch/raw" | tail -n 1)" != "$first" ] || fail 'the next hand is the same deal again'
until written_times 'Enter = leave' 3; do answer ''; done
type_line 'q'
ends_with 0
[ -e "$XDG_STATE_HOME/taproom/kings-council.last.rec" ] || fail 'the finished game is not kept'
[ ! -e "$XDG_STATE_HOME/taproom/kings-council.rec" ] || fail 'a finished game is still offered'
"$TAPROOM" check "$XDG_STATE_HOME/taproom/kings-council.last.rec" >/dev/null ||
  fail 'the record of the hand does not check'

# --- ten at a table still fit, at every kind of question
for game in kings-council threes rogues-and-warriors; do
  start "$TAPROOM play $game --seats 10 --seed crowd --bot random --option wager=shares --fast --new"
  wait_for '? rules'
  see 'q quit'
  screen_has '^── ' || fail "$game: with ten seats the header is not on the screen"
  screen_has 'pot 50' || fail "$game: with ten seats the pot is not on the screen"
  screen_has 'You ' || fail "$game: with ten seats the own line is not on the screen"
  no_wide_lines
  press C-c
  ends_with 0
done

# --- typed words, positions, codes, an amount asked for; mistakes are explained and change nothing
start "$TAPROOM play kings-council --seats 2 --seed letters --bot random --fast --new"
wait_for 'Your bet?'
type_line 'dance'
wait_for "'dance' is no answer here"
type_line '3'
wait_for 'How much'
type_line '4000'
wait_for 'whole number from'
type_line ''
until written_times 'Exchange which cards?' 1; do answer 'c'; done
see '╴1╶'
type_line '1 2 3'
wait_for 'name up to 2 by number'
answer 'exchange 1 3'
wait_for 'You draw the .*, the '

# --- undo: back to that decision, the same cards come, the record says so
drawn=$(grep -a 'You draw the' "$scratch/raw" | head -n 1)
answer 'u'
wait_for 'Taken back: exchange'
see 'Exchange which cards?'
answer '1 3'
[ "$(times_written 'You draw the')" = 2 ] || fail 'after undo nothing is drawn'
again=$(grep -a 'You draw the' "$scratch/raw" | tail -n 1)
[ "$drawn" = "$again" ] || fail "after undo other cards came: $drawn / $again"
type_line 's'
wait_for '^Saved'
grep -q '^undo to ' "$XDG_STATE_HOME/taproom/kings-council.rec" || fail 'the record does not show the undo'

# --- hint and rules
type_line 'h'
wait_for 'I would '
type_line '?'
wait_for 'Enter for more'
answer 'q'
no_wide_lines

# --- Ctrl-C saves; the next start offers to go on at the same position
see 'q quit'
before=$(table)
contains "$before" 'Hand'
press C-c
wait_for 'The game is saved'
ends_with 0
start "$TAPROOM play kings-council --fast"
wait_for 'Go on with it'
press C-d # no answer: the save stays
ends_with 0
start "$TAPROOM play kings-council --fast"
wait_for 'Go on with it'
type_line ''
wait_for 'Your bet?'
see 'q quit'
[ "$before" = "$(table)" ] || fail "resumed elsewhere: $before
--- now: $(table)"

# --- so do end of input, q and SIGTERM
press C-d
ends_with 0
for way in quit term; do
  start "$TAPROOM play kings-council --fast --resume"
  wait_for '? rules'
  if [ $way = quit ]; then
    type_line 'q'
  else
    kill -TERM "$(ps -o pid= --ppid "$(cat "$scratch/pid")" | head -n 1 | tr -d ' ')"
  fi
  wait_for 'The game is saved'
  ends_with 0
done
start "$TAPROOM play kings-council --fast --resume"
see 'q quit'
[ "$before" = "$(table)" ] || fail 'resuming again and again moves the game'
press C-c
ends_with 0

# --- a broken save is named, kept aside, and does not stop anybody
echo 'this is no record' > "$XDG_STATE_HOME/taproom/kings-council.rec"
start "$TAPROOM play kings-council --fast --resume"
wait_for 'saved game is broken in line 1'
wait_for 'Your bet?'
[ -e "$XDG_STATE_HOME/taproom/kings-council.rec.broken" ] || fail 'the broken save is gone'
press C-c
ends_with 0

# --- a save under other rules is called so, is not played on, and stays as it was
saved=$XDG_STATE_HOME/taproom/kings-council.rec
sed -i 's/^game kings-council .*/game kings-council 1/' "$saved"
cp "$saved" "$scratch/older.rec"
start "$TAPROOM"
wait_for 'keep the record of King.s Council, played under other rules'
press C-d
ends_with 0
start "$TAPROOM play kings-council --fast --resume"
wait_for "saved game of King's Council was played under version 1 of its rules; this program plays version"
wait_for 'Your bet?'
cmp "$scratch/older.rec" "$XDG_STATE_HOME/taproom/kings-council.rules-1.rec" ||
  fail 'the save under other rules is not kept'
press C-c
ends_with 0

# --- the menu: a guided hand, settings, and a polite end
start "$TAPROOM"
wait_for 'What shall it be'
see 'go on with '
screen_has 'What shall it be' || fail 'the menu does not fit the screen'
screen_has ' 1  Rogues and Warriors  .*1[01]  D' || fail 'the menu does not show the first games'
type_line 'f'
wait_for 'Two cards each, and the better'
wait_for 'one of six among ninety'
type_line 's'
wait_for 'This hand is for learning'
type_line 'c'
wait_for 'Which card do you show'
wait_for 'What would you rather'
type_line '2'
wait_for 'One card of each is known now'
type_line 'c'
wait_for 'Enter = leave'
see 'Your pair was the best\|A better pair took it'
type_line ''
wait_for 'What shall it be' 2
type_line '2'
wait_for 'a number changes that setting'
type_line '13'
wait_for 'does not go with'
type_line '12'
wait_for 'hidden-fate .*on' 1
see 'House rulings:'
no_wide_lines
type_line 'b'
wait_for 'What shall it be' 3
press C-d
wait_for 'Until next time'
ends_with 0

# --- somebody at your elbow: called, sent away, and remembered; a game that is explained is saved like any other
start "$TAPROOM play threes --fast --new --bot random --guide"
wait_for 'Keep which value?'
see 'Five dice, and the lowest total wins'
see 'You keep all dice of the value'
type_line 'g'
wait_for 'You are left alone'
press C-c
ends_with 0
see 'The game is saved'
start "$TAPROOM play heroes-plunder --fast --new --bot random"
wait_for 'Which card do you keep?'
! screen_has 'A Warrior is a set by itself' || fail 'who was sent away speaks'
type_line 'guide'
wait_for 'A Warrior is a set by itself'
press C-c
ends_with 0
start "$TAPROOM play heroes-plunder --fast --resume"
wait_for 'A Warrior is a set by itself'
type_line 'g'
wait_for 'You are left alone'
press C-c
ends_with 0

# --- once more goes on with the coins as they are: who is out buys in, the slate says so, afresh wipes it
start "$TAPROOM play rogues-and-warriors --seats 2 --option stack=1 --seed purse --bot random --fast --new"
for hand in 1 2 3; do
  wait_until 'a question or the end' eval "written_times 'Enter = leave' $hand || screen_has 'Which card do you show'"
  while ! written_times 'Enter = leave' "$hand"; do
    type_line '1'
    sleep 0.1
  done
  [ "$hand" = 3 ] || type_line "$([ "$hand" = 1 ] && echo n || echo a)"
done
see 'a afresh'
wait_for 'The game goes on with the coins as they are: .*(bought in once)'
[ "$(times_written 'with the coins as they are')" = 1 ] || fail 'afresh goes on with the coins'
type_line ''
ends_with 0
