"""`referee join` between a referee over TCP and bots that it launches."""
import signal
import unittest

from fixture import fake_referee as says
from fixture.case import rude_bot
from fixture.dial_in import DialIn
from fixture.joined import JoinCase, ended
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

    def test_wrong_token_is_refused_in_the_referees_words(self):
        address = self.real_referee()
        alice = DialIn(address)
        self.addCleanup(alice.close)
        alice.hello("alice")
        alice.next("welcome")
        wrong = self.write("wrong.token", "0123456789abcdef\n")
        thief = self.join(*rude_bot("honest_walls"), to=address, options=["--token-file", wrong]).wait()
        self.assertEqual(2, thief.code)
        self.assert_words(thief.err, "referee: bad_token: ", "'alice' is registered")
        self.assertNotIn("0123456789abcdef", thief.err)
        alice.play()
        self.served.wait()

    def test_line_over_the_limit_still_is_when_it_arrives(self):
        alice = self.join(*rude_bot("ten_megabytes"), to=self.real_referee())
        self.assertEqual(0, alice.wait().code, alice.err)
        self.served.wait()
        self.assertIn("referee: oversize: ", alice.err)
        self.assertIn("oversize", self.record().verdicts(1))


class OneProcessAMatch(JoinCase):
    def join_shell(self, script):
        """Starts join with these commands as its bot; its first connection, in a match."""
        self.join("sh", "-c", script)
        return self.start_next("m1")

    def test_every_match_gets_a_process_of_its_own(self):
        referee = self.join_recorder()
        players = []
        for match in ("m1", "m2"):
            referee.send({"type": "wait", "reason": "soon"})
            referee.send(says.start(match))
            players.append(self.ask(referee, match, 0))
            self.assertEqual(players[-1], self.ask(referee, match, 1))
            referee.send(says.end(match))  # the bot's reply must not count as an answer in the next match
        self.assertNotEqual(*players)
        self.leave(referee)
        self.assertEqual(["welcome", "start", "turn", "turn", "end"] * 2, self.told())

    def test_lines_pass_both_ways_without_change(self):
        chat = r"""echo '{ "type" : "chat", "text":"caf\u00e9" }'"""
        self.write("echo.sh", f"{HELLO}\n{chat}\nexec tee log\n")
        self.join("sh", self.folder / "echo.sh")
        referee = self.start_next("m1")
        self.assertEqual("café", referee.next()["text"])
        self.assertEqual("welcome", referee.next()["type"])
        self.assertEqual(says.start("m1"), referee.next())
        news = '{"type":"news",  "of":[1.0,"\\u00e9"]}\n'
        referee.write(news)
        self.assertEqual("news", referee.next()["type"])
        self.leave(referee)
        self.assertIn(news, self.read("log"))

    def test_bot_that_dies_at_once_is_reported_and_the_next_match_is_played(self):
        begun = self.lifeline("begun")
        referee = self.join_shell(f"mkdir dead && echo > begun && exit 7\n{HELLO}\nexec cat")
        referee.send(says.turn("m1", 0))
        self.assertTrue(begun.touched())
        self.assertEqual(ended("m1", 7), referee.next())
        referee.send(says.end("m1"))
        referee.send(says.start("m2"))
        self.assertEqual("welcome", referee.next()["type"])  # cat repeats what it receives
        self.assertEqual(says.start("m2"), referee.next())
        self.assert_words(self.leave(referee), "join: the bot ended with exit status 7 in game m1", "before it printed hello\n")

    def test_bot_that_dies_in_mid_match_is_reported(self):
        referee = self.join_recorder()
        referee.send(says.start("m1"))
        first = self.ask(referee, "m1", 0)
        referee.send(says.turn("m1", 66))
        self.assertEqual(ended("m1", 5), referee.next())
        referee.send(says.turn("m1", 67))
        referee.send(says.end("m1"))
        referee.send(says.start("m2"))
        self.assertNotEqual(first, self.ask(referee, "m2", 0))
        self.assert_words(self.leave(referee), "join: ", "ended with exit status 5 in game m1\n")

    def test_bot_that_hangs_is_ended_and_holds_nothing_up(self):
        lifeline = self.lifeline()
        self.join(*rude_bot("ignores_sigterm", self.folder / "log", self.folder / "lifeline"))
        referee = self.start_next("m1")
        self.assertTrue(lifeline.touched())
        for number in range(20):
            referee.send(says.turn("m1", number, "x" * 60_000))
        referee.send(says.end("m1"))
        self.leave(referee)
        self.assertTrue(lifeline.cut())

    def test_debug_text_before_hello_is_explained(self):
        referee = self.join_shell(rf"printf 'loading \033[31m...\n'; {HELLO}; exec cat")
        self.assertEqual("welcome", referee.next()["type"])  # cat repeats what it receives
        self.assert_words(self.leave(referee), "join: ", "must print hello first: got 'loading ?[31m...'\n")

    def test_a_pretty_printed_hello_is_explained(self):
        referee = self.join_shell(r"""printf '{\n "type": "hello",\n "protocol": 1\n}\n'; exit 3""")
        self.assertEqual(ended("m1", 3), referee.next())
        self.assert_words(self.leave(referee), "join: the bot did not print hello: ", "over 4 lines: a message is one line")

    def test_the_end_of_a_bot_is_told_again_after_a_reconnect(self):
        referee = self.join_recorder()
        for last in (False, True):
            referee.send(says.start("m1"))
            referee.send(says.turn("m1", 66))
            self.assertEqual(ended("m1", 5), referee.next())
            if not last:
                referee.close()
                referee = self.welcome_next()
        self.leave(referee)

    def test_errors_of_the_bot_and_of_the_referee_are_shown(self):
        referee = self.join_shell(f"echo my own words >&2; {HELLO}; exec cat")
        referee.send(says.error("late", "no answer\x1b[2J\n in 50 ms"))
        referee.next("error")
        self.assert_words(self.leave(referee), "my own words\n", "referee: late: no answer?[2J? in 50 ms\n")


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

    def test_signal_ends_the_pause_between_dials(self):
        self.join("cat")
        refused = self.accept()
        refused.next()
        refused.send(says.error("take_over", "over 5 take-overs in a minute", retry_after_ms=3_600_000))
        refused.close()
        self.fake.close()
        self.joined.signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, self.joined.wait().code)

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


if __name__ == "__main__":
    unittest.main()
