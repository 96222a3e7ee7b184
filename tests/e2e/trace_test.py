"""`--trace FILE` of the built referee: both directions in order, no secrets, nothing that stops play; every line is valid by
the schema."""
import contextlib
import json
import shlex
import threading
import unittest

from fixture.bot_text import BOT
from fixture.case import RefereeCase, rude_bot
from fixture.fake_referee import FakeReferee, bye, end, start, turn, welcome
from fixture.program import PATIENCE, PYTHON
from protocol import schemas

HONEST = rude_bot("honest_walls")
CLOCK = json.dumps({"kind": "per_move", "ms": 60000, "measure": "wall", "init_ms": 60000})
TOKEN = "64661ae96e26d0d27991e2f3b0c1eb3d"
CODE = "abcd-efgh-ijkl"


def read(path):
    """The entries of a trace; all are valid by the schema."""
    entries = [json.loads(line) for line in path.read_bytes().decode().splitlines()]
    for entry in entries:
        assert not schemas.errors("trace", entry), (schemas.errors("trace", entry), entry)
    assert entries[0]["event"] == "trace"
    return entries[1:]


def kinds(entries):
    """In short: the event, or the direction and the type of the message."""
    short = []
    for entry in entries:
        line = entry.get("line")
        said = line["type"] if isinstance(line, dict) else "text"
        short.append(entry.get("event") or entry["dir"].removesuffix("_bot") + " " + said)
    return short


class ScriptedReferee:
    """Says `lines` to the first connection after its hello, then bye, and keeps what comes back."""

    def __init__(self, lines):
        self.referee = FakeReferee()
        self.address = self.referee.address
        self.received = b""
        self.thread = threading.Thread(target=self.serve, args=(lines,))
        self.thread.start()

    def serve(self, lines):
        bot = self.referee.accept()
        self.referee.close()  # whoever dials again is refused at once
        with contextlib.suppress(OSError):  # it may close first
            self.received = bot.read_line()
            for line in lines:
                bot.write(line) if isinstance(line, bytes) else bot.send(line)
                if isinstance(line, dict) and line["type"] == "turn":
                    self.received += bot.read_line()
            bot.send(bye("done"))
            while line := bot.read_line():
                self.received += line
        bot.close()

    def end(self):
        self.thread.join(PATIENCE)


class Traces(RefereeCase):
    def setUp(self):
        super().setUp()
        self.trace = self.folder / "trace.jsonl"

    def bot(self, text):
        self.write("bot.py", text)
        return [*PYTHON, "bot.py"]

    def run_and_join(self, words, *more):
        """Runs a referee that listens, and alice with `referee join`, to their ends."""
        referee = self.start(*words)
        address = referee.see(r"^listening on (\S+:\d+)")[1]
        self.run_referee("join", address, "--name", "alice", "--token-file", "token", *more, "--", *HONEST)
        referee.wait()
        self.assertEqual(0, referee.code)

    def assert_answers_follow(self, entries):
        """Each turn comes before its answer. Their times may not: a busy machine may interrupt the referee between sending a turn and
        looking at the clock."""
        asked = []
        for line in (entry.get("line") for entry in entries):
            if isinstance(line, dict) and line["type"] == "turn":
                asked.append((line["match"], line["turn"]))
            elif isinstance(line, dict) and line["type"] == "move":
                self.assertEqual(asked[-1], (line["match"], line["turn"]))
        self.assertTrue(asked)


class Join(Traces):
    def join(self, referee, command, *more, code=0):
        self.write("code", CODE + "\n")
        done = self.run_referee("join", referee.address, "--name", "alice", "--code-file", "code", "--dials", "1", *more, "--", *command,
                                code=code)
        referee.end()
        return done

    def test_a_match_is_told_from_the_first_line_to_the_last(self):
        referee = ScriptedReferee([welcome(token=TOKEN), {"type": "wait", "reason": "soon"}, start("m1"), turn("m1", 0), turn("m1", 1), end("m1")])
        self.join(referee, self.bot(BOT), "--trace", self.trace)
        entries = read(self.trace)
        told = [kind for kind in kinds(entries) if kind not in ("from hello", "bot_ended")]
        self.assertEqual(["connected", "to welcome", "to wait", "to start", "bot_started", "to turn", "from move", "to turn", "from move",
                          "to end", "to bye", "closed"], told)
        ours, bots = [entry for entry in entries if entry.get("line", {}).get("type") == "hello"]
        self.assertEqual(CODE, json.loads(referee.received.splitlines()[0])["registration_code"])
        self.assertEqual("***", ours["line"]["registration_code"])
        self.assertNotIn("passed_on", ours)
        self.assertFalse(bots["passed_on"])
        self.assertEqual("m1", bots["match"])
        self.assertEqual("bot", next(entry for entry in entries if entry.get("event") == "closed")["why"])
        self.assertEqual("exit status 0", next(entry for entry in entries if entry.get("event") == "bot_ended")["how"])
        self.assert_answers_follow(entries)

    def test_a_full_disk_gives_one_warning(self):
        referee = ScriptedReferee([welcome(), start("m1"), turn("m1", 0), end("m1")])
        done = self.join(referee, HONEST, "--trace", "/dev/full")
        self.assertEqual(1, done.err.count("the trace /dev/full ends here: No space left on device"), done.err)


