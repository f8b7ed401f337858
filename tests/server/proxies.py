#!/usr/bin/env python3
"""contrib/nginx.conf and contrib/Caddyfile in front of a real house, with a certificate of their own: the page, a game
over a WebSocket, a Secure cookie, who asks, bars, and metrics that nobody outside can reach. Then both of them and
contrib/haproxy.cfg in front of two nodes, one of which is killed and one without its lease. Part of make test-long, for
it needs the proxies (make test-proxies)."""
import http.client
import json
import os
import random
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
import types

import house
import ws
from house import House, PROGRAM, opened
from nodes import Nodes
from test_postgres import locker

NAME = "tavern.example"
CONTRIB = os.path.join(ws.ROOT, "contrib")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy:
    """One of them, in a folder of its own, with what the example says and ports that are free here."""

    def __init__(self, *houses):
        """houses: one, or the nodes of one."""
        self.folder = tempfile.mkdtemp(prefix="taproom-proxy-")
        self.port, self.plain, self.houses = free_port(), free_port(), houses
        self.certificate, self.key = (os.path.join(self.folder, name) for name in ("cert.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
                        "-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-keyout", self.key,
                        "-out", self.certificate],
                       check=True, capture_output=True)
        self.trust = ssl.create_default_context(cafile=self.certificate)
        self.errors = open(os.path.join(self.folder, "errors"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(self.command(), stdout=self.errors, stderr=self.errors,
                                        env={**os.environ, "HOME": self.folder})
        end = time.time() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                break
            except OSError:
                assert self.process.poll() is None and time.time() < end, self.said()
                time.sleep(0.1)

    def said(self):
        with open(self.errors.name, encoding="utf-8") as file:
            return file.read()

    def example(self, name, *changes):
        """The example with each of these changed; a change that finds nothing is a fault of the test. What stands
        behind a # without a space is for several nodes."""
        with open(os.path.join(CONTRIB, name), encoding="utf-8") as file:
            text = file.read()
        if len(self.houses) > 1:
            text = re.sub(r"^(\s*)#(?! )", r"\1", text, flags=re.M)
        for old, new in changes:
            assert old in text, old
            text = text.replace(old, new)
        return text

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        self.errors.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, source="127.0.0.1", timeout=20):
        line = socket.create_connection(("127.0.0.1", self.port), timeout, (source, 0))
        return self.trust.wrap_socket(line, server_hostname=NAME)

    def get(self, path, source="127.0.0.1", headers=None):
        line = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=20)
        line.sock = self.connect(source)
        line.request("GET", path, headers={"Host": f"{NAME}:{self.port}", **(headers or {})})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return answer.status, dict((name.lower(), value) for name, value in answer.getheaders()), body

    def nodes(self):
        """What an example says of several nodes, and what it must be here."""
        return [(f"10.0.0.{number}:7777", f"127.0.0.1:{node.port}") for number, node in enumerate(self.houses, 1)]

    def player(self, name, source="127.0.0.1", headers=None, cookie=None, table=None):
        """A guest who comes from there, as a browser would: with the origin of the page, and the table it calls for."""
        ws.socket = types.SimpleNamespace(create_connection=lambda *_: self.connect(source), timeout=socket.timeout,
                                          IPPROTO_TCP=socket.IPPROTO_TCP, TCP_NODELAY=socket.TCP_NODELAY)
        player = ws.Player(self.port, name, random.Random(name), cookie)
        host = f"{NAME}:{self.port}"
        player.socket = ws.Socket(self.port, {"Host": host, "Origin": f"https://{host}", **(headers or {}),
                                              **({"Cookie": cookie} if cookie else {})},
                                  f"/ws?t={table}" if table else "/ws")
        found = re.search(r"set-cookie: ([^;]+)", player.socket.head, re.I)
        player.cookie = found.group(1) if found else cookie
        player.say(type="hello", version=1, name=name)
        player.wait("welcome")
        return player


