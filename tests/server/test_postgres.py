#!/usr/bin/env python3
"""A house in PostgreSQL: the same protocol, and nodes that die, stop, leave and come back. With TAPROOM_LONG=1 most of
the other tests of a house run on it, too."""
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

from nodes import LEASE_S, Nodes, all_is_there, database
import test_protocol
from house import LONG, PROGRAM, House, run
from relay import Relay
from ws import Closed, Player, come_back, play_out, pump, until


def locker(words):
    """Somebody who locks something in the database, until his standard input ends."""
    busy = subprocess.Popen(["psql", "-q", "-At", database.where], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            text=True)
    busy.stdin.write(f"BEGIN; {words}; SELECT 'locked';\n")
    busy.stdin.flush()
    while busy.stdout.readline() != "locked\n":
        assert busy.poll() is None
    return busy


def test_left():
    """Who leaves in good order leaves at once what it has, and says goodbye when others can take it."""
    nodes = Nodes(lease=2)  # both live, and shall on a busy machine
    table = nodes.begin()
    nodes.one.process.send_signal(signal.SIGTERM)
    for player in nodes.people:
        assert player.wait("bye")["code"] == "shutdown"
    assert database.ask(f"SELECT until = '-infinity' FROM {nodes.schema}.nodes WHERE id = 'one'") == "t"
    nodes.one.stop()
    assert nodes.move(table, 5) < nodes.lease
    play_out(nodes.people, table)
    nodes.two.stop()


def test_made_twice():
    """Both make the same table at the same moment: one has it, and who was in the other's commit loses nothing."""
    nodes = Nodes(lease=2)  # both live, and shall on a busy machine
    anna = Player(nodes.one.port, "Anna").connect()
    twin, other = Player(nodes.two.port, "Anna", cookie=anna.cookie).connect(), Player(nodes.two.port, "Dora").connect()
    busy = locker(f"LOCK TABLE {nodes.schema}.guests IN SHARE MODE")
    create = dict(type="create", game="threes", seats=2, id="same")
    anna.say(**create)
    time.sleep(0.3)  # it is written, and waits for its commit
    other.say(type="create", game="threes", seats=2, id="own")
    twin.say(**create)
    time.sleep(0.3)
    busy.communicate()
    made = anna.wait("ack", re="same")["table"]
    kept = other.wait("ack", re="own")["table"]
    assert twin.wait("error", re="same")["code"] == "storage"
    assert nodes.holder(made) == "one" and nodes.holder(kept) == "two"
    twin.say(**create)  # once more: now it is known where it is
    assert twin.wait("ack", re="same")["table"] == made and nodes.holder(made) == "one"
    anna.enter(made)
    nodes.one.stop()
    nodes.two.stop()


def test_guest_at_both():
    """Anna is at two nodes at once: what each learns of her is kept, and her tables count together."""
    nodes = Nodes(lease=2)
    anna = Player(nodes.one.port, "Anna").connect()
    first = anna.ask(type="create", game="threes", seats=2)["table"]
    twin = Player(nodes.two.port, "Anna", cookie=anna.cookie).connect()
    guest = anna.cookie.split("=")[1].split(".")[0]
    known = f"SELECT document FROM {nodes.schema}.guests WHERE id = '{guest}'"
    waits = "SELECT count(*) FROM pg_stat_activity WHERE application_name IN ('taproom one', 'taproom two') AND " \
            "wait_event_type = 'Lock'"
    until([anna], lambda: first in database.ask(known))
    tables = [first]
    for number, name in enumerate(("Annabel", "Anneliese")):
        busy = subprocess.Popen(["psql", "-q", "-At", database.where], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                text=True)
        busy.stdin.write(f"BEGIN; SELECT 'locked' FROM {nodes.schema}.guests WHERE id = '{guest}' FOR UPDATE;\n")
        busy.stdin.flush()
        assert busy.stdout.readline() == "locked\n"
        sayings = [(anna, dict(type="hello", version=1, name=name)),
                   (twin, dict(type="create", game="threes", seats=2, id=name))]
        for waiting, (player, saying) in enumerate(sayings if number else reversed(sayings), 1):
            player.say(**saying)  # neither sees what the other writes; each is second once
            until([anna], lambda n=waiting: database.ask(waits) == str(n))
        busy.stdin.close()
        tables.insert(0, twin.wait("ack", re=name)["table"])
        until([anna], lambda new=name: new in database.ask(known))
        kept = json.loads(database.ask(known))
        assert kept["name"] == name and kept["tables"] == tables, (kept, tables)
        busy.wait(10)
    # More tables of hers, which nobody has open: there may be thirty-two.
    database.do(f"INSERT INTO {nodes.schema}.tables(id, active, document) SELECT 'copy' || lpad(n::text, 8, '0'), "
                f"true, document FROM {nodes.schema}.tables, generate_series(1, 29) n WHERE id = '{first}'")
    for player in (anna, twin):
        player.say(type="create", game="threes", seats=2, id="one too many")
        assert player.wait("error", re="one too many")["code"] == "too-many"
    database.do(f"DELETE FROM {nodes.schema}.tables WHERE id = 'copy00000001'")
    assert twin.ask(type="create", game="threes", seats=2)["table"]
    nodes.one.stop()
    nodes.two.stop()


