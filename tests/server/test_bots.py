#!/usr/bin/env python3
"""Bots over a WebSocket: the messages of docs/bot-protocol.md, checked against the schema; what a bad one does harms
only itself."""
import json
import os
import random
import subprocess
import sys
import time

import jsonschema

from house import House, run
from ws import DEFS, ROOT, Closed, Player, Socket, prepared, pump

house = House()
FROM_BOT = jsonschema.Draft202012Validator(prepared(DEFS["from_bot"], DEFS, False))
TO_BOT = jsonschema.Draft202012Validator(prepared(DEFS["to_bot"], DEFS, True))


class Bot:
    """A program at a table. words chooses the answer's word; None: it does not answer."""

    def __init__(self, table, words=None, name="Rote", cookie=None, **hello):
        self.luck, self.words, self.asked, self.heard, self.seen = random.Random(name), words, 0, [], []
        self.socket = Socket(house.port,
                             {"Sec-WebSocket-Protocol": "taproom.bot.1", **({"Cookie": cookie} if cookie else {})})
        for line in self.socket.head.split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                cookie = line.split(":", 1)[1].split(";")[0].strip()
        self.cookie, self.views, self.over = cookie, {}, None
        self.say(type="hello", version=1, name=name, table=table, **hello)
        self.hello = self.keep(self.socket.receive())

    def say(self, **message):
        FROM_BOT.validate(message)
        self.socket.send(json.dumps(message))

    def keep(self, text):
        """What pump hands over; questions are answered at once."""
        message = json.loads(text)
        TO_BOT.validate(message)
        self.heard.append(message["type"])
        if message["type"] == "over":
            self.over = message
        if message["type"] == "decide":
            self.asked += 1
            assert message["seat"] == self.hello["seat"] == message["view"]["viewer"]
            assert message["seat"] in message["view"]["asked"]
            assert not message["complete"] or len(message["words"]) > 1, "there is nothing to choose"
            self.seen.append(message["seen"])
            word = self.words(self, message) if self.words else self.luck.choice(message["words"])
            if word is not None:
                self.say(id=message["id"], word=word)
        return message


def table_of(host, **fields):
    game, seats = fields.pop("game", "kings-council"), fields.pop("seats", 3)
    while True:
        try:
            return host.ask(type="create", game=game, seats=seats, pace=0, **fields)["table"]
        except AssertionError as refusal: # somebody may make so many tables, and then must wait
            if "too-fast" not in str(refusal):
                raise
            time.sleep(0.5)


def play(host, table, bots, seconds=60):
    """The host answers by rote until it is over for all."""
    end, gone, waits = time.time() + seconds, [], None
    while not (host.views.get(table, {}).get("over") and host.tables[table]["phase"] == "over"
               and all(bot in gone for bot in bots)):
        assert time.time() < end, "the game does not end"
        if waits is None or waits in host.acked or any(error.get("re") == waits for error in host.errors):
            sent = host.answer(table)
            waits = sent["id"] if sent else None
        left = pump([host] + [bot for bot in bots if bot not in gone], 0.05)
        assert host not in left
        gone += left


def test_whole_games():
    for game in ("threes", "kings-council", "den-of-thieves", "adventurers-choice"):
        host = Player(house.port, f"Host of {game}").connect()
        table = table_of(host, game=game, seats=4, bots=[None, None, None, "random"])
        bots = [Bot(f"http://127.0.0.1:{house.port}/t/{table}", name="One"), Bot(table, name="Two", seat=2)]
        assert [bot.hello["seat"] for bot in bots] == [1, 2]
        assert bots[0].hello["game"] == game and bots[0].hello["table"] == table
        host.ask(type="deal", table=table)
        play(host, table, bots)
        seats = host.tables[table]["seats"]
        assert [seat["name"] for seat in seats[1:3]] == ["One", "Two"]
        assert all(seat["kind"] == "bot" and seat["bot"] == "remote" for seat in seats[1:3])
        assert not any("missed" in seat for seat in seats), seats
        for bot in bots:
            assert bot.asked and bot.over["asked"] == bot.asked, bot.over
            assert bot.over["scores"] == host.views[table]["scores"], bot.over
            assert bot.over["late"] == bot.over["illegal"] == bot.over["garbled"] == 0
        assert not host.errors, host.errors


