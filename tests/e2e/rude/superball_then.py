"""Plays Superball: scores what it can, else swaps two pieces. From its fourth turn on it has the vice that the second
argument names: "silent" waits, "crash" kills itself, "garbage" writes no JSON."""
import os
import signal
import sys

import talk


def honest_move(board):
    pieces = [(r, c, cell) for r, row in enumerate(board) for c, cell in enumerate(row) if cell.isalpha()]
    for row, column, cell in pieces:
        if cell.isupper():
            return "SCORE %d %d" % (row, column)
    return "SWAP %d %d %d %d" % (pieces[0][:2] + pieces[1][:2])


talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number < 3:
        talk.answer(turn, honest_move(turn["view"]["board"]))
    elif sys.argv[2] == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    elif sys.argv[2] == "garbage":
        talk.write(b"]]}}{{\n")
