#!/usr/bin/env python3
"""A house moves from its folder into PostgreSQL and back: everything it keeps arrives, people sit where they sat, and
what is refused, torn or damaged is said."""
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import house
from house import House, Postgres, run
from sums import of_row, put_log
from test_keeping import guests, taproom, with_window
from ws import midway, new_table, play_out, pump

database = Postgres.get()
with open("data/tavern.table", encoding="utf-8") as built_in:
    OWN_DECK = built_in.read() + "# of the house\n"  # the same cards, another file

# What a house keeps, in words that both databases understand.
BARRED = f"192.0.2.1 0\n192.0.2.3 {(int(time.time()) + 86400) // 10 * 10 + 2}\n"
KEPT = {
    "tables": "SELECT id, CASE WHEN active THEN 1 ELSE 0 END AS active, document FROM tables ORDER BY id",
    "log": "SELECT tbl, seq, id, entry FROM log ORDER BY tbl, seq",
    "heads": "SELECT tbl, seq FROM heads ORDER BY tbl",
    "aside": "SELECT tbl, base, seat, id, entry FROM aside ORDER BY tbl, base, seat",
    "guests": "SELECT id, document FROM guests ORDER BY id",
    "files": "SELECT hash, text FROM files ORDER BY hash",
    "damaged": "SELECT tbl, why FROM damaged ORDER BY tbl",
}


def in_folder(folder):
    """All of it, and the tables under way in the order in which they were made."""
    found = {}
    for name, query in KEPT.items():
        with sqlite3.connect(os.path.join(folder, "aside.db" if name == "aside" else "taproom.db")) as kept:
            found[name] = [list(row) for row in kept.execute(query)]
            if name == "tables":
                found["order"] = [row[0] for row in kept.execute("SELECT id FROM tables WHERE active ORDER BY rowid")]
        kept.close()
    return found


def barred(text):
    """Until when, to ten seconds: times come through another clock."""
    return {line.split()[0]: round(int(line.split()[1]), -1) for line in text.splitlines()}


class Tables:
    """A house in a schema of its own."""

    def __init__(self):
        self.where = database.new_house()
        self.schema = f"house_{database.schemas}"

    def ask(self, query):
        return json.loads(database.ask(f"SET search_path = {self.schema}; SELECT coalesce(json_agg(x), '[]') FROM "
                                       f"({query}) x"))

    def do(self, text):
        database.do(f"SET search_path = {self.schema}; {text}")

    def kept(self):
        found = {name: [list(row.values()) for row in self.ask(query)] for name, query in KEPT.items()}
        found["order"] = [row["id"] for row in self.ask("SELECT id FROM tables WHERE active ORDER BY born")]
        return found


def move(came, went, *flags, code=0):
    """taproom store copy; what it said."""
    got, said, wrong = taproom("store", "copy", came, went, *flags)
    assert got == code, (got, said, wrong)
    return said if code == 0 else wrong


def same(one, other):
    for name, rows in one.items():
        assert rows == other[name], (name, [pair for pair in zip(rows, other[name]) if pair[0] != pair[1]][:1])


def new_folder():
    folder = tempfile.mkdtemp(prefix="taproom-copy-")
    house.atexit.register(shutil.rmtree, folder, True)
    return folder


