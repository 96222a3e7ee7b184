"""The seats pick a number of 0 to 9 in turn, unseen; after a round all are shown. The greatest number that nobody else has
picked wins a point."""

from loop import serve

ROUNDS = 3
matches = {}


def view(state, reader):
    return {"points": state["points"], "last": state["last"],
            "picks": [pick if reader in (seat, "all") else None for seat, pick in enumerate(state["picks"])]}


def position(state, events=None):
    seats = range(len(state["points"]))
    answer = {"views": {"seats": [view(state, seat) for seat in seats], "spectator": view(state, "spectator"), "all": view(state, "all")}}
    if state["rounds"] < ROUNDS:
        answer |= {"to_move": [len(state["picks"])], "legal": [list(range(10))]}
    else:
        answer |= {"scores": state["points"], "outcome": None}
    return answer | ({} if events is None else {"events": events})


def play(state):
    picks = state["picks"]
    alone = [pick for pick in picks if picks.count(pick) == 1]
    if alone:
        state["points"][picks.index(max(alone))] += 1
    state |= {"last": picks, "picks": [], "rounds": state["rounds"] + 1}


def answer(request):
    if request["type"] == "new":
        state = matches[request["match"]] = {"points": [0] * request["seats"], "picks": [], "last": None, "rounds": 0, "out": set()}
        return position(state)
    state = matches[request["match"]]
    entry = request["moves"][0]
    pick = entry.get("move", 0)
    if type(pick) is not int or not 0 <= pick <= 9:
        return {"refused": [{"seat": entry["seat"], "why": "expected 0 to 9"}]}
    if entry.get("forfeited"):
        state["rounds"] = ROUNDS
        return position(state, [{"seat": entry["seat"], "out": True}])
    state["picks"].append(pick)
    if len(state["picks"]) == len(state["points"]):
        play(state)
    return position(state, [{"seat": entry["seat"]}])


serve("picks", answer)
