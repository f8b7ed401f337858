#!/usr/bin/env python3
"""What stands between the open internet and the house: upgrades, a proxy's word, refusals with a status, pages packed
small, long headers."""
import gzip
import re
import socket
import sys

from house import House, run
from ws import Player, Socket

house = House("--per-address", "3")


def raw(port, text, wait=5):
    """Sends bytes and reads until the other side ends, or has said a whole head."""
    with socket.create_connection(("127.0.0.1", port), wait) as line:
        line.sendall(text.encode() if isinstance(text, str) else text)
        said = b""
        while b"\r\n\r\n" not in said:
            more = line.recv(65536)
            if not more:
                break
            said += more
        return said.decode("latin-1")


def upgrade(port, to="websocket", path="/ws", **headers):
    named = {"Host": f"127.0.0.1:{port}", "Connection": "Upgrade", "Upgrade": to, "Sec-WebSocket-Version": "13",
             "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "taproom.1",
             **{name.replace("_", "-"): value for name, value in headers.items()}}
    return f"GET {path} HTTP/1.1\r\n" + "".join(f"{name}: {value}\r\n" for name, value in named.items()) + "\r\n"


def status_of(said):
    found = re.match(r"HTTP/1\.[01] (\d+)", said)
    return int(found.group(1)) if found else None


def test_upgrades():
    """To websocket only: HTTP/2 would lead past a proxy's rules."""
    settings = {"HTTP2_Settings": "AAMAAABkAARAAAAAAAIAAAAA", "Connection": "Upgrade, HTTP2-Settings"}
    for path in ("/ws", "/", "/metrics"):
        for to in ("h2c", "H2C", "TLS/1.0", "something"):
            said = raw(house.port, upgrade(house.port, to, path, **settings))
            assert " 101 " not in said and status_of(said) != 101, said
    # A client that speaks HTTP/2 without asking is not heard either.
    said = raw(house.port, b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0")
    assert "HTTP/1.1 200" not in said and not said.startswith("\0"), said
    assert status_of(raw(house.port, upgrade(house.port))) == 101


def test_full():
    """One more than an address may have: told so with a status, and let in when there is room again."""
    players = [Player(house.port, name).connect() for name in ("Anna", "Bert", "Cleo")]
    said = raw(house.port, upgrade(house.port))
    assert status_of(said) == 503 and re.search(r"(?i)^retry-after: \d+", said, re.M), said
    players.pop().socket.close()
    for _ in range(50):
        if status_of(raw(house.port, upgrade(house.port))) == 101:
            break
    else:
        raise AssertionError("the place stays taken")
    for player in players:
        player.socket.close()


def test_proxy():
    """X-Forwarded-For counts from the proxy only, by its last hop; the cookie is Secure where the browser has https."""
    behind = House("--per-address", "1", "--behind", "127.0.0.1")
    lines = []
    for hops in ("198.51.100.7", "198.51.100.8", "198.51.100.7, 198.51.100.9", "2001:db8:1:2:3::4",
                 "[2001:db8:1:3::1]:99"):
        lines.append(Socket(behind.port, {"X-Forwarded-For": hops}))
    for hops in ("203.0.113.5, 198.51.100.9", "198.51.100.7:4711", "2001:db8:1:2:ffff::9"):
        assert status_of(raw(behind.port, upgrade(behind.port, X_Forwarded_For=hops))) == 503, hops
    for line in lines:
        line.close()
    for scheme, secure in (("https", True), ("http", False)):
        head = raw(behind.port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Proto: {scheme}\r\n\r\n")
        assert ("; Secure" in head) == secure and "taproom=" in head, head
    assert "; Secure" not in raw(house.port, "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-Proto: https\r\n\r\n")
    alone = [Socket(house.port, {"X-Forwarded-For": f"198.51.100.{i}"}) for i in range(3)]
    said = raw(house.port, upgrade(house.port, X_Forwarded_For="198.51.100.77"))
    assert status_of(said) == 503, "anybody is believed"
    for line in alone:
        line.close()
    behind.stop()


def test_packed():
    """Pages are sent packed to those who take it; both forms are the same page, with tags of their own."""
    page = house.get("/")[2].decode()
    files = re.findall(r'(?:src|href)="(/assets/[^"]+\.(?:js|css))"', page)
    assert files
    sent = 0
    for path in ["/", *files]:
        plain, packed = house.get(path), house.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert "content-encoding" not in plain[1] and packed[1]["content-encoding"] == "gzip", path
        assert gzip.decompress(packed[2]) == plain[2] and packed[1]["vary"] == "accept-encoding"
        assert plain[1]["etag"] != packed[1]["etag"]
        again = house.get(path, headers={"Accept-Encoding": "gzip", "If-None-Match": packed[1]["etag"],
                                         "Cookie": plain[1].get("set-cookie", "").split(";")[0]})
        assert again[0] == 304, again
        assert "content-encoding" not in house.get(path, headers={"Accept-Encoding": "gzip;q=0"})[1]
        sent += len(packed[2])
    assert sent < 200_000, sent


def test_cookies():
    """Long cookies of others on the same name do no harm."""
    own = Player(house.port, "Dora").connect()
    guest = own.cookie
    own.socket.close()
    for others in (100, 1500, 5000):
        cookie = f"other={'x' * others}; {guest}"
        line = Socket(house.port, {"Cookie": cookie})
        line.close()
        head = raw(house.port, f"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n\r\n")
        assert status_of(head) == 200 and "set-cookie" not in head.lower(), (others, head)
    assert house.get("/healthz")[0] == 200


def test_stop():
    house.stop()


if __name__ == "__main__":
    chosen = [globals()[name] for name in sys.argv[1:]]
    run(chosen or [test_upgrades, test_full, test_proxy, test_packed, test_cookies, test_stop])
