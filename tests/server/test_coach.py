#!/usr/bin/env python3
"""The coach over the house: what the decisions of a finished game cost, who may ask, and how much."""
import json
import os
import subprocess
import sys
import time

from house import PROGRAM, House, run
from ws import Player, Socket, new_table, play_out, pump, refused, until

house = House()
long_game = [] # a table at which much was decided


def people(*names):
    return [Player(house.port, name).connect() for name in names]


def finished(host, game, seats):
    """A game that random bots have played, while the host looked on."""
    table = new_table(host, game=game, seats=seats, bots=["random"] * seats)
    host.enter(table)
    host.ask(type="deal", table=table)
    until([host], lambda: host.tables[table]["phase"] == "over")
    return table


def review(player, table, seat, number):
    """The review, and what was said of how far it is."""
    player.say(type="review", table=table, seat=seat, id=number)
    on_the_way = []
    while True:
        message = player.take()
        assert message["type"] != "error", message
        if message["type"] == "reviewing":
            on_the_way.append(message)
        elif message["type"] == "review":
            assert message["re"] == number and message["table"] == table
            return message, on_the_way


def by_program(table, seat):
    path = os.path.join(house.data, f"{table}.rec")
    with open(path, "wb") as file:
        file.write(house.get(f"/api/record/{table}")[2])
    said = subprocess.run([PROGRAM, "review", "--json", "--seat", str(seat + 1), path], check=True,
                          capture_output=True, text=True, timeout=120)
    return json.loads(said.stdout)


def test_numbers():
    """The same as the program says of the record."""
    costs = []
    for game, seat in (("city-square", 0), *[("kings-council", 1)] * 30):
        if costs and game == "kings-council":
            break
        anna, bert = people("Anna", "Bert") # new ones: nobody may ask often
        table = finished(anna, game, 3)
        steps = json.loads(house.get(f"/api/replay/{table}/all/0")[2])["steps"]
        said, way = review(anna, table, seat, game)
        done = [message["done"] for message in way]
        assert done and done[0] == 0 and done == sorted(done) and all(m["of"] == steps for m in way), way
        assert {name: value for name, value in said.items() if name not in ("type", "re", "table")} \
            == by_program(table, seat)
        assert all(1 <= d["answer"] <= steps for d in said["decisions"]), said
        assert all(d["played_label"] and d["best_label"] for d in said["decisions"]), said
        costs += [d["cost"] for d in said["decisions"] if d.get("mistake")]
        again, way = review(bert, table, seat, "again") # anybody; it is kept
        assert not way and again["decisions"] == said["decisions"]
    assert costs, "whoever plays at random loses something"


def test_who_may():
    """Whoever may step through it: nobody before the end, then everybody, in the room or not."""
    anna, stranger = people("Anna", "Sam")
    table = new_table(anna, seats=2, game="threes", bots=[None, "random"])
    refused(anna, "not-now", type="review", table=table, seat=0)
    anna.ask(type="deal", table=table)
    refused(anna, "not-now", type="review", table=table, seat=0)
    refused(stranger, "not-now", type="review", table=table, seat=1)
    play_out([anna], table)
    refused(anna, "no-seat", type="review", table=table, seat=2)
    refused(anna, "no-table", type="review", table="0123456789ab", seat=0)
    assert review(stranger, table, 1, "s")[0]["seat"] == 1
    unknown = Socket(house.port)
    unknown.send(json.dumps({"type": "review", "table": table, "seat": 0}))
    assert json.loads(unknown.receive())["code"] == "not-greeted"


def test_hostile():
    """What is no request is refused as a whole."""
    anna = people("Anna")[0]
    for wrong in ({}, {"seat": 0}, {"table": "x" * 65, "seat": 0}, {"table": "0123456789ab"},
                  {"table": "0123456789ab", "seat": -1}, {"table": "0123456789ab", "seat": 10},
                  {"table": "0123456789ab", "seat": 2 ** 40}, {"table": "0123456789ab", "seat": "0"},
                  {"table": "0123456789ab", "seat": 0, "on": 1}, {"table": ["0123456789ab"], "seat": 0}):
        anna.socket.send(json.dumps({"type": "review", "id": "w", **wrong}))
        assert anna.wait("error", re="w")["code"] == "bad-message", wrong
    anna.say(type="ping", id="p")
    anna.wait("pong", re="p")


def test_given_up():
    """Asking for another, or saying so, ends it; the house answers meanwhile."""
    anna, bert = people("Anna", "Bert")
    table = finished(anna, "dwarven-miner", 2)
    long_game.append(table)
    anna.say(type="review", table=table, seat=1, id="first")
    anna.wait("reviewing")
    slowest = 0
    for i in range(20):
        began = time.time()
        bert.say(type="ping", id=f"p{i}")
        bert.wait("pong", re=f"p{i}")
        slowest = max(slowest, time.time() - began)
    assert slowest < 1, f"the house stood still for {slowest} s"
    anna.say(type="review", table=table, seat=1, id="second")
    assert anna.wait("error", re="first")["code"] == "stale"
    anna.say(type="review", table=table, seat=1, on=False, id="no")
    assert anna.wait("error", re="second")["code"] == "stale"
    anna.wait("ack", re="no")
    heard = []
    end = time.time() + 0.6
    while time.time() < end:
        pump([anna], 0.05, lambda _, message: heard.append(message))
    assert not heard, heard


def test_limits():
    """A guest has five at once, an address four under way."""
    anna = people("Anna")[0]
    table = finished(anna, "threes", 2)
    review(anna, table, 0, "r0")
    for i in range(1, 5):
        review(anna, table, 0, f"r{i}")
    refused(anna, "too-fast", type="review", table=table, seat=0)
    others = people("B", "C", "D", "E", "F")
    for other in others[:4]:
        other.socket.socket.settimeout(120)  # on a busy machine one waits long for his turn
        other.say(type="review", table=long_game[0], seat=1, id="r")
        other.wait("reviewing")
    refused(others[4], "too-fast", type="review", table=long_game[0], seat=1)
    for other in others[:4]: # what they leave behind is for others
        other.socket.close()
    end = time.time() + 20
    while others[4].say(type="review", table=table, seat=1, id="later") and others[4].take()["type"] == "error":
        assert time.time() < end, "nothing comes free"
        time.sleep(2)


def test_stop():
    """While one is under way."""
    anna = people("Anna")[0]
    table = long_game[0]
    anna.say(type="review", table=table, seat=1, id="r")
    anna.wait("reviewing")
    house.stop()


if __name__ == "__main__":
    run([test_numbers, test_who_may, test_hostile, test_given_up, test_limits, test_stop]
        if len(sys.argv) < 2 else [globals()[name] for name in sys.argv[1:]])
