"""Puts its stone where it makes or stops the most. It speaks the protocol without a library."""
import json, random, sys

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def value(board, row, column, stone):
    """What a stone there is worth: the more stones a line of five through it has, and none of the opponent, the more."""
    size, total = len(board), 0
    for down, right in DIRECTIONS:
        for first in range(-4, 1):
            points = [(row + (first + i) * down, column + (first + i) * right) for i in range(5)]
            if all(0 <= r < size and 0 <= c < size for r, c in points):
                marks = [board[r][c] for r, c in points]
                if all(mark in (stone, ".") for mark in marks):
                    total += 10 ** marks.count(stone)
    return total


def choose(view):
    board, mine, other = view["board"], "XO"[view["mover"]], "OX"[view["mover"]]
    free = [(row, column) for row, marks in enumerate(board) for column, mark in enumerate(marks) if mark == "."]
    return max(free, key=lambda at: (1.5 * value(board, *at, mine) + value(board, *at, other), random.random()))


print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        move = choose(message["view"])
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
