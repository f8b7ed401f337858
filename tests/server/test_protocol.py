#!/usr/bin/env python3
"""Whole games through the protocol: people, bots, watchers, reconnecting, taking back, clocks, deserted seats,
rematches."""
import hashlib
import http.client
import os
import subprocess
import sys
import tempfile
import time

from house import PROGRAM, House, run
from ws import Closed, Player, Socket, new_table, play_out, pump, refused, until

house = House()


def program(*words):
    """Another command. Looking for leaks takes seconds, and here the server is the thing tested."""
    subprocess.run([PROGRAM, *words], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})


def people(*names):
    return [Player(house.port, name, joined=name == "Bert").connect() for name in names]


def test_whole_games():
    welcome = Player(house.port, "x").connect()
    welcome.say(type="hello", version=1)
    games = welcome.wait("welcome")["games"]
    assert len(games) >= 3
    for game in games:
        anna, bert, watcher = people("Anna", "Bert", "Wanda")  # a guest opens only so many tables
        table = new_table(anna, [bert], game=game["id"], seats=4, bots=[None, None, "random", "random"],
                          window=0,  # nobody waits for who does not answer
                          options=["gold=2"] if game["id"] == "red-dragon-inn" else [])  # a short evening
        seed = os.urandom(32).hex()
        anna.ask(type="seed", table=table, hex=seed)
        watcher.enter(table)
        commitment = watcher.tables[table]["commitment"]
        assert "reveal" not in watcher.tables[table]
        anna.ask(type="deal", table=table)
        play_out([anna, bert, watcher], table, seats=[anna, bert])
        assert [each.views[table]["viewer"] for each in (anna, bert, watcher)] == [0, 1, None]
        assert anna.views[table]["scores"] == watcher.views[table]["scores"]
        assert "update with ack" in bert.kinds or not any(id in bert.acked for id in bert.sent), "two messages for one"
        reveal = watcher.tables[table]["reveal"]
        assert reveal["clients"][0] == seed and reveal["clients"][1] is None
        mark = hashlib.sha256(b"taproom fair commitment 1\n" + bytes.fromhex(reveal["server"])).hexdigest()
        assert watcher.tables[table]["commitment"] == commitment == mark
        # The record has the same game in it, and the program agrees.
        status, headers, record = house.get(f"/api/record/{table}")
        assert status == 200 and "attachment" in headers["content-disposition"]
        assert f"seed {reveal['seed']}".encode() in record and b'player 1 "Anna"' in record
        with tempfile.NamedTemporaryFile(suffix=".rec") as file:
            file.write(record)
            file.flush()
            program("check", file.name)
        # What a watcher was told names no card that was not shown to all.
        hidden = [event for event in watcher.events[table] if event["kind"] == "moved" and "card" in event]
        assert all(event in anna.events[table] for event in hidden)
        # A newcomer sees the whole story, as the watcher did.
        late = people("Late")[0]
        late.enter(table)
        until([late], lambda: table in late.views)
        assert late.events[table] == watcher.events[table]
        # Where one alone is asked, nothing comes too late; where several are, another may have been quicker,
        # or have ended the game.
        refused = {error["code"] for error in anna.errors + bert.errors}
        assert refused <= ({"stale", "not-asked", "not-now"} if watcher.most_asked[table] > 1 else set()), refused


def test_reconnect():
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert])
    anna.ask(type="deal", table=table)
    witness = people("Wes")[0]
    witness.enter(table)
    rounds = 0
    while not (anna.views.get(table) or {}).get("over") and rounds < 200:
        rounds += 1
        pump([anna, bert, witness], 0.02)
        for player in (anna, bert):
            sent = player.answer(table)
            if not sent:
                continue
            if rounds % 3 == 0: # the line breaks before the ack is read; the same answer again gives the same ack
                player.socket.close()
                player.connect()
                player.enter(table)
                player.say(**sent)
            end = time.time() + 10
            while sent["id"] not in player.acked and not any(error.get("re") == sent["id"] for error in player.errors):
                assert time.time() < end
                pump([player, witness], 0.05)
            if sent["id"] in player.acked:
                player.say(**sent)
                assert player.wait("ack", re=sent["id"])["seq"] == player.acked[sent["id"]]
    assert anna.views[table]["over"]
    until([anna, witness], lambda: witness.views[table]["over"])
    assert [event["seq"] for event in witness.events[table]] == [event["seq"] for event in anna.events[table]]
    assert all(error["code"] in ("stale", "not-asked")
               for error in anna.errors + bert.errors), anna.errors + bert.errors


