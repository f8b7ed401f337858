#!/bin/sh
# Swords & Dragons at the terminal: requests by a word alone, Wracks, troves by position, what the best Book is, and
# hands that are typed.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

saves=$XDG_STATE_HOME/taproom
save=$saves/swords-and-dragons.rec
mkdir -p "$saves"
# begin ANSWER...: a saved game of three, the person at seat 1 and first to open.
begin() {
  { printf 'taproom 1\ngame swords-and-dragons 1\nseats 3\nplayer 1 you\nplayer 2 Ann (random)\n'
    printf 'player 3 Bo (random)\nstart 1\nseed 1\n'
    printf 'rig deck KSw 2Co 3Sh   NCo 3Co 4Sh   4Sw 4Co 5Sh   D4 5Co 6Sh   7Ta 8Co KTa   8Ta 9Co ASw   9Ta NTa NEa\n'
    printf 'rig deck 2Sc 9Sk QSk 10Sk\n'
    for line in "$@"; do printf '%s\n' "$line"; done; } >"$save"
}
recorded() { grep -qx -- "$1" "$save" || { cat "$save"; fail "'$1' is not recorded"; }; }
# The troves of the others: the first four of each; seat 3 keeps King, Ace of Swords and Eagle Lance open.
troves='2 trove 2Co 3Co 4Co 5Co'
more='3 trove 3Sh 4Sh 5Sh 6Sh'
go_on() { "$TAPROOM" play swords-and-dragons --resume --fast --plain; }

# --- a trove by positions, and the Book that is held, with what one card would make of it
begin "$troves" "$more"
out=$(printf 'book\ntrove 1 3 4 7\n' | go_on)
contains "$out" 'Your best Book: a Straight of 5, Knight high.'
contains "$out" 'Knight of Coins, Dragon Gloam (as 10 of Swords), 9 of Talismans, 8 of'
contains "$out" 'The 10 of Swords would make it a Straight of 7.'
recorded '1 trove KSw 4Sw D4 9Ta'

# --- as many numbers as there must be; a hint names the best it has found, and its reason is about that one
begin "$troves" "$more"
out=$(printf '' | go_on)
contains "$out" 'numbers or codes, such as 1 2 3 4 or KSw '
for seed in 2 5 9 10; do # here the answer that was tried most often is not the best of those
  { printf 'taproom 1\ngame swords-and-dragons 1\nseats 4\nplayer 1 you\nplayer 2 Ann (random)\n'
    printf 'player 3 Bo (random)\nplayer 4 Cy (random)\nstart 2\nseed %d\n' "$seed"; } >"$save"
  out=$(printf 'h\n' | go_on)
  would=$(printf '%s' "$out" | tr '\n' ' ' | sed -n 's/.*"I would \([^.]*\)\..*/\1/p')
  first=$(printf '%s\n' "$out" | sed -n '/^Coins that each/{n;s/: .*//p;}')
  [ -n "$would" ] && [ "$would" = "$first" ] || fail "it would '$would', and says '$first' is best"
done

# --- drawn: a Dragon has its name, a card with a sobriquet all of it
begin "$troves" "$more"
out=$(printf '' | "$TAPROOM" play swords-and-dragons --resume --fast)
contains "$out" '\[D Gloam\]'
contains "$out" '│Toll    │'
contains "$out" '│Rider   │'

# --- whom, then a word alone: a rank, a suit, a card, a sobriquet
asks() { # what is typed, and what is recorded
  begin '1 trove KSw 4Sw D4 9Ta' "$troves" "$more" '1 open 1'
  out=$(printf 'quest 3\n%s\n' "$1" | go_on)
  recorded '1 quest 3'
  recorded "$2"
}
asks king '1 rank K'
asks swords '1 suit Sw'
asks ASw '1 card ASw'
asks 'ace of swords' '1 card ASw'
asks 'eagle lance' '1 name eagle-lance'
asks 'Eagle-Lance' '1 name eagle-lance'
asks 'rank K' '1 rank K'
asks dragon '1 dragon'
asks 'card asw' '1 card ASw'

# --- what she has no right to is refused, and nothing happens
begin '1 trove KSw 4Sw D4 9Ta' "$troves" "$more" '1 open 1' '1 quest 3'
out=$(printf 'queen\nshields\n' | go_on)
contains "$out" "'queen' is no answer here"
if grep -q 'rank Q' "$save"; then fail 'a request without right is taken'; fi

# --- others are called by name; which there are is told when only the sort was said
begin '1 trove KSw 4Sw D4 9Ta' "$troves" "$more" '1 open 1'
out=$(printf 'quest 3\n3\n' | go_on)
contains "$out" ' (seat 3).'
contains "$out" ' (seat 2): wrack 2 D4'
contains "$out" 'Which one of 2Sw 3Sw 4Sw'

# --- a Wrack
begin '1 trove KSw 4Sw D4 9Ta' "$troves" "$more" '1 open 1'
printf 'wrack 2 D4\n' | go_on >/dev/null
recorded '1 wrack 2 D4'

# --- a book is asked for only where there is one
out=$(printf 'book\n' | "$TAPROOM" play threes --fast --plain --seed 1 --new)
contains "$out" "'book' is no answer here"

# --- typed hands
out=$("$TAPROOM" score swords-and-dragons --with common=9Ta '5Sw 6Co 7Ch 8Sh D' '3Sw 3Co 3Ch 3Sh')
contains "$out" 'Straight of 6, ten high, 2 Swords'
contains "$out" 'Dragon Ember stands for the 10 of Swords'
contains "$out" 'wins by '
contains "$out" 'Order: 0>1'
case $out in *'in all'* | *'breaks ties'*) fail 'a Book is told in points' ;; esac
contains "$("$TAPROOM" score --help swords-and-dragons)" 'Write cards: 5Sw 6Co 7Ch 8Sh'
if "$TAPROOM" score swords-and-dragons ASw ASw 2>"$XDG_STATE_HOME/err"; then fail 'one card lies in two hands'; fi
contains "$(cat "$XDG_STATE_HOME/err")" 'The Ace of Swords is there twice.'
if "$TAPROOM" score swords-and-dragons 'D D D' 'D D' 2>"$XDG_STATE_HOME/err"; then fail 'five Dragons are scored'; fi
contains "$(cat "$XDG_STATE_HOME/err")" 'There are 4 Dragons and no more.'
if "$TAPROOM" score swords-and-dragons '10Cp' 2>"$XDG_STATE_HOME/err"; then fail 'a card that is none is scored'; fi
contains "$(cat "$XDG_STATE_HOME/err")" 'did you mean 10Co?'
