"""The page of the workers in a real browser, served by the built referee: what axe-core finds wrong, whether it fits a phone, how
it follows, loses the referee and finds it again; its screenshots. Exit code 77 where there is no Chromium, or npm cannot fetch
axe-core. It takes over 5 s, most of which go into starting Chromium and a database, and into the silence of a worker."""
import json
import signal
import sys
import unittest

from axe import AxeTest
from browser import LOOKS, SKIPPED
from fixture.postgresql import PROGRAMS
from fixture.worker_pages import WorkerPagesCase
from page_case import picture

HOSTILE = "<img src=x onerror=alert(1)>\"'&"
CELLS = "return [...document.querySelectorAll('.workers tbody tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"


class WorkersPage(AxeTest, WorkerPagesCase):
    def open(self, path="workers"):
        host, port = self.web_at
        self.browser.open(f"http://{host}:{port}/{path}")

    def look_at_all(self, name):
        self.open()
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'live'")
        for width, height, dark in LOOKS[1:]:
            with self.subTest(dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.check()
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                self.browser.screenshot(picture(name, width, dark))
        self.browser.look()

    def search(self, words):
        self.browser.run("const field = document.querySelector('#table-words'); field.value = arguments[0]; field.dispatchEvent(new Event('input'));", words)

    def search_for_one(self):
        """What a reader has asked for outlives an update of the page."""
        self.search("STEADY")
        before = self.browser.run("return referee.workersPage.shownAt")
        self.browser.wait(f"return referee.workersPage.shownAt > {json.dumps(before)}", "an update")
        self.assertEqual([False, "1 row"], self.browser.run(
            "return [document.querySelector('#table-search').hidden, document.querySelector('#table-search [role=status]').textContent]"))
        self.assertEqual(["steady"], self.browser.run(
            "return [...document.querySelectorAll('.workers tbody tr:not([hidden]) .name bdi')].map((name) => name.textContent.split('/')[0])"))
        self.search("")

    def test_it_is_for_all_and_follows(self):
        self.begin()
        self.open()
        self.assertIn("No worker has reported in the last hour.", self.browser.text("main"))
        self.worker("steady")
        self.worker("calm")
        gone = self.worker(HOSTILE)
        self.browser.wait("return document.querySelectorAll('.workers tbody li').length === 3", "all are at work")
        self.browser.run("document.querySelector('.scroll').focus(); "
                         "globalThis.row = [...document.querySelectorAll('.workers tbody tr')].find((row) => row.textContent.includes('steady'))")
        gone.signal(signal.SIGKILL)
        self.browser.wait("return document.querySelector('.workers tr.silent')", "one is silent")
        self.assertTrue(self.browser.run("return document.activeElement.matches('.scroll') && globalThis.row.isConnected"),
                        "who reads is not disturbed")
        names = [row[0].rpartition("/")[0] for row in self.browser.run(CELLS)]
        self.assertEqual(sorted([HOSTILE, "calm", "steady"]), sorted(names))
        self.assertEqual([0, 0], self.browser.run("return [document.images.length, document.querySelectorAll('[onerror]').length]"))
        self.search_for_one()
        self.assertEqual([], self.browser.messages())
        self.look_at_all("workers")
        self.assertEqual(2, len(self.browser.all(".workers tbody li")), self.served.err)
        self.go()
        self.browser.wait("return !document.querySelector('.workers tbody li')", "all is played")
        self.assertEqual([], self.browser.messages())

    def test_it_says_that_the_referee_is_lost(self):
        self.begin(entrants=2)
        self.open("")
        self.browser.wait("return !document.querySelector('#to-workers').hidden", "the tournament's page has a link")
        self.browser.find("#to-workers").click()
        state = "return document.querySelector('#connection')?.dataset.state === arguments[0]"
        self.browser.wait(state.replace("arguments[0]", "'live'"))
        self.served.signal(signal.SIGKILL)
        self.browser.wait(state.replace("arguments[0]", "'lost'"))
        self.assertIn("Connection lost at ", self.browser.text("#connection"))
        self.browser.wait("return document.querySelector('#announcements').textContent.startsWith('Connection lost')")


if __name__ == "__main__":
    if not PROGRAMS:
        print("skipped: no PostgreSQL server is installed")
        sys.exit(SKIPPED)
    unittest.main()
