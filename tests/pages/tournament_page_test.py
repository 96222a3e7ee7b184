"""The tournament page in a real browser, from a stand-in for the server and as files. Exit code 77 where there is no Chromium.
It takes over 5 s, most of which go into starting Chromium, loading the page of each test and a tournament of 400
entrants."""
import gzip
import re
import time
import unittest

import stand_in
import tournament_samples as samples
from browser import Keys
from page_case import FOLDER
from selenium.webdriver.common.action_chains import ActionChains
from tournament_case import TournamentCase
from tournament_sites import begin_again, freeze, reordered

SHAPES = ["swiss", "field", "elimination", "round_robin", "tables", "ladder"]


class TournamentPage(TournamentCase):
    def change(self, change=lambda text: text, **data):
        """Changes what the server has, and waits until the page shows it."""
        self.server.tournament = self.server.tournament.changed(change, **data)
        self.browser.wait(f"return referee.tournamentPage.data.version === {self.server.tournament.data['version']}")

    def rename(self, name):
        return lambda text: text.replace("<bdi>Sample swiss</bdi>", f"<bdi>{name}</bdi>")

    def focus(self, selector):
        """The keyboard's way: what gets the focus by script after a key has a visible focus."""
        self.browser.press(Keys.TAB)
        self.browser.run("document.querySelector(arguments[0]).focus()", selector)

    def names(self, selector=".standings tbody th.name bdi"):
        return self.browser.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    # --- what the page shows

    def test_every_shape_of_a_tournament_shows_its_parts(self):
        parts = {"swiss": ["standings", "chart", "crosstable", "rounds", "clock"],
                 "field": ["standings", "chart", "scores", "rounds", "clock"],
                 "elimination": ["standings", "bracket", "crosstable", "rounds", "clock"],
                 "round_robin": ["standings", "chart", "crosstable", "rounds", "clock"],
                 "tables": ["standings", "chart", "crosstable", "rounds", "clock"],
                 "ladder": ["standings", "crosstable", "rounds", "clock"]}
        for shape in SHAPES:
            with self.subTest(shape):
                self.serve(self.sites.page(shape).play(2))
                self.assertEqual(self.parts(), ["now", *parts[shape]])
                self.silent()
                self.stop()

    def parts(self):
        return self.browser.run("return [...document.querySelectorAll('main .part')].filter((part) => part.checkVisibility()).map(({id}) => id)")

    def test_the_page_is_whole_without_scripts(self):
        for shape in SHAPES:
            self.browser.open(self.sites.site(shape) / "index.html")
            told = self.browser.run("return document.body.innerText")
            links = self.browser.run("return document.links.length")
            self.browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
            self.addCleanup(self.browser.driver.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
            self.browser.open(self.sites.site(shape) / "index.html")
            self.assertGreaterEqual(self.browser.run("return document.links.length"), links - 1, "all but the projector")
            for word in ("ada", "Time and faults", "games"):
                self.assertIn(word, told)
                self.assertIn(word, self.browser.run("return document.body.innerText"))
            self.assertTrue(self.browser.run("return document.querySelector('.standings tbody tr').checkVisibility()"))
            self.browser.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})

    def test_nobody_is_first_before_the_first_result(self):
        page = (self.sites.site("swiss", begin_again, "begin") / "index.html")
        self.browser.open(page)
        self.assertEqual(len(self.browser.all("#standings li a")), 11, "all are named")
        self.assertEqual(self.browser.all("main table"), [], "and there is no table of zeros")
        self.assertIn("has not begun", self.browser.text("#facts"))

    def test_frozen_rounds_are_told_and_hidden(self):
        self.browser.open(self.sites.site("swiss", freeze, "frozen") / "index.html")
        self.assertIn("last 2 rounds", self.browser.text("#frozen"))
        self.assertEqual(len(self.browser.all("#rounds .round-state")), 5)
        self.assertEqual(self.browser.run("return document.querySelectorAll('[data-key=round-4] .points, [data-key=round-5] .table').length"), 0)

    def test_hostile_names_stay_texts(self):
        self.serve(self.sites.page("hostile"))
        self.assertIn("<img src=x onerror=alert(1)>", self.names())
        self.assertLess(max(map(len, self.names())), 250)
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, script:not([src], [type=\"application/json\"])').length"), 0)
        self.assertFalse(self.browser.run("return /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.querySelector('#tournament').textContent)"))
        self.assertEqual(self.browser.run("return document.documentElement.scrollWidth"), 1400)
        self.silent()

    def test_the_first_page_is_small(self):
        size = sum(len(gzip.compress(text.encode())) for text in (
            self.sites.page("class").html(), stand_in.bundles()["tournament.js"], stand_in.bundles()["pages.css"]))
        self.assertLess(size, 100_000)

    # --- explanations

    def test_an_explanation_opens_by_hover_focus_and_click_and_closes_by_escape(self):
        self.serve(self.sites.page("swiss"))
        shown = "return document.querySelector('.popover')?.matches(':popover-open') ? document.querySelector('.popover').textContent : ''"
        head = self.browser.find(".standings thead .explains")
        self.browser.run("arguments[0].scrollIntoView({block: 'center'})", head)
        ActionChains(self.browser.driver).move_to_element(head).perform()
        self.assertIn("A won match gives 1 point", self.browser.wait(shown, "hover"))
        ActionChains(self.browser.driver).move_to_element(self.browser.find(".popover")).perform()
        time.sleep(0.5)  # longer than an explanation waits for the pointer
        self.assertIn("A won match gives 1 point", self.browser.run(shown), "the pointer may rest on it")
        self.browser.press(Keys.ESCAPE)
        self.assertNotIn("A won match gives 1 point", self.browser.run(shown))
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
        self.serve(self.sites.page("swiss"))
        first = self.names()
        self.focus(f".standings tbody tr:nth-child({len(first)}) .explains")
        self.browser.press(Keys.ESCAPE)
        before = self.browser.run("globalThis.kept = document.activeElement; return [scrollY, kept.closest('tr').dataset.entrant]")
        self.change(lambda text: reordered(text, lambda rows: rows[::-1]))
        self.assertEqual(self.names(), first[::-1])
        self.assertEqual(self.browser.run("return [document.activeElement === kept, kept.closest('tr').dataset.entrant]"), [True, before[1]])
        self.assertEqual(self.browser.run("return kept.closest('tr').rowIndex"), 1)
        self.silent()

    def test_what_the_reader_has_opened_stays_open(self):
        self.serve(self.sites.page("swiss"))
        opened = "return [...document.querySelectorAll('#rounds details[open]')].map(({dataset}) => dataset.key)"
        self.assertEqual(self.browser.run(opened), ["round-5"])
        self.browser.find("[data-key=round-2] summary").click()
        self.browser.find("[data-key=round-5] summary").click()
        self.change(self.rename("Second"))
        self.assertEqual(self.browser.text("#name"), "Second")
        self.assertEqual(self.browser.run(opened), ["round-2"])
        # A new round opens, and the one that was the newest closes.
        newest = '<details class="more" data-begins="{}"{} data-key="round-{}">'
        self.change(lambda text: text.replace(newest.format("open", " open", 5), newest.format("open", " open", 6) + "</details>\n" + newest.format("closed", "", 5)))
        self.assertEqual(self.browser.run(opened), ["round-6", "round-2"])

    def test_entrants_are_searched_and_sorted(self):
        self.serve(self.sites.page("class"))
        first = self.names()
        self.browser.run("const box = document.querySelector('#order'); box.value = '1'; box.dispatchEvent(new Event('change'))")
        self.assertEqual(self.names(), sorted(first))
        self.change(lambda text: reordered(text, lambda rows: rows[::-1]))
        self.assertEqual(self.names(), sorted(first), "news are sorted, too")
        self.browser.find("#search").send_keys("T-07")
        shown = "return [...document.querySelectorAll('tr[data-entrant] th.name')].filter((node) => node.checkVisibility()).map((node) => node.textContent)"
        self.assertEqual(set(self.browser.run(shown)), {"student-07"})
        self.assertIn("1 entrant", self.browser.text("#tools"))
        self.silent()

    def test_every_table_is_sorted_by_its_headings(self):
        self.serve(self.sites.page("class"))
        first = self.names()
        state = "return [...document.querySelectorAll('.standings thead th')].map((head) => head.ariaSort ?? head.getAttribute('aria-sort'))"
        self.browser.run("document.querySelector('.standings thead th.name').click()")
        self.assertEqual(self.names(), sorted(first))
        self.assertEqual(self.browser.run(state)[:3], [None, "ascending", None])
        self.assertEqual(self.browser.run("return document.querySelector('#order').value"), "1", "the list tells it, too")
        button = self.browser.find(".standings thead th.name .sort")
        button.send_keys(Keys.ENTER)
        self.assertEqual(self.names(), sorted(first, reverse=True))
        self.assertEqual(self.browser.run(state)[1], "descending")
        self.change(lambda text: reordered(text, lambda rows: rows[::-1]))
        self.assertEqual(self.names(), sorted(first, reverse=True), "news are sorted, too")
        self.assertEqual(self.browser.run("return document.activeElement.className"), "sort", "the focus stays")
        self.browser.run("document.querySelector('.standings thead th').click()")
        self.assertEqual(self.names(), first)
        unsorted = self.browser.run("""
            return [...document.querySelectorAll('.scroll > table')].filter((table) => table.tHead?.rows.length === 1 && table.tBodies[0].rows.length >= 12
                && !table.querySelector('[rowspan], [colspan]') && table.querySelector('thead .sort') === null).length""")
        self.assertEqual(unsorted, 0)
        self.silent()

    def test_what_is_seen_at_a_glance_has_no_tools(self):
        self.serve(self.sites.page("swiss"))
        self.assertEqual(len(self.names()), 11)
        self.assertEqual((self.browser.find("#tools").is_displayed(), self.browser.all("#sections .sort")), (False, []))

    def test_boards_follow_and_vanish(self):
        page = self.sites.page("swiss").play(3)
        running = page.data["running"]
        self.serve(page)
        self.assertEqual(len(self.browser.all(".live-board")), 3)
        self.assertIn("turn 40", self.browser.text(".live-board .board-turn"))
        self.focus(".live-board")
        self.server.boards = samples.boards(running, 55)
        self.browser.wait("return document.querySelector('.board-turn').textContent === 'turn 55'")
        self.assertTrue(self.browser.run("return document.activeElement === document.querySelector('.live-board')"))
        self.assertEqual(self.browser.find(".live-board").get_attribute("href"), self.server.url + "matches/" + running[0]["match"])
        self.server.boards = []
        self.browser.wait("return document.querySelectorAll('.live-board').length === 0")
        self.assertEqual(len(self.browser.all("#now .running a")), 3, "matches without a board are named")
        self.change(running=[])
        self.assertFalse(self.browser.find("#now").is_displayed(), "no heading over nothing")

    def test_updates_can_be_paused(self):
        page = self.sites.page("swiss").play(3)
        self.serve(page)
        self.browser.find("#hold").click()
        fetched = len(self.server.requests)
        self.server.tournament = page.changed(self.rename("Renamed"))
        self.server.boards = samples.boards(page.data["running"], 90)
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
        self.serve(self.sites.page("swiss"))
        self.server.stop()
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'lost'", "the loss is told")
        self.assertIn("Connection lost", self.browser.text("#connection"))
        self.browser.wait("return document.querySelector('#announcements').textContent.includes('Connection lost')")
        self.assertEqual(len(self.names()), 11, "what was known stays")
        self.server.tournament = self.server.tournament.changed(self.rename("Back again"))
        self.server.start()
        self.browser.wait("return document.querySelector('#name').textContent === 'Back again'", "the page is up to date again")
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'live'")

    def test_the_tournament_is_asked_for_with_its_tag(self):
        self.serve(self.sites.page("swiss"))
        self.change(self.rename("Second"))
        self.change(self.rename("Third"))
        asked = [headers.get("If-None-Match") for path, headers in self.server.requests if path == "/"]
        self.assertEqual(asked, [None, None, '"2"'], "what has just been loaded is not fetched again")

    # --- the keyboard, and large tournaments

    def test_every_control_has_the_keyboard(self):
        self.serve(self.sites.page("round_robin").play(2))
        controls = self.browser.run("""
            return [...document.querySelectorAll('a[href], button, select, summary, [tabindex="0"]')].filter((node) => node.checkVisibility() && !node.disabled).length""")
        reached = set()
        self.browser.run("document.body.tabIndex = -1; document.body.focus()")
        for _ in range(controls + 30):  # long explanations are stops on the way, too
            self.browser.press(Keys.TAB)
            reached.add(self.browser.run("""
                const node = document.activeElement;
                node.id ||= `reached-${Math.random()}`;
                return node === document.body ? '' : node.id"""))
        self.assertGreaterEqual(len(reached - {""}), controls)

    def test_an_entrant_is_highlighted_everywhere(self):
        self.serve(self.sites.page("class"))
        self.browser.run("const box = document.querySelector('#chooser'); box.value = '2'; box.dispatchEvent(new Event('change'))")
        color = "return getComputedStyle(document.querySelector(arguments[0])).backgroundColor"
        lit = self.browser.run(color, ".standings tr[data-entrant='2']")
        self.assertNotEqual(lit, self.browser.run(color, ".standings tr[data-entrant='3']"))
        self.assertEqual(lit, self.browser.run(color, ".cross tr[data-entrant='2']"))
        self.assertEqual(self.browser.run("return getComputedStyle(document.querySelector('path.line[data-entrant=\"2\"]')).strokeWidth"), "4px")
        self.silent()

    def test_400_entrants_stay_usable(self):
        def many(rows):
            return [re.sub(r'(data-(?:entrant|key)=)"\d+"', rf'\1"{number}"', rows[number % len(rows)]) for number in range(400)]

        page = self.sites.page("swiss")
        entrants = [{"name": f"bot{number}", "withdrawn": False, "games": 0} for number in range(400)]
        self.serve(page.changed(lambda text: reordered(text, many), entrants=entrants))
        self.browser.run("globalThis.before = [...document.querySelectorAll('.standings tbody tr')]")
        self.change(lambda text: reordered(text, lambda rows: [rows[-1].replace(">1<", ">99<"), *rows[:-1]]))
        kept = self.browser.run("""
            const rows = [...document.querySelectorAll(".standings tbody tr")];
            return [rows.length, rows.filter((row) => before.includes(row)).length]""")
        self.assertEqual(kept, [400, 400], "an update makes no row anew")
        self.silent()

    def test_live_is_said_only_while_something_is(self):
        page = self.sites.page("swiss").play(2)
        page.data.update(live=True)
        self.serve(page)
        self.assertEqual(self.browser.text("#connection"), "Live")
        self.change(status="finished", finished=True, running=[])
        self.browser.wait("return /^Finished at .*\\d\\d:\\d\\d/.test(document.querySelector('#connection').textContent)")

    # --- files

    def test_files_open_from_a_disk_and_pretend_nothing(self):
        for shape in SHAPES:
            with self.subTest(shape):
                self.browser.open(self.sites.site(shape) / "index.html")
                self.assertIn("does not update itself", self.browser.text("#connection"))
                self.assertFalse(self.browser.find("#hold").is_displayed())
                hrefs = self.browser.run("return [...document.querySelectorAll('main a[href^=\"matches/\"]')].map((link) => link.getAttribute('href'))")
                self.assertTrue(hrefs)
                self.assertTrue(all((self.sites.site(shape) / href).is_file() for href in hrefs))
                self.silent()

    def test_the_page_alone_is_one_readable_file(self):
        """Saved without its folder it has no style and no script, and all its tables."""
        alone = FOLDER / "alone.html"
        alone.write_text((self.sites.site("swiss") / "index.html").read_text())
        self.browser.open(alone)
        self.assertEqual(len(self.names()), 11)
        self.assertEqual(len(self.browser.all(".cross tbody tr")), 11)


if __name__ == "__main__":
    unittest.main()
