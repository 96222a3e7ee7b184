"""What the tests of robots in Racket share: the adapter's process over pipes, and submitted robots.
Their arguments: REFEREE [SANITIZER]; exit code 77 where there is no Racket"""
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from driven_adapter import DrivenAdapter

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
# Within a sandbox's limits there is no room for a sanitizer's memory.
SANITIZER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; only a hang takes so long
# On a busy machine four robots start slowly.
PATIENT = {"init_ms": PATIENCE * 1000, "wall_ms": PATIENCE * 1000}
CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall", **PATIENT}
HANDOUT_CLOCK = {"kind": "mean", "ms": 50, **PATIENT}
SIZE = 20
STARTS = [[[19, 5], [19, 10], [19, 15]], [[5, 19], [10, 19], [15, 19]], [[0, 5], [0, 10], [0, 15]], [[5, 0], [10, 0], [15, 0]]]
CYCLES = [cell for team in STARTS for cell in team]
ANSWER = [[1, 2], [3, 4], [5, 6]]
# Answers ANSWER.
ROBOT = "(define (LightCycle_jo_doe) (lambda (team cycles) (vector (vector 1 2) (vector 3 4) (vector 5 6))))"


class Racket(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.folder.chmod(0o755)  # a bot in a sandbox may run as another user
        (self.folder / "tmp").mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}

    def handed_in(self, text, name="robot.scm", folder="hand in"):
        path = self.folder / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path


class Driver(DrivenAdapter, Racket):

    def begin(self, file):
        super().begin([REFEREE, "adapt", "lightcycle-racket", "--", file], self.environment, {}, PATIENCE)

    def start(self, match="one", seat=0):
        self.say(type="welcome", protocol=1, server="x", name="x")
        self.say(type="wait", reason="x")
        self.say(type="start", match=match, game="lightcycle", seat=seat, players=["x"] * 4, setup={"size": SIZE, "starts": STARTS},
                 clock=CLOCK, commitment="")

    def end(self, match="one"):
        self.say(type="end", match=match, rank=1, scores=[0] * 4, outcome={}, faults=0, seed=1, salt="")

    def ask(self, turn=0, cycles=CYCLES, match="one"):
        return self.answer_to(match, turn, {"cycles": cycles})

    def answer_of(self, *file, **more):
        """The answer of a robot's first turn; its standard error is in self.said."""
        self.begin(self.handed_in(*file, **more))
        self.start()
        move = self.ask()
        self.said = self.leave()
        return move


def main():
    if shutil.which("racket") is None:
        print("skipped: racket is not here; scripts/setup --all installs it")
        sys.exit(77)
    unittest.main()
