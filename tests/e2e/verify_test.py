"""`referee verify`: its files, codes and output. What it finds in a record: tests/referee/record."""
import json
import sys
import unittest

from fixture.case import UNCONFINED, RefereeCase, bot
from fixture.program import ROOT
from fixture.record import with_new_sums


def text_of(lines):
    return "".join(line + "\n" for line in lines)


def changed(line, keys, value):
    """A line with another value at these keys, "answers.0.move"."""
    holder = whole = json.loads(line)
    *path, last = [int(key) if key.isdigit() else key for key in keys.split(".")]
    for key in path:
        holder = holder[key] if isinstance(holder, list) else holder.setdefault(key, {})
    holder[last] = value
    return json.dumps(whole)


class Verify(RefereeCase):
    text = None  # of the record of a match, played once

    def setUp(self):
        super().setUp()
        if not Verify.text:
            bots = [bot("honest_walls"), bot("garbage", self.folder / "log")]
            self.referee(*self.match("walls", bots, "--option", "n=3", *UNCONFINED))
            Verify.text = self.read("out/records/walls-1g1.jsonl")
        self.good = self.write("out/records/walls-1g1.jsonl", Verify.text)
        self.lines = Verify.text.splitlines()

    def test_gives_the_worst_code_of_several_files(self):
        self.write("bad.jsonl", "")
        self.referee("verify", self.good, "bad.jsonl", self.good, code=1)
        self.referee("verify", self.good, "nowhere.jsonl", "bad.jsonl", code=2)
        self.assertEqual("nowhere.jsonl: cannot be read: no such file\n", self.said)

    def test_of_a_folder_verifies_all_records_and_sums_up(self):
        for game in ("a.jsonl", "b.jsonl"):
            self.write(f"kept/records/{game}", self.text)
        for folder in ("kept/records", "kept"):
            self.assertEqual("kept/records/a.jsonl: ok, 26 turns\nkept/records/b.jsonl: ok, 26 turns\n2 records: 2 ok\n",
                             self.referee("verify", folder))
        self.write("kept/records/b.jsonl", "")
        self.assertTrue(self.referee("verify", "kept", code=1).endswith("\n2 records: 1 ok, 1 different\n"))
        self.assertIn("3 records: 1 ok, 1 different, 1 that cannot be read", self.referee("verify", "none.jsonl", "kept", code=2))
        (self.folder / "empty").mkdir()
        self.assertEqual("", self.referee("verify", "empty", code=2))
        self.assertIn("empty: no records in this folder", self.said)

    def test_says_what_a_copy_under_another_system_has_changed(self):
        crlf, mark = Verify.text.replace("\n", "\r\n"), "\ufeff" + Verify.text
        for text, place, cure in [(crlf, f"line 1, byte {len(self.lines[0]) + 1}: got a carriage return: the line ends with CR LF", "tr -d"),
                                  (mark, "line 1, byte 1: got a byte order mark (EF BB BF)", "tail -c +4")]:
            self.write("changed.jsonl", text.encode())
            self.assert_words(self.referee("verify", "changed.jsonl", code=1), place, cure)
            for words in (["show", "changed.jsonl", "--turn", "1"], ["match", "--from", "changed.jsonl", "--turn", "2", "--bot", "sample:walls_random",
                                                               "--bot", "sample:walls_random"]):
                with self.subTest(words[0]):
                    done = self.run_to_end(*words)
                    self.assertNotEqual(0, done.code)
                    self.assert_words(done.out + done.err, place, cure)

    def test_json_has_all_that_is_printed(self):
        self.write("bad.jsonl", text_of([self.lines[0], changed(self.lines[1], "turn", 7), *self.lines[2:]]))
        told = json.loads(self.referee("verify", "--json", self.good, "bad.jsonl", "none.jsonl", code=2))
        self.assertEqual((1, 1, 1), (told["ok"], told["different"], told["unreadable"]))
        good, bad, none = told["records"]
        self.assertEqual({"file": str(self.good), "status": "ok", "turns": 26, "given_turns": 0, "void": False, "match_program": False, "difference": None,
                          "unknown_keys": 0, "text": "ok, 26 turns"}, good)
        self.assertEqual({"line": 2, "turn": 0, "field": "turn", "got": "7", "expected": "0"}, bad["difference"])
        self.assertEqual('line 2, turn 0, turn: got 7, expected 0', bad["text"])
        self.assertEqual(("unreadable", "none.jsonl: cannot be read: no such file"), (none["status"], none["why"]))


TAKES_FIELD_0 = """import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": 0}), flush=True)
"""


class OwnGame(RefereeCase):
    """Rules that are a program refuse a move when the turn is played. Its records are held to that, too."""

    def verdict(self, record, code):
        self.write("changed.jsonl", record)
        return self.referee("verify", "--game", ROOT / "examples/games/tictactoe", "changed.jsonl", code=code)

    def test_a_legal_move_that_the_record_calls_refused_is_a_difference(self):
        self.game_folder = ROOT / "examples/games/tictactoe"
        player = f"{sys.executable} {self.write('takes_field_0.py', TAKES_FIELD_0)}"
        self.referee(*self.match(ROOT / "examples/games/tictactoe", [player, player], *UNCONFINED))
        record = self.read("out/records/tictactoe-1g1.jsonl")
        self.assertIn("ok, 2 turns", self.verdict(record, 0))
        turn = json.loads(record.splitlines()[2])["answers"][0]
        self.assertEqual(("illegal", 0), (turn["verdict"], turn["offered"]))
        for verdict, offered, words in [("illegal", 4, "answers[0].offered: got 4, expected an answer that the rules refuse"),
                                        ("malformed", 4, "answers[0].offered: got 4, expected an answer that the rules refuse"),
                                        ("malformed", 0, 'answers[0].verdict: got "malformed", expected "illegal"')]:
            with self.subTest(verdict, offered=offered):
                lines = record.splitlines()
                lines[2] = changed(lines[2], "answers.0.offered", offered)
                lines[2] = changed(lines[2], "answers.0.verdict", verdict)
                self.assertIn(words, self.verdict(with_new_sums(text_of(lines)), 1))


if __name__ == "__main__":
    unittest.main()
