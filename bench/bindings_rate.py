"""Prints steps a second of random games of Walls through referee_rules.py, of processor time: of one game after the other. With a number of games behind
STEPS, of so many at once, by step_many(). Usage: bindings_rate.py STEPS [GAMES]"""
import array
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bindings/python"))
from referee_rules import Game, Games  # noqa: E402

MOVES = ["forward", "left", "right"]


def one_after_the_other(steps, chance):
    played = 0
    while played < steps:
        game = Game("walls")
        while game.to_move():
            game.apply(chance.choice(MOVES))
            played += 1
    return played


def at_once(steps, count, chance):
    """What the learner draws is no part of the measure: it takes as long as the turns."""
    drawn = [array.array("i", chance.choices(range(3), k=count)) for _ in range(64)]
    games, played = Games("walls", MOVES, count, seed=1), 0
    while played < steps:
        games.step_many(drawn[played // count % len(drawn)])
        played += count
    return played


def main(steps, count=0):
    chance, begun = random.Random(1), time.process_time()
    played = at_once(steps, count, chance) if count else one_after_the_other(steps, chance)
    print(round(played / (time.process_time() - begun)))


main(*map(int, sys.argv[1:]))
