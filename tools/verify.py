#!/usr/bin/env python3
"""Checks a fair deal without knowing any rules: the commitment, the mixed seed, and every use of chance.

  taproom verify --export GAME.rec > GAME.chance
  python3 tools/verify.py GAME.chance [--record GAME.rec] [--commitment HEX] [--client SEAT:HEX]
  python3 tools/verify.py --vectors

"-" reads standard input. --record: the seeds of the record must be those of the export. --commitment and --client: what
you noted yourself before the first card. Ends with 0 if all holds, 1 if not, 2 if it cannot be read.
Written from docs/fairness.md alone, with nothing but Python's own library: it shares no code with the program.
"""
import argparse
import hashlib
import re
import struct
import sys

STREAMS = ("deck", "dice", "seat", "more")


def commitment_to(server):
    return hashlib.sha256(b"taproom fair commitment 1\n" + server).digest()


def mixed_seed(table, server, clients):
    text = b"taproom fair deal 1\n" + bytes([len(table)]) + table.encode("ascii") + server + bytes([len(clients)])
    for seat in sorted(clients):
        text += bytes([seat]) + clients[seat]
    return hashlib.sha512(text).digest()


def chacha8_block(key, counter):
    start = list(struct.unpack("<4I", b"expand 32-byte k")) + list(key) + [counter & 0xFFFFFFFF, counter >> 32, 0, 0]
    x = start[:]

    def quarter(a, b, c, d):
        for p, q, r, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[p] = (x[p] + x[q]) & 0xFFFFFFFF
            x[r] ^= x[p]
            x[r] = (x[r] << turn | x[r] >> (32 - turn)) & 0xFFFFFFFF

    for _ in range(4):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return [(a + b) & 0xFFFFFFFF for a, b in zip(x, start)]


def words_of(seed):
    """The endless row of 32-bit words: two keys whose blocks alternate."""
    keys = struct.unpack("<8I", seed[:32]), struct.unpack("<8I", seed[32:])
    block = 0
    while True:
        yield from chacha8_block(keys[block % 2], block // 2)
        block += 1


def below(words, n):
    """0 .. n-1, each as likely: multiply, and reject the stripe that would make some likelier."""
    while True:
        product = next(words) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


def read(lines, record):
    """Seeds and draws of an export, or the seeds of a record."""
    got = {"clients": {}, "draws": []}
    for number, line in enumerate(lines, 1):
        word = line.split()
        if record and word[:1] not in (["fair"], ["seed"]):
            continue
        word = word[word[:1] == ["fair"]:]
        if word[:1] == ["client"] and len(word) == 3:
            got["clients"][int(word[1])] = bytes.fromhex(word[2])
        elif word[:1] == ["table"] and len(word) == 2:
            got["table"] = word[1]
        elif len(word) == 2 and word[0] in ("commitment", "server", "seed"):
            got[word[0]] = bytes.fromhex(word[1])
        elif len(word) in (3, 4) and re.fullmatch(r"\d+ \d+", " ".join(word[:2])) and word[2] in STREAMS:
            got["draws"].append((int(word[0]), int(word[1]), word[3:] == ["rigged"]))
        elif word and word != ["chance", "1"]:
            raise ValueError(f"line {number} is not understood: {line.strip()[:60]}")
    return got


def findings(got, record, commitment, clients):
    """Pairs of a sentence and whether it is so."""
    missing = [name for name in ("table", "commitment", "server", "seed") if name not in got]
    yield "Table, commitment, server's seed and the game's seed are all there.", not missing
    yield "At least one player's seed went into the deal.", bool(got["clients"])
    if missing:
        return
    yield "The server's seed is the one the commitment was made to.", commitment_to(got["server"]) == got["commitment"]
    seed = mixed_seed(got["table"], got["server"], got["clients"])
    yield "The seed of the game is mixed from the server's and the players' seeds.", seed == got["seed"]
    words = words_of(seed)
    wrong = [i for i, (n, value, rigged) in enumerate(got["draws"], 1) if n and not rigged and below(words, n) != value]
    drawn = sum(1 for n, _, rigged in got["draws"] if n and not rigged)
    first_wrong = f"; the first that does not is {wrong[0]}" if wrong else ""
    yield f"All {drawn} draws follow from that seed, in order{first_wrong}.", not wrong
    yield "No draw was rigged.", not any(rigged for _, _, rigged in got["draws"])
    if record:
        keys = ("table", "commitment", "server", "seed", "clients")
        yield "The record has the same seeds.", all(record.get(key) == got[key] for key in keys)
    if commitment:
        yield "The commitment is the one you noted.", got["commitment"].hex() == commitment
    for seat, client in (text.split(":") for text in clients):
        yield f"The seed of seat {seat} is the one you noted.", got["clients"].get(int(seat), b"").hex() == client


def vectors():
    server, one, three = (bytes(range(k, k + 32)) for k in (0, 32, 64))
    seed = mixed_seed("specimen-1", server, {1: one, 3: three})
    print(f"table specimen-1\nserver {server.hex()}\nclient 1 {one.hex()}\nclient 3 {three.hex()}")
    print(f"commitment {commitment_to(server).hex()}\nseed {seed.hex()}")
    for n in (6, 52, 65535, 2147483649):
        words = words_of(seed)
        _ = [next(words) for _ in range(40)]
        print(f"below {n}:", *(below(words, n) for _ in range(8)))


def main():
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, count in (("export", "?"), ("--record", None), ("--commitment", None)):
        ask.add_argument(name, nargs=count)
    ask.add_argument("--client", action="append", default=[])
    ask.add_argument("--vectors", action="store_true")
    asked = ask.parse_args()
    if asked.vectors or not asked.export:
        return vectors() if asked.vectors else ask.error("give an export")
    try:
        with sys.stdin if asked.export == "-" else open(asked.export, encoding="utf-8") as file:
            got = read(file, False)
        record = asked.record and read(open(asked.record, encoding="utf-8"), True)
        found = list(findings(got, record, asked.commitment, asked.client))
    except (OSError, ValueError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 2
    for sentence, holds in found:
        print("Yes:" if holds else "NO: ", sentence)
    fair = all(holds for _, holds in found)
    print(f"The deal is {'' if fair else 'NOT '}proved fair.")
    return 0 if fair else 1


if __name__ == "__main__":
    sys.exit(main())
