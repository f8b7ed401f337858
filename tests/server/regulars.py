"""Guests who play on whatever happens to the house, each on a thread of his own, and keep what they said and heard
(history.py). They do what a browser does: when the connection ends they come again, to whichever node is open, and say
again what was not answered."""
import hashlib
import json
import random
import select
import threading
import time

from history import Event
from ws import Closed, Player, Socket, unfolded

THINK_S = (0.02, 0.12)
LOOK_S = (0.1, 0.3)
TABLE = {"seats": 3, "bots": [None, None, "random"], "pace": 20, "grace": 0}
GAMES = ("adventurers-choice", "adventurers-choice", "heroes-plunder")  # of the last all answer at once
MONEY = ("coins", "pot", "main pot", "bet", "waiting")


def digest(what):
    return hashlib.sha1(json.dumps(what, sort_keys=True).encode()).hexdigest()[:16]


def counted(view, wanted):
    return [(counter["name"], counter["owner"], counter["value"]) for counter in view["counters"]
            if "value" in counter and wanted(counter["name"])]


def is_money(name):
    return name in MONEY or name.startswith("side pot ") or name.endswith("-horde")


def public_part(view):
    """What is the same for whoever looks."""
    return [view["games"], view["asked"], view["sealed"], view["over"], view["scores"], counted(view, is_money)]


def money_of(view):
    return sum(value for _, _, value in counted(view, is_money))


class Group:
    """Two who play, and one who watches them, one game after another."""

    def __init__(self, tavern, number):
        self.number, self.tavern, self.game = number, tavern, GAMES[number % len(GAMES)]
        self.options = tavern.options if self.game == GAMES[0] else []
        self.tables = []  # the last one is played
        self.regulars = [Regular(self, name, role) for name, role in
                         (("Anna", "host"), ("Bert", "guest"), ("Carl", "watcher"))]

    @property
    def table(self):
        return self.tables[-1] if self.tables else None

    def is_over(self, table):
        return all(regular.tables.get(table, {}).get("phase") == "over" and regular.views.get(table, {}).get("over")
                   for regular in self.regulars)


