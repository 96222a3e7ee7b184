"""Bots on pipes: programs that work only with pipes, and vices, which harm no more than over a connection."""
import unittest

from fixture.case import LATE_ON_SHORT_CLOCK, PATIENT_CLOCK, SHORT_CLOCK, bot
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

    def test_vices_have_the_verdicts_that_they_have_over_a_connection(self):
        for vice, *verdicts in [("garbage", "malformed"), ("ten_megabytes", "oversize", "ok"), ("floods", "flood"), ("half_line", "disconnected"),
                                ("dies_in_mid_game", "ok", "ok", "disconnected"), ("answers_late", "late", "late", "ok"), ("says_nothing", "late")]:
            with self.subTest(vice):
                out = self.play(vice, clock=SHORT_CLOCK if "late" in verdicts else PATIENT_CLOCK)
                self.assert_verdicts(*verdicts)
                if vice == "garbage":
                    self.assertIn("malformed: not JSON: '", self.log())
                if vice == "dies_in_mid_game":
                    self.assertIn("dies_in_mid_game ended with signal 9 (Killed)", out)
                if vice == "says_nothing":
                    self.assertEqual(self.TURNS, sum(fault.startswith(LATE_ON_SHORT_CLOCK) for fault in self.record().faults(0)))
            self.forget()

    def test_bot_that_closes_at_once_has_not_come(self):
        self.play("closes_at_once")
        self.assert_no_show()

    def test_bot_that_closes_its_input_is_waited_for_as_long_as_its_clock_allows(self):
        self.play("closes_pipe", "in", clock=MEAN_CLOCK)
        self.assert_verdicts("ok", "forfeited")
        # The rest of the 400 ms after its first answer is added to those of the second turn.
        self.assertRegex(self.record().faults(0)[-1], r"^no answer in [0-9.]+ ms: .*did you flush\?$")

    def test_bot_that_closes_its_output_is_disconnected_and_hears_the_end(self):
        self.play("closes_pipe", "out")
        self.assert_verdicts("ok", "disconnected")

    def test_bot_that_never_reads_is_forfeited_by_its_clock(self):
        self.play("never_reads", clock=MEAN_CLOCK)
        self.assert_verdicts("forfeited")
        self.assertEqual(400_001, self.record().answers(0)[0]["spent_us"])

    def test_child_that_keeps_them_open_ends_with_the_bot(self):
        lifeline = self.lifeline()
        self.play("leaves_child", self.folder / "lifeline", "session")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())


if __name__ == "__main__":
    unittest.main()
