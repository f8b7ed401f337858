#!/usr/bin/env python3
"""Two nodes, and people at both who sit at one table: what is said at one is passed on to the other that holds it. The
holder is killed, stopped or out of reach, and strangers call at the door where nodes come in."""
import base64
import hashlib
import json
import os
import re
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from nodes import LEASE_S, Nodes, all_is_there, database, free_port
from house import LONG, PROGRAM, run
from relay import FROM, TO, Relay
from ws import Closed, Player, Socket, new_table, play_out, until


def stop(nodes):
    with ThreadPoolExecutor() as both:
        list(both.map(lambda node: node.stop(), (nodes.one, nodes.two)))


def test_one_table():
    """Seats, words, names, hints, taking back and the end are the same for who came in elsewhere."""
    nodes = Nodes(lease=2)  # both live, and shall on a busy machine
    table = nodes.begin(second=nodes.two)
    anna, bert = nodes.people
    assert nodes.holder(table) == "one" and nodes.two.metric("tables") == 0
    assert [seat["here"] for seat in bert.tables[table]["seats"]] == [True, True]
    bert.ask(type="chat", table=table, text="Good evening")
    assert anna.wait("chat")["name"] == "Bert"
    anna.ask(type="chat", table=table, text="To you too")
    assert bert.wait("chat")["text"] == "To you too"
    bert.say(type="hello", version=1, name="Robert")
    while anna.tables[table]["seats"][1]["name"] != "Robert":
        anna.take()
    bert.ask(type="mute", guest=anna.tables[table]["seats"][0]["guest"], on=True)
    anna.ask(type="chat", table=table, text="Nobody hears that")
    carl = Player(nodes.two.port, "Carl").connect()  # watches, and asks for a table that nobody has
    carl.enter(table)
    carl.say(type="enter", id="none", table="0123456789ab")
    assert carl.wait("error", re="none")["code"] == "no-table"
    carl.say(type="answer", id="not his", table=table, seq=carl.seen[table], word="fold")
    assert carl.wait("error", re="not his")["code"] == "not-seated"
    for n in range(6):
        carl.say(type="chat", id=f"chat {n}", table=table, text="and again")
    assert carl.wait("error")["code"] == "too-fast"  # counted where he came in
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    assert nodes.two.metric("tables") == 0
    assert "Nobody hears that" not in str(bert.events)
    for house in (nodes.one, nodes.two):
        assert nodes.one.get(f"/api/record/{table}")[2] == house.get(f"/api/record/{table}")[2]
        assert house.get(f"/api/replay/{table}/0/1")[0] == 200
    # Once more, asked for where the table is not; and a table of one's own beside it.
    again = bert.ask(type="rematch", table=table)["table"]
    own = new_table(bert, game="threes", seats=2)
    bert.enter(again)
    assert nodes.holder(again) == "one" and nodes.holder(own) == "two"
    carl.socket.close()
    bert.socket.close()
    until([anna], lambda: not anna.tables[table]["seats"][1]["here"])
    until([anna], lambda: nodes.two.metric("node_passed_on_total") > 10)
    stop(nodes)


def test_killed():
    """The holder is killed, just when somebody has answered: his own connection stays, and he says nothing twice."""
    for unheard in (True, False) if LONG else (True,):
        nodes = Nodes()
        table = nodes.begin(second=nodes.two, joined=True)
        anna, bert = nodes.people
        own = new_table(bert, game="threes", seats=2)
        if unheard:
            table = nodes.ask(table, bert)
        asked = nodes.asked(table)
        if unheard:
            nodes.one.process.send_signal(signal.SIGSTOP)
        line, sent = bert.socket, asked.answer(table)
        bert.say(type="chat", id="perhaps", table=table, text="Hello?")
        time.sleep(0.05 if unheard else 0)
        nodes.one.kill()
        began = time.time()
        bert.wait("table-moving", table=table)
        assert bert.ask(type="seed", table=own, hex="0" * 64)  # all else goes on
        bert.wait("table", table=table)
        assert time.time() - began < LEASE_S + 2
        anna.port = nodes.two.port
        anna.connect()
        anna.enter(table)
        if asked is anna:
            anna.say(**sent)
        until(nodes.people, lambda: sent["id"] in asked.acked)
        play_out(nodes.people, table)
        all_is_there(nodes, table)
        assert bert.socket is line and nodes.holder(table) == "two"
        assert all((error["re"], error["code"]) == ("perhaps", "unknown") for error in bert.errors), bert.errors
        assert bert.errors or not unheard
        nodes.two.stop()


