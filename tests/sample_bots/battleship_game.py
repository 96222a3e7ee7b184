"""Just enough of Battleship to send views to bots and to judge their moves."""


class Battleship:
    """Seat 1 places its ships first, then shoots at a fleet that lies in rows. The opponent never shoots."""

    name = "battleship"
    seat = 1

    def __init__(self, size=10, lengths=(5, 4, 3, 3, 2), touching=False):
        self.size, self.lengths, self.touching = size, list(lengths), touching
        self.own = None  # cells by ship, once they are placed
        self.target = [[(2 * row, column) for column in range(length)] for row, length in enumerate(self.lengths)]
        self.shots = set()

    def setup(self):
        return {"size": self.size, "ships": self.lengths, "touching": self.touching}

    def view(self):
        afloat = [ship for ship in self.target if not self.shots.issuperset(ship)]
        own = {cell for ship in self.own or [] for cell in ship}
        return {
            "phase": "shoot" if self.own else "place",
            "mover": self.seat if self.own else None,
            "afloat": [[len(ship) for ship in afloat], self.lengths] if self.own else [[], []],
            "boards": [self._rows(self._mark), self._rows(lambda cell: "S" if cell in own else ".")],
        }

    def play(self, move):
        """Returns what is wrong with the move, or None."""
        return self._shoot(move) if self.own else self._place(move["ships"])

    def is_over(self):
        return all(self.shots.issuperset(ship) for ship in self.target)

    def _rows(self, mark_of):
        return ["".join(mark_of((row, column)) for column in range(self.size)) for row in range(self.size)]

    def _mark(self, cell):
        ship = next((ship for ship in self.target if cell in ship), None)
        if cell not in self.shots:
            return "."
        return "o" if ship is None else "#" if self.shots.issuperset(ship) else "x"

    def _shoot(self, cell):
        cell = tuple(cell)
        if not all(0 <= place < self.size for place in cell) or len(cell) != 2 or cell in self.shots:
            return "a shot at %r" % (cell,)
        self.shots.add(cell)
        return None

    def _place(self, ships):
        if sorted(ship["length"] for ship in ships) != sorted(self.lengths):
            return "other ships: %r" % ships
        placed = []
        for ship in ships:
            (row, column), across = ship["at"], ship["across"]
            cells = [(row + (not across) * i, column + across * i) for i in range(ship["length"])]
            reach = 0 if self.touching else 1
            taken = [cell for other in placed for cell in other]
            if any(abs(r - y) <= reach and abs(c - x) <= reach for r, c in cells for y, x in taken):
                return "%r meets a ship before it" % ship
            if not all(0 <= place < self.size for cell in cells for place in cell):
                return "%r is not on the board" % ship
            placed.append(cells)
        self.own = placed
        return None
