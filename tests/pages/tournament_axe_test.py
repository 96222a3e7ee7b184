"""The tournament page, the projector and a student's page as axe-core sees them. Usage: tournament_axe_test.py FOLDER
[unittest's arguments]. Exit code 77 where there is no Chromium, or npm cannot fetch axe-core."""
import pathlib
import sys
import unittest

import stand_in
import tournament_samples as samples
from axe import AxeTest, violations
from browser import LOOKS, Keys

FOLDER = pathlib.Path(sys.argv[1])


class Accessibility(AxeTest):
    FOLDER = FOLDER

    def each_look(self, data, path, shown):
        server = stand_in.StandIn(data, samples.boards(data, 40), me=samples.me(), own_match=samples.own_match())
        server.start()
        for width, height, dark in LOOKS[1::2]:
            with self.subTest(path=path, kind=data["kind"], dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.browser.open(server.url + path)
                shown()
                self.browser.painted()
                self.assertEqual(violations(self.browser, self.script), [])
        self.browser.driver.get("about:blank")
        server.stop()

    def tournament(self):
        self.browser.wait("return document.querySelector('.standings tbody tr')")
        self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; })")

    def me(self):
        self.browser.find("#token").send_keys("secret-of-ada", Keys.ENTER)
        self.browser.wait("return !document.querySelector('#me').hidden")
        self.browser.run("document.querySelectorAll('details').forEach((of) => { of.open = true; }); sessionStorage.clear()")

    def submit(self):
        self.browser.find("#token").send_keys("secret-of-ada", Keys.ENTER)
        self.browser.wait("return !document.querySelector('#submit').hidden")
        self.browser.run("sessionStorage.clear()")

    def test_the_page_to_hand_in(self):
        self.each_look(samples.tournament(), "submit", self.submit)

    def test_the_tournament_page(self):
        for make in (samples.tournament, samples.field, samples.elimination, samples.practice):
            self.each_look(make(), "", self.tournament)

    def test_an_open_explanation(self):
        def explained():
            self.tournament()
            self.browser.run("document.querySelector('.standings tbody .explains').click()")

        self.each_look(samples.tournament(), "", explained)

    def test_the_projector(self):
        shown = "return document.querySelector('.slides').childElementCount > 0"
        self.each_look(samples.tournament(), "?projector", lambda: self.browser.wait(shown))
        self.each_look(samples.field(), "?projector", lambda: self.browser.wait(shown))

    def test_a_students_page(self):
        self.each_look(samples.tournament(), "me", lambda: None)
        self.each_look(samples.tournament(), "me", self.me)


if __name__ == "__main__":
    del sys.argv[1]
    unittest.main()
