"""`referee join` between a referee over TCP and bots that it launches. Matches, reconnects and bots that end: tests/referee/join, and
for join.py tests/sample_bots/join_test.py."""
import signal
import stat
import time
import unittest

from fixture import fake_referee as says
from fixture.case import rude_bot
from fixture.joined import JoinCase
from fixture.record import Record

HELLO = """echo '{"type":"hello","protocol":1}'"""


class WithTheRealReferee(JoinCase):
    def test_plays_whole_matches_without_a_fault(self):
        alice = self.join(*rude_bot("honest_walls"), to=self.real_referee("--games", "2"))
        self.assertEqual((0, ""), (alice.wait().code, alice.out), alice.err)
        self.served.wait()
        self.assert_words(alice.err, "join: ", "says bye: the match is over\n")
        files = self.record_files()
        self.assertEqual(2, len(files))
        for record in map(Record, files):
            self.assertEqual({"ok"}, {*record.verdicts(record.seat_of("alice"))})

    def test_line_over_the_limit_still_is_when_it_arrives(self):
        alice = self.join(*rude_bot("ten_megabytes"), to=self.real_referee())
        self.assertEqual(0, alice.wait().code, alice.err)
        self.served.wait()
        self.assertIn("referee: oversize: ", alice.err)
        self.assertIn("oversize", self.record().verdicts(1))


class SignalsAndUsage(JoinCase):
    def test_signal_ends_it_and_its_bot(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                lifeline = self.lifeline(f"lifeline{number}")
                self.join(*rude_bot("ignores_sigterm", self.folder / "log", self.folder / f"lifeline{number}"))
                self.start_next("m1")
                self.assertTrue(lifeline.touched())
                self.joined.signal(number)
                self.assertEqual(128 + number, self.joined.wait().code)
                self.assertTrue(lifeline.cut())

    def test_wrong_usage_is_refused_before_anything_is_dialled(self):
        bad = self.write("bad.token", "two words")
        alice = [self.fake.address, "--name", "alice"]
        for words, message in (
            ([], "HOST:PORT is required"),
            (alice, "no bot: expected its command behind --"),
            ([self.fake.address, "--", "cat"], "--name is required"),
            (["localhost", "--name", "alice", "--", "cat"], "'localhost' is not an address"),
            ([self.fake.address, "--name", "a b", "--", "cat"], "--name: got 'a b', expected a letter"),
            ([*alice, "--", "no-such-program"], "COMMAND: got 'no-such-program', expected a program in PATH"),
            ([*alice, "--", "python3", "nowhere.py"], "COMMAND: got 'nowhere.py', expected a file"),
            ([*alice, "--token-file", "nowhere/t", "--", "cat"], "--token-file: got nowhere/t"),
            ([*alice, "--token-file", bad, "--", "cat"], "bad.token: expected one word"),
            ([*alice, "--token-file", self.folder, "--", "cat"], ": cannot be read: it is a folder"),
            ([*alice, "--dials", "0", "--", "cat"], "--dials: Value 0 not in range"),
        ):
            with self.subTest(message=message):
                self.referee("join", *words, code=2)
                self.assertIn(message, self.said)
                self.assertNotIn("two words", self.said)
        self.assertFalse(self.fake.called())


class Connections(JoinCase):
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

    def test_errors_of_the_bot_and_of_the_referee_are_shown(self):
        self.join("sh", "-c", f"echo my own words >&2; {HELLO}; exec cat")
        referee = self.start_next("m1")
        referee.send(says.error("late", "no answer\x1b[2J\n in 50 ms"))
        referee.next("error")
        self.assert_words(self.leave(referee), "my own words\n", "referee: late: no answer?[2J? in 50 ms\n")


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
