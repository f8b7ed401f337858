#!/bin/sh
# Without a terminal: pipes, exit codes, messages, and output for programs.
# shellcheck source=tests/terminal_helpers
. "$(dirname "$0")/terminal_helpers"

escape=$(printf '\033')

# --- a game from a pipe: no pause, no colour, the end of input saves
out=$(printf 'check\n' | "$TAPROOM" play kings-council --seed pipes --bot random) || fail 'a piped game fails'
contains "$out" 'You check'
contains "$out" 'The game is saved'
case $out in *"$escape"*) fail 'a pipe gets colours' ;; esac
out=$(printf '' | "$TAPROOM" play kings-council --resume --plain) || fail 'resuming in a pipe fails'
contains "$out" 'goes on where you left it'
contains "$out" 'The game is saved'
out=$(yes '' | ASAN_OPTIONS=detect_leaks=1 "$TAPROOM" play kings-council --resume --plain) ||
  fail 'a piped game to its end fails'
contains "$out" 'wins\?[.!]'
if [ -e "$XDG_STATE_HOME/taproom/kings-council.rec" ]; then fail 'a finished game is still saved'; fi

# --- an unfinished game is never overwritten unasked
printf '' | "$TAPROOM" play threes --seed one --bot random >/dev/null
out=$(printf '' | "$TAPROOM" play threes --seed two --bot random)
contains "$out" 'threes.previous.rec'

# --- nowhere to save: said once, and the game goes on
out=$(printf 'check\n\n' | XDG_STATE_HOME=/dev/null/nowhere "$TAPROOM" play kings-council --seed pipes --bot random) ||
  fail 'a game that cannot be saved fails'
contains "$out" 'cannot be saved'
[ "$(printf '%s\n' "$out" | grep -c 'cannot be saved')" = 1 ] ||
  fail 'the failing save is complained about again and again'

out=$(printf 's\ns\nq\n' | XDG_STATE_HOME=/dev/null/nowhere "$TAPROOM" play kings-council --seed pipes --bot random) ||
  fail 'leaving a game that cannot be saved fails'
[ "$(printf '%s\n' "$out" | grep -c 'cannot be saved')" -ge 2 ] || fail 'who asks for a save is not told that it failed'
contains "$out" 'The game is not saved'

# --- output that is lost is a failure
for command in 'games --json' 'sim threes --games 10' 'score threes 33124' 'rules threes' '--help'; do
  code=0
  # shellcheck disable=SC2086 # words of a command
  "$TAPROOM" $command >/dev/full 2>"$scratch/message" || code=$?
  [ "$code" = 1 ] || fail "taproom $command into a full disk ends with $code instead of 1"
  grep -q 'could not be written' "$scratch/message" || fail "taproom $command does not say that its output is lost"
done

# --- the menu has nobody to ask
out=$(printf '' | "$TAPROOM") || fail 'taproom alone in a pipe fails'
contains "$out" 'Usage: taproom'

