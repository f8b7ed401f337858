"""A house of two nodes that are kept alive, with guests who play on (regulars.py), and faults that befall it. At the
end everything that was said is judged (history.py) against what the database has."""
import atexit
import errno
import glob
import json
import os
import random
import re
import signal
import subprocess
import tempfile
import threading
import time

from history import Entry, Fault, GoingOn, Hold, Reign, Written, judge, timings
from house import PROGRAM, House
from nodes import free_port
from regulars import Group, digest
from relay import FROM, TO, Relay

TICK_S = 0.02
TAKEN_FOR_DEAD = 75

# Who wrote an entry, and when nodes and tables passed from one to another: the house itself has no use for it. Times
# are those of the commits.
WITNESS = """
ALTER TABLE log ADD COLUMN by text DEFAULT current_setting('application_name');
CREATE TABLE reigns(node text, epoch bigint);
CREATE TABLE holds(tbl text, node text, epoch bigint);
CREATE FUNCTION note_reign() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO reigns VALUES(NEW.id, NEW.epoch); RETURN NULL; END $$;
CREATE FUNCTION note_hold() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN INSERT INTO holds VALUES(NEW.id, NEW.holder, NEW.epoch); RETURN NULL; END $$;
CREATE TRIGGER reigns AFTER INSERT OR UPDATE OF epoch ON nodes FOR EACH ROW EXECUTE FUNCTION note_reign();
CREATE TRIGGER holds AFTER INSERT OR UPDATE OF holder, epoch ON tables FOR EACH ROW EXECUTE FUNCTION note_hold();
CREATE TABLE full_disk(share float8);
CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
  $$ BEGIN IF random() < (SELECT max(share) FROM full_disk) THEN
  RAISE SQLSTATE '53100' USING MESSAGE = 'could not extend file'; END IF; RETURN NEW; END $$;
CREATE TRIGGER no_room BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION no_room();
"""
COMMITTED = "extract(epoch FROM pg_xact_commit_timestamp(xmin))"


class Node:
    """One that is started again whenever it ends, as a unit of systemd does. Both its ways lead through relays."""

    def __init__(self, tavern, name):
        port, self.tavern, self.name = free_port(), tavern, name
        self.line = Relay(port) if tavern.relayed else None
        self.road = Relay(int(re.search(r"127\.0\.0\.1:(\d+)/", tavern.where).group(1))) if tavern.relayed else None
        where = re.sub(r"127\.0\.0\.1:\d+/", f"127.0.0.1:{self.road.port}/", tavern.where) if self.road else \
            tavern.where
        self.house = House("--store", where, "--node", name, "--address",
                           f"127.0.0.1:{self.line.port if self.line else port}", "--lease", str(tavern.lease),
                           "--key", tavern.key, port=port, env=tavern.clock.env if tavern.clock else None)
        self.open, self.shunned = True, False  # shunned: a proxy would send nobody there
        self.planned = False
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while True:
            code = self.house.process.wait()
            self.open = False
            if self.tavern.closing:
                return
            self.tavern.node_ended(self, code)
            self.planned = False
            self.house.process.stdout.close()
            while not self.open and not self.tavern.closing:
                try:
                    self.house.start()
                    self.open = True
                except AssertionError:  # the database is not there yet
                    self.house.process.stdout.close()
                    time.sleep(0.1)

    def kill(self):
        self.planned = True
        self.house.process.kill()


