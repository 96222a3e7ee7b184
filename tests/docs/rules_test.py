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
    """What everybody sees after the request: docs/reference/search-programs.md has its keys."""
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


class Superball(unittest.TestCase):
    """Superball 4.1 to 4.3, 4.5."""

    def setUp(self):
        self.text = text_of("superball")
        self.pieces = [json.loads(line) for line in re.findall(r"^    (\[\[.*\]\])$", self.text, re.MULTILINE)]

    def handout_numbers(self, seed):
        x = seed * 65536 + 0x330E
        while True:
            x = (0x5DEECE66D * x + 0xB) % 2**48
            yield x >> 17

    def secret_numbers(self, salt, seed):
        counter = 0
        while True:
            yield hashed(salt, seed, counter)
            counter += 1

    def dealt(self, numbers):
        """The five pieces at the start, on the default board."""
        pieces = {}
        while len(pieces) < 5:
            cell = next(numbers) % 80
            if cell not in pieces:
                pieces[cell] = "pbyrg"[next(numbers) % 5]
        return [[cell // 10, cell % 10, colour] for cell, colour in pieces.items()]

    def board_of(self, pieces):
        """The view's board: goal cells as stars, and pieces on them as capitals."""
        rows = [list("**......**" if 2 <= row <= 5 else "..........") for row in range(8)]
        for row, col, colour in pieces:
            rows[row][col] = colour.upper() if rows[row][col] == "*" else colour
        return ["".join(row) for row in rows]

    def assert_deal(self, pieces, numbers, first, **request):
        """`numbers` begin with those that the page names, and lead to its pieces and to the program's board."""
        drawn = list(zip(first, numbers()))
        self.assertEqual([str(number) for _, number in drawn], [number for number, _ in drawn])
        self.assertEqual(pieces, self.dealt(numbers()))
        self.assertEqual(self.board_of(pieces), view_of(game="superball", **request)["board"])

    def test_the_handout_deal_is_that_of_the_example(self):
        seed, said = re.search(r"With\s+the\s+default\s+options\s+and\s+seed\s+(\d+),\s+the\s+first\s+four\s+numbers\s+are([^.]*)\.",
                               self.text).groups()
        first = re.findall(r"\d+", said)
        self.assertEqual(4, len(first))
        self.assert_deal(self.pieces[0], lambda: self.handout_numbers(int(seed)), first, seed=int(seed))

    def test_the_secret_deal_is_that_of_the_example(self):
        salt, seed = chance_of_text(self.text)
        first = re.search(r"first\s+two\s+numbers\s+are\s+(\d+)\s+and\s+(\d+):\s+cell\s+56\s+and\s+colour\s+2", self.text).groups()
        self.assert_deal(self.pieces[1], lambda: self.secret_numbers(salt, seed), first, seed=seed, salt=salt,
                         options={"deal": "secret"})


if __name__ == "__main__":
    unittest.main()
