#!/usr/bin/env python3
"""--keep-finished: what is finished and old goes, with guests nobody has seen for as long, and nothing else does."""
import json
import os
import random
import sqlite3
import subprocess
import time

import house
from house import House, run
from sums import of_row, put_document, put_log
from ws import Player, new_table, play_out, pump

house.PROGRAM = os.environ.get("TRIAL", "build/tests/taproom-trial")
os.environ["ASAN_OPTIONS"] = "detect_leaks=0" # it takes seconds each; one test looks
DAY = 24 * 3600
MANY = 130 # more than are looked at in one step
luck = random.Random(8)


def in_database(tavern, change):
    database = sqlite3.connect(os.path.join(tavern.data, "taproom.db"))
    found = change(database)
    database.commit()
    database.close()
    return found


def document_of(database, table):
    return json.loads(database.execute("SELECT document FROM tables WHERE id = ?", (table,)).fetchone()[0])


def change_document(tavern, table, **fields):
    """Changes fields of a table's document; None takes one out."""
    def change(database):
        document = {**document_of(database, table), **fields}
        put_document(database, table, json.dumps({name: value for name, value in document.items()
                                                  if value is not None}))
    in_database(tavern, change)


def put_guest(tavern, guest, **document):
    text = json.dumps(document)
    in_database(tavern, lambda database: database.execute(
        "INSERT OR REPLACE INTO guests(id, document, sum) VALUES(?, ?, ?)",
        (guest, text, of_row(b"", 0, 0, guest, text, None))))


def rows(tavern, query, *values):
    return in_database(tavern, lambda database: database.execute(query, values).fetchall())


def guest_of(player):
    return player.cookie.split("=")[1].split(".")[0]


def until(look, seconds=30):
    end = time.time() + seconds
    while not look():
        assert time.time() < end, "it does not happen"
        time.sleep(0.1)


def copy_table(tavern, table):
    """Many of the same, under other names."""
    def copy(database):
        text = json.dumps(document_of(database, table))
        log = database.execute("SELECT id, entry FROM log WHERE tbl = ? ORDER BY seq", (table,)).fetchall()
        assert log
        for number in range(MANY):
            name = f"{number:012}"
            database.execute("INSERT INTO tables(id, active, document, sum) VALUES(?, 0, '', '')", (name,))
            database.execute("INSERT INTO heads(tbl, seq, sum) VALUES(?, 0, '')", (name,))
            put_document(database, name, text)
            put_log(database, name, log)
    in_database(tavern, copy)


