"""Takes what it can, and gives away as little as it can: it looks at its move and at the best answer that takes something."""
import pathlib
import random
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))  # the rules know what a move leads to

from line_bot import play  # noqa: E402
from start import read  # noqa: E402

VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
MATE = 100


def gain(position, move):
    """What a move wins at once, in pawns."""
    captured = position.captured(move)
    won = VALUES[captured.upper()] if captured else 0
    return won + (VALUES[move[4].upper()] - 1 if len(move) == 5 else 0)


def worth(position, move):
    after = position.after(move)
    answers = after.legal()
    if not answers:
        return MATE if after.is_check() else 0
    return gain(position, move) - max(gain(after, answer) for answer in answers)


def choose(view, setup):
    position = read(view["fen"], setup["chess960"])
    worths = {move: worth(position, move) for move in view["legal"]}
    best = max(worths.values())
    return random.choice([move for move in view["legal"] if worths[move] == best])


play(choose)
