"""The pages of entrants, as files of a site that the built referee writes: their parts and links, and whose page the browser remembers.
Exit code 77 where there is no Chromium. It takes over 5 s, most of which go into starting Chromium."""
import json
import unittest

from fixture.case import RefereeCase
from page_case import FOLDER, PageCase

WALLS = {"name": "Ladder", "game": "walls", "options": {"n": 3}, "format": {"kind": "ladder", "matches": 12}, "seed": 5,
         "sandbox": "none", "house_bot": ["sample:walls_random", "--seed", "9"],
         "entrants": [{"name": f"bot-{number}", "command": ["sample:walls_random", "--seed", str(number)]} for number in (1, 2, 3)]}
SNAKE = {"name": "Blocks", "game": "snake", "seed": 5, "sandbox": "none",
         "format": {"kind": "ladder", "matches": 4, "blocks": {"instances": 2, "first_closes": "2100-01-01T00:00:00Z"}},
         "entrants": [{"name": name, "command": ["sample:snake_random.py"]} for name in ("anna", "bert")]}
SWISS = {"name": "Swiss", "game": "walls", "options": {"n": 3}, "format": {"kind": "swiss", "rounds": 3, "best_of": 2}, "seed": 5,
         "sandbox": "none", "entrants": [{"name": f"bot-{number}", "command": ["sample:walls_random", "--seed", str(number)]} for number in range(1, 5)]}


class EntrantPages(PageCase, RefereeCase):
    def site(self, config):
        """The pages of the ladder when it is over."""
        name = config["name"].lower()
        self.write(f"{name}.json", json.dumps(config))
        self.referee("run", f"{name}.json")
        self.referee("site", f"{name}.db", FOLDER / f"{name}.site")
        return FOLDER / f"{name}.site"

    def open(self, site):
        self.browser.open(site / "entrants/1.html")

    def links(self):
        return self.browser.run("return [...document.querySelectorAll('a')].map((node) => node.getAttribute('href'))")

    def test_an_entrant_of_a_ladder(self):
        site = self.site(WALLS)
        self.open(site)
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map((node) => node.textContent)")
        self.assertEqual(["Submissions", "Opponents", "Earlier values", "Newest games"], titles)
        for href in self.links():
            self.assertTrue((site / "entrants" / href).exists(), href)
        self.browser.open((site / "index.html").as_uri())
        self.browser.wait("return document.querySelector('.standings tbody tr')")
        self.assertIn("entrants/1.html", self.links())

    def test_an_entrant_of_a_ladder_of_a_game_of_one_seat(self):
        site = self.site(SNAKE)
        self.open(site)
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map((node) => node.textContent)")
        self.assertEqual(["Submissions", "Earlier values", "Newest games"], titles)

    def test_an_entrant_of_a_swiss(self):
        site = self.site(SWISS)
        self.open(site)
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map((node) => node.textContent)")
        self.assertEqual(["Points by round", "Results", "Opponents"], titles)
        for href in self.links():
            self.assertTrue((site / "entrants" / href).exists(), href)

    def test_the_browser_remembers_which_bot_is_the_readers(self):
        site = self.site(SWISS)
        self.browser.open(site / "entrants/2.html")
        self.browser.find("#mine").click()
        self.assertEqual(self.browser.find("#mine").get_attribute("aria-pressed"), "true")
        self.browser.open(site / "index.html")
        self.browser.wait("return document.querySelector('#to-mine')?.getAttribute('href') === 'entrants/2.html'", "the way to it")
        self.browser.open(site / "entrants/1.html")
        self.assertEqual(self.browser.find("#mine").get_attribute("aria-pressed"), "false")
        self.browser.run("localStorage.clear()")


if __name__ == "__main__":
    unittest.main()
