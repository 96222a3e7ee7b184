"""The rules give the same answers on every platform: one list of games, and one hash of all answers a game, for the native program,
WebAssembly in Node, and 64-bit ARM in qemu where that was built. Whoever changes rules on purpose writes the new hashes, which a failure shows,
into platform_hashes.txt."""
import base64
import contextlib
import hashlib
import json
import pathlib
import subprocess
import sys
import unittest

import support
from fixture.case import FolderCase
from fixture.program import PATIENCE, REFEREE, ROOT, built, need

sys.path.insert(0, str(ROOT / "tests/bindings"))
from seeded_games import GAMES, seeded_games  # noqa: E402

SEEDS = range(1, 21)
TABLE = pathlib.Path(__file__).with_name("platform_hashes.txt")
PACKAGE = ROOT / "build/wasm/referee-rules"
ARM = ROOT / "build/arm64/static/referee"  # of scripts/build arm64 static
REQUESTS = ["step", "--requests"]


@contextlib.contextmanager
def native():
    """The function that has a line answered by `referee`."""
    with subprocess.Popen([REFEREE, *REQUESTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        def answer(line):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            return referee.stdout.readline().rstrip(b"\n")
        yield answer


def native_games():
    """By game: the request lines of its seeded games, and the native answers."""
    games = {}
    for game in GAMES:
        with native() as answer:
            games[game] = seeded_games(answer, SEEDS, [game])
    return games


class Platforms(FolderCase):
    @classmethod
    def setUpClass(cls):
        cls.games = native_games()
        cls.expected = dict(line.split() for line in TABLE.read_text().splitlines())

    def answered_alike(self, answers_to):
        """Compares the hash of the answers of each game; of two that differ shows the first request whose answers do."""
        hashes = {}
        for game, (lines, native) in self.games.items():
            answers = answers_to(lines)
            hashes[game] = hashlib.sha256(b"\n".join(answers)).hexdigest()
            if hashes[game] != self.expected.get(game):
                for line, one, other in zip(lines, native, answers):
                    self.assertEqual(one, other, line)
        self.assertEqual(self.expected, hashes)

    def test_native(self):
        self.assertGreater(sum(len(lines) for lines, _ in self.games.values()), 2000)
        self.answered_alike(lambda lines: next(answers for asked, answers in self.games.values() if asked is lines))

    @need("node")
    @built(PACKAGE / "rules.wasm", "wasm")
    def test_webassembly(self):
        def answers_to(lines):
            encoded = [base64.b64encode(line).decode() for line in lines]
            said = support.run("node", ROOT / "tests/bindings/wasm_answers.mjs", PACKAGE, input=json.dumps({"lines": encoded, "records": []}))
            return [answer.encode() for answer in json.loads(said)["answers"]]
        self.answered_alike(answers_to)

    @need("qemu-aarch64-static")
    @unittest.skipUnless(ARM.exists(), "skipped: scripts/setup arm64 and scripts/build arm64 static were not run")
    def test_arm64(self):
        def answers_to(lines):
            done = subprocess.run(["qemu-aarch64-static", ARM, *REQUESTS], input=b"\n".join(lines) + b"\n", capture_output=True, timeout=PATIENCE)
            self.assertEqual(0, done.returncode, done.stderr)
            return done.stdout.splitlines()
        self.answered_alike(answers_to)


if __name__ == "__main__":
    unittest.main(verbosity=2)
