"""Stores and records that version 0.1 has written are opened, shown, verified and continued."""
import json
import shutil
import sys
import unittest

from fixture.case import RefereeCase
from fixture.program import ROOT

KEPT = ROOT / "tests/e2e/version_0_1"
PYTHON_BOT = ROOT / "sample_bots/python/planets_random.py"


def differences(old, new, path=""):
    """Where `new` lacks something that `old` has, or has another value. What is only in `new` is an extension; a legend is a
    sentence for people, whose words may change."""
    if path.endswith("/legend"):
        return [] if isinstance(new, str) and new else [f"{path}: got {new!r}, expected a text"]
    if isinstance(old, dict) and isinstance(new, dict):
        return [found for key in old for found in differences(old[key], new.get(key), f"{path}/{key}")]
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [found for i, (a, b) in enumerate(zip(old, new)) for found in differences(a, b, f"{path}/{i}")]
    return [] if old == new else [f"{path}: got {new!r}, expected {old!r}"]


class Kept(RefereeCase):
    def take(self, *names):
        for name in names:
            shutil.copy(KEPT / name, self.folder / name)


class Stores(Kept):
    def standings(self, name):
        return json.loads(self.referee("standings", f"{name}.db", "--format", "json"))

    def test_standings_are_the_same(self):
        for kept in sorted(KEPT.glob("*.standings.json")):
            name = kept.name.removesuffix(".standings.json")
            with self.subTest(name):
                self.take(f"{name}.db")
                self.assertEqual([], differences(json.loads(kept.read_text()), self.standings(name)))

    def test_all_formats_can_be_written(self):
        self.take("swiss.db")
        for how in ("text", "csv", "md", "html", "trf"):
            with self.subTest(how):
                self.assertIn("other", self.referee("standings", "swiss.db", "--format", how))

    def test_a_tournament_that_is_over_stays_over(self):
        self.take("swiss.db", "swiss.json")
        before = self.standings("swiss")
        self.referee("run", "swiss.json")
        self.assertEqual([], differences(before, self.standings("swiss")))

    def test_an_interrupted_tournament_goes_on(self):
        """It was killed in the second match of six; that match is void, and is played again."""
        self.take("interrupted.db", "interrupted.json")
        config = self.folder / "interrupted.json"
        written = json.loads(config.read_text())
        written["entrants"][2]["command"] = [sys.executable, str(PYTHON_BOT)]
        config.write_text(json.dumps(written))
        self.referee("run", "interrupted.json")
        records = {path.name: path for path in (self.folder / "out_interrupted/records").iterdir()}
        self.assertEqual(7, len(records), sorted(records))
        void = [json.loads(path.read_text().splitlines()[-1]) for name, path in records.items() if ".a1." in name]
        self.assertEqual(["void"], [last["status"] for last in void], sorted(records))
        self.referee("verify", *records.values())
        planner = next(row for row in self.standings("interrupted")["standings"] if row["name"] == "planner")
        self.assertEqual(4, planner["games"] * 2, planner)


class Records(Kept):
    def test_all_verify(self):
        records = sorted(KEPT.glob("*.jsonl"))
        self.assertEqual({"lightcycle", "planets", "snake", "superball", "walls"},
                         {json.loads(path.read_text().splitlines()[0])["game"] for path in records})
        said = self.referee("verify", *records)
        self.assertEqual(len(records), len(said.splitlines()), said)

    def test_a_changed_one_does_not(self):
        self.take("walls.jsonl")
        path = self.folder / "walls.jsonl"
        lines = path.read_text().splitlines()
        turn = json.loads(lines[5])
        turn["events"] = {}
        lines[5] = json.dumps(turn, separators=(",", ":"))
        path.write_text("\n".join(lines) + "\n")
        self.referee("verify", "walls.jsonl", code=1)


if __name__ == "__main__":
    unittest.main()
