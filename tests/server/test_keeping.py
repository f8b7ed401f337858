#!/usr/bin/env python3
"""What a keeper relies on: folders that are his alone, backups and their way back, damage that is seen and told, logs
that stay short."""
import json
import os
import random
import resource
import shutil
import socket
import sqlite3
import stat
import subprocess
import tempfile
import time

import house
from house import House, run
from sums import put_log
from ws import Closed, Player, midway, new_table, play_out, pump

house.PROGRAM = os.environ.get("TRIAL", "build/tests/taproom-trial")
os.environ["ASAN_OPTIONS"] = "detect_leaks=0" # other tests look for leaks
luck = random.Random(11)


def taproom(*words, env=None):
    done = subprocess.run([house.PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=120,
                          env={**os.environ, **(env or {})}, check=False)
    assert "Sanitizer" not in done.stderr and "runtime error" not in done.stderr, done.stderr
    return done.returncode, done.stdout, done.stderr


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


def in_database(tavern, change, name="taproom.db"):
    database = sqlite3.connect(os.path.join(tavern.data, name))
    found = change(database)
    database.commit()
    database.close()
    return found


def log_of(tavern, table):
    entries = "SELECT id, entry FROM log WHERE tbl = ? ORDER BY seq"
    return in_database(tavern, lambda database: database.execute(entries, (table,)).fetchall())


def guests(tavern, *names):
    return [Player(tavern.port, name, luck).connect() for name in names]


def with_window(tavern, players):
    """A table whose open window has one answer, which lies aside; who gave it and who has not."""
    host, *others = players
    table = new_table(host, others, game="parlour", seats=len(players), window=0, grace=0)
    for player in players:
        player.ask(type="orders", table=table, orders=["always"])
    host.ask(type="deal", table=table)
    while not any(player.views.get(table, {}).get("choices") for player in players):
        assert not pump(players, 0.05)
    active = next(player for player in players if player.views[table]["choices"])
    play = next(choice for choice in active.views[table]["choices"] if choice["kind"] == "subset")
    active.ask(type="answer", table=table, seq=active.seen[table], word=f"{play['word']} {play['items'][0]['word']}")
    first, second = (player for player in players if player is not active)
    while not (first.views[table]["choices"] and second.views[table]["choices"]):
        assert not pump(players, 0.05)
    first.ask(type="answer", table=table, seq=first.seen[table], word="pass")
    return table, first, second


def test_folder():
    """A folder that others can read, with files they can read: both are closed to them. Somebody else's is refused."""
    tavern = House()
    guests(tavern, "Anna")
    tavern.stop()
    old = os.umask(0)
    for name in os.listdir(tavern.data):
        os.chmod(os.path.join(tavern.data, name), 0o666)
    other = os.path.join(tavern.data, "notes")
    with open(other, "w", encoding="utf-8") as file:
        file.write("not the house's")
    os.chmod(tavern.data, 0o755)
    tavern.start()
    os.umask(old)
    (anna,) = guests(tavern, "Anna")
    new_table(anna, game="pass-left", seats=2)
    assert mode(tavern.data) == 0o700, oct(mode(tavern.data))
    for name in os.listdir(tavern.data):
        if name not in ("notes", "stderr"):
            assert mode(os.path.join(tavern.data, name)) == 0o600, name
    assert {"taproom.db", "taproom.db-wal", "aside.db", "aside.db-wal", "key", "lock"} <= set(os.listdir(tavern.data))
    assert mode(other) == 0o666, "it is not ours to close"
    tavern.stop()
    if os.geteuid() == 0: # only then somebody else can be made
        foreign = tempfile.mkdtemp(prefix="taproom-foreign-")
        try:
            os.chown(foreign, 12345, 12345)
            code, _, wrong = taproom("serve", "--port", "0", "--data", foreign)
            assert code == 1 and "belongs to another user" in wrong and not os.listdir(foreign), (code, wrong)
            os.chown(foreign, 0, 0)
            with open(os.path.join(foreign, "key"), "wb") as file:
                file.write(bytes(32))
            os.chown(file.name, 12345, 12345)
            code, _, wrong = taproom("serve", "--port", "0", "--data", foreign)
            assert code == 1 and "belongs to another user" in wrong and "key" in wrong, (code, wrong)
        finally:
            shutil.rmtree(foreign)
    new = os.path.join(tavern.data, "new", "deep")
    assert taproom("serve", "--port", str(70000), "--data", new)[0] == 2 and not os.path.exists(new)


def test_backup_refusals():
    """Never over the live files, by whatever name; never over anything without --force; and nothing is left lying."""
    tavern = House()
    (anna,) = guests(tavern, "Anna")
    table = new_table(anna, game="pass-left", seats=2)
    live = os.path.join(tavern.data, "taproom.db")
    shadow = os.path.join(tavern.data, "shadow")
    os.symlink(live, shadow)
    hard = os.path.join(tavern.data, "hard")
    os.link(live, hard)
    before = sorted(os.listdir(tavern.data))
    for name in (live, live + "-wal", live + "-shm", live + "-journal", shadow, hard,
                 os.path.join(tavern.data, "aside.db"),
                 os.path.join(tavern.data, "key"), os.path.join(tavern.data, ".", "lock")):
        for force in ((), ("--force",)):
            code, said, wrong = taproom("backup", name, "--data", tavern.data, *force)
            assert code == 1 and not said and "own files" in wrong, (name, code, said, wrong)
    assert sorted(os.listdir(tavern.data)) == before
    copy = os.path.join(tavern.data, "copy")
    with open(copy, "w", encoding="utf-8") as file:
        file.write("mine")
    code, _, wrong = taproom("backup", copy, "--data", tavern.data)
    assert code == 1 and "is there already" in wrong and os.path.getsize(copy) == 4, wrong
    code, said, wrong = taproom("backup", copy, "--data", tavern.data, "--force")
    assert code == 0 and "1 tables" in said and mode(copy) == 0o600, (code, said, wrong)
    assert sorted(os.listdir(tavern.data)) == sorted([*before, "copy"])
    tavern.kill() # what was acknowledged is all there
    tavern.start()
    anna.connect()
    assert anna.enter(table)["phase"] == "open"
    for words in (("backup",), ("backup", "a", "b"), ("backup", "--data"), ("restore",), ("restore", "a", "b"),
                  ("check-store", "x")):
        assert taproom(*words)[0] == 2, words
    code, _, wrong = taproom("backup", os.path.join(tavern.data, "no", "folder"), "--data", tavern.data)
    assert code == 1 and "Cannot write" in wrong, wrong
    code, _, wrong = taproom("backup", copy + "2", "--data", "/nothing")
    assert code == 1 and "Cannot read" in wrong, wrong
    tavern.stop()


def test_restore():
    """Killed, restored elsewhere: the same cookies, the same seats, the same hands, and an answer that lay aside."""
    tavern = House()
    anna, bert, cleo = players = guests(tavern, "Anna", "Bert", "Cleo")
    table = midway([anna, bert], 3)
    window, answered, waits = with_window(tavern, players)
    assert not pump(players, 0.1)
    hands = {player: player.views[table]["zones"] for player in (anna, bert)}
    copy = os.path.join(tavern.data, "tavern.backup")
    code, said, wrong = taproom("backup", copy, "--data", tavern.data)
    assert code == 0 and "2 tables, 2 games" in said, (code, said, wrong)
    left = [name for name in os.listdir(tavern.data) if name.startswith("tavern.backup")]
    assert set(left) <= {"tavern.backup"}, left
    code, _, wrong = taproom("restore", copy, "--data", tavern.data, "--force")
    assert code == 1 and "Another server has the tables" in wrong, wrong
    acked, log = {player: dict(player.acked) for player in players}, log_of(tavern, table)
    tavern.kill()
    elsewhere = House()
    elsewhere.stop()
    code, _, wrong = taproom("restore", copy, "--data", elsewhere.data)
    assert code == 1 and "has tables already" in wrong, wrong
    with open(os.path.join(elsewhere.data, "key"), "rb") as file:
        other_key = file.read()
    code, said, wrong = taproom("restore", copy, "--data", elsewhere.data, "--force")
    assert code == 0 and "2 tables" in said, (code, said, wrong)
    (moved,) = (name for name in os.listdir(elsewhere.data) if name.startswith("replaced-"))
    with open(os.path.join(elsewhere.data, moved, "key"), "rb") as file:
        assert file.read() == other_key, "what was there is gone"
    for name in ("taproom.db", "aside.db", "key"):
        assert mode(os.path.join(elsewhere.data, name)) == 0o600, name
    assert not [name for name in os.listdir(elsewhere.data) if name.startswith("restored-")]
    elsewhere.start()
    for player in players:
        cookie = player.cookie
        player.port = elsewhere.port
        player.views.clear()
        player.seen.clear()
        player.connect()
        assert player.cookie == cookie, "a new guest"
        player.enter(window)
    for seat, player in enumerate((anna, bert)):
        assert player.enter(table)["you"] == seat
    while not (all(table in player.views for player in (anna, bert)) and
               all(window in player.views for player in players)):
        assert not pump(players, 0.05)
    assert {player: player.views[table]["zones"] for player in (anna, bert)} == hands
    for player in players:
        for number, seq in acked[player].items():
            if player.sent.get(number, {}).get("table") == table:
                assert player.ask(type="answer", table=table, id=number, seq=0, word="x")["seq"] == seq
    assert log_of(elsewhere, table) == log
    assert not answered.views[window]["choices"] and waits.views[window]["choices"], "what lay aside is gone"
    waits.ask(type="answer", table=window, seq=waits.seen[window], word="pass")
    play_out([anna, bert], table)
    elsewhere.stop()
    # A folder that is not there yet; a file that is no backup; half a backup.
    new = os.path.join(elsewhere.data, "new")
    assert taproom("restore", copy, "--data", new)[0] == 0 and mode(new) == 0o700
    assert taproom("check-store", "--data", new)[0] == 0
    for wrong_file in (os.path.join(elsewhere.data, "taproom.db"), os.path.join(elsewhere.data, "key"), "/nothing"):
        code, _, wrong = taproom("restore", wrong_file, "--data", os.path.join(elsewhere.data, "other"))
        assert code == 1 and wrong.startswith("taproom restore: "), (wrong_file, wrong)
    half = copy + ".half"
    with open(copy, "rb") as file, open(half, "wb") as to:
        to.write(file.read(os.path.getsize(copy) // 2))
    code, _, wrong = taproom("restore", half, "--data", os.path.join(elsewhere.data, "other"))
    assert code == 1 and not os.path.exists(os.path.join(elsewhere.data, "other", "taproom.db")), wrong


def flip(path, at, bits=1):
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ bits]))


