#!/usr/bin/env python3
"""Who may sit where, and what the host may do about it: seats that hold cards pass to nobody else, in one address or
two."""
import json
import sys
import time

from house import House, run
from ws import Player, Socket, new_table, play_out, pump, refused, until

house = House()


def people(*names):
    return [Player(house.port, name).connect() for name in names]


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


def cards(player, table):
    """The cards that he was told of, with the entry of the log."""
    return {(event["seq"], event["card"]) for event in player.events.get(table, []) if "card" in event}


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
    second.connect() # what was on its way is not read
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
    removed = passed = False
    for _ in range(3000):
        pump(everybody, 0.02)
        if not all(table in player.views for player in everybody):
            continue
        assert not anna.views[table]["over"], "no pause between two games"
        secret = cards(bert, table) - cards(dora, table)
        waits = anna.views[table]["asked"] == [0] # nothing goes on without her
        if not removed and waits and secret and faces(bert.views[table]) - faces(dora.views[table]):
            hidden = secret
            anna.ask(type="remove", table=table, seat=1)
            removed = True
            assert not sits(dora, table, seat=1), "the seat passed in the middle of a hand"
        elif removed and sits(dora, table, seat=1):
            passed = True
            break
        for player in (anna, carl) if removed else (anna, bert, carl):
            sent = player.answer(table)
            if sent:
                until([player], lambda: sent["id"] in player.acked
                      or any(error.get("re") == sent["id"] for error in player.errors))
    assert passed, "there was no pause between two games"
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
    assert hidden and not hidden & cards(dora, table)
    # Kept with the table.
    house.kill()
    house.start()
    dora.connect()
    dora.seen.pop(table)
    dora.events.pop(table)
    dora.enter(table)
    until([dora], lambda: table in dora.events)
    assert [event for event in dora.events[table] if event["seq"] <= since] == told


def from_address(name, address):
    """A guest who comes from another address of this machine."""
    player = Player(house.port, name)
    player.socket = Socket(house.port, source=(address, 0))
    player.say(type="hello", version=1, name=name)
    player.you = player.wait("welcome")["you"]
    return player


def test_removed():
    """Who was removed may watch, but sits down no more, until the host lets him."""
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert], seats=3)
    until([anna, bert], lambda: bert.tables[table]["you"] == 1 and table in bert.tokens and
          "guest" in anna.tables[table]["seats"][1])
    guest, token = anna.tables[table]["seats"][1]["guest"], bert.tokens[table]
    anna.ask(type="remove", table=table, seat=1)
    assert "removed" in refused(bert, "barred", type="sit", table=table)
    refused(bert, "bad-token", type="enter", table=table, token=token)
    until([anna], lambda: anna.tables[table]["barred"] == [{"guest": guest, "name": "Bert", "out": False}])
    assert anna.tables[table]["watching"] == [{"guest": guest, "name": "Bert"}]
    house.kill()  # it is kept with the table
    house.start()
    anna.connect()
    bert.connect()
    anna.enter(table)
    bert.enter(table)
    assert bert.tables[table]["you"] is None and "barred" not in bert.tables[table]
    refused(bert, "barred", type="sit", table=table)
    refused(bert, "not-host", type="bar", table=table, guest=guest, on=False)
    anna.ask(type="bar", table=table, guest=guest, on=False)
    refused(anna, "refused", type="bar", table=table, guest=guest, on=False)
    bert.ask(type="sit", table=table, seat=1)


