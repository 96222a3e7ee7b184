"""Reads match data and pages with standard readers. Usage: match_formats_test.py MATCH_SAMPLES"""
import base64
import hashlib
import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import jsonschema

SAMPLES = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parents[3]
SCHEMA = json.loads((ROOT / "referee/pages/schema/match_data.schema.json").read_text())
GAMES = ("planets", "lightcycle", "snake", "walls", "superball", "battleship")
TYPICAL_WALLS = 165_000  # bytes of a page


class Page(html.parser.HTMLParser):
    """The scripts and styles of a page with their attributes, and its policy."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.policy, self.within, self.title = [], None, None, ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag in ("script", "style"):
            self.elements.append([tag, attrs, ""])
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy":
            self.policy = attrs["content"]
        self.within = tag

    def handle_endtag(self, tag):
        self.within = None

    def handle_data(self, data):
        if self.within in ("script", "style"):
            self.elements[-1][2] += data
        if self.within == "title":
            self.title += data

    def of(self, tag, **attrs):
        return [text for name, has, text in self.elements if name == tag and has == attrs]


class MatchFormats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        subprocess.run([SAMPLES, folder.name], check=True)
        cls.data = {path.stem: path.read_text() for path in pathlib.Path(folder.name).glob("*.json")}
        cls.pages = {path.stem: path.read_bytes() for path in pathlib.Path(folder.name).glob("*.html")}

    def test_the_schema_describes_the_data_of_all_games(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        validator = jsonschema.Draft202012Validator(SCHEMA)
        self.assertEqual(len(self.data), 8 * len(GAMES) + 2 + 5)
        for name, text in self.data.items():
            errors = [f"{'/'.join(map(str, e.path))}: {e.message[:200]}" for e in validator.iter_errors(json.loads(text))]
            self.assertEqual(errors, [], name)

    def test_given_turns_are_marked_in_all_games(self):
        for game in GAMES:
            data = json.loads(self.data[f"{game}_given"])
            self.assertEqual(("done", "m0"), (data["status"], data["from"]))
            self.assertEqual([0, 1], [turn for turn, of in enumerate(data["turns"]) if "given" in of])

    def test_the_schema_refuses_other_data(self):
        validator = jsonschema.Draft202012Validator(SCHEMA)
        whole, live = json.loads(self.data["walls"]), json.loads(self.data["battleship_live"])
        for wrong in (
            whole | {"salt": "5a17"},
            whole | {"status": "broken"},
            whole | {"result": None},
            {key: value for key, value in whole.items() if key != "seed"},
            whole | {"turns": [whole["turns"][0] | {"frames": []}]},
            live | {"seed": 7},
            live | {"seat_views": []},
            live | {"turns": [live["turns"][0] | {"answers": [{"seat": 0, "spent_us": 1, "fault": "why"}]}]},
        ):
            self.assertFalse(validator.is_valid(wrong))

    def test_a_page_holds_its_data_whatever_they_say(self):
        for name, text in self.data.items():
            page = Page(self.pages[name].decode())
            held = page.of("script", type="application/json", id="data")
            self.assertEqual(len(held), 1, name)
            self.assertEqual(json.loads(held[0]), json.loads(text), name)
            self.assertEqual(len(page.of("script")), 1, f"{name}: one script, and none from the data")
            self.assertNotIn("<", held[0])

    def test_a_page_allows_just_its_own_script_and_style(self):
        for name, text in self.pages.items():
            page = Page(text.decode())
            self.assertEqual(re.findall(r"(?:https?:)?//[a-z]", page.policy), [])
            allowed = dict(part.strip().split(" ", 1) for part in page.policy.split(";"))
            self.assertEqual(allowed["default-src"], "'none'")
            for tag, rule in (("script", "script-src"), ("style", "style-src")):
                (body,) = page.of(tag)
                digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
                self.assertEqual(allowed[rule], f"'sha256-{digest}'", name)
            for other in re.findall(r'<(?:link|img|iframe|script)\b[^>]*(?:src|href)="([^"]*)"', text.decode()):
                self.assertEqual(other, "data:,", "it needs no other file")

    def test_the_title_names_match_game_and_players(self):
        self.assertEqual(Page(self.pages["walls"].decode()).title, "sample: walls, bot0 v bot1")
        self.assertEqual(Page(self.pages["hostile_0"].decode()).title, "sample: walls, </script><script>alert(1)</script> v bob")

    def test_pages_are_small(self):
        self.assertLess(len(self.pages["walls"]), TYPICAL_WALLS)


if __name__ == "__main__":
    unittest.main()
