#!/usr/bin/env python3
"""A house full of tables: bots rest where nobody is, also after a restart; it ends quickly; and whoever comes again and
again from one address gets no more than his share."""
import sys
import time

from house import LONG, House, run
from ws import Closed, Player, Socket, pump

TABLES = 10002 if LONG else 180 # six to a pair of people


def bot_answers(house, seconds):
    """How many there are in that time."""
    before = house.metric("bot_answers_total")
    time.sleep(seconds)
    return house.metric("bot_answers_total") - before


def test_rest():
    """Bots with a clock and nobody there: they stop soon, and a restart does not start them again."""
    house = House()
    anna = Player(house.port, "Anna").connect()
    table = anna.ask(type="create", game="adventurers-choice", seats=4, clock=5, pace=200, bots=["random"] * 4,
                     options=["rounds=8"])["table"]
    anna.ask(type="deal", table=table)
    assert bot_answers(house, 2) > 0
    house.kill()
    house.start()
    time.sleep(1)
    assert house.metric("bot_answers_total") == 0, "they play on after a restart"
    anna = Player(house.port, "Anna", cookie=anna.cookie).connect()
    anna.enter(table)
    assert anna.tables[table]["phase"] == "playing"
    end = time.time() + 20
    while not house.metric("bot_answers_total"):
        assert time.time() < end, "they do not go on when somebody comes"
        pump([anna], 0.1)
    house.stop()


def test_ends():
    """Many tables with a clock, half of them of people whose time runs, the others of bots who think: it closes at
    once."""
    house = House("--per-address", "0")
    crowd, hosts = [], []
    for pair in range(TABLES // 6):
        anna, bert = (Player(house.port, f"{name} {pair}").connect() for name in ("Anna", "Bert"))
        crowd += [anna, bert]
        for number in range(6):
            bots = ["search:3"] * 3 if number % 2 else [None] * 3
            anna.say(type="create", id=f"t{number}", game="doublerogue", seats=3, clock=1, pace=0, bots=bots)
        tables = [anna.wait("ack", re=f"t{number}")["table"] for number in range(6)]
        hosts.append((anna, tables))
        for table in tables[::2]:
            bert.ask(type="sit", table=table)
        if pair % 20 == 0:
            assert not pump(crowd, 0) # a house leaves those who never answer its pings
    assert not pump(crowd, 0)
    for anna, tables in hosts: # only now, so that none has ended when the last begins
        for table in tables:
            anna.say(type="deal", table=table)
    end = time.time() + 30
    while house.metric("tables") < TABLES or not house.metric("bots_thinking"):
        assert time.time() < end, "the house does not fill"
    began = time.time()
    house.stop()
    took = time.time() - began
    print(f"{TABLES} tables: closed in {took:.2f} s", end=" ")
    assert took < 60, took # 2 s where nothing else runs; who thinks ends his thought, which takes long when sanitised
    for player in crowd:
        player.socket.close()


def test_again_and_again():
    """Short connections, each with a new cookie: so many tables, and no more; somebody else makes hers at once."""
    house = House()
    made = refused = 0
    for _ in range(40):
        stranger = Player(house.port, "Again")
        stranger.connect()
        for number in range(6):
            stranger.say(type="create", id=f"t{number}", game="threes", seats=3, public=True)
        told = 0
        while told < 6: # a refusal may overtake an ack, which waits for the disk
            message = stranger.take()
            told += message.get("re") is not None
            made += message["type"] == "ack"
            refused += message["type"] == "error" and message["code"] == "too-fast"
        stranger.socket.close()
    assert made + refused == 240 and made < 120, (made, refused)
    honest = Socket(house.port, source=("127.0.0.7", 0))
    honest.send('{"type":"hello","version":1}')
    honest.send('{"type":"create","id":"mine","game":"threes","seats":3,"public":true,"name":"Honest"}')
    texts = []
    try:
        while '"ack"' not in (text := honest.receive()):
            texts.append(text)
    except Closed as gone:
        raise AssertionError(f"refused: {texts}") from gone
    honest.send('{"type":"lobby","on":true}')
    while '"lobby"' not in (text := honest.receive()):
        pass
    assert '"name":"Honest"' in text
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_rest, test_ends, test_again_and_again])
