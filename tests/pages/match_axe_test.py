"""The page of a match as axe-core sees it. Exit code 77 where there is no Chromium, or npm cannot fetch axe-core. It takes
over 5 s, most of which axe-core needs to look at each game in two sizes."""
import unittest

from axe import AxeTest, violations
from page_case import FOLDER
from samples import GAMES, Samples


class MatchAccessibility(AxeTest):
    samples = Samples(FOLDER)

    def open(self, game):
        self.browser.open(self.samples.page(game))
        self.browser.wait("return globalThis.referee?.viewer")

    def test_each_game_wide_in_light_and_narrow_in_dark(self):
        for game in GAMES:
            self.open(game)
            self.browser.run("referee.viewer.run('last')")
            self.each_look(game)

    def test_details_and_help(self):
        self.open("walls")
        for before in ["document.querySelectorAll('details').forEach((of) => { of.open = true; })", "referee.viewer.run('help')"]:
            self.browser.run(before)
            for dark in [False, True]:
                with self.subTest(dark=dark, before=before):
                    self.browser.look(dark=dark)
                    self.check()

    def test_axe_finds_what_is_wrong(self):
        self.open("walls")
        self.browser.run("document.querySelector('.slider').removeAttribute('aria-label')")
        self.assertIn("label (critical)", " ".join(violations(self.browser, self.script)))


if __name__ == "__main__":
    unittest.main()
