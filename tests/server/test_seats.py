#!/usr/bin/env python3
"""Who may sit where, and what the host may do about it: seats that hold cards pass to nobody else, in one address or
two."""
import json
import sys

from house import House, run
from ws import Closed, Player, Socket, new_table, pump

house = House()


def people(*names):
    return [Player(house.port, name).connect() for name in names]


def until(players, fact, seconds=20):
    def holds():
        try:
            return fact()
        except KeyError:  # not told of it yet
            return False

    for _ in range(int(seconds / 0.05)):
        if holds():
            return
        assert not pump(players, 0.05)
    raise AssertionError("it does not come to that")


def refused(player, code, **message):
    message.setdefault("id", player.new_id())
    player.say(**message)
    error = player.wait("error", re=message["id"])
    assert error["code"] == code, error
    return error["text"]


def sits(player, table, **fields):
    """Whether that seat can be taken now; why not, if not."""
    number = player.new_id()
    player.say(type="sit", table=table, id=number, **fields)
    while (message := player.take()).get("re") != number:
        pass
    assert message["type"] == "ack" or message["code"] == "not-now", message
    return message["type"] == "ack"


def faces(view):
    """What lies open to this viewer, with its place."""
    return {(zone["name"], zone["owner"], item["code"]) for zone in view["zones"] for item in zone["items"]
            if "code" in item}


def come_as_program(table, **fields):
    """What a program is told that would like that seat."""
    line = Socket(house.port, {"Sec-WebSocket-Protocol": "taproom.bot.1"})
    line.send(json.dumps({"type": "hello", "version": 1, "name": "Peeper", "table": table, **fields}))
    answer = json.loads(line.receive())
    line.close()
    return answer


def test_mid_hand():
    """Two cookies of one address: neither the hand of somebody removed nor a bot's is shown to the second."""
    anna, bert, second = people("Anna", "Bert", "Second cookie")
    table = new_table(anna, [bert], seats=3, bots=[None, None, "random"])
    anna.ask(type="deal", table=table)
    second.enter(table)
    until([anna, bert, second], lambda: all(table in player.views for player in (anna, bert, second)))
    hand = faces(bert.views[table]) - faces(second.views[table])
    assert hand, "Bert has nothing to hide"
    anna.ask(type="remove", table=table, seat=1)
    until([anna], lambda: anna.tables[table]["seats"][1]["kind"] == "bot")
    for seat in ({"seat": 1}, {"seat": 2}, {}):
        assert "between two hands" in refused(second, "not-now", type="sit", table=table, **seat)
        assert come_as_program(table, **seat)["code"] == "no-seat"
    second.seen.pop(table)
    second.enter(table)
    until([second], lambda: second.seen.get(table, -1) >= 0)
    assert second.views[table]["viewer"] is None and not hand & faces(second.views[table])


def test_own_link():
    """Who gives his seat's link away himself does so at any time, with all that he has seen."""
    anna, bert, phone = people("Anna", "Bert", "Bert's phone")
    table = new_table(anna, [bert], seats=2)
    anna.ask(type="deal", table=table)
    until([anna, bert], lambda: table in bert.views and table in bert.tokens)
    hand, tale = faces(bert.views[table]), list(bert.events[table])
    phone.say(type="enter", table=table, token=bert.tokens[table])
    until([phone, bert], lambda: phone.views.get(table, {}).get("viewer") == 1)
    assert faces(phone.views[table]) == hand and phone.events[table] == tale


def test_between_hands():
    """On an evening a seat passes between two games; what its cards were before, its new guest never learns."""
    anna, bert, carl, dora = people("Anna", "Bert", "Carl", "Dora")
    everybody = [anna, bert, carl, dora]
    table = new_table(anna, [bert, carl], game="adventurers-choice", seats=3)
    anna.ask(type="deal", table=table)
    dora.enter(table)
    removed = refusals = 0
    for _ in range(3000):
        pump(everybody, 0.02)
        if not all(table in player.views for player in everybody):
            continue
        assert not anna.views[table]["over"], "no pause between two games"
        if not removed and faces(bert.views[table]) - faces(dora.views[table]):
            before = bert.events[table]
            anna.ask(type="remove", table=table, seat=1)
            removed = True
        elif removed:
            if sits(dora, table, seat=1):
                break
            refusals += 1
        for player in (anna, carl) if removed else (anna, bert, carl):
            sent = player.answer(table)
            if sent:
                until([player], lambda: sent["id"] in player.acked
                      or any(error.get("re") == sent["id"] for error in player.errors))
    assert refusals, "the seat passed in the middle of a hand"
    until(everybody, lambda: dora.views[table]["viewer"] == 1)
    late, = people("Late")
    late.enter(table)
    dora.seen.pop(table)
    dora.events.pop(table)
    dora.enter(table)
    until([dora, late], lambda: table in dora.events and table in late.events)
    since = late.events[table][-1]["seq"]
    told = [event for event in dora.events[table] if event["seq"] <= since]
    assert told == late.events[table], "she is told what a watcher is not"
    assert [event for event in before if "card" in event and event not in told], "there was nothing to hide"
    # Kept with the table.
    house.kill()
    house.start()
    dora.connect()
    dora.seen.pop(table)
    dora.events.pop(table)
    dora.enter(table)
    until([dora], lambda: table in dora.events)
    assert [event for event in dora.events[table] if event["seq"] <= since] == told


def test_stop():
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_mid_hand, test_own_link, test_between_hands, test_stop])