def test_stopped():
    """The holder stops, and hangs up on nobody: after a lease its tables are elsewhere. When it goes on it ends."""
    nodes = Nodes()
    table = nodes.begin(second=nodes.two)
    anna, bert = nodes.people
    nodes.one.process.send_signal(signal.SIGSTOP)
    began = time.time()
    bert.wait("table-moving", table=table)
    bert.wait("table", table=table)
    assert time.time() - began < 2 * LEASE_S + 2
    anna.port = nodes.two.port
    anna.connect()
    anna.enter(table)
    nodes.one.process.send_signal(signal.SIGCONT)
    assert nodes.one.process.wait(20) == 75
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    nodes.two.stop()


def test_out_of_reach():
    """One node does not reach the other, which lives: who is there waits, without an error, until it does. And what is
    said comes in pieces."""
    relays = []

    def through(port):
        relays.append(Relay(port))
        relays[-1].pieces = 100
        return relays[-1].port
    nodes = Nodes(through={"one": through})
    table = nodes.begin(second=nodes.two)
    anna, bert = nodes.people
    table = nodes.ask(table, bert)
    relays[0].cut = (TO, FROM)
    sent = bert.answer(table)
    bert.wait("table-moving", table=table)
    dora = Player(nodes.two.port, "Dora").connect()
    dora.say(type="enter", id="far", table=table)
    time.sleep(LEASE_S + 0.5)
    assert bert.ask(type="create", game="threes", seats=2)["table"]
    assert nodes.holder(table) == "one"
    relays[0].cut = ()
    until(nodes.people, lambda: sent["id"] in bert.acked, seconds=15)
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    assert not bert.errors and nodes.holder(table) == "one"
    stop(nodes)


# ---------------------------------------------------------------- strangers

LINE = {"Sec-WebSocket-Protocol": "taproom.node.1"}


class Caller:
    """Calls a node as another node does, in its own words."""

    def __init__(self, port, path="/node", **headers):
        self.socket = Socket(port, {**LINE, **headers}, path=path)
        self.first = self.read()

    def read(self):
        """One binary message."""
        s = self.socket
        while True:
            while len(s.bytes) < 4:
                s.more()
            opcode, size, skip = s.bytes[0] & 15, s.bytes[1] & 127, 2
            if size == 126:
                size, skip = struct.unpack(">H", s.bytes[2:4])[0], 4
            while len(s.bytes) < skip + size:
                s.more()
            data, s.bytes = s.bytes[skip:skip + size], s.bytes[skip + size:]
            if opcode == 8:
                raise Closed("closed")
            if opcode == 2:
                return data

    def say(self, data):
        self.socket.frame(2, data.encode() if isinstance(data, str) else data)

    def tell(self, *frames):
        """After the greeting: several in one message, each behind its length."""
        frames = [frame.encode() if isinstance(frame, str) else frame for frame in frames]
        self.say(b"".join(struct.pack(">I", len(frame)) + frame for frame in frames))

    def hear(self):
        """The frames of one message."""
        data, frames = self.read(), []
        while data:
            size, = struct.unpack(">I", data[:4])
            assert size <= len(data) - 4, data
            frames.append(data[4:4 + size])
            data = data[4 + size:]
        return frames

    def is_closed(self):
        try:
            while True:
                self.read()
        except TimeoutError:
            return False
        except (Closed, OSError):
            return True

    @staticmethod
    def proof(key, purpose, *parts):
        text = b"".join(part.encode() + b"\0" for part in (purpose, *parts))
        return hashlib.blake2b(text, key=key, digest_size=32).hexdigest()

    def greeting(self, key, node="three", nonce="ab" * 32, version="2"):
        _, _, other, drawn = self.first.decode().split(" ")
        proof = self.proof(key, "calling", f"{node} {nonce}", f"{other} {drawn}")
        return f"taproom-node {version} {node} {nonce} {proof}"

    def greet(self, key):
        self.say(self.greeting(key))
        answer = self.read().decode().split(" ")
        assert answer[4] == self.proof(key, "called", f"{answer[2]} {answer[3]}", f"three {'ab' * 32}")
        return self


