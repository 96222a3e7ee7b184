"""A bot whose every move follows from the seed in its first argument and from the view alone.

It waits some milliseconds before each answer, so that matches last, and kills hit them in the middle.
It plays all games but Light Cycle, at random, and remembers nothing: a match that was interrupted at any turn
goes on with the same moves as one that was not. Started by the referee, by `referee join` or by join.py."""
import json
import random
import sys
import time

THINKS = 0.005  # seconds
WALLS_STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
PLANETS_STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), ".": (0, 0)}
SNAKE_STEPS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "O": (0, -1)}


def walls(chance, start, view):
    seat, board = view["mover"], view["board"]
    me, other = view["players"][seat], view["players"][1 - seat]
    row, column = (at + step for at, step in zip(me["at"], WALLS_STEPS[me["face"]]))
    inside = 0 <= row < len(board) and 0 <= column < len(board)
    is_open = inside and board[row][column] in (".", "AB"[seat]) and [row, column] != other["at"]
    return chance.choice(["forward", "forward", "left", "right"] if is_open else ["left", "right"])


def planets(chance, start, view):
    grid = start["setup"]["grid"]
    row, column = view["ship"]["location"]
    return chance.choice([letter for letter, (down, right) in PLANETS_STEPS.items()
                          if grid[(row + down) % len(grid)][(column + right) % len(grid[0])] is not None])


def snake(chance, start, view):
    maze, (row, column) = view["maze"], view["head"]
    free = []
    for step, (down, right) in SNAKE_STEPS.items():
        r, c = row + down, column + right
        if 0 <= r < len(maze) and 0 <= c < len(maze[0]) and maze[r][c] != "#":
            free.append(step)
    return chance.choice(free or ["N"])


def superball(chance, start, view):
    cells = [(r, c) for r, row in enumerate(view["board"]) for c, mark in enumerate(row) if mark not in ".*"]
    one, other = chance.sample(cells, 2)
    return "SWAP %d %d %d %d" % (*one, *other)


def battleship(chance, start, view):
    setup, seat = start["setup"], start["seat"]
    if view["phase"] == "shoot":
        rows = enumerate(view["boards"][1 - seat])
        return chance.choice([[r, c] for r, row in rows for c, mark in enumerate(row) if mark == "."])
    rows = chance.sample(range(setup["size"]), len(setup["ships"]))  # at most one ship in a row
    ships = []
    for row, length in zip(rows, setup["ships"]):
        column = chance.randrange(setup["size"] - length + 1)
        ships.append({"across": True, "at": [row, column], "length": length})
    return {"ships": ships}


def main():
    seed = sys.argv[1]
    print(json.dumps({"type": "hello", "protocol": 1, "resume": True}), flush=True)
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            start = message
        elif message["type"] == "turn":
            view = message["view"]
            time.sleep(THINKS)
            move = globals()[start["game"]](random.Random(seed + json.dumps(view)), start, view)
            answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
            print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
