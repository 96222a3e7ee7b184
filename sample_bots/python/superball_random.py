#!/usr/bin/env python3
"""Plays Superball at random: scores if it can, otherwise swaps any two pieces."""
import json, random, sys


def choose(setup, view):  # your ideas go here
    pieces = {(r, c): p for r, row in enumerate(view["board"]) for c, p in enumerate(row) if p not in ".*"}
    for cell, piece in pieces.items():
        group = [cell]  # the pieces of one colour that touch
        for r, c in group:  # it grows while we walk along it
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            group += [n for n in near if n not in group and pieces.get(n, "").lower() == piece.lower()]
        if piece.isupper() and len(group) >= setup["min_score_size"]:  # upper case: on a goal cell
            return "SCORE %d %d" % cell
    one, other = random.sample(list(pieces), 2)
    return "SWAP %d %d %d %d" % (*one, *other)


print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        setup = message["setup"]
    elif message["type"] == "turn":
        move = choose(setup, message["view"])
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
