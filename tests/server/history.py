"""What a house said to its guests and what it wrote, and a judge of both.

Everything here is plain data. A history is a list of Event, in any order, with times of one clock; what is written is
read when all is over (Written). judge() asks nobody and knows no server: it says what cannot be, in sentences.
"""
from typing import NamedTuple

DEFINITE = {"stale", "not-asked", "not-now", "storage"}  # refused so, an answer did not happen and never will
STALLED_S = 0.3
GRACE_S = 2  # beyond the lease, until everybody plays on after a fault


class Event(NamedTuple):
    """kind: sent (an answer, perhaps again), acked, refused (code), asks (enters a table, perhaps again), shown (an
    update; number: the one that answers an asks), lost (a connection)."""
    at: float
    who: str
    kind: str
    table: str = ""
    number: str = ""    # the id of an answer, or of asking
    seq: int = -1
    code: str = ""
    viewer: str = ""    # of what was shown: a seat, or "all"
    public: str = ""    # a hash of what all may see of it
    own: str = ""       # a hash of all of it
    money: int = -1


class Entry(NamedTuple):
    """One of a log: at is when it was committed, by the database's clock, and by which node."""
    table: str
    seq: int
    number: str = ""    # "": of a bot, or of the house
    by: str = ""
    at: float = 0


class Reign(NamedTuple):
    """From then on the node is in that epoch."""
    node: str
    epoch: int
    at: float


class Hold(NamedTuple):
    """From then on the table is that node's, in that epoch; node None: nobody's."""
    table: str
    node: str
    epoch: int
    at: float


class Fault(NamedTuple):
    name: str
    began: float
    ended: float


class Written(NamedTuple):
    entries: list
    reigns: list = []
    holds: list = []
    replayed: dict = {}  # by table, viewer and seq: the hash of what one saw there, played again


def by_table(entries):
    logs = {}
    for entry in sorted(entries, key=lambda entry: entry.seq):
        logs.setdefault(entry.table, []).append(entry)
    return logs


def judge_logs(events, logs):
    """No gap, nothing twice, nothing that nobody said."""
    sent = {(event.table, event.number) for event in events if event.kind == "sent"}
    for table, log in logs.items():
        if [entry.seq for entry in log] != list(range(1, len(log) + 1)):
            yield f"the log of {table} has a gap: {[entry.seq for entry in log]}"
        seen = set()
        for entry in log:
            if entry.number and entry.number in seen:
                yield f"{entry.number} stands twice in the log of {table}"
            if entry.number and (table, entry.number) not in sent:
                yield f"{entry.number} stands in the log of {table}, and nobody said it"
            seen.add(entry.number)


def judge_answers(events, logs):
    """Every ack stands at its seq; what was refused for good does not stand there; unknown is either there or not."""
    stands = {(table, entry.number): entry.seq for table, log in logs.items() for entry in log if entry.number}
    last = {}
    for event in events:
        if event.kind not in ("sent", "acked", "refused"):
            continue
        last[event.table, event.number] = event
        if event.kind == "acked" and stands.get((event.table, event.number)) != event.seq:
            yield (f"{event.number} was acknowledged at {event.seq} of {event.table}, and stands at "
                   f"{stands.get((event.table, event.number), 'no place')}")
    for (table, number), event in last.items():
        if event.kind == "refused" and event.code in DEFINITE and (table, number) in stands:
            yield f"{number} was refused ({event.code}), and stands in the log of {table}"


def judge_shown(events, logs, replayed):
    """Nobody saw more than is written, or something else than others and than what is played again."""
    public, money = {}, {}
    for event in events:
        if event.kind != "shown":
            continue
        place = (event.table, event.seq)
        if event.seq > len(logs.get(event.table, ())):
            yield f"{event.who} saw {event.seq} of {event.table}, and {len(logs.get(event.table, ()))} are written"
        if public.setdefault(place, event.public) != event.public:
            yield f"{event.who} saw something else at {event.seq} of {event.table} than others"
        if replayed.get((event.table, event.viewer, event.seq), event.own) != event.own:
            yield f"{event.who} saw something else at {event.seq} of {event.table} than what is played again"
        if money.setdefault(event.table, event.money) != event.money:
            yield f"{event.who} saw {event.money} coins at {event.seq} of {event.table}, of {money[event.table]}"


