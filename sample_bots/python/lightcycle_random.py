#!/usr/bin/env python3
"""Plays Light Cycle at random: each cycle moves to any neighbouring cell that is on no trail."""
import random

from referee import play


def start(match):
    match.trails = {}  # from a cell to the cycle that was there last
    first = sum(map(len, match.setup["starts"][: match.seat]))  # cycles are numbered team by team
    match.mine = range(first, first + len(match.setup["starts"][match.seat]))


def see(view, match):  # every view, also of turns before this program began
    match.trails.update((tuple(cell), cycle) for cycle, cell in enumerate(view["cycles"]))


def move(view, match):  # your ideas go here
    cycles, size, targets = view["cycles"], match.setup["size"], []
    taken = {cell for cell, cycle in match.trails.items() if cycles[cycle] != [-1, -1]}  # none of the dead
    for x, y in (cycles[cycle] for cycle in match.mine):
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        free = [cell for cell in near if cell not in taken and 0 <= min(cell) <= max(cell) < size]
        targets.append(random.choice([cell for cell in free if cell not in targets] or near))
    return targets


play(move, start=start, see=see)
