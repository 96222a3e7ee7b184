"""Every kind of page at three widths, in light and dark colors: nothing is wider than the window, no text is cut, no texts lie over
each other, and axe-core finds nothing wrong. Exit code 77 where there is no Chromium, or npm cannot fetch axe-core. It takes over 5 s,
most of which go into starting Chromium, some small tournaments, and axe-core."""
import unittest

import geometry
import tournament_samples as samples
from axe import AxeTest
from browser import PICTURES, Keys
from fixture.program import ROOT
from fixture.tournament import dialled, launched
from fixture.web import WebCase
from page_case import picture
from tournament_case import TournamentCase
from tournament_sites import begin_again, freeze

LOOKS = [(390, 844, True), (1400, 900, False), (1920, 1080, True), (390, 844, False), (1400, 900, True), (1920, 1080, False)]
TALLEST = 5000  # pixels of a screenshot
SHAPES = ["hostile", "class", "final", "long", "field", "elimination", "round_robin", "tables", "ladder", "practice", "staff"]
# Small, for all their parts: what axe-core finds is in the kind of a row, and its time grows with their number.
SMALL = ["round_robin", "field", "elimination", "short_ladder"]
# The tables that scroll sideways.
SCROLL = """
    return [...document.querySelectorAll('.scroll')].filter((of) => of.checkVisibility() && of.scrollWidth > of.clientWidth && of.querySelector('table'))
        .map((of) => of.getAttribute('aria-label'))"""


class Looks(AxeTest, TournamentCase):
    def look_at(self, name, looks=None, axe=True):
        """Expects no fault of the page that is open at any width, and takes a picture of each. `axe`: has axe-core look at the first two."""
        for number, (width, height, dark) in enumerate(looks or LOOKS[:3]):
            self.browser.look(width, height, dark)
            self.browser.painted()
            with self.subTest(name, width=width, dark=dark):
                if axe and number < 2:
                    self.check()
                self.assertEqual(geometry.faults(self.browser), [])
                large = {"Numbers of the chart"} if width > 1000 else {"Numbers of the chart", "Crosstable", "Scores", "Can play"}
                self.assertEqual(set(self.browser.run(SCROLL)) - large, set(), "all other tables wrap or fold")
            if PICTURES:
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
            self.look_at(shape, axe=False)
            self.open_all()
            self.look_at(f"{shape}-open", LOOKS[:1], axe=False)

    def test_tournaments_that_are_being_played(self):
        for shape in SMALL:
            self.serve(self.sites.page(shape).play(2))
            self.look_at("live" if shape == "round_robin" else f"{shape}-live", LOOKS[:2], axe=False)
            self.open_all()
            self.each_look(f"{shape}-live")

    def test_an_open_explanation(self):
        self.serve(self.sites.page("round_robin").play(2))
        self.browser.run("document.querySelector('.standings tbody .explains').click()")
        self.each_look("explanation", ".popover", ".standings")

    def test_the_cells_of_a_staff_bot_have_one_background(self):
        self.browser.open(self.sites.report("staff"))
        grounds = self.browser.run("return [...document.querySelectorAll('tr.staff > *')].map((of) => getComputedStyle(of).backgroundColor)")
        self.assertEqual(len(set(grounds)), 1, grounds)

    def test_standings_of_the_reports(self):
        for shape in SMALL:
            self.browser.open(self.sites.report(shape))
            self.look_at(f"{shape}-report", LOOKS[:1], axe=False)
            self.open_all()
            self.each_look(f"{shape}-report")

    def test_a_match_in_a_frame_of_another_page(self):
        self.browser.open(self.sites.site("round_robin") / "embed/r1t1g1.html")
        self.browser.wait("return globalThis.referee?.viewer")
        self.each_look("embed")

    def test_a_tournament_that_has_not_begun_or_is_frozen(self):
        for name, change in (("begin", begin_again), ("frozen", freeze)):
            self.browser.open(self.sites.site("swiss", change, name) / "index.html")
            self.look_at(name, axe=False)

    def test_pages_of_entrants(self):
        for shape in ("ladder", "practice", "final", "swiss"):
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


class Lobby(AxeTest, WebCase):
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
