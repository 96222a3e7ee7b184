"""The pages of a ladder's entrants, as files of a site that the built referee writes: what axe-core finds wrong, whether they
fit a phone, and their screenshots. Usage: entrant_axe_test.py REFEREE BOTS FOLDER [unittest's arguments]
Exit code 77 where there is no Chromium, or npm cannot fetch axe-core."""
import json
import pathlib
import subprocess
import sys
import unittest

from axe import AxeTest, violations
from browser import LOOKS

REFEREE, FOLDER = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[3])
del sys.argv[1:4]
PATIENCE = 300  # seconds
WALLS = {"name": "Ladder", "game": "walls", "options": {"n": 3}, "format": {"kind": "ladder", "matches": 12}, "seed": 5,
         "sandbox": "none", "house_bot": ["sample:walls_random", "--seed", "9"],
         "entrants": [{"name": f"bot-{number}", "command": ["sample:walls_random", "--seed", str(number)]} for number in (1, 2, 3)]}
SNAKE = {"name": "Blocks", "game": "snake", "seed": 5, "sandbox": "none",
         "format": {"kind": "ladder", "matches": 4, "blocks": {"instances": 2, "first_closes": "2100-01-01T00:00:00Z"}},
         "entrants": [{"name": name, "command": ["sample:snake_random.py"]} for name in ("anna", "bert")]}


class EntrantPages(AxeTest):
    FOLDER = FOLDER

    def site(self, config):
        """The pages of the ladder when it is over."""
        name = config["name"].lower()
        (FOLDER / f"{name}.json").write_text(json.dumps(config))
        (FOLDER / f"{name}.db").unlink(missing_ok=True)
        for words in (["run", f"{name}.json", "--reports", f"{name}.out"], ["site", f"{name}.db", f"{name}.site"]):
            done = subprocess.run([REFEREE, *words], cwd=FOLDER, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        return FOLDER / f"{name}.site"

    def look_at(self, site):
        for width, height, dark in LOOKS[1:]:
            with self.subTest(dark=dark, width=width):
                self.browser.look(width, height, dark)
                self.browser.open((site / "entrants/1.html").as_uri())
                self.assertEqual(violations(self.browser, self.script), [])
                self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
                self.browser.driver.save_screenshot(str(FOLDER / f"{site.stem}-{width}-{'dark' if dark else 'light'}.png"))

    def links(self):
        return self.browser.run("return [...document.querySelectorAll('a')].map((node) => node.getAttribute('href'))")

    def test_an_entrant_of_a_ladder(self):
        site = self.site(WALLS)
        self.look_at(site)
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map((node) => node.textContent)")
        self.assertEqual(["Versions", "Opponents", "Earlier", "Newest matches"], titles)
        for href in self.links():
            self.assertTrue((site / "entrants" / href).exists(), href)
        self.browser.open((site / "index.html").as_uri())
        self.browser.wait("return document.querySelector('.standings tbody tr')")
        self.assertIn("entrants/1.html", self.links())

    def test_an_entrant_of_a_ladder_of_a_game_of_one_seat(self):
        site = self.site(SNAKE)
        self.look_at(site)
        titles = self.browser.run("return [...document.querySelectorAll('h2')].map((node) => node.textContent)")
        self.assertEqual(["Versions", "Earlier", "Newest matches"], titles)


if __name__ == "__main__":
    unittest.main()
