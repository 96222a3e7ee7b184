"""rules.wasm under Node: the same answers as the native library, byte by byte, in seeded games, for damaged lines and records."""
import base64
import gzip
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT

sys.path.insert(0, str(ROOT / "bindings/python"))
import referee_rules  # noqa: E402
from referee_rules import Game, Rules  # noqa: E402

PACKAGE = ROOT / "build/wasm/referee-rules"
NODE = shutil.which("node")
MOST = 250_000  # bytes of the package, compressed
GAMES = {
    "walls": {}, "planets": {"map": "corners_ghosts"}, "snake": {"maze": ["#######", "#o$!T _", "# # # #", "#######"]},
    "battleship": {}, "superball": {"deal": "secret"}, "lightcycle": {"size": 12, "starts": [[[0, 0], [5, 5]], [[2, 2], [9, 0]]]},
}
SALT = "0123456789abcdef" * 2
TURNS = 40
RECORDS = int(os.environ.get("RECORDS", "12"))  # of random games, of each game; 2000 were tried once
DAMAGED = int(os.environ.get("DAMAGED", "12"))  # of each game


def encoded(texts):
    return [base64.b64encode(text).decode() for text in texts]


def seeded_games(seeds):
    """The request lines of games of sampled moves, and what the native library answers to each."""
    rules, lines, answers = Rules(10_000), [], []

    def ask(**request):
        lines.append(json.dumps(request).encode())
        answers.append(rules.answer(lines[-1]))
        return json.loads(answers[-1])

    for game, options in GAMES.items():
        for seed in seeds:
            told = ask(game=game, options=options, seed=seed, salt=SALT, views=True, legal=True, sample=seed)
            while not told["over"] and told["turn"] < TURNS:
                told = ask(position=told["position"], turns=[told["sample"]], views=True, legal=True, sample=told["turn"])
    return lines, answers


def damaged(texts, count):
    """Texts with a few bytes changed, cut or doubled."""
    chance = random.Random(45)
    for _ in range(count):
        text = bytearray(chance.choice(texts))
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(text))
            kind = chance.randrange(3)
            if kind == 0:
                text[at] = chance.randrange(256)
            elif kind == 1 and len(text) > 8:
                del text[at:at + chance.randint(1, 6)]
            else:
                text[at:at] = text[at:at + 8]
        yield bytes(text)


def records(folder):
    """A true record of each game."""
    for game, options in GAMES.items():
        rules, moves = Rules(1), []
        told = rules.ask(game=game, options=options, sample=1)
        while not told["over"] and len(moves) < TURNS:
            moves.append(told["sample"])
            told = rules.ask(position=told["position"], turns=moves[-1:], sample=len(moves))
        file = folder / f"{game}.jsonl"
        words = [word for key, value in options.items() for word in ("--option", f"{key}={value if isinstance(value, str) else json.dumps(value)}")]
        subprocess.run([REFEREE, "step", game, *words, "--record", file], input="".join(json.dumps(move) + "\n" for move in moves), text=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE, check=True)
        yield file.read_bytes()


@unittest.skipUnless((PACKAGE / "rules.wasm").exists(), "skipped: there is no build/wasm: scripts/setup --wasm and scripts/build wasm make it")
@unittest.skipUnless(NODE, "skipped: node is not here")
class Wasm(unittest.TestCase):
    def said(self, lines, true_and_damaged=()):
        done = subprocess.run([NODE, ROOT / "tests/bindings/wasm_answers.mjs", PACKAGE], capture_output=True, text=True, timeout=PATIENCE,
                              input=json.dumps({"lines": encoded(lines), "records": encoded(true_and_damaged)}))
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return json.loads(done.stdout)

    def test_views_and_events_of_seeded_games_are_the_native_ones(self):
        lines, answers = seeded_games(range(1, 5))
        self.assertGreater(len(lines), 300)
        said = self.said(lines)["answers"]
        hashes = [hashlib.sha256(b"\n".join(texts)).hexdigest() for texts in (answers, [text.encode() for text in said])]
        if hashes[0] != hashes[1]:
            for line, native, here in zip(lines, answers, said):
                self.assertEqual(native.decode(), here, line.decode())

    def test_damaged_requests_are_answered_as_natively(self):
        lines = list(damaged(seeded_games([1])[0], 1500))
        native = Rules(10_000)
        answers = [native.answer(line).decode() for line in lines]
        self.assertGreater(sum('"error"' in answer for answer in answers), 100)
        self.assertEqual(answers, self.said(lines)["answers"])

    def test_records_get_the_native_verdict(self):
        with tempfile.TemporaryDirectory() as folder:
            true = list(records(pathlib.Path(folder)))
        texts = [*true, *damaged(true, 120)]
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
        packed = b"".join((PACKAGE / name).read_bytes() for name in facts["files"])
        self.assertLessEqual(len(gzip.compress(packed, 9)), MOST)

    def test_types_name_what_the_module_has(self):
        types = (PACKAGE / "index.d.ts").read_text()
        for name in ("load", "RulesError", "clone", "apply", "toMove", "legal", "view", "scores", "tell", "ask", "answer", "verify", "game", "version", "seats"):
            self.assertRegex(types, rf"\b{name}\b")
            self.assertRegex((PACKAGE / "index.js").read_text(), rf"\b{name}\b")


if __name__ == "__main__":
    unittest.main(verbosity=2)