def test_strangers():
    """Who has no key, or only one that was overheard, is nobody there; and who has it is held to its words."""
    nodes = Nodes(lease=2)
    port = nodes.one.port
    with open(nodes.key, "rb") as file:
        key = file.read()
    guest = json.dumps({"guest": "0123456789abcdef", "name": "Eve", "address": "192.0.2.1"})
    caller = Caller(port)
    assert caller.first.decode().startswith("taproom-node 2 one ")
    good = caller.greeting(key)
    caller.say(good)
    caller.read()
    caller.tell(f"o 7\n{guest}", 'm 7\n{"type":"ping","id":"heard"}', 'm 7\n{"type":"ping","id":"too"}')
    assert [frame[:31] for frame in caller.hear()] == [b'm 7\n{"type":"pong","re":"heard"}'[:31],
                                                       b'm 7\n{"type":"pong","re":"too"}'[:31]], "in one message"
    refused = [f"o 1\n{guest}", good, Caller(port).greeting(b"x" * 32), "", "x" * 600, b"\xff\xfe",
               good.replace("taproom-node 2", "taproom-node 1"), "taproom-node"]
    for words in refused:  # the second is a greeting that was overheard
        other = Caller(port)
        other.say(words)
        assert other.is_closed(), words
    stranger = Caller(port)
    stranger.socket.send(stranger.greeting(key))  # as text
    assert stranger.is_closed()
    nonsense = [f"o 1\n{guest}x", "o 0\n" + guest, 'o 2\n{"guest":"not one","name":"Eve","address":"192.0.2.1"}',
                "o 3\n", f'o 4\n{guest.replace("Eve", "")}', "z 1\n", "m", "m 1", "m -1\n", "m 99999999999\n",
                "x 1\n0123456789ab\n{}", "g 0\n0123456789ab", "m 7\n" + " " * 20000, "n 7\n", b"n 7\n\xff"]
    for words in nonsense:
        other = Caller(port).greet(key)
        other.tell(f"o 7\n{guest}")
        other.tell(words)
        assert other.is_closed(), words
    beat = struct.pack(">I", 4) + b"b 0\n"
    for words in (b"", b"\0\0\0", b"\0\0\0\5b 0\n", beat + b"\0", beat + b"\xff\xff\xff\xff", b"b 0\n"):
        other = Caller(port).greet(key)
        other.say(words)  # it is no bundle
        assert other.is_closed(), words
    twice = Caller(port).greet(key)
    twice.tell(f"o 7\n{guest}", f"o 7\n{guest}")
    assert twice.is_closed()
    quiet = Caller(port).greet(key)
    quiet.tell('m 1\n{"type":"ping"}')  # of nobody: he was sent away, perhaps
    quiet.tell("b 0\n")
    assert quiet.hear() == [b"b 0\n"]
    for path, headers in (("/ws", {}), ("/node", {"Sec-WebSocket-Protocol": "taproom.1"})):
        try:
            Caller(port, path=path, **headers)
            raise AssertionError("it was let in")
        except Closed:
            pass
    # A client who says who he is is who his cookie says.
    eve = Player(port, "Eve").connect()
    eve.socket.send(json.dumps({"type": "hello", "version": 1, "name": "Eve", "guest": "0123456789abcdef"}))
    assert eve.wait("welcome")["you"]["guest"] != "0123456789abcdef"
    stop(nodes)