class Nginx(Proxy):
    def command(self):
        site = self.example(
            "nginx.conf", ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("    listen [::]:443 ssl http2;\n", ""), ("    listen [::]:80;\n", ""),
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            (f"/etc/letsencrypt/live/{NAME}/fullchain.pem", self.certificate),
            (f"/etc/letsencrypt/live/{NAME}/privkey.pem", self.key),
            ("http://127.0.0.1:7777", "http://tavern" if len(self.houses) > 1 else
             f"http://127.0.0.1:{self.houses[0].port}"), *(self.nodes() if len(self.houses) > 1 else ()))
        paths = "".join(f"{what}_temp_path {self.folder}/{what};\n"
                        for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = f"daemon off;\npid {self.folder}/pid;\nerror_log stderr;\nevents {{}}\n" \
                f"http {{\naccess_log off;\n{paths}{site}}}\n"
        if os.geteuid() == 0:
            whole = "user root;\n" + whole # the folder is root's alone
        return [shutil.which("nginx") or "/usr/sbin/nginx", "-p", self.folder, "-e", "stderr", "-c",
                self.write("nginx.conf", whole)]


class Caddy(Proxy):
    def command(self):
        site = self.example("Caddyfile",
                            (f"\n{NAME} {{", f"\n{NAME}:{self.port} {{\n\ttls {self.certificate} {self.key}\n"),
                            ("127.0.0.1:7777", " ".join(f"127.0.0.1:{one.port}" for one in self.houses)))
        return ["caddy", "run", "--adapter", "caddyfile", "--config",
                self.write("Caddyfile", f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")]


class Haproxy(Proxy):
    def command(self):
        with open(self.certificate, encoding="ascii") as cert, open(self.key, encoding="ascii") as key:
            both = self.write("both.pem", cert.read() + key.read())
        whole = self.example("haproxy.cfg", ("bind :80", f"bind 127.0.0.1:{self.plain}"),
                             ("bind :443", f"bind 127.0.0.1:{self.port}"),
                             (f"/etc/haproxy/{NAME}.pem", both), *self.nodes())
        return [shutil.which("haproxy") or "/usr/sbin/haproxy", "-db", "-f", self.write("haproxy.cfg", whole)]


def keeper(tavern, *words):
    done = subprocess.run([PROGRAM, "keeper", *words, "--data", tavern.data, "--json"], capture_output=True, text=True,
                          check=False)
    return json.loads(done.stdout)


def check_page(proxy):
    status, headers, body = proxy.get("/")
    assert status == 200 and b"<html" in body, status
    assert "; Secure" in headers["set-cookie"] and "HttpOnly" in headers["set-cookie"], headers
    for path in re.findall(r'(?:src|href)="(/assets/[^"]+)"', body.decode()):
        assert proxy.get(path)[0] == 200, path
    assert proxy.get("/healthz")[0] == 200 and proxy.get("/t/abcdefghijkm")[0] == 200
    assert proxy.get("/", headers={"Host": "evil.example"})[2] != body
    return headers["set-cookie"].split(";")[0]


def check_game(proxy, cookie):
    """One person and a bot, to the end; the cookie of the page is who he is."""
    anna = proxy.player("Anna", cookie=cookie)
    table = ws.new_table(anna, seats=2, bots=[None, "random"], options=["wager=none"])
    anna.ask(type="deal", table=table)
    end = time.time() + 60
    while not anna.views.get(table, {}).get("over"):
        assert time.time() < end, "the game does not end"
        if anna.answer(table):
            anna.wait("update")
        else:
            anna.take()
    anna.socket.close()
    anna = proxy.player("Anna", cookie=cookie)
    assert anna.enter(table)["you"] == 0, "a new guest"
    anna.socket.close()
    assert proxy.get(f"/api/record/{table}")[0] == 200
    try:
        proxy.player("Eve", headers={"Origin": "https://evil.example"})
    except ws.Closed:
        pass
    else:
        raise AssertionError("a page of another origin may play")


def check_addresses(proxy, tavern):
    """Who asks is who connects to the proxy, whatever he says of himself; a bar holds through it."""
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "http"}
    bert = proxy.player("Bert", "127.0.0.5", forged)
    assert "; Secure" in bert.socket.head, bert.socket.head
    assert {"address": "127.0.0.5", "connections": 1} in keeper(tavern, "list")["addresses"]
    answer = keeper(tavern, "bar", "127.0.0.5")
    assert answer["sent_away"] == 1, answer
    assert proxy.get("/", "127.0.0.5")[0] == 403 and proxy.get("/", "127.0.0.5", forged)[0] == 403
    assert proxy.get("/", "127.0.0.6")[0] == 200
    assert not keeper(tavern, "bar", "127.0.0.1")["ok"], "the proxy itself"
    assert keeper(tavern, "unbar", "127.0.0.5")["ok"]
    assert proxy.get("/", "127.0.0.5")[0] == 200


def check_metrics(proxy, port):
    for path in ("/metrics", "//metrics", "/./metrics", "/x/../metrics", "/%6detrics", "/metrics?x", "/metrics/",
                 "/metrics%0ahost:127.0.0.1:"):
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"Connection": "Upgrade", "Upgrade": "h2c"}):
            status, _, body = proxy.get(path, headers=headers)
            assert status >= 400 and b"taproom_connections" not in body, (path, headers, status)
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    line.request("GET", "/metrics")
    assert b"taproom_connections" in line.getresponse().read()
    line.close()


