"""The adapter of a handout's program over its own socket, with a referee played by the test."""
import json
import signal
import socket
import unittest

from fixture.handout import HandoutCase
from fixture.program import PATIENCE, REFEREE

SETUP = {"rows": 5, "cols": 4, "min_score_size": 3, "colors": "pb", "deal": "handout", "max_moves": 100000}
VIEW = {"board": ["p...", "b...", "****", "....", "...."], "empty": 18, "score": 0}
# Never answers its first request of a game.
SPINS_FIRST = """#!/bin/sh
if test -f asked; then echo "SWAP 0 0 1 0"; exit; fi
touch asked
exec 9>lifeline
echo >&9
sh -c 'while :; do :; done' &
while :; do :; done
"""


# What a program does in a turn, and what its move is, or what is told where it has none.
LINES = [('printf "SWAP 0 0 1 0"', "SWAP 0 0 1 0"), ('printf " SWAP\\t0 0 1 0\\r\\nmore\\n"; exit 3', "SWAP 0 0 1 0"),
         ("echo SWAP 0 0 1 0; kill -SEGV $$", "SWAP 0 0 1 0"), ("echo SWAP 0 0 1 0; yes", "SWAP 0 0 1 0"), ("echo swap; exec >&-; exit 1", "swap"),
         ("exit 4", "./program printed nothing (exit status 4)"), ("kill -SEGV $$", "./program printed nothing (signal 11, Segmentation fault)"),
         ('printf " \\n"', "the first line that ./program printed is blank"), ("head -c 70000 /dev/zero | tr '\\0' x", "./program printed a first line of over "),
         ("head -c 30000 /dev/zero | tr '\\0' '\\1'", "the first line that ./program printed is too long for a move")]


