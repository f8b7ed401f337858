#!/usr/bin/env python3
"""What the server answers over HTTP besides its pages: the score-keeper and the replay of a finished game."""
import json
import socket
import sys
from urllib.parse import quote, urlencode

from house import House, run
from ws import OVER_HTTP, Player, new_table, play_out

house = House()


def ask(path, shape, cached="no-store"):
    """A good answer: JSON of the shape that the schema describes."""
    status, headers, body = house.get(path)
    assert status == 200 and headers["content-type"] == "application/json", (path, status, body)
    assert headers["cache-control"] == cached, path
    answer = json.loads(body)
    OVER_HTTP[shape].validate(answer)
    return answer


def score(game, hands=(), keys=(), options=()):
    query = urlencode([("hand", hand) for hand in hands] + [("key", key) for key in keys]
                      + [("option", option) for option in options], quote_via=quote)
    return ask(f"/api/score/{game}?{query}", "score_result" if hands else "score_form")


def games():
    player = Player(house.port, "Anna").connect()
    player.say(type="hello", version=1)
    return player.wait("welcome")["games"]


def example(form):
    keys = [f"{f['key']}{'.0' if f['own'] else ''}={f['example']}" for f in form["fields"][1:] if "example" in f]
    return form["fields"][0]["example"], keys


def test_forms():
    """Every game says what it asks, and its own example has a score that explains itself; or it says why it has
    none."""
    scoring = 0
    for game in games():
        if not game["scores"]:
            assert game["no_scores"] and house.get(f"/api/score/{game['id']}")[0] == 404
            continue
        scoring += 1
        assert "no_scores" not in game
        for options in [[]] + [[option["name"]] for option in game["options"] if option["type"] == "flag"]:
            query = urlencode([("option", option) for option in options])
            status, _, body = house.get(f"/api/score/{game['id']}?" + query)
            assert status == 200
            if "error" in json.loads(body):  # the option asks for another
                continue
            form = score(game["id"], options=options)
            hand, keys = example(form)
            for scored in score(game["id"], [hand] * form["least"], keys, options)["hands"]:
                assert scored["place"] == 1 and scored["parts"], (game["id"], options, scored)
    assert scoring == 15, scoring


def test_game_pages():
    """What a rules page shows of each game: its phases, and the whole deck where it is played with cards."""
    for game in games():
        page = ask(f"/api/game/{game['id']}", "game_page", "no-cache")
        assert len(page["phases"]) > 1 and len(set(page["phases"])) == len(page["phases"]), (game["id"], page)
        assert ("faces" in page) == ("cards" in game["with"]), game["id"]
        plain = [face for face in page.get("faces", []) if "extra" not in face]
        if game["id"] == "three-kingdoms":
            assert sum(face["copies"] for face in plain) == 90 and {face["hue"] for face in plain} == \
                {"red", "green", "blue"} and {face["number"] for face in plain} == {1, 2, 3, 4, 5}, plain
    for name in ("none", "", "betting", "a" * 300):
        assert house.get(f"/api/game/{name}")[0] == 404, name


def test_deck_pages():
    """What a page about a character shows: its cards, what they do, and which are of the house."""
    bryn = ask("/api/deck/bryn", "deck_page", "no-cache")
    faces = [face for deck in bryn["decks"] for face in deck["faces"]]
    assert bryn["kind"] == "inn-character" and sum(face["copies"] for face in faces) >= 40
    assert all(face["name"] and face["text"] for face in faces)
    assert {"of the house" in face["sort"] for face in faces} == {True, False}, "which are ours is said"
    for name in ("none", "", "../bryn", "red-dragon-inn", "a" * 300):
        assert house.get(f"/api/deck/{name}")[0] == 404, name


def test_money():
    """The options that a score-keeper need not offer say so, and are the same words in every game."""
    for game in games():
        money = {option["name"] for option in game["options"] if option.get("money")}
        points = ("dragons-gold", "dwarven-miner", "red-dragon-inn")  # what these are played for
        assert "stack" in money or game["id"] in points, game["id"]
        usual = {"wager", "ante", "stack", "share", "split", "min-raise", "short-raise"}
        if game["id"] == "swords-and-dragons":
            usual |= {"raise-limit", "cap", "short-stacks", "refund-unanswered"}
        assert money <= usual, (game["id"], money)
        assert not {"dragon-cards", "pairs", "lenient"} & money


def test_scores():
    hands = score("threes", ["33124", "33316", "12456", "33333"])["hands"]
    assert [hand["points"] for hand in hands] == [7, 7, 18, 0] and [hand["place"] for hand in hands] == [2, 2, 4, 1]
    (hand,) = score("kings-council", ["B-wren M-hare B-horse R-wolf L-hawk"], ["king=B-hare"])["hands"]
    assert hand["points"] == 9 and [part["points"] for part in hand["parts"]] == [4, 2, 3]
    one, two = score("heroes-plunder", ["D-red 4*R-wolf", "4*M-owl R-owl"], ["steal=1:R-owl"],
                     ["three-dragons"])["hands"]
    assert (one["points"], two["points"]) == (5, 4)
    assert len(score("jack-of-all-trades", ["1"] * 10)["hands"]) == 10