def test_busy():
    """Where too many bots wait for their turn no table is made, and none that is free taken: the node with the shortest
    queue does it."""
    os.environ["UV_THREADPOOL_SIZE"] = "1"
    nodes = Nodes(flags=("--settle", "1"))
    del os.environ["UV_THREADPOOL_SIZE"]
    anna, dora = (Player(nodes.one.port, name).connect() for name in ("Anna", "Dora"))
    # Bert, at the other node, sits at a table of the first: so the two have a line.
    bert = Player(nodes.two.port, "Bert").connect()
    bert.enter(dora.ask(type="create", game="threes", seats=2)["table"])
    # Nobody is at this one any more, so nobody holds it.
    empty = anna.ask(type="create", game="threes", seats=2)["table"]
    anna.ask(type="exit", table=empty)
    until([anna], lambda: nodes.holder(empty) == "")
    # Bots play long games among themselves, at fifteen tables, with one thread to think.
    fields = dict(type="create", game="red-dragon-inn", seats=4, bots=["search:3"] * 4, pace=0, grace=0)
    crowd = [Player(nodes.one.port, f"Guest {number}").connect() for number in range(3)]
    made = [(host, host.ask(**fields)["table"]) for host in crowd for _ in range(5)]
    for host, table in made:
        host.ask(type="deal", table=table)
    queue = f"SELECT queue FROM {nodes.schema}.nodes WHERE id = 'one'"
    until([*crowd, anna], lambda: int(database.ask(queue)) >= 4)
    listed = {row["node"]: row["queue"] for row in json.loads(said("nodes", "--store", nodes.where, "--json", code=0))}
    assert listed["one"] > 0, listed
    for _ in range(5):  # the first may find that the one has not called the other yet
        table = anna.ask(type="create", game="threes", seats=2, bots=[None, "random"], pace=0, grace=0)["table"]
        if nodes.holder(table) == "two":
            break
        time.sleep(1)
    assert nodes.holder(table) == "two", database.ask(queue)
    time.sleep(2)  # nothing is said there, and all its people came in at the other; but that is still busy
    assert nodes.holder(table) == "two" or int(database.ask(queue)) < 4, database.ask(queue)
    anna.enter(empty)
    assert nodes.holder(empty) == "two" or int(database.ask(queue)) < 4, database.ask(queue)
    anna.ask(type="deal", table=table)  # and it is played, from where she came in
    until([anna], lambda: anna.views.get(table))
    play_out([anna], table)
    nodes.one.kill()
    nodes.two.stop()


def test_killed():
    """SIGKILL: the other takes over when the lease is over, and play goes on with all that was acknowledged."""
    nodes = Nodes()
    table = nodes.begin()
    before = nodes.log(table)
    nodes.one.kill()
    took = nodes.move(table, LEASE_S + 3)
    assert took < LEASE_S + 2, took
    assert not any(error["code"] == "elsewhere" for player in nodes.people for error in player.errors), "asked twice"
    assert nodes.log(table) >= before
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    nodes.one.start()  # by the same name, and finds that it is another's
    assert nodes.holder(table) == "two"
    nodes.one.stop()
    nodes.two.stop()


