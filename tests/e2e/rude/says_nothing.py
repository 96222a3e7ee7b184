"""Says hello and then nothing: no move ever. Holds the file of the second argument, if any, open until it
ends."""
import sys

import talk

if len(sys.argv) > 2:
    talk.hold_open(sys.argv[2])
talk.hello()
for _ in talk.messages("turn"):
    pass
