"""`referee verify` on changed records."""
import json
import sys
import unittest

from fixture.case import UNCONFINED, RefereeCase, bot
from fixture.program import ROOT
from fixture.record import with_new_sums

ODD_VALUES = [None, True, -1, 1.5, "text", [], {}, [{}]]


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
        self.last = len(self.lines) - 1

    def verdict(self, text, code=1):
        """What verify prints about a file with that text, or with these lines."""
        self.write("changed.jsonl", text if isinstance(text, (str, bytes)) else text_of(text))
        out = self.referee("verify", "changed.jsonl", code=code)
        self.assertTrue(out.startswith("changed.jsonl: "), out)
        return out.removeprefix("changed.jsonl: ")

    def with_value(self, number, keys, value):
        """The lines with another value in the line of that number, from 0."""
        lines = list(self.lines)
        lines[number] = changed(lines[number], keys, value)
        return lines

    def assert_found(self, number, keys, value, words):
        with self.subTest(keys, value=value):
            said = self.verdict(self.with_value(number, keys, value))
            place = f"line {number + 1}, turn {number - 1}, " if 0 < number < self.last else f"line {number + 1}, "
            self.assertTrue(said.startswith(place + words), f"{said!r} for {words!r}")

    def test_accepts_what_was_played(self):
        self.assertEqual("ok, 26 turns\n", self.verdict(Verify.text, 0))

    def test_names_a_changed_event_move_or_answer(self):
        for keys, value, words in [
                ("events.blocked", True, "events.blocked: got true, expected false\n"),
                ("events.extra", 1, "events.extra: got 1, expected nothing\n"),
                ("answers.0.verdict", "ok", "answers[0].move: got nothing, expected the move"),
                ("answers.0.verdict", "splendid", 'answers[0].verdict: got "splendid", expected a verdict\n'),
                ("answers.0.seat", 0, "answers[0].seat: got 0, expected 1\n"),
                ("answers.0.spent_us", -1, "answers[0].spent_us: got -1, expected microseconds\n"),
                ("answers", [], "answers: got [], expected 1 answers"),
                # A sum with it would overflow.
                ("answers.0.spent_us", 2**63 - 1, "answers[0].spent_us: got 9223372036854775807, expected")]:
            self.assert_found(2, keys, value, words)
        self.assert_found(1, "answers.0.move", "jump", 'answers[0].move: got "jump", expected a legal move: ')
        # Another legal move changes later entries, at the latest the digest.
        forward = json.loads(self.lines[1])["answers"][0]["move"] == "forward"
        self.assertIn(", expected ", self.verdict(self.with_value(1, "answers.0.move", "left" if forward else "forward")))

    def test_names_what_the_digest_finds(self):
        for number, keys, value, words in [(2, "answers.0.fault", "none", 'digest: got "'),
                                           (0, "players.0", "somebody", 'digest: got "'),
                                           (self.last, "digest", "0", 'digest: got "0", expected "')]:
            said = self.verdict(self.with_value(number, keys, value))
            self.assertTrue(said.startswith(f"line {self.last + 1}, {words}"), said)

    def test_names_a_changed_result(self):
        for keys, value, words in [("result.scores.1", 2, "result.scores[1]: got 2, expected 0\n"),
                                   ("result.rank.1", 1, "result.rank[1]: got 1, expected 2\n"),
                                   ("result.outcome.moves", 1, "result.outcome.moves: got 1, expected 26\n"),
                                   ("view.mover", 0, "view.mover: got 0, expected null\n"),
                                   ("status", "won", 'status: got "won", expected "done"')]:
            self.assert_found(self.last, keys, value, words)

    def test_names_a_changed_header(self):
        for keys, value, words in [("record", 2, "record: got 2, expected 1\n"),
                                   ("game", "chess", 'game: got "chess", expected a game'),
                                   ("engine", "walls/9", 'engine: got "walls/9", expected "walls/1"\n'),
                                   ("options.n", 4, "options.n: got 4, expected an odd integer"),
                                   ("seed", 2, 'commitment: got "'),
                                   ("seed", "1", 'seed: got "1", expected an integer')]:
            self.assert_found(0, keys, value, words)

    def test_names_missing_and_misplaced_lines(self):
        self.assert_words(self.verdict(self.lines[:-1]), "status: got no last line", "the match was interrupted")
        self.assertEqual("line 4, turn 2, turn: got 3, expected 2\n", self.verdict(self.lines[:3] + self.lines[4:]))
        swapped = [self.lines[0], self.lines[2], self.lines[1], *self.lines[3:]]
        self.assertEqual("line 2, turn 0, turn: got 1, expected 0\n", self.verdict(swapped))
        self.assertIn("expected the end of the file", self.verdict([*self.lines, "{}"]))

    def test_names_where_a_file_is_cut(self):
        header = Verify.text.index("\n")
        self.assertTrue(self.verdict(Verify.text[:-1]).startswith(f"line {self.last + 1}, line: got "))
        self.assertTrue(self.verdict(Verify.text[:header + 9]).startswith("line 2, line: got "))
        self.assertIn("the match was interrupted", self.verdict(Verify.text[:header + 1]))
        self.assertIn("got an empty file, expected a record", self.verdict(""))

    def test_survives_junk(self):
        deep = '{"record":' + "[" * 500_000 + "]" * 500_000 + "}\n"
        for junk in [b"\0\xff\x80 junk\n", "null\n", "[]\n", "{}\n", "\n", "x" * 100_000, deep]:
            with self.subTest(junk[:20]):
                self.assertTrue(self.verdict(junk).startswith("line 1, "))

    def test_survives_values_of_the_wrong_kind(self):
        places = {0: "record game engine options seed salt commitment players",
                  2: "turn answers answers.0 events answers.0.verdict answers.0.spent_us answers.0.seat",
                  self.last: "status result digest view no_show result.scores result.rank"}
        files = [self.write(f"odd{number}-{keys}-{at}.jsonl", text_of(self.with_value(number, keys, value))).name
                 for number, all_keys in places.items() for keys in all_keys.split() for at, value in enumerate(ODD_VALUES)]
        said = self.referee("verify", *files, code=1).splitlines()
        self.assertEqual(len(files), len(said))
        for file, line in zip(files, said):
            self.assertTrue(line.startswith(f"{file}: line "), line)

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
            self.assert_words(self.verdict(text.encode()), place, cure)
            for words in (["show", "changed.jsonl", "--turn", "1"], ["match", "--from", "changed.jsonl", "--turn", "2", "--bot", "sample:walls_random",
                                                               "--bot", "sample:walls_random"]):
                with self.subTest(words[0]):
                    done = self.run_to_end(*words)
                    self.assertNotEqual(0, done.code)
                    self.assert_words(done.out + done.err, place, cure)

    def test_json_has_all_that_is_printed(self):
        self.write("bad.jsonl", text_of(self.with_value(1, "turn", 7)))
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