def test_stopped():
    """SIGSTOP past the lease, with an answer waiting in its socket: when it goes on it writes and shows nothing."""
    nodes = Nodes()
    table = nodes.begin()
    asked = nodes.asked(table)
    nodes.one.process.send_signal(signal.SIGSTOP)
    late = asked.answer(table)
    old = [(player, player.socket) for player in nodes.people]
    nodes.move(table, LEASE_S + 3)
    entries = nodes.log(table)
    nodes.one.process.send_signal(signal.SIGCONT)
    assert nodes.one.process.wait(20) == 75
    assert "taken for dead" in nodes.one.said(), nodes.one.said()
    assert nodes.log(table) == entries
    for player, socket in old:
        try:
            while True:
                assert late["id"] not in socket.receive(), "it was acknowledged"
        except (Closed, OSError):
            pass
    play_out(nodes.people, table)
    nodes.two.stop()


def fall_asleep(backend):
    """All that serve connections, and whoever would begin more; returns who has to be woken."""
    def parent(pid):
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])
    postmaster = parent(backend)
    os.kill(postmaster, signal.SIGSTOP)
    asleep = [postmaster]
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                serves = "127.0.0.1(" in file.read()
            if serves and parent(pid) == postmaster:
                os.kill(int(pid), signal.SIGSTOP)
                asleep.append(int(pid))
        except OSError: # it has ended
            pass
    return asleep


