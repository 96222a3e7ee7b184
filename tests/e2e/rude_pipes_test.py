"""Bots on pipes: programs that work only with pipes, and vices, which harm no more than over a connection."""
import unittest

from fixture.case import LATE_ON_SHORT_CLOCK, SHORT_CLOCK, bot
from fixture.lifeline import Lifeline
from fixture.rude import MEAN_CLOCK, RudeCase


class RudePipes(RudeCase):
    stdio = "pipe"

    def test_standard_input_and_output_can_be_opened_anew(self):
        self.play("opens_devices")
        self.assert_verdicts("ok")
        self.assertEqual(["read", "read"], self.record().header["stamp"])
        for answer in self.record().answers(0):
            self.assertNotIn("stamp", answer, "the header says it")

    def test_which_a_connection_cannot_be(self):
        self.stdio = "tcp"
        out = self.play("opens_devices")
        self.assert_no_show()
        self.assertIn("No such device or address: '/dev/stdin'", out)
        self.assertEqual(["kernel", "kernel"], self.record().header["stamp"])

    def test_sample_bots_have_a_connection_all_the_same(self):
        self.referee(*self.match("walls", [bot("honest"), "sample:walls_random"], "--option", "n=3", "--stdio", "pipe"))
        self.assertEqual(["read", "kernel"], self.record().header["stamp"])

    def test_bot_has_the_three_standard_descriptors_only(self):
        out = self.play("lists_descriptors")
        self.assert_verdicts("ok")
        self.assertIn("exit status 1: descriptors 0 1 2\n", out)

    def test_garbage_is_malformed(self):
        self.play("garbage")
        self.assert_verdicts("malformed")
        self.assertIn("malformed: not JSON: '", self.log())

    def test_ten_megabytes_are_oversize_once_and_then_the_bot_plays_on(self):
        self.play("ten_megabytes")
        self.assert_verdicts("oversize", "ok")

    def test_flood_closes_them(self):
        self.play("floods")
        self.assert_verdicts("flood")

    def test_bot_that_dies_is_disconnected_from_then_on(self):
        out = self.play("dies_in_mid_game")
        self.assert_verdicts("ok", "ok", "disconnected")
        self.assertIn("dies_in_mid_game ended with signal 9 (Killed)", out)

    def test_half_a_line_is_no_answer(self):
        self.play("half_line")
        self.assert_verdicts("disconnected")

    def test_bot_that_closes_at_once_has_not_come(self):
        self.play("closes_at_once")
        self.assert_no_show()

    def test_bot_that_closes_its_input_is_waited_for_as_long_as_its_clock_allows(self):
        self.play("closes_pipe", "in", clock=MEAN_CLOCK)
        self.assert_verdicts("ok", "forfeited")
        # The rest of the 400 ms after its first answer is added to those of the second turn.
        self.assertRegex(self.record().faults(0)[-1], r"^no answer in [0-9.]+ ms: did you flush\?$")

    def test_bot_that_closes_its_output_is_disconnected_and_hears_the_end(self):
        self.play("closes_pipe", "out")
        self.assert_verdicts("ok", "disconnected")

    def test_bot_that_never_reads_is_forfeited_by_its_clock(self):
        self.play("never_reads", clock=MEAN_CLOCK)
        self.assert_verdicts("forfeited")
        self.assertEqual(400_001, self.record().answers(0)[0]["spent_us"])

    def test_silent_bot_is_late_in_every_turn(self):
        self.play("says_nothing", clock=SHORT_CLOCK)
        self.assert_verdicts("late")
        self.assertEqual([LATE_ON_SHORT_CLOCK] * self.TURNS, self.record().faults(0))

    def test_late_answer_is_stale_and_never_applied(self):
        self.play("answers_late", clock=SHORT_CLOCK)
        self.assert_verdicts("late", "late", "ok")

    def test_child_that_keeps_them_open_ends_with_the_bot(self):
        lifeline = Lifeline(self.folder / "lifeline")
        self.addCleanup(lifeline.close)
        self.play("leaves_child", self.folder / "lifeline", "session")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())


if __name__ == "__main__":
    unittest.main()
