"""Starts, kills and asks a real server ($TAPROOM) with a folder of its own."""
import atexit
import http.client
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ.get("TAPROOM", "build/taproom")
opened = []
POSTGRES = os.environ.get("TAPROOM_STORE") == "postgres"  # the houses of this process lie in PostgreSQL


class Postgres:
    """A server of the tests' own; each house in it has a schema."""
    one = None

    def __init__(self):
        self.process = subprocess.Popen(["tests/support/postgres"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True)
        self.where = self.process.stdout.readline().strip()
        assert self.where, "PostgreSQL's server could not be started: apt-get install postgresql"
        self.schemas = 0
        atexit.register(self.stop)

    @classmethod
    def get(cls):
        cls.one = cls.one or cls()
        return cls.one

    def crash(self):
        self.order("crash")

    def order(self, command):
        """One of tests/support/postgres; a standby is known from then on."""
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        where = self.process.stdout.readline().strip()
        assert where, f"PostgreSQL's server did not {command}"
        if command.startswith("standby"):
            self.where = where

    def stop(self):
        self.process.stdin.close()
        self.process.wait(30)

    def do(self, text):
        subprocess.run(["psql", "-q", "-At", "-v", "ON_ERROR_STOP=1", self.where], input=text, text=True, check=True)

    def ask(self, text):
        return subprocess.run(["psql", "-q", "-At", "-v", "ON_ERROR_STOP=1", self.where], input=text, text=True,
                              check=True, capture_output=True).stdout.strip()

    def new_house(self):
        self.schemas += 1
        self.do(f"CREATE SCHEMA house_{self.schemas}")
        return f"{self.where}{'&' if '?' in self.where else '?'}options=-csearch_path%3Dhouse_{self.schemas}"


LONG = os.environ.get("TAPROOM_LONG") == "1"


class House:
    def __init__(self, *flags, port=0, env=None):
        self.data = tempfile.mkdtemp(prefix="taproom-house-")
        if POSTGRES and "--store" not in flags:
            flags = (*flags, "--store", Postgres.get().new_house(), "--node", "one", "--address", "127.0.0.1:1",
                     "--lease", "1")
        self.flags, self.port, self.process, self.log = flags, port, None, ""
        self.env = {**os.environ, **env} if env else None
        atexit.register(self.clean)
        opened.append(self)
        self.start()

    def start(self, file_bytes=None):
        """file_bytes: no file may grow beyond it, as on a full disk."""
        limit = (lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes, file_bytes))) if file_bytes else None
        self.errors = open(os.path.join(self.data, "stderr"), "a+", encoding="utf-8")
        self.process = subprocess.Popen([PROGRAM, "serve", "--port", str(self.port), "--data", self.data, *self.flags],
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors,
                                        text=True, preexec_fn=limit, env=self.env)
        line = self.process.stdout.readline()
        found = re.search(r"http://[^:]+:(\d+)/", line)
        assert found, f"the server did not start: {line} {self.said()}"
        self.port = int(found.group(1)) # the same one after a restart

    def fill_disk(self):
        """From now on the running server can write to no file."""
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (1, 1))

    def said(self):
        self.errors.flush()
        with open(self.errors.name, encoding="utf-8") as file:
            return file.read()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        """SIGTERM must drain and exit 0, without a word of a sanitizer."""
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(90)
        self.process.stdout.close()
        said = self.said()
        assert code == 0, f"exit code {code}: {said}"
        assert "Sanitizer" not in said and "runtime error" not in said, said

    def get(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, headers=headers or {})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, body

    def metric(self, name):
        body = self.get("/metrics")[2].decode()
        return float(re.search(rf"^taproom_{name} (\S+)$", body, re.M).group(1))

    def clean(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.errors.close()
        shutil.rmtree(self.data, ignore_errors=True)


def run(tests):
    """Runs functions one after another and says how long each took."""
    for test in tests:
        began = time.time()
        print(f"{test.__name__} ...", end=" ", flush=True)
        try:
            test()
        except BaseException:
            for house in opened:
                print(f"the server (exit code {house.process.poll()}) said: {house.said()}", flush=True)
            raise
        print(f"ok {time.time() - began:.1f} s", flush=True)
    sys.exit(0)
