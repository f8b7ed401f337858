#!/usr/bin/env python3
"""A store that an earlier version wrote, and that ended with a SIGKILL: it is copied aside, brought up to date, and the
same guests play on. store-layout-3.tar.gz was made by the last version before logs had checksums; store-layout-4.tar.gz
is the same, brought up to date and killed by the last version with an index of ids."""
import json
import os
import random
import sqlite3
import subprocess
import tarfile

import house
from house import House, run
from ws import ROOT, Player, play_out, pump

house.PROGRAM = os.environ.get("TRIAL", "build/tests/taproom-trial")


class Older:
    """The store of that layout, in a folder whose house is closed."""

    def __init__(self, layout):
        self.layout = layout
        self.house = House()
        self.house.stop()
        for name in os.listdir(self.house.data):
            if name != "stderr":
                os.remove(os.path.join(self.house.data, name))
        with tarfile.open(os.path.join(ROOT, "tests", "server", f"store-layout-{layout}.tar.gz")) as tar:
            tar.extractall(self.house.data)


older = Older(3)
tavern = older.house
with open(os.path.join(tavern.data, "about.json"), encoding="utf-8") as file:
    ABOUT = json.load(file)


def rows(name, query, *values):
    database = sqlite3.connect(os.path.join(tavern.data, name))
    found = database.execute(query, values).fetchall()
    database.close()
    return found


def log_of(name, table):
    return [list(row) for row in rows(name, "SELECT id, entry FROM log WHERE tbl = ? ORDER BY seq", table)]


def guest(name):
    player = Player(tavern.port, name, random.Random(name), ABOUT["cookies"][name]).connect()
    assert player.cookie == ABOUT["cookies"][name], "a new guest"
    return player


def test_backup_before():
    """Before the new program has opened it, its backup is good too, and leaves the store as it is."""
    copy = os.path.join(tavern.data, "before.backup")
    done = subprocess.run([house.PROGRAM, "backup", copy, "--data", tavern.data], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0 and "3 tables, 3 games" in done.stdout, done
    assert rows("taproom.db", "PRAGMA user_version") == [(older.layout,)]


def test_upgrade():
    tavern.start()
    said = tavern.said()
    for name in ("taproom.db", "aside.db"):
        copy = f"{name}.layout-{older.layout}"
        assert f"{name} has an older layout and is brought up to date" in said and copy in said, said
        assert rows(copy, "PRAGMA user_version") == [(older.layout,)]
        assert os.stat(os.path.join(tavern.data, copy)).st_mode & 0o777 == 0o600
    for table, log in ABOUT["log"].items():
        assert log_of(f"taproom.db.layout-{older.layout}", table) == log, "the copy is another"
        assert log_of("taproom.db", table) == log, "it did not come along"
    assert "damaged" not in said, said


def test_play_on():
    """In their seats, under their names, from where they were; what was acknowledged is, also what lay aside."""
    anna, bert, cleo = (guest(name) for name in ("Anna", "Bert", "Cleo"))
    table = ABOUT["midway"]
    for seat, player in enumerate((anna, bert)):
        shown = player.enter(table)
        assert shown["you"] == seat and shown["seats"][seat]["name"] == player.name, shown
        for number, seq in ABOUT["acked"][player.name].items():
            assert player.ask(type="answer", table=table, id=number, seq=0, word="anything")["seq"] == seq
        player.numbers = 1000
    play_out([anna, bert], table)
    assert log_of("taproom.db", table)[:len(ABOUT["log"][table])] == ABOUT["log"][table]
    window = ABOUT["window"]
    everybody = {player.name: player for player in (anna, bert, cleo)}
    for player in everybody.values():
        player.enter(window)
    while not all(window in player.views for player in everybody.values()):
        assert not pump(list(everybody.values()), 0.1)
    answered, waits = everybody[ABOUT["answered"]], everybody[ABOUT["waits"]]
    assert not answered.views[window]["choices"] and waits.views[window]["choices"], "the answer that lay aside is gone"
    waits.ask(type="answer", table=window, seq=waits.seen[window], word="pass")
    while any(player.seen[window] < len(ABOUT["log"][window]) + 2 for player in everybody.values()):
        assert not pump(list(everybody.values()), 0.1)
    assert tavern.get(f"/api/record/{ABOUT['over']}")[0] == 200
    tavern.stop()


def test_once():
    """It happens once: the copy stays as it was."""
    before = os.stat(os.path.join(tavern.data, f"taproom.db.layout-{older.layout}")).st_mtime_ns
    said = tavern.said()
    tavern.start()
    assert tavern.said() == said, "it was done again"
    assert os.stat(os.path.join(tavern.data, f"taproom.db.layout-{older.layout}")).st_mtime_ns == before
    tavern.stop()


def test_the_next_layout():
    """All of it again with the other store."""
    global older, tavern
    older = Older(4)
    tavern = older.house
    for test in (test_backup_before, test_upgrade, test_play_on, test_once):
        test()


run([test_backup_before, test_upgrade, test_play_on, test_once, test_the_next_layout])
