"""The projector's slides in a real browser, from a stand-in for the server: what they show, that they fit and can be read from the back of
a hall, that axe-core finds nothing wrong, games that are shown again, and the prize giving. Exit code 77 where there is no Chromium, or
npm cannot fetch axe-core. It takes over 5 s, most of which go into starting Chromium, looking at each slide in two sizes, and a
projector that changes over by itself."""
import re
import time
import unittest

import stand_in
import tournament_samples as samples
from axe import AxeTest
from browser import LOOKS, Keys
from page_case import picture
from tournament_case import TournamentCase
from tournament_sites import freeze, reveal_from


class Projector(TournamentCase):
    def large(self):
        """A tournament of 45 entrants of which three matches are being played."""
        return self.widened(self.sites.page("swiss"), 45).play(3)

    def widened(self, page, count):
        """The page with so many entrants in its data."""
        rows = page.data["standings"]
        page.data.update(standings=[{**rows[place % len(rows)], "entrant": place, "rank": place + 1} for place in range(count)],
                         entrants=[{"name": f"bot{number}", "withdrawn": False, "games": 0} for number in range(count)])
        return page

    def knock_out(self, entrants):
        """A bracket that is being played; the results are long, and one has withdrawn."""
        page = self.widened(self.sites.page("elimination"), entrants).play(0)
        for row in page.data["standings"]:
            row["cells"] = ["out in round 12" for _ in row["cells"]]
        page.data["standings"][3]["mark"] = "withdrawn"
        page.tables = {**page.tables, "bracket": samples.knock_out(entrants), "crosstable": None}
        return page

    def ladder(self):
        page = self.sites.page("ladder")
        page.tables = {**page.tables, "curves": samples.curves(6)}
        return page

    def serve_projector(self, page, query="?projector"):
        self.serve(page, query=query)
        self.browser.wait("return referee.tournamentPage.projector.tables !== undefined", "the tables")
        self.browser.painted()

    KIND = "return document.querySelector('.slides').dataset.kind"
    NUMBER = "return document.querySelector('.projector .number').textContent"
    FITS = """
        const stage = document.querySelector('.slides').getBoundingClientRect();
        const page = document.documentElement;
        const shown = [...document.querySelectorAll('.slides *')].filter((node) => !node.closest('.visually-hidden') && node.getBoundingClientRect().width > 0);
        const wide = shown.filter((node) => ['TH', 'TD', 'LI', 'H3', 'text'].includes(node.tagName) || node.matches('.live-board'));
        const isOut = (box) => box.right > stage.right + 1 || box.bottom > stage.bottom + 1 || box.left < stage.left - 1;
        const out = wide.filter((node) => isOut(node.getBoundingClientRect()));
        const texts = [...document.querySelectorAll('.projector > header *, .projector > main *')].filter((node) => !node.closest('.visually-hidden') && node.getClientRects().length > 0 &&
            [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()));
        const cut = shown.filter((node) => (node.matches('td, thead th, .score, h3, .podium .result') && node.scrollWidth > node.clientWidth + 1) ||
            (node.matches('.podium li') && node.scrollHeight > node.clientHeight + 1));
        const filled = Math.max(0, ...wide.map((node) => (node.getBoundingClientRect().bottom - stage.top) / stage.height));
        return {filled, kind: document.querySelector('.slides').dataset.kind, scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth, out: out.map((node) => node.textContent),
                least: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize))), cut: cut.map((node) => node.textContent)}"""

    def test_each_slide_fits_and_is_read_from_the_back_of_a_hall(self):
        """Letters of at least 1/30 of the height, nothing cut but names, nothing outside the wall."""
        shapes = {"class": (lambda: self.sites.page("class").play(3), {"boards", "standings", "crosstable", "chart"}),
                  "hostile": (lambda: self.sites.page("hostile"), {"podium", "standings", "crosstable", "chart"}),
                  "field": (lambda: self.sites.page("field"), {"podium", "standings", "chart"}),
                  "final": (lambda: self.sites.page("final"), {"podium", "standings", "bracket", "crosstable", "chart"}),
                  "elimination": (lambda: self.sites.page("elimination").play(2), {"boards", "standings", "bracket"}),
                  "knock_out": (lambda: self.knock_out(32), {"standings", "bracket"}),
                  "ladder": (self.ladder, {"podium", "standings", "crosstable", "chart"})}
        for name, (make, expected) in shapes.items():
            self.browser.look(1920, 1080, True)
            self.serve_projector(make())
            for width, height, dark in LOOKS[:2]:
                self.browser.look(width, height, dark)
                kinds = set()
                for _ in range(self.browser.run("return referee.tournamentPage.projector.pages().length")):
                    self.browser.painted()
                    kind = self.browser.run(self.KIND)
                    with self.subTest(name, width=width, kind=kind):
                        self.check_fit(height)
                    if kind == "standings" and name in ("elimination", "knock_out", "ladder"):
                        text = self.browser.text(".slides")
                        self.assertNotIn("…", text)
                        self.assertIn("Elo" if name == "ladder" else "Reached", text)
                    if kind == "crosstable":
                        self.assertIn(self.browser.run("return referee.tournamentPage.projector.data.crosstable.legend.slice(0, 20)"), self.browser.text(".slides .legend"))
                    if kind not in kinds:
                        self.browser.screenshot(picture(f"projector-{name}-{kind}", width, dark))
                    kinds.add(kind)
                    self.browser.press(Keys.ARROW_RIGHT)
                self.assertEqual(kinds, expected, name)
            self.silent()
            self.stop()

    def check_fit(self, height):
        fits = self.browser.run(self.FITS)
        self.assertEqual((fits["scrolls"], fits["out"], fits["cut"]), (False, [], []))
        if fits["kind"] in ("podium", "reveal"):
            self.assertGreater(fits["filled"], 0.85, "it fills the wall")
        self.assertGreaterEqual(fits["least"] + 0.01, height / 30)

    # --- what was played is shown again, and the prize giving

    def serve_show(self, query, **terms):
        page = self.sites.page("swiss").play(2)
        page.data.update({"show": {"turn_ms": 20}, **terms})
        self.server = stand_in.StandIn(page, samples.boards(page.data["running"], 40))
        self.server.matches = self.sites.matches("swiss")
        self.server.start()
        self.addCleanup(self.stop)
        self.browser.open(self.server.url + query)

    def test_the_projector_shows_whole_games_again_and_goes_back_to_the_standings(self):
        self.browser.look(1920, 1080, True)
        self.serve_show("?projector")
        first = self.browser.wait("return document.querySelector('.slides .replay')?.getAttribute('href')", "a game").removeprefix("matches/")
        self.assertTrue(first.startswith("r5"), "it is of the newest round")
        self.assertRegex(self.browser.wait("return document.querySelector('.replay .caption').textContent.includes('Bricks') && document.querySelector('.replay .caption').textContent"), r"Bricks \d+ : \d+ · ")
        self.browser.run("referee.tournamentPage.projector.pause(true)")
        self.browser.screenshot(picture("projector-show", 1920, True))
        turn = "return document.querySelector('.replay .board-turn').textContent"
        paused = self.browser.run(turn)
        time.sleep(0.2)  # ten turns
        self.assertEqual(self.browser.run(turn), paused)
        self.browser.run("referee.tournamentPage.projector.pause(false)")
        self.browser.wait("return /(won|Draw), \\d+ : \\d+ bricks/.test(document.querySelector('.replay .caption').textContent)", "the result")
        self.assertEqual(self.browser.run(turn), f"turn {len(self.server.matches[first]['turns'])}", "the whole game")
        self.check_fit(1080)
        self.browser.wait(self.KIND + " === 'standings'", "back to the standings", 20)
        self.browser.run("referee.tournamentPage.projector.pin('show')")
        self.browser.run("referee.tournamentPage.projector.turn(0)")
        self.assertNotEqual(self.browser.wait("return document.querySelector('.slides .replay')?.getAttribute('href')", "another game"), "matches/" + first)
        self.silent()

    def test_a_site_on_a_disk_shows_games_again_and_has_the_slides_of_tables(self):
        def show(database):
            database.execute("INSERT OR REPLACE INTO meta VALUES('shown_turn_ms', '20')")
        index = (self.sites.site("swiss", change=show, name="shown") / "index.html").as_uri()
        self.browser.open(index + "?projector=show")
        self.browser.wait("return document.querySelector('.slides .replay .board-turn')?.textContent.match(/turn [1-9]/)", "a game")
        href = self.browser.run("return document.querySelector('.slides .replay').getAttribute('href')")
        self.assertRegex(href, r"^matches/r5t\d+g\d\.html$")
        self.browser.open(index + "?projector=crosstable")
        self.browser.wait("return document.querySelector('.slides .large')", "the table")
        self.silent()

    def test_games_are_shown_again_among_the_boards_unless_less_motion_is_wanted(self):
        self.browser.look(1400, 900, still=False)
        self.serve_show("")
        self.browser.wait("return document.querySelector('#again .replay canvas')?.width > 10")
        self.assertTrue(self.browser.find("#again").is_displayed())
        tops = self.browser.run("return ['now', 'standings', 'again'].map((id) => document.getElementById(id).getBoundingClientRect().top)")
        self.assertEqual(tops, sorted(tops), "the standings come before what is over")
        self.browser.look(1400, 900, still=True)
        self.serve_show("")
        self.browser.wait("return document.querySelector('#now .live-board')")
        self.assertFalse(self.browser.run("return document.querySelector('.replay') !== null"))
        self.silent()

    def test_without_a_show_nothing_is_fetched(self):
        self.serve_show("?projector", show=None)
        self.browser.wait(self.KIND + " === 'boards'")
        self.assertEqual([path for path, _ in self.server.requests if path.startswith("/api/matches/")], [])

    def become(self, page):
        """The server has another page from now on."""
        page.data["version"] = self.server.tournament.data["version"] + 1
        self.server.tournament = page

    def test_places_are_revealed_one_by_one_and_end_with_the_podium(self):
        self.browser.look(1920, 1080)
        self.serve_projector(self.sites.page("swiss", change=freeze, name="frozen"))
        self.assertEqual(self.browser.run(self.KIND), "standings")
        for place in (11, 10, 3):
            page = self.sites.page("swiss", change=reveal_from(place), name=f"reveal-{place}")
            best = page.tables["reveal"]["places"][0]["rank"]
            self.assertGreaterEqual(best, place)
            self.become(page)
            self.browser.wait(f"return document.querySelector('.projector h2').textContent === 'Reveal: place {best} of 11'")
            self.assertEqual(self.browser.run(self.KIND), "reveal")
        self.check_look("projector-reveal")
        self.become(self.sites.page("swiss"))
        self.browser.wait(self.KIND + " === 'podium'")
        self.check_look("projector-podium")
        self.browser.press(Keys.ESCAPE)
        self.browser.look()
        self.browser.wait("return document.querySelector('#podium .podium li')")
        self.assertRegex(self.browser.find("#podium .best-game").get_attribute("href"), re.escape(self.server.url) + r"matches/r\d+t\d+g\d+$")
        self.assertIn("Podium", self.browser.text("#contents"))
        for width, height, dark in LOOKS:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture("podium", width, dark))
        self.silent()

    def test_a_projector_that_is_pinned_to_the_reveal_ends_with_the_podium(self):
        self.serve_projector(self.sites.page("swiss", change=freeze, name="frozen"), query="?projector=reveal")
        shown = [self.browser.run(self.KIND)]
        # All places are revealed before the tournament is over, which the arbiter says with `ctl start`.
        over = self.sites.page("swiss")
        for page in (self.sites.page("swiss", change=reveal_from(3), name="reveal-3"), self.sites.page("swiss").play(0), over):
            self.become(page)
            self.browser.wait(f"return referee.tournamentPage.data.version === {page.data['version']}")
            self.browser.painted()
            shown.append(self.browser.run(self.KIND))
        self.assertEqual(shown, ["standings", "reveal", "standings", "podium"])
        self.assertEqual(self.browser.run("return location.search"), "?projector=reveal")
        self.browser.driver.refresh()
        self.browser.wait(self.KIND + " === 'podium'")
        self.silent()

    def check_look(self, name):
        for width, height, dark in LOOKS[:2]:
            self.browser.look(width, height, dark)
            self.browser.painted()
            self.check_fit(height)
            self.browser.screenshot(picture(name, width, dark))

    def test_a_withdrawn_entrant_is_struck_out_on_the_projector(self):
        self.serve_projector(self.knock_out(16), query="?projector=standings")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.large .gone bdi')].map((node) => getComputedStyle(node).textDecorationLine)"), ["line-through"])
        self.assertIn("out in round 12", self.browser.text(".large tbody"), "a result is never cut")

    def test_a_staff_bot_is_a_line_between_the_places_that_are_shown(self):
        page = self.sites.page("staff")
        self.serve_projector(page, query="?projector=standings")
        lines = [row.text.split()[:3] for row in self.browser.all(".large tbody tr")]
        shown = [row for row in page.data["standings"] if row["ranked"]]
        self.assertEqual([str(row["rank"]) for row in shown], [line[0] for line in lines if line[0] != "↑"])
        self.assertLessEqual(max(row["rank"] for row in shown), 4)
        staff = [row for row in page.data["standings"] if "staff" in row]
        self.assertEqual([["↑", "better", "than"]] * len(staff), [line for line in lines if line[0] == "↑"])
        self.check_look("projector-staff")

    def test_a_slide_is_pinned_by_key_and_by_its_address(self):
        self.browser.look(1920, 1080)
        self.serve_projector(self.sites.page("elimination").play(2), query="?projector=bracket")
        self.assertEqual(self.browser.run(self.KIND), "bracket")
        self.assertRegex(self.browser.run(self.NUMBER), "1 of [23]")
        self.browser.run("for (let i = 0; i < 170; ++i) referee.tournamentPage.projector.tick()")  # two times the 20 s of a page
        self.assertEqual(self.browser.run(self.KIND), "bracket")
        self.browser.press("p")
        self.assertEqual([self.browser.run("return location.search"), self.browser.run(self.KIND)], ["?projector", "bracket"])
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertNotEqual(self.browser.run(self.KIND), "bracket")
        self.browser.press("p")
        pinned = self.browser.run(self.KIND)
        self.assertEqual(self.browser.run("return location.search"), f"?projector={pinned}")
        self.silent()

    def ticks(self, count):
        """The number of the slide that has been shown for no time yet, after so many ticks of the 2400 that each gets."""
        return self.browser.run(f"""
            const {{projector}} = referee.tournamentPage;
            projector.shownFor = 0;
            for (let i = 0; i < {count}; ++i) projector.tick();
            {self.NUMBER}""")

    def test_the_projector_changes_over_and_pauses(self):
        self.browser.look(1920, 1080)
        self.serve_projector(self.large(), query="?seconds=600#projector")
        self.assertEqual(self.ticks(2398), "1 of 7")
        self.browser.wait(self.NUMBER + " === '2 of 7'", "it changes over by itself", 20)
        self.browser.press(" ")
        self.assertEqual(self.browser.text(".projector footer button:nth-of-type(2)"), "Go on")
        self.assertEqual(self.ticks(2400), "2 of 7")
        self.browser.find(".projector footer button:nth-of-type(2)").click()
        self.assertEqual(self.ticks(2400), "3 of 7")
        self.browser.press(Keys.ESCAPE)
        self.browser.wait("return !document.querySelector('#tournament').hidden")
        self.silent()


class Accessibility(AxeTest, TournamentCase):
    def test_the_projector(self):
        for name, kinds in (("round_robin", ["boards", "standings", "crosstable", "chart"]), ("elimination", ["bracket"])):
            self.open_served(self.sites.page(name).play(2), "?projector")
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
