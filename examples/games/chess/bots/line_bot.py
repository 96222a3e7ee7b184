"""Speaks the protocol of bots for a function that chooses a move."""
import json
import sys

HELLO = {"type": "hello", "protocol": 1, "resume": True, "features": ["new_match"]}  # a view tells all that such a bot needs


def say(message):
    print(json.dumps(message), flush=True)


def play(choose):
    """Plays matches until the referee says bye. choose(view, setup) returns a move."""
    say(HELLO)
    setup = None
    for message in map(json.loads, sys.stdin):
        if message["type"] == "start":
            setup = message["setup"]
        elif message["type"] == "turn":
            say({"type": "move", "match": message["match"], "turn": message["turn"], "move": choose(message["view"], setup)})
        elif message["type"] == "new_match":
            say(HELLO)
        elif message["type"] == "error":
            print(message["message"], file=sys.stderr)
        elif message["type"] == "bye":
            return
