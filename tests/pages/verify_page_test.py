"""Records are verified in the reader's own browser: from a match's page, from a site on a disk, and dropped, with the words of
`referee verify`. Exit code 77 where there is no Chromium, or no build of the rules for it. It takes over 5 s, most of which go into starting
Chromium and a tournament."""
import re
import subprocess
import sys
import unittest

import browser
from fixture.program import PATIENCE, REFEREE
from fixture.web import WebCase
from page_case import FOLDER, PageCase, picture

RULES = REFEREE.parents[1] / "share/referee/pages/rules.js"
if not RULES.exists():
    print("skipped: the rules were not built for browsers: scripts/setup --wasm and scripts/build wasm make them")
    sys.exit(browser.SKIPPED)

SPRING = {"game": "walls", "options": {"n": 5}, "format": {"kind": "round_robin", "best_of": 1}, "between_rounds": "manual",
          "entrants": [{"name": f"bot-{seed}", "command": ["sample:walls_random", "--seed", str(seed)]} for seed in (1, 2)]}


def words(record):
    """What `referee verify` says of a record, without the file's name."""
    done = subprocess.run([REFEREE, "verify", record.name], cwd=record.parent, capture_output=True, text=True, timeout=PATIENCE)
    return done.stdout.strip().removeprefix(record.name + ": ")


class VerifyInTheBrowser(PageCase, WebCase):
    def tearDown(self):
        messages = self.browser.messages()
        self.browser.leave()
        super().tearDown()
        self.assertEqual([], messages, "the console is silent")

    def verdicts(self, count):
        self.browser.wait(f"return document.querySelectorAll('#verdicts > li').length === {count} && document.getElementById('working').hidden",
                          f"{count} verdicts")
        return [(item.get_attribute("class"), item.text.split("\n")[0]) for item in self.browser.all("#verdicts > li")]

    def drop(self, *files):
        self.browser.find("#files").send_keys("\n".join(map(str, files)))

    def record(self, text, name):
        file = FOLDER / name
        file.write_bytes(text)
        return file

    def test_from_a_page_of_a_match_and_from_a_site_on_a_disk(self):
        self.serve(SPRING)
        host, port = self.web_at
        self.until(lambda: 0 < (matches := self.tournament()["matches"])["done"] == matches["total"])
        match = self.tournament()["rounds"][0]["tables"][0]["matches"][0]["match"]
        record = self.record(self.until_status(f"/api/matches/{match}/record", 200).body, f"{match}.jsonl")

        self.browser.open(f"http://{host}:{port}/matches/{match}")
        self.browser.wait("return document.querySelector('.verify-link')", "the link")
        self.browser.run("document.querySelector('.verify-link').click()")
        self.browser.wait("return location.pathname === '/verify'")
        self.assertEqual([("true", f"{match}: {words(record)}")], self.verdicts(1))
        self.assertIn("'wasm-unsafe-eval'", self.until_status("/verify", 200).headers["Content-Security-Policy"])
        self.assertNotIn("wasm", self.until_status(f"/matches/{match}", 200).headers["Content-Security-Policy"])

        site = FOLDER / "site"
        store = next(self.folder.glob("*.db"))
        subprocess.run([REFEREE, "site", store, site], check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
        self.browser.open(site / "matches" / f"{match}.html")
        self.browser.wait("return document.querySelector('.verify-link')", "the link")
        self.browser.open((site / "verify.html").as_uri() + f"#records/{match}.jsonl")
        self.browser.wait("return !document.getElementById('problem').hidden", "a page from a disk may not read a file")
        self.assertIn(f"records/{match}.jsonl", self.browser.text("#problem"))
        served = self.start("web", site, "--listen", "127.0.0.1:0").see(r"watch: (\S+)/")[1]
        self.browser.open(f"{served}/verify.html#records/{match}.jsonl")
        self.assertEqual([("true", f"{match}.jsonl: {words(record)}")], self.verdicts(1))
        self.browser.open((site / "verify.html").as_uri())
        damaged = self.record(record.read_bytes().replace(b'"turn":3', b'"turn":4', 1), "damaged.jsonl")
        short = self.record(record.read_bytes()[:200], "short.jsonl")
        self.drop(site / "records" / f"{match}.jsonl", damaged, short)
        self.assertEqual([("different", f"short.jsonl: {words(short)}"), ("different", f"damaged.jsonl: {words(damaged)}"),
                          ("true", f"{match}.jsonl: {words(record)}")], self.verdicts(3))
        for width, height, dark in browser.LOOKS[1:]:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture("verify", width, dark))

    def test_a_page_of_one_file_verifies_the_record_that_is_in_it(self):
        record, page = FOLDER / "one.jsonl", FOLDER / "one.html"
        played = subprocess.run([REFEREE, "match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random", "--reports", self.folder],
                                capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(0, played.returncode, played.stderr)
        true = next(self.folder.rglob("*.jsonl")).read_bytes()
        for text, kind in ((true, "true"), (true.replace(b'"rank":[', b'"rank":[9,', 1), "different")):
            record.write_bytes(text)
            subprocess.run([REFEREE, "show", record, "--html", page], stderr=subprocess.DEVNULL, timeout=PATIENCE)
            self.browser.open(page)
            self.browser.wait("return document.querySelector('.verify-here')", "the button")
            self.browser.run("document.querySelector('.record').parentElement.open = true; document.querySelector('.verify-here').click()")
            self.browser.wait("return document.querySelector('.own-record [role=alert]:not([hidden]), .verdicts > li')", "a verdict")
            self.assertEqual("", self.browser.text(".own-record [role=alert]"))
            shown = self.browser.find(".verdicts > li")
            file = re.match("[^:]+", shown.text)[0]
            self.assertEqual((kind, f"{file}: {words(record)}"), (shown.get_attribute("class"), shown.text.split("\n")[0]))
            self.assertTrue(self.browser.find(".record a.download").get_attribute("href").startswith("blob:"))
        for width, height, dark in browser.LOOKS[1:]:
            self.browser.look(width, height, dark)
            self.assertLessEqual(self.browser.run("return document.documentElement.scrollWidth"), width)
            self.browser.screenshot(picture("verify-one-file", width, dark))

    def test_no_address_but_that_of_a_record_is_fetched(self):
        self.serve(SPRING)
        host, port = self.web_at
        for address in ("https://example.org/x.jsonl", "records/../healthz", "api/tournament", "//example.org/records/a.jsonl"):
            self.browser.open(f"http://{host}:{port}/verify#{address}")
            self.browser.wait("return document.readyState === 'complete'")
            self.assertFalse(self.browser.run("return performance.getEntriesByType('resource').some((entry) => entry.initiatorType === 'fetch')"))
            self.assertEqual([], self.browser.all("#verdicts > li"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
