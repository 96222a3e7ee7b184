"""A student's page in a real browser, from a stand-in for the server. Exit code 77 where there is no Chromium. It takes over 5 s,
most of which go into starting Chromium and loading the page of each test."""
import time
import unittest

import stand_in
import tournament_samples as samples
from browser import LOOKS, Keys
from page_case import FOLDER, PageCase, picture

TOKEN = "secret-of-ada"


class MePage(PageCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser.driver.execute_cdp_cmd("Page.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(FOLDER)})

    def setUp(self):
        super().setUp()
        self.server = stand_in.StandIn(me=samples.me(), token=TOKEN, own_match=samples.own_match())
        self.server.start()
        self.browser.open(self.server.url + "me")

    def tearDown(self):
        self.browser.run("sessionStorage.clear()")
        self.browser.leave()
        if self.server.server.running:
            self.server.stop()

    def enter(self, token=TOKEN):
        self.browser.find("#token").clear()
        self.browser.find("#token").send_keys(token, Keys.ENTER)

    def shown(self):
        self.enter()
        self.browser.wait("return !document.querySelector('#me').hidden")

    def problem(self):
        self.browser.wait("return !document.querySelector('#problem').hidden")
        return self.browser.text("#problem")

    def open(self, place):
        self.browser.run("document.querySelectorAll('.own-match > summary')[arguments[0]].click()", place)
        self.browser.painted()

    def test_a_token_shows_the_own_matches(self):
        self.shown()
        self.assertEqual(len(self.browser.all(".own-match")), 6)
        self.assertIn("rank 13", self.browser.text("#facts"))
        self.assertEqual([str(rank) for rank in range(10, 17)], [cell.text for cell in self.browser.all("#places td.rank")])
        self.assertIn("ada", self.browser.text("#places tr[aria-current]"))
        self.assertIn("ValueError", self.browser.text("#stderr pre"))
        self.assertIn("undecided between A and B", self.browser.text("#mark"))
        self.assertTrue(self.browser.find("#mark svg.marks-chart rect.band").is_displayed(), "the curve, as marks.html has it")
        self.open(4)
        self.assertEqual(len(self.browser.all(".faults tbody tr")), 20)
        self.assertIn("the first 20 of 33", self.browser.text(".own-match[open]"))
        self.assertIn("no answer within 100 ms", self.browser.text(".faults"))
        self.assertEqual(self.browser.run("return document.querySelectorAll('img, script:not([src])').length"), 0)
        self.assertEqual(self.browser.messages(), [])

    def test_many_matches_are_searched_and_sorted(self):
        self.shown()
        self.assertFalse(self.browser.find("#search").is_displayed(), "six are seen at a glance")
        first = self.server.me["matches"][0]
        self.server.me["matches"][:0] = [{**first, "match": f"r0t{table}g1", "place": "Round 0"} for table in range(6)]
        self.browser.driver.refresh()
        self.browser.wait("return document.querySelector('#search')?.checkVisibility()")
        places = "return [...document.querySelectorAll('.own-match .own-place')].map((place) => place.textContent.match(/Round (.)/)[1]).join('')"
        self.assertEqual("544321000000", self.browser.run(places))
        self.browser.find("#order").send_keys("most")
        self.assertEqual("2", self.browser.run(places)[0])
        self.browser.find("#search").send_keys("DRAWN round")
        self.assertEqual("3", self.browser.run(places))
        self.browser.find("#search").send_keys("x")
        self.assertIn("No game has these words.", self.browser.text("#matches"))
        self.browser.run("const field = document.querySelector('#search'); field.value = ''; field.dispatchEvent(new Event('input'));")
        self.open(0)
        self.browser.run("document.querySelector('.faults thead th .sort').click()")
        self.assertEqual("ascending", self.browser.run("return document.querySelector('.faults thead th').getAttribute('aria-sort')"))

    def test_the_token_is_in_a_header_and_nowhere_else(self):
        self.shown()
        self.open(1)
        self.browser.find("[data-does=watch]").click()
        self.browser.wait("return document.querySelector('#viewer .stage')")
        for path, headers in self.server.requests:
            self.assertNotIn(TOKEN, path)
            told = {name for name, value in headers.items() if TOKEN in value}
            self.assertEqual(told, {"Authorization"} if path.startswith("/api/me") else set())
        self.assertNotIn(TOKEN, self.browser.driver.current_url)
        self.assertNotIn(TOKEN, self.browser.run("return document.documentElement.outerHTML + document.cookie + JSON.stringify(localStorage)"))
        self.assertEqual(self.browser.run("return document.querySelector('#token').type"), "password")
        self.assertEqual(self.browser.run("return document.querySelector('#token').autocomplete"), "off")

    def test_a_reload_keeps_the_token_and_forgetting_it_does_not(self):
        self.shown()
        self.browser.driver.refresh()
        self.browser.wait("return !document.querySelector('#me').hidden")
        self.browser.find("#forget").click()
        self.assertFalse(self.browser.find("#me").is_displayed())
        self.assertEqual(self.browser.run("return sessionStorage.length"), 0)
        self.assertEqual(self.browser.run("return document.activeElement.id"), "token")
        self.assertNotIn("Traceback", self.browser.run("return document.body.textContent"))
        self.browser.driver.refresh()
        self.assertTrue(self.browser.find("#ask").is_displayed())

    def test_what_goes_wrong_is_told_in_a_sentence(self):
        self.enter("of-somebody-else")
        self.assertIn("does not know this token", self.problem())
        self.enter("two words")
        self.assertIn("no spaces", self.problem())
        self.server.refusal = (429, [("Retry-After", "12")], {"title": "Too Many Requests", "status": 429})
        self.enter()
        self.browser.wait("return document.querySelector('#problem').textContent.includes('12 seconds')", self.problem())
        self.server.refusal = (500, [], {"title": "broken", "detail": "the store cannot be read <b>"})
        self.enter()
        self.browser.wait("return document.querySelector('#problem').textContent.includes('the store cannot be read <b>')")
        self.server.refusal = None
        self.server.stop()
        self.enter()
        self.browser.wait("return document.querySelector('#problem').textContent.includes('cannot be reached')")

    def test_matches_are_watched_where_they_may_be(self):
        self.shown()
        for place in range(6):
            self.open(place)
        ways = self.browser.run("""
            return [...document.querySelectorAll('.own-match')].map((match) => {
              const watch = match.querySelector('[data-does=watch]');
              return !watch ? match.querySelector('.actions')?.textContent ?? '' : watch.tagName === 'A' ? watch.getAttribute('href') : watch.textContent;
            })""")
        self.assertEqual(ways, ["The match is running, and each side may only see its own board.", "Watch as my bot saw it", "",
                                "matches/r3t1g1", "matches/r2t1g1", "matches/r1t1g1"])
        button = self.browser.find("button[data-does=watch]")
        button.click()
        self.browser.wait("return document.querySelector('#viewer .stage canvas')")
        self.assertEqual(self.browser.run("return document.activeElement.id"), "viewer")
        self.browser.find("#close").click()
        self.assertFalse(self.browser.find("#viewer").is_displayed())
        self.assertEqual(self.browser.run("return document.activeElement"), button)
        self.assertEqual(self.browser.messages(), [])

    def printed_at(self, turn):
        """What stands beside the view of the seat after so many turns: (note, text)."""
        self.browser.run("document.querySelectorAll('#viewer .fold').forEach((fold) => { fold.open = fold.querySelector('.printed') !== null; })")
        stage = self.browser.find("#viewer .stage")
        stage.send_keys(Keys.HOME)
        for _ in range(turn):
            stage.send_keys(Keys.ARROW_RIGHT)
        self.browser.wait(f"return document.querySelector('#viewer .controls').textContent.includes('Turn {turn} of 6')")
        self.browser.painted()
        return self.browser.run("const text = document.querySelector('.printed'); return [text.previousElementSibling.textContent, text.hidden ? '' : text.textContent]")

    def watch_the_first(self):
        self.open(1)
        self.browser.find("[data-does=watch]").click()
        self.browser.wait("return document.querySelector('#viewer .stage canvas')")

    def test_what_the_bot_printed_stands_beside_what_it_was_shown(self):
        self.server.printed = {"format": 1, "seat": 0, "kept": True, "turns": [
            {"turn": 0, "lines": ["ready", "<b>turn one</b>"]}, {"turn": 4, "lines": ["turn five"]}, {"turn": None, "lines": ["bye"]}]}
        self.shown()
        self.watch_the_first()
        note, text = self.printed_at(1)
        self.assertIn("turn 1", note)
        self.assertEqual(text, "ready\n<b>turn one</b>")
        self.assertEqual(self.printed_at(3), ["It printed nothing to standard error (stderr) in turn 3.", ""])
        self.assertEqual(self.printed_at(5)[1], "turn five")
        self.assertEqual(self.printed_at(6)[1], "bye", "after the last answer")
        self.assertEqual(self.browser.messages(), [])

    def test_what_is_not_known_by_turn_is_said(self):
        self.shown()
        self.watch_the_first()
        note, text = self.printed_at(2)
        self.assertIn("not known by turn", note)
        self.assertEqual(text, "")

    def test_a_record_is_downloaded_with_the_header(self):
        self.shown()
        self.open(4)
        self.browser.find("[data-does=record]").click()
        file = FOLDER / "r2t1g1.jsonl"
        end = time.monotonic() + 120
        while not file.exists() and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(file.read_text(), '{"record":1}\n')

    def test_the_page_follows_the_tournament(self):
        self.shown()
        self.open(0)
        self.server.me = {**self.server.me, "rank": 1}
        self.server.tournament = stand_in.Version(2)
        self.browser.wait("return document.querySelector('#facts').textContent.includes('rank 1')")
        self.assertEqual(len(self.browser.all(".own-match[open]")), 1, "what was open stays open")

    def test_only_matches_with_faults(self):
        self.shown()
        self.browser.find("#only-faults").send_keys(" ")
        self.assertEqual(len(self.browser.all(".own-match")), 1)

    def test_the_histogram_has_its_numbers_as_a_table(self):
        self.shown()
        self.browser.wait("return document.querySelector('#charges svg')")
        self.assertEqual(len(self.browser.all("#charges svg line.budget")), 1)
        self.browser.find("#charges summary").click()
        self.browser.wait("return [...document.querySelectorAll('#charges td')].some((cell) => Number(cell.textContent) > 0)")
        counts = [int(text) for text in self.browser.run("return [...document.querySelectorAll('#charges td')].map((cell) => cell.textContent)")]
        self.assertEqual(sum(counts), 240)

    def test_it_fits_each_width(self):
        """Takes screenshots."""
        self.each_look("me-token")
        self.shown()
        self.open(4)
        self.open(1)
        self.browser.wait("return document.querySelector('#charges svg')")
        self.each_look("me")
        self.assertEqual(self.browser.messages(), [])

    def each_look(self, name):
        for width, height, dark in LOOKS:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            tall = self.browser.run("return document.documentElement.scrollHeight")
            self.browser.look(width, min(tall, 6000), dark)
            self.browser.screenshot(picture(name, width, dark))


if __name__ == "__main__":
    unittest.main()