class OtherVersion:
    """A node that lives by its row, and speaks another version."""

    def __init__(self, nodes):
        self.nodes, self.port, self.calls = nodes, free_port(), 0
        self.live("1 hour")
        self.door = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.run, daemon=True).start()

    def live(self, time_left):
        database.do(f"INSERT INTO {self.nodes.schema}.nodes(id, epoch, until, address, mark) VALUES('new', 1, now() +"
                    f" interval '{time_left}', '127.0.0.1:{self.port}', '') ON CONFLICT(id) DO UPDATE SET until ="
                    " excluded.until")

    def run(self):
        while True:
            caller = self.door.accept()[0]
            head = caller.recv(4096).decode()
            word = re.search(r"sec-websocket-key: *(\S+)", head, re.I).group(1)
            digest = hashlib.sha1((word + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
            caller.sendall(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Accept: {base64.b64encode(digest).decode()}\r\n"
                            "Sec-WebSocket-Protocol: taproom.node.1\r\n\r\n").encode())
            words = b"taproom-node 3 new and words that nobody knows yet"
            caller.sendall(bytes([0x82, len(words)]) + words)
            self.calls += 1
            caller.settimeout(5)
            try:
                while caller.recv(4096):
                    pass
            except OSError:
                pass
            caller.close()


def test_other_version():
    """A node of another version holds a table: nothing is passed on to it, and it is waited for."""
    nodes = Nodes()
    anna = Player(nodes.two.port, "Anna").connect()
    table = new_table(anna, game="threes", seats=2)
    nodes.two.stop()
    newer = OtherVersion(nodes)
    database.do(f"UPDATE {nodes.schema}.tables SET holder = 'new', epoch = 1 WHERE id = '{table}'")
    anna.port = nodes.one.port
    anna.connect()
    anna.say(type="enter", id="waits", table=table)
    time.sleep(0.7)
    newer.live("-1 s")
    assert anna.wait("table", table=table)["re"] == "waits" and newer.calls
    assert "another version" in nodes.one.said()
    nodes.one.stop()


def test_settling():
    """A quiet table goes to where its people are; one that nobody is at is nobody's."""
    nodes = Nodes(lease=2, flags=("--settle", "1"))
    table = nodes.begin(second=nodes.two)
    anna, bert = nodes.people
    time.sleep(1.5)
    assert nodes.holder(table) == "one" and nodes.two.metric("tables") == 0  # somebody is here
    anna.port = nodes.two.port
    anna.connect()
    anna.enter(table)
    other = Player(nodes.one.port, "Carl").connect()
    empty = new_table(other, game="threes", seats=2)
    other.ask(type="exit", table=empty)
    until([anna, bert], lambda: nodes.holder(table) == "two", seconds=10)
    assert nodes.two.metric("tables") == 1
    until([anna, bert], lambda: nodes.one.metric("tables") == 0, seconds=10)
    until([anna, bert], lambda: nodes.holder(empty) == "", seconds=10)
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    assert {"table-moving"} <= bert.kinds and not anna.errors + bert.errors
    other.port = nodes.two.port
    other.connect()
    other.enter(empty)
    other.enter(table)
    assert nodes.holder(empty) == "two"
    nodes.two.kill()  # it held both
    for player in (anna, bert):
        player.port = nodes.one.port
        player.connect()
        player.enter(table)
    nodes.one.stop()


def test_program():
    """A program comes in at one node and plays at the other."""
    nodes = Nodes(lease=2)
    anna = Player(nodes.one.port, "Anna").connect()
    table = new_table(anna, game="kings-council", seats=2)
    program = Socket(nodes.two.port, {"Sec-WebSocket-Protocol": "taproom.bot.1"})
    program.send(json.dumps({"type": "hello", "version": 1, "table": table}))
    assert json.loads(program.receive())["seat"] == 1
    anna.ask(type="deal", table=table)
    asked = 0

    def serve():
        nonlocal asked
        while True:
            question = json.loads(program.receive())
            if question["type"] == "over":
                break
            asked += 1
            program.send(json.dumps({"id": question["id"], "word": question["words"][0]}))
    serving = threading.Thread(target=serve)
    serving.start()
    play_out([anna], table)
    serving.join(10)
    assert asked and not serving.is_alive() and anna.tables[table]["seats"][1].get("missed", 0) == 0
    stop(nodes)


def test_lobby():
    """Who looks at the list sees the open tables of all nodes, and sits down at any."""
    nodes = Nodes(lease=2)
    anna, bert = Player(nodes.one.port, "Anna").connect(), Player(nodes.two.port, "Bert").connect()
    bert.say(type="lobby", on=True)
    assert bert.wait("lobby")["tables"] == []
    seen = []

    def listed():
        """As the last list says it."""
        return {row["table"]: row for row in seen[-1]["tables"]} if seen else {}

    def note(_, message):
        seen.extend([message] if message["type"] == "lobby" else [])
    hidden = new_table(anna, game="threes", seats=2)
    table = new_table(anna, game="threes", seats=3, public=True, name='"public":true', bots=[None, "random", None])
    until([bert], lambda: table in listed(), seconds=5, each=note)
    row = {"table": table, "game": "threes", "title": "Threes", "name": '"public":true', "phase": "open", "seats": 3,
           "people": ["Anna"], "bots": 1}
    assert listed() == {table: row} and hidden not in listed()
    bert.ask(type="sit", table=table)
    until([bert], lambda: listed()[table]["people"] == ["Anna", "Bert"], seconds=5, each=note)
    anna.ask(type="deal", table=table)
    until([bert], lambda: listed() == {}, seconds=5, each=note)  # what is played elsewhere is not listed
    stop(nodes)


def test_clock():
    """A clock runs on when its node dies, though nobody comes: another node adopts the table. Who comes back has all of
    his time again."""
    nodes = Nodes()
    anna, bert = nodes.people = [Player(nodes.one.port, name).connect() for name in ("Anna", "Bert")]
    table = new_table(anna, [bert], seats=2, clock=4, grace=0)
    bots = new_table(anna, seats=2, clock=4, bots=[None, "random"], grace=0)
    for one in (table, bots):
        anna.ask(type="deal", table=one)
    until(nodes.people, lambda: nodes.asked(table))
    nodes.one.kill()
    killed = time.time()
    end = killed + 15
    while nodes.holder(table) != "two":
        assert time.time() < end, "nobody adopts it"
        time.sleep(0.05)
    before = nodes.log(table)
    bert.port = nodes.two.port
    bert.connect()
    bert.say(type="enter", table=table, seen=bert.seen.get(table, -1))
    left = bert.wait("update", table=table).get("time_left", 4000)
    # More than if it had run on since: nobody adopts a table before the lease of its node is over.
    assert left > 4000 - 1000 * (time.time() - killed) + 300 or nodes.log(table) > before, left
    while nodes.log(table) == before:
        assert time.time() < end, "its clock does not run"
        time.sleep(0.05)
    assert nodes.two.metric("node_tables_taken_total") >= 1
    assert nodes.holder(bots) == "one"  # nobody waits for anybody there
    nodes.two.stop()


def keeper(node, *words):
    """taproom keeper at a node; what it answers."""
    done = subprocess.run([PROGRAM, "keeper", *words, "--json", "--data", node.data], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60, check=False)
    return json.loads(done.stdout)


def test_keeper():
    """A bar that is set at one node holds at all, for who is there and who comes, also after a restart; what the keeper
    says at one is heard at all, once."""
    nodes = Nodes(lease=2, flags=("--behind", "127.0.0.1"))  # both live, and shall on a busy machine
    table = nodes.begin(second=nodes.two)
    anna, bert = nodes.people

    def come(node, name, address):
        player = Player(node.port, name)
        player.socket = Socket(node.port, {"X-Forwarded-For": address})
        player.say(type="hello", version=1, name=name)
        player.wait("welcome")
        return player

    carl, dora = (come(node, name, "198.51.100.2") for node, name in ((nodes.two, "Carl"), (nodes.one, "Dora")))
    carl.enter(table)  # which the first node holds
    assert keeper(nodes.one, "announce", "The roof burns.") == {"ok": True, "heard": 2}
    for player in (anna, bert, carl, dora):
        assert player.wait("notice")["text"] == "The roof burns.", player.name

    def status(node):
        return node.get("/", headers={"X-Forwarded-For": "198.51.100.2"})[0]

    assert keeper(nodes.one, "bar", "198.51.100.2") == {"ok": True, "address": "198.51.100.2", "sent_away": 1}
    for player in (carl, dora):
        assert player.wait("bye")["code"] == "barred", player.name
    assert (status(nodes.one), status(nodes.two)) == (403, 403)
    assert keeper(nodes.two, "list")["bars"] == [{"address": "198.51.100.2", "until": 0}]
    nodes.two.stop()
    with open(os.path.join(nodes.two.data, "bars"), "w", encoding="utf-8") as file:
        file.write("203.0.113.1 0\n")  # of the version before
    nodes.two.start()
    assert (status(nodes.one), status(nodes.two)) == (403, 403)
    assert "is not heeded any more" in nodes.two.said()
    assert nodes.two.get("/", headers={"X-Forwarded-For": "203.0.113.1"})[0] == 200
    assert keeper(nodes.two, "unbar", "198.51.100.2")["ok"] and status(nodes.two) == 200
    end = time.time() + 10
    while status(nodes.one) != 200:
        assert time.time() < end, "he is still barred at the other"
        time.sleep(0.05)
    assert "is not barred" in keeper(nodes.one, "unbar", "198.51.100.2")["error"]
    # For a while; by whatever clock. Nothing was heard twice.
    assert keeper(nodes.two, "bar", "198.51.100.3", "--for", "2")["ok"]
    while not keeper(nodes.one, "list")["bars"]:
        assert time.time() < end + 10, "the other does not know it"
        time.sleep(0.05)
    until_then = keeper(nodes.one, "list")["bars"][0]["until"]
    assert abs(until_then - time.time() - 7200) < 20, until_then
    keeper(nodes.two, "announce", "It is out.")
    assert anna.wait("notice")["text"] == "It is out."
    stop(nodes)


if __name__ == "__main__":
    everything = [test_one_table, test_killed, test_stopped, test_out_of_reach, test_strangers, test_other_version,
                  test_settling, test_program, test_lobby, test_clock, test_keeper]
    run([globals()[name] for name in sys.argv[1:]] or everything)
