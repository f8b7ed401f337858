#!/usr/bin/env python3
"""What a guest finds at the door: the tables he sits at and what he played lately; his own, and nobody else's; kept
over a restart."""
import os
import random

from house import House, run
from ws import Player, new_table, play_out

os.environ["ASAN_OPTIONS"] = "detect_leaks=0" # other tests look for leaks
luck = random.Random(10)


def yours(player):
    name = player.new_id()
    player.say(type="yours", id=name)
    return player.wait("yours", re=name)


def ids(entries):
    return [entry["table"] for entry in entries]


def joined(tavern, *names):
    return [Player(tavern.port, name, luck).connect() for name in names]


def test_each_sees_his_own():
    """Anna and Bert share one table, and each has one more; what is listed is what each sat down at."""
    tavern = House()
    anna, bert, cara = joined(tavern, "Anna", "Bert", "Cara")
    assert yours(anna)["tables"] == yours(anna)["played"] == [], "nothing yet"
    shared = new_table(anna, [bert], seats=2, name="The corner")
    alone = new_table(anna, seats=3, bots=[None, "random", "random"])
    berts = new_table(bert, seats=4)
    assert ids(yours(anna)["tables"]) == [alone, shared], "the newest first"
    assert ids(yours(bert)["tables"]) == [berts, shared]
    assert yours(cara)["tables"] == [], "who sits nowhere has none"
    cara.enter(shared)
    assert yours(cara)["tables"] == [], "nor who only looks on"
    cara.ask(type="sit", table=berts)
    assert ids(yours(cara)["tables"]) == [berts]
    cara.ask(type="leave", table=berts)
    assert yours(cara)["tables"] == [], "a seat that was given up, where others still sit"
    bert.say(type="hello", version=1, name="Berta")
    bert.wait("welcome")
    corner = yours(bert)["tables"][1]
    assert (corner["game"], corner["name"], corner["others"], corner["bots"], corner["seats"], corner["phase"]) == \
        ("kings-council", "The corner", ["Anna"], 0, 2, "open"), corner
    anna.ask(type="deal", table=shared)
    bert.wait("update", table=shared)
    anna.wait("update", table=shared)
    for player in (anna, bert):
        entry = [one for one in yours(player)["tables"] if one["table"] == shared][0]
        asked = player.tables[shared]["you"] in player.views[shared]["asked"]
        assert entry["phase"] == "playing" and entry.get("turn", False) == asked, (entry, asked)
    play_out([anna, bert], shared)
    mine, his = yours(anna), yours(bert)
    assert ids(mine["tables"]) == [alone] and ids(his["tables"]) == [berts], "another name is no other guest"
    assert ids(mine["played"]) == [shared] and ids(his["played"]) == [shared]
    for player, entry in ((anna, mine["played"][0]), (bert, his["played"][0])):
        scores = player.views[shared]["scores"]
        score = scores[player.tables[shared]["you"]]
        assert entry["score"] == score and entry["coins"] and entry["replay"], entry
        assert entry["place"] == 1 + sum(other > score for other in scores) and 0 <= entry["ago"] < 60, entry
    assert yours(cara)["played"] == []
    tavern.kill()
    tavern.start()
    for player, old in ((anna, mine), (bert, his)):
        back = Player(tavern.port, player.name, luck, cookie=player.cookie).connect()
        now = yours(back)
        assert ids(now["played"]) == [shared] and now["played"][0]["score"] == old["played"][0]["score"], now
    other = Player(tavern.port, "Anna", luck).connect()
    assert yours(other)["tables"] == [] and yours(other)["played"] == [], "a name is not a cookie"
    tavern.stop()


def test_once_more_and_other_devices():
    """The next table of a rematch is everybody's; a seat that went to another device is no longer the first one's."""
    tavern = House()
    anna, bert = joined(tavern, "Anna", "Bert")
    first = new_table(anna, [bert], seats=2)
    anna.ask(type="deal", table=first)
    play_out([anna, bert], first)
    second = anna.ask(type="rematch", table=first)["table"]
    assert ids(yours(bert)["tables"]) == [second] and ids(yours(bert)["played"]) == [first]
    tablet = Player(tavern.port, "Anna's tablet", luck).connect()
    anna.enter(second)
    while second not in anna.tokens:
        anna.take()
    tablet.say(type="enter", table=second, seen=-1, token=anna.tokens[second])
    tablet.wait("table", table=second)
    assert ids(yours(tablet)["tables"]) == [second] and yours(anna)["tables"] == []
    tavern.stop()


def test_limits():
    """A list has an end, the newest are on it, and nobody asks for it all day."""
    tavern = House()
    anna, *hosts = joined(tavern, "Anna", "Bert", "Cara", "Dora")
    made = []
    for host in hosts:
        for _ in range(5):
            made.insert(0, new_table(host, [anna], seats=2))
            anna.ask(type="exit", table=made[0])
            host.ask(type="exit", table=made[0])
    assert ids(yours(anna)["tables"]) == made[:12]
    for _ in range(40):
        anna.say(type="yours", id="again")
    kinds = set()
    while "too-fast" not in kinds:
        message = anna.take()
        kinds.add(message.get("code", message["type"]))
    tavern.stop()


run([test_each_sees_his_own, test_once_more_and_other_devices, test_limits])
