"""Leaves a child behind that holds the file of the second argument open and never ends. Third argument:
`group` for a child in the bot's process group, `session` for one that has left it; its number is logged."""
import os
import signal
import sys

import talk

talk.hold_open(sys.argv[2])
ready, done = os.pipe()
if os.fork() == 0:
    if sys.argv[3] == "session":
        os.setsid()
    talk.log(str(os.getpid()))
    os.write(done, b"!")
    while True:
        signal.pause()
os.read(ready, 1)
talk.hello()
talk.answer_all()
