"""Answers every turn twice, in one write."""
import json

import talk

talk.hello()
for turn in talk.messages("turn"):
    move = {"type": "move", "match": turn["match"], "turn": turn["turn"]}
    first, second = (json.dumps({**move, "move": word}) + "\n" for word in ("left", "right"))
    talk.write((first + second).encode())