def test_refusals():
    """In words, and with the field they belong to."""
    refusals = [
        ("threes", ["3312"], [], [], "5 dice", 0, None),
        ("threes", ["33124", "oops!"], [], [], "is no die", 1, None),
        ("threes", ["3312"], ["card.0=X"], ["hidden-fate"], "'X' is no card", 0, "card"),
        ("threes", ["33124"], ["a=b"], [], "no key 'a'", None, None),
        ("threes", ["33124"], [], ["hidden-rubbish"], "no option", None, None),
        ("kings-council", ["B-wren M-hare B-horse R-wolf L-hawk"], [], [], "Say who is King", None, "king"),
        ("dragon-hunt", ["5*R-owl"], ["prey=pink"], [], "red, green or blue", None, "prey"),
        ("city-square", ["M M M M"], [], [], "one too many", 0, None),
        ("kings-council", ["\x01\xff%00<b>\""], ["king=B-owl"], [], "is no card", 0, None),
        # Cut short for the message, between two characters.
        ("threes", ["x" + "\u00ff" * 30], [], [], "is no die", 0, None),
    ]
    for game, hands, keys, options, reason, hand, key in refusals:
        answer = score(game, hands, keys, options)
        assert "error" in answer and reason in answer["error"], (game, hands, keys, options, answer)
        assert answer.get("hand") == hand and answer.get("key") == key, answer
    assert "error" in ask("/api/score/threes?hand=", "score_result")  # an empty hand is a hand
    for path in ("/api/score/chess", "/api/score/", "/api/score/threes/1", "/api/score/doublerogue",
                 "/api/score/" + "a" * 400):
        assert house.get(path)[0] == 404, path
    assert "error" in ask("/api/score/threes?hand=%ff%c3%28%ed%a0%80", "score_result")  # no text at all
    # Junk in the query is left alone.
    for query in ("&&&", "hand", "=&=&=", "%", "%zz", "hand%3D33124", "word=33124"):
        assert house.get(f"/api/score/threes?{query}")[0] in (200, 400, 403), query
    assert score("threes", ["33124"])["hands"]


def status_of(request):
    """The status of a request as it is written, or None if the server hangs up."""
    with socket.create_connection(("127.0.0.1", house.port), 20) as line:
        line.sendall(request)
        try:
            return int(line.recv(4096).split()[1])
        except (ConnectionError, IndexError):
            return None


def test_oversized():
    """Too much is refused and never cut short: a cut hand would get a wrong score."""
    assert house.get("/api/score/threes?" + "&".join(["hand=33124"] * 11))[0] == 414
    assert house.get("/api/score/threes?hand=33124&" + "&".join(["key=a=b"] * 33))[0] == 414
    assert house.get("/api/score/threes?hand=33124&" + "&".join(["option=a"] * 33))[0] == 414
    for size in (1000, 3000, 4000, 4100, 5000, 9000, 40000):
        status = status_of(b"GET /api/score/heroes-plunder?hand=" + b"W-wolf%20" * (size // 9)
                           + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert status in ((200,) if size == 1000 else (200, 403, 413, 414, 431, None)), (size, status)
    assert house.get("/" + "a" * 600)[0] == 414
    assert score("threes", ["33124"])["hands"]


def test_wrong_method():
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for path in ("/api/score/threes?hand=33124", "/api/replay/0123456789ab/all/0"):
            status = status_of(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n".encode())
            assert status == 405, (method, path, status)
    status = status_of(b'POST /api/score/threes HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n'
                       b'Content-Length: 9\r\n\r\n{"hand": ')
    assert status == 405, status
    assert house.get("/api/score/threes?hand=33124", "HEAD")[2] == b""
    assert score("threes", ["33124"])["hands"]


def test_replay():
    anna, bert = Player(house.port, "Anna").connect(), Player(house.port, "Bert").connect()
    table = new_table(anna, [bert], game="threes", seats=3, bots=[None, None, "random"])
    assert house.get(f"/api/replay/{table}/all/0")[0] == 403  # not dealt
    anna.ask(type="deal", table=table)
    assert house.get(f"/api/replay/{table}/all/0")[0] == 403  # it would give the dice away
    play_out([anna, bert], table)
    first = ask(f"/api/replay/{table}/all/0", "replay")
    assert first["step"] == 0 and first["view"]["viewer"] is None and not first["view"]["over"]
    assert [player["name"] for player in first["players"]][:2] == ["Anna", "Bert"]
    assert [player["bot"] for player in first["players"]] == [False, False, True]
    last = ask(f"/api/replay/{table}/1/{first['steps']}", "replay")
    assert last["view"]["viewer"] == 1 and last["view"]["over"]
    assert last["view"]["scores"] == anna.views[table]["scores"]
    for rest in (f"all/{first['steps'] + 1}", "all/-1", "3/0", "9/0", "10/0", "x/0", "all/x", "all/", "all", "",
                 "all/0/0", "all/99999999", "all/0x"):
        assert house.get(f"/api/replay/{table}/{rest}")[0] == 404, rest
    for other in ("none", "0123456789ab", "", "a" * 300, "..%2f.."):
        assert house.get(f"/api/replay/{other}/all/0")[0] in (403, 404), other


def test_stop():
    house.stop()


if __name__ == "__main__":
    run([test_forms, test_game_pages, test_deck_pages, test_money, test_scores, test_refusals, test_oversized,
         test_wrong_method, test_replay, test_stop]
        if len(sys.argv) < 2 else [globals()[name] for name in sys.argv[1:]])
