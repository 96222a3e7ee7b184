#!/usr/bin/env python3
"""Plays Walls at random: forward about half of the time if it is open, otherwise a turn.

Without options it speaks the protocol over stdin and stdout; --connect dials in to a referee."""
import argparse, io, json, os, random, socket, sys

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def choose(view):
    seat, board = view["mover"], view["board"]
    me, other = view["players"][seat], view["players"][1 - seat]
    row, column = me["at"][0] + STEPS[me["face"]][0], me["at"][1] + STEPS[me["face"]][1]
    inside = 0 <= row < len(board) and 0 <= column < len(board)
    is_open = inside and board[row][column] in (".", "AB"[seat]) and [row, column] != other["at"]
    return random.choice(["forward", "forward", "left", "right"] if is_open else ["left", "right"])


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
    if message["type"] == "turn":
        move = choose(message["view"])
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        print(json.dumps(answer), flush=True)
    elif message["type"] in ("welcome", "error", "bye"):
        print(message, file=sys.stderr)
    if message["type"] == "bye":
        break
