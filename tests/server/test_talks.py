#!/usr/bin/env python3
"""A talk of Dragon's Gold at real sockets: whoever comes back finds it as it was."""
from house import House, run
from ws import Player, come_back, new_table, until

tavern = House()


def in_talks(player, table):
    view = player.views.get(table)
    return bool(view) and view["games"][0]["phase"] == "Talks"


def come_to_talks(players, table):
    """Each sends who comes first to the first dragon, until one falls to two of them."""
    for _ in range(100):
        until(players, lambda: in_talks(players[0], table) or any(p.views[table]["choices"] for p in players))
        if in_talks(players[0], table):
            break
        asked = next(player for player in players if player.views[table]["choices"])
        word = asked.word(asked.views[table]["choices"][0])
        ack = asked.ask(type="answer", table=table, seq=asked.seen[table], word=word)
        until(players, lambda: all(player.seen[table] >= ack["seq"] for player in players))
    until(players, lambda: all(in_talks(player, table) for player in players))
    return [player for player in players if any(c["kind"] == "split" for c in player.views[table]["choices"])]


def stands(view):
    """What is talked about, what is proposed and who sits on it, and the sand."""
    about = next(choice["zone"] for choice in view["choices"] if choice["kind"] == "split")
    names = ("hoard", "proposal", "sand")
    return view["zones"][about], [zone for zone in view["zones"] if zone["name"].startswith(names)], view["counters"]


def test_coming_back():
    players = [Player(tavern.port, name).connect() for name in ("Anna", "Bert", "Cleo")]
    table = new_table(players[0], players[1:], game="dragons-gold", seats=3, options=["talks=ticks"])
    players[0].ask(type="deal", table=table)
    until(players, lambda: all(player.views.get(table) for player in players))
    parties = come_to_talks(players, table)
    assert len(parties) > 1, "nobody to talk with"
    split = next(choice for choice in parties[0].views[table]["choices"] if choice["kind"] == "split")
    hoard = " ".join(f"{kind['n']}*{kind['word']}" for kind in split["kinds"] if kind["n"])
    ack = parties[0].ask(type="answer", table=table, seq=parties[0].seen[table],
                         word=f"propose {1 + split['places'][1]}: {hoard}")
    until(players, lambda: all(player.seen[table] >= ack["seq"] for player in players))
    before = {player.name: stands(player.views[table]) for player in parties}
    for name, (hoard, zones, _) in before.items():
        assert hoard["items"], f"{name} sees no hoard"
        assert any(zone["name"].startswith("proposal") and zone["items"] for zone in zones), f"{name}: nothing stands"
        assert any(zone["name"] == "sand" and zone["items"] for zone in zones), f"{name} sees no sand"
    for how in ("a line that broke", "a house that was killed"):
        if how == "a house that was killed":
            tavern.kill()
            tavern.start()
        come_back(players, table)
        for player in parties:
            assert stands(player.views[table]) == before[player.name], f"after {how} {player.name} sees something else"


run([test_coming_back])
