#!/usr/bin/env python3
"""What a keeper sees of a running house, and what others do not: metrics on a port of their own, the access log, the
log as JSON; nothing in either log opens a door or tells a card."""
import http.client
import json
import os
import random
import re
import socket
import sqlite3
import subprocess
import time

import house
from house import House, run
from ws import Player, Socket, new_table, play_out

os.environ["ASAN_OPTIONS"] = "detect_leaks=0" # other tests look for leaks
ACCESS = re.compile(r"(?P<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (?P<address>\S+) (?P<method>[A-Z-]+) "
                    r"(?P<path>\S+) (?P<status>\d+) (?P<bytes>\d+) (?P<ms>\d+)")


def ask(port, path, headers=None, method="GET"):
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request(method, path, headers=headers or {})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return answer.status, body


def raw(port, text):
    """What comes until the other side closes."""
    with socket.create_connection(("127.0.0.1", port), 20) as line:
        line.sendall(text.encode())
        return "".join(iter(lambda: line.recv(65536).decode("latin-1"), ""))


def refused(*words):
    done = subprocess.run([house.PROGRAM, "serve", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, check=False)
    return done.returncode, done.stderr


def lines_of(path, wanted, seconds=10):
    """The access log once it has so many lines."""
    end = time.time() + seconds
    while True:
        with open(path, encoding="utf-8") as file:
            lines = file.read().splitlines()
        if len(lines) >= wanted:
            return lines
        assert time.time() < end, lines
        time.sleep(0.02)


def test_metrics_of_this_machine():
    """Without a port of their own they are for programs on this machine: not for a proxy, and nobody behind one."""
    alone = House()
    assert ask(alone.port, "/metrics")[0] == 200
    for header in ("X-Forwarded-For", "Forwarded", "Via"):
        assert ask(alone.port, "/metrics", {header: "198.51.100.7"})[0] == 404, header
    alone.stop()
    behind = House("--behind", "127.0.0.1")
    assert ask(behind.port, "/metrics")[0] == 404
    assert ask(behind.port, "/metrics", {"X-Forwarded-For": "127.0.0.1"})[0] == 404
    assert ask(behind.port, "/healthz", {"X-Forwarded-For": "127.0.0.1"})[0] == 200
    behind.stop()
    outside = House("--lan") # from another address of this machine, as from another machine
    outer = re.search(r"local network: http://([\d.]+):", outside.process.stdout.readline())
    if outer: # a machine without a network has no other address
        line = http.client.HTTPConnection(outer.group(1), outside.port, timeout=20)
        line.request("GET", "/metrics")
        assert line.getresponse().status == 404
        line.close()
    outside.stop()


def test_metrics_port():
    """On their own port nothing else is, and on the other port they are no more."""
    tavern = House("--metrics", "127.0.0.1:0", "--behind", "127.0.0.1")
    said = tavern.process.stdout.readline()
    found = re.fullmatch(r"Metrics: http://127\.0\.0\.1:(\d+)/metrics\n", said)
    assert found, said
    port = int(found.group(1))
    status, body = ask(port, "/metrics")
    assert status == 200 and b"\ntaproom_connections 0\n" in body, body
    assert ask(tavern.port, "/metrics")[0] == 404
    assert ask(port, "/healthz")[0] == 200
    for path in ("/", "/index.html", "/api/rules/kings-council", "/metrics/", "/ws", "/t/abcdefghijkm"):
        assert ask(port, path)[0] == 404, path
    assert ask(port, "/metrics", {"Host": "evil.example"})[0] == 403
    try:
        Socket(port)
    except Exception as refusal: # pylint: disable=broad-except
        assert " 400 " in str(refusal), refusal
    else:
        raise AssertionError("one may play at the port of metrics")
    anna = Player(tavern.port, "Anna").connect()
    assert b"\ntaproom_connections 1\n" in ask(port, "/metrics")[1]
    anna.socket.close()
    # Two servers, one port; and what is no address.
    code, wrong = refused("--port", "0", "--data", os.path.join(tavern.data, "x"), "--metrics", f"127.0.0.1:{port}")
    assert code == 1 and f"port {port}, for --metrics" in wrong and wrong.count("\n") == 1, (code, wrong)
    for place in ("", "nonsense", "127.0.0.1:", "127.0.0.1:70000", "127.0.0.1:x", "[::1", "[::1]7778", "1.2.3"):
        code, wrong = refused("--metrics", place)
        assert code == 2 and "--help" in wrong and f"'{place}'" in wrong, (place, code, wrong)
    tavern.stop()


def test_access_log():
    """A line for each request and each connection, at its end."""
    tavern = House("--behind", "127.0.0.1", "--access-log", "/dev/null")
    tavern.stop()
    path = os.path.join(tavern.data, "access")
    tavern.flags = ("--behind", "127.0.0.1", "--access-log", path)
    tavern.start()
    assert os.stat(path).st_mode & 0o777 == 0o600
    page = ask(tavern.port, "/?secret=topsecret", {"X-Forwarded-For": "198.51.100.7"})[1]
    asset = (re.findall(r'src="(/assets/[^"]+)"', page.decode()) or ["/index.html"])[0]
    ask(tavern.port, asset)
    ask(tavern.port, "/healthz", method="HEAD")
    ask(tavern.port, "/nothing/%22%7f%1b[31m%C3%A9")
    ask(tavern.port, "/api/record/abcdefghijkm")
    assert raw(tavern.port, "POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n").startswith(
        "HTTP/1.1 405 ")
    ask(tavern.port, "/" + "a" * 600)
    player = Player(tavern.port, "Anna").connect()
    player.socket.close()
    lines = [ACCESS.fullmatch(line) for line in lines_of(path, 8)]
    assert all(lines), lines_of(path, 8)
    seen = [(line["address"], line["method"], line["path"], int(line["status"])) for line in lines]
    assert seen == [("198.51.100.7", "GET", "/", 200), ("127.0.0.1", "GET", asset, 200),
                    ("127.0.0.1", "HEAD", "/healthz", 200), ("127.0.0.1", "GET", "/nothing/***[31m**", 404),
                    ("127.0.0.1", "GET", "/api/record/*", 404), ("127.0.0.1", "POST", "/healthz", 405),
                    ("127.0.0.1", "GET", "/*", 414), ("127.0.0.1", "GET", "/ws", 101)], seen
    assert int(lines[0]["bytes"]) == len(page) and int(lines[2]["bytes"]) == 0, lines[0].string
    assert int(lines[7]["bytes"]) > 1000 and int(lines[7]["ms"]) < 60_000, lines[7].string
    # Refused connections; an address without its last part; after a restart it goes on at its end.
    tavern.stop()
    tavern.flags = ("--per-address", "1", "--behind", "127.0.0.1", "--access-log", path, "--short-addresses")
    tavern.start()
    first = Socket(tavern.port, {"X-Forwarded-For": "2001:db8:1:2::3"})
    for headers in ({"X-Forwarded-For": "2001:db8:1:2::4"}, {"Origin": "http://evil.example"}):
        try:
            Socket(tavern.port, headers)
        except Exception: # pylint: disable=broad-except
            continue
        raise AssertionError("let in")
    first.close()
    ask(tavern.port, "/healthz", {"X-Forwarded-For": "198.51.100.77"})
    seen = {(line["address"], line["path"], int(line["status"]))
            for line in (ACCESS.fullmatch(line) for line in lines_of(path, 12)[8:])}
    assert seen == {("2001:db8:1::", "/ws", 503), ("127.0.0.0", "/ws", 0), ("2001:db8:1::", "/ws", 101),
                    ("198.51.100.0", "/healthz", 200)}, seen
    tavern.stop()
    code, wrong = refused("--port", "0", "--data", tavern.data, "--access-log", "/nothing/access")
    assert code == 1 and "access log /nothing/access" in wrong, (code, wrong)
    tavern.flags = ("--access-log", "-")
    tavern.start()
    ask(tavern.port, "/healthz")
    assert " GET /healthz 200 3 " in tavern.process.stdout.readline()
    tavern.stop()


def test_two_names():
    """A line that comes out of the path is no header: neither the name we are called by, nor who asks."""
    tavern = House("--behind", "127.0.0.1", "--access-log", "-")
    for path in ("/%0ahost:127.0.0.1:", "/%0ahost:127.0.0.1:%0d%0a%0d%0a", "/%0d%0ahost:127.0.0.1:%0d%0a", "/"):
        said = raw(tavern.port, f"GET {path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        assert re.match(r"HTTP/1\.[01] 403 ", said), (path, said)
        assert " 403 " in tavern.process.stdout.readline()
    for end in ("", ",", "%0d%0a"):
        path = "/%0ax-forwarded-for:203.0.113.9" + end
        raw(tavern.port, f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 198.51.100.7\r\n"
                         "Connection: close\r\n\r\n")
        assert " 198.51.100.7 " in tavern.process.stdout.readline(), path
    tavern.stop()


def strings_in(value):
    if isinstance(value, dict):
        return [text for one in value.values() for text in strings_in(one)]
    if isinstance(value, list):
        return [text for one in value for text in strings_in(one)]
    return [value] if isinstance(value, str) else []


def test_no_secrets():
    """A game is played, with talk, links, records and mistakes, and both logs are read by somebody else."""
    tavern = House()
    tavern.stop()
    path = os.path.join(tavern.data, "access")
    tavern.flags = ("--access-log", path, "--log", "json")
    tavern.start()
    luck = random.Random(7)
    seeds = ["5a" * 31 + "01", "5a" * 31 + "02"]
    players = [Player(tavern.port, name, luck).connect() for name in ("Annabella", "Bertholdus")]
    table = new_table(players[0], players[1:], seats=2, options=["wager=none"], name="Our little secret")
    for player, seed in zip(players, seeds):
        player.ask(type="seed", table=table, hex=seed)
    players[0].ask(type="chat", table=table, text="nobody must read this")
    players[0].ask(type="deal", table=table)
    codes = set()
    for player in players: # a link with a token, as somebody might paste it where it does not belong
        ask(tavern.port, f"/t/{table}?token={player.wait('seated')['token'] if table not in player.tokens else ''}")
        ask(tavern.port, f"/t/{table}/{player.tokens[table]}")
        ask(tavern.port, f"/{player.cookie}", {"Cookie": player.cookie})
        player.say(type="enter", table=table, token="0" * 64, id="wrong")
        player.wait("error", re="wrong")
        player.socket.send('{"type":"chat","text":"half a mess')
    play_out(players, table)
    assert players[0].seen[table] >= 4, "too short a game to tell anything"
    for player in players:
        for zone in player.views[table]["zones"]:
            codes |= {item["code"] for item in zone.get("items", []) if item.get("code")}
    assert tavern.get(f"/api/record/{table}")[0] == 200
    tavern.get(f"/api/replay/{table}/0/1")
    reveal = strings_in(players[0].tables[table]["reveal"]) + [players[0].tables[table]["commitment"]]
    for player in players:
        player.socket.close()
    tavern.stop()
    database = sqlite3.connect(os.path.join(tavern.data, "taproom.db")) # damage, so that the other log has lines too
    assert database.execute("UPDATE log SET entry = entry || '!' WHERE tbl = ? AND seq = 1", (table,)).rowcount == 1
    database.commit()
    database.close()
    tavern.start()
    tavern.get(f"/api/record/{table}")
    tavern.stop()
    with open(path, encoding="utf-8") as file:
        requests = file.read()
    own = tavern.said()
    objects = [json.loads(line) for line in (requests + own).splitlines()]
    assert all({"time", "level", "what"} <= set(one) for one in objects), objects
    assert sum(one["what"] == "request" for one in objects) == 11, objects
    assert any(one["level"] == "error" and one["what"].startswith(f"table {table} is damaged") for one in objects), own
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", one["time"]) for one in objects)
    assert codes and len(reveal) >= 4
    secrets = [*seeds, *reveal, "Annabella", "Bertholdus", "nobody must read", "little secret", "half a mess", *codes]
    for player in players:
        secrets += [player.tokens[table], player.cookie, player.cookie[8:24], *player.cookie[8:].split(".")]
    for secret in secrets:
        assert secret and secret not in own and secret not in requests, secret
    assert table not in requests, "a table's link is in the access log"


def test_log_json():
    """Also why it did not begin; and a wrong word is named."""
    tavern = House("--log", "json")
    code, wrong = refused("--port", "0", "--data", tavern.data, "--log", "json")
    one = json.loads(wrong)
    assert code == 1 and one["level"] == "error" and "Another server" in one["what"], (code, wrong)
    code, wrong = refused("--log", "xml")
    assert code == 2 and "'xml'" in wrong, (code, wrong)
    tavern.stop()
    assert tavern.said() == "", tavern.said()


if __name__ == "__main__":
    run([test_metrics_of_this_machine, test_metrics_port, test_access_log, test_two_names, test_no_secrets,
         test_log_json])
