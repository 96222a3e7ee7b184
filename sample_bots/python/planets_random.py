#!/usr/bin/env python3
"""Plays Planets at random: any step that no asteroid blocks, or it stays."""
import json, random, sys

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), ".": (0, 0)}


def choose(setup, view):  # your ideas go here
    grid = setup["grid"]  # None: an asteroid, 0: empty, k: a nebula that holds the ship for k turns
    row, column = view["ship"]["location"]
    below, beside = len(grid), len(grid[0])  # edges are joined
    ahead = {letter: grid[(row + r) % below][(column + c) % beside] for letter, (r, c) in STEPS.items()}
    return random.choice([letter for letter in STEPS if ahead[letter] is not None])


hello = json.dumps({"type": "hello", "protocol": 1, "features": ["new_match"]})
print(hello, flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        setup = message["setup"]
    elif message["type"] == "turn":
        move = choose(setup, message["view"])
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "new_match":
        print(hello, flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
