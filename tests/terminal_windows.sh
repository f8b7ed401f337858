#!/bin/sh
# What only test games ask of a terminal: windows and standing orders, hourglasses, splits and counts.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"
: "${TRIAL:?names the program with the test games}"

saves=$XDG_STATE_HOME/taproom
mkdir -p "$saves"
lacks() { if printf '%s' "$1" | grep -q -- "$2"; then fail "'$2' is in: $1"; fi; }

# parlour SEAT HAND ANSWER...: a saved game of two, the person at SEAT with HAND, the bot with what can only be played
# in its own turn.
parlour() {
  seat=$1 hand=$2
  shift 2
  idle='t112 t115 t118 t121'
  if [ "$seat" = 1 ]; then
    cards="$hand $idle"
    players='player 1 you
player 2 Ann (random)'
  else
    cards="$idle $hand"
    players='player 1 Ann (random)
player 2 you'
  fi
  { printf 'taproom 1\ngame parlour 1\nseats 2\n%s\nseed 1\nrig tricks %s\n' "$players" "$cards"
    for line in "$@"; do printf '%s\n' "$line"; done; } > "$saves/parlour.rec"
}
go_on() { "$TRIAL" play "$1" --resume --fast; }
recorded() { grep -c -- "^$2\$" "$saves/$1.rec" || :; }

# --- who could only pass is not asked, whatever his orders say, and passes like anybody
parlour 2 't100 t103 t106 t109' '1 play t112' '# order always'
out=$(printf '' | go_on parlour)
lacks "$out" 'Answer it?'
contains "$out" 'Your trick?'
[ "$(recorded parlour '2 pass')" -ge 1 ] || fail 'the pass is not recorded'

# --- who can do something is asked, and told what everybody knows; nothing is taken back meanwhile
parlour 2 't101 t103 t106 t109' '1 play t112'
out=$(printf 'u\norders\n?\n' | go_on parlour)
contains "$out" 'Answer it?'
contains "$out" "Window: trick .* touches you .*'s turn"
contains "$out" 'Nothing is taken back while a window is open'
contains "$out" 'o orders'
contains "$out" 'defend: Ask me when my own trick is being answered'
contains "$out" 'none, so the usual one'
contains "$out" 'When to be asked in windows: type orders'
[ "$(recorded parlour '2 pass')" = 0 ] || fail 'looking answers the window'
out=$(printf '' | "$TRIAL" play parlour --resume --plain)
contains "$out" "Window: trick. It touches you. .*'s turn."

# --- an order that is given answers the window that is open
out=$(printf 'orders until-turn\n' | go_on parlour)
contains "$out" 'That is ordered'
contains "$out" 'Your trick?'
[ "$(recorded parlour '2 pass')" -ge 1 ] || fail 'an order does not answer'

# --- it is kept with the game, and what it answered is no decision to take back
parlour 1 't101 t103 t106 t109'
out=$(printf 'orders until-turn\nq\n' | go_on parlour)
grep -q '^# order until-turn$' "$saves/parlour.rec" || fail 'the order is not saved'
"$TRIAL" check "$saves/parlour.rec" >/dev/null || fail 'a save with orders is no record'
printf '1 rest\n2 play t112\n' >> "$saves/parlour.rec"
out=$(printf 'orders\nu\n' | go_on parlour)
lacks "$out" 'Answer it?'
contains "$out" 'Your orders: until-turn.'
contains "$out" 'Taken back: rest'
parlour 1 't101 t103 t106 t109' '1 rest' '2 play t112'
contains "$(printf '' | go_on parlour)" 'Answer it?'

# --- orders that are none change nothing and say what there is
parlour 1 't101 t103 t106 t109'
many=$(seq -s, -f ' card t%g' 200 219)
more=$(seq -s, -f ' card t%g' 220 232)
out=$(printf '%s\n' 'orders Touches, CARD T101' 'orders dance' 'orders card x9' 'orders drop always' \
  'orders usual always' 'orders also' 'o' 'orders also always' 'orders drop touch' 'o' "orders$many" \
  "orders also$more" 'orders usual' 'o' | go_on parlour)
