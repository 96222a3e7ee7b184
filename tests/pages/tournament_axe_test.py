"""The tournament page and a student's page as axe-core sees them. Exit code 77 where there is no Chromium, or npm
cannot fetch axe-core. It takes over 5 s, most of which axe-core needs to look at each page in two sizes."""
import unittest

import tournament_samples as samples
from axe import AxeTest
from browser import Keys
from fixture.program import ROOT
from fixture.tournament import dialled, launched
from fixture.web import WebCase
from tournament_case import ServedTournaments

# Small, for all their parts: what axe-core finds is in the kind of a row, and its time grows with their number.
SHAPES = ["round_robin", "field", "elimination", "short_ladder"]
OPEN_ALL = "document.querySelectorAll('details').forEach((of) => { of.open = true; });"


class Accessibility(ServedTournaments, AxeTest):
    def serve(self, shape, path):
        self.open_served(self.sites.page(shape).play(2), path, me=samples.me(), own_match=samples.own_match())

    def enter(self, part):
        self.browser.find("#token").send_keys("secret-of-ada", Keys.ENTER)
        self.browser.wait(f"return !document.querySelector('{part}').hidden")
        self.browser.run(OPEN_ALL + "sessionStorage.clear()")

    def test_the_page_to_hand_in(self):
        self.serve("round_robin", "submit")
        self.each_look("submit, token")
        self.enter("#submit")
        self.each_look("submit")

    def test_the_tournament_page(self):
        for name in SHAPES:
            self.serve(name, "")
            self.browser.wait("return document.querySelector('.standings tbody tr')")
            self.browser.run(OPEN_ALL)
            self.each_look(name)

    def test_an_open_explanation(self):
        self.serve("round_robin", "")
        self.browser.wait("return document.querySelector('.standings tbody tr')")
        self.browser.run("document.querySelector('.standings tbody .explains').click()")
        self.each_look("explanation", ".popover", ".standings")

    def test_the_standings_of_the_reports(self):
        for name in SHAPES:
            self.browser.open(self.sites.report(name))
            self.browser.run(OPEN_ALL)
            self.each_look(f"{name}-report")

    def test_the_list_of_hand_ins_and_the_components(self):
        self.browser.open(self.sites.hand_ins())
        self.each_look("collect")
        self.browser.open(ROOT / "tests/pages/components.html")
        self.each_look("components")

    def test_the_points_of_a_submission_and_the_page_that_verifies(self):
        self.browser.open(self.sites.points())
        self.each_look("points")
        self.open_verified()
        self.each_look("verify")

    def test_a_match_in_a_frame_of_another_page(self):
        self.browser.open(self.sites.site("round_robin") / "embed/r1t1g1.html")
        self.browser.wait("return globalThis.referee?.viewer")
        self.each_look("embed")

    def test_a_students_page(self):
        self.serve("round_robin", "me")
        self.each_look("token")
        self.enter("#me")
        self.each_look("me")


class LobbyAccessibility(AxeTest, WebCase):
    def test_the_lobby_with_and_without_the_button_that_begins(self):
        self.serve({"game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"}, "start": {"when": "manual"},
                    "entrants": [dialled("ada"), launched("bob", "sample:walls_random")]})
        begin = self.served.see(r"begin: (http\S+)")[1]
        address = begin.split("#")[0]
        for page, shown in ((address, False), (begin, True)):
            self.browser.open(page)
            self.browser.wait("return document.querySelector('#lobby .people')")
            self.assertEqual(self.browser.find("#begin").is_displayed(), shown)
            self.each_look(f"lobby, button {shown}")
        self.browser.open(f"{address}?projector=lobby")
        self.browser.wait("return document.querySelector('.projector h2')?.textContent === 'Lobby'")
        self.each_look("lobby on the projector", ".projector")
        self.browser.open(f"{address}nothing/here")
        self.assertEqual(self.browser.run("return document.querySelector('main a, body a').href"), address)
        self.each_look("404")
        self.browser.leave()
        self.stop()


if __name__ == "__main__":
    unittest.main()
