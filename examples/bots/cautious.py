#!/usr/bin/env python3
"""A bot for `taproom match GAME --bot "cmd:python3 examples/bots/cautious.py" --bot random`.

It plays any game: it never folds while checking is free, calls small bets, raises seldom, and else picks at random.
The protocol is docs/bot-protocol.md: a line of JSON comes in, a line of JSON goes out.
"""
import json
import random
import sys


def say(**message):
    print(json.dumps(message), flush=True)  # without flush the line would wait in a buffer, and the answer be late


def decide(question):
    luck = random.Random(question["seed"])  # the seed makes a match repeatable
    words = question["words"]  # complete answers, ready to send
    by_verb = {word.split()[0]: word for word in words}
    mine = [c["value"] for c in question["view"]["counters"] if c["owner"] == question["seat"] and "value" in c]
    if "check" in by_verb:
        return by_verb["check"] if luck.random() < 0.8 else luck.choice(words)
    if "call" in by_verb and "fold" in by_verb:
        price = next((c for c in question["view"]["choices"] if c["word"].startswith("call")), {})
        digits = [int(word) for word in price.get("label", "").split() if word.isdigit()]
        return by_verb["call"] if not digits or digits[0] * 10 <= max(mine, default=100) else by_verb["fold"]
    return luck.choice(words)


say(type="hello", version=1, name="cautious")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "decide":
        say(id=message["id"], word=decide(message))
