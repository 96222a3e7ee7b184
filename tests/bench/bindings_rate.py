"""Prints steps a second of random games of Walls through referee_rules.py, of processor time. Usage: bindings_rate.py STEPS"""
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bindings/python"))
from referee_rules import Game  # noqa: E402

MOVES = ["forward", "left", "right"]


def main(steps):
    chance, played, begun = random.Random(1), 0, time.process_time()
    while played < steps:
        game = Game("walls")
        while game.to_move():
            game.apply(chance.choice(MOVES))
            played += 1
    print(round(played / (time.process_time() - begun)))


main(int(sys.argv[1]))
