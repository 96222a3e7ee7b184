"""Walls as a rules program, from engines/walls/RULES.md alone: tests compare its matches with those of the engine."""
import json
import sys

MOVES = ["forward", "left", "right"]
FACES = "NESW"  # clockwise
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
MOST_IDLE = 9  # moves without a brick


class Walls:
    def __init__(self, options):
        self.n, self.mover = options["n"], options["first"]
        self.board = [["."] * self.n for _ in range(self.n)]
        centre = (self.n - 1) // 2
        starts = [(centre - 1, "W"), (centre + 1, "E")]
        self.players = [{"at": [centre, column], "bricks": 0, "face": face, "idle": 0, "stalled": False} for column, face in starts]
        self.moves = 0

    def play(self, move, forfeited):
        seat, player = self.mover, self.players[self.mover]
        laid, blocked = self.forward(seat) if move == "forward" else (None, False)
        if move in ("left", "right"):
            turned = FACES.index(player["face"]) + (1 if move == "right" else -1)
            player["face"] = FACES[turned % len(FACES)]
        self.moves += 1
        player["idle"] = 0 if laid else player["idle"] + 1
        player["stalled"] = forfeited or player["idle"] == MOST_IDLE
        can_move = [other for other in (1 - seat, seat) if not self.players[other]["stalled"]]
        is_full = sum(one["bricks"] for one in self.players) == self.n**2
        self.mover = None if is_full or not can_move else can_move[0]
        return {"blocked": blocked, "laid": laid}

    def forward(self, seat):
        """The square that got a brick, and whether the step was blocked."""
        player = self.players[seat]
        row, column = player["at"]
        down, right = STEPS[player["face"]]
        to = [row + down, column + right]
        if not self.may_enter(seat, to):
            return None, True
        player["at"] = to
        if self.board[row][column] != ".":
            return None, False
        self.board[row][column] = "AB"[seat]
        player["bricks"] += 1
        return [row, column], False

    def may_enter(self, seat, to):
        row, column = to
        if not (0 <= row < self.n and 0 <= column < self.n):
            return False
        return self.board[row][column] != "BA"[seat] and to != self.players[1 - seat]["at"]

    def position(self):
        bricks = [player["bricks"] for player in self.players]
        points = [1, 1] if bricks[0] == bricks[1] else [2, 0] if bricks[0] > bricks[1] else [0, 2]
        view = {"board": ["".join(row) for row in self.board], "mover": self.mover, "players": self.players}
        if self.mover is None:
            return {"view": view, "scores": points, "outcome": {"bricks": bricks, "moves": self.moves, "points": points}}
        return {"to_move": [self.mover], "view": view, "legal": [MOVES], "scores": points}


def brief(value):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True).encode()
    return text.decode() if len(text) <= 60 else text[:57].decode(errors="ignore") + "..."


def answer(matches, request):
    match = request["match"]
    if request["type"] == "new":
        if request["options"]["n"] % 2 == 0:
            return {"error": f"options.n: got {request['options']['n']}, expected an odd integer from 3 to 99"}
        matches[match] = Walls(request["options"])
        return matches[match].position()
    (entry,) = request["moves"]
    if "move" in entry and entry["move"] not in MOVES:
        why = f'expected one of "forward", "left", "right", got {brief(entry["move"])}'
        return {"refused": [{"seat": entry["seat"], "why": why, "malformed": True}]}
    events = matches[match].play(entry.get("move"), entry.get("forfeited", False))
    return {"events": events, **matches[match].position()}


def main():
    matches = {}
    print(json.dumps({"type": "hello", "rules_program": 1, "name": "walls_py", "version": 1}), flush=True)
    for line in sys.stdin.buffer:
        request = json.loads(line)
        if request["type"] == "end":
            matches.pop(request["match"], None)
        else:
            print(json.dumps({"id": request["id"], **answer(matches, request)}), flush=True)


main()