# --- mistakes: exit code 2, nothing on standard output, a sentence that says what to do
refuses() {
  wanted=$1
  shift
  code=0
  out=$("$TAPROOM" "$@" 2>"$scratch/message" </dev/null) || code=$?
  [ "$code" = 2 ] || fail "taproom $* ends with $code instead of 2"
  [ -z "$out" ] || fail "taproom $* writes to standard output"
  grep -q -- "$wanted" "$scratch/message" || fail "taproom $* says: $(cat "$scratch/message")"
}
refuses "no command 'dance'" dance
refuses 'say which game' play
refuses "no game 'chess'.*kings-council" play chess
refuses "'--wrong' is not understood" play kings-council --wrong
# the word that is wrong is the one named, wherever it stands
refuses "'-seats' is not understood" play kings-council -seats 3
refuses "'-seats' is not understood" play --fast kings-council -seats 3
refuses "'-1\*B-wren M-hare' is not understood" score kings-council '-1*B-wren M-hare'
refuses "'--seed' is not understood, or lacks its value" sim threes --seed
refuses "'--wrong' is not understood" bench --wrong
refuses '\-\-seats takes a whole number from 2 to 10' bench threes --seats 3x
refuses '\-\-games takes a whole number from 100' bench threes --games 99999999999
refuses '\-\-books takes a whole number from 100' bench --books 7
refuses "no game 'chess'" bench threes chess
refuses 'for 2 to 10 seats' play kings-council --seats 1
refuses '\-\-seats takes a number' play kings-council --seats many
refuses 'You can take seat 1 to 4' play kings-council --seat 9
refuses "no bot 'oracle'" play kings-council --bot oracle
refuses "no option 'jokers'" play kings-council --option jokers
refuses "no option 'jokers', and no others\.\$" play dwarven-miner --option jokers
refuses 'min-raise, short-raise, .* and [0-9]* more\.$' play swords-and-dragons --option jokers
refuses 'does not go with' play threes --option dragon-cards
refuses '\-\-pace takes milliseconds' play threes --pace slow
refuses '3 bots were named' play threes --seats 3 --bot random --bot random --bot random
refuses "no page 'chess'" rules chess
refuses 'not understood' games --wrong
refuses 'at least one hand' score kings-council
refuses 'Say who is King' score kings-council 'B-wren M-hare B-horse R-wolf L-hawk'
refuses "'X-wolf' is no card" score kings-council --with king=B-hare 'X-wolf M-hare B-horse R-wolf L-hawk'
refuses 'takes 5 cards, not 1' score kings-council --with king=B-hare B-wren M-hare
refuses "hand 2 ('331'): Keep: it takes 5 dice, not 3" score threes 33124 33316 331
for command in play games rules score bench; do
  out=$("$TAPROOM" $command --help) || fail "taproom $command --help fails"
  contains "$out" 'Examples:'
done
for command in '' play games rules replay check score sim match bench verify serve backup restore check-store; do
  if "$TAPROOM" $command --help | grep -n '.\{81\}'; then fail "taproom $command --help is wider than a terminal"; fi
done

# --- score: what a game asks comes from its own description; a game without hands says why
contains "$("$TAPROOM" score --help delve)" '--with own.N=...  Own dice'
contains "$("$TAPROOM" score threes --option hidden-fate --help)" "taproom score threes --with 'card.0=B-owl' '3312'"
refuses 'the last player who is left wins the pot' score doublerogue
refuses "card.*only with the option hidden-fate" score threes --with card.0=B-owl 33124

# --- score: text and exact JSON
out=$("$TAPROOM" score kings-council --with king=B-hare 'B-wren M-hare B-horse R-wolf L-hawk')
contains "$out" '9  in all'
contains "$out" "3  a mammal, as the King"
"$TAPROOM" score kings-council --json --with king=B-hare 'B-wren M-hare B-horse R-wolf L-hawk' > "$scratch/score.json"
python3 -m json.tool "$scratch/score.json" >/dev/null || fail 'score --json is no JSON'
python3 - "$scratch/score.json" <<'EOF' || fail 'score --json has other values'
import json, sys
found = json.load(open(sys.argv[1]))
assert list(found) == ["game", "hands", "order"], found
assert found["game"] == "kings-council" and found["order"] == "0", found
(hand,) = found["hands"]
assert list(hand) == ["score", "tie", "place", "parts"], hand
assert hand["score"] == 9 and hand["place"] == 1 and hand["tie"] == [2], hand
assert [part["points"] for part in hand["parts"]] == [4, 2, 3], hand
assert all(list(part) == ["text", "points"] for part in hand["parts"]), hand
EOF
"$TAPROOM" score threes --json '33124' '33316' '12456' '3 3 3 3 3' > "$scratch/score.json"
python3 - "$scratch/score.json" <<'EOF' || fail 'score threes --json has other values'
import json, sys
found = json.load(open(sys.argv[1]))
assert found["order"] == "3>0=1>2", found
assert [hand["place"] for hand in found["hands"]] == [2, 2, 4, 1], found
assert [hand["score"] for hand in found["hands"]] == [7, 7, 18, 0], found
assert [hand["tie"] for hand in found["hands"]] == [[], [], [], []], found
EOF

# --- games: where a game has no options that is said
out=$("$TAPROOM" games dwarven-miner)
contains "$out" '^  No options\.$'
case $out in *Options:*|*--option*) fail 'options are spoken of where there are none' ;; esac
out=$("$TAPROOM" games threes)
contains "$out" '^  Options:$'
contains "$out" 'taproom play threes --option NAME=VALUE'

