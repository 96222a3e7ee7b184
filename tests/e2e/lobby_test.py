"""Which bots the referee accepts, and how a bot reconnects."""
import json
import unittest

from fixture.case import PATIENT_CLOCK
from fixture.lobby import LobbyCase


class InLobby(LobbyCase):
    def assert_code(self, code, error):
        self.assertEqual(code, (error or {}).get("code"), error)

    def test_protocol_without_a_version_in_common_is_unsupported(self):
        self.listen()
        error = self.answer_to({"type": "hello", "protocol": 0, "name": "anna"})
        self.assert_code("unsupported", error)
        self.assertEqual([1], error["supported"])
        anna = self.dial()
        anna.hello("anna", protocol=7)
        self.assertEqual(1, anna.next()["protocol"], "the highest version that both know")
        self.play_out(anna)

    def test_other_roles_are_unsupported(self):
        self.listen()
        self.assert_code("unsupported", self.refusal("anna", role="spectator"))
        self.play_out(self.join("anna", role="bot"))

    def test_bad_names_are_refused(self):
        self.listen()
        longest = "a2345678901234567890123456789012"
        for name in ("", "-anna", ".anna", "an na", "../anna", "anna/x", "änne", "a\nb", longest + "x", "seat 1"):
            with self.subTest(name=name):
                self.assert_code("bad_name", self.refusal(name))
        self.assertIn("it is taken", self.refusal("Honest_Walls")["message"])
        anna = self.join(longest)
        self.assertEqual(longest, self.welcome["name"])
        self.play_out(anna)

    def test_hello_of_the_wrong_shape_may_be_said_again(self):
        self.listen()
        anna = self.dial()
        hello = {"type": "hello", "protocol": 1}
        for line, code in (
            ("hello", "malformed"),
            ([], "malformed"),
            ({"type": "hello"}, "malformed"),
            ({**hello, "protocol": "1"}, "malformed"),
            ({**hello, "protocol": 1.0}, "malformed"),
            ({**hello, "name": 7}, "malformed"),
            ({**hello, "name": "a" * 2000}, "malformed"),
            ({**hello, "name": "anna", "resume": "yes"}, "malformed"),
            ({"type": "move", "match": "m", "turn": 0, "move": "left"}, "unexpected"),
            ("x" * 70000, "oversize"),
        ):
            with self.subTest(line=str(line)[:80]):
                anna.write((line if isinstance(line, str) else json.dumps(line)) + "\n")
                self.assert_code(code, anna.next())
        anna.hello("anna")
        self.assertEqual("welcome", anna.next()["type"])
        self.play_out(anna)

    def test_connection_without_a_hello_times_out(self):
        self.listen(clock={**PATIENT_CLOCK, "init_ms": 2000})
        silent = self.dial()
        error = silent.next()
        self.assert_code("timeout", error)
        self.assert_words(error["message"], "no hello in 2000 ms", "flush")
        self.assertIsNone(silent.next())
        self.play_out(self.join("anna"))

    def test_known_name_needs_its_token_and_a_full_lobby_turns_away(self):
        self.listen()
        anna = self.join("anna")
        for token in ("", "0123456789abcdef0123456789abcdef"):
            self.assert_code("bad_token", self.refusal("anna", token=token))
        self.assert_code("bad_token", self.refusal("ANNA"))
        self.assert_code("full", self.refusal("bert"))
        self.play_out(anna)

    def test_silent_connections_disturb_nobody_and_hold_nothing_up(self):
        self.listen(clock={**PATIENT_CLOCK, "init_ms": 86400000})
        for _ in range(64):
            self.dial()
        self.play_out(self.join("anna"))
        self.assert_all_ok()

    def test_returning_bot_resumes_in_mid_match(self):
        self.listen()
        before = self.join("anna")
        token, start = self.welcome["token"], before.next("start")
        before.answer(before.next("turn"))
        before.answer(before.next("turn"))
        turn = before.next("turn")
        self.assertEqual(5, turn["turn"])
        before.close()

        after = self.join("anna", token=token, resume=True)
        self.assertNotIn("token", self.welcome)
        self.assertEqual(start, after.next("start"))
        self.assertEqual([("past", number) for number in range(5)],
                         [(past["type"], past["turn"]) for past in (after.next() for _ in range(5))])
        again = after.next()
        self.assertEqual(("turn", 5, turn["view"]), (again["type"], again["turn"], again["view"]))
        after.answer(again)
        self.play_out(after)
        self.assert_all_ok()

    def test_returning_bot_without_resume_gets_no_past(self):
        self.listen()
        before = self.join("anna")
        before.answer(before.next("turn"))
        before.next("turn")
        before.close()
        after = self.join("anna", token=self.welcome["token"], resume=False)
        after.next("start")
        following = after.next()
        self.assertEqual("turn", following["type"])
        after.answer(following)
        self.play_out(after)

    def test_newest_connection_takes_over_and_the_old_one_is_told_so(self):
        self.listen()
        old = self.join("anna")
        turn = old.next("turn")
        young = self.join("anna", token=self.welcome["token"], resume=False)
        self.assertEqual("replaced", old.next("bye")["reason"])
        self.assertIsNone(old.next())
        self.assertEqual(turn["turn"], young.next("turn")["turn"])
        young.answer(turn)
        self.play_out(young)
        self.assert_all_ok()

    def test_sixth_take_over_in_a_minute_has_to_wait(self):
        self.listen()
        newest = self.join("anna")
        token = self.welcome["token"]
        for _ in range(5):
            newest = self.join("anna", token=token, resume=False)
        error = self.refusal("anna", token=token)
        self.assert_code("take_over", error)
        self.assertTrue(0 < error["retry_after_ms"] <= 60000, error)
        self.play_out(newest)


if __name__ == "__main__":
    unittest.main()
