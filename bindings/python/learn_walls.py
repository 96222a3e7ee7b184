"""A learner of Walls: a table of what the squares around it are worth, filled by Q-learning against a random player.

Usage: python3 learn_walls.py [--games N] [--seed N]
It needs numpy (Debian: python3-numpy), and librules.so, as referee_rules.py says."""
import argparse
import random
import sys

try:
    import numpy
except ImportError:
    sys.exit("learn_walls.py: numpy is missing: install python3-numpy (Debian), or pip install numpy")

from referee_rules import SeatEnv

MOVES = ["forward", "left", "right"]
STEPS = [(-1, 0), (0, 1), (1, 0), (0, -1)]  # of the faces N, E, S, W
FREE, MINE, BLOCKED = 0, 1, 2
LEARNING_RATE, DISCOUNT, CURIOSITY = 0.1, 0.9, 0.2


def seen(view, seat):
    """(number of the state, lead in bricks). The state: what is ahead, to the left and to the right, each FREE, MINE or BLOCKED."""
    me, other, board = view["players"][seat], view["players"][1 - seat], view["board"]
    state = 0
    for turn in (0, -1, 1):
        row, col = (place + step for place, step in zip(me["at"], STEPS[("NESW".index(me["face"]) + turn) % 4]))
        inside = 0 <= row < len(board) and 0 <= col < len(board)
        if not inside or board[row][col] == "BA"[seat] or [row, col] == other["at"]:
            state = state * 3 + BLOCKED
        else:
            state = state * 3 + (FREE if board[row][col] == "." else MINE)
    return state, me["bricks"] - other["bricks"]


def play(env, seed, choose, learn=None):
    """Plays a game, and returns the lead in bricks at its end."""
    observed, _ = env.reset(seed=seed)
    (state, lead), over = observed["observation"], False
    while not over:
        action = choose(state)
        observed, _, over, _, _ = env.step(action)
        before, (state, now) = state, observed["observation"]
        if learn is not None:
            learn(before, action, now - lead, state, over)
        lead = now
    return lead


def main():
    parser = argparse.ArgumentParser(description="Learns Walls against a random player, and then plays 200 games.")
    parser.add_argument("--games", type=int, default=100, help="from which it learns; default: 100")
    parser.add_argument("--seed", type=int, default=1, help="of all chance; default: 1")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    values = numpy.zeros((27, len(MOVES)))

    def best(state):
        return int(numpy.argmax(values[state]))

    def curious(state):
        return chance.randrange(len(MOVES)) if chance.random() < CURIOSITY else best(state)

    def learn(before, action, reward, after, over):
        goal = reward + (0 if over else DISCOUNT * values[after].max())
        values[before, action] += LEARNING_RATE * (goal - values[before, action])

    seats = [SeatEnv("walls", MOVES, {"n": 7}, seen, seat) for seat in (0, 1)]
    for game in range(arguments.games):
        play(seats[game % 2], chance.randrange(2**32), curious, learn)
    leads = [play(seats[game % 2], chance.randrange(2**32), best) for game in range(200)]
    won, lost = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    print(f"learnt from {arguments.games} games: won {won} of 200 against random, lost {lost}")


if __name__ == "__main__":
    main()
