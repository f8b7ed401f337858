#!/usr/bin/env python3
"""The server as its keeper meets it: ports, folders, the terminal's L key and QR code, signals."""
import os
import pty
import re
import select
import signal
import subprocess
import time

from house import PROGRAM, House, run

# Looking for leaks takes seconds, many programs end here, and other tests look.
os.environ["ASAN_OPTIONS"] = "detect_leaks=0"
house = House()


def taproom(*words, seconds=60):
    done = subprocess.run([PROGRAM, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=seconds)
    return done.returncode, done.stdout, done.stderr


def test_refusals():
    """One sentence each, and nothing from the depths."""
    other = os.path.join(house.data, "other")
    for words, expected in ((("--data", house.data, "--port", "0"), "Another server has the tables"),
                            (("--data", other, "--port", str(house.port)), "Does another server run there?"),
                            (("--data", other, "--port", "0", "--bind", "nonsense"),
                             "Is that an address of this machine?"),
                            (("--data", "/proc/nothing", "--port", "0"), "Cannot make the folder")):
        code, said, wrong = taproom("serve", *words)
        assert code == 1 and not said and expected in wrong and wrong.count("\n") == 1, (code, said, wrong)
    for words in (("--port", "65536"), ("--port",), ("--nothing", "x"), ("--lan", "--bind", "127.0.0.1")):
        code, _, wrong = taproom("serve", *words)
        assert code == 2 and "--help" in wrong, (words, code, wrong)
    assert house.get("/healthz")[2] == b"ok\n" # none of them disturbed it


def read_until(terminal, *wanted, seconds=30):
    text, end = "", time.time() + seconds
    while not any(words in text for words in wanted):
        ready, _, _ = select.select([terminal], [], [], max(0, end - time.time()))
        assert ready, f"no {wanted!r} in {text!r}"
        text += os.read(terminal, 65536).decode()
    return text


def matrix(text):
    """The modules of a QR code drawn with half blocks: True is dark."""
    rows = []
    for line in re.findall("^ *(?:\x1b\\[97;40m)?([\u2588\u2580\u2584 ]{20,})(?:\x1b\\[0m)?\r?$", text, re.M):
        rows.append([block in " \u2584" for block in line])
        rows.append([block in " \u2580" for block in line])
    return rows


def check_code(text):
    rows = matrix(text)
    size = len(rows[0])
    assert size >= 21 + 8 and len(rows) in (size, size + 1), (size, len(rows))
    rows = rows[:size]
    quiet = [rows[y][x] for y in range(size) for x in range(size) if min(x, y, size - 1 - x, size - 1 - y) < 4]
    assert not any(quiet), "the quiet zone is not light"
    finder = [[max(abs(x - 3), abs(y - 3)) in (0, 1, 3) for x in range(7)] for y in range(7)]
    for left, top in ((4, 4), (size - 11, 4), (4, size - 11)):
        assert [row[left:left + 7] for row in rows[top:top + 7]] == finder, "no finder pattern"
    timing = [rows[10][x] for x in range(12, size - 12)] # between two of them dark and light take turns
    assert timing == [x % 2 == 0 for x in range(12, size - 12)], timing
    assert timing == [rows[y][10] for y in range(12, size - 12)], timing


def test_terminal():
    """L and Enter lets the network in and shows the way; Ctrl-C closes with a word and exit code 0."""
    ours, theirs = pty.openpty()
    data = os.path.join(house.data, "terminal")
    process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--data", data], stdin=theirs, stdout=theirs,
                               stderr=theirs, start_new_session=True)
    os.close(theirs)
    said = read_until(ours, "Ctrl-C and say: " + PROGRAM)
    port = re.search(r"http://127\.0\.0\.1:(\d+)/", said).group(1)
    assert "L and Enter" in said and int(port) > 0
    os.write(ours, b"\n")
    assert port in read_until(ours, "Ctrl-C and say: " + PROGRAM) # anything else shows the address again
    os.write(ours, b"l\n")
    said = read_until(ours, "Ctrl-C and say: " + PROGRAM, "no local network")
    address = re.search(r"local network: http://([\d.]+):(\d+)/", said)
    if address: # a machine without a network has none
        assert address.group(2) == port
        check_code(said)
    process.send_signal(signal.SIGINT)
    assert "The tavern is closed" in read_until(ours, "again.")
    assert process.wait(30) == 0
    os.close(ours)


def test_lan():
    """The same from the start, and without a terminal no colours."""
    other = House("--lan")
    said = ""
    while select.select([other.process.stdout], [], [], 0.5)[0]:
        said += os.read(other.process.stdout.fileno(), 65536).decode()
    if "local network" in said:
        check_code(said)
        assert "\x1b" not in said
    other.stop()


def test_stop():
    house.stop()


if __name__ == "__main__":
    run([test_refusals, test_terminal, test_lan, test_stop])