def test_barred():
    """Players and watchers, by guest and by address; but nobody who shares his address with those at the table."""
    anna, wanda = people("Anna", "Wanda")
    rude = from_address("Rude", "127.0.0.2")
    table = new_table(anna, [rude], seats=3)
    wanda.enter(table)
    anna.ask(type="deal", table=table)
    until([anna, rude], lambda: table in rude.views)
    watching = wanda.tables[table]
    until([anna], lambda: len(anna.tables[table].get("watching", [])) == 1)
    assert "watching" not in watching and "watching" not in rude.tables[table]
    anna.ask(type="bar", table=table, guest=rude.you["guest"], on=True)
    assert rude.wait("error")["code"] == "barred"
    until([anna], lambda: anna.tables[table]["seats"][1]["kind"] == "bot")
    other_cookie = from_address("Not Rude at all", "127.0.0.2")
    for player in (rude, other_cookie):
        refused(player, "barred", type="enter", table=table)
        refused(player, "barred", type="sit", table=table, seat=2)
        refused(player, "not-now", type="chat", table=table, text="Hey!")
    until([anna], lambda: len(anna.tables[table]["barred"]) == 1)
    assert anna.tables[table]["barred"][0] == {"guest": rude.you["guest"], "name": "Rude", "out": True}
    # A watcher of the host's own address: he alone is barred.
    guest = anna.tables[table]["watching"][0]["guest"]
    anna.ask(type="bar", table=table, guest=guest, on=True)
    assert wanda.wait("error")["code"] == "barred"
    people("Wilma")[0].enter(table)
    refused(wanda, "barred", type="enter", table=table)
    refused(anna, "refused", type="bar", table=table, guest=anna.tables[table]["seats"][0]["guest"], on=True)
    refused(anna, "bad-message", type="bar", table=table, guest="nobody", on=True)
    for i in range(30):
        anna.ask(type="bar", table=table, guest=f"{i:016d}", on=True)
    refused(anna, "too-many", type="bar", table=table, guest="x" * 16, on=True)


def test_closed():
    """A table that is not watched: only who has a seat is there while it is played."""
    anna, bert, wanda = people("Anna", "Bert", "Wanda")
    table = new_table(anna, [bert], seats=2, watchers=False)
    wanda.enter(table)  # before the deal she might sit down
    assert wanda.tables[table]["closed"] is True
    anna.ask(type="deal", table=table)
    assert wanda.wait("error")["code"] == "closed" and table not in wanda.views
    refused(wanda, "closed", type="enter", table=table)
    until([anna, bert], lambda: anna.tables[table]["watchers"] == 0 and table in bert.views)
    refused(bert, "not-host", type="watchers", table=table, on=True)
    anna.ask(type="watchers", table=table, on=True)
    wanda.enter(table)
    until([wanda], lambda: table in wanda.views)
    assert "closed" not in wanda.tables[table]
    anna.ask(type="watchers", table=table, on=False)
    assert wanda.wait("error")["code"] == "closed"
    anna.ask(type="remove", table=table, seat=1)
    assert bert.wait("error")["code"] == "closed"


def test_host():
    """The host's chair is handed on."""
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert], seats=3)
    refused(bert, "not-host", type="host", table=table, seat=1)
    for seat in (0, 2, 7):
        refused(anna, "no-seat", type="host", table=table, seat=seat)
    anna.ask(type="host", table=table, seat=1)
    until([anna, bert], lambda: bert.tables[table]["host"] and not anna.tables[table]["host"])
    assert [seat.get("host") for seat in anna.tables[table]["seats"]] == [False, True, None]
    refused(anna, "not-host", type="deal", table=table)
    bert.ask(type="deal", table=table)


def take_hint(players, table):
    until(players, lambda: any(player.views[table]["choices"] for player in players))
    asked = next(player for player in players if player.views[table]["choices"])
    number = asked.new_id()
    asked.say(type="hint", table=table, id=number)
    while (message := asked.take()).get("re") != number:
        pass
    return asked, message


def test_hints():
    """Between people a hint is told to all, or there are none."""
    anna, bert = players = people("Anna", "Bert")
    for hints in (None, "all", "off"):
        table = new_table(anna, [bert], seats=2, **({"hints": hints} if hints else {}))
        anna.ask(type="deal", table=table)
        asked, said = take_hint(players, table)
        assert asked.tables[table]["hints"] == (hints or "shown")
        assert said["type"] == ("error" if hints == "off" else "hints"), said
        if hints == "off":
            assert said["code"] == "refused", said
        if not hints:
            seat, other = asked.tables[table]["you"], bert if asked is anna else anna
            until([other], lambda: other.tables[table]["seats"][seat].get("hints") == 1)
        pump(players, 0.2)
        assert hints is None or not any("hints" in seat for player in players
                                        for seat in player.tables[table]["seats"])
    evening = new_table(anna, [bert], game="adventurers-choice", seats=2)
    anna.ask(type="deal", table=evening)
    assert take_hint(players, evening)[1].get("code") == "refused" and anna.tables[evening]["hints"] == "off"
    alone = new_table(anna, game="adventurers-choice", seats=2, bots=[None, "random"])
    anna.ask(type="deal", table=alone)
    assert take_hint([anna], alone)[1]["type"] == "hints"
    anna.socket.send(json.dumps({"type": "create", "id": "x", "game": "kings-council", "seats": 2, "hints": "some"}))
    assert anna.wait("error", re="x")["code"] == "bad-options"


