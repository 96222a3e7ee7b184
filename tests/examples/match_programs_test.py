"""The example of a match program keeps protocol/MATCH_PROGRAM.md."""
import json
import unittest

from fixture.match_program import MatchFolder, Played
from fixture.program import PYTHON, ROOT

MATCHES = 40


class NimMatch(unittest.TestCase):
    def setUp(self):
        self.folder = MatchFolder(ROOT / "examples/games/nim_match")
        self.addCleanup(self.folder.close)

    def bot(self, name):
        return [*PYTHON, self.folder.facts["bots"][name][-1]]

    def play(self, *bots, **rest):
        return Played(self.folder, bots, **rest)

    def says(self, text):
        """A bot that answers each line with this text."""
        return [*PYTHON, "-c", f"import sys\nfor line in sys.stdin: print({text!r}, flush=True)"]

    def test_the_replay_is_the_match_and_the_seed_decides_the_heaps(self):
        heaps = set()
        for seed in range(MATCHES):
            played = self.play(self.bot("perfect"), self.bot("any"), seed=seed)
            replay = json.loads(played.replay)
            heaps.add(tuple(replay["heaps"]))
            left, seat = replay["heaps"], 0
            for move in replay["moves"]:
                self.assertEqual(seat, move["seat"])
                left[move["heap"]] -= move["sticks"]
                seat = 1 - seat
            self.assertEqual([0] * 3, left)
            winner = replay["moves"][-1]["seat"]
            self.assertEqual([int(one == winner) for one in (0, 1)], played.result["scores"])
            self.assertEqual(len(replay["moves"]), played.result["turns"])
            self.assertEqual([], played.faults())
            self.assertEqual([1, 1], played.starts)
        self.assertGreater(len(heaps), MATCHES / 2)

    def test_the_same_seed_and_the_same_bots_give_the_same_match(self):
        one, other = (self.play(self.bot("perfect"), self.bot("perfect"), seed=7) for _ in range(2))
        self.assertEqual(one.lines, other.lines)
        self.assertEqual(one.replay, other.replay)

    def test_a_bot_that_does_wrong_loses_and_is_named(self):
        silent = [*PYTHON, "-c", "import time; time.sleep(600)"]
        gone = [*PYTHON, "-c", "pass"]
        for bot, verdict in ((silent, "late"), (gone, "disconnected"), (self.says("0 99"), "illegal"), (self.says("9 1"), "illegal"),
                             (self.says("0 0"), "illegal"), (self.says("nonsense"), "malformed"), (self.says("x" * 1000), "malformed")):
            for seat in (0, 1):
                with self.subTest(verdict=verdict, seat=seat):
                    bots = [bot, self.bot("perfect")] if seat == 0 else [self.bot("perfect"), bot]
                    played = self.play(*bots, options={"start_ms": 1000, "answer_ms": 1000, "most": 9, "heaps": 5})
                    self.assertEqual([(seat, verdict)], played.faults())
                    self.assertEqual(0, played.result["scores"][seat])
                    self.assertEqual(verdict, played.result["outcome"]["reason"])

    def test_progress_has_a_picture_and_the_names_of_the_players(self):
        played = self.play(self.bot("perfect"), self.bot("any"))
        progress = [line for line in played.lines if line["type"] == "progress"]
        self.assertEqual(list(range(1, played.result["turns"] + 1)), [line["turn"] for line in progress])
        self.assertIn("bot 0", progress[0]["text"])
        self.assertEqual(3, len(progress[0]["picture"]["grid"]))


unittest.main()