contains "$out" "'dance' is no order here. Possible: usual, touch, always, until-turn, card"
contains "$out" 'CODE, defend.'
contains "$out" "'x9' is no card of this game"
contains "$out" "'always' is none of your orders"
contains "$out" 'The usual order stands alone'
contains "$out" 'Say which order'
contains "$out" 'Your orders: touch, card T101.'
contains "$out" 'Your orders: card T101, always.'
contains "$out" 'There are at most 32 orders'
contains "$out" 'Your orders: none'

# --- a window that touches nobody is passed by the usual order; always asks
out=$(printf '' | "$TRIAL" play toll --option place=door --seed door --bot random --seats 3 --seat 2 --new)
lacks "$out" 'Call?'
printf '%s\n' 'taproom 1' 'game toll 1' 'option place=door' 'seats 3' 'player 1 Ann (random)' 'player 2 you' \
  'player 3 Bob (random)' 'seed 1' '1 dare' '# order always' > "$saves/toll.rec"
contains "$(printf '' | go_on toll)" 'Call?'

# --- no wall clock runs: the sand falls when every seat has had its say, and only then
clocks=0
for seed in $(seq 30); do
  yes wait | "$TRIAL" play toll --option place=bridge --seed "$seed" --bot random --seats 3 --new --fast \
    >> "$scratch/bridge"
  clocks=$((clocks + $(python3 - "$saves/toll.last.rec" <<'PY'
import re, sys
silent, clocks = set(), 0
for line in open(sys.argv[1]):
    found = re.match(r"(\d+|clock) (wait|take|grain)\b", line)
    if not found: continue
    if found[1] != "clock":
        silent.add(found[1])
        continue
    clocks += 1
    if silent != {"1", "2", "3"}: sys.exit("the clock answered before " + line)
    silent = set()
print(clocks)
PY
)))
done
grep -q 'Hourglass: 20 seconds in 2 grains' "$scratch/bridge" || fail 'the hourglass is not shown'
[ "$clocks" -ge 3 ] || fail "the clock answered $clocks times in thirty games"
# Between bots alone too: on the bridge only the clock has one answer, and three who toss a coin seldom all wait.
"$TRIAL" sim toll --option place=bridge --seats 3 --games 4000 --bot random --json > "$scratch/sim.json"
python3 -c '
import json, sys
found = json.load(open(sys.argv[1]))
clock = (found["decisions"] - found["real_decisions"]) / found["games"]
assert 0.1 < clock < 0.18, clock # 1/8 + 1/64' "$scratch/sim.json" ||
  fail 'between bots the clock is in a hurry, or never answers'

# --- a split: names, numbers, the words of records; what is wrong is named, and changes nothing
begin='play bargain --seed tokens --bot random --new --fast'
# shellcheck disable=SC2086 # words of a command
out=$(printf '' | "$TRIAL" $begin)
contains "$out" 'such as: propose 1 [a-z]* to 1, rest to 4'
contains "$out" 'To give: '
name=$(printf '%s' "$out" | tr '\n' ' ' | sed -n 's/.*Places: 1 you,  *2 \([A-Za-z ]*\), .*/\1/p')
[ -n "$name" ] || fail 'the places are not named'
kind=$(printf '%s' "$out" | sed -n 's/.*such as: propose 1 \([a-z]*\) to.*/\1/p')
# shellcheck disable=SC2086
out=$(printf '%s\n' "propose 30 $kind to me" "propose $kind to Nobody" 'propose straw to me' "propose $kind to me" \
  "propose $kind" 'propose to 2' 'propose 5: rest' "2 $kind to me" u | "$TRIAL" $begin | tr '\n' ' ')
