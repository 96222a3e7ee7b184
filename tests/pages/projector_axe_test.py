"""The projector and the prize giving as axe-core sees them. Exit code 77 where there is no Chromium, or npm cannot fetch axe-core. It
takes over 5 s, most of which axe-core needs to look at each slide in two sizes."""
import unittest

import stand_in
import tournament_samples as samples
from axe import AxeTest
from browser import LOOKS
from page_case import FOLDER
from tournament_sites import Sites, reveal_from


class Accessibility(AxeTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sites = Sites(FOLDER)

    def serve(self, shape, path):
        self.serve_page(self.sites.page(shape).play(2), path)

    def serve_page(self, page, path):
        server = stand_in.StandIn(page, samples.boards(page.data["running"], 40))
        server.start()
        self.addCleanup(server.stop)
        self.addCleanup(self.browser.leave)
        self.browser.open(server.url + path)

    def each_look(self, what, *around):
        for width, height, dark in LOOKS[1::2]:
            with self.subTest(what=what, dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.check(*around)

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
            self.serve_page(page, "")
            self.each_look(kind, f"#{kind}")
            self.browser.run("location.hash = 'projector'")
            self.browser.wait(f"return document.querySelector('.slides').dataset.kind === '{kind}'")
            self.each_look(f"{kind} on the projector", ".projector")


if __name__ == "__main__":
    unittest.main()
