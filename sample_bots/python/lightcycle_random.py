#!/usr/bin/env python3
"""Plays Light Cycle at random: each cycle moves to any neighbouring cell that is on no trail."""
import json, random, sys


def choose(size, cycles, mine, trails):  # your ideas go here
    trails.update((tuple(cell), cycle) for cycle, cell in enumerate(cycles))
    taken = {cell for cell, cycle in trails.items() if cycles[cycle] != [-1, -1]}  # the dead have no trail
    move = []
    for x, y in (cycles[cycle] for cycle in mine):
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        inside = [cell for cell in near if 0 <= min(cell) <= max(cell) < size]
        free = [cell for cell in inside if cell not in taken and cell not in move]
        move.append(random.choice(free or near))
    return move


print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        size, starts, seat = message["setup"]["size"], message["setup"]["starts"], message["seat"]
        first, trails = sum(map(len, starts[:seat])), {}  # cycles are numbered team by team
    elif message["type"] == "turn":
        move = choose(size, message["view"]["cycles"], range(first, first + len(starts[seat])), trails)
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
