#!/usr/bin/env python3
"""Plays Planets at random: any step that no asteroid blocks, or it stays."""
import random

from referee import play

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), ".": (0, 0)}


def move(view, match):  # your ideas go here
    grid = match.setup["grid"]  # None: an asteroid, 0: empty, k: a nebula that holds the ship for k turns
    row, column = view["ship"]["location"]
    below, beside = len(grid), len(grid[0])  # edges are joined
    ahead = {letter: grid[(row + r) % below][(column + c) % beside] for letter, (r, c) in STEPS.items()}
    return random.choice([letter for letter in STEPS if ahead[letter] is not None])


play(move)