def test_database():
    """The database is killed, and then does not answer for longer than the lease: play goes on by itself."""
    nodes = Nodes()
    nodes.two.kill()  # on a busy machine it might be late, and end by itself
    table = nodes.begin()
    database.crash()
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    over, table = table, nodes.deal()
    assert nodes.one.get("/healthz")[0] == 200 and nodes.one.get(f"/api/record/{over}")[0] == 200
    pids = [int(pid) for pid in
            database.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'taproom one'").split()]
    assert pids
    until(nodes.people, lambda: len({player.seen[table] for player in nodes.people}) == 1)  # nothing is on its way
    seen = [player.views[table] for player in nodes.people]
    entries = nodes.log(table)
    asleep = fall_asleep(pids[0])
    time.sleep(LEASE_S + 0.5)
    statuses = [nodes.one.get(path)[0] for path in ("/healthz", f"/api/record/{over}")]
    assert statuses == [503, 503], statuses
    nodes.asked(table).answer(table)
    nodes.people[0].say(type="ping", id="late")
    pump(nodes.people, 0.5)
    assert [player.views[table] for player in nodes.people] == seen, "it was shown though the lease had run out"
    assert "late" not in nodes.people[0].acked
    for pid in asleep:
        os.kill(pid, signal.SIGCONT)
    until(nodes.people, lambda: nodes.people[0].views[table] != seen[0])
    assert nodes.log(table) > entries
    play_out(nodes.people, table)
    nodes.one.stop()


def test_unreadable():
    """A commit is refused, and for a while its table cannot be read back either: its people, at whichever node they
    are, wait, and play on by themselves."""
    nodes = Nodes(lease=2)  # both live, and shall on a busy machine
    table = nodes.begin(second=nodes.two)
    watcher = Player(nodes.one.port, "Cleo").connect()
    watcher.enter(table)
    database.do(f"ALTER TABLE {nodes.schema}.log RENAME TO away")
    asked = nodes.asked(table)
    sent = asked.answer(table)
    assert asked.wait("error", re=sent["id"])["code"] == "storage"
    watcher.socket.close()  # who goes meanwhile is no matter
    asked.say(type="enter", id="again", table=table, seen=asked.seen[table])  # this waits
    pump(nodes.people, 1.2)
    database.do(f"ALTER TABLE {nodes.schema}.away RENAME TO log")
    until(nodes.people, lambda: nodes.asked(table))
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    nodes.one.stop()
    nodes.two.stop()


def test_late_commit():
    """A commit is done when the lease has run out, and others may have the table: it is shown when it is renewed."""
    nodes = Nodes()
    nodes.two.kill()  # on a busy machine it might be late, and end by itself
    table = nodes.begin()
    asked = nodes.asked(table)
    seen = [player.views[table] for player in nodes.people]
    entries = nodes.log(table)
    log = locker(f"LOCK TABLE {nodes.schema}.log IN SHARE MODE")
    sent = asked.answer(table)
    row = locker(f"SELECT 1 FROM {nodes.schema}.nodes WHERE id = 'one' FOR NO KEY UPDATE")  # no renewal, no burial
    time.sleep(LEASE_S + 0.3)
    assert nodes.one.get("/healthz")[0] == 503
    log.communicate()
    until(nodes.people, lambda: nodes.log(table) > entries)
    pump(nodes.people, 0.3)
    assert [player.views[table] for player in nodes.people] == seen, "it was shown though the lease had run out"
    assert sent["id"] not in asked.acked
    row.communicate()
    until(nodes.people, lambda: sent["id"] in asked.acked)
    play_out(nodes.people, table)
    all_is_there(nodes, table)
    nodes.one.stop()


def test_restart():
    """All of them end, and one begins again: tables, seats and the list of the open ones are there."""
    nodes = Nodes()
    table = nodes.begin()
    listed = nodes.people[0].ask(type="create", game="threes", seats=2, public=True)["table"]
    nodes.one.stop()
    nodes.two.stop()
    nodes.one.start()
    for player in nodes.people:
        player.connect()
    come_back(nodes.people, table)
    nodes.people[0].say(type="lobby", on=True)
    assert listed in [row["table"] for row in nodes.people[0].wait("lobby")["tables"]]
    play_out(nodes.people, table)
    nodes.one.stop()


def test_slow_to_open():
    """Over a slow road a node takes longer to open than its lease lasts; nobody may take it for dead meanwhile."""
    nodes = Nodes(lease=2)  # renewed in time, on a busy machine too
    nodes.two.stop()
    port = re.search(r"127\.0\.0\.1:(\d+)/", nodes.where).group(1)
    road = Relay(int(port))
    road.delay = 0.05
    nodes.two.flags = [flag.replace(f":{port}/", f":{road.port}/") for flag in nodes.two.flags]
    opening = threading.Thread(target=nodes.two.start)
    opening.start()
    left = []
    while opening.is_alive():
        seconds = database.ask("SELECT extract(epoch FROM until - clock_timestamp()) FROM"
                               f" {nodes.schema}.nodes WHERE id = 'two' AND until > '-infinity'")
        left += [(time.monotonic(), float(seconds))] if seconds else []
    road.delay = 0
    assert left[-1][0] - left[0][0] > nodes.lease, "that was quick"
    assert min(seconds for _, seconds in left) > 0, left
    Player(nodes.two.port, "Anna").connect()
    nodes.two.stop()
    nodes.one.stop()
    road.close()


def keepalives(process, port):
    """Connections of a process to a port that have nothing under way, and in how many seconds each will be probed;
    none of those without keepalives."""
    mine = set()
    for number in os.listdir(f"/proc/{process.pid}/fd"):
        try:
            mine.add(os.readlink(f"/proc/{process.pid}/fd/{number}"))
        except OSError:  # it was closed
            pass
    with open(f"/proc/{process.pid}/net/tcp", encoding="utf-8") as file:
        rows = [row.split() for row in file.readlines()[1:]]
    there = [row for row in rows if row[2].endswith(f":{port:04X}") and f"socket:[{row[9]}]" in mine]
    return len(there), [int(row[5].split(":")[1], 16) / 100 for row in there if row[5].startswith("02:")]


def test_keepalives():
    """Who is gone is noticed within seconds: connections to the database are probed after one, from both sides."""
    nodes = Nodes(lease=30)  # so that they are silent
    nodes.two.stop()
    port = int(re.search(r"127\.0\.0\.1:(\d+)/", nodes.where).group(1))
    end = time.monotonic() + 10
    while time.monotonic() < end:
        there, probed = keepalives(nodes.one.process, port)
        if there >= 3 and len(probed) == there:
            break
        time.sleep(0.05)
    assert there >= 3 and len(probed) == there and max(probed) <= 1.1, (there, probed)
    for pid in database.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'taproom one'").split():
        with open(f"/proc/{pid}/net/tcp", encoding="utf-8") as file:
            rows = [row.split() for row in file.readlines()[1:]]
        other = {row[9]: row[5] for row in rows if row[1].endswith(f":{port:04X}") and row[3] == "01"}
        mine = [os.readlink(f"/proc/{pid}/fd/{number}") for number in os.listdir(f"/proc/{pid}/fd")]
        timers = [timer for inode, timer in other.items() if f"socket:[{inode}]" in mine]
        assert timers and all(timer.startswith("02:") and int(timer[3:], 16) <= 110 for timer in timers), timers
    nodes.one.stop()


def said(*words, code):
    done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done.stdout + done.stderr


def test_commands():
    where, schema = database.new_house(), f"house_{database.schemas}"
    folder = tempfile.TemporaryDirectory(prefix="taproom-house-")
    key, other = os.path.join(folder.name, "key"), os.path.join(folder.name, "other")
    node = ("serve", "--port", "0", "--store", where, "--address", "127.0.0.1:1")
    assert "are there" in said("store", "create", where, "--key", key, code=0)
    assert "are there" in said("store", "create", where, "--key", key, code=0)
    assert "another key" in said("store", "create", where, "--key", other, code=1)
    assert "another key" in said(*node, "--node", "a", "--key", other, code=1)
    assert "database says" in said("store", "create", "postgresql://127.0.0.1:1/nothing", code=1)
    assert "say what to do" in said("store", code=2) and "say where" in said("store", "create", code=2)
    assert "Example" in said("store", "--help", code=0) and "--store CONNINFO" in said("serve", "--help", code=0)
    for words, why in (((*node, "--key", key), "--node"), ((*node, "--node", "a"), "--key"),
                       ((*node, "--node", "a b", "--key", key), "no name of a node"),
                       ((*node, "--node", "a", "--key", key, "--lease", "0"), "1 to 60"),
                       ((*node, "--node", "a", "--key", key, "--keep-finished", "3"), "--keep-finished"),
                       (("serve", "--node", "a"), "go with --store"),
                       ((*node[:-1], "nowhere", "--node", "a", "--key", key), "no address")):
        assert why in said(*words, code=2), words
    lives = House("--store", where, "--node", "a", "--address", "127.0.0.1:1", "--lease", "1", "--key", key)
    assert "a node called a already" in said(*node, "--node", "a", "--key", key, code=1)
    assert lives.metric("node_epoch") == 1 and 0 < lives.metric("node_lease_seconds") <= 1
    Player(lives.port, "Anna").connect().ask(type="create", game="threes", seats=2)
    listed = json.loads(said("nodes", "--store", where, "--json", code=0))
    assert [(row["node"], row["state"], row["epoch"], row["tables"]) for row in listed] == [("a", "alive", 1, 1)]
    assert 0 < listed[0]["left_ms"] <= 1000 and listed[0]["address"] == "127.0.0.1:1"
    assert "alive" in said("nodes", "--store", where, code=0)
    lives.stop()
    assert json.loads(said("nodes", "--store", where, "--json", code=1).split("\n")[0])[0]["state"] == "gone"
    assert "no house" in said("nodes", "--store", database.new_house(), code=1)
    assert "say where" in said("nodes", code=2) and "Example" in said("nodes", "--help", code=0)
    assert "may be gone" not in lives.said()
    database.do("ALTER ROLE taproom SET synchronous_commit = off")
    careless = House("--store", where, "--node", "b", "--address", "127.0.0.1:1", "--key", key)
    assert "synchronous_commit off" in careless.said()
    database.do("ALTER ROLE taproom RESET synchronous_commit")
    careless.stop()
    database.do(f"UPDATE {schema}.layout SET version = 99")
    assert "newer version" in said(*node, "--node", "a", "--key", key, code=1)


# Those of a house that do not look into its folder, and of test_windows.py what does not.
OTHERS = {name: () for name in ("bots", "coach", "front", "hostile", "join", "judge", "money", "pages", "seats",
                                "talks", "traffic", "watching", "yours")}
OTHERS["windows"] = ("test_kill", "test_glass", "test_what_is_said_stands", "test_wide_answers", "test_stop")


def test_other_programs():
    """As they are, each with a database of its own."""
    short = {name: value for name, value in os.environ.items() if name != "TAPROOM_LONG"}
    for name, tests in OTHERS.items():
        program = os.path.join(os.path.dirname(__file__), f"test_{name}.py")
        done = subprocess.run([sys.executable, program, *tests], env=short, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=600, check=False)
        assert done.returncode == 0, f"{name} in PostgreSQL:\n{done.stdout}"


if __name__ == "__main__":
    same = [test_protocol.test_reconnect, test_protocol.test_refusals, test_protocol.test_orders,
            test_protocol.test_seats, test_protocol.test_hint_undo_rematch]
    if LONG:
        same = [test_protocol.test_whole_games, *same, test_protocol.test_undo_by_consent,
                test_protocol.test_clock_and_deserters, test_protocol.test_http, test_other_programs]
    everything = [*same, test_protocol.test_stop, test_left, test_made_twice, test_guest_at_both, test_busy,
                  test_killed, test_stopped, test_database, test_unreadable, test_late_commit, test_restart,
                  test_slow_to_open, test_keepalives, test_commands]
    run([globals()[name] for name in sys.argv[1:]] or everything)
