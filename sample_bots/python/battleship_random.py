#!/usr/bin/env python3
"""Plays Battleship at random: ships in rows from the top, shots at any cells, never twice at the same."""
import json, random, sys


def choose(setup, seat, view):  # your ideas go here
    if view["phase"] == "shoot":
        rows = enumerate(view["boards"][1 - seat])  # the opponent's: "." has not been shot at
        return random.choice([[r, c] for r, row in rows for c, mark in enumerate(row) if mark == "."])
    row, column, ships, gap = 0, 0, [], 0 if setup["touching"] else 1
    for length in sorted(setup["ships"], reverse=True):
        if column + length > setup["size"]:  # this row is full
            row, column = row + 1 + gap, 0
        ships.append({"across": True, "at": [row, column], "length": length})
        column += length + gap
    return {"ships": ships}


print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        setup, seat = message["setup"], message["seat"]
    elif message["type"] == "turn":
        move = choose(setup, seat, message["view"])
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
