"""The site of the pages is built without a warning, loads nothing from elsewhere, and its search works from a disk; the tables of
keys are what the JSON Schemas say, and know every key of the files that are here. It takes over 5 s because Sphinx reads all pages."""
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

from fixture.case import new_folder
from fixture.program import PATIENCE, REFEREE, ROOT

sys.path[:0] = [str(ROOT / "docs/site"), str(ROOT / "tests/pages")]
import keys  # noqa: E402
import navigation  # noqa: E402

SPHINX = all(importlib.util.find_spec(name) for name in ["sphinx", "myst_parser", "furo"])
BROWSER = importlib.util.find_spec("selenium") and shutil.which("chromium") and shutil.which("chromedriver")


def paths_in(value, path=""):
    """The path of each key of a JSON value, as the tables write it."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield f"{path}{name}"
            yield from paths_in(each, f"{path}{name}.")
    elif isinstance(value, list):
        for each in value:
            yield from paths_in(each, path.removesuffix(".") + "[].")


@unittest.skipUnless(SPHINX, "skipped: Sphinx is not here; scripts/setup docs installs it")
class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = new_folder(cls.addClassCleanup) / "share/doc/referee/html"
        done = subprocess.run([ROOT / "scripts/docs", cls.site], env={**os.environ, "REFEREE": str(REFEREE)}, capture_output=True, text=True, timeout=PATIENCE)
        if (done.returncode, done.stderr) != (0, ""):
            raise AssertionError(done.stdout + done.stderr)
        cls.example = cls.site / navigation.EXAMPLE_PAGES
        cls.texts = {page: page.read_text(encoding="utf-8") for page in cls.site.rglob("*.html") if not page.is_relative_to(cls.example)}

    def test_a_finished_tournament_comes_along_and_the_first_page_leads_to_it(self):
        self.assertTrue((self.example / "index.html").is_file())
        self.assertIn(f'href="{navigation.EXAMPLE_PAGES}/index.html"', self.texts[self.site / "README.html"])

    def test_each_page_of_the_repository_and_each_command_has_a_page(self):
        for page in navigation.pages_of_repository():
            self.assertTrue((self.site / page).with_suffix(".html").is_file(), page)
        manual = new_folder(self.addCleanup)
        subprocess.run([REFEREE, "manual", manual], check=True, timeout=PATIENCE)
        commands = {page.stem.partition("-")[2] or "README" for page in manual.iterdir()}
        self.assertEqual(commands, {page.stem for page in (self.site / navigation.COMMANDS).iterdir()})

    def test_the_old_address_of_a_page_leads_to_its_new_one(self):
        self.assertIn("url=../engines/step/README.html", self.texts[self.site / "step/README.html"])

    def test_a_site_is_made_anew_if_a_page_changes_and_only_then(self):
        loader = importlib.machinery.SourceFileLoader("docs", str(ROOT / "scripts/docs"))
        docs = importlib.util.module_from_spec(importlib.util.spec_from_loader("docs", loader))
        loader.exec_module(docs)
        folders = [new_folder(self.addCleanup) for _ in range(3)]
        for folder, text in zip(folders, ["same", "same", "other"]):
            (folder / "page.md").write_text(text)
        first, same, other = [docs.hash_of_inputs(folder) for folder in folders]
        self.assertEqual(first, same)
        self.assertNotEqual(first, other)

    def test_nothing_is_loaded_from_elsewhere(self):
        loads = r"<(?:img|script|iframe|source|video)\b[^>]*\b(?:src|srcset)=\"([^\"]*)|<link\b[^>]*\bhref=\"([^\"]*)"
        for page, text in self.texts.items():
            for found in re.findall(loads, text):
                self.assertNotRegex("".join(found), r"^(\w+:|/)", page.name)
        for sheet in self.site.rglob("*.css"):
            for loaded in re.findall(r"url\(([^)]*)\)", sheet.read_text(encoding="utf-8")):
                self.assertNotRegex(loaded, r"^[\"']?((?!data:)\w+:|/)", sheet.name)

    def test_every_link_of_a_page_leads_to_a_page_an_anchor_or_a_file(self):
        anchors = {page: set(re.findall(r'\bid="([^"]*)"', text)) for page, text in self.texts.items()}
        for page, text in self.texts.items():
            for path, anchor in re.findall(r'<a\b[^>]*\bhref="([^":#]*)(?:#([^"]*))?"', text):
                target = pathlib.Path(os.path.normpath(page.parent / path)) if path else page
                self.assertTrue(target.is_file(), f"{page.relative_to(self.site)}: {path}")
                self.assertTrue(not anchor or anchor in anchors[target], f"{page.relative_to(self.site)}: {path}#{anchor}")

    def test_a_key_of_the_tournament_file_can_be_found_and_read_from_a_disk(self):
        if not BROWSER:
            self.skipTest("skipped: Chromium or Selenium is not here; scripts/setup --all installs them")
        from browser import Browser
        browser = Browser()
        self.addCleanup(browser.close)
        browser.open(self.site / "index.html")
        browser.wait("return document.querySelector('.sidebar-search')", "the first page")
        browser.find(".sidebar-search").send_keys("freeze_rounds\n")
        browser.wait("return [...document.querySelectorAll('#search-results li a')].some(link => link.pathname.includes('/docs/reference/'))", "a result")
        background = "return getComputedStyle(document.body).backgroundColor"
        light = browser.run(background)
        browser.look(390, 844, dark=True)
        self.assertNotEqual(light, browser.run(background), "colors follow the system")
        for page in [page for page in self.texts if page.parent.name in ("docs", "tasks", "reference", "protocol", "walls", "html")]:
            browser.open(page)
            self.assertEqual(0, browser.run("return Math.max(0, document.documentElement.scrollWidth - innerWidth)"), f"{page.name} is wider than its window")
            self.assertEqual([], browser.messages(), page.name)

    def test_the_program_finds_the_site_and_its_pages(self):
        program = self.site.parents[3] / "lib/referee/referee"
        program.parent.mkdir(parents=True)
        shutil.copyfile(REFEREE, program)
        program.chmod(0o755)
        quiet = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}

        def docs(*words):
            done = subprocess.run([program, "docs", *words], env=quiet, capture_output=True, text=True, timeout=PATIENCE)
            return done.returncode, done.stdout + done.stderr

        self.assertEqual((0, f"{self.site}/index.html\n"), docs())
        for name, page in [("tournament-file", "docs/reference/tournament-file"), ("match", "docs/reference/commands/match"), ("walls", "engines/walls/README"),
                           ("protocol/RECORD.md", "protocol/RECORD"), ("example", "example/index")]:
            self.assertEqual((0, f"{self.site}/{page}.html\n"), docs(name))
        for name, says in [("no-such-page", "no page 'no-such-page'"), ("RULES", "engines/walls/RULES")]:
            code, text = docs(name)
            self.assertEqual(2, code)
            self.assertIn(says, text)
        self.site.rename(self.site.with_name("away"))
        code, text = docs()
        self.site.with_name("away").rename(self.site)
        self.assertEqual(2, code)
        self.assertIn("scripts/docs", text)


class Keys(unittest.TestCase):
    def test_each_table_on_a_page_is_what_its_schema_gives(self):
        pages = keys.pages_with_tables()
        self.assertTrue(pages)
        for page in pages:
            text = page.read_text(encoding="utf-8")
            self.assertEqual(keys.filled(text, page), text, f"{page.relative_to(ROOT)}: run scripts/docs --keys")

    def test_the_table_of_a_file_has_each_key_of_the_files_that_are_here(self):
        games_own = ["options.", "instances[].", "trial."]
        for schema, files, elsewhere in [("tournament", "configs/*.json", games_own), ("rubric", "configs/rubrics/*.json", [*games_own, "clock."])]:
            table = keys.table(f"configs/schema/{schema}.schema.json", None, ROOT / "README.md")
            listed = {row.split("`")[1] for row in table.splitlines()[2:]}
            same = dict(re.findall(r"^\| `([^`]*)` .* Its keys are those of `([^`]*)`", table, re.M))
            for file in ROOT.glob(files):
                for path in paths_in(json.loads(file.read_text(encoding="utf-8"))):
                    for key, other in same.items():
                        path = re.sub(rf"^{re.escape(key)}(\[\])?\.", f"{other}.", path)
                    if not any(part in path for part in elsewhere):
                        self.assertIn(path, listed, file.name)

    def test_a_page_may_ask_for_the_keys_below_one_key(self):
        page = ROOT / "docs/reference/tournament-file.md"
        text = keys.filled("<!-- keys: configs/schema/tournament.schema.json web -->\n<!-- end of keys -->\nmore", page)
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        self.assertTrue(rows and all(row.startswith("| `web.") for row in rows))
        self.assertEqual("more", text.splitlines()[-1])


if __name__ == "__main__":
    unittest.main()
