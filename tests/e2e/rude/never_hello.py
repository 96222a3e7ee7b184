"""Does not even say hello. Holds the file of the second argument, if any, open until it ends."""
import sys

import talk

if len(sys.argv) > 2:
    talk.hold_open(sys.argv[2])
while talk.receive() is not None:
    pass
