#!/usr/bin/env python3
"""A table that was begun under other rules of its game: nobody plays on, its record can be had, and it is as it was."""
import json
import os
import random
import re
import sqlite3

from house import House, run
from sums import put_document
from ws import Player, pump

house = House()
luck = random.Random(8)


def played(answers):
    """A table of two people with some answers; its id."""
    anna, bert = (Player(house.port, name, luck) for name in ('An "na" \\ #1', "Bert"))
    for player in (anna, bert):
        player.connect()
    table = anna.ask(type="create", id="one", game="streets-of-greyport", seats=2, options=["dragon-cards"],
                     bots=[None, None], pace=0)["table"]
    anna.enter(table)
    bert.ask(type="sit", table=table)
    for player in (anna, bert):
        player.ask(type="seed", table=table, hex=f"{luck.getrandbits(256):064x}")
    if answers:
        anna.ask(type="deal", table=table)
    while anna.tables[table]["phase"] != "over" and anna.seen.get(table, 0) < answers:
        for player in (anna, bert):
            player.answer(table)
        pump((anna, bert), 0.1)
    return table


def change_rules(table, rules):
    database = sqlite3.connect(os.path.join(house.data, "taproom.db"))
    (text,) = database.execute("SELECT document FROM tables WHERE id = ?", (table,)).fetchone()
    document = json.loads(text)
    was = document["rules"]
    document["rules"] = rules
    put_document(database, table, json.dumps(document))
    database.commit()
    log = [entry for (entry,) in database.execute("SELECT entry FROM log WHERE tbl = ? ORDER BY seq", (table,))]
    database.close()
    return was, log


def test_older():
    table = played(3)
    assert house.get(f"/api/record/{table}")[0] == 403
    house.stop()
    now, log = change_rules(table, 1)
    assert now > 1 and len(log) >= 3, (now, log)
    house.start()
    carl = Player(house.port, "Carl", luck)
    carl.connect()
    carl.say(type="enter", table=table)
    error = carl.wait("error")
    assert error["code"] == "old-rules" and error["table"] == table, error
    assert error["text"].startswith("Streets of Greyport was played here under version 1 of its rules; "
                                    f"this house plays version {now}."), error
    status, headers, body = house.get(f"/api/record/{table}")
    text = body.decode()
    assert status == 200 and "attachment" in headers["content-disposition"], (status, headers)
    lines = text.splitlines()
    assert lines[:4] == ["taproom 1", "game streets-of-greyport 1", "option dragon-cards", "seats 2"], lines
    assert lines[4:6] == ['player 1 "An \\"na\\" \\\\ #1"', 'player 2 "Bert"'], lines
    assert lines[-len(log):] == log and re.fullmatch("seed [0-9a-f]{128}", lines[6]), lines
    assert house.get(f"/api/replay/{table}/all/0")[0] == 404
    # What is left is whole: by the rules it was played under, it is that very game, and its deal can be proved.
    house.stop()
    change_rules(table, now)
    house.start()
    assert house.get(f"/api/record/{table}")[0] == 403
    carl.connect()
    carl.enter(table)
    assert carl.tables[table]["phase"] == "playing"
    with open(os.path.join(house.data, "older.rec"), "w", encoding="utf-8") as file:
        file.write(text.replace("game streets-of-greyport 1", f"game streets-of-greyport {now}"))
    program = os.environ.get("TAPROOM", "build/taproom")
    for command in ("check", "verify"):
        assert os.system(f"{program} {command} {file.name} > /dev/null") == 0, command


def test_not_begun():
    table = played(0)
    house.stop()
    change_rules(table, 1)
    house.start()
    carl = Player(house.port, "Carl", luck)
    carl.connect()
    carl.enter(table)
    assert carl.tables[table]["phase"] == "open"


run([test_older, test_not_begun])
