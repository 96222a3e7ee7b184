"""Plays Kuhn poker so that nobody can gain from knowing how. It speaks the protocol without a library."""
import json, random, sys

# How often to bet, by what has happened in this hand and by the own card.
BETS = {
    (): {"J": 1 / 3, "Q": 0, "K": 1},
    ("pass",): {"J": 1 / 3, "Q": 0, "K": 1},
    ("bet",): {"J": 0, "Q": 1 / 3, "K": 1},
    ("pass", "bet"): {"J": 0, "Q": 2 / 3, "K": 1},
}


def choose(view, seat):
    chance = BETS[tuple(view["actions"])][view["cards"][seat]]
    return "bet" if random.random() < chance else "pass"


print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
seat = None
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        seat = message["seat"]
    elif message["type"] == "turn":
        move = choose(message["view"], seat)
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
