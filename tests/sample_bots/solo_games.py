"""Just enough of Planets and Superball to send views to bots and to judge their moves."""

import random
import re


class Planets:
    """A ship on a small map with asteroids; a ghost is far away."""

    name = "planets"
    seat = 0
    steps = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), ".": (0, 0)}

    def __init__(self):
        # From every cell a step over an edge is possible somewhere, and one into an asteroid.
        self.grid = [[0, None, 0, 3], [2, 0, 0, None], [0, 0, None, 0]]
        self.ship, self.moves = [0, 0], []

    def setup(self):
        ghost = {"location": [2, 3], "type": "backandforth", "heading": "U", "transparency": 0}
        scraps = [{"location": [2, 1], "value": 7}]
        return {"name": "small", "grid": self.grid, "ship": [0, 0], "scraps": scraps, "ghosts": [ghost]}

    def view(self):
        ghost = {"location": [2, 3], "type": "backandforth", "transparency": 0, "previous": None, "heading": "U"}
        scraps = [{"location": [2, 1], "value": 7}]
        ship = {"location": self.ship, "held": 0, "score": 0}
        return {"ship": ship, "scraps": scraps, "ghosts": [{**ghost, "held": 0}], "remaining_turns": 50}

    def play(self, move):
        """Returns what is wrong with the move, or None. A step into an asteroid is legal, but no starter does it."""
        if move not in self.steps:
            return "not a move: %r" % (move,)
        down, right = self.steps[move]
        row, column = (self.ship[0] + down) % 3, (self.ship[1] + right) % 4
        if self.grid[row][column] is None:
            return "%s from %r leads into an asteroid" % (move, self.ship)
        self.ship = [row, column]
        self.moves.append(move)
        return None


class Superball:
    """A board of two colours, so that a bot can score soon. A full board is emptied."""

    name = "superball"
    seat = 0
    rows, columns, enough = 6, 5, 3

    def __init__(self, seed=7):
        self.random = random.Random(seed)
        self.pieces, self.scored = {}, 0
        self._add(5)

    def setup(self):
        options = {"rows": self.rows, "cols": self.columns, "min_score_size": self.enough, "colors": "pb"}
        return {**options, "deal": "handout", "max_moves": 100000}

    def view(self):
        board = [
            "".join(self._shown((row, column)) for column in range(self.columns)) for row in range(self.rows)
        ]
        return {"board": board, "empty": self.rows * self.columns - len(self.pieces), "score": 0}

    def _is_goal(self, cell):
        return 2 <= cell[0] <= self.rows - 3 and (cell[1] < 2 or cell[1] >= self.columns - 2)

    def _shown(self, cell):
        piece = self.pieces.get(cell)
        if self._is_goal(cell):
            return piece.upper() if piece else "*"
        return piece or "."

    def _add(self, count):
        for _ in range(count):
            empty = [(r, c) for r in range(self.rows) for c in range(self.columns) if (r, c) not in self.pieces]
            if not empty:
                self.pieces = {}
                return self._add(5)
            self.pieces[self.random.choice(empty)] = self.random.choice("pb")
        return None

    def _group(self, cell):
        group = {cell}
        while True:
            near = {(r + d, c + e) for r, c in group for d, e in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            more = {n for n in near - group if self.pieces.get(n) == self.pieces[cell]}
            if not more:
                return group
            group |= more

    def play(self, move):
        """Returns what is wrong with the move, or None."""
        swap = re.fullmatch(r"SWAP (\d+) (\d+) (\d+) (\d+)", str(move))
        score = re.fullmatch(r"SCORE (\d+) (\d+)", str(move))
        numbers = [int(number) for number in (swap or score or re.match("", "")).groups()]
        cells = list(zip(numbers[::2], numbers[1::2]))
        if not cells or not all(cell in self.pieces for cell in cells):
            return "no move, or not of pieces: %r" % (move,)
        if swap:
            one, other = cells
            if one == other:
                return "swaps a piece with itself: %r" % (move,)
            self.pieces[one], self.pieces[other] = self.pieces[other], self.pieces[one]
            return self._add(5)
        group = self._group(cells[0])
        if not self._is_goal(cells[0]) or len(group) < self.enough:
            return "nothing to score: %r" % (move,)
        self.scored += 1
        for cell in group:
            del self.pieces[cell]
        return self._add(3)
