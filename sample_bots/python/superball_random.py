#!/usr/bin/env python3
"""Plays Superball at random: scores if it can, otherwise swaps any two pieces."""
import random

from referee import play


def move(view, match):  # your ideas go here
    pieces = {(r, c): p for r, row in enumerate(view["board"]) for c, p in enumerate(row) if p not in ".*"}
    for cell, piece in pieces.items():
        group = [cell]  # the pieces of one colour that touch
        for r, c in group:  # it grows while we walk along it
            near = [(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)]
            group += [n for n in near if n not in group and pieces.get(n, "").lower() == piece.lower()]
        if piece.isupper() and len(group) >= match.setup["min_score_size"]:  # upper case: on a goal cell
            return "SCORE %d %d" % cell
    one, other = random.sample(list(pieces), 2)
    return "SWAP %d %d %d %d" % (*one, *other)


play(move)
