"""Static sites of stores: what they hold, what they keep secret, and that no writer leaves half a file."""
import json
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest

import jsonschema

from fixture.case import RefereeCase
from fixture.program import PATIENCE, REFEREE, ROOT

SEEDS = [918273645, 817263544, 716253443]  # no other number has these digits
CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall"}
COMMON = {"name": "Spring", "clock": CLOCK, "parallel": 1, "sandbox": "none"}
FIELD = {
    **COMMON,
    "game": "superball",
    "options": {"max_moves": 40},
    "instances": [{"seed": seed} for seed in SEEDS],
    "format": {"kind": "field"},
    "entrants": [
        {"name": f"a{i}", "display": f"Zoe Quartz{i}", "command": ["sample:sb_play", "--seed", str(662200 + i)]}
        for i in range(3)
    ],
}
SWISS = {
    **COMMON,
    "game": "walls",
    "options": {"n": 5},
    "format": {"kind": "swiss", "rounds": 3},
    "seed": 546372819,
    "entrants": [
        {"name": f"w{i}", "display": f"Zoe Quartz{i}", "command": ["sample:walls_random", "--seed", str(662200 + i)]}
        for i in range(4)
    ],
}
ELIMINATION = {**SWISS, "format": {"kind": "double_elimination"}}
BATTLESHIP = {
    **COMMON,
    "game": "battleship",
    "format": {"kind": "round_robin"},
    "entrants": [{"name": f"s{i}", "command": ["sample:battleship_random", "--seed", str(i)]} for i in range(3)],
}


def files_of(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def data_of(script):
    """The first JSON that a data script gives to its page."""
    found = re.match(rb'referee\.receive\("\w+", (.*)\);\n', script)
    assert found, script[:80]
    return json.loads(found[1])


def set_meta(store, key, value):
    with sqlite3.connect(store) as database:
        database.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (key, value))
    database.close()


def meta(store, key):
    with sqlite3.connect(store) as database:
        row = database.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    database.close()
    return row[0]


def undo(store, where, running=False):
    """Makes the store what it was before some of its matches were over."""
    with sqlite3.connect(store) as database:
        database.execute("DELETE FROM meta WHERE key = 'finished'")
        games = [row[0] for row in database.execute(f"SELECT id FROM game WHERE {where}")]
        assert games
        for game in games:
            text = database.execute("SELECT text FROM record WHERE game = ?", (game,)).fetchone()[0]
            database.execute("DELETE FROM record WHERE game = ?", (game,))
            if running:
                database.execute("UPDATE game SET status = 'running', result = '' WHERE id = ?", (game,))
                turns = "".join(text.splitlines(keepends=True)[:-1])
                database.execute("INSERT INTO journal(game, lines) VALUES(?, ?)", (game, turns))
            else:
                database.execute("DELETE FROM game WHERE id = ?", (game,))
    database.close()


