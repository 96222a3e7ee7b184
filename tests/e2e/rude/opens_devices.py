"""Opens its standard input and output anew, by their names, and plays on those: sockets cannot be opened so."""
import os

import talk

for name, number, way in ("/dev/stdin", 0, os.O_RDONLY), ("/dev/stdout", 1, os.O_WRONLY):
    anew = os.open(name, way)
    os.dup2(anew, number)
    os.close(anew)
talk.hello()
talk.answer_all(talk.honest_move())