def test_bad_answers():
    """Illegal, garbled and late ones are played by the fallback and counted, for all to see."""
    host = Player(house.port, "Hilda").connect()
    table = table_of(host, game="kings-council", seats=4, clock=1)

    def garble(bot, _):
        bot.socket.send(bot.luck.choice(["{", "[]", "null", '{"id":"1","word":"fold"}', '{"word":"fold"}',
                                         '{"id":1e9,"word":7}']))

    def slow_once(bot, message):
        bot.late.append(message)
        if len(bot.late) > 1: # the old answer comes after all, and is passed over
            bot.say(id=bot.late[-2]["id"], word=bot.late[-2]["words"][0])
            return message["words"][0]
        return None

    illegal, garbled = Bot(table, lambda *_: "raise to 1000000", "Illegal"), Bot(table, garble, "Garbled")
    slow = Bot(table, slow_once, "Slow")
    slow.late = []
    host.ask(type="deal", table=table)
    play(host, table, [illegal, garbled, slow])
    assert illegal.over["illegal"] == illegal.over["asked"] == illegal.asked > 0, illegal.over
    assert garbled.over["garbled"] == garbled.over["asked"] == garbled.asked > 0, garbled.over
    assert slow.over["late"] == 1 and slow.asked > 1, slow.over
    assert [seat.get("missed") for seat in host.tables[table]["seats"][1:]] == [illegal.asked, garbled.asked, 1]
    record = house.get(f"/api/record/{table}")[2].decode()
    assert record.count("timeout") >= 1 # what was late is marked there


def test_hanging():
    """One that never answers is given up after ten questions; the house's bot plays on in its chair."""
    host = Player(house.port, "Horst").connect()
    table = table_of(host, game="heroes-plunder", seats=2, clock=1)
    bot = Bot(table, lambda *_: None, "Hanging")
    host.ask(type="deal", table=table)
    play(host, table, [bot], 120)
    assert bot.over["late"] == bot.asked <= 10 and ("scores" in bot.over or "given up" in bot.over["reason"]), bot.over


def refused(table, code, headers=None, **hello):
    bot = Socket(house.port, {"Sec-WebSocket-Protocol": "taproom.bot.1", **(headers or {})})
    message = {"type": "hello", "version": 1, "table": table, **hello}
    bot.send(json.dumps({key: value for key, value in message.items() if value is not None}))
    answer = json.loads(bot.receive())
    TO_BOT.validate(answer)
    assert answer["type"] == "error" and answer["code"] == code, answer
    try:
        bot.receive()
        raise AssertionError("still open")
    except Closed:
        pass


def returns(table, **hello):
    """The server may not have noticed yet that it went."""
    end = time.time() + 20
    while (bot := Bot(table, **hello)).hello["type"] == "error":
        assert time.time() < end and bot.hello["code"] == "no-seat", bot.hello
        time.sleep(0.05)
    return bot


def test_seats():
    host, guest = Player(house.port, "Hedda").connect(), Player(house.port, "Gast").connect()
    table = table_of(host, game="kings-council", seats=3)
    refused("nothing", "no-table")
    refused(None, "bad-message")
    refused(table, "bad-version", version=2)
    refused(table, "bad-message", type="decide")
    refused(table, "bad-message", seat=99)
    refused(table, "bad-token", token="0" * 64)
    refused(table, "no-seat", seat=0) # the host's
    bot = Bot(table, name="First", seat=1)
    refused(table, "no-seat", seat=1) # a second one on the same seat
    refused(table, "no-seat", token=bot.hello["token"]) # even with its token, while it is there
    host.ask(type="remove", table=table, seat=1)
    over = bot.keep(bot.socket.receive())
    assert over["type"] == "over" and "scores" not in over
    bot, other = Bot(table, name="Second"), Bot(table, name="Third")
    refused(table, "no-seat")
    host.ask(type="deal", table=table)
    guest.enter(table)
    guest.say(type="sit", table=table, id="sit") # nobody takes a program's seat while it is there
    assert guest.wait("error", re="sit")["code"] == "no-seat"
    # It goes, the house plays on, it comes back: by its cookie, by its token.
    bot.socket.close()
    bot = returns(table, name="Second", cookie=bot.cookie)
    assert bot.hello["seat"] == 1
    other.socket.close()
    back = returns(table, name="Third", token=other.hello["token"])
    assert back.hello["seat"] == 2
    play(host, table, [bot, back])