class Sites(RefereeCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.played = pathlib.Path(cls.temporary.name)
        for name, config in [("field", FIELD), ("swiss", SWISS), ("elimination", ELIMINATION), ("ships", BATTLESHIP)]:
            file = cls.played / f"{name}.json"
            file.write_text(json.dumps({**config, "store": str(cls.played / f"{name}.db"), "reports": str(cls.played / name)}))
            subprocess.run([REFEREE, "run", file], check=True, capture_output=True, timeout=PATIENCE)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def copy(self, name):
        store = self.folder / f"{name}.db"
        shutil.copy(self.played / f"{name}.db", store)
        return store

    def site(self, store, *options, code=0, folder="site"):
        done = self.run_referee("site", store, self.folder / folder, *options, code=code)
        self.said = done.out + done.err
        return files_of(self.folder / folder)

    def assert_nowhere(self, files, secrets):
        for secret in secrets:
            for name, content in files.items():
                self.assertNotIn(secret.encode(), content, f"{secret} in {name}")
                self.assertNotIn(secret, name)

    def never_told(self, name):
        """What no page may hold at any time."""
        return [str(self.played), "sample:", "token", "662200", "662201", "Zoe Quartz", meta(self.played / f"{name}.db", "salt")]

    def test_a_finished_tournament_has_all_its_matches_and_records(self):
        for name in ["field", "swiss", "elimination", "ships"]:
            with self.subTest(name):
                files = self.site(self.played / f"{name}.db", folder=name)
                tournament = json.loads(files["tournament.json"])
                jsonschema.validate(tournament, json.loads((ROOT / "referee/pages/schema/tournament_data.schema.json").read_text()))
                self.assertEqual("finished", tournament["status"])
                records = {path.name: path.read_bytes() for path in (self.played / name / "records").glob("*.jsonl")}
                self.assertTrue(records)
                self.assertEqual(records, {n[8:]: files[n] for n in files if n.startswith("records/")})
                for record in records:
                    match = record[:-6]
                    data = data_of(files[f"matches/{match}.js"])
                    self.assertEqual(("done", match), (data["status"], data["match"]))
                    self.assertIn(f'src="../matches/{match}.js"', files[f"matches/{match}.html"].decode())
                shown = [m["match"] for r in tournament["rounds"] for t in r["tables"] for m in t["matches"] if m["shown"]]
                self.assertEqual(sorted(r[:-6] for r in records), sorted(shown))
                links = set(re.findall(r'href="matches/(\w+)\.html"', files["index.html"].decode()))
                self.assertEqual(links, set(shown), "the page leads to all that may be seen")

    def test_the_reports_folder_has_the_same_site_at_the_end(self):
        for name in ["field", "swiss"]:
            written = files_of(self.played / name / "site")
            self.assertEqual(written, self.site(self.played / f"{name}.db", folder=name))

    def test_every_file_that_a_page_loads_is_there(self):
        files = self.site(self.played / "swiss.db")
        for name, content in files.items():
            if name.endswith(".html"):
                self.assertIn(b"Content-Security-Policy", content)
                seen = re.sub(r"<a [^>]* hidden>", "", content.decode())  # what only a server has
                for link in re.findall(r'(?:src|href)="([^"#]+)"', seen):
                    if not link.startswith("data:"):
                        target = (self.folder / "site" / name).parent / link
                        self.assertTrue(target.resolve().is_file(), f"{name}: {link}")

    def test_secrets_of_no_tournament_are_told_at_its_end(self):
        for name in ["field", "swiss"]:
            pages = {n: c for n, c in self.site(self.played / f"{name}.db", folder=name).items() if not n.startswith("records/")}
            self.assert_nowhere({n: c for n, c in pages.items() if not n.startswith("assets/")}, self.never_told(name))

    def test_displays_are_shown_only_where_they_are_asked_for(self):
        files = self.site(self.played / "swiss.db", "--display-names")
        self.assertIn(b"<bdi>Zoe Quartz0</bdi>", files["index.html"])
        self.assertIn("Zoe Quartz0", [e["name"] for e in json.loads(files["tournament.json"])["entrants"]])

    def test_a_field_that_is_half_way_keeps_its_instances(self):
        store = self.copy("field")
        undo(store, "round = 3 AND table_no = 1")
        files = self.site(store)
        self.assertEqual([], [n for n in files if n.startswith(("matches/", "records/"))])
        self.assertIn("8 more are still secret", self.said)
        self.assert_nowhere({n: c for n, c in files.items() if not n.startswith("assets/")},
                            [*map(str, SEEDS), *self.never_told("field")])
        tournament = json.loads(files["tournament.json"])
        self.assertTrue(tournament["standings"][0]["cells"][0], "scores are told")
        self.assertEqual({False}, {m["shown"] for r in tournament["rounds"] for t in r["tables"] for m in t["matches"]})
        self.assertNotIn('href="matches/', files["index.html"].decode())
        self.assertIn("<ul class=\"reasons\">", files["index.html"].decode())

    def test_a_match_that_is_not_over_has_no_page(self):
        store = self.copy("ships")
        undo(store, "match_id = 'r1t1g1'", running=True)
        files = self.site(store)
        self.assertNotIn("matches/r1t1g1.js", files)
        self.assertNotIn("records/r1t1g1.jsonl", files)
        self.assertIn("matches/r2t1g1.js", files)
        self.assertEqual("running", json.loads(files["tournament.json"])["status"])

    def test_frozen_rounds_are_told_when_they_are_revealed(self):
        store = self.copy("swiss")
        set_meta(store, "freeze_rounds", "1")
        files = self.site(store)
        tournament = json.loads(files["tournament.json"])
        self.assertEqual({"rounds": 1, "first": 3}, {k: tournament["frozen"][k] for k in ("rounds", "first")})
        self.assertEqual([], [n for n in files if "/r3" in n])
        self.assertEqual([False, False, True], [r["hidden"] for r in tournament["rounds"]])
        page = files["index.html"].decode().split('id="data"')[0]
        self.assertIn(tournament["frozen"]["text"], page)
        self.assertNotIn("r3t", page)
        self.assertIn("Round 3 <span class=\"round-state\">results hidden", page)
        last = page.split('data-key="round-3"')[1].split('data-key="round-2"')[0]
        self.assertIn('<li class="table"', last, "who meets is told")
        self.assertNotIn('class="points"', last)
        self.assertNotIn('class="won"', last)
        self.assertNotIn("round 3:", page, "no explanation tells it")
        for table in tournament["rounds"][2]["tables"]:
            self.assertIsNone(table["points"])
            self.assertEqual({None}, {m["scores"] and 1 for m in table["matches"]})
        self.assertEqual({4}, {row["games"] for row in tournament["standings"]}, "two rounds of two games")
        self.assertNotIn("round 3:", json.dumps(tournament["standings"]))
        set_meta(store, "revealed", "2026-11-20T08:00:00.000Z")
        self.assertIn("matches/r3t1g1.html", self.site(store))


if __name__ == "__main__":
    unittest.main()
