"""The slides of the projector and the prize giving as axe-core sees them. Exit code 77 where there is no Chromium, or npm cannot fetch
axe-core. It takes over 5 s, most of which axe-core needs to look at each slide in two sizes."""
import unittest

import projector_samples as samples
import stand_in
from axe import AxeTest
from browser import LOOKS


class Accessibility(AxeTest):
    def serve(self, data, path, prize_giving=""):
        self.server = stand_in.StandIn(data, samples.boards(data, 40))
        self.server.prize_giving = prize_giving
        self.server.start()
        self.addCleanup(self.server.stop)
        self.addCleanup(self.browser.leave)
        self.browser.open(self.server.url + path)

    def each_look(self, what, *around):
        for width, height, dark in LOOKS[1::2]:
            with self.subTest(what=what, dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.check(*around)

    def test_each_slide(self):
        for data, kinds in ((samples.tournament(6, 3), ["boards", "standings", "crosstable", "chart"]), (samples.elimination(), ["bracket"])):
            self.serve(data, "?projector")
            for kind in kinds:
                self.browser.wait("return document.querySelector('.slides').childElementCount > 0")
                self.browser.run("const {projector} = referee.tournamentPage; projector.pin(arguments[0]); projector.turn(0)", kind)
                self.each_look(kind, ".projector")

    def test_the_prize_giving(self):
        for kind, part in (("reveal", samples.reveal(12)), ("podium", samples.PODIUM)):
            self.serve(samples.tournament(6, 3), "", part)
            self.browser.wait("return document.querySelector('.standings tbody tr')")
            self.each_look(kind, f"#{kind}")
            self.browser.run("location.hash = 'projector'")
            self.browser.wait(f"return document.querySelector('.slides').dataset.kind === '{kind}'")
            self.each_look(f"{kind} on the projector", ".projector")


if __name__ == "__main__":
    unittest.main()
