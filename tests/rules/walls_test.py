"""Walls as a rules program plays what the engine has played: records of random games are replayed with it, move by move.
Usage: walls_test.py RANDOM_RECORDS"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from fixture.program import ROOT
from fixture.random_cases import random_cases
from fixture.rules import Folder, Match, RandomPlayer, RulesProgram

TOOL = sys.argv.pop(1)
COUNT = 200


class Walls(unittest.TestCase):
    def setUp(self):
        folder = Folder(ROOT / "tests/rules/walls")
        self.addCleanup(folder.close)
        self.program = RulesProgram(folder)

    def tearDown(self):
        self.assertEqual("", self.program.close())

    def records(self):
        """The lines of each record."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([TOOL, "walls", str(COUNT), "1", folder], check=True)
            for path in sorted(pathlib.Path(folder).glob("*.jsonl")):
                yield path.name, [json.loads(line) for line in path.read_text().splitlines()]

    def test_records_of_the_engine_are_what_the_program_says(self):
        refusals = forfeits = 0
        for name, (header, *turns, end) in self.records():
            match = Match(self.program, name, header["seed"], header["options"])
            self.assertEqual(header["options"], match.setup)
            for turn in turns:
                (answer,) = turn["answers"]
                self.assertEqual([answer["seat"]], match.to_move, name)
                if answer.get("fault", "").startswith("expected one of ") and "offered_cut" not in answer:  # by the rules
                    (refused,) = match.step({answer["seat"]: answer["offered"]})["refused"]
                    self.assertEqual({"seat": answer["seat"], "why": answer["fault"], "malformed": True}, refused)
                    refusals += 1
                if answer.get("forfeited"):
                    match.forfeit(answer["seat"])
                    forfeits += 1
                else:
                    match.step({answer["seat"]: answer["move"]} if "move" in answer else {})
                self.assertEqual(turn["events"], match.events, name)
            if end["status"] == "done" and "view" in end:
                self.assertEqual(end["view"], match.view("all"), name)
                self.assertEqual(end["result"]["scores"], match.position["scores"])
                self.assertEqual(end["result"]["outcome"], match.position["outcome"])
                self.assertTrue(match.is_over)
            match.end()
        self.assertGreater(refusals, 10)
        self.assertGreater(forfeits, 10)

    def test_random_matches_keep_the_contract(self):
        for seed in range(random_cases(4)):
            RandomPlayer(seed, faults=0.1).play(Match(self.program, f"m{seed}", seed, {"n": 3 + 2 * (seed % 3), "first": seed % 2})).end()

    def test_an_even_board_is_an_error(self):
        answer = self.program.ask("new", "m", options={"n": 4, "first": 0}, seats=2, seed=0, salt="0" * 32)
        self.assertIn("expected an odd integer", answer["error"])


unittest.main()
