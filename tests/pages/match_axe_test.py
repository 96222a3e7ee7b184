"""The page of a match as axe-core sees it. Usage: match_axe_test.py REFEREE BOTS FOLDER [unittest's arguments]
Exit code 77 where there is no Chromium, or npm cannot fetch axe-core."""
import pathlib
import sys
import unittest

from axe import AxeTest, violations
from browser import LOOKS
from samples import GAMES, Samples

REFEREE, BOTS, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])


class MatchAccessibility(AxeTest):
    FOLDER = FOLDER

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.samples = Samples(REFEREE, BOTS, FOLDER)

    def check(self, game, before=""):
        self.browser.open(self.samples.page(game))
        self.browser.wait("return globalThis.referee?.viewer")
        self.browser.run(before)
        self.browser.painted()
        self.assertEqual(violations(self.browser, self.script), [])

    def test_each_game_wide_in_light_and_narrow_in_dark(self):
        for game in GAMES:
            for width, height, dark in LOOKS[1::2]:
                with self.subTest(game=game, dark=dark, width=width):
                    self.browser.look(width, height, dark)
                    self.check(game, "referee.viewer.run('last')")

    def test_details_and_help(self):
        for dark in [False, True]:
            with self.subTest(dark=dark):
                self.browser.look(dark=dark)
                self.check("walls", "document.querySelectorAll('details').forEach((of) => { of.open = true; })")
                self.check("walls", "referee.viewer.run('help')")

    def test_axe_finds_what_is_wrong(self):
        self.browser.open(self.samples.page("walls"))
        self.browser.wait("return globalThis.referee?.viewer")
        self.browser.run("document.querySelector('.slider').removeAttribute('aria-label')")
        self.assertIn("label (critical)", " ".join(violations(self.browser, self.script)))


if __name__ == "__main__":
    del sys.argv[1:4]
    unittest.main()
