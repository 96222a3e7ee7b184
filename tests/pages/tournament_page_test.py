"""The tournament page in a real browser, from a stand-in for the server and as files. Exit code 77 where there is no Chromium.
It takes over 5 s, most of which go into starting Chromium, loading the page of each test, tall screenshots, a tournament of 400
entrants."""
import gzip
import time
import unittest

import stand_in
import tournament_samples as samples
from browser import LOOKS, Keys
from page_case import FOLDER, PageCase, picture
from selenium.webdriver.common.action_chains import ActionChains

SHAPES = {"swiss": samples.tournament, "field": samples.field, "elimination": samples.elimination, "frozen": samples.frozen,
          "practice": samples.practice}


class TournamentPage(PageCase):
    def serve(self, data, turn=40, query=""):
        self.server = stand_in.StandIn(data, samples.boards(data, turn))
        self.server.start()
        self.addCleanup(self.stop)
        self.browser.open(self.server.url + query)
        self.browser.wait("return document.querySelector('.standings tbody tr') && document.querySelector('#connection').dataset.state === 'live'")
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

    def change(self, change):
        """Changes what the server has, and waits until the page shows it."""
        data = dict(self.server.tournament)
        change(data)
        data["version"] += 1
        self.server.tournament = data
        self.browser.wait(f"return referee.tournamentPage.data.version === {data['version']}")

    def focus(self, selector):
        """The keyboard's way: what gets the focus by script after a key has a visible focus."""
        self.browser.press(Keys.TAB)
        self.browser.run("document.querySelector(arguments[0]).focus()", selector)

    def names(self, selector=".standings tbody th.name bdi"):
        return self.browser.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    # --- what the page shows

    def test_every_shape_of_a_tournament_shows_its_parts(self):
        parts = {"swiss": ["now", "standings", "chart", "crosstable", "rounds", "clock", "notes"],
                 "field": ["standings", "chart", "scores", "rounds", "clock", "notes"],
                 "elimination": ["now", "standings", "bracket", "rounds", "clock", "notes"],
                 "frozen": ["standings", "chart", "crosstable", "rounds", "clock", "notes"],
                 "practice": ["now", "standings", "rounds", "clock", "notes"]}
        for name, make in SHAPES.items():
            with self.subTest(name):
                data = make()
                self.serve(data)
                shown = self.browser.run("return [...document.querySelectorAll('main > .part')].filter((part) => !part.hidden).map(({id}) => id)")
                self.assertEqual(shown, parts[name])
                self.assertEqual(len(self.names()), len(data["standings"]))
                self.assertEqual(self.browser.find("#frozen").is_displayed(), name == "frozen")
                self.look_at(name)
                self.silent()
                self.stop()

    def look_at(self, name):
        """Takes a screenshot of each width, and of the projector: only tables scroll sideways."""
        for width, height, dark in LOOKS:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            tall = self.browser.run("return document.documentElement.scrollHeight")
            self.browser.look(width, min(tall, 6000), dark)
            self.browser.screenshot(picture(name, width, dark))
        self.browser.look(1920, 1080)
        self.browser.run("location.hash = 'projector'")
        self.browser.screenshot(FOLDER / "screenshots" / f"{name}-projector.png")
        self.browser.look()

    def test_hostile_names_stay_texts(self):
        self.serve(samples.tournament(14, 5))
        self.assertIn("<img src=x onerror=alert(1)>", self.names())
        self.assertLess(max(map(len, self.names())), 50)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, script:not([src])').length"), 0)
        self.assertFalse(self.browser.run("return /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.textContent)"))
        self.assertEqual(self.browser.run("return document.documentElement.scrollWidth"), 1400)
        self.silent()

    def test_the_first_page_is_small(self):
        size = sum(len(gzip.compress(text.encode())) for text in (
            stand_in.page("tournament", "server"), stand_in.bundles()["tournament.js"], stand_in.bundles()["pages.css"]))
        self.assertLess(size, 100_000)

    def test_links_lead_to_shown_matches_only(self):
        data = samples.field()
        self.serve(data)
        self.browser.run("document.querySelectorAll('#rounds details').forEach((node) => { node.open = true; })")
        self.browser.wait("return document.querySelectorAll('#rounds .table').length === 72")
        links = set(self.browser.run("return [...document.querySelectorAll('main a[href^=\"matches/\"]')].map((link) => link.getAttribute('href'))"))
        self.assertEqual(links, {f"matches/r{number}t{table}g1" for number in range(1, 8) for table in range(1, 10)})
        self.assertIn("Others have yet to play this instance.", self.browser.text("#rounds .reasons"))

    # --- explanations

    def test_an_explanation_opens_by_hover_focus_and_click_and_closes_by_escape(self):
        self.serve(samples.tournament())
        shown = "return document.querySelector('.popover')?.matches(':popover-open') ? document.querySelector('.popover').textContent : ''"
        head = self.browser.find(".standings thead .explains")
        self.browser.run("arguments[0].scrollIntoView({block: 'center'})", head)
        ActionChains(self.browser.driver).move_to_element(head).perform()
        self.assertIn("1 for a win", self.browser.wait(shown, "hover"))
        ActionChains(self.browser.driver).move_to_element(self.browser.find(".popover")).perform()
        time.sleep(0.5)  # longer than an explanation waits for the pointer
        self.assertIn("1 for a win", self.browser.run(shown), "the pointer may rest on it")
        self.browser.press(Keys.ESCAPE)
        self.assertNotIn("1 for a win", self.browser.run(shown))
        # The pointer may have come to lie on what was below, and explains that.
        ActionChains(self.browser.driver).move_to_element(self.browser.find("#name")).perform()
        self.browser.wait(f"return !(() => {{ {shown} }})()")
        self.focus(".standings tbody .explains")
        self.assertIn("round 1:", self.browser.wait(shown, "focus"))
        self.assertEqual(self.browser.run("return document.activeElement.getAttribute('aria-expanded')"), "true")
        self.browser.press(Keys.ESCAPE)
        self.assertEqual(self.browser.run(shown), "")
        self.assertTrue(self.browser.run("return document.activeElement.matches('.explains')"), "the focus stays")
        self.browser.press(Keys.ENTER)
        self.assertIn("round 1:", self.browser.wait(shown, "click"))
        self.browser.press(Keys.TAB)
        self.browser.press(Keys.TAB)
        self.browser.run("document.querySelector('#hold').focus()")
        self.assertEqual(self.browser.run(shown), "")
        self.silent()

    # --- following

    def test_the_page_follows_without_stealing_focus_or_scrolling(self):
        self.serve(samples.tournament())
        first = self.names()
        self.focus(f".standings tbody tr:nth-child({len(first)}) .explains")
        self.browser.press(Keys.ESCAPE)
        before = self.browser.run("globalThis.kept = document.activeElement; return [scrollY, kept.closest('tr').dataset.entrant]")

        def last_wins(data):
            data["standings"] = [{**row, "rank": rank, "movement": 1} for rank, row in enumerate(reversed(data["standings"]), 1)]

        self.change(last_wins)
        self.assertEqual(self.names(), first[::-1])
        self.assertEqual(self.browser.run("return [document.activeElement === kept, kept.closest('tr').dataset.entrant]"), [True, before[1]])
        self.assertEqual(self.browser.run("return kept.closest('tr').rowIndex"), 1)
        self.silent()

    def test_boards_follow_and_vanish(self):
        data = samples.tournament()
        self.serve(data)
        self.assertEqual(len(self.browser.all(".live-board")), 3)
        self.assertIn("turn 40", self.browser.text(".live-board .board-turn"))
        self.focus(".live-board")
        self.server.boards = samples.boards(data, 55)
        self.browser.wait("return document.querySelector('.board-turn').textContent === 'turn 55'")
        self.assertTrue(self.browser.run("return document.activeElement === document.querySelector('.live-board')"))
        self.assertEqual(self.browser.find(".live-board").get_attribute("href"), self.server.url + "matches/" + data["running"][0]["match"])
        self.server.boards = []
        self.browser.wait("return document.querySelectorAll('.live-board').length === 0")
        self.assertEqual(len(self.browser.all("#now .running a")), 3, "matches without a board are named")

    def test_updates_can_be_paused(self):
        data = samples.tournament()
        self.serve(data)
        self.browser.find("#hold").click()
        fetched = len(self.server.requests)
        self.server.tournament = {**data, "version": 2, "name": "Renamed"}
        self.server.boards = samples.boards(data, 90)
        end = time.monotonic() + 120
        while len(self.server.requests) == fetched and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.5)
        self.assertNotEqual(self.browser.text("#name"), "Renamed")
        self.assertEqual(self.browser.text(".board-turn"), "turn 40")
        self.assertIn("paused", self.browser.text("#connection"))
        self.browser.find("#hold").click()
        self.browser.wait("return document.querySelector('#name').textContent === 'Renamed'")
        self.assertEqual(self.browser.text(".board-turn"), "turn 90")

    def test_a_lost_connection_is_told_and_comes_back(self):
        self.serve(samples.tournament())
        self.server.stop()
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'lost'", "the loss is told")
        self.assertIn("Connection lost", self.browser.text("#connection"))
        self.browser.wait("return document.querySelector('#announcements').textContent.includes('Connection lost')")
        self.assertEqual(len(self.names()), 14, "what was known stays")
        self.server.tournament = {**self.server.tournament, "version": 2, "name": "Back again"}
        self.server.start()
        self.browser.wait("return document.querySelector('#name').textContent === 'Back again'", "the page is up to date again")
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'live'")

    def test_the_tournament_is_asked_for_with_its_tag(self):
        self.serve(samples.tournament())
        self.change(lambda data: data.update(name="Second"))
        asked = [headers for path, headers in self.server.requests if path == "/api/tournament"]
        self.assertNotIn("If-None-Match", asked[0])
        self.assertEqual({headers.get("If-None-Match") for headers in asked[1:]}, {'"1"'})

    # --- the keyboard, and large tournaments

    def test_every_control_has_the_keyboard(self):
        self.serve(samples.tournament(6, 3, hostile=False))
        controls = self.browser.run("""
            return [...document.querySelectorAll('a[href], button, select, summary, [tabindex="0"]')].filter((node) => node.checkVisibility() && !node.disabled).length""")
        reached = set()
        self.browser.run("document.body.tabIndex = -1; document.body.focus()")
        for _ in range(controls + 5):
            self.browser.press(Keys.TAB)
            reached.add(self.browser.run("""
                const node = document.activeElement;
                node.id ||= `reached-${Math.random()}`;
                return node === document.body ? '' : node.id"""))
        self.assertGreaterEqual(len(reached - {""}), controls)

    def test_an_entrant_is_highlighted_everywhere(self):
        self.serve(samples.tournament(12, 5, hostile=False))
        self.browser.run("const box = document.querySelector('#chooser'); box.value = '2'; box.dispatchEvent(new Event('change'))")
        color = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
        lit = self.browser.run(color, ".standings tr[data-entrant='2']")
        self.assertNotEqual(lit, self.browser.run(color, ".standings tr[data-entrant='3']"))
        self.assertEqual(lit, self.browser.run(color, ".cross tr[data-entrant='2']"))
        self.assertIn("linus:", self.browser.text("#chart .readout"))
        self.silent()

    def test_400_entrants_and_100_rounds_stay_usable(self):
        data = samples.tournament(400, 100, hostile=False)
        self.serve(data)
        self.assertEqual(len(self.browser.all(".cross")), 0, "a large crosstable waits until it is opened")
        kept = self.browser.run("""
            const page = referee.tournamentPage;
            const rows = () => [...document.querySelectorAll(".standings tbody tr")];
            const before = rows();
            const data = structuredClone(page.data);
            data.standings[0].cells[0] = "99";
            page.receive(data);
            return [rows().length, rows().filter((row) => before.includes(row)).length]""")
        self.assertEqual(kept, [400, 400], "an update makes no row anew")
        self.browser.find("#crosstable summary").click()
        self.browser.wait("return document.querySelectorAll('.cross tbody tr').length === 400")
        self.silent()

    # --- files

    def test_files_open_from_a_disk_and_pretend_nothing(self):
        for name, make in SHAPES.items():
            with self.subTest(name):
                folder = FOLDER / f"site-{name}"
                folder.mkdir()
                stand_in.write_site(folder, make())
                self.browser.open(folder / "index.html")
                self.browser.wait("return document.querySelector('.standings tbody tr')")
                self.assertIn("does not update itself", self.browser.text("#connection"))
                self.assertFalse(self.browser.find("#hold").is_displayed())
                hrefs = self.browser.run("return [...document.querySelectorAll('main a[href^=\"matches/\"]')].map((link) => link.getAttribute('href'))")
                self.assertTrue(all(href.endswith(".html") for href in hrefs))
                self.silent()

    def test_a_missing_file_of_data_is_told(self):
        folder = FOLDER / "site-missing"
        folder.mkdir()
        stand_in.write_site(folder, samples.tournament())
        (folder / "tournament.js").unlink()
        self.browser.open(folder / "index.html")
        self.browser.wait("return !document.querySelector('#problem').hidden")
        self.assertIn("missing", self.browser.text("#problem"))


if __name__ == "__main__":
    unittest.main()
