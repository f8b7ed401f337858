#!/usr/bin/env python3
"""Simple ways to bet, to see whether a bot can be run over: raise always bets so much and gives up when others bet
more, call never folds, shove always bets everything. Where a bet buys cards it takes what it can get for it.

    taproom match delve --bot "cmd:python3 examples/bots/stubborn.py raise 8" --bot search:2
"""
import json
import sys

way, amount = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8


def bet(choices, words):
    verbs = {word.split()[0] for word in words}
    raising = next((c for c in choices if c["word"].split()[0] in ("raise", "open")), None)
    wanted = {"raise": amount, "shove": 10 ** 9}.get(way)
    if raising and wanted and (verbs & {"check", "pass"} or raising["lo"] <= wanted):
        return f"{raising['word']} {max(raising['lo'], min(raising['hi'], wanted))}"
    if way != "raise" and "call" in verbs:
        return "call"
    return next(word for word in ("check", "pass", "fold") if word in verbs)


def decide(question):
    words = question["words"]
    betting = any(word in ("fold", "check", "pass") for word in words)
    if betting:
        return bet(question["view"]["choices"], words)
    return next((word for word in words if word.startswith("delve ")), words[0])


print(json.dumps({"type": "hello", "version": 1, "name": f"stubborn {way}"}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        print(json.dumps({"id": message["id"], "word": decide(message)}), flush=True)