def test_damage():
    """A bit of an entry changes: the table is set aside, named, told to its players, and its record has what is left.
    The others are played on. Nobody can make a new table in its place."""
    tavern = House()
    players = guests(tavern, "Anna", "Bert")
    anna, bert = players
    tables = [midway(players, 4, id=f"table-{number}") for number in range(3)]
    tavern.stop()
    hurt, short, whole = tables
    path = os.path.join(tavern.data, "taproom.db")
    logs = {table: log_of(tavern, table) for table in tables}
    in_database(tavern, lambda database: database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall())
    with open(path, "rb") as file:
        at = file.read().find(logs[hurt][2][1].encode()) # its third entry, as it lies on the disk
    assert at > 0
    flip(path, at + len(logs[hurt][2][1]) - 1)
    last = "DELETE FROM log WHERE tbl = ? AND seq = ?"
    in_database(tavern, lambda database: database.execute(last, (short, len(logs[short]))))
    tavern.start()
    said = tavern.said()
    assert f"table {hurt} is damaged and set aside: Its log is damaged after entry 2" in said, said
    told = f"table {short} is damaged and set aside: Its log is damaged after entry {len(logs[short]) - 1}"
    assert told in said, said
    assert whole not in said, said
    anna.connect()
    for table, left in ((hurt, 2), (short, len(logs[short]) - 1)):
        anna.say(type="enter", table=table, id=f"see {table}")
        error = anna.wait("error", table=table)
        assert error["code"] == "damaged" and error["re"] == f"see {table}", error
        assert error["text"].startswith("This table was damaged on the disk, so nobody plays on here."), error
        status, headers, body = tavern.get(f"/api/record/{table}")
        lines = body.decode().splitlines()
        assert status == 200 and "attachment" in headers["content-disposition"]
        assert lines[0].startswith("# This is what is left of a table that was damaged: Its log is damaged"), lines
        assert [line for line in lines if line[0] in "12"] == [entry for _, entry in logs[table][:left]], lines
        with open(os.path.join(tavern.data, "left.rec"), "w", encoding="utf-8") as file:
            file.write(body.decode())
        assert taproom("check", file.name)[0] == 0, "what is left is no record"
        number = next(index for index, one in enumerate(tables) if one == table)
        anna.say(type="create", id=f"table-{number}", game="pass-left", seats=2, pace=0)
        assert anna.wait("error", re=f"table-{number}")["code"] == "damaged"
    assert anna.enter(whole)["phase"] == "playing"
    code, text, _ = taproom("check-store", "--data", tavern.data, "--json") # while it runs
    found = json.loads(text)
    assert code == 1 and not found["whole"] and found["tables"] == 3 and found["replayed"] == 1, found
    known = sorted((one["table"], one["known"]) for one in found["damaged"])
    assert known == sorted([(hurt, True), (short, True)]), found
    # What is known to be damaged is no reason to have no backup.
    copy = os.path.join(tavern.data, "copy")
    code, _, wrong = taproom("backup", copy, "--data", tavern.data)
    assert code == 0 and wrong.count("set aside") == 2, (code, wrong)
    # Set aside is set aside: what heals by itself is not played on, for its seeds were given out.
    tavern.stop()
    in_database(tavern, lambda database: [put_log(database, table, logs[table]) for table in (hurt, short)])
    tavern.start()
    anna.connect()
    anna.say(type="enter", table=hurt)
    assert anna.wait("error", table=hurt)["code"] == "damaged"
    # A log with right checksums that no rules allow, found when somebody comes.
    tavern.stop()
    in_database(tavern, lambda database: put_log(database, whole, [*logs[whole][:2], (None, "1 sing a song")]))
    code, text, _ = taproom("check-store", "--data", tavern.data)
    assert code == 1 and f"Table {whole} is damaged: " in text and "Entry 3 of its log cannot be played" in text, text
    code, _, wrong = taproom("backup", copy, "--data", tavern.data, "--force")
    assert code == 0 and whole in wrong, wrong
    code, _, wrong = taproom("backup", copy + "2", "--data", tavern.data)
    assert code == 1 and "was not kept" in wrong and not os.path.exists(copy + "2"), wrong
    tavern.start()
    anna.connect()
    anna.say(type="enter", table=whole)
    assert anna.wait("error", table=whole)["code"] == "damaged"
    assert f"table {whole} is damaged and set aside: Entry 3 of its log cannot be played." in tavern.said()
    tavern.stop()


