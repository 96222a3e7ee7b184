"""The adapter of a handout's program over its own socket, with a referee played by the test."""
import json
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

    def test_wrong_usage(self):
        for words, why in [(["chess", "--", "x"], "no adapter 'chess': expected one of json, "),
                           (["json", "--", "x"], "json needs no adapter"),
                           (["snake", "--", "/no/such"], "snake: got '/no/such', expected a program that can be started")]:
            done = self.run_to_end("adapt", *words)
            self.assertEqual((2, ""), (done.code, done.out))
            self.assertIn(why, done.err)


if __name__ == "__main__":
    unittest.main()
