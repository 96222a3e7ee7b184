"""Bots whose processes crash, do not exit, start others, or close their streams."""
import unittest

from fixture.rude import MEAN_CLOCK, RudeCase

ENDED = "its program has ended: "


class RudeProcess(RudeCase):
    def test_bot_that_dies_is_disconnected_from_then_on(self):
        out = self.play("dies_in_mid_game")
        self.assert_verdicts("ok", "ok", "disconnected")
        self.assertEqual(["", "", *[ENDED + "signal 9 (Killed)"] * (self.TURNS - 2)], self.record().faults(0))
        self.assertIn("dies_in_mid_game ended with signal 9 (Killed)", out)

    def test_half_a_line_is_no_answer(self):
        self.play("half_line")
        self.assert_verdicts("disconnected")
        self.assertEqual([ENDED + "exit status 0"] * self.TURNS, self.record().faults(0))

    def test_bot_that_closes_only_its_input_plays_on(self):
        self.play("closes_input", "close")
        self.assert_verdicts("ok")

    def test_bot_that_shuts_its_input_down_and_leaves_harms_nobody(self):
        self.play("closes_input", "shutdown")
        self.assert_verdicts("ok", "disconnected")

    def test_bot_that_does_not_leave_is_killed(self):
        lifeline = self.lifeline()
        out = self.play("ignores_sigterm", self.folder / "lifeline")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())
        self.assertIn("ignores_sigterm ended with signal 9 (Killed)", out)

    def test_bot_that_leaves_its_process_group_is_killed(self):
        lifeline = self.lifeline()
        out = self.play("changes_group", self.folder / "lifeline")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())
        self.assertIn("changes_group ended with signal 9 (Killed)", out)

    def test_bot_that_stops_itself_is_killed(self):
        lifeline = self.lifeline()
        self.play("stops_itself", self.folder / "lifeline", clock=MEAN_CLOCK)
        self.assert_verdicts("forfeited")
        self.assertTrue(lifeline.cut())

    def test_endless_standard_error_disturbs_nobody(self):
        out = self.play("floods_stderr")
        self.assert_verdicts("ok")
        self.assertIn("floods_stderr ended with exit status 3: trouble", out)

    def test_child_that_a_bot_leaves_behind_is_killed(self):
        lifeline = self.lifeline()
        self.play("leaves_child", self.folder / "lifeline", "group")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())

    def test_child_that_escaped_ends_with_the_bot(self):
        lifeline = self.lifeline()
        self.play("leaves_child", self.folder / "lifeline", "session")
        self.assert_verdicts("ok")
        self.assertTrue(lifeline.cut())

    def test_bot_has_the_three_standard_descriptors_only(self):
        out = self.play("lists_descriptors")
        self.assert_verdicts("ok")
        self.assertIn("exit status 1: descriptors 0 1 2\n", out)


if __name__ == "__main__":
    unittest.main()
