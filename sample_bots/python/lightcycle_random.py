#!/usr/bin/env python3
"""Plays Light Cycle at random: each cycle moves to any neighbouring cell that is on no trail.

Without options it speaks the protocol over stdin and stdout; --connect dials in to a referee."""
import argparse, io, json, os, random, socket, sys


def answer(turn, start, trails):
    cycles, starts, seat = turn["view"]["cycles"], start["setup"]["starts"], start["seat"]
    size, first = start["setup"]["size"], sum(map(len, starts[:seat]))  # cycles are numbered team by team
    trails.update((tuple(cell), cycle) for cycle, cell in enumerate(cycles))
    # The trails of dead cycles, which are at [-1, -1], are free again.
    taken, move = {cell for cell, cycle in trails.items() if cycles[cycle] != [-1, -1]}, []
    for x, y in cycles[first : first + len(starts[seat])]:
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        free = [c for c in near if c not in taken and c not in move and 0 <= min(c) <= max(c) < size]
        move.append(random.choice(free or near))
    return {"type": "move", "match": turn["match"], "turn": turn["turn"], "move": move}


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--connect", metavar="HOST:PORT", default=os.getenv("REFEREE_ADDR"))
parser.add_argument("--name", default=os.getenv("REFEREE_NAME"))
parser.add_argument("--token-file", type=argparse.FileType(), default=io.StringIO(os.getenv("REFEREE_TOKEN")))
args, hello = parser.parse_args(), {"type": "hello", "protocol": 1}
if args.connect:
    hello.update(name=args.name, token=args.token_file.read().strip())
    connection = socket.create_connection(args.connect.rsplit(":", 1))
    # One write a message and one answer a turn: nothing for TCP_NODELAY to speed up.
    sys.stdin = sys.stdout = connection.makefile("rw", encoding="utf-8")  # print() now talks to the referee
print(json.dumps(hello), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        start, trails = message, {}  # trails: which cycle was last on a cell
    elif message["type"] == "turn":
        print(json.dumps(answer(message, start, trails)), flush=True)
    elif message["type"] in ("welcome", "error", "bye"):
        print(message, file=sys.stderr)
    if message["type"] == "bye":
        break
