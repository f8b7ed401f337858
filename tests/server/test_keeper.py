#!/usr/bin/env python3
"""taproom keeper: seeing who is there, barring addresses, closing tables, speaking to all, draining for an upgrade; and
the socket it speaks through."""
import json
import os
import random
import socket
import stat
import subprocess
import time

import house
from house import House, run
from ws import Closed, Player, Socket, midway, new_table, play_out

house.PROGRAM = os.environ.get("TRIAL", "build/tests/taproom-trial")
os.environ["ASAN_OPTIONS"] = "detect_leaks=0" # it takes seconds each; the last test looks
luck = random.Random(5)


def keeper(tavern, *words):
    done = subprocess.run([house.PROGRAM, "keeper", *words, "--data", tavern.data], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=60, check=False,
                          env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    assert "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def told(tavern, *words):
    code, said, wrong = keeper(tavern, *words, "--json")
    answer = json.loads(said)
    assert answer["ok"] == (code == 0) and not wrong, (code, said, wrong)
    return answer


def door(tavern, line):
    """Says a line at the socket itself."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(20)
        caller.connect(os.path.join(tavern.data, "keeper"))
        try:
            caller.sendall(line)
            return b"".join(iter(lambda: caller.recv(65536), b""))
        except (BrokenPipeError, ConnectionResetError):
            return b""


def guests(tavern, *names):
    return [Player(tavern.port, name, luck).connect() for name in names]


def from_address(tavern, name, address, cookie=None):
    """A guest who comes through the proxy from there."""
    player = Player(tavern.port, name, luck)
    headers = {"X-Forwarded-For": address, **({"Cookie": cookie} if cookie else {})}
    player.socket = Socket(tavern.port, headers)
    player.say(type="hello", version=1, name=name)
    player.wait("welcome")
    return player


def ended(player, seconds=20):
    """The bye it got, when the connection is closed."""
    bye, end = None, time.time() + seconds
    try:
        while time.time() < end:
            message = player.take()
            bye = message if message["type"] == "bye" else bye
    except Closed:
        return bye
    raise AssertionError("the connection stays")


def status_of(tavern, path="/ws", headers=None):
    try:
        Socket(tavern.port, headers, path).close()
        return 101
    except Closed as refusal:
        return int(str(refusal).split(" ")[1])


def test_usage():
    """What is wrong is named, with exit code 2; and without a server there is nobody to speak with."""
    tavern = House()
    for words, named in (((), "say what to do"), (("sing",), "'sing'"), (("list", "x"), "'x'"), (("bar",), "address"),
                         (("bar", "a", "b"), "'b'"), (("close",), "table"), (("announce",), "text"),
                         (("bar", "1.2.3.4", "--for", "x"), "'x'"), (("bar", "1.2.3.4", "--for", "0"), "'0'"),
                         (("drain", "--within", "1441"), "'1441'"), (("drain", "--for", "1"), "--for"),
                         (("list", "--within", "1"), "--within"), (("list", "--nothing"), "--nothing"),
                         (("close", "a", "b", "c"), "'c'"), (("drain", "--within"), "--data")):
        code, said, wrong = keeper(tavern, *words)
        assert code == 2 and not said and named in wrong, (words, code, wrong)
    code, said, _ = keeper(tavern, "--help")
    assert code == 0 and said.startswith("Usage: taproom keeper COMMAND")
    code, said, wrong = keeper(tavern, "bar", "nonsense")
    assert code == 1 and wrong == "taproom keeper: 'nonsense' is no address.\n", (code, wrong)
    tavern.stop()
    assert not os.path.exists(os.path.join(tavern.data, "keeper")), "the socket is left lying"
    code, said, wrong = keeper(tavern, "list")
    assert code == 1 and not said and f"no server has the tables in {tavern.data} open" in wrong, (code, wrong)
    tavern.start()
    tavern.kill() # the socket is there, nobody behind it
    assert keeper(tavern, "list")[0] == 1
    tavern.start()
    assert keeper(tavern, "list")[0] == 0
    tavern.stop()


def test_door():
    """For the house's own user alone; what makes no sense is answered, or not, and harms nothing; long paths work."""
    tavern = House()
    path = os.path.join(tavern.data, "keeper")
    mode = os.stat(path).st_mode
    assert stat.S_ISSOCK(mode) and stat.S_IMODE(mode) == 0o600 and os.stat(tavern.data).st_mode & 0o777 == 0o700
    for line in (b"\n", b"nonsense\n", b"[]\n", b"{}\n", b'{"do":7}\n', b'{"do":"sing"}\n', b'{"do":"bar"}\n',
                 b'{"do":"bar","address":"1.2.3.4","hours":-1}\n', b'{"do":"bar","address":"1.2.3.4","hours":"2"}\n',
                 b'{"do":"close"}\n', b'{"do":"close","table":"../../etc"}\n', b'{"do":"announce"}\n',
                 b'{"do":"announce","text":"\\u200b"}\n', b'{"do":"list","do":"drain"}\n', b"\xff\xfe\n", b"\0\n"):
        answer = json.loads(door(tavern, line))
        assert answer["ok"] is False and answer["error"], (line, answer)
    assert door(tavern, b"x" * 20000) == b""
    silent = [socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) for _ in range(12)]
    for one in silent:
        one.connect(path)
    time.sleep(0.2)
    for one in silent[:6]:
        one.close()
    time.sleep(0.2)
    assert told(tavern, "list")["tables"] == []
    tavern.stop() # though some callers never said a word
    for one in silent:
        one.close()
    if os.geteuid() == 0: # only then somebody else can be made
        tavern.start()
        os.chmod(tavern.data, 0o755)
        os.chmod(path, 0o666) # as if somebody had opened it wide
        done = subprocess.run(["/usr/bin/python3", "-c", "import os, socket, sys\nos.setgid(12345)\nos.setuid(12345)\n"
                               "s = socket.socket(socket.AF_UNIX)\ns.connect(sys.argv[1])\n"
                               "s.sendall(b'{\"do\":\"list\"}\\n')\nprint(s.recv(100))", path],
                              capture_output=True, text=True, check=False)
        assert "ok" not in done.stdout, done
        tavern.stop()
    deep = House()
    deep.stop()
    deep.data = os.path.join(deep.data, "d" * 150, "e" * 50)
    os.makedirs(deep.data)
    deep.start()
    assert told(deep, "list")["addresses"] == []
    deep.stop()


