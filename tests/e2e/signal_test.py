"""Signals to the referee, at every stage of a match. These tests hang if a signal does not end a clock or a wait."""
import os
import signal
import unittest

from fixture.case import LATE_ON_SHORT_CLOCK, PATIENT_CLOCK, SHORT_CLOCK, UNCONFINED, RefereeCase, bot
from fixture.dial_in import DialIn
from fixture.record import Record

DAY = 86400000
ENDLESS_CLOCK = {"kind": "per_move", "ms": DAY, "silence_ms": DAY, "measure": "wall", "init_ms": DAY}
SMALL = ["--option", "n=3"]  # a bot that always answers "left" has 9 turns


class Signals(RefereeCase):
    def listen(self, *more):
        """The referee launches an honest bot at seat 0; a bot dials in."""
        self.served = self.start(*self.match("walls", [bot("honest_walls")], *SMALL, "--listen", "127.0.0.1:0", *more,
                                             clock=ENDLESS_CLOCK))
        self.where = self.served.wait_for_line("listening on ")

    def join(self, name):
        connection = DialIn(self.where)
        self.addCleanup(connection.close)
        connection.hello(name)
        connection.next("welcome")
        return connection

    def holding(self, program, name):
        """A bot that holds that lifeline."""
        return bot(program, self.folder / "log", self.folder / name)

    def unconfined(self, *bots, more=()):
        return self.start(*self.match("walls", bots, *SMALL, *more, *UNCONFINED, clock=ENDLESS_CLOCK))

    def interrupt(self, referee, number):
        referee.signal(number)
        self.assertEqual(128 + number, referee.wait().code, referee.err)

    def test_a_silent_bot_is_told_of_at_once_and_its_faults_at_the_end(self):
        """It takes two seconds: so long a bot may be silent before anybody hears of it."""
        words = self.match("walls", ["mute=" + bot("says_nothing", self.folder / "log"), bot("honest_walls")], *UNCONFINED, clock=SHORT_CLOCK)
        referee = self.start(*words)
        referee.wait_for_error("mute has not answered turn ")
        self.interrupt(referee, signal.SIGINT)
        self.assertEqual(1, referee.err.count("mute has not answered"))
        self.assertIn("did you flush?", referee.err)
        self.assert_words(referee.out, "faults of mute", "late: ", "first at turn 0", LATE_ON_SHORT_CLOCK)

    def test_in_mid_match_leaves_a_void_record(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                self.listen("--reports", f"out-{number}")
                anna = self.join("anna")
                anna.answer(anna.next("turn"))
                anna.next("turn")
                self.interrupt(self.served, number)
                (file,) = self.record_files(f"out-{number}")
                self.assertEqual("walls-1g1.a1.jsonl", file.name)
                self.referee("verify", file)
                last = Record(file).last
                self.assertEqual(("void", f"interrupted by signal {number}"), (last["status"], last["why"]))
                error = anna.next("error")
                self.assertEqual("referee_error", error["code"])
                self.assert_words(error["message"], "the match is void", "interrupted by signal")
                self.assertIsNotNone(anna.next("bye"))

    def test_leaves_no_bot_behind(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number):
                stubborn, silent = self.lifeline(f"stubborn-{number}"), self.lifeline(f"silent-{number}")
                both = self.unconfined(self.holding("ignores_sigterm", f"stubborn-{number}"),
                                       self.holding("says_nothing", f"silent-{number}"), more=["--listen", "127.0.0.1:0"])
                both.wait_for_line("listening on ")
                self.assertTrue(stubborn.touched() and silent.touched())
                self.interrupt(both, number)
                self.assertTrue(stubborn.cut() and silent.cut())

    def test_end_the_wait_for_players(self):
        self.listen()
        self.interrupt(self.served, signal.SIGINT)
        self.assertEqual([], self.record_files())

    def test_closed_output_does_not_disturb_the_match(self):
        reader, writer = os.pipe()
        os.close(reader)
        words = self.match("walls", [bot("honest_walls"), bot("honest_walls")], *SMALL, clock=PATIENT_CLOCK)
        without_reader = self.start(*words, out=writer)
        os.close(writer)
        self.assertEqual(0, without_reader.wait().code)
        self.assertEqual("done", self.record().last["status"])


if __name__ == "__main__":
    unittest.main()
