#!/usr/bin/env python3
"""contrib/nginx.conf and contrib/Caddyfile in front of a real house, with a certificate of their own: the page, a game
over a WebSocket, a Secure cookie, who asks, bars, and metrics that nobody outside can reach. Part of make test-long,
for it needs both proxies (make test-proxies)."""
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

import ws
from house import House, PROGRAM, opened

NAME = "tavern.example"
CONTRIB = os.path.join(ws.ROOT, "contrib")


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Proxy:
    """One of them, in a folder of its own, with what the example says and ports that are free here."""

    def __init__(self, tavern):
        self.folder = tempfile.mkdtemp(prefix="taproom-proxy-")
        self.port, self.plain, self.tavern = free_port(), free_port(), tavern
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
        """The example with each of these changed; a change that finds nothing is a fault of the test."""
        with open(os.path.join(CONTRIB, name), encoding="utf-8") as file:
            text = file.read()
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

    def player(self, name, source="127.0.0.1", headers=None, cookie=None):
        """A guest who comes from there, as a browser would: with the origin of the page."""
        ws.socket = types.SimpleNamespace(create_connection=lambda *_: self.connect(source), timeout=socket.timeout,
                                          IPPROTO_TCP=socket.IPPROTO_TCP, TCP_NODELAY=socket.TCP_NODELAY)
        player = ws.Player(self.port, name, random.Random(name), cookie)
        host = f"{NAME}:{self.port}"
        player.socket = ws.Socket(self.port, {"Host": host, "Origin": f"https://{host}", **(headers or {}),
                                              **({"Cookie": cookie} if cookie else {})})
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
            ("http://127.0.0.1:7777", f"http://127.0.0.1:{self.tavern.port}"))
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
                            ("127.0.0.1:7777", f"127.0.0.1:{self.tavern.port}"))
        return ["caddy", "run", "--adapter", "caddyfile", "--config",
                self.write("Caddyfile", f"{{\n\tadmin off\n\tauto_https disable_redirects\n}}\n{site}")]


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


def main():
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