class Clock:
    """A wall clock that can be set, for whoever runs with this environment; elapsed time is as it is."""

    def __init__(self):
        found = glob.glob("/usr/lib/*/faketime/libfaketimeMT.so.1")
        assert found, "There is no libfaketime: apt-get install faketime"
        self.file = tempfile.NamedTemporaryFile("w", prefix="taproom-clock-")
        self.env = {"LD_PRELOAD": found[0], "FAKETIME_TIMESTAMP_FILE": self.file.name, "FAKETIME_NO_CACHE": "1",
                    "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        self.set(0)

    def set(self, seconds):
        self.file.seek(0)
        self.file.truncate()
        self.file.write(f"{seconds:+d}s")
        self.file.flush()


class Tavern:
    founding = threading.Lock()

    def __init__(self, name, database, groups=2, lease=1, relayed=False, seed=1, clock=None, options=()):
        """clock: a Clock of the second node, which the others do not have. options: of an evening."""
        self.name, self.database, self.lease, self.relayed, self.seed = name, database, lease, relayed, seed
        self.luck = random.Random(f"{name}-{seed}")
        self.history, self.faults, self.stalls, self.trouble = [], [], [], []
        self.clock, self.options = None, list(options)
        self.closing = False
        with Tavern.founding:
            self.where = database.new_house()
            self.schema = f"house_{database.schemas}"
        self.folder = tempfile.TemporaryDirectory(prefix="taproom-house-")
        self.key = os.path.join(self.folder.name, "key")
        subprocess.run([PROGRAM, "store", "create", self.where, "--key", self.key], check=True,
                       stdout=subprocess.DEVNULL)
        self.do(WITNESS)
        self.nodes = [Node(self, "one")]
        self.clock = clock
        self.nodes.append(Node(self, "two"))
        atexit.register(self.abandon)
        self.groups = [Group(self, number) for number in range(groups)]
        self.regulars = [regular for group in self.groups for regular in group.regulars]
        threading.Thread(target=self.mind_the_time, daemon=True).start()
        for regular in self.regulars:
            regular.thread.start()
        self.calm("the beginning")

    def abandon(self):
        """Whatever comes of the test: nobody starts a node again."""
        self.closing = True
        for regular in self.regulars:
            regular.closing = True

    def do(self, text):
        self.database.do(f"SET search_path = {self.schema}; {text}")

    def mind_the_time(self):
        """A machine that is too busy stands still for everybody; that is no fault of the house."""
        before = time.monotonic()
        while not self.closing:
            time.sleep(TICK_S)
            now = time.monotonic()
            if now - before > 3 * TICK_S:
                self.stalls.append((now, now - before - TICK_S))
            before = now

    def door(self, regular):
        """The port of a node where somebody may come in: mostly always the same one, for each."""
        there = [node for node in self.nodes if node.open and not node.shunned]
        if not there:
            return None
        home = self.nodes[(regular.group.number + (regular.role == "guest")) % 2]
        return (home if home in there and regular.luck.random() < 0.8 else regular.luck.choice(there)).house.port

    def node_ended(self, node, code):
        if node.planned:
            return
        now = time.monotonic()
        self.faults.append(Fault(f"{node.name} ended with {code}", now, now))
        if code != TAKEN_FOR_DEAD:
            self.trouble.append(f"{node.name} ended with {code}: {node.house.said()[-2000:]}")

    # ---------------------------------------------------------------- faults

    def befalls(self, name, began, ended=None):
        now = time.monotonic()
        self.faults.append(Fault(name, began, now if ended is None else ended))

    def calm(self, what, seconds=40):
        """Until everybody plays on, and all nodes are there. The judge says whether that took too long."""
        began = time.monotonic()
        names = {regular.name for regular in self.regulars}
        going, checked, end = GoingOn(self.history[:], began), len(self.history), began + seconds
        while names != set(going.who) or not all(node.open for node in self.nodes):
            if time.monotonic() > end:
                self.trouble.append(f"{self.name}: after {what} these do not go on: {names - set(going.who)}, open: "
                                    f"{[node.name for node in self.nodes if node.open]}")
                raise AssertionError("\n".join(self.close(finish=False)[:20]))
            for regular in self.regulars:
                if regular.wrong:
                    raise regular.wrong
            time.sleep(TICK_S)
            events = self.history[checked:]
            checked += len(events)
            for event in events:
                going.hear(event)

    def scatter(self):
        """Some reload the page, and come to other nodes than they were at. Then, a moment later, something befalls the
        node where most are."""
        for regular in self.regulars:
            regular.leaves = self.luck.random() < 0.4
        time.sleep(self.luck.uniform(0, 0.2))
        there = [node for node in self.nodes for regular in self.regulars if regular.port == node.house.port]
        return self.luck.choice(there or self.nodes)

    def kill(self, node):
        node.kill()
        self.befalls(f"{node.name} was killed", time.monotonic())
        self.calm(f"a kill of {node.name}")

    def stop(self, node):
        """For longer than the lease, with what comes for it waiting in its sockets."""
        began, process = time.monotonic(), node.house.process
        node.shunned = True
        process.send_signal(signal.SIGSTOP)
        time.sleep(self.lease + self.luck.uniform(0.2, 0.6))
        process.send_signal(signal.SIGCONT)
        node.shunned = False
        self.befalls(f"{node.name} was stopped", began)
        self.calm(f"a stop of {node.name}")

    def busiest(self):
        """The node that holds most of the tables which are played."""
        tables = ", ".join(f"'{group.table}'" for group in self.groups)
        name = self.database.ask(f"SELECT holder FROM {self.schema}.tables WHERE id IN ({tables}) GROUP BY holder"
                                 " ORDER BY count(*) DESC LIMIT 1")
        return next(node for node in self.nodes if node.name == name)

    def cut(self, node, relays, ways, seconds, what):
        """ways: as Relay has them, the same of all these relays, or of each its own."""
        began = time.monotonic()
        node.shunned = node.road in relays
        for i, relay in enumerate(relays):
            relay.cut = ways[i] if isinstance(ways[0], tuple) else ways
        time.sleep(seconds)
        for relay in relays:
            relay.cut = ()
        node.shunned = False
        self.befalls(f"{node.name} was cut off from {what}", began)
        self.calm(f"{node.name} was cut off from {what}")

    def cut_one_way(self, node, hears, seconds):
        """A node that everybody hears and that hears nobody, or the other way round."""
        other = next(one for one in self.nodes if one is not node)
        relays, ways = [node.road, node.line, other.line], [(FROM,), (TO,), (FROM,)]
        self.cut(node, relays, [(TO + FROM - way,) for (way,) in ways] if hears else ways, seconds,
                 f"all that {'hear it' if hears else 'it hears'}, {seconds} s")

    def set_clock(self, seconds):
        """The wall clock of the second node is off by so much."""
        began = time.monotonic()
        self.clock.set(seconds)
        self.befalls(f"a clock off by {seconds} s", began)
        self.calm(f"a clock off by {seconds} s")

    def small_disk(self):
        """Entries lie in a file system of their own, of a few MB; its folder. None: nobody may mount one here."""
        self.database.order("small-disk")
        folder = self.database.ask("SELECT pg_tablespace_location(oid) FROM pg_tablespace WHERE spcname = 'small'")
        if folder:
            self.do("ALTER TABLE log SET TABLESPACE small; ALTER INDEX log_pkey SET TABLESPACE small;")
        return folder or None

    def fill_small_disk(self, folder, seconds):
        began, path = time.monotonic(), os.path.join(folder, "rest")
        with open(path, "wb", buffering=0) as rest:
            try:
                while rest.write(bytes(4096)):
                    pass
            except OSError as full:
                assert full.errno == errno.ENOSPC, full
        time.sleep(seconds)
        os.remove(path)
        self.befalls("a disk that is full", began)
        self.calm("a disk that is full")

    def slow(self, node, relay, delay, seconds, what, loss=0):
        """Everything takes so much longer, each way, and some of it is lost. No fault for anybody, but the end of it is
        watched as one."""
        began = time.monotonic()
        relay.delay, relay.loss = delay, loss
        time.sleep(seconds)
        relay.delay = relay.loss = 0
        self.befalls(f"{node.name} was slow to reach {what}", began)
        self.calm(f"{node.name} was slow to reach {what}")

    def fill_disk(self, seconds, share=1.0):
        """As the database says it when its disk is full. share: of entries for which there is no room just then."""
        began = time.monotonic()
        self.do(f"INSERT INTO full_disk VALUES({share})")
        time.sleep(seconds)
        self.do("DELETE FROM full_disk")
        self.befalls("a full disk", began)
        self.calm("a full disk")

    def database_ends(self, command):
        began = time.monotonic()
        self.database.order(command)
        self.befalls(f"{command} of the database", began)
        self.calm(f"{command} of the database")

    # ----------------------------------------------------------------- the end

    def rows(self, what, table, order):
        text = self.database.ask(f"SELECT coalesce(json_agg(json_build_array({what}, {COMMITTED}) ORDER BY {order}),"
                                 f" '[]') FROM {self.schema}.{table}")
        return json.loads(text)

    def read_back(self):
        """What is written, by whom and when, and what each saw of a game that is over, played again."""
        nodes = {f"taproom {node.name}": node.name for node in self.nodes}
        entries = [Entry(table, seq, (number or ":").split(":", 1)[1], nodes.get(by, by), at)
                   for table, seq, number, by, at in self.rows("tbl, seq, id, by", "log", "tbl, seq")]
        reigns = [Reign(*row) for row in self.rows("node, epoch", "reigns", "epoch")]
        holds = [Hold(*row) for row in self.rows("tbl, node, epoch", "holds", "tbl")]
        return Written(entries, reigns, holds, self.play_again())

    def shown_again(self, path):
        """On a busy machine the lease may have run out just now (503)."""
        for _ in range(50):
            status, _, body = self.nodes[0].house.get(path)
            if status != 503:
                break
            time.sleep(0.1)
        return status, body

    def play_again(self):
        replayed = {}
        wanted = sorted({(event.table, event.viewer, event.seq) for event in self.history if event.kind == "shown"})
        over = {table for group in self.groups for table in group.tables if group.is_over(table)}
        for table, viewer, seq in wanted:
            if table in over:
                status, body = self.shown_again(f"/api/replay/{table}/{viewer}/{seq}")
                replayed[table, viewer, seq] = digest(json.loads(body)["view"]) if status == 200 else str(status)
        return replayed

    def finish(self):
        """The games that are under way are played to their ends."""
        for regular in self.regulars:
            regular.finishing = True
        end = time.monotonic() + 60
        while not all(group.is_over(group.table) for group in self.groups):
            assert time.monotonic() < end, f"{self.name}: the games do not come to an end"
            time.sleep(0.05)

    def close(self, finish=True):
        """What cannot be, in sentences, and what happened in numbers."""
        if finish:
            self.finish()
        for regular in self.regulars:
            regular.closing = True
        for regular in self.regulars:
            regular.thread.join(10)
        found = self.trouble + judge(self.history, self.read_back(), self.faults, self.lease, self.stalls)
        self.closing = True
        for node in self.nodes:
            node.house.process.send_signal(signal.SIGTERM)
        for node in self.nodes:
            code = node.house.process.wait(30)
            if code:
                found.append(f"{node.name} ended with {code} when it was told to: {node.house.said()[-2000:]}")
            node.house.process.stdout.close()
            for relay in filter(None, (node.line, node.road)):
                relay.close()
        return found

    def sums(self):
        """back_s: in the middle and at most, from a kill until everybody played on."""
        counts = {kind: sum(event.kind == kind for event in self.history)
                  for kind in ("sent", "acked", "shown", "lost")}
        unknown = sum(event.code == "unknown" for event in self.history)
        timed = list(timings(self.history, self.faults, self.lease, self.stalls))
        kills = sorted(took for fault, _, _, took in timed if fault.name.endswith("was killed"))
        tables = sum(len(group.tables) for group in self.groups)
        return {"faults": len(self.faults), "timed": len(timed), "tables": tables, **counts,
                **({"back_s": (round(kills[len(kills) // 2], 1), round(kills[-1], 1))} if kills else {}),
                "unknown": unknown, "stalled_s": round(sum(length for _, length in self.stalls), 1)}
