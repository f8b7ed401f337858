"""A WebSocket client in few lines, and a player on top of it that checks every message against the protocol's
schema."""
import base64
import json
import os
import random
import select
import socket
import struct
import time

import jsonschema

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def prepared(schema, defs, close):
    """The schema with its references filled in, which is quicker to check. close leaves no room for fields that are not
    described: what the server sends must be documented."""
    if isinstance(schema, list):
        return [prepared(item, defs, close) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return prepared(defs[schema["$ref"].rsplit("/", 1)[1]], defs, close)
    made = {key: prepared(value, defs, close) for key, value in schema.items()}
    if close and made.get("type") == "object" and "properties" in made:
        made["additionalProperties"] = False
    return made


with open(os.path.join(ROOT, "docs", "protocol.schema.json"), encoding="utf-8") as file:
    SCHEMA = json.load(file)
jsonschema.Draft202012Validator.check_schema(SCHEMA)
DEFS = SCHEMA["$defs"]
FROM_CLIENT = jsonschema.Draft202012Validator(prepared(DEFS["client"], DEFS, False))
FROM_SERVER = {one["$ref"].rsplit("/", 1)[1]: jsonschema.Draft202012Validator(prepared(one, DEFS, True))
               for one in DEFS["server"]["oneOf"]}
OVER_HTTP = {name: jsonschema.Draft202012Validator(prepared(DEFS[name], DEFS, True))
             for name in ("score_form", "score_result", "replay", "game_page", "deck_page")}


PRINTED = ("code", "name", "title", "sort", "text", "letter", "suit", "glyph", "figure", "hue", "pattern", "number")


def unfolded(view):
    """The View with what it leaves out: what is usual, what follows from the place, what another item said already."""
    items = {}
    for index, zone in enumerate(view["zones"]):
        zone.update({"owner": zone.get("owner"), "layout": zone.get("layout", "row"), "items": zone.get("items", [])})
        zone.setdefault("size", len(zone["items"]))
        for k, item in enumerate(zone["items"]):
            item.update({"id": index * 65536 + k, "kind": item.get("kind", "card")})
            if "like" in item:
                like = items[item["like"]]
                item.update({field: like[field] for field in PRINTED if field in like})
            items[item["id"]] = item
    for kind in (kind for choice in view["choices"] for kind in choice.get("kinds", [])):
        like = items[kind["like"]] if "like" in kind else {"name": kind["word"]}
        kind.update({field: like[field] for field in ("name", "glyph", "hue") if field in like and field not in kind})
    return view


class Closed(Exception):
    """The connection is no more."""


class Socket:
    """One connection. headers is a dict that replaces or adds; None takes one out."""

    def __init__(self, port, headers=None, path="/ws", source=None, timeout=20):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout, source)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        fields = {"Host": f"127.0.0.1:{port}", "Upgrade": "websocket", "Connection": "Upgrade",
                  "Sec-WebSocket-Version": "13", "Sec-WebSocket-Protocol": "taproom.1",
                  "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode()}
        fields.update(headers or {})
        text = "".join(f"{name}: {value}\r\n" for name, value in fields.items() if value is not None)
        self.bytes = self.text = b""
        try:
            self.socket.sendall(f"GET {path} HTTP/1.1\r\n{text}\r\n".encode())
            while b"\r\n\r\n" not in self.bytes:
                self.more()
        except OSError as gone:
            raise Closed(str(gone)) from gone
        head, self.bytes = self.bytes.split(b"\r\n\r\n", 1)
        self.head = head.decode("latin-1")
        if " 101 " not in self.head.split("\r\n", maxsplit=1)[0]:
            raise Closed(self.head)

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed("end of stream")
        self.bytes += data

    def frame(self, opcode, data, final=True):
        mask = os.urandom(4)
        head = bytes([(0x80 if final else 0) | opcode])
        size = len(data)
        head += bytes([0x80 | size]) if size < 126 else bytes([0x80 | 126]) + struct.pack(">H", size) if size < 65536 \
            else bytes([0x80 | 127]) + struct.pack(">Q", size)
        key = (mask * (size // 4 + 1))[:size]
        body = (int.from_bytes(data, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
        try:
            self.socket.sendall(head + mask + body)
        except OSError as gone:
            raise Closed(str(gone)) from gone

    def send(self, text):
        self.frame(1, text.encode())

    def next_frame(self):
        """(opcode, final, data) if a whole frame has come, else None."""
        if len(self.bytes) < 2:
            return None
        size, at = self.bytes[1] & 127, 2
        if size > 125:
            at += 2 if size == 126 else 8
            if len(self.bytes) < at:
                return None
            size = int.from_bytes(self.bytes[2:at], "big")
        if len(self.bytes) < at + size:
            return None
        first, data = self.bytes[0], self.bytes[at:at + size]
        self.bytes = self.bytes[at + size:]
        return first & 15, first & 0x80, data

    def receive_now(self):
        """A text that has come whole, or None; answers pings; Closed at the end."""
        while (frame := self.next_frame()):
            opcode, final, data = frame
            if opcode == 8:
                raise Closed(f"closed {int.from_bytes(data[:2], 'big')}")
            if opcode == 9:
                self.frame(10, data)
            elif opcode in (0, 1):
                self.text += data
                if final:
                    text, self.text = self.text.decode(), b""
                    return text
        return None

    def receive(self):
        """The next text; socket.timeout if none comes."""
        while (text := self.receive_now()) is None:
            self.receive_more()
        return text

    def receive_more(self):
        try:
            self.more()
        except socket.timeout:
            raise
        except OSError as gone:
            raise Closed(str(gone)) from gone

    def close(self):
        self.socket.close()


def pump(players, seconds=0.05, each=None):
    """Takes what has come for any of them within that time; each(player, message) sees it. Those whose connection ended
    are returned."""
    gone = []
    poll = select.poll() # unlike select, for any number of them
    for player in players:
        poll.register(player.socket.socket, select.POLLIN)
    come = {descriptor for descriptor, _ in poll.poll(seconds * 1000)}
    for player in players:
        try:
            if player.socket.socket.fileno() in come:
                player.socket.receive_more()
            while (text := player.socket.receive_now()) is not None:
                message = player.keep(text)
                if each:
                    each(player, message)
        except Closed as why:
            player.ended = why
            gone.append(player)
    return gone


def told_why(gone):
    """Whose connections ended, with the last that each was told of it."""
    return [(player.name, str(player.ended), player.errors[-3:]) for player in gone]


def until(players, fact, seconds=60, each=None):
    """Reads for all of them until it is so; a KeyError is something nobody was told of yet."""
    def holds():
        try:
            return fact()
        except KeyError:
            return False

    end = time.time() + seconds
    while not holds():
        assert time.time() < end, "it does not come to that"
        gone = pump(players, 0.05, each)
        assert not gone, told_why(gone)


def come_back(players, table):
    """All of them connect anew, and see the table again."""
    for player in players:
        player.connect()
        player.views.clear()
        player.enter(table)
    until(players, lambda: all(player.views.get(table) for player in players))


def refused(player, code, **message):
    """Says it and is refused with that code; why."""
    message.setdefault("id", player.new_id())
    player.say(**message)
    error = player.wait("error", re=message["id"])
    assert error["code"] == code, error
    return error["text"]


def ack_in(message):
    """What acknowledges something in a message: the message, or a part of an update."""
    if message["type"] == "ack":
        return message
    return {"table": message["table"], **message["ack"]} if "ack" in message else None


BREATH, BREATH_S = 40, 0.03


class Player:
    """A guest who plays by rote. Keeps what it saw, and holds the server to its word."""

    def __init__(self, port, name, luck=None, cookie=None, joined=False):
        """joined: an update may bring the ack of the answer it shows."""
        self.joined = joined
        self.port, self.name, self.luck, self.cookie = port, name, luck or random.Random(name), cookie
        self.socket = None
        self.views, self.tables, self.tokens, self.seen, self.acked, self.sent = {}, {}, {}, {}, {}, {}
        self.events, self.errors, self.numbers, self.reached = {}, [], 0, {}
        self.breath, self.breathed = BREATH, time.time() # how many answers may follow at once; when that was
        self.most_asked = {} # by table: the most seats that were asked at once
        self.kinds = set()

    def connect(self):
        self.socket = Socket(self.port, {"Cookie": self.cookie} if self.cookie else None)
        for line in self.socket.head.split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].split(";")[0].strip()
        self.say(type="hello", version=1, name=self.name, **({"joined": True} if self.joined else {}))
        self.games = self.wait("welcome")["games"]
        return self

    def say(self, **message):
        FROM_CLIENT.validate(message)
        self.socket.send(json.dumps(message))
        return message

    def new_id(self):
        self.numbers += 1
        return f"{self.name}-{self.numbers}"

    def ask(self, **message):
        """Says it and waits for its ack."""
        message.setdefault("id", self.new_id())
        self.say(**message)
        return self.wait("ack", re=message["id"])

    def take(self):
        """Reads one message and keeps what it says."""
        return self.keep(self.socket.receive())

    def keep(self, text):
        message = json.loads(text)
        FROM_SERVER[message["type"]].validate(message)
        for shown in [message] + message.get("chapters", []):
            if "view" in shown:
                unfolded(shown["view"])
        self.kinds |= {message["type"]} | ({"update with ack"} if "ack" in message else set())
        table = message.get("table")
        if message["type"] == "table":
            self.tables[table] = message
        elif message["type"] == "seated":
            self.tokens[table] = message["token"]
        elif message["type"] == "update":
            expected = self.seen.get(table, -1)
            assert message["from"] == expected, f"from {message['from']}, seen {expected}"
            assert all(message["from"] < event["seq"] <= message["seq"] for event in message["events"]), message
            kept = self.events.setdefault(table, [])
            if "undo" in message:
                kept[:] = [event for event in kept if event["seq"] <= message["undo"]]
            kept += message["events"]
            self.seen[table], self.views[table] = message["seq"], message["view"]
            self.most_asked[table] = max(self.most_asked.get(table, 0), len(message["view"]["asked"]))
            assert self.joined or "ack" not in message, "an ack where it was not asked for"
        elif message["type"] == "error":
            self.errors.append(message)
        ack = ack_in(message)
        if ack and "seq" in ack:
            assert self.acked.get(ack["re"], ack["seq"]) == ack["seq"], "an ack changed"
            self.acked[ack["re"]] = ack["seq"]
            self.reached[table] = max(ack["seq"], self.reached.get(table, 0))
        return message

    def wait(self, kind, seconds=20, **fields):
        end = time.time() + seconds
        while time.time() < end:
            message = self.take()
            ack = ack_in(message)
            if kind == "ack" and ack and ack["re"] == fields.get("re"):
                return ack
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
            if message["type"] == "error" and "re" in fields and message.get("re") == fields["re"] and kind != "error":
                raise AssertionError(f"refused: {message}")
        raise AssertionError(f"no {kind} {fields} within {seconds} s")

    def enter(self, table):
        self.say(type="enter", table=table, seen=self.seen.get(table, -1))
        return self.wait("table", table=table)

    def word(self, choice):
        """One answer of a choice, at random."""
        kind = choice["kind"]
        if kind == "plain":
            return choice["word"]
        if kind == "amount":
            return f"{choice['word']} {self.luck.randint(choice['lo'], min(choice['hi'], choice['lo'] + 4))}"
        if kind == "split":
            return f"{choice['word']} {self.split(choice)}"
        if kind == "counts":
            return f"{choice['word']} {self.counts(choice)}"
        if kind == "subset":
            items = self.luck.sample(choice["items"], self.luck.randint(choice["lo"], choice["hi"]))
            words = [item.get("word") or item["name"].lower().replace(" ", "-") for item in items]
            return " ".join([choice["word"]] + (words or ["none"]))
        draw = self.luck.sample if choice.get("apart") else self.luck.choices
        places = draw(choice["places"], k=len(choice["items"]))
        return " ".join([choice["word"]] + [str(1 + place) for place in places])

    def split(self, choice):
        """All of each kind, to places at random."""
        given = {}
        for kind in choice["kinds"]:
            for _ in range(kind["n"]):
                given.setdefault(self.luck.choice(choice["places"]), []).append(kind["word"])
        return "; ".join(f"{1 + place}: {' '.join(words)}" for place, words in sorted(given.items()))

    def counts(self, choice):
        """As few as will do, of both groups."""
        def some(kinds, n):
            words = [kind["word"] for kind in kinds for _ in range(kind["n"])][:n]
            return " ".join(words) or "nothing"
        first, second = choice["kinds"][:choice["second"]], choice["kinds"][choice["second"]:]
        words = some(first, choice["lo"])
        return f"{words} for {some(second, choice['lo2'])}" if second else words

    def breathe(self):
        """Whoever answers each update while others move on is too fast for the house (limits.h), if that is fast."""
        now = time.time()
        self.breath, self.breathed = min(BREATH, self.breath + (now - self.breathed) / BREATH_S), now
        if self.breath < 1:
            time.sleep(BREATH_S)
        self.breath -= 1

    def answer(self, table):
        """Answers if asked; the message, or None."""
        view = self.views.get(table)
        if not view or not view["choices"] or view["over"] or self.seen[table] < self.reached.get(table, 0):
            return None # not asked, or the view is older than the last ack
        self.breathe()
        word = self.word(self.luck.choice(view["choices"]))
        message = dict(type="answer", table=table, id=self.new_id(), seq=self.seen[table], word=word)
        self.sent[message["id"]] = message
        return self.say(**message)


def play_out(players, table, seconds=200, seats=None):
    """Everybody asked answers, until the game is over for all."""
    pending = {}

    def step(player, message):
        answered = ack_in(message) or message
        pending.pop(answered.get("re"), None)

    end = time.time() + seconds
    while not all(player.views.get(table, {}).get("over") and player.tables[table]["phase"] == "over"
                  for player in players):
        assert time.time() < end, "the game does not end"
        for player in players:
            if player in (seats or players) and not any(owner is player for owner in pending.values()):
                sent = player.answer(table)
                if sent:
                    pending[sent["id"]] = player
        gone = pump(players, 0.05, step)
        assert not gone, told_why(gone)


def new_table(host, others=(), **fields):
    usual = {"game": "kings-council", "seats": 3, "pace": 0}
    table = host.ask(type="create", **{**usual, **fields})["table"]
    for other in others:
        other.ask(type="sit", table=table)
    return table


def midway(players, answers=2, **fields):
    """A table of these people at which some answers have been given."""
    table = new_table(players[0], players[1:], game="pass-left", seats=len(players), grace=0, **fields)
    players[0].ask(type="deal", table=table)
    given = 0
    while given < answers:
        for player in players:
            sent = player.answer(table) if table in player.views else None
            if sent:
                player.wait("ack", re=sent["id"])
                given += 1
        assert not pump(players, 0.02)
    return table