# --- games: valid JSON that agrees with the program
"$TAPROOM" games --json > "$scratch/games.json"
python3 - "$scratch/games.json" <<'EOF' || fail 'games --json is not as it should be'
import json, sys
games = {game["id"]: game for game in json.load(open(sys.argv[1]))}
assert {"kings-council", "threes", "rogues-and-warriors"} <= set(games)
for game in games.values():
    seats = game["seats"]
    assert game["title"] and game["about"] and 2 <= seats["min"] <= seats["best"] <= seats["max"], game
    assert game["minutes"] > 0 and 1 <= game["skill"] <= 5, game
    names = [option["name"] for option in game["options"]]
    assert len(names) == len(set(names))
    for option in game["options"]:
        assert option["about"]
        if option["type"] == "flag": assert option["default"] in (True, False)
        elif option["type"] == "number": assert option["min"] <= option["default"] <= option["max"]
        else: assert option["default"] in option["words"]
    for clash in game["clashes"]:
        assert clash["reason"] and clash["a"]["option"] in names and clash["b"]["option"] in names
assert any(clash["a"]["option"] == "dragon-cards" for clash in games["threes"]["clashes"])
grouped = {option["name"] for game in games.values() for option in game["options"]
           if option.get("group") == "House rulings"}
assert grouped == {"short-raise", "poor-ante", "highest-total", "earlier-rogues", "unseen-scouts", "empty-deck",
                   "die-six", "wyrms-with-common", "fold-under", "short-stacks", "refund-unanswered"}, grouped
EOF
# What belongs to a group stands under its heading, behind all the others.
contains "$("$TAPROOM" games threes | sed '1,/^  House rulings:$/d')" '^    short-raise='
if "$TAPROOM" games threes | sed '/^  House rulings:$/,$d' | grep -q '^    short-raise='; then
  fail 'a house ruling stands among the variants'
fi

# --- every game has its page of rules, every option of a game stands in it or in the pages about money
of_games() { python3 -c "import json, sys; games = json.load(open(sys.argv[1])); print(*[$1])" "$scratch/games.json"; }
for game in $(of_games 'game["id"] for game in games'); do
  { "$TAPROOM" rules "$game"; "$TAPROOM" rules betting; "$TAPROOM" rules shares; } > "$scratch/rules"
  for option in $(of_games 'o["name"] for game in games if game["id"] == "'"$game"'" for o in game["options"]'); do
    grep -q -- "$option" "$scratch/rules" || fail "the rules of $game do not tell of the option $option"
  done
  [ "$("$TAPROOM" rules "$game" | awk 'length($0) > 80' | wc -l)" = 0 ] ||
    fail "the rules of $game are wider than a terminal"
done

# --- a game that is left and taken up, or in which something is taken back, goes on as if nothing had happened: the
# --- bots have seen what the record tells
last=$XDG_STATE_HOME/taproom/kings-council.last.rec
# in_force FILE: the answers that stayed
in_force() {
  awk '/^undo to/ { n = $3; next } /^[0-9]+ / { line[n++] = $0 } END { for (i = 0; i < n; i++) print line[i] }' "$1"
}
i=0
while printf 'call\ncheck\nexchange none\n'; do i=$((i + 1)); [ $i -lt 40 ] || break; done > "$scratch/rote"
"$TAPROOM" play kings-council --new --seed afresh --bot search:1 --plain < "$scratch/rote" >/dev/null ||
  fail 'a game by rote fails'
in_force "$last" > "$scratch/whole"
sed -n 's/^1 //p' "$scratch/whole" > "$scratch/mine"
[ "$(wc -l < "$scratch/mine")" -ge 3 ] || fail 'the game by rote is too short to be left in its midst'
head -n 2 "$scratch/mine" | "$TAPROOM" play kings-council --new --seed afresh --bot search:1 --plain >/dev/null
tail -n +3 "$scratch/mine" | "$TAPROOM" play kings-council --resume --plain >/dev/null
in_force "$last" | cmp - "$scratch/whole" || fail 'a game that was taken up goes on otherwise'
{ head -n 2 "$scratch/mine"; printf 'u\n'; tail -n +2 "$scratch/mine"; } |
  "$TAPROOM" play kings-council --new --seed afresh --bot search:1 --plain >/dev/null
grep -q '^undo to' "$last" || fail 'nothing was taken back'
in_force "$last" | cmp - "$scratch/whole" || fail 'after an undo the game goes on otherwise'