def test_root():
    """Root may look after another user's house: copy it, check it, put it back; every file stays that user's."""
    tavern = House()
    players = anna, bert = guests(tavern, "Anna", "Bert")
    table = midway(players, 3)
    tavern.kill() # there is a log to look at
    if os.geteuid() != 0: # only then there is another user
        return
    def taproom(*words):
        done = subprocess.run([house.PROGRAM, *words, "--data", tavern.data], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 0, (words, done)
    for name in (".", *os.listdir(tavern.data)):
        os.chown(os.path.join(tavern.data, name), 12345, 12345)
    os.remove(os.path.join(tavern.data, "lock"))
    def bar(*lines):
        with open(os.path.join(tavern.data, "bars"), "w", encoding="utf-8") as file:
            file.writelines(line + "\n" for line in lines)
    bar("198.51.100.9 0", "198.51.100.8 1", "198.51.100.7 0")
    target = os.path.join(tavern.data, "stderr") # what a user plants is not given to him
    os.symlink(target, os.path.join(tavern.data, "key.planted"))
    os.chown(target, 0, 0)
    copy = os.path.join(tavern.data, "copy")
    taproom("backup", copy)
    taproom("check-store")
    assert os.stat(target).st_uid == 0 and os.stat(copy).st_uid == 0
    os.remove(os.path.join(tavern.data, "key.planted"))
    bar("198.51.100.6 0", "198.51.100.9 0")
    taproom("restore", copy, "--force")
    for name in ("taproom.db", "aside.db", "key", "lock", "bars"):
        found = os.stat(os.path.join(tavern.data, name))
        assert found.st_uid == 12345 and stat.S_IMODE(found.st_mode) == 0o600, (name, found)
    for name in (".", *os.listdir(tavern.data)):
        os.chown(os.path.join(tavern.data, name), 0, 0)
    tavern.start()
    assert [one["address"] for one in told(tavern, "list")["bars"]] == [
        "198.51.100.6", "198.51.100.9", "198.51.100.7"], "what stood and what the backup has, but what is over"
    for player in players:
        player.connect()
        player.enter(table)
    play_out(players, table)
    tavern.stop()


def test_list():
    tavern = House("--behind", "127.0.0.1")
    anna, bert = (from_address(tavern, name, address) for name, address in
                  (("Anna", "198.51.100.1"), ("Bert", "198.51.100.2")))
    watcher = from_address(tavern, "Cleo", "198.51.100.2")
    game = midway([anna, bert])
    watcher.enter(game)
    hall = new_table(bert, game="pass-left", seats=3, public=True, name="For all")
    bert.socket.close()
    bert.socket = None
    end = time.time() + 10
    while True:
        seen = told(tavern, "list")
        if seen["addresses"] == [{"address": "198.51.100.1", "connections": 1},
                                 {"address": "198.51.100.2", "connections": 1}]:
            break
        assert time.time() < end, seen
    assert seen["bars"] == [] and seen["draining"] is False
    tables = {one["table"]: one for one in seen["tables"]}
    assert tables == {
        game: {"table": game, "game": "pass-left", "phase": "playing", "public": False, "people": 2, "here": 1,
               "watchers": 1, "addresses": 2},
        hall: {"table": hall, "game": "pass-left", "name": "For all", "phase": "open", "public": True, "people": 1,
               "here": 0, "watchers": 0, "addresses": 0}}, tables
    code, said, _ = keeper(tavern, "list")
    assert code == 0 and "2 tables in memory" in said and game in said and "For all" in said, said
    tavern.stop()


def test_bar():
    """Sent away, not let in by page or socket, also after a restart; let in again; for a while; never the proxy."""
    tavern = House("--behind", "127.0.0.1")
    anna, bert = (from_address(tavern, name, address) for name, address in
                  (("Anna", "2001:db8:1:2::3"), ("Bert", "198.51.100.2")))
    answer = told(tavern, "bar", "2001:db8:1:2:ffff::1") # the same household
    assert answer == {"ok": True, "address": "2001:db8:1:2::", "sent_away": 1}, answer
    assert ended(anna)["code"] == "barred"
    assert bert.ask(type="lobby", on=False)
    barred = {"X-Forwarded-For": "2001:db8:1:2::77"}

    def look(expected):
        assert status_of(tavern, headers=barred) == (101 if expected == 200 else expected)
        for path in ("/", "/api/rules/kings-council"):
            assert tavern.get(path, headers=barred)[0] == expected, path
        assert tavern.get("/healthz", headers=barred)[0] == 200
        assert tavern.get("/", headers={"X-Forwarded-For": "198.51.100.2"})[0] == 200

    look(403)
    tavern.stop()
    tavern.start()
    look(403)
    assert stat.S_IMODE(os.stat(os.path.join(tavern.data, "bars")).st_mode) == 0o600
    code, said, _ = keeper(tavern, "list")
    assert "1 addresses barred" in said and "for ever" in said, said
    assert told(tavern, "unbar", "2001:db8:1:2::")["address"] == "2001:db8:1:2::"
    look(200)
    assert keeper(tavern, "unbar", "2001:db8:1:2::")[0] == 1
    told(tavern, "bar", "2001:db8:1:2::", "--for", "2")
    until = told(tavern, "list")["bars"][0]["until"]
    assert 0 <= until - (time.time() + 7200) + 5 <= 10, until
    look(403)
    tavern.kill() # what was said to be barred is
    with open(os.path.join(tavern.data, "bars"), "w", encoding="utf-8") as file:
        file.write(f"198.51.100.9 0\nnonsense\n2001:db8:1:2:: {int(time.time()) - 1}\n")
    tavern.start()
    look(200)
    assert [one["address"] for one in told(tavern, "list")["bars"]] == ["198.51.100.9"]
    assert "makes no sense" in tavern.said()
    answer = told(tavern, "bar", "127.0.0.1")
    assert not answer["ok"] and "proxy" in answer["error"], answer
    look(200)
    tavern.stop()


def test_close():
    """Its people are told and out; nobody plays on there, also after a restart; what was acknowledged is in its
    record."""
    tavern = House()
    anna, bert, cleo = players = guests(tavern, "Anna", "Bert", "Cleo")
    table = midway([anna, bert], 4, id="wanted", public=True)
    other = midway([cleo, anna], 1, id="other")
    cleo.enter(table)
    cleo.say(type="lobby", on=True)
    assert table in [one["table"] for one in cleo.wait("lobby")["tables"]]
    given = sum(player.sent[number]["table"] == table for player in (anna, bert) for number in player.acked)
    assert given >= 4
    code, said, wrong = keeper(tavern, "close", table, "Mind your\nlanguage.")
    assert code == 0 and said == f"Table {table} is closed.\n", (code, said, wrong)
    for player in players:
        error = player.wait("error", table=table)
        assert error["code"] == "ended" and "Mind your language." in error["text"], error
    while table in [one["table"] for one in cleo.wait("lobby")["tables"]]:
        pass

    def look():
        for player in (anna, cleo):
            player.say(type="enter", table=table, id="again")
            error = player.wait("error", re="again")
            assert error["code"] == "ended" and error["text"].endswith("Mind your language."), error
        bert.say(type="create", id="wanted", game="pass-left", seats=2) # another guest's id is another table
        bert.wait("ack", re="wanted")
        anna.say(type="create", id="wanted", game="pass-left", seats=2)
        assert anna.wait("error", re="wanted")["code"] == "ended"
        status, _, body = tavern.get(f"/api/record/{table}")
        lines = body.decode().splitlines()
        assert status == 200 and sum(line[0] in "12" for line in lines) == given, lines
        with open(os.path.join(tavern.data, "closed.rec"), "wb") as file:
            file.write(body)
        done = subprocess.run([house.PROGRAM, "check", file.name], capture_output=True, check=False)
        assert done.returncode == 0, done

    look()
    for wrong_table in (table, "abcdefghijkm", "nonsense", ""):
        answer = told(tavern, "close", wrong_table)
        assert not answer["ok"] and "no such table" in answer["error"], answer
    done = subprocess.run([house.PROGRAM, "check-store", "--data", tavern.data], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done
    tavern.kill()
    tavern.start()
    for player in players:
        player.connect()
    look()
    for player in (cleo, anna):
        player.enter(other)
    play_out([cleo, anna], other) # the others go on
    assert "is over" in told(tavern, "close", other)["error"]
    assert tavern.get(f"/api/record/{other}")[0] == 200
    # One that nobody is in, and that was not begun.
    waiting = new_table(bert, game="pass-left", seats=2)
    tavern.stop()
    tavern.start()
    assert told(tavern, "close", waiting)["ok"]
    bert.connect()
    bert.say(type="enter", table=waiting, id="see")
    assert bert.wait("error", re="see")["code"] == "ended"
    tavern.stop()


def test_close_while_full():
    """If it cannot be written down, it is not closed, and the game goes on when it can."""
    tavern = House()
    players = guests(tavern, "Anna", "Bert")
    table = midway(players, 2)
    tavern.fill_disk()
    answer = told(tavern, "close", table)
    assert not answer["ok"] and "The database says" in answer["error"], answer
    tavern.kill()
    tavern.start()
    for player in players:
        player.connect()
        player.enter(table)
    play_out(players, table)
    tavern.stop()


def test_announce():
    tavern = House()
    anna, bert = guests(tavern, "Anna", "Bert")
    table = midway([anna, bert])
    silent = Socket(tavern.port) # has not said hello
    code, said, _ = keeper(tavern, "announce", "The kitchen\x07 closes at nine. \u00dcbrigens!")
    assert code == 0 and said == "2 people were told.\n", said
    for player in (anna, bert):
        assert player.wait("notice")["text"] == "The kitchen closes at nine. \u00dcbrigens!"
    silent.socket.settimeout(0.3)
    try:
        raise AssertionError(silent.receive())
    except socket.timeout:
        pass
    assert keeper(tavern, "announce", " ")[0] == 1
    play_out([anna, bert], table)
    tavern.stop()


def over(tavern, seconds=20):
    code = tavern.process.wait(seconds)
    tavern.process.stdout.close()
    said = tavern.said()
    assert "Sanitizer" not in said and "runtime error" not in said, said
    return code


def test_drain():
    """Games go on and their people may come back; nobody new, no new tables; it ends when the last game has."""
    tavern = House()
    anna, bert, cleo, dora, emil = guests(tavern, "Anna", "Bert", "Cleo", "Dora", "Emil")
    table, last = midway([anna, bert], 1), midway([dora, emil], 1, id="last")
    answer = told(tavern, "drain")
    assert answer == {"ok": True, "playing": 4, "minutes": 60}, answer
    for player in (anna, bert, cleo):
        assert "closes for a moment, in 60 minutes" in player.wait("notice")["text"]
    assert tavern.get("/healthz")[0] == 503 and tavern.get("/")[0] == 200
    cleo.say(type="create", id="new", game="pass-left", seats=2)
    assert cleo.wait("error", re="new")["code"] == "closing"
    assert status_of(tavern) == 503 and status_of(tavern, headers={"Cookie": cleo.cookie}) == 503
    bert.socket.close()
    bert.connect()
    assert bert.enter(table)["you"] == 1
    assert told(tavern, "list")["draining"] is True
    code, said, _ = keeper(tavern, "stay")
    assert code == 0 and "stays open" in said and tavern.get("/healthz")[0] == 200
    assert keeper(tavern, "stay")[0] == 1
    cleo.ask(type="create", id="new", game="pass-left", seats=2)
    told(tavern, "drain", "--within", "30")
    time.sleep(1.2)
    assert tavern.process.poll() is None, "it did not wait for the game"
    play_out([anna, bert], table)
    anna.say(type="rematch", table=table, id="more")
    error = anna.wait("error", re="more")
    assert error["code"] == "closing", error
    play_out([dora, emil], last)
    for player in (anna, bert, cleo):
        assert ended(player)["code"] == "shutdown"
    assert over(tavern) == 0
    tavern.start()
    anna.connect()
    assert anna.enter(table)["phase"] == "over"
    tavern.stop()


def test_drain_at_once():
    """With nobody playing, and at the deadline: what was acknowledged is kept."""
    tavern = House()
    (idle,) = guests(tavern, "Cleo")
    new_table(idle, game="pass-left", seats=2)
    told(tavern, "drain")
    assert over(tavern) == 0
    tavern.start()
    players = anna, bert = guests(tavern, "Anna", "Bert")
    table = midway(players, 3)
    acked = dict(anna.acked), dict(bert.acked)
    assert told(tavern, "drain", "--within", "0")["playing"] == 2
    assert ended(anna)["code"] == "shutdown" and over(tavern) == 0
    tavern.start()
    for player, numbers in zip(players, acked):
        player.connect()
        player.enter(table)
        for number, seq in numbers.items():
            assert player.ask(type="answer", table=table, id=number, seq=0, word="x")["seq"] == seq
    play_out(players, table)
    tavern.stop()


def test_no_leaks():
    """All of it once, in a house that is looked at when it ends."""
    os.environ["ASAN_OPTIONS"] = "detect_leaks=1"
    tavern = House("--keep-finished", "1", "--access-log", "/dev/null", "--log", "json", "--metrics", "127.0.0.1:0")
    players = guests(tavern, "Anna", "Bert")
    table, other = (midway(players, id=name) for name in ("one", "two"))
    for words in (("list",), ("bar", "198.51.100.1"), ("unbar", "198.51.100.1"), ("unbar", "198.51.100.1"),
                  ("close", table, "Why"), ("close", table), ("announce", "Hear"), ("drain",), ("stay",)):
        told(tavern, *words)
    assert door(tavern, b"nonsense\n")
    assert tavern.get("/healthz")[0] == 200 and tavern.get(f"/api/record/{table}")[0] == 200
    play_out(players, other)
    silent = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    silent.connect(os.path.join(tavern.data, "keeper"))
    told(tavern, "drain")
    assert over(tavern) == 0
    silent.close()


if __name__ == "__main__":
    run([test_usage, test_door, test_root, test_list, test_bar, test_close, test_close_while_full, test_announce,
         test_drain, test_drain_at_once, test_no_leaks])
