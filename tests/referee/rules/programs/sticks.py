"""Two players take 1 to 3 sticks in turn; who takes the last one wins. A bot that gives no move takes one."""

from loop import serve

matches = {}


def position(left, mover, events=None):
    answer = {"view": {"left": left, "mover": mover}, "picture": {"grid": ["|" * left or "."]}}
    if left > 0:
        answer |= {"to_move": [mover], "legal": [list(range(1, min(left, 3) + 1))]}
    else:
        answer |= {"scores": [1 if seat == 1 - mover else 0 for seat in (0, 1)], "outcome": {"winner": 1 - mover}}
    return answer | ({} if events is None else {"events": events})


def answer(request):
    match = request["match"]
    if request["type"] == "new":
        matches[match] = (request["options"]["sticks"], 0)
        return position(*matches[match]) | {"setup": {"sticks": request["options"]["sticks"]}}
    left, mover = matches[match]
    entry = request["moves"][0]
    move = entry.get("move", 1)
    if isinstance(move, dict):
        move = move.get("take")
    if type(move) is not int:
        return {"refused": [{"seat": mover, "why": "expected a number of sticks", "malformed": True}]}
    if not 1 <= move <= min(left, 3):
        return {"refused": [{"seat": mover, "why": f"{move} sticks: take 1 to {min(left, 3)}"}]}
    matches[match] = (left - move, 1 - mover)
    return position(*matches[match], {"seat": mover, "took": move, "spent_us": entry["spent_us"]})


serve("sticks", answer)
