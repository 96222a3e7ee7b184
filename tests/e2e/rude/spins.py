"""Computes without end in its first two turns, until it is told that its time is over."""
import select

import talk

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number < 2:
        while not select.select([0], [], [], 0)[0]:
            pass
        talk.await_error("late")
    else:
        talk.answer(turn)
