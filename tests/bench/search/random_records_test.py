"""Records of random games: valid by the schema, correct by `referee verify`, the same bytes every time.
Usage: random_records_test.py RANDOM_RECORDS REFEREE"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/protocol")]
import schemas  # noqa: E402
from fixture.random_cases import random_cases  # noqa: E402

TOOL, REFEREE = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
del sys.argv[1:]
GAMES = ["planets", "lightcycle", "snake", "walls", "superball", "battleship"]
COUNT = random_cases(30)
VERDICTS = {"ok", "late", "illegal", "malformed", "oversize", "flood", "disconnected", "no_show", "forfeited"}


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


class RandomRecords(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, game, name, count=COUNT, seed=1):
        """The records' texts by file name."""
        done = run(TOOL, game, count, seed, self.folder / name)
        self.assertEqual(0, done.returncode, done.stderr)
        return {path.name: path.read_text() for path in sorted((self.folder / name).iterdir())}

    def test_every_record_replays(self):
        for game in GAMES:
            with self.subTest(game=game):
                names = self.write(game, game)
                self.assertEqual(COUNT, len(names))
                done = run(REFEREE, "verify", *(self.folder / game / name for name in names))
                self.assertEqual(0, done.returncode, done.stdout)
                self.assertEqual(COUNT, done.stdout.count(": ok, "))

    def test_every_line_is_valid_and_every_verdict_occurs(self):
        verdicts = collections.Counter()
        for game in GAMES:
            for name, record in self.write(game, game).items():
                lines = [json.loads(line) for line in record.splitlines()]
                self.assertEqual([], schemas.errors("record", lines[0]), name)
                self.assertEqual([], schemas.errors("record", lines[-1]), name)
                self.assertEqual(lines[0]["match"] + ".jsonl", name)
                self.assertLessEqual(lines[0]["started"], lines[-1]["ended"])
                for line in lines[1:-1]:
                    answers = line["answers"]
                    verdicts.update(answer["verdict"] for answer in answers)
                    if any(answer["verdict"] != "ok" for answer in answers):
                        self.assertEqual([], schemas.errors("record", line), name)
        self.assertEqual(VERDICTS, set(verdicts))

    def test_the_same_numbers_give_the_same_bytes(self):
        for game in GAMES:
            with self.subTest(game=game):
                first = self.write(game, game + "_1", 20)
                self.assertEqual(first, self.write(game, game + "_2", 20))
                # A smaller COUNT gives the first records of a larger one.
                self.assertEqual(dict(list(first.items())[:5]), self.write(game, game + "_3", 5))
                others = self.write(game, game + "_4", 20, 2)
                self.assertFalse(set(first.values()) & set(others.values()))

    def test_wrong_words_are_refused(self):
        (self.folder / "full").mkdir()
        (self.folder / "full" / "file").touch()
        for words, complaint in [
            (["chess", 1, 1, self.folder / "new"], "GAME: got chess, expected one of "),
            (["walls", 0, 1, self.folder / "new"], "COUNT: got 0, expected "),
            (["walls", "1x", 1, self.folder / "new"], "COUNT: got 1x, expected "),
            (["walls", 1, -1, self.folder / "new"], "SEED: got -1, expected "),
            (["walls", 1, 2**53, self.folder / "new"], "SEED: got "),
            (["walls", 1, 1, self.folder / "full"], "DIR: got "),
            (["walls", 1, 1, self.folder / "full" / "file"], "DIR: got "),
            (["walls", 1, 1], "four arguments"),
        ]:
            done = run(TOOL, *words)
            self.assertEqual(2, done.returncode)
            self.assertTrue(done.stderr.startswith(complaint), done.stderr)


unittest.main()