class Regular(Player):
    def __init__(self, group, name, role):
        number = f"{group.tavern.name}-{group.number}"
        super().__init__(0, f"{name}-{number}", random.Random(f"{name}-{number}-{group.tavern.seed}"),
                         joined=role == "guest")
        self.group, self.role = group, role
        self.pending = None  # what was said and not answered
        self.again = self.think = 0.0  # not before then
        self.entered = set()  # tables he has asked for on this connection
        self.asks, self.hears = 0, None  # hears: what he asked, if the next update answers it
        self.look = 0.0  # when he asks again, who only watches
        self.finishing = self.closing = False  # finishing: no new game is begun
        self.leaves = False  # he reloads the page
        self.wrong = None
        self.thread = threading.Thread(target=self.live, daemon=True)

    # ------------------------------------------------------------ what is kept

    def note(self, kind, at=None, **fields):
        self.group.tavern.history.append(Event(time.monotonic() if at is None else at, self.name, kind, **fields))

    def keep(self, text):
        message = json.loads(text)
        table, kind = message.get("table"), message["type"]
        if kind == "table":
            self.tables[table] = message
            if message.get("re", "").startswith("enter "):
                self.hears = message["re"]
        elif kind == "update":
            view = message["view"]
            seat = view["viewer"]
            self.note("shown", table=table, seq=message["seq"], viewer="all" if seat is None else str(seat),
                      public=digest(public_part(view)), own=digest(view), money=money_of(view),
                      number=self.hears or "")
            self.hears = None
            self.seen[table] = message["seq"]
            self.views[table] = unfolded(view)
            self.think = time.monotonic() + self.luck.uniform(*THINK_S)
        if "ack" in message:
            self.answered({"type": "ack", "table": table, **message["ack"]})
        elif "re" in message:
            self.answered(message)
        return message

    def answered(self, message):
        sent, is_ack = self.pending, message["type"] == "ack"
        number, code = message["re"], message.get("code", "")
        if number.startswith("enter ") and code:  # nobody has it now: it is asked for again
            self.entered.discard(number.split(" ")[1])
        if number in self.sent:
            fields = dict(table=self.sent[number]["table"], number=number)
            if is_ack:
                self.note("acked", seq=message["seq"], **fields)
                self.reached[fields["table"]] = max(message["seq"], self.reached.get(fields["table"], 0))
            elif code:
                self.note("refused", code=code, **fields)
        if not sent or sent["id"] != number or not (is_ack or code):
            return
        self.pending = None
        if code:
            self.again = time.monotonic() + (1 if code == "too-fast" else 0.1)
        if code == "unknown" and sent["type"] in ("answer", "create"):
            self.tell(sent)  # the id resolves it
        elif is_ack and sent["type"] == "create":
            self.group.tables.append(message["table"])

    # ------------------------------------------------------------- what he does

    def tell(self, message):
        """One thing at a time; who comes back says it again."""
        self.pending = message
        if message["type"] == "answer":
            self.sent[message["id"]] = message
            self.note("sent", table=message["table"], number=message["id"])
        self.socket.send(json.dumps(message))

    def ask_for(self, table):
        self.entered.add(table)
        self.asks += 1
        number = f"enter {table} {self.asks}"
        self.note("asks", table=table, number=number)
        self.socket.send(json.dumps(dict(type="enter", table=table, id=number, seen=self.seen.get(table, -1))))

    def go_out(self):
        """Of tables where the game is over: nobody may be at many."""
        for table in self.entered - {self.group.table}:
            self.entered.discard(table)
            self.socket.send(json.dumps(dict(type="exit", table=table)))

    def come(self):
        """To whichever node is open."""
        port = self.group.tavern.door(self)
        if not port:
            raise Closed("nobody is there")
        self.socket = Socket(port, {"Cookie": self.cookie} if self.cookie else None, timeout=5)
        for line in self.socket.head.split("\r\n"):
            if line.lower().startswith("set-cookie:"):
                self.cookie = line.split(":", 1)[1].split(";")[0].strip()
        self.port = port
        self.socket.send(json.dumps(dict(type="hello", version=1, name=self.name, joined=self.joined)))
        self.entered.clear()
        self.hears = None
        if self.group.table:
            self.ask_for(self.group.table)
        unanswered, self.pending = self.pending, None
        if unanswered and unanswered["type"] in ("answer", "create"):
            self.tell(unanswered)

    def step(self):
        """Hears what has come, and does the next thing."""
        if self.leaves:
            self.leaves = False
            raise Closed("he left")
        if select.select([self.socket.socket], [], [], 0.02)[0]:
            self.socket.receive_more()
        while (text := self.socket.receive_now()) is not None:
            self.keep(text)
        self.go_out()
        now, table = time.monotonic(), self.group.table
        if table and table not in self.entered and now > self.again:
            self.again = now + 0.1
            self.ask_for(table)
        if self.pending or now < self.again:
            return
        if self.role == "host" and (not table or self.group.is_over(table)) and not self.finishing:
            self.tell(dict(type="create", id=f"game {len(self.group.tables)}", game=self.group.game,
                           options=self.group.options, **TABLE))
        elif table in self.tables and self.role != "watcher":
            self.play(table, self.tables[table], now)
        elif table and now > self.look:
            self.look = now + self.luck.uniform(*LOOK_S)
            self.ask_for(table)

    def play(self, table, known, now):
        if known["phase"] == "open" and known.get("you") is None:
            self.tell(dict(type="sit", id=self.new_id(), table=table, seat=1))
        elif known["phase"] == "open" and self.role == "host" and known["seats"][1]["kind"] == "person":
            self.tell(dict(type="deal", id=self.new_id(), table=table))
        elif known["phase"] == "playing" and now > self.think:
            self.answer(table)

    def say(self, **message):
        self.tell(message)  # what Player.answer says
        return message

    def live(self):
        while not self.closing:
            try:
                self.come()
                while not self.closing:
                    self.step()
            except (Closed, OSError):
                self.note("lost")
                if self.socket:
                    self.socket.close()
                time.sleep(0.05)
            except Exception as wrong:  # the test says it
                self.wrong = wrong
                raise
        if self.socket:
            self.socket.close()