def test_refusals():
    anna, bert, carl = people("Anna", "Bert", "Carl")
    table = new_table(anna, [bert])
    refused(bert, "not-host", type="deal", table=table)
    refused(carl, "no-table", type="enter", table="000000000000")
    refused(carl, "not-seated", type="answer", table=table, seq=0, word="check")
    refused(anna, "not-now", type="answer", table=table, seq=0, word="check")
    refused(carl, "no-seat", type="sit", table=table, seat=0)
    refused(carl, "bad-token", type="enter", table=table, token="0" * 64)
    refused(anna, "bad-options", type="create", game="kings-council", seats=3, options=["nonsense=4"])
    refused(anna, "bad-options", type="create", game="kings-council", seats=3, bots=[None, "nobody"])
    refused(anna, "no-game", type="create", game="nonsense", seats=3)
    anna.ask(type="deal", table=table)
    until([anna, bert], lambda: table in anna.views and table in bert.views)
    refused(anna, "not-now", type="deal", table=table)
    refused(bert, "not-now", type="seed", table=table, hex="0" * 64)
    assert house.get(f"/api/record/{table}")[0] == 403
    asked = anna if anna.views[table]["choices"] else bert
    other = bert if asked is anna else anna
    if asked.views[table]["choices"]:
        refused(asked, "illegal", type="answer", table=table, seq=asked.seen[table], word="fly away")
        refused(asked, "stale", type="answer", table=table, seq=asked.seen[table] + 5, word="check")
        if not other.views[table]["choices"]:
            refused(other, "not-asked", type="answer", table=table, seq=other.seen[table], word="check")
    # Carl watches and learns nothing of any hand.
    carl.enter(table)
    until([carl], lambda: table in carl.views)
    hands = [zone for zone in carl.views[table]["zones"] if zone["owner"] is not None]
    assert hands and not carl.views[table]["choices"]


def test_orders():
    """Standing orders are a seat's own affair; they are kept with it."""
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert], window=5)
    until([anna], lambda: anna.tables[table]["window"] == 5 and "orders" not in anna.tables[table])
    anna.ask(type="orders", table=table, orders=["touch", "card R-owl"])
    until([anna], lambda: anna.tables[table].get("orders") == ["touch", "card R-owl"])
    refused(anna, "bad-options", type="orders", table=table, orders=["sometimes"])
    anna.ask(type="deal", table=table)
    until([anna, bert], lambda: bert.tables[table]["phase"] == "playing")
    assert "orders" not in bert.tables[table]
    refused(anna, "not-now", type="hold", table=table)  # there is no window
    watcher = people("Wanda")[0]
    watcher.enter(table)
    refused(watcher, "not-seated", type="orders", table=table, orders=[])
    anna.ask(type="orders", table=table, orders=[])
    until([anna], lambda: "orders" not in anna.tables[table])


def test_seats():
    anna, bert, carl = people("Anna", "Bert", "Carl")
    table = anna.ask(type="create", game="kings-council", seats=4, bots=[None, None, None, "random"], pace=0,
                     public=True, name="Corner")["table"]
    carl.say(type="lobby", on=True)
    listed = [row for row in carl.wait("lobby")["tables"] if row["table"] == table]
    assert listed and listed[0]["name"] == "Corner" and listed[0]["people"] == ["Anna"] and listed[0]["bots"] == 1
    bert.ask(type="sit", table=table, seat=2)
    carl.ask(type="sit", table=table)
    assert carl.wait("table")["you"] == 1
    carl.ask(type="leave", table=table)
    until([anna], lambda: anna.tables[table]["seats"][1]["kind"] == "open")
    anna.ask(type="bot", table=table, seat=1, bot="random")
    anna.ask(type="bot", table=table, seat=1, bot=None)
    carl.ask(type="sit", table=table, seat=1)
    anna.ask(type="remove", table=table, seat=1)
    until([anna], lambda: anna.tables[table]["seats"][1]["kind"] == "open")
    # Another device: the token carries the seat over, the old one watches.
    until([bert], lambda: table in bert.tokens)
    phone = people("Bert's phone")[0]
    phone.say(type="enter", table=table, token=bert.tokens[table])
    assert phone.wait("table")["you"] == 2
    until([bert], lambda: bert.tables[table]["you"] is None)
    bert.say(type="enter", table=table, token=bert.tokens[table])
    until([bert, phone], lambda: bert.tables[table]["you"] == 2 and phone.tables[table]["you"] is None)
    # Chat, muted and not.
    anna.ask(type="chat", table=table, text="  Good\u202e evening\u0007  ")
    assert bert.wait("chat")["text"] == "Good evening"
    guest = bert.tables[table]["seats"][0]["guest"]
    bert.ask(type="mute", guest=guest, on=True)
    anna.ask(type="chat", table=table, text="unheard")
    bert.kinds.clear()
    bert.say(type="ping", id="p")
    assert bert.wait("pong")["re"] == "p" and "chat" not in bert.kinds
    for _ in range(6):
        anna.say(type="chat", table=table, text="spam", id=anna.new_id())
    assert anna.wait("error")["code"] == "too-fast"
    # During the game a removed player's cards go to a bot; nobody else may see them (test_seats.py).
    anna.ask(type="deal", table=table)
    anna.ask(type="remove", table=table, seat=2)
    until([anna], lambda: anna.tables[table]["seats"][2]["kind"] == "bot")
    refused(bert, "barred", type="sit", table=table)
    dora = people("Dora")[0]
    refused(dora, "not-now", type="sit", table=table, seat=2)


