"""The promised form of the starters' source files, and the README's smallest bot."""

import re
import sys
import unittest

from bot_case import PYTHON_BOTS, BotCase
from fixture.program import ROOT
from games import Walls
from stdio_test import play_match


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

    def test_every_starter_needs_the_language_only(self):
        own = {"json", "random", "sys"}
        for bot in PYTHON_BOTS:
            with self.subTest(bot=bot):
                imported = re.findall(r"^import (.*)$|^from (.*)$", read("python", bot), flags=re.MULTILINE)
                self.assertLessEqual(set(", ".join(map("".join, imported)).split(", ")), own)
        modules = re.findall(r"(?:require\(|import .*)\"(.*?)\"", read("javascript", "random_bot.js"))
        self.assertTrue(modules)
        self.assertTrue(all(module.startswith("node:") for module in modules), modules)
        packages = re.findall(r"^import (.*);$", read("java", "RandomBot.java"), flags=re.MULTILINE)
        self.assertTrue(packages)
        self.assertTrue(all(package.startswith("java.") for package in packages), packages)

    def test_kits_have_one_place_for_ideas_a_game(self):
        for path in (("javascript", "random_bot.js"), ("java", "RandomBot.java")):
            with self.subTest(path=path):
                text = read(*path)
                self.assertEqual(text.count("// Your ideas go here."), 6)
                self.assertLessEqual(max(map(len, text.splitlines())), 120)

    def test_the_readme_s_smallest_bot_plays(self):
        blocks = re.findall(r"```python\n(.*?)```", read("README.md"), flags=re.DOTALL)
        self.assertEqual(len(blocks), 1)
        process, peer = self.launch_peer([sys.executable, self.write("my_bot.py", blocks[0])])
        self.assertEqual(peer.next(), {"type": "hello", "protocol": 1})
        peer.welcome()
        play_match(self, peer, Walls(), "m1")
        process.close_input()
        self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
