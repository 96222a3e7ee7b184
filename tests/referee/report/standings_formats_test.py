"""Reads the standings with standard readers. Usage: standings_formats_test.py STANDINGS_SAMPLES"""
import csv
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "protocol"))
import schemas  # noqa: E402

SAMPLES = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "configs" / "schema" / "standings.schema.json").read_text())
VOID = {"meta", "br", "img", "link", "input"}
ALLOWED = set("html head meta title style body main h1 h2 p span time div table caption thead tbody tr th td small bdi s br "
              "details summary ul ol li a sup svg circle line text h3 rect path g header nav section button figure figcaption strong link input label".split())


class Page(html.parser.HTMLParser):
    """All elements, attributes and texts of a page; elements must nest."""

    def __init__(self, text):
        super().__init__()
        self.open, self.elements, self.attributes, self.texts, self.links = [], [], set(), [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value for name, value in attrs if name == "href"]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"</{tag}> after {self.open}"

    def handle_data(self, data):
        self.texts.append(data)


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        subprocess.run([SAMPLES, cls.folder.name], check=True)
        cls.pages = {path.name: path for path in pathlib.Path(cls.folder.name).iterdir()}

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def each(self, ending):
        self.assertGreater(len(self.pages), 10)
        for name, path in sorted(self.pages.items()):
            with self.subTest(name):
                yield name, (path / f"standings.{ending}").read_bytes().decode("utf-8", "strict")

    def standings(self, name):
        return json.loads((self.pages[name] / "standings.json").read_text())

    def test_json_fits_its_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        for _, text in self.each("json"):
            self.assertEqual([], [e.message for e in validator.iter_errors(json.loads(text))])

    def test_the_schema_refuses_missing_and_unknown_keys(self):
        validator = jsonschema.Draft202012Validator(SCHEMA)

        page = self.standings("tables")
        kinds = [row["faults_by_kind"] for row in page["standings"]]
        self.assertIn({"late": 12, "illegal": 3, "malformed": 1, "disconnected": 1}, kinds)
        listed = kinds + [row["tie_breaks"] for row in page["standings"]]  # their keys differ from row to row
        for part in schemas.objects(page):
            part["unknown"] = 1
            self.assertFalse(validator.is_valid(page))
            del part["unknown"]
            for key in [] if part in listed else list(part):
                value = part.pop(key)
                self.assertFalse(validator.is_valid(page), key)
                part[key] = value
        self.assertTrue(validator.is_valid(page))

    def test_kinds_of_machine_are_told_where_workers_played(self):
        page = self.standings("machines")
        self.assertEqual([9, 2, 1], [kind["matches"] for kind in page["machines"]])
        self.assertEqual(["bwrap", "bwrap", None], [kind["sandbox"] for kind in page["machines"]])
        self.assertEqual([[19.804, 20.117], [26, 26], None], [kind["calibration_ms"] for kind in page["machines"]])
        without = self.standings("pairs")
        self.assertNotIn("machines", without)
        del page["machines"]
        self.assertEqual(without, page)
        for ending in ("md", "html"):
            self.assertIn("AMD EPYC 7763, sandbox bwrap", (self.pages["machines"] / f"standings.{ending}").read_text())
        self.assertEqual((self.pages["pairs"] / "standings.csv").read_bytes(), (self.pages["machines"] / "standings.csv").read_bytes())

    def test_csv_has_a_row_an_entrant_and_no_formula(self):
        for name, text in self.each("csv"):
            self.assertEqual(text.count("\n"), text.count("\r\n"))
            rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
            page = self.standings(name)
            self.assertEqual(len(page["standings"]) + 1, len(rows))
            self.assertEqual({len(rows[0])}, {len(row) for row in rows})
            for row, entrant in zip(rows[1:], page["standings"]):
                self.assertEqual(str(entrant["rank"]) if entrant.get("ranked", True) else "", row[0])
                self.assertEqual(str(entrant["faults"]), row[rows[0].index("faults")])
                for cell in row:  # a number below 0 is no formula
                    self.assertNotRegex(cell, r"^(?!-[0-9.]+$)[=+\-@\t\r\n]")

    def test_html_holds_nothing_but_our_own_elements(self):
        for name, text in self.each("html"):
            page = Page(text)
            self.assertEqual([], page.open)
            self.assertLessEqual(set(page.elements), ALLOWED)
            foreign = {a for a in page.attributes if a.startswith("on") or a in {"src", "style", "srcset", "xlink:href"}}
            self.assertEqual(set(), foreign)
            for link in page.links:
                self.assertRegex(link, r"^(records/r[0-9]+t[0-9]+g[0-9]+\.jsonl|#[a-z]+|data:,)$")
            self.assertNotRegex(text.split("</style>")[0], r"url\(|@import")
            self.assertEqual(1, text.count("<style>"))

    def test_html_shows_hostile_texts_as_they_are(self):
        shown = set()
        for name, text in self.each("html"):
            if name.startswith("hostile"):
                shown.update(Page(text).texts)
        self.assertIn("<script>alert(1)</script>", shown)
        self.assertIn("&lt;&#60;&amp;", shown)
        self.assertIn("</style></td></table><img src=x onerror=alert(1)>", shown)

    def test_tables_of_html_are_rectangular(self):
        for name, text in self.each("html"):
            for table in re.findall(r"<table.*?</table>", text, re.S):
                width, left = None, 0
                for row in re.findall(r"<tr.*?</tr>", table, re.S):
                    cells = len(re.findall(r"<t[hd][ >]", row)) + (1 if left > 0 else 0)
                    left -= 1
                    span = re.search(r'rowspan="(\d+)"', row)
                    left = int(span.group(1)) - 1 if span else left
                    width = width or cells
                    self.assertEqual(width, cells, row)

    def test_tables_of_markdown_are_rectangular_and_hold_no_markup(self):
        for name, text in self.each("md"):
            self.assertNotRegex(text, r"[<>`\\]")
            self.assertNotRegex(text, r"[\x00-\x09\x0b-\x1f\x7f]")
            for block in text.split("\n\n"):
                lines = block.rstrip("\n").split("\n")
                if lines[0].startswith("|"):
                    self.assertEqual({lines[0].count("|")}, {line.count("|") for line in lines}, block)


unittest.main()
