"""Rude bots, launched by the real program over a connection and over pipes: each harms itself alone. What each limit of a clock
and of a session does in numbers: tests/referee/{clocks,match,net}. Bots that are silent, late or talk nonsense: tests/world."""
import unittest

from fixture.case import PATIENT_CLOCK, bot
from fixture.program import SANITIZER
from fixture.rude import RudeCase

MEAN_CLOCK = {"kind": "mean", "ms": 400, "measure": "wall"}
MEMORY_ROOM_KB = 4096  # that a referee under attack may need in addition to one with honest bots only
# Only processor time counts: the limit on wall time is never reached.
CPU_CLOCK = {"kind": "per_move", "ms": 100, "measure": "cpu", "wall_ms": 60000}
BOTH = ("tcp", "pipe")

# Vice and its arguments, kinds of its standard input and output, clock, verdicts, words of its last fault that is kept, words that
# it is told, and words of the referee's output.
VICES = [
    ("ten_megabytes", BOTH, PATIENT_CLOCK, ["oversize", "ok"], "", "oversize: a line of over 65536 bytes\n", ""),
    ("floods", BOTH, PATIENT_CLOCK, ["flood"], "closed after a flood", "unknown_type: type 'noise'", "flood 9"),
    ("dies_in_mid_game", BOTH, PATIENT_CLOCK, ["ok", "ok", "disconnected"], "signal 9 (Killed)", "", "ended with signal 9 (Killed)"),
    ("half_line", BOTH, PATIENT_CLOCK, ["disconnected"], "exit status 0", "", ""),
    ("closes_input close", ["tcp"], PATIENT_CLOCK, ["ok"], "", "", ""),
    ("closes_input shutdown", ["tcp"], PATIENT_CLOCK, ["ok", "disconnected"], "", "", ""),
    ("closes_pipe in", ["pipe"], MEAN_CLOCK, ["ok", "forfeited"], "did you flush?", "", ""),
    ("closes_pipe out", ["pipe"], PATIENT_CLOCK, ["ok", "disconnected"], "", "", ""),
    ("opens_devices", ["pipe"], PATIENT_CLOCK, ["ok"], "", "", ""),
    ("lists_descriptors", BOTH, PATIENT_CLOCK, ["ok"], "", "", "exit status 1: descriptors 0 1 2\n"),
    ("floods_stderr", ["tcp"], PATIENT_CLOCK, ["ok"], "", "", "ended with exit status 3: trouble"),
    ("spins", ["tcp"], CPU_CLOCK, ["late", "late", "ok"], "", "an endless loop", ""),
]
# Bots that stay, or leave others behind: what follows the pipe that these hold open, clock, verdict, words of the output.
STAY = [("ignores_sigterm", [], PATIENT_CLOCK, "ok", "ended with signal 9 (Killed)"),
        ("changes_group", [], PATIENT_CLOCK, "ok", "ended with signal 9 (Killed)"),
        ("stops_itself", [], MEAN_CLOCK, "forfeited", ""),
        ("leaves_child", ["group"], PATIENT_CLOCK, "ok", ""),
        ("leaves_child", ["session"], PATIENT_CLOCK, "ok", "")]


class Rude(RudeCase):
    def test_each_vice_has_its_verdicts_and_its_author_is_told(self):
        for vice, kinds, clock, verdicts, fault, told, printed in VICES:
            for self.stdio in kinds:
                with self.subTest(vice, stdio=self.stdio):
                    out = self.play(*vice.split(), clock=clock)
                    self.assert_verdicts(*verdicts)
                    self.assert_words(self.record().faults(0)[-1], fault)
                    self.assert_words(self.log() if told else "", told)
                    self.assert_words(out, printed)
                self.forget()

    def test_bots_that_stay_and_what_they_leave_behind_are_killed(self):
        for number, (vice, more, clock, verdict, printed) in enumerate(STAY):
            with self.subTest(vice, more=more):
                lifeline = self.lifeline(f"lifeline{number}")
                out = self.play(vice, self.folder / f"lifeline{number}", *more, clock=clock)
                self.assert_verdicts(verdict)
                self.assertTrue(lifeline.cut())
                self.assert_words(out, printed)
            self.forget()

    def assert_no_show(self):
        """The rude bot has not played: the other has won without a turn."""
        last = self.record().last
        self.assertEqual([0], last["no_show"])
        self.assertEqual([0, 1], last["result"]["scores"])

    def test_bot_that_closes_at_once_has_not_come(self):
        for self.stdio in BOTH:
            self.play("closes_at_once")
            self.assert_no_show()
            self.forget()

    def test_a_connection_cannot_be_opened_anew_and_the_record_says_who_has_one(self):
        out = self.play("opens_devices")
        self.assert_no_show()
        self.assertIn("No such device or address: '/dev/stdin'", out)
        self.assertEqual(["kernel", "kernel"], self.record().header["stamp"])
        self.forget()
        self.referee(*self.match("walls", [bot("honest"), "sample:walls_random"], "--option", "n=3", "--stdio", "pipe"))
        self.assertEqual(["read", "kernel"], self.record().header["stamp"])

    def test_what_is_refused_takes_little_memory(self):
        honest = bot("honest_walls")
        self.referee(*self.match("walls", [honest, honest], "--option", "n=3", "--reports", "calm"))
        calm = self.programs[-1]
        for vice in ("nested", "ten_megabytes", "floods"):
            with self.subTest(vice):
                self.play(vice)
                self.assertLessEqual(len(str(self.record().answers(0)[0].get("offered", "")).encode()), 200)
                if not SANITIZER:  # these keep more memory
                    self.assertLess(self.programs[-1].max_memory_kb, calm.max_memory_kb + MEMORY_ROOM_KB)
            self.forget()


if __name__ == "__main__":
    unittest.main()
