#!/usr/bin/env python3
"""Hostile input: whatever one connection does, the server stays up and another table plays on undisturbed."""
import json
import os
import random
import select
import socket
import struct
import time

from house import House, run
from ws import Closed, Player, Socket, pump

luck = random.Random(20)
house = House()


class Quiet:
    """A table that has nothing to do with any of this. Its every answer is timed."""

    def __init__(self):
        self.games, self.slowest, self.table, self.players = 0, 0.0, None, []
        self.begin()

    def begin(self):
        if self.games % 4 == 0: # people come and go, as the limits on new tables want it
            for player in self.players:
                player.socket.close()
            self.players = [Player(house.port, f"{name} {self.games}").connect() for name in ("Quiet", "Still")]
        first, second = self.players
        self.games += 1
        self.table = first.ask(type="create", game="kings-council", seats=2, pace=0)["table"]
        second.ask(type="sit", table=self.table)
        first.ask(type="deal", table=self.table)

    def play(self, answers=3):
        while answers:
            for player in self.players:
                sent = player.answer(self.table)
                if sent:
                    began = time.time()
                    player.wait("ack", re=sent["id"], seconds=10)
                    self.slowest = max(self.slowest, time.time() - began)
                    answers -= 1
                    break
            assert not pump(self.players, 0.02)
            if all(player.views.get(self.table, {}).get("over") for player in self.players):
                self.begin()
        assert not any(player.errors for player in self.players), [player.errors for player in self.players]


quiet = Quiet()
half_open = []


def fate(stranger, seconds=5):
    """What came before the connection ended: texts, and the reason. None if it did not end."""
    texts, end = [], time.time() + seconds
    stranger.socket.settimeout(0.2)
    while time.time() < end:
        try:
            texts.append(json.loads(stranger.receive()))
        except socket.timeout:
            continue
        except Closed as gone:
            return texts, str(gone)
    return texts, None


def test_half_open():
    """A thousand connections that say nothing, or half of something. They are told to go after a while
    (test_half_open_closed)."""
    for number in range(1000):
        stranger = socket.socket()
        stranger.bind((f"127.0.0.{2 + number % 20}", 0))
        stranger.connect(("127.0.0.1", house.port))
        if number % 2:
            stranger.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgr"[:number % 40])
        half_open.append((stranger, time.time()))
        if number % 250 == 0:
            quiet.play(1)
    quiet.play()
    assert house.get("/healthz")[0] == 200


def test_malformed():
    bad = ["", "{", "[]", "null", "7", '"text"', "{}", '{"type":7}', '{"type":"nonsense"}', '{"type":"hello"}',
           '{"type":"hello","version":"1"}', '{"type":"hello","version":1e400}',
           '{"type":"hello","version":99999999999999999999}', '{"type":"hello","version":1,"version":1}',
           '{"type":"hello","version":1,"name":""}', '{"type":"hello","version":1,"name":"\\u0000"}',
           "[" * 10000, '{"a":' * 2500 + "1" + "}" * 2500,
           '{"type":"answer","table":null,"id":"a","seq":0,"word":"x"}',
           '{"type":"create","id":"a","game":"x","seats":1e2}',
           '{"type":"create","id":"a","game":"threes","seats":3,"options":[[]]}',
           '{"type":"create","id":"a","game":"threes","seats":3,"bots":{}}',
           '{"type":"enter","table":"../../../etc"}', '{"type":"enter","table":"%s"}' % ("a" * 5000),
           '{"type":"hello","version":-1}']
    for text in bad:
        stranger = Socket(house.port)
        stranger.send(text)
        answer = json.loads(stranger.receive())
        assert answer["type"] == "error", (text[:60], answer)
        # Still on speaking terms; what is not known is ignored.
        stranger.send('{"type":"hello","version":1,"unknown":{"deep":[1,2]}}')
        assert json.loads(stranger.receive())["type"] == "welcome"
        stranger.close()
    # Too many of them, and the connection ends.
    stranger = Socket(house.port)
    for _ in range(40):
        try:
            stranger.send("nonsense")
        except Closed:
            break
    texts, reason = fate(stranger)
    assert reason and texts[-1]["type"] == "bye", (texts[-1:], reason)
    quiet.play()


def test_mutations():
    """Good messages with something broken in them, a few thousand."""
    messages = [
        {"type": "hello", "version": 1, "name": "M"}, {"type": "lobby", "on": True}, {"type": "ping", "id": "p"},
        {"type": "create", "id": "c", "game": "threes", "seats": 3, "options": ["x"], "bots": [None, "random", None],
         "pace": 0, "public": True},
        {"type": "enter", "table": quiet.table, "seen": 3, "token": "0" * 64},
        {"type": "sit", "table": quiet.table, "seat": 1},
        {"type": "answer", "table": quiet.table, "id": "a", "seq": 1, "word": "fold"},
        {"type": "leave", "table": quiet.table},
        {"type": "undo", "table": quiet.table}, {"type": "consent", "table": quiet.table, "yes": True},
        {"type": "remove", "table": quiet.table, "seat": 0},
        {"type": "deal", "table": quiet.table}, {"type": "seed", "table": quiet.table, "hex": "0" * 64},
        {"type": "hint", "table": quiet.table}, {"type": "chat", "table": quiet.table, "text": "hello"},
        {"type": "rematch", "table": quiet.table}, {"type": "bot", "table": quiet.table, "seat": 0, "bot": None},
        {"type": "review", "table": quiet.table, "seat": 0, "on": False},
    ]
    values = [None, True, -1, 0, 2 ** 31, 2 ** 63, 1.5, "", "x" * 9000, "\u0000", [], {}, [None] * 50, "\ud83c",
              "é" * 100]
    for _ in range(60):
        stranger = Socket(house.port)
        stranger.send('{"type":"hello","version":1}')
        for _ in range(18):
            message = dict(luck.choice(messages))
            how = luck.randrange(4)
            if how == 0:
                message[luck.choice(list(message))] = luck.choice(values)
            text = json.dumps(message)
            data = bytearray(text.encode("utf-8", "surrogatepass"))
            if how == 1:
                for _ in range(luck.randrange(1, 6)):
                    data[luck.randrange(len(data))] = luck.randrange(128)
            elif how == 2:
                del data[luck.randrange(len(data)):]
            try:
                stranger.frame(1, bytes(data))
            except Closed:
                break
        stranger.close()
    # None of it moved the quiet table: strangers cannot sit, leave, deal or answer there.
    quiet.play()


