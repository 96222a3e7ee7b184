"""Ignores SIGTERM and does not leave after the end. Holds the file of the second argument open meanwhile."""
import signal
import sys

import talk

signal.signal(signal.SIGTERM, signal.SIG_IGN)
talk.hold_open(sys.argv[2])
talk.hello()
talk.answer_all()
while True:
    signal.pause()