def judge_order(events):
    """For nobody a table goes back; and who asks for it later sees all that anybody knew before he asked."""
    seen, known, asked = {}, {}, {}
    for event in events:
        place, asking = (event.who, event.table), (event.who, event.table, event.number)
        if event.kind == "asks":
            asked[asking] = known.get(event.table, -1)
        if event.kind == "shown":
            if event.seq < seen.get(place, -1):
                yield f"{event.who} saw {seen[place]} of {event.table}, and {event.seq} after it"
            if event.seq < asked.get(asking, -1):
                yield f"{event.who} asked for {event.table} when {asked[asking]} was known, and saw {event.seq}"
            seen[place] = max(event.seq, seen.get(place, -1))
        if event.kind in ("acked", "shown"):
            known[event.table] = max(event.seq, known.get(event.table, -1))


def judge_holders(entries, reigns, holds):
    """Each entry is by the node that held the table then, in the epoch in which that node was then."""
    def last(rows, at):
        return max((row for row in rows if row.at <= at), key=lambda row: (row.at, row.epoch or 0), default=None)

    of_table, of_node = {}, {}
    for hold in holds:
        of_table.setdefault(hold.table, []).append(hold)
    for reign in reigns:
        of_node.setdefault(reign.node, []).append(reign)
    for entry in entries if reigns else ():
        hold, reign = last(of_table.get(entry.table, ()), entry.at), last(of_node.get(entry.by, ()), entry.at)
        if not hold or hold.node != entry.by:
            yield f"{entry.seq} of {entry.table} is by {entry.by}, and {hold.node if hold else 'nobody'} held it"
        elif not reign or reign.epoch != hold.epoch:
            yield f"{entry.seq} of {entry.table} is by {entry.by} after its epoch {hold.epoch} had ended"


class GoingOn:
    """Who plays on after a moment: an answer that he gave since then is acknowledged, or he is shown more of a table
    than anybody knew then. (Somebody may not be asked for a while.)"""

    def __init__(self, events, since):
        self.since, self.known, self.said, self.who = since, {}, {}, {}
        for event in events:
            if event.at <= since and event.kind in ("acked", "shown"):
                self.known[event.table] = max(event.seq, self.known.get(event.table, -1))

    def hear(self, event):
        if event.at <= self.since:
            return
        if event.kind == "sent":
            self.said[event.number] = event.at
        answered = event.kind == "acked" and event.number in self.said
        if answered or (event.kind == "shown" and event.seq > self.known.get(event.table, -1)):
            self.who.setdefault(event.who, event.at)


def timings(events, faults, lease, stalls):
    """(fault, time it had, who was late, how long the last took) for each fault after which everybody had time to play
    on. Of faults so close to each other that not everybody could, the last one counts; and none if the machine stood
    still meanwhile, for then nodes were away too."""
    last = max((event.at for event in events), default=0)
    everybody = sorted({event.who for event in events})
    for fault in faults:
        end = fault.ended + lease + GRACE_S
        stalled = sum(length for at, length in stalls if fault.began <= at <= end)
        end += stalled
        cut_short = end > last or any(fault.ended < other.ended and other.began < end for other in faults)
        going = GoingOn(events, fault.ended)
        for event in events:
            going.hear(event)
        late = [who for who in everybody if going.who.get(who, end + 1) > end]
        if stalled <= STALLED_S and not (late and cut_short):
            yield fault, end - fault.ended, late, max(going.who.values(), default=fault.ended) - fault.ended


def judge_going_on(events, faults, lease, stalls):
    """After each fault everybody plays on by himself."""
    for fault, seconds, late, _ in timings(events, faults, lease, stalls):
        for who in late:
            yield f"{who} did not play on within {seconds:.1f} s of: {fault.name}"


def judge(history, written, faults=(), lease=1, stalls=()):
    """What cannot be, in sentences; none: all is well. stalls: (when, how long) the machine itself stood still."""
    events = sorted(history, key=lambda event: event.at)
    logs = by_table(written.entries)
    return [*judge_logs(events, logs), *judge_answers(events, logs),
            *judge_shown(events, logs, written.replayed), *judge_order(events),
            *judge_holders(written.entries, written.reigns, written.holds),
            *judge_going_on(events, faults, lease, stalls)]
