"""The projector's slides in a real browser, from a stand-in for the server: what they show, that they fit and can be read from the back of
a hall, games that are shown again, and the prize giving. Exit code 77 where there is no Chromium. It takes over 5 s, most of which go
into starting Chromium, looking at each slide in two sizes, and a projector that changes over by itself."""
import time
import unittest

import projector_samples as samples
import stand_in
from browser import LOOKS, Keys
from page_case import FOLDER, PageCase, picture


class ProjectorTest(PageCase):
    def serve(self, data, turn=40, query=""):
        self.server = stand_in.StandIn(data, samples.boards(data, turn))
        self.server.start()
        self.addCleanup(self.stop)
        self.browser.open(self.server.url + query)
        self.browser.wait("return globalThis.referee?.tournamentPage?.data && document.querySelector('#connection').dataset.state === 'live'")
        if data["running"]:
            self.browser.wait("return document.querySelector('.live-board canvas')?.width > 10", "a board")
        self.browser.painted()

    def stop(self):
        """Leaves the page first: it would try to connect again."""
        self.browser.leave()
        if self.server.server.running:
            self.server.stop()

    def silent(self):
        self.assertEqual(self.browser.messages(), [], "the console is silent")

    def change(self, prize_giving="", **data):
        """Changes what the server has, and waits until the page shows it."""
        self.server.prize_giving = prize_giving
        self.server.tournament = {**self.server.tournament, **data, "version": self.server.tournament["version"] + 1}
        self.browser.wait(f"return referee.tournamentPage.data.version === {self.server.tournament['version']}")

    FITS = """
        const stage = document.querySelector('.slides').getBoundingClientRect();
        const page = document.documentElement;
        const shown = [...document.querySelectorAll('.slides *')].filter((node) => !node.closest('.visually-hidden') && node.getBoundingClientRect().width > 0);
        const wide = shown.filter((node) => ['TH', 'TD', 'LI', 'H3', 'text'].includes(node.tagName) || node.matches('.live-board'));
        const isOut = (box) => box.right > stage.right + 1 || box.bottom > stage.bottom + 1 || box.left < stage.left - 1;
        const out = wide.filter((node) => isOut(node.getBoundingClientRect()));
        const texts = [...document.querySelectorAll('.projector > header *, .projector > main *')].filter((node) => !node.closest('.visually-hidden') && node.getClientRects().length > 0 &&
            [...node.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()));
        const cut = shown.filter((node) => (node.matches('td, thead th, .score, h3') && node.scrollWidth > node.clientWidth + 1) ||
            (node.matches('.podium li') && node.scrollHeight > node.clientHeight + 1));
        return {kind: document.querySelector('.slides').dataset.kind, scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth, out: out.map((node) => node.textContent),
                least: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize))), cut: cut.map((node) => node.textContent)}"""

    def test_each_slide_fits_and_is_read_from_the_back_of_a_hall(self):
        """Letters of at least 1/30 of the height, nothing cut but names, nothing outside the wall."""
        shapes = {"swiss": (lambda: samples.tournament(24, 7), {"boards", "standings", "crosstable", "chart"}), "field": (samples.field, {"standings", "chart"}),
                  "elimination": (samples.elimination, {"boards", "standings", "bracket"}), "knock_out": (lambda: samples.knock_out(32), {"standings", "bracket"}),
                  "ladder": (samples.ladder, {"standings", "chart"})}
        for name, (make, expected) in shapes.items():
            self.browser.look(1920, 1080, True)
            self.serve(make(), query="?projector")
            for width, height, dark in LOOKS[:2]:
                self.browser.look(width, height, dark)
                kinds = set()
                for _ in range(self.browser.run("return referee.tournamentPage.projector.pages().length")):
                    self.browser.painted()
                    fits = self.browser.run(self.FITS)
                    with self.subTest(name, width=width, kind=fits["kind"]):
                        self.assertEqual((fits["scrolls"], fits["out"], fits["cut"]), (False, [], []))
                        self.assertGreaterEqual(fits["least"] + 0.01, height / 30)
                    if fits["kind"] not in kinds:
                        self.browser.screenshot(picture(f"projector-{name}-{fits['kind']}", width, dark))
                    kinds.add(fits["kind"])
                    self.browser.press(Keys.ARROW_RIGHT)
                self.assertEqual(kinds, expected, name)
            self.silent()
            self.stop()

    # --- what was played is shown again, and the prize giving

    def serve_show(self, query, **terms):
        data = {**samples.tournament(14, 2, hostile=False), "show": {"turn_ms": 20}, **terms}
        self.server = stand_in.StandIn(data, samples.boards(data, 40))
        self.server.matches = samples.replays(data)
        self.server.start()
        self.addCleanup(self.stop)
        self.browser.open(self.server.url + query)
        return data

    def test_the_projector_shows_whole_games_again_and_goes_back_to_the_standings(self):
        self.browser.look(1920, 1080, True)
        data = self.serve_show("?projector")
        over = {match["match"] for table in data["rounds"][1]["tables"] for match in table["matches"] if match["status"] == "done"}
        first = self.browser.wait("return document.querySelector('.slides .replay')?.getAttribute('href')", "a game")
        self.assertIn(first.removeprefix("matches/"), over, "it is of the newest round")
        self.assertRegex(self.browser.wait("return document.querySelector('.replay .caption').textContent.includes('Bricks') && document.querySelector('.replay .caption').textContent"), r"Bricks \d+ : \d+ · ")
        self.browser.run("referee.tournamentPage.projector.pause(true)")
        self.browser.screenshot(picture("projector-show", 1920, True))
        turn = "return document.querySelector('.replay .board-turn').textContent"
        paused = self.browser.run(turn)
        time.sleep(0.2)  # ten turns
        self.assertEqual(self.browser.run(turn), paused)
        self.browser.run("referee.tournamentPage.projector.pause(false)")
        self.browser.wait("return /wins|Level/.test(document.querySelector('.replay .caption').textContent)", "the result")
        self.assertEqual(self.browser.run(turn), "turn 12", "the whole game")
        fits = self.browser.run(self.FITS)
        self.assertEqual((fits["scrolls"], fits["out"], fits["cut"]), (False, [], []))
        self.assertGreaterEqual(fits["least"] + 0.01, 36)
        self.browser.wait("return document.querySelector('.slides').dataset.kind === 'standings'", "back to the standings", 20)
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.browser.wait("return document.querySelector('.slides').dataset.kind === 'show'")
        self.assertNotEqual(self.browser.wait("return document.querySelector('.slides .replay')?.getAttribute('href')", "another game"), first)
        self.silent()

    def test_games_are_shown_again_among_the_boards_unless_less_motion_is_wanted(self):
        self.browser.look(1400, 900, still=False)
        self.serve_show("")
        self.browser.wait("return document.querySelector('#now .again .replay canvas')?.width > 10")
        self.assertTrue(self.browser.find("#now .again").is_displayed())
        self.browser.look(1400, 900, still=True)
        self.serve_show("")
        self.browser.wait("return document.querySelector('#now .live-board')")
        self.assertFalse(self.browser.run("return document.querySelector('.replay') !== null"))
        self.silent()

    def test_without_a_show_nothing_is_fetched(self):
        self.serve_show("?projector", show=None)
        self.browser.wait("return document.querySelector('.slides').dataset.kind === 'boards'")
        self.assertEqual([path for path, _ in self.server.requests if path.startswith("/api/matches/")], [])

    def test_places_are_revealed_one_by_one_and_end_with_the_podium(self):
        self.browser.look(1920, 1080)
        self.serve({**samples.frozen(), "status": "finished", "finished": True}, query="?projector")
        kind = "return document.querySelector('.slides').dataset.kind"
        self.assertEqual(self.browser.run(kind), "standings")
        for places in (1, 2):
            self.change(samples.reveal(places), reveal={"places": [{}] * places, "entrants": 14})
            self.browser.wait(f"return document.querySelector('.projector h2').textContent === 'Reveal: place {15 - places} of 14'")
            self.assertEqual(self.browser.run(kind), "reveal")
        self.change(samples.reveal(12), reveal={"places": [{}] * 12, "entrants": 14})
        self.browser.wait("return document.querySelector('.projector h2').textContent === 'Reveal: place 3 of 14'")
        self.check_look("projector-reveal")
        self.change(samples.PODIUM, reveal=None, frozen=None)
        self.browser.wait(kind + " === 'podium'")
        self.check_look("projector-podium")
        self.browser.press(Keys.ESCAPE)
        self.browser.look()
        self.browser.wait("return document.querySelector('#podium .podium li')")
        self.assertEqual(self.browser.find("#podium .best-game").get_attribute("href"), self.server.url + "matches/r5t1g1")
        self.assertIn("Podium", self.browser.text("#contents"))
        for width, height, dark in LOOKS:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture("podium", width, dark))
        self.silent()

    def check_look(self, name):
        for width, height, dark in LOOKS[:2]:
            self.browser.look(width, height, dark)
            self.browser.painted()
            fits = self.browser.run(self.FITS)
            self.assertEqual((fits["scrolls"], fits["out"], fits["cut"]), (False, [], []), name)
            self.assertGreaterEqual(fits["least"] + 0.01, height / 30)
            self.browser.screenshot(picture(name, width, dark))

    def test_live_is_said_only_while_something_is(self):
        self.serve(samples.tournament(6, 2))
        self.assertEqual(self.browser.text("#connection"), "Live")
        self.change(status="finished", finished=True, running=[])
        self.browser.wait("return /^Finished at .*\\d\\d:\\d\\d/.test(document.querySelector('#connection').textContent)")

    def test_a_withdrawn_entrant_is_struck_out_on_the_projector(self):
        self.serve(samples.knock_out(16), query="?projector=standings")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.large .gone bdi')].map((node) => getComputedStyle(node).textDecorationLine)"), ["line-through"])
        self.assertIn("out in round 12", self.browser.text(".large tbody"), "a result is never cut")

    def test_a_slide_is_pinned_by_key_and_by_its_address(self):
        self.browser.look(1920, 1080)
        self.serve(samples.elimination(), query="?projector=bracket")
        kind = "return document.querySelector('.slides').dataset.kind"
        number = "return document.querySelector('.projector .number').textContent"
        self.assertEqual([self.browser.run(kind), self.browser.run(number)], ["bracket", "1 of 2"])
        self.browser.run("for (let i = 0; i < 170; ++i) referee.tournamentPage.projector.tick()")  # two times the 20 s of a page
        self.assertEqual(self.browser.run(kind), "bracket")
        self.browser.press("p")
        self.assertEqual([self.browser.run("return location.search"), self.browser.run(kind)], ["?projector", "bracket"])
        self.browser.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertNotEqual(self.browser.run(kind), "bracket")
        self.browser.press("p")
        pinned = self.browser.run(kind)
        self.assertEqual(self.browser.run("return location.search"), f"?projector={pinned}")
        self.silent()

    def test_the_projector_changes_over_and_pauses(self):
        self.browser.look(1920, 1080)
        self.serve(samples.tournament(45, 5), query="#projector")
        number = "return document.querySelector('.projector .number').textContent"
        self.assertEqual(self.browser.run(number), "1 of 6")
        self.browser.run("for (let i = 0; i < 55; ++i) referee.tournamentPage.projector.tick()")  # most of the 15 s of a slide
        self.assertEqual(self.browser.run(number), "1 of 6")
        self.browser.wait(number + " === '2 of 6'", "it changes over by itself", 20)
        self.browser.press(" ")
        self.assertEqual(self.browser.text(".projector footer button:nth-of-type(2)"), "Go on")
        self.browser.run("for (let i = 0; i < 200; ++i) referee.tournamentPage.projector.tick()")
        self.assertEqual(self.browser.run(number), "2 of 6")
        self.browser.find(".projector footer button:nth-of-type(2)").click()
        self.browser.run("for (let i = 0; i < 60; ++i) referee.tournamentPage.projector.tick()")
        self.assertEqual(self.browser.run(number), "3 of 6")
        self.browser.press(Keys.ESCAPE)
        self.browser.wait("return !document.querySelector('#tournament').hidden")
        self.silent()


if __name__ == "__main__":
    unittest.main()
