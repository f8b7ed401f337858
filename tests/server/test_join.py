#!/usr/bin/env python3
"""`taproom join`: a terminal at a table of the house, beside guests who speak the protocol themselves."""
import base64
import hashlib
import json
import os
import pty
import random
import re
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

from house import LONG, PROGRAM, House, run
from ws import Player, new_table, play_out, pump

house = House()

# A game of which everybody is asked, whatever is dealt; at Threes nobody is who throws five alike.
ASKS_AT_ONCE = "heroes-plunder"


class Terminal:
    """The program in a pipe, with a home of its own; what it wrote is kept."""

    def __init__(self, url, *flags, home=None, keyboard=False, leaks=0):
        """keyboard: it types at a terminal, not into a pipe. leaks: 1 looks for them, which takes seconds."""
        self.home = home or tempfile.mkdtemp(prefix="taproom-terminal-")
        self.keys, end = pty.openpty() if keyboard else (None, subprocess.PIPE)
        self.process = subprocess.Popen([PROGRAM, "join", url, "--plain", *flags], stdin=end,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env=dict(os.environ, HOME=self.home, XDG_STATE_HOME=self.home + "/state",
                                                 ASAN_OPTIONS=f"detect_leaks={leaks}"))
        self.bytes, self.asked, self.more = b"", 0, threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while (some := os.read(self.process.stdout.fileno(), 65536)):
            with self.more:
                self.bytes += some
                self.more.notify_all()
        with self.more:
            self.more.notify_all()

    @property
    def text(self):
        return self.bytes.decode(errors="replace")

    def type(self, line):
        os.write(self.keys or self.process.stdin.fileno(), (line + "\n").encode())

    def wait(self, pattern, times=1, seconds=60):
        with self.more:
            if not self.more.wait_for(lambda: len(re.findall(pattern, self.text)) >= times, seconds):
                raise AssertionError(f"no '{pattern}' ({times}) in:\n{self.text}")

    def question(self):
        """True once for each question that it has put."""
        if len(re.findall("Your answer: ", self.text)) <= self.asked:
            return False
        self.asked = len(re.findall("Your answer: ", self.text))
        return True

    def ends(self, code, seconds=60):
        assert self.process.wait(seconds) == code, self.text
        with self.more:
            self.more.wait_for(lambda: False, 0.2)
        assert "Sanitizer" not in self.text and "runtime error" not in self.text, self.text
        return self.text


def url_of(table, port=None):
    return f"http://127.0.0.1:{port or house.port}/t/{table}"


def until(players, fact, seconds=60):
    end = time.time() + seconds
    while not fact():
        assert time.time() < end, "it does not come to that"
        pump(players, 0.05)


def sits(host, table, name):
    return any(seat.get("name") == name for seat in host.tables.get(table, {"seats": []})["seats"])


def seated(host, table, name, *flags, **more):
    """A terminal that has sat down."""
    terminal = Terminal(url_of(table), "--name", name, *flags, **more)
    until([host], lambda: sits(host, table, name))
    terminal.wait("You sit at seat")
    return terminal


def play_with(host, table, terminal, answers=10 ** 6):
    """The host answers at random, the terminal with Enter, or else with its first choice. Ends when the terminal is
    asked once more than it may answer."""
    given, sent = 0, None

    def over():
        return host.views.get(table, {}).get("over") and host.tables[table]["phase"] == "over"

    end = time.time() + 90
    while not over():
        assert time.time() < end, terminal.text
        if not sent or sent in host.acked or any(error.get("re") == sent for error in host.errors):
            message = host.answer(table) if table in host.views else None
            sent = message["id"] if message else None
        if terminal.question():
            if given == answers:
                break
            asked = terminal.text.split("\n\n")[-1]
            first = re.search(r"^(\d+): ", asked, re.MULTILINE)
            terminal.type("2" if "Enter means fold" in asked else "" if "Enter means" in asked else
                          first.group(1) if first else "1")
            given += 1
        assert not pump([host], 0.05)
    assert answers or terminal.asked, "the game was over before it was asked: " + terminal.text
    return given


def test_side_talk():
    host = Player(house.port, "Ada").connect()
    table = host.ask(type="create", game="red-dragon-inn", seats=4, options=["variant=two-headed"],
                     bots=[None, None, "random", "random"])["table"]
    terminal = seated(host, table, "Ottla")
    host.say(type="chat", table=table, to="side", text="I have a shield")
    terminal.wait("Ada, to your side: I have a shield")
    terminal.type("side so have I")
    assert host.wait("chat", text="so have I")["to"] == "side"
    terminal.wait("You say, to your side: so have I")
    terminal.type("side")
    terminal.wait("Say what to your side")
    terminal.type("q")
    terminal.ends(0)


