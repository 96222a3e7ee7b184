"""The worked examples of chance in the rules are true: who follows the text gets what the program draws."""
import hashlib
import json
import re
import subprocess
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT

CELL = r"`\[(\d+),(\d+)\]`"


def text_of(game):
    return (ROOT / "engines" / game / "RULES.md").read_text(encoding="utf-8")


def view_of(**request):
    """What everybody sees after the request: docs/STEP.md has its keys."""
    done = subprocess.run([REFEREE, "step", "--requests"], input=json.dumps(request), capture_output=True, text=True,
                          timeout=PATIENCE, check=True)
    return json.loads(done.stdout)["view"]


def hashed(salt, seed, counter):
    return int(hashlib.sha256(f"{salt}:{seed}:{counter}".encode()).hexdigest()[:16], 16)


def chance_of_text(text):
    """The salt and the seed of the example."""
    salt, seed = re.search(r"salt `(\w{32})`\s+and\s+seed\s+(\d+)", text).groups()
    return salt, int(seed)


def ship_cells(row, col, across, length):
    return [(row, col + i) if across else (row + i, col) for i in range(length)]


def places(size, length, taken):
    """All places for a ship beside those on the cells `taken`, in the order of rule 5.4: row, column, across."""
    every = [(row, col, across) for row in range(size) for col in range(size) for across in (True, False)]
    return [place for place in every
            if max(max(cell) for cell in ship_cells(*place, length)) < size and not taken & {*ship_cells(*place, length)}]


class Battleship(unittest.TestCase):
    """Battleship 5.4, 5.5."""

    def setUp(self):
        self.text = text_of("battleship")
        self.salt, self.seed = chance_of_text(self.text)
        lines = re.findall(r"^    ([.S]{10})  ([.S]{10})$", self.text, re.MULTILINE)
        self.boards = [list(board) for board in zip(*lines)]

    def test_silent_seats_get_the_fleets_of_the_example(self):
        view = view_of(game="battleship", seed=self.seed, salt=self.salt, turns=[[None, None]])
        self.assertEqual(view["boards"], self.boards)

    def test_the_generators_have_the_seeds_of_the_example(self):
        self.assertEqual(re.findall(r"`([0-9a-f]{16})`\s+for\s+seat\s+(\d)", self.text),
                         [(f"{hashed(self.salt, self.seed, seat):016x}", str(seat)) for seat in (0, 1)])

    def test_the_numbers_lead_to_the_places_of_the_table(self):
        rows = re.findall(r"^\| (\d) \| (\d+) \| (\d+) \| (\d+) \| " + CELL + r" \| (across|down) \|$", self.text, re.MULTILINE)
        self.assertEqual([row[0] for row in rows], ["5", "4", "3", "3", "2"])
        taken = set()
        for row in rows:
            length, number, count, chosen, at_row, at_col = map(int, row[:6])
            left = places(10, length, taken)
            self.assertEqual((len(left), number % count), (count, chosen), row)
            self.assertEqual(left[chosen], (at_row, at_col, row[6] == "across"), row)
            taken |= {*ship_cells(*left[chosen], length)}
        self.assertEqual(self.boards[0], ["".join(".S"[(row, col) in taken] for col in range(10)) for row in range(10)])


if __name__ == "__main__":
    unittest.main()
