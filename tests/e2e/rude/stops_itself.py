"""Stops itself in its first turn, as SIGSTOP does. Holds the file of the second argument open meanwhile."""
import os
import signal
import sys

import talk

talk.hold_open(sys.argv[2])
talk.hello()
next(talk.messages("turn"))
os.kill(os.getpid(), signal.SIGSTOP)
