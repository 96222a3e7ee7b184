"""Writes the JSON and the newline of each answer in two writes."""
import json

import talk

talk.hello()
for turn in talk.messages("turn"):
    move = {"type": "move", "match": turn["match"], "turn": turn["turn"], "move": "left"}
    talk.write(json.dumps(move).encode())
    talk.write(b"\n")
