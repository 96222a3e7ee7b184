"""Stops listening in mid-game. Second argument: `close` closes standard input and goes on with standard
output, which is the same socket; `shutdown` has the kernel receive no more, answers once and leaves."""
import os
import socket
import sys

import talk

talk.hello()
turn = next(talk.messages("turn"))
if sys.argv[2] == "shutdown":
    socket.socket(fileno=os.dup(0)).shutdown(socket.SHUT_RD)
    talk.answer(turn)
    sys.exit()
os.close(0)
talk.answer(turn)
sys.stdin = os.fdopen(1, "r")
talk.answer_all()
