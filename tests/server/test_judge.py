#!/usr/bin/env python3
"""The judge of histories (history.py) on small ones that are written here: a good one is accepted, and in each of the
others one thing cannot be, which it names."""
from history import Entry, Event, Fault, Hold, Reign, Written, judge
from house import run


def shown(at, who, seq, **more):
    usual = Event(at, who, "shown", "t", seq=seq, viewer="all", public=f"p{seq}", own=f"o{seq}", money=300)
    return usual._replace(**more)


def sent(at, who, number):
    return Event(at, who, "sent", "t", number)


def asks(at, who, number):
    return Event(at, who, "asks", "t", number)


def acked(at, who, number, seq):
    return Event(at, who, "acked", "t", number, seq)


def refused(at, who, number, code):
    return Event(at, who, "refused", "t", number, code=code)


GOOD = [asks(1, "Carl", "enter 1"), shown(1.1, "Carl", 0, number="enter 1"),
        sent(2, "Anna", "a1"), acked(2.1, "Anna", "a1", 1), shown(2.1, "Anna", 1), shown(2.2, "Carl", 1),
        sent(3, "Bert", "b1"), Event(3.5, "Bert", "lost"), asks(4.5, "Bert", "enter 1"),
        shown(4.6, "Bert", 2, number="enter 1"), sent(4.7, "Bert", "b1"), acked(4.8, "Bert", "b1", 3),
        refused(4.9, "Anna", "a2", "stale"), shown(4.9, "Carl", 3),
        sent(5, "Anna", "a3"), refused(5.1, "Anna", "a3", "unknown"),
        sent(5.2, "Anna", "a3"), acked(5.3, "Anna", "a3", 4), shown(5.4, "Carl", 4), Event(9, "Carl", "lost")]
WRITTEN = Written([Entry("t", 1, "a1", "one", 2.05), Entry("t", 2, "", "one", 2.15), Entry("t", 3, "b1", "two", 4.75),
                   Entry("t", 4, "a3", "two", 5.1)],
                  [Reign("one", 1, 0), Reign("two", 1, 0), Reign("one", 2, 4.4)],
                  [Hold("t", "one", 1, 0), Hold("t", "two", 1, 4.5)],
                  {("t", "all", seq): f"o{seq}" for seq in range(5)})
FAULTS = [Fault("one was killed", 3.4, 3.4)]


def found(events=(), without=(), written=WRITTEN, faults=FAULTS, **more):
    history = [event for event in GOOD if event not in without] + list(events)
    return judge(history, written, faults, **more)


def finds(words, **more):
    """Just that, and nothing else."""
    said = found(**more)
    assert said and all(words in sentence for sentence in said), (words, said)


def test_good():
    assert found() == []
    assert judge([], Written([])) == []


def test_logs():
    entries = WRITTEN.entries
    finds("has a gap", written=WRITTEN._replace(entries=[*entries, Entry("t", 6, "", "two", 6)]))
    finds("stands twice", written=WRITTEN._replace(entries=[*entries, Entry("t", 5, "a3", "two", 6)]),
          without=[acked(5.3, "Anna", "a3", 4)], faults=())
    finds("nobody said it", written=WRITTEN._replace(entries=[*entries, Entry("t", 5, "c1", "two", 6)]))


def test_answers():
    finds("stands at 4", events=[sent(6, "Bert", "a3"), acked(6, "Bert", "a3", 2)])
    finds("stands at no place", events=[sent(6, "Bert", "b2"), acked(6.1, "Bert", "b2", 4)])
    finds("was refused (storage)", events=[refused(6, "Anna", "a3", "storage")])
    late = WRITTEN._replace(entries=[*WRITTEN.entries, Entry("t", 5, "b2", "two", 6)])
    perhaps = [sent(6, "Bert", "b2"), refused(6.1, "Bert", "b2", "unknown")]
    assert found(events=perhaps) == [] and found(events=perhaps, written=late) == []  # there, or not
    again = [sent(6, "Bert", "b2"), refused(6.1, "Bert", "b2", "stale"), sent(6.2, "Bert", "b2")]
    assert found(events=again, written=late) == []  # nobody told him what became of it when he said it again


def test_shown():
    finds("and 4 are written", events=[shown(6, "Carl", 5)])
    finds("than others", events=[shown(6, "Anna", 4, public="other")])
    finds("than what is played again", events=[shown(6, "Anna", 4, own="other")])
    assert found(events=[shown(6, "Anna", 4, own="hers", viewer="0")]) == []
    finds("299 coins at 4 of t, of 300", events=[shown(6, "Anna", 4, money=299)])


def test_order():
    finds("and 3 after it", events=[shown(6, "Carl", 3)])
    answer = shown(6.1, "Dora", 3, number="enter 1")
    finds("asked for t when 4 was known", events=[asks(6, "Dora", "enter 1"), answer], faults=())
    assert found(events=[asks(5.05, "Dora", "enter 1"), answer], faults=()) == []  # 4 was known later
    under_way = [shown(5.9, "Dora", 3), asks(6, "Dora", "enter 1"), shown(6.1, "Dora", 3)]
    assert found(events=under_way, faults=()) == []  # that answers nothing: it was under way


def test_holders():
    def by(node, at):
        return WRITTEN._replace(entries=[*WRITTEN.entries, Entry("t", 5, "", node, at)])
    finds("and two held it", written=by("one", 6))
    finds("after its epoch 1 had ended", written=by("one", 4.45))
    finds("and nobody held it", written=WRITTEN._replace(holds=WRITTEN.holds[1:]))
    given = [*WRITTEN.holds, Hold("t", None, None, 5.5)]
    finds("and None held it", written=by("two", 6)._replace(holds=given))


def test_going_on():
    seen = shown(4.6, "Bert", 2, number="enter 1")
    finds("Bert did not play on", without=[acked(4.8, "Bert", "b1", 3), seen], events=[shown(4.6, "Bert", 1)])
    finds("Carl did not play on", without=[shown(4.9, "Carl", 3), shown(5.4, "Carl", 4)])
    late = dict(without=[sent(5, "Anna", "a3"), sent(5.2, "Anna", "a3"), acked(5.3, "Anna", "a3", 4)],
                events=[sent(7, "Anna", "a3"), acked(7.1, "Anna", "a3", 4)])
    finds("Anna did not play on within 3.0 s", **late)
    assert found(stalls=[(4, 1.0)], **late) == []  # the machine stood still
    finds("Anna did not play on within 3.2 s", stalls=[(4, 0.2)], **late)
    assert found(faults=[*FAULTS, Fault("two was stopped", 5.9, 6.5)], **late) == []  # too close to each other
    # What was said before it and is acknowledged after it proves nothing; what is new and shown does.
    finds("Bert did not play on", without=[sent(4.7, "Bert", "b1"), seen])
    assert found(without=[sent(4.7, "Bert", "b1")]) == []


if __name__ == "__main__":
    run([test_good, test_logs, test_answers, test_shown, test_order, test_holders, test_going_on])
