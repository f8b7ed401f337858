"""Stands between two who speak over TCP, and does to them what networks do."""
import heapq
import itertools
import random
import select
import socket
import threading
import time

TO, FROM = 0, 1  # to the one it stands before, and from it
SAID_AGAIN_S = 0.25  # TCP of Linux says again after 200 ms at least


class Relay:
    """Stands before a port. cut: which ways pass nothing, and let nobody know; what was said meanwhile comes later, as
    it does when a network is whole again. delay: seconds that everything takes, each way. loss: a share of what is said
    that is lost on the way, and comes when TCP has said it again; so does what was said after it. pieces: so many bytes
    at most go together."""

    def __init__(self, port):
        self.to, self.cut, self.delay, self.loss, self.pieces, self.pairs = port, (), 0, 0, 65536, []
        self.held = []  # a heap: (when it is due, how many came before, pair, way, bytes)
        self.came, self.last = itertools.count(), {}  # last: by pair and way when what was held last is due
        self.luck = random.Random(port)
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.dead = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def is_cut(self, way):
        return way in self.cut

    def ends(self):
        """Whom it listens to now: an end of a pair speaks one way."""
        listened = [] if self.is_cut(TO) else [self.door]
        return listened + [end for pair in self.pairs for way, end in enumerate(pair) if not self.is_cut(way)]

    def run(self):
        while not self.dead:
            due = self.held[0][0] - time.monotonic() if self.held else 0.02
            for end in select.select(self.ends(), [], [], min(0.02, max(0, due)))[0]:
                if end is self.door:
                    self.meet()
                else:
                    self.pass_on(end)
            while self.held and self.held[0][0] <= time.monotonic():
                _, _, pair, way, data = heapq.heappop(self.held)
                self.hand_over(pair, way, data)
        for end in [self.door] + [end for pair in self.pairs for end in pair]:
            end.close()

    def meet(self):
        caller = self.door.accept()[0]
        try:
            pair = (caller, socket.create_connection(("127.0.0.1", self.to)))
        except OSError:
            caller.close()
            return
        for end in pair:
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.pairs.append(pair)

    def pass_on(self, end):
        pair = next((pair for pair in self.pairs if end in pair), None)
        if not pair:
            return  # its other end has just gone
        way = pair.index(end)
        try:
            data = end.recv(self.pieces)
        except OSError:
            data = b""
        now, road = time.monotonic(), (pair, way)
        due = max(now + self.delay + (SAID_AGAIN_S if self.luck.random() < self.loss else 0), self.last.get(road, 0))
        if due > now:
            self.last[road] = due
            heapq.heappush(self.held, (due, next(self.came), pair, way, data))
        else:
            self.hand_over(pair, way, data)

    def hand_over(self, pair, way, data):
        if pair not in self.pairs:
            return
        try:
            pair[1 - way].sendall(data)
        except OSError:
            data = b""
        if not data:
            self.pairs.remove(pair)
            self.last.pop((pair, TO), None)
            self.last.pop((pair, FROM), None)
            for end in pair:
                end.close()

    def close(self):
        self.dead = True
        self.thread.join(5)
