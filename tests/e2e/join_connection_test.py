"""`referee join` and its connections: lost, refused, interrupted; and tokens."""
import stat
import time
import unittest

from fixture import fake_referee as says
from fixture.joined import JoinCase

NO_REFEREE = 3  # exit code


class LostConnections(JoinCase):
    def test_plays_on_after_a_lost_connection(self):
        before = self.join_recorder()
        self.assertIs(True, self.hello["resume"], "join always says it: its bot stays when the referee goes")
        before.send(says.start("m1"))
        player = self.ask(before, "m1", 0)
        self.ask(before, "m1", 1)
        before.close()
        after = self.start_next("m1")
        self.assertIs(True, self.hello["resume"])
        after.send(says.past("m1", 0))
        after.send(says.past("m1", 1))
        self.assertEqual(player, self.ask(after, "m1", 2))
        after.send(says.end("m1"))
        self.assertIn("join: the connection was closed\n", self.leave(after))
        self.assertEqual(["welcome", "start", "turn", "turn", "turn", "end"], self.told())

    # A match that goes on although join itself was started anew.
    def test_new_bot_gets_the_past_turns_each_once(self):
        before = self.join_recorder()
        before.send(says.start("m1"))
        before.send(says.past("m1", 0))
        before.close()
        after = self.start_next("m1")
        after.send(says.past("m1", 0))
        after.send(says.past("m1", 1))
        self.ask(after, "m1", 2)
        self.leave(after)
        self.assertEqual(["welcome", "start", "past", "past", "turn", "bye"], self.told())

    def test_repeats_an_answer_that_was_lost(self):
        before = self.join_recorder()
        before.send(says.start("m1"))
        player = self.ask(before, "m1", 0)  # the referee received it, but asks again
        before.close()
        after = self.start_next("m1")
        self.assertEqual(player, self.ask(after, "m1", 0))
        self.assertEqual(player, self.ask(after, "m1", 1))
        self.leave(after)
        self.assertEqual(["welcome", "start", "turn", "turn", "bye"], self.told())

    def test_turn_that_the_bot_is_still_at_is_asked_and_answered_once(self):
        before = self.join_recorder()
        before.send(says.start("m1"))
        self.ask(before, "m1", 2)
        before.send(says.turn("m1", 3))
        before.close()
        after = self.start_next("m1")
        self.write("log.go", "")
        self.ask(after, "m1", 3)
        self.ask(after, "m1", 4)
        self.leave(after)
        self.assertEqual(["welcome", "start", "turn", "turn", "turn", "bye"], self.told())

    # "an unfinished one is a new attempt": after a restart the referee plays the same match from the beginning.
    def test_another_attempt_at_the_same_match_is_another_match(self):
        before = self.join_recorder()
        before.send(says.start("m1", "c1"))
        player = self.ask(before, "m1", 0)
        before.close()
        after = self.welcome_next()
        after.send(says.start("m1", "c2"))
        self.assertNotEqual(player, self.ask(after, "m1", 0))
        self.leave(after)

    def test_who_is_replaced_does_not_dial_again(self):
        referee = self.join_recorder()
        referee.send(says.bye("replaced"))
        self.assertEqual(0, self.joined.wait().code)
        self.assertIn("join: the referee says bye: replaced\n", self.joined.err)
        self.assertFalse(self.fake.called())

    def test_after_too_many_take_overs_it_waits_as_long_as_it_is_told(self):
        self.join("cat")
        refused = self.accept()
        refused.next()
        told_at = time.monotonic()
        refused.send(says.error("take_over", "over 5 take-overs in a minute", retry_after_ms=400))
        refused.close()
        referee = self.welcome_next()
        self.assertGreaterEqual(time.monotonic() - told_at, 0.4)
        self.leave(referee)

    def test_gives_up_when_nobody_listens(self):
        self.fake.close()
        alice = self.join("cat", to="127.0.0.1:1", options=["--dials", "3"]).wait()
        self.assertEqual(NO_REFEREE, alice.code)
        self.assert_words(alice.err, "127.0.0.1:1",
                          "join: gave up after 3 tries to connect")

    def test_what_is_no_referee_is_left(self):
        self.join("cat", options=["--dials", "2"])
        for words in ("SSH-2.0-OpenSSH_9.2\r\n", '{"type":7}\n'):
            other = self.accept()
            other.write(words)
            other.next()
            self.assertIsNone(other.next())
        self.assertEqual(NO_REFEREE, self.joined.wait().code)
        self.assert_words(self.joined.err, "join: not a message of a referee: ", "'SSH-2.0-OpenSSH_9.2'\n")


class Tokens(JoinCase):
    def test_issued_token_is_kept_in_its_file_and_shown_from_then_on(self):
        file = self.folder / "alice.token"
        first = self.join_recorder("--token-file", file, token="issued-1")
        self.assertNotIn("token", self.hello)
        first.send(says.start("m1"))
        self.ask(first, "m1", 0)
        self.assertEqual("issued-1\n", file.read_text())
        self.assertEqual(0o600, stat.S_IMODE(file.stat().st_mode))
        first.close()

        again = self.welcome_next()
        self.assertEqual("issued-1", self.hello["token"])
        self.assertNotIn("issued-1", self.leave(again))
        self.assertNotIn("issued-1", self.read("log"))

        for encoding in ("utf-8", "utf-8-sig", "utf-16"):  # the latter two by editors and shells of Windows
            file.write_bytes("issued-1\r\n".encode(encoding))
            next_day = self.join_recorder("--token-file", file)
            self.assertEqual("issued-1", self.hello["token"])
            self.leave(next_day)

    def test_issued_token_without_a_file_is_not_printed(self):
        said = self.leave(self.join_recorder(token="issued-1"))
        self.assertIn("--token-file FILE keeps it", said)
        self.assertNotIn("issued-1", said)

    def test_token_may_come_from_the_environment_and_is_not_passed_to_the_bot(self):
        self.environment["REFEREE_TOKEN"] = "t-1"
        self.join("sh", "-c", """env > log; echo '{"type":"hello","protocol":1}'; exec cat""")
        referee = self.start_next("m1")
        self.assertEqual("t-1", self.hello["token"])
        referee.next("welcome")
        self.leave(referee)
        self.assertIn("PATH=", self.read("log"))
        self.assertNotIn("REFEREE_", self.read("log"))


if __name__ == "__main__":
    unittest.main()
