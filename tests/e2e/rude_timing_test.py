"""Bots that are silent, slow or too fast."""
import statistics
import unittest

from fixture.case import LATE_ON_SHORT_CLOCK, SHORT_CLOCK
from fixture.rude import MEAN_CLOCK, RudeCase

# Only processor time counts: the limit on wall time is never reached.
CPU_CLOCK = {"kind": "per_move", "ms": 100, "measure": "cpu", "wall_ms": 60000}
WALL_CAP_CLOCK = {"kind": "per_move", "ms": 60000, "measure": "cpu", "wall_ms": 400}


class RudeTiming(RudeCase):
    def spent(self):
        """Microseconds of each of the rude bot's turns."""
        return [answer["spent_us"] for answer in self.record().answers(0)]

    def test_silent_bot_is_late_in_every_turn(self):
        self.play("says_nothing", clock=SHORT_CLOCK)
        self.assert_verdicts("late")
        self.assertEqual(self.TURNS, sum(fault.startswith(LATE_ON_SHORT_CLOCK) for fault in self.record().faults(0)))
        self.assertEqual([400_001] * self.TURNS, self.spent())
        self.assertIn(f"late: {LATE_ON_SHORT_CLOCK}", self.log())

    def test_bot_that_never_says_hello_has_not_come(self):
        self.play("never_hello", clock={"kind": "per_move", "ms": 1000, "init_ms": 1500})
        self.assert_no_show()
        self.assertEqual("timeout: no hello in 1500 ms: the bot speaks first: send hello before you wait for a line; if you do, did you flush?\n", self.log())

    def test_bot_that_closes_at_once_has_not_come(self):
        self.play("closes_at_once")
        self.assert_no_show()

    def test_late_answer_is_stale_and_never_applied(self):
        self.play("answers_late", clock=SHORT_CLOCK)
        self.assert_verdicts("late", "late", "ok")
        self.assert_words(self.log(), f"late: {LATE_ON_SHORT_CLOCK}", "stale: turn 0 is over\n", "stale: turn 2 is over\n")

    def test_lines_that_are_no_answer_do_not_restart_the_deadline(self):
        self.play("chatters", clock=SHORT_CLOCK)
        self.assert_verdicts("late", "late", "ok")
        self.assertEqual([400_001] * 2, self.spent()[:2])
        self.assertIn("unknown_type: type 'thinking' is not known", self.log())

    def test_bot_that_never_reads_is_forfeited_by_its_clock(self):
        self.play("never_reads", clock=MEAN_CLOCK)
        self.assert_verdicts("forfeited")
        answer = self.record().answers(0)[0]
        self.assertEqual((True, 400_001), (answer["forfeited"], answer["spent_us"]))
        self.assertTrue(answer["fault"].startswith(LATE_ON_SHORT_CLOCK), answer["fault"])

    def test_silence_forfeits_before_the_clock_does(self):
        self.play("says_nothing", clock={"kind": "per_move", "ms": 60000, "measure": "wall", "silence_ms": 400})
        self.assert_verdicts("forfeited")
        self.assertRegex(self.log(), r"forfeited: no answer for 400 ms \(silence_ms\): .*did you flush\?\n")

    def test_processor_clock_catches_a_bot_that_computes_without_end(self):
        self.play("spins", clock=CPU_CLOCK)
        self.assert_verdicts("late", "late", "ok")
        for spent in self.spent()[:2]:
            self.assertGreater(spent, 100_000)
        self.assertEqual("no answer in 100 ms of processor time: it computed all that time: an endless loop, or too long a search?", self.record().faults(0)[0])
        self.assertEqual(["cpu", "cpu"], self.record().header["measure"])

    def test_wall_cap_catches_a_bot_that_sleeps_under_the_processor_clock(self):
        self.play("sleeps", clock=WALL_CAP_CLOCK)
        self.assert_verdicts("late", "late", "ok")
        fault = self.record().faults(0)[0]
        self.assertRegex(fault, r"^no answer in 400 ms of wall time \(wall_ms\): (it sleeps|did you flush)")
        self.assertLess(self.spent()[0], 400_000)
        self.assertIn(f"late: {fault}", self.log())

    def test_newline_in_a_write_of_its_own_costs_nothing(self):
        self.play("two_writes")
        self.assert_verdicts("ok")
        # A delayed acknowledgement would cost 40 ms in every turn.
        self.assertLess(statistics.median(self.spent()), 20_000)


if __name__ == "__main__":
    unittest.main()
