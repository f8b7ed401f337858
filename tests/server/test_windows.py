#!/usr/bin/env python3
"""What only the test games ask of the server, at real sockets and against the schema: windows that a SIGKILL finds
open, hourglasses, roles."""
import os
import sqlite3
import sys

import house
import ws
from house import House, run
from sums import put_document
from ws import Player, come_back, new_table, play_out, refused

house.PROGRAM = os.environ.get("TRIAL", "build/tests/taproom-trial")
tavern = House()


def guests(*names):
    return [Player(tavern.port, name).connect() for name in names]


def until(players, ready):
    """Reads for all of them; each keeps its last update."""
    ws.until(players, ready, each=note)


def note(player, message):
    if message["type"] == "update":
        player.update = message


def answer(player, table, word):
    return player.ask(type="answer", table=table, seq=player.seen[table], word=word)


def open_window(host, others, **fields):
    """A parlour in which the first trick has been played and waits for answers."""
    everybody = [host, *others]
    table = new_table(host, others, game="parlour", seats=len(everybody), window=0, **fields)
    for player in everybody:
        player.ask(type="orders", table=table, orders=["always"])
    host.ask(type="deal", table=table)
    until(everybody, lambda: any(player.views.get(table, {}).get("choices") for player in everybody))
    active = next(player for player in everybody if player.views[table]["choices"])
    play = next(choice for choice in active.views[table]["choices"] if choice["kind"] == "subset")
    ack = answer(active, table, f"{play['word']} {play['items'][0]['word']}")
    rest = [player for player in everybody if player is not active]
    until(everybody, lambda: all(player.seen[table] >= ack["seq"] for player in everybody))
    assert all(player.views[table]["choices"] for player in rest)
    return table, active, rest


def test_kill():
    """An answer to a window was acknowledged without a number: after a SIGKILL it stands, and others see no change."""
    players = guests("Anna", "Bert", "Cleo")
    table, active, (first, second) = open_window(players[0], players[1:])
    assert first.tables[table]["orders"] == ["always"]
    seen = {player.name: player.seen[table] for player in players}
    assert "window" in first.update and first.update["window"]["kind"] == "trick", first.update
    ack = answer(first, table, "pass")
    assert "seq" not in ack, ack
    tavern.kill()
    tavern.start()
    come_back(players, table)
    assert {player.name: player.seen[table] for player in players} == seen
    assert not first.views[table]["choices"] and second.views[table]["choices"], "the answer is gone"
    assert sorted(second.views[table]["asked"]) == sorted(active.views[table]["asked"]), "somebody learns who answered"
    assert len(second.views[table]["asked"]) == 2, second.views[table]["asked"]
    answer(second, table, "pass")
    until(players, lambda: all(player.seen[table] >= seen[player.name] + 2 for player in players))


def test_glass():
    """A question with an hourglass of its own says how much is left of it."""
    players = guests("Dora", "Emil", "Enna")
    table = new_table(players[0], players[1:], game="toll", seats=3)
    players[0].ask(type="deal", table=table)
    until(players, lambda: all("glass" in getattr(player, "update", {}) for player in players))
    glass = players[0].update["glass"]
    assert 0 <= glass["left"] <= glass["of"], glass


def test_what_is_said_stands():
    """Nothing is taken back in open talk, neither among people nor alone with bots, and the View says so."""
    for others, bots in ((guests("Gero"), [None, None]), ([], [None, "random"])):
        (host,) = guests("Hilda")
        table = new_table(host, others, game="bargain", seats=2, bots=bots, pace=10000) # the bot says nothing meanwhile
        host.ask(type="deal", table=table)
        until([host, *others], lambda: host.views.get(table, {}).get("choices"))
        assert host.views[table]["talks"] is True
        split = next(choice for choice in host.views[table]["choices"] if choice["kind"] == "split")
        words = " ".join(f"{kind['n']}*{kind['word']}" for kind in split["kinds"] if kind["n"])
        answer(host, table, f"{split['word']} 1: {words}")
        assert "said in a talk" in refused(host, "not-now", type="undo", table=table)


def test_cast():
    """The host says who plays what; the table, its record and a server that was killed know it."""
    (host,) = guests("Fynn")
    parlour = next(game for game in host.games if game["id"] == "parlour")
    assert parlour["roles"] == ["juggler", "singer", "seer"], parlour
    table = new_table(host, game="parlour", seats=3, bots=[None, "random", "random"], cast=["seer", None, "juggler"])
    until([host], lambda: table in host.tables)
    roles = [seat.get("role") for seat in host.tables[table]["seats"]]
    assert roles == ["seer", None, "juggler"], roles
    tavern.kill()
    tavern.start()
    host.connect()
    host.enter(table)
    host.ask(type="deal", table=table)
    play_out([host], table)
    record = tavern.get(f"/api/record/{table}")[2]
    assert b"\ncast seer _ juggler\n" in record, record
    tavern.kill()
    database = sqlite3.connect(os.path.join(tavern.data, "taproom.db"))
    (document,) = database.execute("SELECT document FROM tables WHERE id = ?", (table,)).fetchone()
    put_document(database, table, document.replace('"rules":', '"rules":9'))
    database.commit()
    database.close()
    tavern.start()
    assert b"\ncast seer _ juggler\n" in tavern.get(f"/api/record/{table}")[2], "under other rules the cast is lost"
    host.connect()
    assert [seat.get("role") for seat in host.tables[table]["seats"]] == roles
    for cast, why in ((["seer", "seer"], "Seat 1 plays seer already."), (["cook"], "There is no role 'cook'."),
                      ([None] * 4, "There are 3 seats and 4 roles.")):
        host.say(type="create", id=host.new_id(), game="parlour", seats=3, cast=cast)
        refused = host.wait("error")
        assert refused["code"] == "bad-options" and why in refused["text"], refused


def test_wide_answers():
    """Splits and counts are offered as the schema says, and taken as the words of docs/protocol.md."""
    taken = set()
    for game, seats in (("bargain", 2), ("stalls", 2)):
        players = guests("Gesa", "Hinz")
        table = new_table(players[0], players[1:], game=game, seats=seats)
        players[0].ask(type="deal", table=table)
        for _ in range(60):
            seen = lambda what: any(player.views.get(table, {}).get(what) for player in players)
            until(players, lambda: seen("choices") or seen("over"))
            if seen("over"):
                break
            player = next(player for player in players if player.views.get(table, {}).get("choices"))
            choices = player.views[table]["choices"]
            wide = [one for one in choices if one["kind"] in {"split", "counts"} - taken]
            choice = wide[0] if wide else choices[-1]
            player.say(type="answer", table=table, id=player.new_id(), seq=player.seen[table], word=player.word(choice))
            before = len(player.errors)
            until(players, lambda: len(player.errors) > before or player.acked.get(f"{player.name}-{player.numbers}"))
            if len(player.errors) == before:
                taken.add(choice["kind"])
            else:  # somebody else was quicker in open talk
                assert player.errors[-1]["code"] in ("stale", "not-asked"), player.errors[-1]
            until(players, lambda: player.seen[table] >= player.reached.get(table, 0))
    assert {"split", "counts"} <= taken, taken


def test_stop():
    tavern.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_kill, test_glass, test_what_is_said_stands, test_cast, test_wide_answers, test_stop])