def test_frames():
    """Oversized, in pieces, binary, unmasked, with wrong bits."""
    stranger = Socket(house.port)
    text = b'{"type":"hello","version":1,"name":"Pieces"}'
    for at, byte in enumerate(text):
        stranger.frame(1 if at == 0 else 0, bytes([byte]), final=at == len(text) - 1)
    assert json.loads(stranger.receive())["type"] == "welcome"
    stranger.send('{"type":"ping","id":"%s"}' % ("x" * 20000))
    assert fate(stranger)[1] == "closed 1009"
    stranger = Socket(house.port)
    try:
        for number in range(400): # never ends
            stranger.frame(1 if number == 0 else 0, b" " * 100, final=False)
    except Closed:
        pass
    assert fate(stranger)[1]
    for raw in (b"\x82\x81\0\0\0\0x", b"\x81\x05hello", b"\xf1\x81\0\0\0\0x", b"\x83\x81\0\0\0\0x",
                b"\x81\xff" + struct.pack(">Q", 2 ** 62) + b"\0" * 4 + b"x" * 100,
                b"\x81\xff" + struct.pack(">Q", 2 ** 63 + 5) + b"\0\0\0\0", b"\x89\xfe\x01\x00" + b"\0" * 260,
                b"\x81\x82\0\0\0\0\xc3\x28", os.urandom(4000)):
        stranger = Socket(house.port)
        try:
            stranger.socket.sendall(raw)
            stranger.socket.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        texts, reason = fate(stranger)
        assert reason and not any(message["type"] == "welcome" for message in texts), raw[:10]
        stranger.close()
    for raw in (b"\0" * 3000, b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 3000, b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n",
                b"POST /ws HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n",
                b"GET /%00%ff/../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + os.urandom(300)):
        with socket.create_connection(("127.0.0.1", house.port), 5) as stranger:
            try:
                stranger.sendall(raw)
                stranger.shutdown(socket.SHUT_WR)
                stranger.settimeout(3)
                stranger.recv(4096)
            except OSError:
                pass
    quiet.play()


def test_slow():
    """Somebody who asks and never reads is closed; somebody who says one byte at a time is waited for, without harm."""
    before = house.metric("slow_clients_total")
    sleeper = Socket(house.port)
    sleeper.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    end = time.time() + 40
    while house.metric("slow_clients_total") == before:
        assert time.time() < end, "a reader that does not read is still there"
        try:
            for _ in range(10):
                sleeper.send('{"type":"hello","version":1}')
        except Closed:
            break
        time.sleep(0.25)
        if luck.random() < 0.2:
            quiet.play(1)
    assert house.metric("slow_clients_total") == before + 1
    slow = socket.create_connection(("127.0.0.1", house.port), 5)
    for byte in b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n":
        slow.sendall(bytes([byte]))
        time.sleep(0.01)
    assert b"200" in slow.recv(100)
    slow.close()
    quiet.play()


def test_many():
    """One address may hold only so many connections; others come in all the same."""
    crowd = []
    try:
        for _ in range(400):
            crowd.append(Socket(house.port, source=("127.0.0.99", 0)))
    except Closed:
        pass
    assert len(crowd) == 256, len(crowd)
    Player(house.port, "Welcome").connect()
    quiet.play()
    for stranger in crowd:
        stranger.close()
    # And one connection may send only so much.
    fast = Player(house.port, "Fast").connect()
    try:
        for _ in range(90):
            fast.socket.send('{"type":"ping"}')
    except Closed:
        pass
    texts, reason = fate(fast.socket, 3)
    assert reason and sum(message["type"] == "pong" for message in texts) < 80
    quiet.play()


def test_half_open_closed():
    """Who says nothing for long is let go."""
    end = time.time() + 30
    waiting = [stranger for stranger, _ in half_open]
    while waiting and time.time() < end:
        done, _, _ = select.select(waiting[:500], [], [], 1)
        for stranger in done:
            try:
                closed = not stranger.recv(4096)
            except OSError:
                closed = True
            if closed:
                stranger.close()
                waiting.remove(stranger)
    assert not waiting, f"{len(waiting)} half-open connections are still there"
    quiet.play()


def test_end():
    assert house.metric("connections") < 40
    print(f"quiet table: {quiet.games} games, slowest ack {1000 * quiet.slowest:.0f} ms", end=" ")
    assert quiet.slowest < 5
    house.stop()


if __name__ == "__main__":
    run([test_half_open, test_malformed, test_mutations, test_frames, test_slow, test_many, test_half_open_closed,
         test_end])