def check_plain(proxy):
    """Without TLS one is sent to where it is."""
    line = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=20)
    line.request("GET", "/t/abcdefghijkm", headers={"Host": NAME})
    answer = line.getresponse()
    assert answer.status == 301 and answer.getheader("location") == f"https://{NAME}/t/abcdefghijkm", answer.status
    line.close()


def check_restart(proxy, tavern):
    """A house that went away for an upgrade is found again."""
    assert keeper(tavern, "drain")["ok"]
    assert tavern.process.wait(20) == 0
    tavern.process.stdout.close()
    tavern.start()
    assert proxy.get("/")[0] == 200
    proxy.player("Cleo").socket.close()


def come_again(proxy, player, table):
    """As a browser does when its connection ends; whoever holds the table then."""
    end = time.time() + 30
    while True:
        try:
            again = proxy.player(player.name, cookie=player.cookie, table=table)
            assert again.cookie == player.cookie, "a new guest"
            player.socket = again.socket
            player.views.clear()
            player.seen.clear()
            player.say(type="enter", id=(number := player.new_id()), table=table, seen=-1)
            while (message := player.take()).get("re") != number:
                pass
            if message["type"] == "table":
                return
        except (ws.Closed, OSError):
            pass
        assert time.time() < end, f"{player.name} does not come to his table"
        time.sleep(0.1)


def check_kill(proxy, nodes):
    """Two at one table; its node is killed; they come again by themselves, and play to the end."""
    people = [proxy.player(name) for name in ("Anna", "Bert")]
    table = ws.new_table(people[0], people[1:], game="kings-council", seats=2, grace=0)
    people[0].ask(type="deal", table=table)
    for player in people:  # by the table's word, as from its page
        player.socket.close()
        come_again(proxy, player, table)
    answers, killed, end = 0, None, time.time() + 90
    while not all(player.views.get(table, {}).get("over") for player in people):
        assert time.time() < end, f"it does not come to its end: {answers} answers"
        for gone in ws.pump(people):
            come_again(proxy, gone, table)
        for player in people:
            try:
                if player.views.get(table, {}).get("choices") and player.answer(table):
                    player.views[table]["choices"] = []
                    answers += 1
            except ws.Closed:
                come_again(proxy, player, table)
        if answers == 2 and not killed:
            killed = nodes.one if nodes.holder(table) == "one" else nodes.two
            killed.kill()
    assert killed, "the game was too short"
    for player in people:
        player.socket.close()
    killed.start()
    for node in (nodes.one, nodes.two):
        assert proxy.get(f"/api/record/{table}")[0] == 200 and node.get("/healthz")[0] == 200


