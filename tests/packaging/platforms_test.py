"""The rules give the same answers on every platform: one list of games, and one hash of all answers a game, for the native program,
WebAssembly in Node, Windows in Wine and 64-bit ARM in qemu. Whoever changes rules on purpose writes the new hashes, which a failure shows,
into platform_hashes.txt."""
import base64
import contextlib
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import support
from fixture.case import FolderCase, new_folder
from fixture.program import PATIENCE, REFEREE, ROOT, built, need

sys.path.insert(0, str(ROOT / "tests/bindings"))
from seeded_games import GAMES, records, seeded_games  # noqa: E402

SEEDS = range(1, 21)
TABLE = pathlib.Path(__file__).with_name("platform_hashes.txt")
PACKAGE = ROOT / "build/wasm/referee-rules"
WINDOWS = ROOT / "build/windows/rules.exe"
ARM = [ROOT / "build/arm64-rules/rules", ROOT / "build/arm64/static/referee"]  # the latter, if somebody has built it
# The environment of programs in Wine: a Windows of their own, without a screen.
WINE = {**os.environ, "WINEPREFIX": tempfile.mkdtemp(), "WINEDEBUG": "-all", "DISPLAY": ""}
REQUESTS = ["step", "--requests"]


def setUpModule():
    unittest.addModuleCleanup(shutil.rmtree, WINE["WINEPREFIX"], ignore_errors=True)
    if shutil.which("wine"):
        unittest.addModuleCleanup(subprocess.run, ["/usr/lib/wine/wineserver", "-k", "-w"], env=WINE)


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

    def answered_by(self, *command, **more):
        def answers_to(lines):
            done = subprocess.run([str(word) for word in command], input=b"\n".join(lines) + b"\n", capture_output=True, timeout=PATIENCE, **more)
            self.assertEqual(0, done.returncode, done.stderr)
            return done.stdout.splitlines()
        self.answered_alike(answers_to)

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

    @need("wine")
    @built(WINDOWS, "windows")
    def test_windows(self):
        self.answered_by("wine", WINDOWS, *REQUESTS, env=WINE)

    @need("qemu-aarch64-static")
    @built(ARM[0], "arm64-rules")
    def test_arm64(self):
        for program in filter(pathlib.Path.exists, ARM):
            with self.subTest(program):
                self.answered_by("qemu-aarch64-static", program, *REQUESTS)


@need("wine")
@built(WINDOWS, "windows")
class Windows(FolderCase):
    """rules.exe says what `referee` says."""

    @classmethod
    def setUpClass(cls):
        cls.home = new_folder(cls.addClassCleanup)
        folder = cls.home / "spiel für zwei"  # a name that is no ASCII, with blanks
        folder.mkdir()
        with native() as answer:
            cls.records = list(records(answer, REFEREE, folder))

    def run_both(self, *words):
        """Exit code and standard output of both programs, which have to be the same."""
        both = [subprocess.run([str(word) for word in [*program, *words]], cwd=self.home, capture_output=True, timeout=PATIENCE, env=WINE)
                for program in ([REFEREE], ["wine", WINDOWS])]
        native, windows = [(done.returncode, done.stdout) for done in both]
        self.assertEqual(native, windows, both[1].stderr)
        return native

    def names(self):
        return [record.relative_to(self.home) for record in self.records]

    def test_records_get_the_same_verdict(self):
        code, said = self.run_both("verify", *self.names())
        self.assertEqual((0, len(self.records)), (code, said.count(b": ok, ")))
        changed = self.home / "changed.jsonl"
        changed.write_bytes(self.records[-1].read_bytes().replace(b'"verdict":"ok"', b'"verdict":"late"', 1))
        self.assertEqual(1, self.run_both("verify", "changed.jsonl")[0])
        self.assertEqual(2, self.run_both("verify", "missing.jsonl")[0])

    def test_matches_are_shown_alike_as_text_and_as_pages(self):
        for record in self.names():
            with self.subTest(record):
                done = subprocess.run([REFEREE, "show", record, "--turn", "-1"], cwd=self.home, capture_output=True, timeout=PATIENCE,
                                      env={**os.environ, "LC_ALL": "C.UTF-8"})
                shown = subprocess.run(["wine", WINDOWS, "show", record, "--turn", "-1"], cwd=self.home, capture_output=True, timeout=PATIENCE,
                                       env=WINE)
                self.assertEqual((0, done.stdout), (shown.returncode, shown.stdout), shown.stderr)
                pages = []
                for program in ([REFEREE], ["wine", WINDOWS]):  # what a seat was shown, as this program's pages do not verify their record
                    subprocess.run([*program, "show", record, "--html", "page.html", "--seat", "0"], cwd=self.home, check=True, timeout=PATIENCE, env=WINE)
                    pages.append((self.home / "page.html").read_bytes())
                self.assertEqual(pages[0], pages[1])

    def test_a_position_is_told(self):
        (self.home / "moves").write_text('"forward"\r\n"left"\r\n')  # as editors of Windows end lines
        self.assertIn(b'"turn":2', self.run_both("step", "walls", "--moves", "moves", "--seed", "3")[1])
        self.assertEqual(2, self.run_both("step", "chess")[0])
        (self.home / "none").write_text("")
        self.assertIn(b'"view"', self.run_both("step", "battleship", "--moves", "none", "--seat", "1")[1])
        self.assertEqual(2, self.run_both("step", "walls", "--moves", "moves", "--seat", "2")[0])

    def test_the_record_of_a_position_is_true(self):
        (self.home / "moves").write_text('"forward"\n"up"\n')
        records = []
        for program in ([REFEREE], ["wine", WINDOWS]):
            subprocess.run([*program, "step", "walls", "--moves", "moves", "--record", "made.jsonl"], cwd=self.home, check=True, stdout=subprocess.DEVNULL,
                           timeout=PATIENCE, env=WINE)
            self.assertEqual(0, self.run_both("verify", "made.jsonl")[0])
            lines = [json.loads(line) for line in (self.home / "made.jsonl").read_text().splitlines()]
            records.append([{key: value for key, value in line.items() if key not in ("started", "ended", "digest", "seal")} for line in lines])
        self.assertEqual(*records)


if __name__ == "__main__":
    unittest.main(verbosity=2)
