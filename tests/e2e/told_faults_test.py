"""What people are told of a bot's faults by `match`, `score` and `join`: every kind with its reason, first turn
and count, how a program ended, and what it or its compiler wrote, whole and safe for a terminal."""
import json
import re
import shlex
import unittest

from fixture.bot_text import BOT, bot_text
from fixture.case import RefereeCase
from fixture.program import PYTHON


CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall", "init_ms": 60000}
# Ends at its second turn; the last line has a backslash, quotes, a tab, UTF-8, an escape and an override.
CRASH = BOT.replace("        answer(message)", """        if message["turn"] > 1:
            sys.exit('first line\\nKeyError: "C:\\\\temp"\\tZo\\u00eb \\x1b[2J \\u202e' + 'x' * 200)
        answer(message)""")
SHOWN = '    | KeyError: "C:\\temp"\tZoë \\x1b[2J \\xe2\\x80\\xae' + "x" * 200 + "\n"
# Two kinds of faults: a word that is no move, and a pretty-printed move.
WRONG = BOT.replace("        answer(message)", """        if message["turn"] % 3 == 0:
            WORD = "side\\\\ways"
            answer(message)
        else:
            print("{", flush=True)""")


class ToldFaults(RefereeCase):
    def setUp(self):
        super().setUp()
        self.write("rival.py", BOT)

    def bot(self, text):
        self.write("bot.py", text)
        return [*PYTHON, "bot.py"]

    def words_of_match(self, *more):
        return ["match", "walls", "--sandbox", "none", "--option", "n=3", "--seed", "7", "--clock",
                json.dumps(CLOCK), *more]

    def match(self, text):
        words = self.words_of_match("--bot", shlex.join(self.bot(text)), "--bot", shlex.join([*PYTHON, "rival.py"]))
        done = self.run_referee(*words)
        self.assertSafe(done.out)
        return done.out

    def assertSafe(self, text):
        self.assertNotRegex(text, "[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


class Match(ToldFaults):
    def test_every_kind_of_fault_has_its_count_its_first_turn_and_its_reason(self):
        out = self.match(WRONG)
        record = self.record().lines
        kinds = {}
        for turn in record[1:-1]:
            for answer in turn["answers"]:
                if answer["seat"] == 0 and answer["verdict"] != "ok":
                    kinds.setdefault(answer["verdict"], []).append((turn["turn"], answer["fault"]))
        self.assertEqual(["malformed"], [kind for kind in kinds if kind == "malformed"])
        for kind, faults in kinds.items():
            turn, reason = faults[0]
            self.assertGreater(len(faults), 1)
            self.assertIn(f"    {kind}: {len(faults)} times, first at turn {turn}: {reason}\n", out)
        self.assertIn("  faults of bot\n", out)
        self.assertNotIn("faults of rival", out)

    def test_a_crash_says_so_with_all_that_was_written(self):
        out = self.match(CRASH)
        self.assertRegex(out, r"    disconnected: once, at turn \d+: its program has ended: exit status 1\n")
        self.assertRegex(out, r"\n  bot ended with exit status 1: KeyError: ")
        self.assertIn("\n  stderr of bot\n    | first line\n" + SHOWN, out)


class Score(ToldFaults):
    def score(self, build=None, said="", code=1):
        rubric = {"name": "Try", "game": "walls", "options": {"n": 3}, "clock": CLOCK, "seed": 7, "sandbox": "none",
                  "items": [{"name": "walls", "points": 10, "opponents": [[*PYTHON, "../rival.py"]], "games": 2,
                             "criterion": {"measure": "faults", "at_most": 0}}]}
        if build:
            rubric["build"] = {"command": build}
        self.write("rubric.json", json.dumps(rubric))
        hand_in = self.folder / "hand_in"
        hand_in.mkdir()
        (self.folder / "bot.py").rename(hand_in / "bot.py")
        (hand_in / "said").write_text(said)
        done = self.run_referee("score", "../rubric.json", "--reports", "../out", "--", *PYTHON, "bot.py", folder=hand_in, code=code)
        self.assertSafe(done.out)
        return done.out

    def test_each_kind_of_fault_and_standard_error(self):
        self.bot(CRASH)
        out = self.score()
        self.assertRegex(re.sub(r"\n {12}", "", out),
                         r"  faults    disconnected: 2 times in 2 games, first in game 1\.1, turn (\d+)\n"
                         r"  fault     game 1\.1, turn \1: disconnected: its program has ended: exit status 1\n")
        self.assertIn("\n  stderr\n    | first line\n" + SHOWN, out)

    def test_a_long_standard_error_names_the_file_with_all_of_it(self):
        self.bot(bot_text("sideways", first='print("\\n".join(map(str, range(10000))), file=sys.stderr)\n'))
        out = self.score()
        self.assertIn("\n  stderr    its last lines; all of it is in ../out/bots/", out)
        self.assertIn("\n    | 9999\n", out)
        self.assertGreater(out.count("\n    | "), 2000)


class Join(ToldFaults):
    def played(self, text):
        """A match against a bot that dials in through join; what the referee and join said."""
        words = self.words_of_match("--bot", shlex.join([*PYTHON, "rival.py"]), "--listen", "127.0.0.1:0")
        referee = self.start(*words)
        address = referee.see(r"^listening on (\S+:\d+)")[1]
        join = self.run_referee("join", address, "--name", "alice", "--", *self.bot(text))
        self.assertEqual(0, referee.wait().code, referee.err)
        return referee.out + referee.err, join.err

    def test_the_referee_is_told_how_a_bot_ended_and_does_not_wait_for_it(self):
        # The clock gives a minute a turn: a referee that waited would exceed the patience of this test.
        out, said = self.played(CRASH)
        self.assertRegex(out, r"    disconnected: once, at turn \d+: its program has ended: exit status 1\n")
        self.assertRegex(said, r"exit status 1 in game walls-1g1\n")
        self.assertNotIn("flush", out + said)
        self.assertNotIn("referee: disconnected", said)

    def test_the_last_answer_of_a_bot_that_ends_counts(self):
        once = BOT.replace("        answer(message)", "        answer(message)\n        sys.exit(0)")
        out, _ = self.played(once)
        record = self.record().lines
        mine = [answer["verdict"] for turn in record[1:-1] for answer in turn["answers"] if answer["seat"] == 1]
        self.assertEqual("ok", mine[0], out)
        self.assertEqual({"disconnected"}, set(mine[1:]), out)


if __name__ == "__main__":
    unittest.main()
