"""What the tests of robots in Racket share: the adapter's process over pipes, and submitted robots. Exit code 77 where there is
no Racket."""
import shutil
import sys
import unittest

from fixture.adapter import AdapterCase
from fixture.case import PATIENT_CLOCK
from fixture.fake_referee import CLOCK as TURN_CLOCK
from fixture.program import PATIENCE

# On a busy machine four robots start slowly.
PATIENT = {"init_ms": PATIENCE * 1000, "wall_ms": PATIENCE * 1000}
CLOCK = {**PATIENT_CLOCK, **PATIENT}
HANDOUT_CLOCK = {"kind": "mean", "ms": 50, **PATIENT}
SIZE = 20
STARTS = [[[19, 5], [19, 10], [19, 15]], [[5, 19], [10, 19], [15, 19]], [[0, 5], [0, 10], [0, 15]], [[5, 0], [10, 0], [15, 0]]]
CYCLES = [cell for team in STARTS for cell in team]
ANSWER = [[1, 2], [3, 4], [5, 6]]
# Answers ANSWER.
ROBOT = "(define (LightCycle_jo_doe) (lambda (team cycles) (vector (vector 1 2) (vector 3 4) (vector 5 6))))"


class Racket(AdapterCase):
    def setUp(self):
        super().setUp()
        (self.folder / "tmp").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "tmp")

    def handed_in(self, text, name="robot.scm"):
        return self.write(f"hand in/{name}", text)


class Driver(Racket):
    def setUp(self):
        super().setUp()
        self.played = 0  # robots of answer_of()

    def begin(self, file):
        self.begin_adapter("lightcycle-racket", "--", file, folder=file.parent)

    def start_match(self, match="one", seat=0):
        self.say(type="welcome", protocol=1, server="x", name="x")
        self.say(type="wait", reason="x")
        self.say(type="start", match=match, game="lightcycle", seat=seat, players=["x"] * 4, setup={"size": SIZE, "starts": STARTS},
                 clock=TURN_CLOCK, commitment="")

    def end_match(self, match="one"):
        self.say(type="end", match=match, rank=1, scores=[0] * 4, outcome={}, faults=0, seed=1, salt="")

    def ask(self, turn=0, cycles=CYCLES, match="one"):
        return self.answer_to(match, turn, {"cycles": cycles})

    def answer_of(self, text, name="robot.scm", anew=False):
        """The answer of a robot's first turn; its standard error is in self.said. Unless `anew`, an adapter plays it that has
        played the test's robots before, as it reads the file again for each match."""
        file = self.handed_in(text, name)
        before = 0
        if anew or not self.played:
            self.begin(file)
        else:
            before = len(self.adapter.err)
        self.played += 1
        match = f"m{self.played}"
        self.start_match(match)
        move = self.ask(match=match)
        self.end_match(match)
        self.said = self.said_since(before)
        return move

    def said_since(self, before):
        mark = f"referee: so far {self.played}\n"
        self.say(type="error", code="malformed", message=mark.removeprefix("referee: ").strip())
        self.adapter.wait_for_error(mark)
        return self.adapter.err[before:].removesuffix(mark)


def main():
    if shutil.which("racket") is None:
        print("skipped: racket is not here; scripts/setup --all installs it")
        sys.exit(77)
    unittest.main()
