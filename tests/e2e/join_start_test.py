"""Bots whose programs take long to start up, behind join.py and, in a tournament, `referee join` (tests/referee/join has the rest
of it): no turn is charged for that."""
import os
import unittest

from fixture import fake_referee as says
from fixture.case import PATIENT_CLOCK
from fixture.joined import RECORDER, JoinCase, ended
from fixture.program import PYTHON, REFEREE, sample_bot
from fixture.tournament import TournamentCase, all_dialled, walls

JOIN_PY = [*PYTHON, sample_bot("join.py")]
CLOCK = {**PATIENT_CLOCK, "init_ms": 600000}
# Tells that it runs, and starts up until the test lets it go; then it plays.
SLOW = """
echo it runs > begun
read go < go
exec "$@"
"""


class SlowStart:
    """Mixed into a case, whose folder has the bot and its pipes."""

    def slow_bot(self, *program):
        for pipe in ("go", "begun"):
            os.mkfifo(self.folder / pipe)
        return ["sh", self.write("slow.sh", SLOW), *(program or [sample_bot("walls_random")])]

    def until_begun(self):
        """Until a program of the bot runs."""
        self.assertEqual("it runs\n", (self.folder / "begun").read_text())

    def let_go(self):
        (self.folder / "go").write_text("\n")

    def passed(self):
        """What has passed by now of what begins a match: types of the referee's lines, and the hellos of both sides."""
        return [("own " if line.get("passed_on") is False else "") + line["line"]["type"] for line in self.read_lines("trace.jsonl")
                if line.get("line", {}).get("type") in ("new_match", "hello", "start")]


class InASeries(SlowStart, JoinCase):
    JOIN = JOIN_PY

    def test_the_first_match_begins_when_the_program_has_started_up(self):
        self.join(*self.slow_bot(), to=self.real_referee(clock=CLOCK), options=["--trace", "trace.jsonl"])
        self.until_begun()
        self.assertEqual(["hello", "new_match"], self.passed(), "the match has not begun")
        self.let_go()
        self.assertEqual(0, self.joined.wait().code, self.joined.err)
        self.assertEqual(0, self.served.wait().code, self.served.err)
        self.assertEqual(["hello", "new_match", "own hello", "hello", "start"], self.passed())
        self.assert_start_up_was_not_charged()

    def assert_start_up_was_not_charged(self):
        """Charged for the first answer is no more than what passed from the program's hello until the referee had the answer."""
        lines = [line for line in self.read_lines("trace.jsonl") if "line" in line]
        hello = next(line["t"] for line in lines if line.get("passed_on") is False)
        answer = next(at for at, line in enumerate(lines) if line["line"]["type"] == "move")
        had = next(line["t"] for line in lines[answer + 1:] if line["dir"] == "to_bot")
        record = self.record()
        seat = record.seat_of("alice")
        first = next(answer for line in record.lines for answer in line.get("answers", []) if answer["seat"] == seat)
        self.assertEqual("ok", first["verdict"])
        self.assertLessEqual(first["spent_us"], 1e6 * (had - hello))


class GettingReady(SlowStart, JoinCase):
    JOIN = JOIN_PY
    NEW_MATCH = {"type": "new_match"}

    def join_slow_recorder(self):
        self.join(*self.slow_bot(*PYTHON, self.write("recorder.py", RECORDER), self.folder / "log"))
        return self.welcome_next()

    def test_hello_is_said_when_the_program_has_said_it_and_that_program_plays(self):
        referee = self.join_slow_recorder()
        players = []
        for match in ("m1", "m2"):
            referee.send(self.NEW_MATCH)
            self.until_begun()
            self.let_go()
            self.assertEqual(self.hello, referee.next("hello"))
            referee.send(says.start(match))
            players.append(self.ask(referee, match, 0))
            referee.send(says.end(match))
        self.leave(referee)
        self.assertNotEqual(*players)
        self.assertEqual(["welcome", "start", "turn", "end"] * 2, self.told())

    def test_a_match_that_begins_before_gets_the_hello_all_the_same(self):
        referee = self.join_slow_recorder()
        referee.send(self.NEW_MATCH)
        self.until_begun()
        referee.send(says.start("m1"))
        self.let_go()
        self.assertEqual(self.hello, referee.next("hello"))
        self.ask(referee, "m1", 0)
        self.leave(referee)

    def test_a_connection_that_is_lost_meanwhile_does_not_start_the_program_anew(self):
        referee = self.join_slow_recorder()
        referee.send(self.NEW_MATCH)
        self.until_begun()
        referee.close()
        referee = self.welcome_next()
        referee.send(self.NEW_MATCH)
        self.let_go()
        self.assertEqual(self.hello, referee.next("hello"))
        referee.send(self.NEW_MATCH)  # no match has begun: the program is as good as new
        self.assertEqual(self.hello, referee.next("hello"))
        referee.send(says.start("m1"))
        self.ask(referee, "m1", 0)
        self.leave(referee)
        self.assertEqual(["welcome", "start", "turn"], self.told()[:3])

    def test_a_program_that_ends_meanwhile_holds_nobody_up_and_is_started_again(self):
        self.join("sh", "-c", "exit 7")
        referee = self.welcome_next()
        referee.send(self.NEW_MATCH)
        self.assertEqual(self.hello, referee.next("hello"))
        referee.send(says.start("m1"))
        self.assertEqual(ended("m1", 7), referee.next())
        self.assert_words(self.leave(referee), " before its game began", "in game m1")


class InATournament(SlowStart, TournamentCase):
    def test_every_match_begins_when_the_program_has_started_up(self):
        self.serve({**walls(1, all_dialled("anna", "bert")), "clock": CLOCK})
        joined = self.spawn(REFEREE, "join", self.address, "--name", "anna", "--token-file", self.token_file("anna"),
                            "--trace", "trace.jsonl", "--", *self.slow_bot())
        self.polite("bert")
        for _ in range(2):
            self.until_begun()
            self.assertEqual("new_match", self.passed()[-1], "the match has not begun")
            self.let_go()
        self.finish()
        self.assertEqual(0, joined.wait().code, joined.err)
        self.assertEqual(["hello", *["new_match", "own hello", "hello", "start"] * 2], self.passed())
        self.assert_no_faults("anna", "bert")


if __name__ == "__main__":
    unittest.main()
