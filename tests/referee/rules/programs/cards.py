"""Each of 2 to 4 players has a hidden card, dealt by chance, and bids at once; the best sum of card and bid wins a
point. The program remembers nothing: all that it knows is in the state."""

from loop import serve

ROUNDS = 3


def position(state):
    seats = len(state["sums"])
    if len(state["cards"]) < seats:
        deck = [card for card in range(1, 7) if card not in state["cards"]]
        return {"view": None, "chance": [[card, card] for card in deck], "events": [], "state": state}
    everything = {"sums": state["sums"], "cards": state["cards"]}
    answer = {
        "views": {
            "seats": [{"sums": state["sums"], "card": card} for card in state["cards"]],
            "spectator": {"sums": state["sums"]},
            "all": everything,
        },
        "pictures": {
            "seats": [{"grid": [str(card)]} for card in state["cards"]],
            "spectator": None,
            "all": {"grid": ["".join(map(str, state["cards"]))]},
        },
        "scores": state["sums"],
        "state": state,
    }
    if state["round"] < ROUNDS:
        seats_in = [seat for seat in range(seats) if seat not in state["out"]]
        answer |= {"to_move": seats_in, "legal": [[1, 2, 3] for _ in seats_in]}
    return answer


def answer(request):
    if request["type"] == "new":
        return position({"sums": [0] * request["seats"], "cards": [], "round": 0, "out": []})
    state = request["state"]
    if "chance" in request:
        state["cards"].append(request["chance"])
        return position(state) | {"events": [{"dealt": len(state["cards"])}]}
    refused = [
        {"seat": entry["seat"], "why": "bid 1, 2 or 3"}
        for entry in request["moves"]
        if "move" in entry and entry["move"] not in (1, 2, 3)
    ]
    if refused:
        return {"refused": refused}
    for entry in request["moves"]:
        if entry.get("forfeited"):
            state["out"].append(entry["seat"])
        state["sums"][entry["seat"]] += state["cards"][entry["seat"]] + entry.get("move", 0)
    state["round"] += 1
    if state["round"] < ROUNDS:
        state["cards"] = []
    return position(state) | {"events": [{"round": state["round"]}]}


serve("cards", answer)