def test_delay():
    """Watchers see it all later; who sits down sees it now. Each moment: tests/test_house_seats.c."""
    anna, bert, wanda, dora = people("Anna", "Bert", "Wanda", "Dora")
    table = new_table(anna, [bert], seats=2, delay=1)
    wanda.enter(table)
    anna.ask(type="deal", table=table)
    dealt = time.time()
    until([anna, bert], lambda: table in anna.views and table in bert.views)
    until([wanda], lambda: table in wanda.views)
    assert time.time() - dealt > 0.9 and wanda.tables[table]["delay"] == 1
    anna.ask(type="bar", table=table, guest="0" * 16, on=True)
    play_out([anna, bert, wanda], table, seats=[anna, bert])
    again = anna.ask(type="rematch", table=table)["table"]
    settings = anna.enter(again)
    assert settings["delay"] == 1 and settings["hints"] == "shown", settings
    assert settings["barred"] == [{"guest": "0" * 16, "out": True}], settings
    assert [event["seq"] for event in wanda.events[table]] == [event["seq"] for event in anna.events[table]]
    # When an evening begins nothing lies hidden: she sits down, and need not wait.
    table = anna.ask(type="create", game="adventurers-choice", seats=2, bots=[None, "random"], delay=300,
                     pace=10000)["table"]
    anna.ask(type="deal", table=table)
    dora.enter(table)
    pump([dora], 0.2)
    assert table not in dora.views
    dora.ask(type="sit", table=table)
    until([dora], lambda: dora.views.get(table, {}).get("viewer") == 1)


def test_drawn():
    """Who plays with whom: chosen with the seat, or drawn by lot before the deal; each keeps his own."""
    anna, bert, cora = people("Anna", "Bert", "Cora")
    table = new_table(anna, [bert], game="red-dragon-inn", seats=4, options=["variant=two-headed"],
                      bots=[None, None, "random", None])
    until([anna, bert], lambda: all(player.tables[table]["you"] is not None for player in (anna, bert)))
    assert [seat["side"] for seat in anna.tables[table]["seats"]] == [1, 1, 2, 2]
    refused(bert, "not-host", type="draw", table=table)
    assert sits(bert, table, seat=3)  # on the other side
    until([anna], lambda: [seat["kind"] for seat in anna.tables[table]["seats"]] == ["person", "open", "bot", "person"])
    seen = set()
    for _ in range(40):
        anna.ask(type="draw", table=table)
        until([anna, bert], lambda: anna.tables[table]["seats"] == bert.tables[table]["seats"] or None)
        seats = anna.tables[table]["seats"]
        assert sorted(seat["kind"] for seat in seats) == ["bot", "open", "person", "person"], seats
        assert seats[anna.tables[table]["you"]]["name"] == "Anna" and seats[anna.tables[table]["you"]]["host"]
        assert seats[bert.tables[table]["you"]]["name"] == "Bert"
        seen.add(tuple(seat.get("name", "") for seat in seats))
    assert len(seen) > 8, seen  # of 24
    assert not any(seat.get("seeded") for seat in anna.tables[table]["seats"])
    anna.ask(type="deal", table=table)
    refused(anna, "not-now", type="draw", table=table)
    # Of a Boss Battle it is said who is the Boss.
    table = anna.ask(type="create", game="red-dragon-inn", seats=3, options=["variant=boss", "company=all"])["table"]
    cora.enter(table)
    seats = cora.tables[table]["seats"]
    assert [(seat["side"], seat.get("part")) for seat in seats] == [(1, "Boss"), (2, None), (2, None)], seats
    table = anna.ask(type="create", game="red-dragon-inn", seats=3)["table"]
    cora.enter(table)
    assert not any("side" in seat for seat in cora.tables[table]["seats"])


def test_stop():
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_mid_hand, test_own_link, test_between_hands, test_removed, test_barred, test_closed,
                   test_host, test_hints, test_delay, test_drawn, test_stop])