def test_restart():
    """The chair is kept; until the program is back the house's bot plays."""
    host = Player(house.port, "Heinz").connect()
    table = table_of(host, game="delve", seats=2)
    bot = Bot(table, name="Lasting")
    host.ask(type="deal", table=table)
    house.stop()
    house.start()
    host.connect()
    host.enter(table)
    bot = Bot(table, name="Lasting", cookie=bot.cookie)
    assert bot.hello["seat"] == 1
    play(host, table, [bot])


def hear(host, bot, decides):
    """Until the program has been asked so often."""
    end = time.time() + 20
    while bot.asked < decides:
        assert time.time() < end, f"asked {bot.asked} times, not {decides}"
        pump([host, bot], 0.05)


def bet(host, bot, table, word):
    """The host's bet, as soon as he is asked."""
    end = time.time() + 20
    while not host.views.get(table, {}).get("choices"):
        assert time.time() < end, "the host is not asked"
        pump([host, bot], 0.05)
    return host.ask(type="answer", table=table, id=host.new_id(), seq=host.seen[table], word=word)


def test_seen():
    """What was bet is told with every question, after an undo and after a restart too."""
    host = Player(house.port, "Sofie").connect()
    checks = lambda _, message: "check" if "check" in message["words"] else None
    start = None
    while start != 1: # the program is to speak first
        table = table_of(host, game="rogues-and-warriors", seats=2)
        bot = Bot(table, words=checks, name="Watcher")
        host.ask(type="deal", table=table)
        bet(host, bot, table, "raise to 6")
        start = host.views[table]["start"]
    first, decides = [{"seat": 1, "round": 1, "act": "check", "to": 0}], 2
    hear(host, bot, decides)
    raised = {"seat": 0, "round": 1, "act": "raise", "to": 6}
    assert bot.seen == [[], first + [raised]], bot.seen
    host.ask(type="undo", table=table)
    bet(host, bot, table, "raise to 99")
    hear(host, bot, decides + 1)
    raised = dict(raised, to=99, all_in=True)
    assert bot.seen[-1] == first + [raised], bot.seen
    house.stop()
    house.start()
    bot = Bot(table, words=checks, name="Watcher", cookie=bot.cookie) # before the house's bot plays in its chair
    host.connect()
    host.enter(table)
    hear(host, bot, 1)
    assert bot.seen == [first + [raised]], bot.seen


def test_flood():
    """One that talks without being asked is told so, and in the end closed; its table plays on."""
    host = Player(house.port, "Friede").connect()
    table = table_of(host, game="threes", seats=2)
    bot = Bot(table, name="Chatty")
    kinds, reason = [], None
    try:
        for number in range(80):
            bot.socket.send(["{", '{"id":0,"word":"fold"}', '{"id":7,"word":"fold"}', "x" * 3000][number % 4])
    except Closed:
        pass
    try:
        while True:
            kinds.append(json.loads(bot.socket.receive()))
    except Closed as gone:
        reason = str(gone)
    assert reason and kinds[-1]["type"] == "bye", (kinds[-2:], reason)
    assert {message["type"] for message in kinds} == {"error", "bye"}
    bot = returns(table, name="Chatty", cookie=bot.cookie)
    host.ask(type="deal", table=table)
    play(host, table, [bot])


def test_bridge():
    """The examples play over the network as they are."""
    host = Player(house.port, "Berta").connect()
    table = table_of(host, game="threes", seats=3)
    link = f"http://127.0.0.1:{house.port}/t/{table}"
    command = [sys.executable, os.path.join(ROOT, "tools", "network-bot"), link, sys.executable,
               os.path.join(ROOT, "examples", "bots", "cautious.py")]
    programs = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    end = time.time() + 20
    while sum(seat["kind"] == "bot" for seat in host.tables.get(table, {"seats": []})["seats"]) < 2:
        assert time.time() < end
        pump([host], 0.1)
    host.ask(type="deal", table=table)
    play(host, table, [])
    for program in programs:
        _, said = program.communicate(timeout=20)
        over = json.loads(said.strip().split("\n")[-1])
        assert program.returncode == 0 and over["asked"] > 0, said
        assert over["late"] + over["illegal"] + over["garbled"] == 0, said


def test_stop():
    house.stop()


if __name__ == "__main__":
    run([test_whole_games, test_bad_answers, test_hanging, test_seats, test_restart, test_seen, test_flood, test_bridge,
         test_stop] if len(sys.argv) < 2 else [globals()[name] for name in sys.argv[1:]])
