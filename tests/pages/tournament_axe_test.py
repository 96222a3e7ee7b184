"""The tournament page and a student's page as axe-core sees them. Exit code 77 where there is no Chromium, or npm
cannot fetch axe-core. It takes over 5 s, most of which axe-core needs to look at each page in two sizes."""
import unittest

import stand_in
import tournament_samples as samples
from axe import AxeTest
from browser import LOOKS, Keys

# Small, for all their parts: what axe-core finds is in the kind of a row, and its time grows with their number.
SHAPES = {"swiss": lambda: samples.tournament(6, 3), "field": lambda: samples.field(3, 4), "elimination": samples.elimination,
          "practice": samples.practice}
OPEN_ALL = "document.querySelectorAll('details').forEach((of) => { of.open = true; });"


class Accessibility(AxeTest):
    def serve(self, data, path):
        server = stand_in.StandIn(data, samples.boards(data, 40), me=samples.me(), own_match=samples.own_match())
        server.start()
        self.addCleanup(server.stop)
        self.addCleanup(self.browser.leave)
        self.browser.open(server.url + path)

    def each_look(self, what, *around):
        for width, height, dark in LOOKS[1::2]:
            with self.subTest(what=what, dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.check(*around)

    def enter(self, part):
        self.browser.find("#token").send_keys("secret-of-ada", Keys.ENTER)
        self.browser.wait(f"return !document.querySelector('{part}').hidden")
        self.browser.run(OPEN_ALL + "sessionStorage.clear()")

    def test_the_page_to_hand_in(self):
        self.serve(samples.tournament(), "submit")
        self.enter("#submit")
        self.each_look("submit")

    def test_the_tournament_page(self):
        for name, make in SHAPES.items():
            self.serve(make(), "")
            self.browser.wait("return document.querySelector('.standings tbody tr')")
            self.browser.run(OPEN_ALL)
            self.each_look(name)

    def test_an_open_explanation(self):
        self.serve(SHAPES["swiss"](), "")
        self.browser.wait("return document.querySelector('.standings tbody tr')")
        self.browser.run("document.querySelector('.standings tbody .explains').click()")
        self.each_look("explanation", ".popover", ".standings")

    def test_a_students_page(self):
        self.serve(samples.tournament(), "me")
        self.each_look("token")
        self.enter("#me")
        self.each_look("me")


if __name__ == "__main__":
    unittest.main()
