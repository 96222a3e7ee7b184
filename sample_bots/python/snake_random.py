#!/usr/bin/env python3
"""Plays Snake Labyrinth at random: takes random steps, never into a wall, until it reaches an exit."""
import random

from referee import play

STEPS = {"N": (-1, 0), "S": (1, 0), "E": (0, 1), "O": (0, -1)}  # O: ovest, west


def move(view):  # your ideas go here
    maze, (row, column), path = view["maze"], view["head"], ""
    while len(path) < 500 and maze[row][column] != "_":
        near = [(step, row + down, column + right) for step, (down, right) in STEPS.items()]
        inside = [way for way in near if 0 <= way[1] < len(maze) and 0 <= way[2] < len(maze[0])]
        free = [way for way in inside if maze[way[1]][way[2]] != "#"]
        step, row, column = random.choice(free or [("N", row, column)])  # walled in: the step has no effect
        path += step
    return path  # a single step is enough, too: the next turn asks again


play(move)