def test_retention():
    tavern = House()
    players = anna, bert = [Player(tavern.port, name, luck).connect() for name in ("Anna", "Bert")]
    finished = [new_table(anna, [bert], game="pass-left", seats=2) for _ in range(5)]
    for table in finished:
        anna.ask(type="deal", table=table)
        play_out(players, table)
    old, young, undated, damaged, watched = finished
    now = time.time()
    for table in finished:
        date = in_database(tavern, lambda database, table=table: document_of(database, table)["finished"])
        assert abs(date - now) < 60, date
    playing = new_table(anna, [bert], game="pass-left", seats=2, grace=0)
    anna.ask(type="deal", table=playing)
    waiting = new_table(bert, game="pass-left", seats=3)
    while playing not in bert.views:
        assert not pump(players, 0.05)
    tavern.stop()
    long_ago = int(now) - 31 * DAY
    for table in (old, damaged, watched, playing, waiting):
        change_document(tavern, table, finished=long_ago)
    change_document(tavern, young, finished=int(now) - 29 * DAY)
    change_document(tavern, undated, finished=None)
    in_database(tavern, lambda database: database.execute("DELETE FROM log WHERE tbl = ? AND seq = 1", (damaged,)))
    put_guest(tavern, "oldguest00000000", name="Old", seen=long_ago)
    put_guest(tavern, "newguest00000000", name="New", seen=int(now) - 29 * DAY)
    put_guest(tavern, "undatedguest0000", name="Undated")
    put_guest(tavern, guest_of(anna), name="Anna", seen=long_ago) # and she comes
    copy_table(tavern, old)
    # Without the wish nothing goes, and an old guest is not even written to.
    tavern.start()
    time.sleep(1.5)
    assert tavern.metric("tables_forgotten_total") == 0 and "forgotten" not in tavern.said()
    assert tavern.get(f"/api/record/{old}")[0] == 200
    tavern.stop()
    tavern.flags = ("--keep-finished", "30")
    tavern.start()
    anna.connect() # this is when the others begin to be looked at
    anna.enter(watched)
    until(lambda: "were forgotten" in tavern.said())
    said = tavern.said()
    assert f"{MANY + 1} finished tables and 1 guests, older than 30 days, were forgotten" in said, said
    assert tavern.metric("tables_forgotten_total") == MANY + 1 and tavern.metric("guests_forgotten_total") == 1
    kept = {name for (name,) in rows(tavern, "SELECT id FROM tables")}
    assert kept == {young, undated, damaged, watched, playing, waiting}, kept
    for query in ("SELECT DISTINCT tbl FROM log", "SELECT tbl FROM heads"):
        assert {name for (name,) in rows(tavern, query)} <= kept, query
    assert {name for (name,) in rows(tavern, "SELECT id FROM guests")} == {
        "newguest00000000", "undatedguest0000", guest_of(anna), guest_of(bert)}
    dated = in_database(tavern, lambda database: document_of(database, undated)["finished"])
    assert abs(dated - now) < 60, "it counts from today"
    (seen,) = rows(tavern, "SELECT document FROM guests WHERE id = 'undatedguest0000'")[0]
    assert abs(json.loads(seen)["seen"] - now) < 60 and json.loads(seen)["name"] == "Undated"
    (seen,) = rows(tavern, "SELECT document FROM guests WHERE id = ?", guest_of(anna))[0]
    assert abs(json.loads(seen)["seen"] - now) < 60
    assert tavern.get(f"/api/record/{old}")[0] == 404 and tavern.get(f"/api/record/{young}")[0] == 200
    anna.say(type="enter", table=old, id="old")
    assert anna.wait("error", re="old")["code"] == "no-table"
    bert.connect()
    for player in players:
        player.enter(playing)
    play_out(players, playing)
    tavern.stop()
    done = subprocess.run([house.PROGRAM, "check-store", "--data", tavern.data, "--json"], capture_output=True,
                          text=True, check=False)
    found = json.loads(done.stdout)
    assert [one["table"] for one in found["damaged"]] == [damaged] and found["well_built"], found


def test_full_disk():
    """What cannot be written is not forgotten, and said once; the house goes on."""
    tavern = House()
    players = [Player(tavern.port, name, luck).connect() for name in ("Anna", "Bert")]
    table = new_table(players[0], players[1:], game="pass-left", seats=2)
    players[0].ask(type="deal", table=table)
    play_out(players, table)
    tavern.stop()
    change_document(tavern, table, finished=int(time.time()) - 9 * DAY)
    copy_table(tavern, table)
    tavern.flags = ("--keep-finished", "1")
    tavern.start(file_bytes=32768) # what SQLite needs to begin; a commit of this size does not fit
    until(lambda: "what is old could not be forgotten" in tavern.said())
    assert tavern.get(f"/api/record/{table}")[0] == 200
    tavern.kill()
    os.environ["ASAN_OPTIONS"] = "detect_leaks=1"
    tavern.start()
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
    until(lambda: f"{MANY + 1} finished tables" in tavern.said())
    tavern.stop()


def test_flag():
    for days in ("0", "-1", "x", "36501", ""):
        done = subprocess.run([house.PROGRAM, "serve", "--keep-finished", days], capture_output=True, text=True,
                              check=False)
        assert done.returncode == 2 and f"'{days}'" in done.stderr, (days, done)


if __name__ == "__main__":
    run([test_retention, test_full_disk, test_flag])
