#!/usr/bin/env python3
"""Plays Battleship at random: ships in rows from the top, shots at any cells, never twice at the same."""
import random

from referee import play


def move(view, match):  # your ideas go here
    setup = match.setup
    if view["phase"] == "shoot":
        rows = enumerate(view["boards"][1 - match.seat])  # the opponent's: "." has not been shot at
        return random.choice([[r, c] for r, row in rows for c, mark in enumerate(row) if mark == "."])
    row, column, ships, gap = 0, 0, [], 0 if setup["touching"] else 1
    for length in sorted(setup["ships"], reverse=True):
        if column + length > setup["size"]:  # this row is full
            row, column = row + 1 + gap, 0
        ships.append({"across": True, "at": [row, column], "length": length})
        column += length + gap
    return {"ships": ships}


play(move)
