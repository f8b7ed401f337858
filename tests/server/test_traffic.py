#!/usr/bin/env python3
"""What comes over the wire names no card that lies hidden. tests/test_traffic.c compares bytes; this listens at real
sockets.

Everything that an opponent and a watcher receive during whole games is kept as it came. When a game is over the house
shows what each seat may have seen at each step: from that follows what was hidden from the two at that time, and
neither its code nor its name may stand there."""
import json
import pathlib
import re
import sys

from house import LONG, House, run
from ws import Player, pump, refused, unfolded, until

house = House()


class Listener(Player):
    """Keeps the texts of its updates."""

    def connect(self):
        self.heard = []
        return super().connect()

    def keep(self, text):
        message = super().keep(text)
        if message["type"] != "welcome": # which describes all games
            self.heard.append((self.seen.get(message.get("table"), 0), message))
        return message


def cards_of(view):
    return {item["id"]: item for zone in view["zones"] for item in zone["items"] if item["kind"] == "card"}


def told(message, viewer, named):
    """The text of an update without what follows from the viewer's own cards: the names he may ask for, which are no
    cards of anybody's, and sentences before him. Sentences may also repeat what the tale named, results name cards of
    the hand before, and what is printed on an open card may name others."""
    def shown(zone, item):
        if item["kind"] == "text":
            return zone["owner"] != viewer and item.get("card") not in named
        return True

    view = {**message["view"], "results": []}
    view["choices"] = [{**choice, "items": [item for item in choice.get("items", []) if item.get("id", -1) >= 0]}
                       for choice in view.get("choices", [])]
    view["zones"] = [{**zone, "items": [{**item, "text": "" if item["kind"] == "card" else item.get("text")}
                                        for item in zone["items"] if shown(zone, item)]} for zone in view["zones"]]
    return json.dumps({**message, "view": view}, ensure_ascii=False)


def found(card, text):
    """The words around what names it, if anything does."""
    signs = [f'"{field}": "{card["code"]}"' for field in ("code", "card", "word")] + [card["name"]]
    at = max(text.find(sign) for sign in signs)
    return text[max(at - 200, 0):at + 100] if at >= 0 else None


def saw(table, seat, step):
    status, _, body = house.get(f"/api/replay/{table}/{seat}/{step}")
    assert status == 200, body
    return cards_of(unfolded(json.loads(body)["view"]))


def check(table, listener, viewer, seats):
    """How many cards were hidden from viewer (a seat, or "all"), over all steps, that somebody saw."""
    hidden_cards, truth, named = 0, {}, set()
    for seq, message in listener.heard:
        if message["type"] != "update":
            continue
        named |= {event["card"] for event in message["events"] if "card" in event}
        text = told(message, viewer, named)
        if seq not in truth:
            truth[seq] = {}
            for seat in range(seats):
                truth[seq].update({place: card for place, card in saw(table, seat, seq).items() if "code" in card})
        mine = saw(table, viewer, seq)
        known = {card["code"] for card in mine.values() if "code" in card}
        known |= {event["card"] for event in message["events"] if "card" in event}
        for place, card in truth[seq].items():
            if place in mine and "hidden" in mine[place]:
                hidden_cards += 1
                assert card["code"] in known or not found(card, text), (card, found(card, text))
    return hidden_cards


def play(game):
    seats = max(3, game["seats"]["min"])
    anna, bert, cora, watcher = [Listener(house.port, name).connect() for name in ("Anna", "Bert", "Cora", "Wanda")]
    table = anna.ask(type="create", game=game["id"], seats=seats, pace=0)["table"]
    for other in (bert, cora):
        other.ask(type="sit", table=table)
    watcher.enter(table)
    everybody = [anna, bert, cora, watcher]
    anna.ask(type="deal", table=table)
    while not all(player.views.get(table, {}).get("over") and player.tables[table]["phase"] == "over"
                  for player in everybody):
        for player in (anna, bert, cora):
            sent = player.answer(table)
            if sent:
                until([player], lambda sent=sent, player=player: sent["id"] in player.acked or
                      any(error.get("re") == sent["id"] for error in player.errors))
                break
        assert not pump(everybody, 0.03)
    # Where several are asked one may not have heard yet what another said.
    errors = [error for player in everybody for error in player.errors]
    assert {error["code"] for error in errors} <= {"stale", "not-asked", "not-now"}, errors
    return check(table, watcher, "all", seats), check(table, bert, 1, seats)


