"""Plays with a bot that was written for Botzone: python3 botzone_bot.py COMMAND. The command runs anew for each turn. It reads one line
{"requests": [...], "responses": [...], "data": ...}, and writes {"response": ..., "data": ...}."""
import json
import subprocess
import sys

print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "start":
        data = ""
    elif message["type"] == "turn":
        line = json.dumps({**message["view"], "data": data}) + "\n"
        answer = json.loads(subprocess.run(sys.argv[1:], input=line, stdout=subprocess.PIPE, text=True, check=True).stdout)
        data = answer.get("data", "")
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": answer["response"]}), flush=True)
    elif message["type"] == "error":
        print(message["message"], file=sys.stderr)
    elif message["type"] == "bye":
        break