class Adapter(HandoutCase):
    def setUp(self):
        super().setUp()
        (self.folder / "temporary").mkdir()
        ours, theirs = socket.socketpair()
        self.addCleanup(ours.close)
        self.addCleanup(theirs.close)
        ours.settimeout(PATIENCE)
        self.socket, self.lines, self.theirs = ours, ours.makefile("r"), theirs
        self.addCleanup(self.lines.close)

    def start_adapter(self, text):
        program = self.program(text.replace("lifeline", str(self.folder / "lifeline")))
        words = ["env", "-i", "PATH=/usr/bin:/bin", f"TMPDIR={self.folder}/temporary", REFEREE, "adapt", "superball", "--", program]
        self.adapter = self.spawn(*words, stdin=self.theirs, out=self.theirs)
        self.told = 0  # characters of its standard error that until_said() has read
        self.theirs.close()
        self.assertEqual({"type": "hello", "protocol": 1}, self.receive())

    def say(self, type, **more):
        self.socket.sendall(json.dumps({"type": type, **more}).encode() + b"\n")

    def begin(self, match="m1"):
        self.say("start", match=match, game="superball", seat=0, players=["a"], setup=SETUP, clock={}, commitment="")

    def turn(self, number, match="m1"):
        self.say("turn", match=match, turn=number, view=VIEW, clock={"left_ms": 1, "used_ms": 0})

    def receive(self):
        return json.loads(self.lines.readline())

    def expect_move(self, number, move, match="m1"):
        self.assertEqual({"type": "move", "match": match, "turn": number, "move": move}, self.receive())

    def until_said(self, text):
        """Reads standard error up to a line with this text."""
        while (end := self.adapter.err.find("\n", self.adapter.err.find(text, self.told))) < 0 or text not in self.adapter.err[self.told:]:
            self.assertTrue(self.adapter.read_some(), f"no '{text}' in {self.adapter.err}")
        said, self.told = self.adapter.err[self.told:end + 1], end + 1
        return said

    def expect_left(self):
        """The adapter has ended by itself, and left no temporary files."""
        self.assertEqual("", self.lines.readline())
        self.assertEqual(0, self.adapter.wait().code)
        self.assertEqual([], list((self.folder / "temporary").iterdir()))

    def test_plays_and_leaves_at_bye(self):
        self.start_adapter("#!/bin/sh\necho SWAP 0 0 1 0\n")
        self.say("welcome", protocol=1, server="x", name="a")
        self.say("wait", reason="x")
        self.begin()
        self.say("past", match="m1", turn=0, view=VIEW)
        self.say("something new")
        self.turn(7)
        self.expect_move(7, "SWAP 0 0 1 0")
        self.turn(8)
        self.expect_move(8, "SWAP 0 0 1 0")
        self.say("end", match="m1")
        self.begin("m2")
        self.turn(0, "m2")
        self.expect_move(0, "SWAP 0 0 1 0", "m2")
        self.say("bye", reason="x")
        self.expect_left()

    def test_the_first_line_is_the_move_and_why_there_is_none_is_told(self):
        cases = "".join(f"{number}) {text};;\n" for number, (text, _) in enumerate(LINES))
        self.start_adapter(f'#!/bin/sh\necho x >>turns\ncase $(($(wc -l <turns) - 1)) in\n{cases}esac\n')
        self.begin()
        for number, (_, expected) in enumerate(LINES):
            self.turn(number)
            if expected.lower().startswith("swap"):
                self.expect_move(number, expected)
            else:
                self.expect_move(number, None)
                self.until_said(f"turn {number}: {expected}")

    def test_leaves_at_the_end_of_input(self):
        self.start_adapter("#!/bin/sh\nexit\n")
        self.begin()
        self.socket.shutdown(socket.SHUT_WR)
        self.expect_left()

    def test_a_newer_turn_kills_a_stale_program(self):
        lifeline = self.lifeline()
        self.start_adapter(SPINS_FIRST)
        self.begin()
        self.turn(0)
        lifeline.line()
        self.turn(1)
        self.expect_move(1, "SWAP 0 0 1 0")
        lifeline.until_cut()
        self.until_said("turn 0: ./program still ran and was killed: the next turn has come")

    def test_the_end_of_the_game_kills_its_program_and_the_next_game_begins_anew(self):
        lifeline = self.lifeline()
        self.start_adapter(SPINS_FIRST)
        for match in ["m1", "m1"]:  # the second time is another attempt at the match
            self.begin(match)
            self.turn(0, match)
            lifeline.line()
            self.say("end", match=match)
            lifeline.until_cut()
            self.until_said("turn 0: ./program still ran and was killed: the game is over")

    def test_a_start_alone_is_the_end_of_the_game_before(self):
        lifeline = self.lifeline()
        self.start_adapter(SPINS_FIRST)
        self.begin()
        self.turn(0)
        lifeline.line()
        self.begin()
        lifeline.until_cut()
        self.until_said("another game begins")

    def test_bye_and_the_end_of_input_kill_a_running_program(self):
        for leave, why in [(lambda: self.say("bye", reason="x"), "the referee says bye"),
                           (lambda: self.socket.shutdown(socket.SHUT_WR), "the referee has gone")]:
            with self.subTest(why):
                if why != "the referee says bye":
                    self.doCleanups()
                    self.setUp()
                lifeline = self.lifeline()
                self.start_adapter(SPINS_FIRST)
                self.begin()
                self.turn(0)
                lifeline.line()
                leave()
                self.until_said(why)
                self.expect_left()
                lifeline.until_cut()

    def test_an_adapter_that_is_killed_takes_its_program_along(self):
        lifeline = self.lifeline()
        self.start_adapter(SPINS_FIRST.replace("sh -c 'while :; do :; done' &\n", ""))
        self.begin()
        self.turn(0)
        lifeline.line()
        self.adapter.signal(signal.SIGKILL)
        lifeline.until_cut()

    def test_the_same_turn_again_does_not_start_the_program_again(self):
        started, answers = self.pipe("started"), self.pipe("answers")
        self.start_adapter(f"#!/bin/sh\necho x >{started}\ncat {answers}\n")
        self.begin()
        self.turn(3)
        started.read_text()
        self.turn(3)
        self.say("past", match="m1", turn=2, view=VIEW)
        self.say("error", code="late", message="too late")
        self.assertNotIn("killed", self.until_said("late: too late"))
        answers.write_text("SWAP 0 0 1 0\n")
        self.expect_move(3, "SWAP 0 0 1 0")
        self.turn(3)  # asked again after a lost connection
        started.read_text()
        answers.write_text("SWAP 1 0 0 0\n")
        self.expect_move(3, "SWAP 1 0 0 0")

    def test_what_cannot_be_used_is_told_and_left_out(self):
        self.start_adapter("#!/bin/sh\necho SWAP 0 0 1 0\n")
        self.turn(0)
        self.until_said("a turn of a match that was not started was left out")
        self.socket.sendall(b"garbage\n")
        self.until_said("cannot read what the referee sent: ")
        self.say("turn", match="m1")
        self.until_said("cannot use what the referee sent: ")
        self.begin()
        self.turn(1)
        self.expect_move(1, "SWAP 0 0 1 0")

    def test_wrong_usage(self):
        for words, why in [(["chess", "--", "x"], "no adapter 'chess': expected one of json, "),
                           (["json", "--", "x"], "json needs no adapter"),
                           (["snake", "--", "/no/such"], "snake: got '/no/such', expected a program that can be started")]:
            done = self.run_to_end("adapt", *words)
            self.assertEqual((2, ""), (done.code, done.out))
            self.assertIn(why, done.err)


if __name__ == "__main__":
    unittest.main()