def test_hint_undo_rematch():
    anna = people("Anna")[0]
    table = new_table(anna)
    anna.ask(type="deal", table=table)
    until([anna], lambda: (anna.views.get(table) or {}).get("choices"))
    anna.say(type="hint", table=table, id="h")
    hints = anna.wait("hints", re="h")["hints"]
    assert hints and all(hint["word"] and hint["label"] for hint in hints)
    before = anna.views[table]
    sent = anna.answer(table)
    anna.wait("ack", re=sent["id"])
    anna.ask(type="undo", table=table) # alone with bots: back to the same question
    until([anna], lambda: anna.views[table]["choices"] == before["choices"] and anna.tables[table].get("undone"))
    anna.say(**sent) # its id has had its ack; the answer was taken back
    assert anna.wait("ack", re=sent["id"])["seq"] == anna.acked[sent["id"]]
    play_out([anna], table)
    refused(anna, "not-now", type="undo", table=table)
    following = anna.ask(type="rematch", table=table)["table"]
    assert anna.ask(type="rematch", table=table)["table"] == following
    anna.enter(following)
    anna.ask(type="deal", table=following)
    until([anna], lambda: following in anna.views)
    assert anna.views[following]["viewer"] == 0 and b"undo to" in house.get(f"/api/record/{table}")[2]


def test_undo_by_consent():
    """With people: only one's own last answer, only if nothing was seen, only if all agree."""
    everybody = people("Anna", "Bert", "Carl")
    anna = everybody[0]
    agreed = refusals = 0
    for _ in range(4):
        table = new_table(anna, everybody[1:])
        anna.ask(type="deal", table=table)
        for _ in range(60):
            pump(everybody, 0.05)
            if all(player.tables[table]["phase"] == "over" for player in everybody):
                break
            player, sent = None, None
            for player in everybody:
                sent = player.answer(table)
                if sent:
                    break
            if not sent:
                continue
            player.wait("ack", re=sent["id"])
            others = [other for other in everybody if other is not player]
            until(everybody, lambda: all(each.seen[table] == player.acked[sent["id"]] for each in everybody))
            number = player.new_id()
            player.say(type="undo", table=table, id=number)
            while (message := player.take()).get("re") != number:
                pass
            if message["type"] == "error":
                refusals += 1
                continue
            until(others, lambda: all("undo" in other.tables[table] for other in others))
            assert others[0].tables[table]["undo"]["seat"] == player.tables[table]["you"]
            refused(player, "not-now", type="consent", table=table, yes=True)
            others[0].ask(type="consent", table=table, yes=True)
            until([player], lambda: len(player.tables[table]["undo"]["waiting"]) == 1)
            others[1].ask(type="consent", table=table, yes=agreed % 2 == 0)
            position = player.acked[sent["id"]] + (agreed % 2 == 0)
            until(everybody, lambda: all("undo" not in each.tables[table] and each.seen[table] == position
                                         for each in everybody))
            agreed += 1
    assert agreed > 2 and refusals > 2, (agreed, refusals)


def test_clock_and_deserters():
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert], seats=2, clock=1)
    anna.ask(type="deal", table=table)
    lefts = []
    until([anna, bert], lambda: anna.views.get(table, {}).get("over") and bert.views[table]["over"], 90,
          lambda player, message: lefts.append(message["time_left"]) if "time_left" in message else None)
    assert lefts and max(lefts) <= 1000
    assert b" timeout" in house.get(f"/api/record/{table}")[2]
    # Bert goes away: a visible grace, then a bot, and his seat is his again when he comes back.
    table = new_table(anna, [bert], seats=2, grace=1)
    anna.ask(type="deal", table=table)
    until([anna, bert], lambda: table in bert.views)
    bert.socket.close()
    until([anna], lambda: anna.tables[table]["seats"][1].get("away_ms"))
    assert anna.tables[table]["seats"][1]["here"] is False
    until([anna], lambda: anna.tables[table]["seats"][1].get("deserted"))
    while bert_asked(anna, table):
        pump([anna], 0.1)
    bert.connect()
    bert.enter(table)
    until([anna, bert], lambda: anna.tables[table]["seats"][1].get("here") and table in bert.views)
    assert "deserted" not in anna.tables[table]["seats"][1]
    play_out([anna, bert], table)


