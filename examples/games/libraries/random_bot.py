"""An opponent for any game whose view has "legal", the moves of the seat that is asked: it plays any of them."""
import json
import random
import sys

print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        move = random.choice(message["view"]["legal"])
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