contains "$out" 'What is said in a talk is not taken back'
lacks "$out" 'u undo'
contains "$out" "There [a-z]* only [0-9]* $kind"
contains "$out" "'Nobody' is no place: there are 1 you"
contains "$out" "'straw' is none of the things there are"
contains "$out" ' left over: say who gets them'
contains "$out" "Say to whom you give 1 $kind"
contains "$out" "Say what goes to '2'"
contains "$out" "'5' is no place"
[ "$(grep -c '^1 ' "$saves/bargain.rec")" = 0 ] || fail 'a wrong split was played'
# shellcheck disable=SC2086
printf '%s\n' "propose 1 $kind to $name, rest to me" | "$TRIAL" $begin >/dev/null
grep -q "^1 propose 1: .*; 2: $kind\$" "$saves/bargain.rec" ||
  fail "a split by name is not played: $(grep '^1 ' "$saves/bargain.rec")"
# shellcheck disable=SC2086
out=$(printf '%s\n' 2 'nonsense' 'all to 3' | "$TRIAL" $begin)
contains "$out" 'Who gets what (1 '
contains "$out" 'Enter alone goes back'
grep -q '^1 propose 3: ' "$saves/bargain.rec" || fail 'a split by number is not played'

# --- a hoard: who gets nothing of it because she did not fight is told so in the game's words
{ printf 'taproom 1\ngame dragons-gold 1\nseats 4\nplayer 1 you\nplayer 2 Bo (random)\nplayer 3 Cy (random)\n'
  printf 'player 4 Di (random)\nstart 1\nseed 1\n'
  printf 'rig dragons brass-hoarder reed-serpent moss-whelp the-sleeper  sunscale\n'
  printf 'rig tokens 2*silver gold 3*blue   3*silver   gold   7*silver\n'
  printf '1 place knight 1\n2 place thief 2\n3 place dame 1\n'; } > "$saves/dragons-gold.rec"
out=$(printf '%s\n' 'propose all to 2' 'propose 2: gold; rest to me' 'propose 2 silver to me, 3 blue to 3' |
  "$TAPROOM" play dragons-gold --resume --fast --plain)
contains "$out" " did not fight this dragon: there are 1 you and 3 "
contains "$out" '1 gold is left over: say who gets it'
if grep -q propose "$saves/dragons-gold.rec"; then fail 'a wrong proposal was made'; fi

# --- counts, and orders is no verb there
lay='lay 1: rest'
out=$(printf '%s\n' go "$lay" "$lay" "$lay" "$lay" "$lay" "$lay" "$lay" "$lay" orders '10 gold' \
  'order gold for silver' 'order 3 straw' 'order 2 gold and 3 silvers' |
    "$TRIAL" play stalls --seed s --bot random --seats 2 --new --fast | tr '\n' ' ')
contains "$out" 'such as: order 2 gold'
contains "$out" '0 to 54 in all, at most 9 gold'
contains "$out" 'Your orders: none'
contains "$out" 'There are only 9 gold'
contains "$out" 'leave out for'
contains "$out" "'straw' is none of the things"
grep -q '^1 order 2\*gold 3\*silver$' "$saves/stalls.last.rec" || fail 'counts are not played'

# --- all of it fits a terminal of 80 columns and 24 lines
parlour 2 't101 t103 t106 t109' '1 play t112'
for game in parlour bargain; do
  start "NO_COLOR=1 $TRIAL play $game --resume --fast"
  see 'q quit'
  screen_has '^── ' || fail "$game: the header is not on the screen"
  screen_has 'Window: trick\|Hourglass: 60 seconds' || fail "$game: the occasion is not on the screen"
  no_wide_lines
  if grep -q "$(printf '\033')\[[0-9;]*m" "$scratch/raw"; then fail "$game: colours in spite of NO_COLOR"; fi
  type_line 'o'
  wait_for 'orders usual'
  no_wide_lines
  press C-c
  ends_with 0
done
