"""The projector and the prize giving as axe-core sees them. Exit code 77 where there is no Chromium, or npm cannot fetch axe-core. It
takes over 5 s, most of which axe-core needs to look at each slide in two sizes."""
import unittest

from axe import AxeTest
from tournament_case import ServedTournaments
from tournament_sites import reveal_from


class Accessibility(ServedTournaments, AxeTest):
    def serve(self, shape, path):
        self.open_served(self.sites.page(shape).play(2), path)

    def test_the_projector(self):
        for name, kinds in (("round_robin", ["boards", "standings", "crosstable", "chart"]), ("elimination", ["bracket"])):
            self.serve(name, "?projector")
            self.browser.wait("return referee.tournamentPage.projector.tables !== undefined", "its tables")
            for kind in kinds:
                self.browser.run("const {projector} = referee.tournamentPage; projector.pin(arguments[0]); projector.turn(0)", kind)
                self.assertEqual(self.browser.run("return document.querySelector('.slides').dataset.kind"), kind)
                self.each_look(f"{name}, {kind}", ".projector")

    def test_the_prize_giving(self):
        for kind, page in (("podium", self.sites.page("round_robin")), ("reveal", self.sites.page("swiss", change=reveal_from(3), name="reveal"))):
            self.open_served(page)
            self.each_look(kind, f"#{kind}")
            self.browser.run("location.hash = 'projector'")
            self.browser.wait(f"return document.querySelector('.slides').dataset.kind === '{kind}'")
            self.each_look(f"{kind} on the projector", ".projector")


if __name__ == "__main__":
    unittest.main()