def test_a_whole_hand():
    host = Player(house.port, "Ada").connect()
    table = new_table(host, seats=2, game="kings-council")
    terminal = seated(host, table, "Ottla", leaks=1)
    host.say(type="chat", table=table, text="Good evening\x1b[2J")
    terminal.wait("Ada: Good evening")
    terminal.type("say hello there")
    host.wait("chat", text="hello there")
    terminal.type("side a plan")
    terminal.wait("Nobody is on your side.")
    host.ask(type="deal", table=table)
    assert play_with(host, table, terminal) > 0
    text = terminal.ends(0)
    assert "You check" in text or "You fold" in text or "You call" in text, text
    assert re.search(r"(You win!|Ada wins|win\.|won or lost)", text), text
    assert "Ottla check" not in text, "the person is not You: " + text
    assert "\x1b" not in text, "an escape reached the screen"
    host.socket.close()


def test_comes_back():
    """The program ends in the middle, and begins again as the same guest; a second one with another home is not he."""
    host = Player(house.port, "Bea").connect()
    table = new_table(host, seats=2, game=ASKS_AT_ONCE, options=["wager=none"], grace=0)
    first = seated(host, table, "Ivo")
    host.ask(type="deal", table=table)
    play_with(host, table, first, answers=0)
    first.process.stdin.close()
    assert "Your seat stays yours" in first.ends(0)
    cookies = [os.path.join(folder, name) for folder, _, names in os.walk(first.home) for name in names]
    assert len(cookies) == 1 and stat.S_IMODE(os.stat(cookies[0]).st_mode) == 0o600, cookies
    stranger = Terminal(url_of(table))
    assert "--watch" in stranger.ends(1)
    again = Terminal(url_of(table), home=first.home)
    again.wait("You sit at seat 2, as Ivo")
    assert play_with(host, table, again) > 0
    again.ends(0)
    host.socket.close()


def test_the_server_is_killed():
    """What happened meanwhile is told when the line is back, and the answer under way is not lost."""
    other = House()
    host = Player(other.port, "Cas").connect()
    table = new_table(host, seats=2, game=ASKS_AT_ONCE, options=["wager=none"], grace=0)
    terminal = Terminal(url_of(table, other.port), "--name", "Una")
    until([host], lambda: sits(host, table, "Una"))
    host.ask(type="deal", table=table)
    play_with(host, table, terminal, answers=0)
    other.kill()
    terminal.wait("The line to the house is down")
    other.start()
    host.connect()
    host.enter(table)
    terminal.wait("The line is back")
    play_with(host, table, terminal)
    text = terminal.ends(0)
    host.socket.close()
    other.stop()
    assert text.count("You sit at seat") == 1, text


class Cut:
    """Passes on to the house until it is told to cut all lines."""

    def __init__(self, port):
        self.to, self.lines, self.door = port, [], socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            near = self.door.accept()[0]
            far = socket.create_connection(("127.0.0.1", self.to))
            self.lines += [near, far]
            for one, two in ((near, far), (far, near)):
                threading.Thread(target=self.pass_on, args=(one, two), daemon=True).start()

    @staticmethod
    def pass_on(one, two):
        try:
            while (some := one.recv(65536)):
                two.sendall(some)
        except OSError:
            pass

    def cut(self):
        for line in self.lines:
            try:
                line.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.lines = []


def test_the_line_is_cut():
    cut = Cut(house.port)
    host = Player(house.port, "Dov").connect()
    table = new_table(host, seats=2, game=ASKS_AT_ONCE, options=["wager=none"], grace=0)
    terminal = Terminal(url_of(table, cut.port), "--name", "Eli")
    until([host], lambda: sits(host, table, "Eli"))
    host.ask(type="deal", table=table)
    play_with(host, table, terminal, answers=0)
    before = terminal.text
    cut.cut()
    terminal.wait("The line is back")
    play_with(host, table, terminal)
    text = terminal.ends(0)
    tale = [line for line in text[len(before):].split("\n") if line.startswith("Dov ")]
    assert tale, "what the host did is not told: " + text
    host.socket.close()


