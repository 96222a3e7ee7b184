"""Sends text that changes a terminal: escapes, C1, reversed and invisible text, bytes that are not UTF-8.

On standard error, as its answer, before it, and as its last words: it ends at its third turn.
"""
import os
import sys

import talk

HARM = "a\x1bb\u009bc\u202ed\u2066e\u200bf".encode() + b"\xffg"

os.write(2, HARM + b"\n")
talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number == 2:
        os.write(2, b"last: " + HARM + b"\n")
        sys.exit(5)
    talk.write(HARM + b"\n")
    talk.write(b'{"type":"move","match":"%s","turn":%d,"move":"c\xc2\x9bd\xe2\x80\xaee\xe2\x80\x8b"}\n'
               % (turn["match"].encode(), turn["turn"]))
