"""Several nodes at one database, and people who play at them."""
import os
import socket
import tempfile
import time

os.environ["TAPROOM_STORE"] = "postgres"

from house import House, Postgres  # noqa: E402
from ws import Player, new_table, until  # noqa: E402

database = Postgres.get()
LEASE_S = 1


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Nodes:
    """Two at one database, with one key. through: by name, where others reach a node, if not where it listens."""

    def __init__(self, lease=LEASE_S, through=None, flags=()):
        self.lease, self.more = lease, flags
        self.where = database.new_house()
        self.schema = f"house_{database.schemas}"
        self.folder = tempfile.TemporaryDirectory(prefix="taproom-house-")
        self.key = os.path.join(self.folder.name, "key")
        self.through = through or {}
        self.one, self.two = self.node("one"), self.node("two")

    def node(self, name):
        port = free_port()
        at = self.through[name](port) if name in self.through else port
        return House("--store", self.where, "--node", name, "--address", f"127.0.0.1:{at}", "--lease", str(self.lease),
                     "--key", self.key, *self.more, port=port)

    def log(self, table):
        return int(database.ask(f"SELECT count(*) FROM {self.schema}.log WHERE tbl = '{table}'"))

    def holder(self, table):
        return database.ask(f"SELECT holder FROM {self.schema}.tables WHERE id = '{table}'")

    def begin(self, second=None, **fields):
        """Two people in the middle of a game, which the first node holds; nobody else plays. second: where Bert is."""
        self.people = [Player(self.one.port, "Anna", **fields), Player((second or self.one).port, "Bert", **fields)]
        for player in self.people:
            player.connect()
        return self.deal()

    def deal(self):
        """Some answers were given, and somebody is asked; if chance will have it otherwise, at another table."""
        while True:
            table = new_table(self.people[0], self.people[1:], game="kings-council", seats=2, grace=0)
            self.people[0].ask(type="deal", table=table)
            for _ in range(2):
                until(self.people, lambda: self.asked(table) or self.is_over(table))
                player = self.asked(table)
                if player:
                    player.wait("ack", re=player.answer(table)["id"])
                    player.views[table]["choices"] = []
            until(self.people, lambda: self.asked(table) or self.is_over(table))
            if self.asked(table):
                return table

    def ask(self, table, player):
        """The others answer until this one is asked; at another table, if that ends before. Returns which."""
        while self.asked(table) is not player:
            other = self.asked(table)
            other.wait("ack", re=other.answer(table)["id"])
            other.views[table]["choices"] = []
            until(self.people, lambda at=table: self.asked(at) or self.is_over(at))
            if not self.asked(table):
                table = self.deal()
        return table

    def is_over(self, table):
        return all(player.views.get(table, {}).get("over") for player in self.people)

    def asked(self, table):
        found = [player for player in self.people if player.views.get(table, {}).get("choices")]
        return found[0] if found else None

    def move(self, table, seconds):
        """They come to the second node, and try until it has the table. How long that took."""
        began = time.time()
        for player in self.people:
            player.port = self.two.port
            player.connect()
        while True:
            again = [player.new_id() for player in self.people]
            for player, number in zip(self.people, again):
                player.say(type="enter", id=number, table=table, seen=player.seen.get(table, -1))
            answers = [self.heard(player, number) for player, number in zip(self.people, again)]
            if all(answer["type"] != "error" for answer in answers):
                break
            assert all(answer.get("code", "elsewhere") == "elsewhere" for answer in answers), answers
            assert time.time() - began < seconds, "nobody took the table"
            time.sleep(0.05)
        return time.time() - began

    @staticmethod
    def heard(player, number):
        while True:
            message = player.take()
            if message.get("re") == number:
                return message


def all_is_there(nodes, table):
    """Everything that was acknowledged stands at its place, once."""
    rows = database.ask(f"SELECT id, seq FROM {nodes.schema}.log WHERE tbl = '{table}' AND id IS NOT NULL").split("\n")
    place = {}
    for row in rows:
        number, seq = row.split("|")
        number = number.split(":", 1)[1]
        assert number not in place, "an answer counts twice"
        place[number] = int(seq)
    for player in nodes.people:
        for number, seq in player.acked.items():
            if player.sent.get(number, {}).get("table") == table:
                assert place.get(number) == seq, f"{number} was acknowledged at {seq}"
    assert place