def test_hidden_cards():
    guest = Player(house.port, "Games").connect()
    guest.say(type="hello", version=1)
    games = guest.wait("welcome")["games"]
    hidden = {game["id"]: play(game) for game in (games if LONG else games[::3])}
    print(", ".join(f"{name} {watched}/{opposed}" for name, (watched, opposed) in hidden.items()), end=" ")
    assert sum(watched for watched, _ in hidden.values()) > 200, "too little was hidden to find anything"


def test_side_talk():
    """What is said to a side reaches who sits there, and nobody else: neither in words nor by their number."""
    names = ("Anna", "Bert", "Cora", "Dora", "Wanda")
    people = anna, bert, cora, dora, wanda = [Listener(house.port, name).connect() for name in names]
    table = anna.ask(type="create", game="red-dragon-inn", seats=4, pace=0, options=["variant=two-headed"])["table"]
    for seat, other in enumerate((bert, cora, dora), 1):
        other.ask(type="sit", table=table, seat=seat)
    wanda.enter(table)
    refused(wanda, "not-seated", type="chat", table=table, text="from nowhere", to="side")
    anna.socket.send(json.dumps(dict(type="chat", id="to whom", table=table, text="Hey!", to="all")))
    assert anna.wait("error", re="to whom")["code"] == "bad-message"
    anna.ask(type="deal", table=table)
    until(people, lambda: all(table in player.views for player in people))

    def heard(said):
        """Who hears it. All are asked for a pong after it, so that nothing is under way any more."""
        for number, player in [(player.new_id(), player) for player in people]:
            player.say(type="ping", id=number)
            player.wait("pong", re=number)
        return [player.name for player in people if any(said in json.dumps(what) for _, what in player.heard)]

    anna.ask(type="chat", table=table, text="the moose comes at midnight", to="side")
    assert heard("moose") == ["Anna", "Bert"]
    lines = [what for _, what in bert.heard if what["type"] == "chat"]
    assert lines[-1]["to"] == "side" and lines[-1]["seat"] == 0
    cora.ask(type="chat", table=table, text="we have the badger", to="side")
    assert heard("badger") == ["Cora", "Dora"]
    dora.ask(type="chat", table=table, text="a toad for everybody")
    assert heard("toad") == ["Anna", "Bert", "Cora", "Dora", "Wanda"]
    assert not any("to" in what for _, what in wanda.heard if what["type"] == "chat")
    bert.ask(type="leave", table=table)  # who has no seat has no side
    bert.enter(table)
    anna.ask(type="chat", table=table, text="the heron is gone", to="side")
    assert heard("heron") == ["Anna"]
    refused(bert, "not-seated", type="chat", table=table, text="wait for me", to="side")
    # Alone nobody is on one's side.
    alone = anna.ask(type="create", game="threes", seats=2)["table"]
    refused(anna, "refused", type="chat", table=alone, text="anybody", to="side")
    with open(house.errors.name, encoding="utf-8") as log:
        assert not re.search("moose|badger|heron", log.read())
    for path in pathlib.Path(house.data).rglob("*"):
        assert not path.is_file() or not re.search(b"moose|badger|heron", path.read_bytes()), path


def test_stop():
    house.stop()


if __name__ == "__main__":
    run([globals()[name] for name in sys.argv[1:]] or [test_hidden_cards, test_side_talk, test_stop])