def files_of(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        if os.path.isfile(os.path.join(folder, name)) and name != "stderr":
            with open(os.path.join(folder, name), "rb") as file:
                found[name] = file.read()
    return found


def come_to(players, port):
    for player in players:
        cookie = player.cookie
        player.port = port
        player.views.clear()
        player.seen.clear()
        player.connect()
        assert player.cookie == cookie, "a new guest"


def enter(players, table):
    for player in players:
        player.enter(table)
    while not all(table in player.views for player in players):
        assert not pump(players, 0.05)
    return [player.views[table]["zones"] for player in players]


def test_there_and_back():
    """A folder, the database, another folder: the same rows everywhere, and people who notice nothing."""
    content, kept = new_folder(), new_folder()
    with open(os.path.join(content, "tavern.table"), "w", encoding="utf-8") as file:
        file.write(OWN_DECK)
    tavern = House("--content", content)
    players = anna, bert, _ = guests(tavern, "Anna", "Bert", "Cleo")
    over = midway([anna, bert], 3)
    play_out([anna, bert], over)
    table = midway([anna, bert], 3)
    window, answered, waits = with_window(tavern, players)
    for number in range(3):
        new_table(anna, game="allotment", seats=4, public=True, id=f"open-{number}")
    hands = enter([anna, bert], table)
    to, key = Tables(), os.path.join(kept, "key")
    assert "A server has the tables" in move(tavern.data, to.where, code=1)
    tavern.stop()
    with open(os.path.join(tavern.data, "bars"), "w", encoding="utf-8") as file:
        file.write(BARRED + "192.0.2.2 1\n")  # one for ever, one for a day, one that is over
    with open(key, "wb") as file:
        file.write(bytes(32))
    assert "another key" in move(tavern.data, to.where, "--key", key, code=1)
    os.remove(key)
    before, rows = files_of(tavern.data), in_folder(tavern.data)
    assert rows["files"] and rows["aside"] and len(rows["order"]) == 5 and len(rows["guests"]) == 3
    found = json.loads(move(tavern.data, to.where, "--key", key, "--json"))
    assert found == {"tables": 6, "already_there": 0, "entries": len(rows["log"]), "asides": 1, "guests": 3,
                     "texts": len(rows["files"]), "bars": 2, "replayed": 3, "older": 0, "damaged": 0}, found
    same(rows, to.kept())
    assert files_of(tavern.data) == before, "FROM is not as it was"
    with open(key, "rb") as file:
        assert file.read() == before["key"]
    assert os.stat(key).st_mode & 0o777 == 0o600
    assert "is a house in this database already" in move(tavern.data, to.where, code=1)
    assert "is a house in this database already" in move(tavern.data, to.where, "--resume", code=1)

    node = House("--store", to.where, "--node", "one", "--address", "127.0.0.1:1", "--lease", "1", "--key", key)
    come_to(players, node.port)
    assert enter([anna, bert], table) == hands
    enter(players, window)
    assert not answered.views[window]["choices"] and waits.views[window]["choices"], "what lay aside is gone"
    assert node.get(f"/api/record/{over}")[0] == 200
    code, text, wrong = taproom("check-store", "--store", to.where, "--json")  # while it runs
    assert code == 0 and json.loads(text)["replayed"] == 3 and json.loads(text)["texts"] == 1, (text, wrong)
    assert json.loads(text)["bars"] == 2, text
    back = new_folder()
    assert "Node one has this database open" in move(to.where, back, "--key", key, code=1)
    waits.ask(type="answer", table=window, seq=waits.seen[window], word="pass")
    node.stop()

    rows = to.kept()
    other = os.path.join(kept, "other")
    with open(other, "wb") as file:
        file.write(bytes(32))
    assert "another key" in move(to.where, back, "--key", other, code=1)
    assert "Cannot read" in move(to.where, back, "--key", other + "2", code=1)
    assert "is a house in" in move(to.where, tavern.data, "--key", key, code=1)
    assert "taproom serve --data" in move(to.where, back, "--key", key)
    same({**rows, "aside": in_folder(back)["aside"]}, in_folder(back))  # answers of closed questions stay behind
    assert sorted(os.listdir(back)) == ["aside.db", "bars", "key", "lock", "taproom.db"]
    assert files_of(back)["key"] == before["key"]
    assert barred(files_of(back)["bars"].decode()) == barred(BARRED)
    code, text, wrong = taproom("check-store", "--data", back)
    assert code == 0 and "2 addresses barred" in text, (text, wrong)
    home = House()
    home.stop()
    shutil.rmtree(home.data)
    shutil.move(back, home.data)
    home.start()
    come_to(players, home.port)
    assert enter([anna, bert], table) == hands
    play_out([anna, bert], table)
    home.stop()


def a_house(more):
    """A house that is closed, with three games under way, and so many tables that wait for people; those games."""
    tavern = House()
    players = guests(tavern, "Anna", "Bert")
    games = [midway(players, 4) for _ in range(3)]
    waiting = new_table(players[0], game="pass-left", seats=2)
    tavern.stop()
    with sqlite3.connect(os.path.join(tavern.data, "taproom.db")) as kept:
        ((document,),) = kept.execute("SELECT document FROM tables WHERE id = ?", (waiting,))
        for number in range(more - 1):
            table = f"copy{(number * 7919) % 100000:08d}"  # not in the order of their names
            kept.execute("INSERT INTO tables VALUES(?, 1, ?, ?)",
                         (table, document, of_row(b"", 1, 0, table, document, None)))
    kept.close()
    return tavern, games


def wait_for(query):
    until = time.time() + 20
    while database.ask(query) != "1":
        assert time.time() < until, query
        time.sleep(0.02)


def test_torn():
    """Killed in the middle: what is there is no house, and the next try goes on with it, also when FROM has changed."""
    tavern, games = a_house(197)
    other = games[0]
    to = Tables()
    assert taproom("store", "create", to.where)[0] == 0
    to.do("CREATE FUNCTION sleep() RETURNS trigger AS $$ BEGIN IF (SELECT count(*) FROM tables) > 0 THEN "
          "PERFORM pg_sleep(60); END IF; RETURN NULL; END $$ LANGUAGE plpgsql;"
          "CREATE TRIGGER sleep BEFORE INSERT ON tables FOR EACH STATEMENT EXECUTE FUNCTION sleep()")
    copying = subprocess.Popen([house.PROGRAM, "store", "copy", tavern.data, to.where], stdout=subprocess.DEVNULL)
    sleeps = "FROM pg_stat_activity WHERE application_name = 'taproom store-copy' AND wait_event = 'PgSleep'"
    wait_for(f"SELECT count(*) {sleeps}")
    copying.send_signal(signal.SIGKILL)
    copying.wait()
    database.ask(f"SELECT pg_terminate_backend(pid) {sleeps}")
    to.do("DROP TRIGGER sleep ON tables")
    arrived = len(to.kept()["tables"])
    assert 0 < arrived < 200, arrived
    key = os.path.join(tavern.data, "key")
    node = ("serve", "--port", "0", "--store", to.where, "--node", "one", "--address", "127.0.0.1:1", "--key", key)
    for words in (node, ("check-store", "--store", to.where)):
        code, _, wrong = taproom(*words)
        assert code == 1 and "not all of it is there" in wrong, wrong
    assert "Say --resume" in move(tavern.data, to.where, code=1)
    # FROM was opened again meanwhile: one table is longer, another is gone, and one did not arrive as it was.
    gone = "copy00000000"
    assert {gone, other} <= {row[0] for row in to.kept()["tables"]}
    to.do(f"UPDATE log SET entry = entry || ' ' WHERE tbl = '{other}' AND seq = 2")
    to.do("INSERT INTO guests(id, document) VALUES('nobody', '{}')")
    with sqlite3.connect(os.path.join(tavern.data, "taproom.db")) as kept:
        kept.execute("DELETE FROM tables WHERE id = ?", (gone,))
    kept.close()
    tavern.start()
    tavern.stop()
    found = json.loads(move(tavern.data, to.where, "--resume", "--json"))
    assert found["tables"] == 199 and found["already_there"] == arrived - 2, (found, arrived)
    rows = in_folder(tavern.data)
    moved = to.kept()
    assert [table for table in moved["order"] if table != other] == rows["order"][1:], "older and newer"
    same({**rows, "order": moved["order"]}, moved)
    # The other way: half a house lies in the folder under another name, and something that does not belong there.
    back = new_folder()
    half = os.path.join(back, "copied-house.db")
    shutil.copy(os.path.join(tavern.data, "taproom.db"), half)
    with sqlite3.connect(half) as kept:
        for name, column in (("tables", "id"), ("log", "tbl"), ("heads", "tbl")):
            kept.execute(f"DELETE FROM {name} WHERE {column} > 'copy0004' AND {column} < 'copy9' OR {column} = ?",
                         (games[0],))
        log = kept.execute("SELECT id, entry FROM log WHERE tbl = ? ORDER BY seq", (games[1],)).fetchall()
        put_log(kept, games[1], log[:2])  # of an earlier day
        kept.execute("INSERT INTO tables VALUES('nobodysgame', 1, '{}', NULL)")
    kept.close()
    assert "Say --resume" in move(to.where, back, "--key", key, code=1)
    found = json.loads(move(to.where, back, "--key", key, "--json", "--resume"))
    assert found["tables"] == 199 and 0 < found["already_there"] < 198, found
    there = in_folder(back)
    same({**moved, "order": there["order"]}, there)
    assert set(there["order"]) == set(moved["order"]) and sorted(os.listdir(back)) == \
        ["aside.db", "key", "lock", "taproom.db"]


def test_damaged():
    """What does not replay, or is not as it was written, does not move by chance; with --force it moves as it is."""
    tavern, (first, songs, changed) = a_house(1)
    with sqlite3.connect(os.path.join(tavern.data, "taproom.db")) as kept:
        logs = {table: kept.execute("SELECT id, entry FROM log WHERE tbl = ? ORDER BY seq", (table,)).fetchall()
                for table in (first, songs, changed)}
        put_log(kept, songs, [*logs[songs][:2], (None, "1 sing a song")])
        kept.execute("UPDATE log SET entry = entry || ' ' WHERE tbl = ? AND seq = 3", (changed,))
        ((guest,),) = kept.execute("SELECT id FROM guests ORDER BY id LIMIT 1")
        kept.execute("UPDATE guests SET document = document || ' ' WHERE id = ?", (guest,))
    kept.close()
    to = Tables()
    wrong = move(tavern.data, to.where, code=1)
    assert f"table {songs} is damaged: Entry 3 of its log cannot be played" in wrong, wrong
    assert f"table {changed} is damaged: Its log is damaged after entry 2" in wrong and guest in wrong, wrong
    assert "nothing was copied" in wrong and database.ask(f"SELECT to_regclass('{to.schema}.tables') IS NULL") == "t"
    found = json.loads(move(tavern.data, to.where, "--force", "--json"))
    assert found["damaged"] == 3 and found["replayed"] == 1 and found["guests"] == 1, found
    rows = to.kept()
    reasons = {songs: "Entry 3 of its log cannot be played.",
               changed: f"Its log is damaged after entry 2 of {len(logs[changed])}."}
    assert dict(rows["damaged"]) == reasons, rows["damaged"]
    lengths = {table: sum(row[0] == table for row in rows["log"]) for table in (first, songs, changed)}
    assert lengths == {first: len(logs[first]), songs: 3, changed: 2}, lengths
    code, text, _ = taproom("check-store", "--store", to.where, "--json")
    assert code == 1 and sorted((row["table"], row["known"]) for row in json.loads(text)["damaged"]) == \
        sorted([(songs, True), (changed, True)]), text
    # The same in the other direction; nothing of it is written where it comes from.
    to.do(f"UPDATE log SET entry = '1 sing a song' WHERE tbl = '{first}' AND seq = 2")
    back, key = new_folder(), os.path.join(tavern.data, "key")
    wrong = move(to.where, back, "--key", key, code=1)
    assert f"table {first} is damaged: Its log is damaged after entry 1" in wrong and "nothing was copied" in wrong
    rows = to.kept()
    found = json.loads(move(to.where, back, "--key", key, "--force", "--json"))
    assert found["damaged"] == 3 and to.kept() == rows, found
    there = in_folder(back)
    assert len(there["damaged"]) == 3 and [row[0] for row in there["log"]].count(first) == 1
    same({"tables": rows["tables"], "guests": rows["guests"]}, there)


def test_refusals():
    tavern, _ = a_house(1)
    where, key = Tables().where, os.path.join(tavern.data, "key")
    back = (where, "/nowhere")
    for words, why in (((), "say from where"), ((tavern.data,), "say from where"),
                       ((tavern.data, where, "x"), "one too"), ((tavern.data, "/nowhere"), "taproom backup"),
                       ((where, where), "pg_dump"), (back, "--key"), ((*back, "--key"), "lacks")):
        code, _, wrong = taproom("store", "copy", *words)
        assert code == 2 and why in wrong, (words, code, wrong)
    assert "Examples" in taproom("store", "copy", "--help")[1] and "copy FROM TO" in taproom("store", "--help")[1]
    assert "there are no tables" in move("/nothing", where, code=1)
    assert "no house in this database" in move(where, new_folder(), "--key", key, code=1)
    assert "database says" in move(tavern.data, "postgresql://127.0.0.1:1/nothing", code=1)
    assert taproom("check-store", "--store", where, "--data", tavern.data)[0] == 2
    code, _, wrong = taproom("check-store", "--store", where)
    assert code == 1 and "no house" in wrong, wrong
    # A server of TO: a new house, in which nothing is yet.
    node = House("--store", where, "--node", "one", "--address", "127.0.0.1:1", "--lease", "1", "--key", key)
    assert "A server has this database open" in move(tavern.data, where, code=1)
    node.stop()
    # A guest is changed on the way: what was copied is not believed, it is looked at.
    to = Tables()
    assert taproom("store", "create", to.where)[0] == 0
    to.do("CREATE FUNCTION change() RETURNS trigger AS $$ BEGIN NEW.document = '{}'; RETURN NEW; END $$ "
          "LANGUAGE plpgsql; CREATE TRIGGER change BEFORE INSERT ON guests FOR EACH ROW EXECUTE FUNCTION change()")
    assert "about guests did not arrive" in move(tavern.data, to.where, code=1)
    to.do("DROP TRIGGER change ON guests")
    assert "Say --resume" in move(tavern.data, to.where, code=1)
    # What an earlier try has barred, and nobody bars any more, is gone; one that is lost on the way is missed.
    with open(os.path.join(tavern.data, "bars"), "w", encoding="utf-8") as file:
        file.write(BARRED)
    to.do("CREATE FUNCTION bar() RETURNS trigger AS $$ BEGIN NEW.until = 'infinity'; RETURN NEW; END $$ LANGUAGE "
          "plpgsql; CREATE TRIGGER bar BEFORE INSERT ON bars FOR EACH ROW EXECUTE FUNCTION bar()")
    assert "barred did not arrive" in move(tavern.data, to.where, "--resume", code=1)
    to.do("DROP TRIGGER bar ON bars; INSERT INTO bars VALUES('192.0.2.7', 'infinity')")
    move(tavern.data, to.where, "--resume")
    same(in_folder(tavern.data), to.kept())
    assert [row["address"] for row in to.ask("SELECT address FROM bars")] == ["192.0.2.1", "192.0.2.3"]
    assert sorted(name for name in os.listdir(tavern.data) if name.startswith("store-copy")) == []


if __name__ == "__main__":
    run([test_there_and_back, test_torn, test_damaged, test_refusals])