def test_damaged_log():
    """After a kill a bit of SQLite's own log is changed: nothing that was acknowledged after it is dropped."""
    tavern = House()
    players = guests(tavern, "Anna", "Bert")
    tables = [midway(players, 4) for _ in range(3)]
    acked = {player: dict(player.acked) for player in players}
    tavern.kill()
    path = os.path.join(tavern.data, "taproom.db-wal")
    frames = (os.path.getsize(path) - 32) // (24 + 4096)
    flip(path, 32 + (frames // 3) * (24 + 4096) + 24 + 100)
    tavern.start()
    said = tavern.said()
    assert "the log of taproom.db was damaged and is mended" in said, said
    (kept,) = (name for name in os.listdir(tavern.data)
               if name.startswith("taproom.db.damaged-") and not name.endswith("-wal"))
    assert mode(os.path.join(tavern.data, kept)) == mode(os.path.join(tavern.data, kept + "-wal")) == 0o600
    for player in players:
        player.connect()
        for table in tables:
            player.enter(table)
        for number, seq in acked[player].items():
            table = player.sent[number]["table"]
            assert player.ask(type="answer", table=table, id=number, seq=0, word="x")["seq"] == seq
    tavern.stop()
    code, text, _ = taproom("check-store", "--data", tavern.data, "--json")
    assert code == 0 and json.loads(text)["whole"], text


def test_short_logs():
    """At the limit of descriptors every try to accept fails; the log says so, and not a hundred thousand times."""
    tavern = House()
    _, hard = resource.prlimit(tavern.process.pid, resource.RLIMIT_NOFILE)
    limit = len(os.listdir(f"/proc/{tavern.process.pid}/fd")) + 5
    resource.prlimit(tavern.process.pid, resource.RLIMIT_NOFILE, (limit, hard))
    crowd = []
    for _ in range(40):
        crowd.append(socket.create_connection(("127.0.0.1", tavern.port), 5))
    time.sleep(2)
    for one in crowd:
        one.close()
    said = tavern.said()
    assert 0 < said.count("\n") < 40, f"{said.count(chr(10))} lines: {said[:2000]}"
    resource.prlimit(tavern.process.pid, resource.RLIMIT_NOFILE, (hard, hard))
    end = time.time() + 20
    while True: # it goes on
        try:
            guests(tavern, "Anna")
            break
        except (Closed, OSError):
            assert time.time() < end
    tavern.stop()


if __name__ == "__main__":
    run([test_folder, test_backup_refusals, test_restore, test_damage, test_damaged_log, test_short_logs])
