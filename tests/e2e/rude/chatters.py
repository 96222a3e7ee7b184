"""Sends a harmless line every 10 ms instead of a move, in its first two turns: that must not win it time."""
import select
import sys

import talk

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    late = number >= 2
    while not late:
        talk.send({"type": "thinking", "about": turn["turn"]})
        while not late and (sys.stdin.buffer.peek(1) if select.select([0], [], [], 0.01)[0] else b""):
            late = talk.receive()["code"] == "late"
    if number >= 2:
        talk.answer(turn)
