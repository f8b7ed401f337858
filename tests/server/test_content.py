#!/usr/bin/env python3
"""Content files of the server's keeper: new tables are played with them, and tables under way survive every edit."""
import hashlib
import os
import re
import sqlite3
import subprocess
import tempfile

from house import PROGRAM, House, run
from ws import Player, play_out

# Looking for leaks takes seconds; the server does it when it stops.
QUICK = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
TAVERN = open("data/tavern.table", encoding="utf-8").read()


def with_copies(**copies):
    """The tavern's file with other copies of some faces; - is written _ here."""
    text = TAVERN
    for code, n in copies.items():
        text, changed = re.subn(rf"(?m)^({code.replace('_', '-')} .* )\d+( +no +rulebook)$", rf"\g<1>{n}\g<2>", text)
        assert changed == 1, code
    return text


def digest(text):
    return hashlib.blake2b(text.encode(), digest_size=32).hexdigest()


MANY_WARRIORS, MANY_LADIES = with_copies(W_wolf=5, R_wolf=1), with_copies(L_owl=7, R_owl=0)
folder = tempfile.mkdtemp(prefix="taproom-content-")
file = os.path.join(folder, "tavern.table")


def edit(text):
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)


edit(MANY_WARRIORS)
house = House("--content", folder)
anna = Player(house.port, "Anna").connect()
FIRST = dict(type="create", id="first", game="kings-council", seats=3, bots=[None, "random", "random"], pace=0, grace=0)
first = anna.ask(**FIRST)["table"]


def content_of(table):
    return anna.enter(table).get("content")


def named(text):
    return [dict(kind="tavern-deck", id="tavern", hash=digest(text))]


def come_back():
    anna.seen.clear()
    anna.views.clear()
    anna.connect()


def restart(*flags):
    house.kill()
    house.flags = flags
    house.start()
    come_back()


def test_new_table():
    assert content_of(first) == named(MANY_WARRIORS)
    anna.ask(type="deal", table=first)
    anna.wait("update", table=first)
    one = anna.answer(first)
    if one:
        anna.wait("ack", re=one["id"])


def test_edit_and_restart():
    """The file is another, or there is none: the table goes on as it was, and only new ones are played otherwise."""
    edit(MANY_LADIES)
    restart("--content", folder)
    assert content_of(first) == named(MANY_WARRIORS)
    second = anna.ask(**{**FIRST, "id": "second"})["table"]
    assert content_of(second) == named(MANY_LADIES)
    restart()
    assert content_of(first) == named(MANY_WARRIORS) and content_of(second) == named(MANY_LADIES)
    third = anna.ask(type="create", id="third", game="threes", seats=2, bots=[None, "random"], pace=0, grace=0)["table"]
    assert content_of(third) is None


def test_record():
    """Played to its end by a server without the folder; its record names the file, and is good with it alone."""
    play_out([anna], first)
    record = house.get(f"/api/record/{first}")[2].decode()
    assert f"\ndeck tavern-deck tavern {digest(MANY_WARRIORS)}\n" in record, record
    for text, expected in ((MANY_WARRIORS, 0), (MANY_LADIES, 1)):
        edit(text)
        done = subprocess.run([PROGRAM, "check", "-", "--content", folder], input=record, capture_output=True,
                              text=True, timeout=60, env=QUICK)
        assert done.returncode == expected, done
    again = anna.ask(type="rematch", table=first)["table"]
    assert content_of(again) == named(MANY_WARRIORS)


def test_lost_text():
    """A text that is gone from the store: its tables are left alone, by name, and the others go on."""
    house.kill()
    with sqlite3.connect(os.path.join(house.data, "taproom.db")) as store:
        kept = {row[0] for row in store.execute("SELECT hash FROM files")}
        assert kept == {digest(MANY_WARRIORS), digest(MANY_LADIES)}, kept
        store.execute("DELETE FROM files WHERE hash = ?", (digest(MANY_LADIES),))
    house.start()
    come_back()
    assert content_of(first) == named(MANY_WARRIORS)
    assert "is left alone: its content 'tavern-deck tavern' was not kept" in house.said(), house.said()
    restart("--content", folder) # the file lies in the folder: that will do
    assert house.said().count("is left alone") == 1, house.said()


def test_bad_file():
    edit(MANY_LADIES.replace("L-owl ", "L-oul "))
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--data", os.path.join(folder, "data"),
                           "--content", folder],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, env=QUICK)
    assert done.returncode == 1 and not done.stdout, done
    assert done.stderr == f"{file}:30:1: 'code' of this row must be 'L-owl', not 'L-oul'\n", done.stderr
    done = subprocess.run([PROGRAM, "serve", "--port", "0", "--content", os.path.join(folder, "nowhere")],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, env=QUICK)
    assert done.returncode == 1 and "nowhere cannot be read" in done.stderr, done


def test_end():
    house.stop()


run([test_new_table, test_edit_and_restart, test_record, test_lost_text, test_bad_file, test_end])
