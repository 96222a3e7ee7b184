"""Walks on as long as that lays bricks, then turns."""
import json
import sys


def say(message):
    print(json.dumps(message), flush=True)


say({"type": "hello", "protocol": 1})
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        view = message["view"]
        me = view["players"][view["mover"]]
        move = "forward" if me["idle"] < 1 else "left" if me["idle"] % 3 == 1 else "forward"
        say({"type": "move", "match": message["match"], "turn": message["turn"], "move": move})