class CheckBot(Traces):
    def check(self, command, *more, code=0):
        return self.run_referee("check-bot", "--game", "walls", "--option", "n=3", "--sandbox", "none", "--clock", CLOCK, "--turns", "3",
                                "--pause-ms", "100", "--trace", self.trace, *more, "--", *command, code=code)

    def test_every_scenario_has_its_lines(self):
        done = self.check(HONEST)
        entries = read(self.trace)
        scenarios = [entry["scenario"] for entry in entries if entry.get("event") == "scenario"]
        self.assertEqual(["plain play", "plain play"], scenarios[:2])
        for name in scenarios[2:]:
            self.assertIn(name, done.out)
        self.assertGreater(len(set(scenarios)), 5)
        connections = [entry["connection"] for entry in entries if entry.get("event") == "connected"]
        self.assertEqual(list(range(1, len(connections) + 1)), connections)
        closed = [entry for entry in entries if entry.get("event") == "closed"]
        self.assertEqual(sorted(connections), sorted(entry["connection"] for entry in closed))
        first = [entry for entry in entries if entry.get("connection") == 1]
        self.assertEqual(["connected", "from hello", "to welcome", "to wait", "to start", "to turn", "from move"], kinds(first)[:7])
        self.assert_answers_follow(first)

    def test_an_issued_token_is_masked(self):
        words = ["check-bot", "--game", "walls", "--option", "n=3", "--clock", CLOCK, "--turns", "3", "--pause-ms", "100",
                 "--listen", "127.0.0.1:0", "--trace", self.trace]
        self.run_and_join(words)
        token = self.read("token").strip()
        self.assertEqual(32, len(token))
        self.assertNotIn(token, self.trace.read_text())
        tokens = [entry["line"]["token"] for entry in read(self.trace) if "token" in (entry.get("line") or {})]
        self.assertGreater(len(tokens), 1)  # issued, and shown again after the connection was cut
        self.assertEqual({"***"}, set(tokens))


class Match(Traces):
    def words(self, *more):
        return ["match", "walls", "--option", "n=3", "--seed", "7", "--clock", CLOCK, "--sandbox", "none", "--trace", self.trace, *more]

    def test_launched_bots_have_all_their_lines(self):
        for stdio, times in (("tcp", "kernel"), ("pipe", "read")):
            self.run_referee(*self.words("--stdio", stdio, "--games", "2", "--bot", shlex.join(HONEST), "--bot", shlex.join(HONEST)))
            entries = read(self.trace)
            self.assertEqual([1, 1], [entry["attempt"] for entry in entries if entry.get("event") == "match"])
            matches = list(dict.fromkeys(entry["match"] for entry in entries))
            self.assertEqual(2, len(matches))
            for match in matches:
                for seat in (0, 1):
                    part = [entry for entry in entries if entry["match"] == match and entry.get("seat") == seat]
                    story = kinds(part)
                    self.assertEqual(["connected", "from hello", "to welcome", "to wait", "to start"], story[:5])
                    self.assertEqual(["to end", "to bye", "closed", "bot_ended"], story[-4:])
                    self.assertEqual(story.count("to turn"), story.count("from move"))
                    self.assertEqual(times, part[0]["times"])
                    self.assert_answers_follow(part)

    def test_both_ends_of_a_connection_tell_the_same(self):
        words = self.words("--listen", "127.0.0.1:0", "--bot", shlex.join(HONEST))
        self.run_and_join(words, "--trace", "joined.jsonl")
        ours = [entry for entry in read(self.trace) if entry.get("connection") == 1]
        joined = [entry for entry in read(self.folder / "joined.jsonl") if entry.get("connection") == 1]

        def said(entries, direction):
            return [entry["line"] for entry in entries if entry.get("dir") == direction]

        self.assertEqual(said(joined, "to_bot"), said(ours, "to_bot"))
        self.assertEqual(said(joined, "from_bot"), said(ours, "from_bot"))
        self.assertEqual("***", said(ours, "to_bot")[0]["token"])
        self.assertEqual({"alice"}, {entry["bot"] for entry in ours if entry.get("dir") == "to_bot"})
        for path in (self.trace, self.folder / "joined.jsonl"):
            self.assertNotIn(self.read("token").strip(), path.read_text())


if __name__ == "__main__":
    unittest.main()
