"""Moves in Light Cycle to cells whose numbers no integer can hold. Second argument: such a move,
as JSON text."""
import sys

import talk

talk.hello()
for turn in talk.messages("turn"):
    talk.write(('{"type":"move","match":"%s","turn":%d,"move":%s}\n' %
                (turn["match"], turn["turn"], sys.argv[2])).encode())
