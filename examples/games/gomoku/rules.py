"""Gomoku: two seats in turn put a stone on a free point, and five in a line win.

The referee keeps the matches: see save() and load(). So the program remembers nothing."""
from referee_game import Game, serve

STONES = "XO"  # by seat
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Gomoku(Game):
    def begin(self, options):
        self.rows = ["." * options["size"]] * options["size"]
        self.mover, self.winner, self.last, self.line = 0, None, None, []

    def save(self):
        return [self.rows, self.mover, self.winner, self.last, self.line]

    def load(self, state):
        self.rows, self.mover, self.winner, self.last, self.line = state

    def free(self):
        return [[row, column] for row, marks in enumerate(self.rows) for column, mark in enumerate(marks) if mark == "."]

    def to_move(self):
        return [] if self.winner is not None or not self.free() else [self.mover]

    def legal(self, seat):
        return self.free()

    def play(self, seat, move):
        self.last, self.mover = move, 1 - seat
        if move is None:  # a bot that gives no valid move loses
            self.winner = 1 - seat
            return [{"seat": seat}]
        row, column = move
        self.rows[row] = self.rows[row][:column] + STONES[seat] + self.rows[row][column + 1 :]
        self.line = self.line_through(row, column)
        if self.line:
            self.winner = seat
        return [{"seat": seat, "at": move}]

    def line_through(self, row, column):
        """The points of five stones or more in a line with that one; none if there are fewer."""
        for down, right in DIRECTIONS:
            line = [[row, column]]
            for way in (1, -1):
                at = [row + way * down, column + way * right]
                while self.mark(at) == self.rows[row][column]:
                    line.append(at)
                    at = [at[0] + way * down, at[1] + way * right]
            if len(line) >= 5:
                return sorted(line)
        return []

    def mark(self, at):
        row, column = at
        size = len(self.rows)
        return self.rows[row][column] if 0 <= row < size and 0 <= column < size else None

    def view(self, reader):
        mover = None if not self.to_move() else self.mover
        return {"board": self.rows, "mover": mover, "last": self.last, "line": self.line}

    def picture(self, reader):
        # Terminals draw this; pages have painter.js.
        legend = {"X": {"seat": 0, "shape": "circle", "name": "stone of seat 0"}, "O": {"seat": 1, "shape": "circle", "name": "stone of seat 1"}}
        marks = []
        if self.last:
            row, column = self.last
            marks.append({"box": [column, row, 1, 1], "color": "black", "fill": False})
        if self.line:
            (top, left), (bottom, right) = self.line[0], self.line[-1]
            marks.append({"line": [[left + 0.5, top + 0.5], [right + 0.5, bottom + 0.5]], "color": "black"})
        lines = [str(line) for line in range(len(self.rows))]
        return {"grid": self.rows, "rows": lines, "columns": lines, "legend": legend, "marks": marks}

    def scores(self):
        return [0 if self.winner is None else 1 if self.winner == seat else -1 for seat in (0, 1)]

    def outcome(self):
        return {"winner": self.winner, "line": self.line}


serve(Gomoku)
