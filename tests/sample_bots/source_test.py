"""The promised form of the starters' source files."""

import re
import unittest

from bot_case import PYTHON_BOTS, BotCase
from fixture.program import ROOT


def read(*path):
    return (ROOT / "sample_bots").joinpath(*path).read_text()


class SourceTest(BotCase):
    def test_python_bots_have_at_most_30_lines_that_can_be_read(self):
        for bot in PYTHON_BOTS:
            with self.subTest(bot=bot):
                lines = read("python", bot).splitlines()
                self.assertLessEqual(len(lines), 30)
                self.assertLessEqual(max(map(len, lines)), 110)
                self.assertFalse([line for line in lines if ";" in line or "lambda" in line])
                self.assertIn('"""Plays ', lines[1])
                self.assertEqual(len([line for line in lines if "# your ideas go here" in line]), 1)

    def test_every_starter_needs_the_language_and_the_file_beside_it_only(self):
        own = {"import random", "from referee import play"}
        for bot in PYTHON_BOTS:
            with self.subTest(bot=bot):
                self.assertEqual(own, set(re.findall(r"^(?:import|from) .*$", read("python", bot), flags=re.MULTILINE)))
        for file in ("random_bot.js", "referee.js"):
            modules = re.findall(r"(?:require\(|import .*)\"(.*?)\"", read("javascript", file))
            self.assertTrue(modules)
            self.assertEqual([], [module for module in modules if not module.startswith("node:") and module != "./referee.js"])
        for file in ("RandomBot.java", "Referee.java"):
            packages = re.findall(r"^import (.*);$", read("java", file), flags=re.MULTILINE)
            self.assertTrue(packages)
            self.assertEqual([], [package for package in packages if not package.startswith("java.")])

    def test_kits_have_one_place_for_ideas_a_game(self):
        for path in (("javascript", "random_bot.js"), ("java", "RandomBot.java"), ("c", "random_bot.c")):
            with self.subTest(path=path):
                text = read(*path)
                self.assertEqual(text.count("// Your ideas go here."), 6)
                self.assertLessEqual(max(map(len, text.splitlines())), 120)


if __name__ == "__main__":
    unittest.main()