def check_node_door(proxy, nodes):
    """Nobody comes from outside to where nodes call each other."""
    ws.socket = socket  # not through the proxy
    port, key = nodes.one.port, {"Sec-WebSocket-Protocol": "taproom.node.1", "Host": f"{NAME}:{proxy.port}"}
    assert " 101 " in ws.Socket(port, {**key, "Host": f"127.0.0.1:{port}"}, "/node").head, "there is no such door"
    ws.socket = types.SimpleNamespace(create_connection=lambda *_: proxy.connect(), timeout=socket.timeout,
                                      IPPROTO_TCP=socket.IPPROTO_TCP, TCP_NODELAY=socket.TCP_NODELAY)
    for path in ("/node", "/node?t=x", "/%6eode", "//node", "/./node"):
        try:
            ws.Socket(proxy.port, key, path)
        except ws.Closed as refused:
            assert re.match(r"HTTP/1.1 4\d\d ", str(refused)), (path, refused)
        else:
            raise AssertionError(f"{path} is open")


def check_health(proxy, nodes):
    """A node that cannot renew its lease gets nobody, whatever table they call for; later it does again."""
    def comers():
        """How many of twelve are at each."""
        people = [proxy.player(f"Cleo {number}", table=f"table{number:07d}") for number in range(12)]
        there = [sum(one["connections"] for one in keeper(node, "list")["addresses"])
                 for node in (nodes.one, nodes.two)]
        for player in people:
            player.socket.close()
        end = time.time() + 10
        while any(keeper(node, "list")["addresses"] for node in (nodes.one, nodes.two)):
            assert time.time() < end, "they do not go"
            time.sleep(0.05)
        return there

    end = time.time() + 20
    while 0 in comers():
        assert time.time() < end, "one of them gets nobody"
        time.sleep(0.5)
    busy = locker(f"SELECT 1 FROM {nodes.schema}.nodes WHERE id = 'one' FOR NO KEY UPDATE")
    while nodes.one.get("/healthz")[0] != 503:
        assert time.time() < end, "its lease does not run out"
        time.sleep(0.05)
    time.sleep(2.5)
    assert nodes.one.get("/healthz")[0] == 503 and nodes.one.process.poll() is None
    found = comers()
    busy.communicate()
    assert found[0] == 0 and found[1] == 12, found


def of_nodes(kind):
    nodes = Nodes(lease=2, flags=("--host", NAME, "--behind", "127.0.0.1"))
    proxy = kind(nodes.one, nodes.two)
    try:
        check_page(proxy)
        check_node_door(proxy, nodes)
        check_kill(proxy, nodes)
        if kind is not Nginx:  # that one only notices who does not answer
            check_health(proxy, nodes)
    except BaseException:
        print(f"{kind.__name__} said: {proxy.said()}\nthe nodes said: {nodes.one.said()} {nodes.two.said()}",
              file=sys.stderr)
        raise
    finally:
        proxy.close()
        for node in (nodes.one, nodes.two):
            node.clean()
    print(f"{kind.__name__} in front of two nodes: page, door of the nodes, a kill"
          f"{'' if kind is Nginx else ', health'}: ok", flush=True)


def main():
    for kind in (Haproxy, Nginx, Caddy):
        of_nodes(kind)
    house.POSTGRES = False  # from here on in a folder
    for kind in (Nginx, Caddy):
        tavern = House("--host", NAME, "--behind", "127.0.0.1", "--metrics", "127.0.0.1:0")
        port = int(re.search(r":(\d+)/metrics", tavern.process.stdout.readline()).group(1))
        proxy = kind(tavern)
        try:
            check_game(proxy, check_page(proxy))
            check_addresses(proxy, tavern)
            check_metrics(proxy, port)
            if kind is Nginx:
                check_plain(proxy)
            check_restart(proxy, tavern)
            tavern.stop()
        except BaseException:
            print(f"{kind.__name__} said: {proxy.said()}\nthe house said: {opened[-1].said()}", file=sys.stderr)
            raise
        finally:
            proxy.close()
        print(f"{kind.__name__}: page, game, cookie, addresses, metrics, restart: ok", flush=True)


if __name__ == "__main__":
    main()
