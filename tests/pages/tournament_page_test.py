"""The tournament page in a real browser, from a stand-in for the server and as files. Exit code 77 where there is no Chromium.
It takes over 5 s, most of which go into starting Chromium, loading the page of each test, a tournament of 400
entrants and a projector that changes over by itself."""
import gzip
import re
import time
import unittest

import stand_in
import tournament_samples as samples
from browser import LOOKS, Keys
from page_case import FOLDER, PageCase, picture
from selenium.webdriver.common.action_chains import ActionChains
from tournament_sites import Sites, begin_again, freeze, reordered, reveal_from

SHAPES = ["swiss", "field", "elimination", "round_robin", "tables", "ladder"]


class TournamentPage(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sites = Sites(FOLDER)

    def serve(self, page, turn=40, query=""):
        self.server = stand_in.StandIn(page, samples.boards(page.data["running"], turn))
        self.server.start()
        self.addCleanup(self.stop)
        self.browser.open(self.server.url + query)
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'live'")
        if page.data["running"]:
            self.browser.wait("return document.querySelector('.live-board canvas')?.width > 10", "a board")
        self.browser.painted()

    def stop(self):
        """Leaves the page first: it would try to connect again."""
        self.browser.leave()
        if self.server.server.running:
            self.server.stop()

    def silent(self):
        self.assertEqual(self.browser.messages(), [], "the console is silent")

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
        self.assertEqual(set(self.browser.run("return [...document.querySelectorAll('.rank .number')].map((node) => node.textContent)")), {"\u2013"})
        self.assertEqual(self.browser.all("tr.first"), [])
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
        self.serve(self.sites.page("swiss"))
        first = self.names()
        self.browser.run("const box = document.querySelector('#order'); box.value = '1'; box.dispatchEvent(new Event('change'))")
        self.assertEqual(self.names(), sorted(first))
        self.change(lambda text: reordered(text, lambda rows: rows[::-1]))
        self.assertEqual(self.names(), sorted(first), "news are sorted, too")
        self.browser.find("#search").send_keys("ARB")
        shown = "return [...document.querySelectorAll('tr[data-entrant] th.name')].filter((node) => node.checkVisibility()).map((node) => node.textContent)"
        self.assertEqual(set(self.browser.run(shown)), {"barbara"})
        self.assertIn("1 entrant", self.browser.text("#tools"))
        self.silent()

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
        for _ in range(controls + 5):
            self.browser.press(Keys.TAB)
            reached.add(self.browser.run("""
                const node = document.activeElement;
                node.id ||= `reached-${Math.random()}`;
                return node === document.body ? '' : node.id"""))
        self.assertGreaterEqual(len(reached - {""}), controls)

    def test_an_entrant_is_highlighted_everywhere(self):
        self.serve(self.sites.page("swiss"))
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

    # --- the projector

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
        const cut = shown.filter((node) => (node.matches('td, thead th, .score, h3') && node.scrollWidth > node.clientWidth + 1) ||
            (node.matches('.podium li') && node.scrollHeight > node.clientHeight + 1));
        return {kind: document.querySelector('.slides').dataset.kind, scrolls: page.scrollHeight > innerHeight || page.scrollWidth > innerWidth, out: out.map((node) => node.textContent),
                least: Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize))), cut: cut.map((node) => node.textContent)}"""

    def test_each_slide_fits_and_is_read_from_the_back_of_a_hall(self):
        """Letters of at least 1/30 of the height, nothing cut but names, nothing outside the wall."""
        shapes = {"class": (lambda: self.sites.page("class").play(3), {"boards", "standings", "crosstable", "chart"}),
                  "hostile": (lambda: self.sites.page("hostile"), {"podium", "standings", "crosstable", "chart"}),
                  "field": (lambda: self.sites.page("field"), {"podium", "standings", "chart"}),
                  "elimination": (lambda: self.sites.page("elimination").play(2), {"boards", "standings", "bracket", "crosstable"}),
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
        self.browser.wait("return /wins|Level/.test(document.querySelector('.replay .caption').textContent)", "the result")
        self.assertEqual(self.browser.run(turn), f"turn {len(self.server.matches[first]['turns'])}", "the whole game")
        self.check_fit(1080)
        self.browser.wait(self.KIND + " === 'standings'", "back to the standings", 20)
        self.browser.run("referee.tournamentPage.projector.pin('show')")
        self.browser.run("referee.tournamentPage.projector.turn(0)")
        self.assertNotEqual(self.browser.wait("return document.querySelector('.slides .replay')?.getAttribute('href')", "another game"), "matches/" + first)
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

    def check_look(self, name):
        for width, height, dark in LOOKS[:2]:
            self.browser.look(width, height, dark)
            self.browser.painted()
            self.check_fit(height)
            self.browser.screenshot(picture(name, width, dark))

    def test_live_is_said_only_while_something_is(self):
        page = self.sites.page("swiss").play(2)
        page.data.update(live=True)
        self.serve(page)
        self.assertEqual(self.browser.text("#connection"), "Live")
        self.change(status="finished", finished=True, running=[])
        self.browser.wait("return /^Finished at .*\\d\\d:\\d\\d/.test(document.querySelector('#connection').textContent)")

    def test_a_withdrawn_entrant_is_struck_out_on_the_projector(self):
        self.serve_projector(self.knock_out(16), query="?projector=standings")
        self.assertEqual(self.browser.run("return [...document.querySelectorAll('.large .gone bdi')].map((node) => getComputedStyle(node).textDecorationLine)"), ["line-through"])
        self.assertIn("out in round 12", self.browser.text(".large tbody"), "a result is never cut")

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

    def test_the_projector_changes_over_and_pauses(self):
        self.browser.look(1920, 1080)
        self.serve_projector(self.large(), query="#projector")
        self.assertEqual(self.browser.run(self.NUMBER), "1 of 7")
        self.browser.run("for (let i = 0; i < 55; ++i) referee.tournamentPage.projector.tick()")  # most of the 15 s of a slide
        self.assertEqual(self.browser.run(self.NUMBER), "1 of 7")
        self.browser.wait(self.NUMBER + " === '2 of 7'", "it changes over by itself", 20)
        self.browser.press(" ")
        self.assertEqual(self.browser.text(".projector footer button:nth-of-type(2)"), "Go on")
        self.browser.run("for (let i = 0; i < 200; ++i) referee.tournamentPage.projector.tick()")
        self.assertEqual(self.browser.run(self.NUMBER), "2 of 7")
        self.browser.find(".projector footer button:nth-of-type(2)").click()
        self.browser.run("for (let i = 0; i < 60; ++i) referee.tournamentPage.projector.tick()")
        self.assertEqual(self.browser.run(self.NUMBER), "3 of 7")
        self.browser.press(Keys.ESCAPE)
        self.browser.wait("return !document.querySelector('#tournament').hidden")
        self.silent()

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
