"""`referee init`: six questions in a terminal or in a pipe, and a tournament file that `referee check` accepts and `referee
run` plays."""
import json
import re
import unittest

from fixture.case import RefereeCase
from fixture.program import REFEREE
from fixture.terminal import Pane

COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*')
CLASS_LIST = 'Student,ID,SIS Login ID,Section\n"Liddell, Alice",101,alice,1\n"Hatter, Bob",102,bob,1\n'


def without_comments(text):
    return json.loads(COMMENT.sub(lambda part: part[1] or "", text))


class Init(RefereeCase):
    def written(self, name="tournament.json"):
        return without_comments(self.read(name))

    def files(self):
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*"))


class InATerminal(Init):
    def open(self, *words):
        pane = Pane([REFEREE, "init", *words], rows=60, cwd=self.folder)
        self.addCleanup(pane.close)
        return pane

    def answer(self, pane, question, text):
        pane.see(question)
        pane.press(text, "Enter") if text else pane.press("Enter")

    def test_a_wrong_answer_is_told_and_asked_again(self):
        pane = self.open("spring.json")
        self.answer(pane, "Which game", "chess")
        self.answer(pane, r"'chess', expected planets", "battleship")
        self.answer(pane, "Where do the bots come from", "3")
        self.answer(pane, "Who plays", "ada,ada")
        self.answer(pane, "there twice", "ada,ben,cleo")
        self.answer(pane, "Who meets whom", "")
        self.answer(pane, "When does it begin", "later")
        self.answer(pane, "'later'", "ready")
        self.answer(pane, "Who may watch", "nobody")
        pane.see("referee run spring.json")
        self.assertEqual(0, pane.exit_code())
        told = self.written("spring.json")
        self.assertEqual(("battleship", {"kind": "round_robin"}, None, ["ada", "ben", "cleo"]),
                         (told["game"], told["format"], told["web"], [bot["name"] for bot in told["entrants"]]))

    def test_ctrl_c_leaves_nothing(self):
        pane = self.open("--from", "laptops", "--who", "ada,ben")
        self.answer(pane, "Which game", "")
        pane.see("Who meets whom")
        pane.press("C-c")
        self.assertIn(pane.exit_code(), [-2, 130])
        self.assertEqual([], self.files())

    def test_a_file_that_is_there_is_replaced_only_after_a_yes(self):
        words = [word for key, value in [("game", "walls"), ("from", "commands"), ("who", "samples"), ("format", "swiss"), ("when", "ready"), ("watch", "me")]
                 for word in (f"--{key}", value)]
        self.write("tournament.json", "mine")
        pane = self.open(*words)
        self.answer(pane, "Replace it", "")
        self.assertEqual((2, "mine"), (pane.exit_code(), self.read("tournament.json")))
        pane = self.open(*words)
        self.answer(pane, "Replace it", "yes")
        self.assertEqual((0, "swiss"), (pane.exit_code(), self.written()["format"]["kind"]))


class WithoutATerminal(Init):
    def test_the_usual_file_passes_check_and_is_played(self):
        out = self.referee("init", "--game", "battleship", "--watch", "nobody", "--yes")
        self.assertNotIn("?", out)
        commands = re.findall(r"^    referee (.*?)  #", out, re.M)
        self.assertEqual(["check tournament.json", "run tournament.json"], commands)
        self.assert_words(self.referee(*commands[0].split()), "4 of 4 bots have started", "at most")
        self.assertIn("final", self.referee(*commands[1].split()))

    def test_answers_come_from_a_pipe(self):
        self.run_referee("init", stdin="chess\nwalls\nlaptops\n\n\n\n\n")
        self.assertEqual(("walls", {"code": True}, {"when": "manual"}), tuple(self.written()[key] for key in ["game", "registration", "start"]))

    def test_the_end_of_the_answers_leaves_nothing(self):
        self.referee("init", stdin="walls\nlaptops\nada,ben\n", code=2)
        self.assert_words(self.said, "nothing is written", "--format", "--yes")
        self.assertEqual([], self.files())

    def test_a_file_that_is_there_stays(self):
        self.write("spring.json", "mine")
        self.referee("init", "spring.json", "--yes", code=2)
        self.assert_words(self.said, "spring.json: is there already", "--overwrite")
        self.assertEqual("mine", self.read("spring.json"))
        self.referee("init", "spring.json", "--yes", "--overwrite")
        self.assertEqual("walls", self.written("spring.json")["game"])

    def test_a_class_that_dials_in_has_tokens(self):
        self.write("class.csv", CLASS_LIST)
        out = self.referee("init", "spring.json", "--from", "laptops", "--who", "class.csv", "--yes")
        self.assertIn("NAME.token", out)
        self.assertEqual(["class.csv", "spring.json", "tokens", "tokens/alice.token", "tokens/bob.token"], self.files())
        self.assertEqual(0o600, (self.folder / "tokens/alice.token").stat().st_mode & 0o777)
        told = self.written("spring.json")
        self.assertEqual([("alice", "Alice Liddell"), ("bob", "Bob Hatter")], [(bot["name"], bot["display"]) for bot in told["entrants"]])
        self.assertNotIn(self.read("tokens/alice.token").strip(), self.read("spring.json"))
        self.assert_words(self.referee("check", "spring.json"), "2 bots: all of them dial in", "2 students")

    def test_a_class_that_hands_in_is_left_to_collect(self):
        out = self.referee("init", "spring.json", "--from", "submissions", "--yes")
        self.assertIn("referee collect submissions.zip --tournament spring.json", out)
        self.assertIn("referee collect", self.referee("check", "spring.json"))

    def test_a_wrong_option_is_named_with_what_was_expected(self):
        for words, expected in [(["--game", "chess"], ["--game: ", "'chess'", "walls"]),
                                (["--format", "practice"], ["--format: ", "'practice'", "round_robin"]),
                                (["--from", "submissions", "--who", "ada,ben"], ["--who: ", "CSV"]),
                                (["--when", "yesterday"], ["--when: ", "'yesterday'", "manual"])]:
            with self.subTest(words):
                self.referee("init", *words, "--yes", code=2)
                self.assert_words(self.said, *expected)
                self.assertEqual(1, self.said.count("\n"))
        self.assertEqual([], self.files())

    def test_a_folder_that_cannot_be_written_to_is_named(self):
        self.referee("init", "nowhere/spring.json", "--yes", code=2)
        self.assertIn("nowhere/spring.json", self.said)


if __name__ == "__main__":
    unittest.main()
