"""Closes one of its two pipes after its first answer. Second argument: `in` closes standard input and stays;
`out` closes standard output and listens to the end."""
import os
import signal
import sys

import talk

talk.hello()
talk.answer(next(talk.messages("turn")))
if sys.argv[2] == "in":
    os.close(0)
    signal.pause()
os.close(1)
for _ in talk.messages("end"):
    talk.log("heard the end")
