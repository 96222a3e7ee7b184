"""Bots whose answers are not moves."""
import unittest

from fixture.case import UNCONFINED, RefereeCase, bot
from fixture.program import SANITIZER
from fixture.rude import MEMORY_ROOM_KB, RudeCase


class RudeAnswers(RudeCase):
    def assert_little_memory(self):
        """The latest referee needed little more than one with two honest bots."""
        attacked = self.programs[-1]
        honest = bot("honest_walls")
        calm = self.run_to_end(*self.match("walls", [honest, honest], "--option", "n=3", "--reports", "calm"))
        self.assertEqual(0, calm.code, calm.err)
        if not SANITIZER:  # these keep more memory
            self.assertLess(attacked.max_memory_kb, calm.max_memory_kb + MEMORY_ROOM_KB)

    def test_garbage_is_malformed(self):
        self.play("garbage")
        self.assert_verdicts("malformed")
        for answer in self.record().answers(0):
            self.assertEqual("\0\x01\x7f ]]}}{{ \x1b[31m", answer["offered"])
            self.assertIs(answer["offered_cut"], True)
        self.assertIn("malformed: not JSON: '", self.log())

    def test_invalid_utf8_is_malformed(self):
        self.play("invalid_utf8")
        self.assert_verdicts("malformed")
        self.assertIn('"move":"\ufffd\ufffd\ufffd(', self.record().answers(0)[0]["offered"])
        self.assertIn("ill-formed UTF-8", self.log())

    def test_debug_text_is_malformed_and_its_author_is_told_where_to_print(self):
        self.play("debug_text")
        self.assert_verdicts("malformed")
        fault = self.record().faults(0)[0]
        self.assert_words(fault, "not JSON: 'thinking about turn 0'", "print to stderr")
        self.assertEqual("thinking about turn 0", self.record().answers(0)[0]["offered"])
        # The second is for the answer after the debug text.
        self.assert_words(self.log(), f"malformed: {fault}\n", "stale: turn 0 is over\n")

    def test_bare_move_is_malformed_and_its_author_learns_what_is_missing(self):
        self.play("bare_move")
        self.assert_verdicts("malformed")
        for fault in self.record().faults(0):
            self.assertTrue(fault.startswith("move.match: missing, expected a string"), fault)
        self.assertEqual({"type": "move"}, self.record().answers(0)[0]["offered"])
        self.assertIn("malformed: move.match: missing", self.log())

    def test_deep_nesting_is_malformed_and_harmless(self):
        self.play("nested")
        self.assert_verdicts("malformed")
        expected = "nested 25001 deep, at most 16 is accepted"
        self.assertEqual([expected] * self.TURNS, self.record().faults(0))
        self.assertIn(f"malformed: {expected}", self.log())
        self.assertLessEqual(len(self.record().answers(0)[0]["offered"].encode()), 200)
        self.assert_little_memory()

    def test_ten_megabytes_are_oversize_once_and_then_the_bot_plays_on(self):
        self.play("ten_megabytes")
        self.assert_verdicts("oversize", "ok")
        self.assertEqual("x" * 200, self.record().answers(0)[0]["offered"])
        self.assertEqual("oversize: a line of over 65536 bytes\n", self.log())
        self.assert_little_memory()

    def test_flood_closes_the_connection(self):
        out = self.play("floods")
        self.assert_verdicts("flood")
        for fault in self.record().faults(0):
            self.assertIn("closed after a flood", fault)
        self.assert_words(self.log(), "unknown_type: type 'noise'", "ignored")
        self.assertIn("flood 9", out)
        self.assert_little_memory()

    def test_second_and_early_answers_change_nothing(self):
        for rude, told in [("answers_twice", "duplicate: turn 0 is answered already\n"),
                           ("answers_early", "early: turn 1 has not been asked\n")]:
            with self.subTest(rude):
                self.play(rude)
                self.assert_verdicts("ok")
                self.assertEqual({"left"}, {answer["move"] for answer in self.record().answers(0)})
                self.assertIn(told, self.log())
            self.forget()


class RudeCycles(RefereeCase):
    """Light Cycle with one cycle per team; the rude bot's first answer ends its cycle."""

    def test_number_that_is_no_integer_is_malformed(self):
        for move in ["[[6.5,5]]", "[[6.0,5]]", "[[1e400,5]]", "[[18446744073709551615,5]]", "[[-9223372036854775809,5]]",
                     "[[9007199254740993,5]]", "[[true,5]]", '[["6",5]]', "[[6,5,0]]", "[]", "6", '{"6":5}', "null"]:
            with self.subTest(move):
                self.referee(*self.match("lightcycle", [bot("odd_numbers", self.folder / "log", move), bot("honest_cycles")],
                                         "--option", "size=20", "--option", "starts=[[[5,5]],[[14,14]]]", *UNCONFINED))
                played = self.record()
                self.assertEqual((["malformed"], ["ok"]), (played.verdicts(0), played.verdicts(1)))
                self.assertEqual(1, played.last["result"]["outcome"]["winner"])
                self.assertTrue(self.read("log").startswith("malformed: "), self.read("log"))
            self.forget()


if __name__ == "__main__":
    unittest.main()