def test_once_more():
    """The next game goes on with the coins as they are; who asked for it is its host."""
    host = Player(house.port, "Kai").connect()
    table = new_table(host, seats=2, options=["stack=50", "wager=shares"])
    terminal = seated(host, table, "Lea", keyboard=True)
    host.ask(type="deal", table=table)
    play_with(host, table, terminal)
    terminal.wait("Or n once more")
    terminal.type("n")
    until([host], lambda: "next" in host.tables[table])
    following = host.tables[table]["next"]
    host.enter(following)
    stacks = [seat["stack"] for seat in host.tables[following]["seats"]]
    terminal.wait(f"with the coins as they are: Kai {stacks[0]}, You {stacks[1]}")
    terminal.type("afresh")
    terminal.wait("Everybody begins afresh")
    terminal.type("deal")
    until([host], lambda: following in host.views)
    terminal.wait("The cards are dealt", times=2)
    terminal.type("stand up")
    terminal.ends(0)
    until([host], lambda: host.tables[following]["seats"][1]["kind"] == "bot")
    host.socket.close()


def test_at_the_elbow():
    """The words of who sits at a newcomer's elbow; called and sent away at any time."""
    host = Player(house.port, "Ivo").connect()
    table = new_table(host, seats=2, game="threes", options=["wager=none"])
    terminal = seated(host, table, "Jan", "--guide")
    host.ask(type="deal", table=table)
    play_with(host, table, terminal)
    text = terminal.ends(0)
    asked = text.count("\nKeep which value?") # who throws five alike is never asked
    assert text.count("Five dice, and the lowest total wins") == (asked > 0), text
    # Painted again, because the host answered meanwhile, his words stand there again.
    assert ("You keep all dice of the value you name" in text) == (asked > 0), text
    assert "Lowest of all" in text or "Somebody stayed lower" in text, text
    table = new_table(host, seats=2, game="heroes-plunder")
    terminal = seated(host, table, "Jan", keyboard=True)
    host.ask(type="deal", table=table)
    terminal.wait("Which card do you keep?")
    assert "A Warrior is a set by itself" not in terminal.text
    terminal.type("g")
    terminal.wait("A Warrior is a set by itself")
    terminal.type("g")
    terminal.wait("You are left alone")
    until([host], lambda: host.views.get(table, {}).get("choices"))
    answer = host.answer(table)["id"] # another's answer under seal does not ask it again
    until([host], lambda: answer in host.acked)
    terminal.type("who")
    terminal.wait("At the table:", times=2)
    terminal.type("g")
    terminal.wait("A Warrior is a set by itself", times=2)
    terminal.type("stand up")
    terminal.ends(0)
    host.socket.close()


def test_clear_messages():
    host = Player(house.port, "Fay").connect()
    table = new_table(host, seats=2, game="kings-council", bots=[None, "random"])
    with socket.create_server(("127.0.0.1", 0)) as door:
        nobody = door.getsockname()[1]
    for url, code, words in ((url_of("a" * 12), 1, "there is no table"), (url_of(table), 1, "--watch"),
                             (url_of(table, nobody), 1, "no house answers"),
                             (f"http://nowhere.invalid/t/{table}", 1, "no house answers"),
                             ("http://127.0.0.1/t/short", 2, "is no table's address"),
                             (f"ftp://127.0.0.1/t/{table}", 2, "is no table's address"),
                             (f"http://127.0.0.1:99999/t/{table}", 2, "is no table's address"),
                             ("", 2, "is no table's address")):
        text = Terminal(url).ends(code)
        assert words in text, f"{url}: {text}"
    assert "one table at a time" in Terminal(url_of(table), url_of(table)).ends(2)
    assert "takes no seat" in Terminal(url_of(table), "--watch", "--seat", "1").ends(2)
    # As a browser writes it, with what may stand behind it, and without the scheme.
    for url in (url_of(table) + "/", url_of(table) + "?x=1#y", f"127.0.0.1:{house.port}/t/{table}"):
        assert "--watch" in Terminal(url).ends(1)
    host.socket.close()


def test_watching():
    host = Player(house.port, "Gil").connect()
    table = new_table(host, seats=2, game="kings-council", bots=[None, "random"])
    watcher = Terminal(url_of(table), "--watch")
    watcher.wait("You watch")
    host.ask(type="deal", table=table)
    play_out([host], table)
    text = watcher.ends(0)
    assert "Gil" in text and "You win" not in text, text
    host.socket.close()


