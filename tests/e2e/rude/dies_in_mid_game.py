"""Kills itself at its third turn. A second argument is its move."""
import os
import signal

import talk

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    talk.answer(turn, talk.honest_move())