def bert_asked(player, table):
    return 1 in player.views[table]["asked"] and not player.views[table]["over"]


def test_restart():
    """Tables outlive the process: people come back to the exact position."""
    anna, bert = people("Anna", "Bert")
    table = new_table(anna, [bert], grace=0)
    open_table = new_table(anna, public=True)
    anna.ask(type="deal", table=table)
    for _ in range(6):
        pump([anna, bert], 0.1)
        for player in (anna, bert):
            sent = player.answer(table)
            if sent:
                player.wait("ack", re=sent["id"])
    pump([anna, bert], 0.3)
    views = anna.views[table], bert.views[table]
    if anna.views[table]["over"]:
        return
    house.stop()
    for player in (anna, bert):
        try:
            while player.take()["type"] != "bye":
                pass
        except Closed:
            raise AssertionError("closed without a bye") from None
    house.start()
    for player in (anna, bert):
        player.connect()
        player.enter(table)
    until([anna, bert], lambda: anna.views[table]["choices"] or bert.views[table]["choices"]
          or anna.views[table]["over"])
    assert anna.views[table]["viewer"] == views[0]["viewer"] and bert.views[table]["viewer"] == views[1]["viewer"]
    play_out([anna, bert], table)
    anna.say(type="lobby", on=True)
    assert open_table in [row["table"] for row in anna.wait("lobby")["tables"]]
    copy = os.path.join(house.data, "copy.db")
    program("backup", copy, "--data", house.data)
    assert os.path.getsize(copy) > 4096


def test_http():
    status, headers, body = house.get("/")
    assert status == 200 and b"<html" in body
    assert "HttpOnly" in headers["set-cookie"] and "SameSite=Lax" in headers["set-cookie"]
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"]
    cookie = headers["set-cookie"].split(";")[0]
    assert house.get("/t/0123456789ab", headers={"Cookie": cookie})[0] == 200
    status, again, body = house.get("/", headers={"Cookie": cookie, "If-None-Match": headers["etag"]})
    assert status == 304 and not body and "set-cookie" not in again
    assert house.get("/", "HEAD")[2] == b""
    assert house.get("/healthz")[2] == b"ok\n"
    assert house.get("/nothing")[0] == 404 and house.get("/t/no")[0] == 404 and house.get("/../key")[0] == 404
    assert house.get("/", headers={"Host": "evil.example"})[0] == 403
    assert house.get("/api/rules/kings-council")[1]["content-type"].startswith("text/markdown")
    assert house.get("/api/rules/none")[0] == 404 and house.get("/api/record/none")[0] == 404
    assert house.metric("answers_total") > 0
    # Several requests on one connection, as browsers do.
    line = http.client.HTTPConnection("127.0.0.1", house.port, timeout=20)
    for path, status in (("/", 200), ("/nothing", 404), ("/metrics", 200), ("/", 200), ("/healthz", 200)):
        line.request("GET", path)
        answer = line.getresponse()
        assert answer.status == status and answer.read()
    line.close()
    # The page's cookie is the guest of the socket.
    player = Player(house.port, "Page", cookie=cookie).connect()
    assert player.cookie == cookie
    forged = cookie[:-1] + ("0" if cookie[-1] != "0" else "1")
    other = Player(house.port, "Forger", cookie=forged).connect()
    assert other.cookie != forged # not believed: a new guest
    for headers in ({"Origin": "http://evil.example"}, {"Sec-WebSocket-Protocol": "other"},
                    {"Sec-WebSocket-Protocol": None}, {"Host": "evil.example"}):
        try:
            Socket(house.port, headers)
            raise AssertionError(f"came in with {headers}")
        except Closed:
            pass
    Socket(house.port, {"Origin": f"http://127.0.0.1:{house.port}"}).close()


def test_stop():
    house.stop()
    assert "secret" not in house.said()


if __name__ == "__main__":
    run([test_whole_games, test_reconnect, test_refusals, test_orders, test_seats, test_hint_undo_rematch,
         test_undo_by_consent, test_clock_and_deserters, test_restart, test_http, test_stop]
        if len(sys.argv) < 2 else [globals()[name] for name in sys.argv[1:]])
