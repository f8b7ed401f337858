#!/usr/bin/env python3
"""Money means something: a rematch goes on with the stacks as they are, who is out buys in again, and the slate tells
it to all."""
import subprocess
import sys
import tempfile

from house import PROGRAM, House, run
from ws import Player, new_table, play_out, refused, until

house = House()


def people(*names):
    return [Player(house.port, name).connect() for name in names]


def coins(player, table):
    """What each has at the end, by the counters of the view."""
    view = player.views[table]
    return [sum(c["value"] for c in view["counters"] if c["owner"] == s and c["name"] == "coins")
            for s in range(view["seats"])]


def game_of(players, **fields):
    """A game that is over."""
    table = new_table(players[0], players[1:], seats=fields.pop("seats", len(players)), **fields)
    players[0].ask(type="deal", table=table)
    play_out(players, table)
    return table


def once_more(player, others, table):
    """The next table, which all have entered."""
    following = player.ask(type="rematch", table=table)["table"]
    for one in [player] + others:
        one.enter(following)
    return following


def seats(player, table):
    return player.tables[table]["seats"]


def record_of(table):
    status, _, body = house.get(f"/api/record/{table}")
    assert status == 200, (status, body)
    return body.decode()


def test_goes_on():
    """Stacks, the start, and the record; also when the house is killed before the deal and in the middle."""
    anna, bert = people("Anna", "Bert")
    table = game_of([anna, bert], options=["ante=3"])
    had, start = coins(anna, table), anna.views[table]["start"]
    assert sum(had) == 200, had
    following = once_more(bert, [anna], table)
    house.kill()
    house.start()
    for player in (anna, bert):
        player.connect()
        player.enter(following)
    assert anna.tables[following]["before"] == table
    assert [seat["stack"] for seat in seats(anna, following)] == had
    assert not any("bought" in seat or "out" in seat for seat in seats(anna, following))
    bert.ask(type="deal", table=following)
    until([anna, bert], lambda: all(following in player.views for player in (anna, bert)))
    assert anna.views[following]["start"] == (start + 1) % 2
    assert "stack" not in seats(anna, following)[0], "what is brought is the view's affair once it is dealt"
    house.kill()
    house.start()
    for player in (anna, bert):
        player.connect()
        player.enter(following)
    play_out([anna, bert], following)
    assert sum(coins(anna, following)) == 200
    text = record_of(following)
    assert f"\nbefore {table}\n" in text and f"\nstacks {had[0]} {had[1]}\n" in text, text
    assert f"\nstart {(start + 1) % 2 + 1}\n" in text, text
    assert "before" not in record_of(table)
    with tempfile.NamedTemporaryFile("w", suffix=".rec") as file:
        file.write(text)
        file.flush()
        assert subprocess.run([PROGRAM, "check", file.name], stdout=subprocess.DEVNULL, check=False).returncode == 0
    for player in (anna, bert):
        player.socket.close()


def somebody_out(players, **fields):
    """A game after which one of two has everything: (table, rich, poor)."""
    for _ in range(50):
        table = game_of(players, options=["stack=1", "wager=shares", "share=1"], **fields)
        had = coins(players[0], table)
        if sorted(had) == [0, 2]:
            return table, had.index(2), had.index(0)
    raise AssertionError("nobody ever loses")


def test_out_and_in_again():
    pair = people("Cato", "Dora")
    table, rich, poor = somebody_out(pair)
    winner, loser = pair[rich], pair[poor]
    refused(winner, "not-now", type="buy", table=table)
    refused(pair[0], "not-now", type="afresh", table=table)
    following = once_more(winner, [loser], table)
    seat = seats(winner, following)[poor]
    assert seat["out"] is True and seat["stack"] == 0 and "bought" not in seat, seat
    refused(winner, "not-now", type="deal", table=following)
    refused(winner, "not-now", type="buy", table=following)
    loser.ask(type="buy", table=following)
    until(pair, lambda: seats(winner, following)[poor].get("bought") == 1)
    assert seats(winner, following)[poor]["stack"] == 1 and "out" not in seats(winner, following)[poor]
    refused(loser, "not-now", type="buy", table=following)
    house.kill()
    house.start()
    for player in pair:
        player.connect()
        player.enter(following)
    assert seats(winner, following)[poor]["bought"] == 1 and seats(loser, following)[rich]["stack"] == 2
    refused(loser, "not-host", type="afresh", table=following)
    winner.ask(type="afresh", table=following)
    until(pair, lambda: "stack" not in seats(loser, following)[poor])
    assert not any("bought" in seat for seat in seats(loser, following))
    winner.ask(type="deal", table=following)
    play_out(pair, following)
    assert sum(coins(winner, following)) == 2
    refused(winner, "not-now", type="afresh", table=following)
    for player in pair:
        player.socket.close()


def test_one_press():
    """Who is out and asks for the rematch has bought in; the slate goes along; somebody new begins with what is
    usual."""
    pair = people("Emil", "Fritzi")
    table, rich, poor = somebody_out(pair)
    winner, loser = pair[rich], pair[poor]
    following = once_more(loser, [winner], table)
    seat = seats(winner, following)[poor]
    assert seat["bought"] == 1 and seat["stack"] == 1 and "out" not in seat, seat
    loser.ask(type="deal", table=following)
    play_out(pair, following)
    third = once_more(winner, [loser], following)
    assert seats(winner, third)[poor]["bought"] >= 1, "the slate is wiped"
    loser.ask(type="leave", table=third)
    gast, = people("Gast")
    gast.ask(type="sit", table=third)
    until([winner, gast], lambda: seats(winner, third)[poor].get("name") == "Gast")
    seat = seats(winner, third)[poor]
    assert seat["stack"] == 1 and "bought" not in seat, seat
    for player in (winner, loser, gast):
        player.socket.close()


def test_bots_buy_in():
    alone, = people("Hugo")
    for _ in range(60):
        table = game_of([alone], seats=2, bots=[None, "random"], options=["stack=1", "wager=shares", "share=1"])
        if coins(alone, table) == [2, 0]:
            break
    else:
        raise AssertionError("the bot never loses")
    following = once_more(alone, [], table)
    assert seats(alone, following)[1]["bought"] == 1 and seats(alone, following)[1]["stack"] == 1
    alone.ask(type="deal", table=following)
    play_out([alone], following)
    assert sum(coins(alone, following)) == 3
    alone.socket.close()


def test_an_evening():
    """What was lent counts; and a game for nothing keeps nothing but the turn to begin."""
    pair = people("Ida", "Jon")
    table = game_of(pair, game="adventurers-choice", options=["rounds=2"])
    scores = pair[0].views[table]["scores"]
    following = once_more(pair[0], pair[1:], table)
    assert [seat["stack"] for seat in seats(pair[0], following)] == [max(0, score) for score in scores]
    table = game_of(pair, options=["wager=none"])
    start = pair[0].views[table]["start"]
    following = once_more(pair[0], pair[1:], table)
    assert not any("stack" in seat for seat in seats(pair[0], following))
    pair[0].ask(type="deal", table=following)
    until(pair, lambda: following in pair[0].views)
    assert pair[0].views[following]["start"] == (start + 1) % 2
    for player in pair:
        player.socket.close()


def test_stop():
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_goes_on, test_out_and_in_again, test_one_press, test_bots_buy_in, test_an_evening, test_stop])
