"""rules.wasm under Node: the same answers as the native library, byte by byte, for damaged and fuzzed lines, and for records."""
import base64
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT
from fixture.random_cases import random_cases
from fixture.wasm import NODE, PACKAGE, of_wasm

sys.path.insert(0, str(ROOT / "bindings/python"))
import referee_rules  # noqa: E402
from referee_rules import Game, Rules  # noqa: E402
from seeded_games import CORPUS, GAMES, damaged, fuzzed_lines, records, seeded_games  # noqa: E402

MOST = 256_000  # bytes of the package, compressed
RECORDS = random_cases(6)  # of random games, of each game; 2000 were tried once
FOUND = [pathlib.Path(folder) for folder in os.environ.get("FUZZED", "").split(":") if folder]  # folders of scripts/fuzz
DAMAGED = random_cases(6)  # of each game


def encoded(texts):
    return [base64.b64encode(text).decode() for text in texts]


@of_wasm
class Wasm(unittest.TestCase):
    def said(self, lines, true_and_damaged=()):
        done = subprocess.run([NODE, ROOT / "tests/bindings/wasm_answers.mjs", PACKAGE], capture_output=True, text=True, timeout=PATIENCE,
                              input=json.dumps({"lines": encoded(lines), "records": encoded(true_and_damaged)}))
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def test_damaged_and_fuzzed_requests_are_answered_as_natively(self):
        lines = [*damaged(seeded_games(Rules(10_000).answer, [1])[0], random_cases(300)), *fuzzed_lines([CORPUS, *FOUND])]
        native = Rules(10_000)
        answers = [native.answer(line).decode() for line in lines]
        self.assertGreater(sum('"error"' in answer for answer in answers), 100)
        self.assertEqual(answers, self.said(lines)["answers"])

    def test_records_get_the_native_verdict(self):
        with tempfile.TemporaryDirectory() as folder:
            true = [file.read_bytes() for file in records(Rules(10_000).answer, REFEREE, pathlib.Path(folder))]
        texts = [*true, *damaged(true, random_cases(30))]
        native = [Rules(1).verify(text) for text in texts]
        self.assertEqual(["ok"] * len(true), [verdict["status"] for verdict in native[:len(true)]])
        self.assertEqual(native, self.said([], texts)["verified"])

    def test_random_records_and_damaged_ones_get_the_verdict_and_the_words_of_verify(self):
        for game in GAMES:
            with self.subTest(game), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                subprocess.run([REFEREE.parent / "random_records", game, str(RECORDS), "45", folder / "true"], stdout=subprocess.DEVNULL,
                               timeout=PATIENCE, check=True)
                true = sorted((folder / "true").rglob("*.jsonl"))
                self.assertEqual(RECORDS, len(true))
                (folder / "damaged").mkdir()
                for number, text in enumerate(damaged([file.read_bytes() for file in true[:100]], DAMAGED)):
                    (folder / f"damaged/{number:04}.jsonl").write_bytes(text)
                native = self.verified_by_referee([folder / "true", folder / "damaged"])
                here = subprocess.run([NODE, ROOT / "tests/bindings/verify_files.mjs", PACKAGE], input="\n".join(native), capture_output=True,
                                      text=True, timeout=PATIENCE)
                self.assertEqual((0, ""), (here.returncode, here.stderr))
                self.assertEqual([*native.values()], [json.loads(line) for line in here.stdout.splitlines()])
                self.assertEqual({"ok"}, {verdict["status"] for file, verdict in native.items() if "/true/" in file})
                self.assertGreaterEqual(sum(verdict["status"] == "different" for verdict in native.values()), DAMAGED // 2)

    def verified_by_referee(self, folders):
        """By file what `referee verify --json` says."""
        done = subprocess.run([REFEREE, "verify", "--json", *folders], capture_output=True, text=True, timeout=PATIENCE)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        records = json.loads(done.stdout)["records"]
        return {record.pop("file"): record for record in records}

    def test_games_behave_as_in_python(self):
        said = self.said([])
        walls = Game("walls", {"n": 3}, 7)
        copy = walls.clone()
        refused = [copy.apply("forward"), copy.apply("up")]
        self.assertEqual({"version": referee_rules.version, "refused": refused, "movers": [walls.to_move(), copy.to_move()], "legal": walls.legal(0),
                          "scores": copy.scores(), "seats": walls.seats, "view": walls.view(), "told": 2,
                          "error": "options.n: got 4, expected an odd integer from 3 to 99"}, said["game"])
        self.assertTrue(said["apart"])

    def test_the_package_is_small_and_whole(self):
        facts = json.loads((PACKAGE / "package.json").read_text())
        self.assertEqual(referee_rules.version, facts["version"])
        packed = b"".join((PACKAGE / name).read_bytes() for name in facts["files"] if name != "NOTICES")  # which no page loads
        self.assertLessEqual(len(gzip.compress(packed, 9)), MOST)

    def test_types_name_what_the_module_has(self):
        types = (PACKAGE / "index.d.ts").read_text()
        for name in ("load", "RulesError", "clone", "apply", "toMove", "legal", "view", "scores", "tell", "ask", "answer", "verify", "game", "version", "seats"):
            self.assertRegex(types, rf"\b{name}\b")
            self.assertRegex((PACKAGE / "index.js").read_text(), rf"\b{name}\b")


if __name__ == "__main__":
    unittest.main(verbosity=2)
