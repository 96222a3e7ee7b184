"""Enough of Snake Labyrinth to send views to bots and to judge their answers: all rules except the body's."""

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "O": (0, -1)}
MAZE = ("#######", "#  #  #", "o $T# _", "#  !  #", "#######")


class Snake:
    """One snake, for which coins are counted. A game that is over begins anew."""

    name = "snake"
    seat = 0

    def __init__(self, maze=MAZE):
        self.maze = list(maze)
        self.games = 0
        self.begin()

    def begin(self):
        row = next(number for number, text in enumerate(self.maze) if "o" in text)
        self.head = [row, self.maze[row].index("o")]
        self.cells = [list(text.replace("o", " ")) for text in self.maze]
        self.coins = self.drill = self.steps = 0
        self.refused = 0

    def setup(self):
        return {"cols": len(self.maze[0]), "rows": len(self.maze), "maze": self.maze}

    def points(self):
        return 1000 + 10 * self.coins - self.steps

    def view(self):
        rows = ["".join(row) for row in self.cells]
        counters = {"coins": self.coins, "drill": self.drill, "steps": self.steps, "points": self.points()}
        return {"maze": rows, "head": self.head, "body": [], **counters}

    def take(self, letter):
        """Whether the step is taken, and not refused."""
        row, column = (place + step for place, step in zip(self.head, STEPS[letter]))
        if not (0 <= row < len(self.cells) and 0 <= column < len(self.cells[row])):
            return False
        met = self.cells[row][column]
        if met == "#" and self.drill == 0:
            return False
        self.head = [row, column]
        self.steps += 1
        self.coins = self.coins // 2 if met == "!" else self.coins + (met == "$")
        self.drill += {"T": 3, "#": -1}.get(met, 0)
        if met != "_":
            self.cells[row][column] = " "
        return True

    def play(self, move):
        """Returns what is wrong with the answer, or None. Refused steps are legal, but our bots need none."""
        if not isinstance(move, str) or not move or set(move) - set(STEPS):
            return "not steps: %r" % (move,)
        for place, letter in enumerate(move):
            if not self.take(letter):
                return "%r is refused from step %d on" % (move, place)
            if self.cells[self.head[0]][self.head[1]] == "_":
                self.last_points = self.points()
                self.games += 1
                self.begin()
                return None if place + 1 == len(move) else "%r goes on behind the exit" % (move,)
        return None
