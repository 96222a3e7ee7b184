"""Sends lines without end, from its first turn on, until the referee closes the connection."""
import talk

LINES = b'{"type":"noise"}\n' * 100

talk.hello()
next(talk.messages("turn"))
try:
    while True:
        talk.write(LINES)
except OSError:
    pass
try:
    while talk.receive() is not None:
        pass
except OSError:
    pass
