"""Tic-tac-toe without a library: the whole contract, for those who write rules in another language."""
import json, sys

LEGEND = {"X": {"seat": 0, "shape": "cross", "name": "cross"}, "O": {"seat": 1, "shape": "circle", "name": "circle"}}


def has_line(rows, mark):
    diagonals = [row[i] for i, row in enumerate(rows)], [row[-1 - i] for i, row in enumerate(rows)]
    return any(set(line) == {mark} for line in [*rows, *zip(*rows), *diagonals])


def position(board, loser=None):
    size = int(len(board) ** 0.5)
    rows = ["".join(board[begin : begin + size]) for begin in range(0, len(board), size)]
    lost = [seat == loser or has_line(rows, "XO"[1 - seat]) for seat in (0, 1)]
    asked = [] if any(lost) or "." not in board else [board.count("X") - board.count("O")]
    free = [field for field, mark in enumerate(board) if mark == "."]
    return {"to_move": asked, "view": {"board": "".join(board)}, "legal": [free for _ in asked],
            "scores": [lost[1] - lost[0], lost[0] - lost[1]], "picture": {"grid": rows, "legend": LEGEND}}


print(json.dumps({"type": "hello", "rules_program": 1, "name": "tictactoe", "version": 1}), flush=True)
boards = {}  # by match
for request in map(json.loads, sys.stdin):
    if request["type"] == "end":
        del boards[request["match"]]
        continue
    if request["type"] == "new":
        board = boards[request["match"]] = ["."] * request["options"]["size"] ** 2
        answer = position(board)
    else:
        board, seat, field = boards[request["match"]], request["moves"][0]["seat"], request["moves"][0].get("move")
        if "move" not in request["moves"][0]:  # the bot has given no valid move: it loses
            answer = {**position(board, loser=seat), "events": [{"seat": seat}]}
        elif type(field) is not int or not 0 <= field < len(board) or board[field] != ".":
            answer = {"refused": [{"seat": seat, "why": f"{json.dumps(field)[:40]} is no free field"}]}
        else:
            board[field] = "XO"[seat]
            answer = {**position(board), "events": [{"seat": seat, "field": field}]}
    print(json.dumps({"id": request["id"], **answer}), flush=True)  # flush: or the answer stays in a buffer
