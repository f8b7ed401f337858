#!/usr/bin/env python3
"""SIGKILL at random moments while people play: what was acknowledged is there, nothing is there twice, everybody
resumes."""
import os
import random
import sqlite3
import time

from house import LONG, House, run
from ws import Closed, Player, ack_in, pump

KILLS = 200 if LONG else 30
luck = random.Random(int(os.environ.get("TAPROOM_SEED", "20")))
house = House()
TABLES = 4


class Group:
    """Two people and a bot, who play one game after another."""

    def __init__(self, number):
        self.players = [Player(house.port, f"Anna-{number}", luck),
                        Player(house.port, f"Bert-{number}", luck, joined=True)]
        self.table, self.request, self.pending, self.games = None, None, {}, 0
        self.tables = []

    def connect(self):
        for player in self.players:
            player.connect()
        if self.table:
            for player in self.players:
                player.enter(self.table)
                if player in self.pending: # was it heard? Say it again; it counts once.
                    player.say(**self.pending[player])
        self.begin()

    def begin(self):
        anna, bert = self.players
        if not self.request:
            self.games += 1
            self.request = dict(type="create", id=f"game-{self.games}",
                                game="kings-council" if self.games % 2 else "threes", seats=3,
                                bots=[None, None, "random"], pace=0, grace=0)
        if not self.table:
            self.table = anna.ask(**self.request)["table"] # the same table, if it was made already
            self.tables.append(self.table)
        if anna.tables.get(self.table, {}).get("phase", "open") == "open":
            anna.enter(self.table)
            if anna.tables[self.table]["seats"][1]["kind"] == "open":
                bert.ask(type="sit", table=self.table)
            else:
                bert.enter(self.table)
            if anna.tables[self.table]["phase"] == "open":
                anna.ask(type="deal", table=self.table)

    def heard(self, player, message):
        pending = self.pending.get(player)
        if pending and (ack_in(message) or message).get("re") == pending["id"]:
            if message["type"] == "error":
                assert message["code"] in ("stale", "not-asked", "not-now"), message
            del self.pending[player]

    def step(self):
        for player in self.players:
            if player not in self.pending:
                sent = player.answer(self.table)
                if sent:
                    self.pending[player] = sent
        gone = pump(self.players, 0.001, self.heard)
        if gone:
            raise Closed("gone")
        if not self.pending and all(player.views.get(self.table, {}).get("over") for player in self.players):
            self.table = self.request = None
            self.begin()


def check_store(groups):
    """Every ack stands in the log, at its place, once; and nobody has seen what is not there."""
    database = sqlite3.connect(os.path.join(house.data, "taproom.db"))
    entries = 0
    for group in groups:
        for table in group.tables:
            rows = database.execute("SELECT seq, id, entry FROM log WHERE tbl = ? ORDER BY seq", (table,)).fetchall()
            assert [row[0] for row in rows] == list(range(1, len(rows) + 1)), "the log has a gap"
            entries += len(rows)
            place = {}
            for seq, number, entry in rows:
                if number:
                    guest_id = number.split(":", 1)[1]
                    assert guest_id not in place, "an answer counts twice"
                    place[guest_id] = seq
                    sent = [player for player in group.players if guest_id in player.sent]
                    assert len(sent) == 1 and sent[0].sent[guest_id]["table"] == table, "an answer nobody gave"
                    assert entry.startswith(f"{group.players.index(sent[0]) + 1} "), entry
            for player in group.players:
                assert player.seen.get(table, 0) <= len(rows), "somebody saw what is not written"
                for number, seq in player.acked.items():
                    if player.sent[number]["table"] == table:
                        assert place.get(number) == seq, f"acknowledged and lost: {number} at {seq}"
    database.close()
    return entries


def test_kill():
    groups = [Group(number) for number in range(TABLES)]
    for group in groups:
        group.connect()
    entries = 0
    for kill in range(KILLS):
        moment = time.time() + luck.uniform(0.0, 0.25)
        try:
            while time.time() < moment:
                for group in groups:
                    group.step()
        except Closed as gone:
            raise AssertionError(f"the server went by itself: {gone} {house.said()}") from gone
        house.kill()
        entries = check_store(groups)
        house.start()
        for group in groups:
            # What had come but was not read counts as heard: it was sent, so it must be true.
            for player in group.players:
                player.socket.close()
            group.connect()
    end = time.time() + 60
    over = [group.table for group in groups]
    while any(not player.views.get(table, {}).get("over") for table, group in zip(over, groups)
              for player in group.players):
        assert time.time() < end, "a game does not go on"
        for group in groups:
            group.step()
    for group in groups:
        for player in group.players:
            player.socket.close()
    acks = sum(len(player.acked) for group in groups for player in group.players)
    print(f"{KILLS} kills, {entries} entries, {acks} acks, {sum(group.games for group in groups)} games", end=" ")
    assert acks > 2 * KILLS
    house.stop()
    check_store(groups)


def test_full_disk():
    """A disk that takes no more: answers are refused, not lost; what was acknowledged stays; with room again it goes
    on."""
    house.start(file_bytes=os.path.getsize(os.path.join(house.data, "taproom.db")) + 100 * 1024)
    group = Group(99)
    refusals, end, connected = 0, time.time() + 60, False
    # It may be a bot's answer that finds no room: then nobody is told, and nobody is asked.
    while not refusals and not house.metric("commit_failures_total"):
        assert time.time() < end, "the disk does not fill"
        try:
            if not connected:
                group.connect()
                connected = True
            group.step()
        except AssertionError as refusal: # step and begin know of no such error
            if "too-fast" in str(refusal): # games can be short; somebody may make so many tables, and then must wait
                for player in group.players:
                    player.socket.close()
                connected = False
                time.sleep(1)
                continue
            assert "storage" in str(refusal), refusal
            refusals += 1
    assert group.tables and sum(len(player.acked) for player in group.players) > 3, "it was full from the beginning"
    anna = group.players[0]
    before = {player: dict(player.seen) for player in group.players}
    anna.socket.close()
    anna.connect()
    def answer_to(request):
        while True:
            anna.say(**request)
            while (message := anna.take()).get("re") != request["id"]:
                pass
            if message.get("code") != "too-fast":
                return message
            time.sleep(1)

    # What failed may have been larger than this, so the last room may still take one or two.
    for number in range(4):
        request = dict(type="create", id=f"table {number}", game="threes", seats=3, pace=0)
        if answer_to(request)["type"] == "error":
            break
    for _ in range(2): # it lives, and goes on refusing
        assert answer_to(request).get("code") == "storage"
    assert house.get("/healthz")[0] == 200
    for player in group.players:
        assert player.seen == before[player], "something was shown that is not written"
        player.socket.close()
    house.stop()
    check_store([group])
    house.start()
    group.pending.clear()
    group.connect()
    made = anna.ask(**request)["table"] # asked again, with room on the disk
    anna.enter(made)
    assert anna.tables[made]["phase"] == "open" and anna.tables[made]["you"] == 0
    end, games = time.time() + 60, group.games
    while group.games == games:
        assert time.time() < end, "the game does not go on"
        group.step()
    check_store([group])
    house.stop()


if __name__ == "__main__":
    run([test_kill, test_full_disk])