class Impostor:
    """Says to whoever comes what it was given, whatever he says."""

    def __init__(self, frames):
        self.frames, self.door = frames, socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            line = self.door.accept()[0]
            threading.Thread(target=self.talk, args=(line,), daemon=True).start()

    def talk(self, line):
        head = b""
        while b"\r\n\r\n" not in head:
            head += line.recv(4096)
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", head, re.IGNORECASE).group(1)
        accept = base64.b64encode(hashlib.sha1(key + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()).decode()
        try:
            line.sendall(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                          f"Sec-WebSocket-Accept: {accept}\r\nSec-WebSocket-Protocol: taproom.1\r\n\r\n").encode())
            for frame in self.frames:
                data = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
                line.sendall(b"\x81\x7f" + len(data).to_bytes(8, "big") + data)
            while line.recv(4096):
                pass
        except OSError:
            pass


EVIL = "\x1b]0;owned\x07\x1b[2J\u009b31m\u202eAda"


def spoiled(value, luck):
    """The same with one thing in it replaced."""
    if isinstance(value, dict) and value and luck.random() < 0.9:
        name = luck.choice(sorted(value))
        return {**value, name: spoiled(value[name], luck)}
    if isinstance(value, list) and value and luck.random() < 0.9:
        at = luck.randrange(len(value))
        return value[:at] + [spoiled(value[at], luck)] + value[at + 1:]
    return luck.choice([None, -1, 0, 1, 255, 10 ** 9, -10 ** 12, "", EVIL, "x" * 5000, [], {}, [[]], True, 1.5])


def with_evil(value):
    """The same with escapes in every text but those that are looked up."""
    if isinstance(value, dict):
        return {name: value[name] if name in ("type", "table", "phase", "kind", "layout", "way", "game", "re")
                else with_evil(value[name]) for name in value}
    if isinstance(value, list):
        return [with_evil(one) for one in value]
    return value + EVIL if isinstance(value, str) else value


TABLE = "abcdefghijkl"
WELCOME = {"type": "welcome"}


def told_at(game):
    """What a guest is told who comes to a table of it, which is called TABLE then."""
    guest = Player(house.port, "Hob").connect()
    place = new_table(guest, seats=2, game=game, bots=[None, "random"], options=["wager=none"])
    guest.ask(type="deal", table=place)
    until([guest], lambda: guest.views.get(place, {}).get("choices"))
    whole = Player(house.port, "Hob", cookie=guest.cookie).connect()
    whole.say(type="enter", table=place, seen=-1)
    told, update = whole.wait("table"), whole.wait("update")
    whole.socket.close()
    guest.socket.close()
    return {**told, "table": TABLE}, {**update, "table": TABLE}


def met_with(*frames):
    """What somebody reads who comes to a house that says this, and sends him away."""
    bye = {"type": "bye", "code": "barred", "text": "Out."}
    return Terminal(url_of(TABLE, Impostor(frames + (bye,)).port)).ends(1)


def test_the_table_moves():
    """That a table goes from one machine to another is said once each time, and is no error."""
    (told, update), moves = told_at("kings-council"), {"type": "table-moving", "table": TABLE}
    elsewhere = {**moves, "table": "bbbbbbbbbbbb"}
    text = met_with(WELCOME, told, update, moves, moves, told, update, elsewhere)
    assert text.count("One moment") == 1, text
    text = met_with(WELCOME, told, update, moves, told, update, moves)
    assert text.count("One moment") == 2, text


def test_hostile_houses():
    """Bad JSON, too much of it, escapes in every text, and numbers that make no sense: nothing of it harms the
    terminal, and the program ends in order."""
    heard = [told_at(game) for game in ("kings-council", "the-wheel", "city-square")]

    def met(*frames):
        text = met_with(*frames)
        for bad in "\x1b\x07\u009b\u202e":
            assert bad not in text, f"{bad!r} reached the screen"
        return text

    assert "no house" in met(b"this is not JSON")
    assert "no house" in met(b"[1, 2]")
    assert "not understand" in met(WELCOME, {**heard[0][0], "seats": []})
    assert "not understand" in met(WELCOME, heard[0][0], {**heard[0][1], "view": {"seats": 2}})
    assert "more than" in met(WELCOME, heard[0][0], b'{"type": "chat", "text": "' + b"x" * 5000000 + b'"}')
    met(b"[" * 100000)
    luck = random.Random(7)
    for told, update in heard:
        assert "Ada" in met(WELCOME, with_evil(told), with_evil(update))
        for _ in range(60 if LONG else 8):
            met(WELCOME, *(spoiled(told, luck) if luck.random() < 0.3 else told for _ in range(1)),
                *(spoiled(update, luck) for _ in range(12)))


def test_stop():
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_a_whole_hand, test_side_talk, test_comes_back, test_the_server_is_killed, test_the_line_is_cut,
                   test_once_more, test_at_the_elbow, test_clear_messages,
                   test_watching, test_the_table_moves, test_hostile_houses, test_stop])
