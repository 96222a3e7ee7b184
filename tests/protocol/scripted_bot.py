"""The opponent of PROTOCOL.md's transcript: a launched bot that plays Light Cycle by a fixed list of moves."""
import json
import sys

MOVES = [[[1, 2]], [[1, 1]], [[2, 1]]]

print('{"type":"hello","protocol":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": MOVES[message["turn"]]}
        print(json.dumps(answer), flush=True)
