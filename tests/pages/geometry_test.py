"""Every kind of page at three widths, in light and dark colors: nothing is wider than the window, no text is cut, no texts lie over
each other; screenshots/PAGE-WIDTH-THEME.png in the folder of this test show them. Exit code 77 where there is no Chromium. It takes
over 5 s, most of which go into starting Chromium, some small tournaments and screenshots."""
import unittest

import geometry
import tournament_samples as samples
from browser import Keys
from fixture.program import ROOT
from page_case import picture
from tournament_case import TournamentCase
from tournament_sites import begin_again, freeze

LOOKS = [(390, 844, False), (1400, 900, False), (1920, 1080, True), (390, 844, True), (1400, 900, True), (1920, 1080, False)]
TALLEST = 5000  # pixels of a screenshot
SHAPES = ["hostile", "class", "final", "long", "field", "elimination", "round_robin", "tables", "ladder", "practice"]
# The tables that scroll sideways.
SCROLL = """
    return [...document.querySelectorAll('.scroll')].filter((of) => of.checkVisibility() && of.scrollWidth > of.clientWidth && of.querySelector('table'))
        .map((of) => of.getAttribute('aria-label'))"""


class Geometry(TournamentCase):
    def look_at(self, name, looks=None):
        """Expects no fault of the page that is open at any width, and takes a picture of each."""
        for width, height, dark in looks or LOOKS[:3]:
            self.browser.look(width, height, dark)
            self.browser.painted()
            with self.subTest(name, width=width, dark=dark):
                self.assertEqual(geometry.faults(self.browser), [])
                large = {"Numbers of the chart"} if width > 1000 else {"Numbers of the chart", "Crosstable", "Scores", "Can play"}
                self.assertEqual(set(self.browser.run(SCROLL)) - large, set(), "all other tables wrap or fold")
            tall = self.browser.run("return document.documentElement.scrollHeight")
            self.browser.look(width, min(max(tall, height), TALLEST), dark)
            self.browser.screenshot(picture(name, width, dark))
        self.assertEqual(self.browser.messages(), [], name)

    def height_at(self, width):
        self.browser.look(width, 844)
        return self.browser.run("return document.documentElement.scrollHeight")

    def open_all(self):
        self.browser.run("for (const of of document.querySelectorAll('details')) of.open = true;")

    def test_tournaments(self):
        for shape in SHAPES:
            self.browser.open(self.sites.site(shape) / "index.html")
            self.look_at(shape)
            self.open_all()
            self.look_at(f"{shape}-open", LOOKS[:1])

    def test_standings_of_the_reports(self):
        for shape in ("field", "elimination"):
            self.browser.open(self.sites.report(shape))
            self.look_at(f"{shape}-report", LOOKS[:1])

    def test_a_tournament_that_has_not_begun_or_is_frozen(self):
        for name, change in (("begin", begin_again), ("frozen", freeze)):
            self.browser.open(self.sites.site("swiss", change, name) / "index.html")
            self.look_at(name)

    def test_pages_of_entrants(self):
        for shape in ("ladder", "practice", "final"):
            self.browser.open(self.sites.site(shape) / "entrants/1.html")
            self.look_at(f"{shape}-entrant", LOOKS[:2])

    def test_columns_that_are_folded_away_come_back(self):
        self.browser.open(self.sites.report("final"))
        self.browser.look(390, 844)
        shown = "return [...document.querySelectorAll('.standings thead th')].filter((head) => head.checkVisibility()).map((head) => head.innerText)"
        self.assertEqual(self.browser.run(shown), ["Rank", "Name", "Points", "Reached"])
        self.browser.find(".all-columns input").click()
        self.assertIn("BH/C1", self.browser.run(shown))
        self.assertIn("Faults", self.browser.run(shown))

    def test_a_ladder_on_a_phone_is_not_endless(self):
        self.browser.open(self.sites.site("ladder") / "index.html")
        self.assertLess(self.height_at(390), 5000)

    def test_what_a_student_sees(self):
        self.open_served(self.sites.page("round_robin").play(2), me=samples.me(), own_match=samples.own_match())
        for path, part in (("me", "#me"), ("submit", "#submit")):
            self.browser.open(self.server.url + path)
            self.look_at(f"{path}-token", LOOKS[:2])
            self.browser.find("#token").send_keys("secret-of-ada", Keys.ENTER)
            self.browser.wait(f"return !document.querySelector('{part}').hidden")
            self.open_all()
            self.look_at(path)
            self.browser.run("sessionStorage.clear()")
        self.browser.open(self.server.url)
        self.browser.wait("return document.querySelector('.live-board canvas')?.width > 10")
        self.look_at("live")

    def test_the_list_of_hand_ins(self):
        self.browser.open(self.sites.hand_ins())
        self.look_at("collect")

    def test_the_points_of_a_submission(self):
        self.browser.open(self.sites.points())
        self.look_at("points", LOOKS[:4])
        self.browser.look(*LOOKS[0])
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.scroll')].filter((of) => of.scrollWidth > of.clientWidth).length"), 0, "no table scrolls on a phone")

    def test_the_page_that_verifies_records(self):
        self.open_verified()
        self.look_at("verify", LOOKS[:4])

    def test_components(self):
        self.browser.open(ROOT / "tests/pages/components.html")
        self.look_at("components", LOOKS)


if __name__ == "__main__":
    unittest.main()
