"""What the tests of handouts' programs share: programs, games, named pipes that show when processes have ended."""
import collections
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATIENCE = 300  # seconds; only a hang takes so long
# Clocks with enough time for any slow machine.
FOREVER = {"superball": {"kind": "score_rate", "ms_per_1000": 3_600_000, "floor_ms": 3_600_000},
           "snake": {"kind": "per_move", "ms": 3_600_000}}
COMPILE = {"superball": "g++ -O2 -o sb-play sb-play.cpp", "snake": "gcc -O2 -std=c99 --pedantic *.c -o iap"}
# Prints a legal move of Superball on any board.
SWAPS = """#!/usr/bin/env -S /usr/bin/python3 -BS
import os, signal, sys
board = sys.stdin.read().split()
pieces = [f"{r} {c}" for r, row in enumerate(board) for c, cell in enumerate(row) if cell not in ".*"]
first, second = pieces[:2]
"""
UNCONFINED = ["--sandbox", "none", "--as-root"]
WHOLE = ["--option", "whole_path=true"]  # of Snake Labyrinth

Played = collections.namedtuple("Played", "verdicts moves score stderr sandbox")


class Lifeline:
    """A named pipe that processes hold open for writing: shows without sleeping when the last of them has ended."""

    def __init__(self, path):
        self.path = path
        os.mkfifo(path)
        self.open()

    def open(self):
        self.descriptor = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK)

    def close(self):
        os.close(self.descriptor)

    def wait(self, events):
        poll = select.poll()
        poll.register(self.descriptor, events)
        if not poll.poll(PATIENCE * 1000):
            raise AssertionError(f"nothing happens to {self.path}")

    def line(self):
        """The line that a process writes, which then keeps the pipe open."""
        text = b""
        while not text.endswith(b"\n"):
            self.wait(select.POLLIN)
            text += os.read(self.descriptor, 1)
        return text.decode().strip()

    def until_cut(self):
        """Waits until no process has it open; at least one must have had. Then others may open it."""
        while True:
            self.wait(select.POLLIN)
            if not os.read(self.descriptor, 4096):
                break
        self.close()
        self.open()


def readable_folder():
    """A temporary folder that a sandbox's user may read."""
    folder = tempfile.TemporaryDirectory()
    os.chmod(folder.name, 0o755)
    return folder


class HandoutTest(unittest.TestCase):
    """A test with its own folder, self.top."""

    referee = None  # the program under test
    # The adapters are it, too: with a sanitizer they want more memory than a sandbox gives.
    sandbox = []
    builds = readable_folder()
    built = {}  # game and kind -> an example's program

    def setUp(self):
        temporary = readable_folder()
        self.addCleanup(temporary.cleanup)
        self.top = pathlib.Path(temporary.name).resolve()

    def lifeline(self, name="lifeline"):
        made = Lifeline(self.top / name)
        self.addCleanup(made.close)
        return made

    def pipe(self, name):
        """A named pipe with which a test and a program wait for each other."""
        os.mkfifo(self.top / name)
        return self.top / name

    def program(self, text, name="program"):
        path = self.top / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def example(self, game, kind):
        if (game, kind) not in self.built:
            folder = pathlib.Path(self.builds.name) / game / kind
            shutil.copytree(ROOT / "handouts" / game / "examples" / kind, folder)
            subprocess.run(COMPILE[game], shell=True, cwd=folder, check=True)
            self.built[game, kind] = folder / ("sb-play" if game == "superball" else "iap")
        return self.built[game, kind]

    def match_command(self, game, bot, *options, clock=None):
        """The command that starts a handout's program; no other place has it."""
        command = [self.referee, "match", game, "--as", game, "--bot", str(bot), "--reports", self.top / "out"]
        return [*command, *self.sandbox, "--clock", json.dumps(clock or FOREVER[game]), *options]

    def run_match(self, *arguments, code=0, **more):
        done = subprocess.run(self.match_command(*arguments, **more), cwd=self.top, capture_output=True, text=True,
                              timeout=PATIENCE)
        self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        return done

    def play(self, game, bot, *options, clock=None):
        self.run_match(game, bot, *options, clock=clock)
        return self.played()

    def played(self):
        """The newest record, and all that the bot has written to standard error."""
        record = max((self.top / "out/records").iterdir(), key=lambda file: file.stat().st_mtime_ns)
        head, *turns, end = [json.loads(line) for line in record.read_text().splitlines()]
        answers = [turn["answers"][0] for turn in turns]
        stderr = "".join(file.read_text(errors="replace") for file in (self.top / "out").glob("bots/*.stderr"))
        return Played([one["verdict"] for one in answers], [one.get("move") for one in answers], end["result"]["scores"][0],
                      stderr, head["sandbox"][0])
