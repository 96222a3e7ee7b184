"""An opponent for ConnectX: it drops a checker into any open column."""
import json
import random
import sys

print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        columns = message["setup"]["columns"]
    elif message["type"] == "turn":
        board = message["view"]["observation"]["board"]
        move = random.choice([column for column in range(columns) if board[column] == 0])
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
