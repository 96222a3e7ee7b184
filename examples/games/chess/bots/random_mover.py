"""Plays any legal move."""
import random

from line_bot import play

play(lambda view, setup: random.choice(view["legal"]))
