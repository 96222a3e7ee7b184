"""The Superball programs with the handout's command line, and with the clock in the turns."""

import pathlib
import re
import shlex
import unittest

from bot_case import BotCase, command_of
from fixture.program import REFEREE, ROOT
from games import Superball

HERE = pathlib.Path(__file__).parent
PLAYERS = ["sb_play", "sb_play2", "sb_play3", "sb_best"]
PROGRAMS = ["sb_read", "sb_analyze", *PLAYERS]
RULES = ["8", "10", "5", "pbyrg"]


def board(name):
    return (HERE / "superball" / name).read_text()


class HandoutBoard(Superball):
    """One of the handout's boards, for one move: no pieces are added after it."""

    rows, columns, enough = 8, 10, 5

    def __init__(self, text):
        super().__init__()
        rows = text.split()
        cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        marks = {(row, column): rows[row][column] for row, column in cells}
        self.pieces = {cell: mark.lower() for cell, mark in marks.items() if mark not in ".*"}

    def _add(self, count):
        pass


class SuperballTest(BotCase):
    def run_with(self, program, arguments, text):
        return self.spawn(*command_of(program, *arguments), stdin=text).wait()

    def output(self, program, arguments, text):
        done = self.run_with(program, arguments, text)
        self.assertEqual((done.code, done.err), (0, ""))
        return done.out

    def assert_fails(self, program, arguments, text, why):
        with self.subTest(program=program, arguments=arguments, why=why):
            done = self.run_with(program, arguments, text)
            self.assertEqual((done.code, done.out, done.err), (1, "", why + "\n"))

    def assert_legal(self, line, text):
        self.assertTrue(line.endswith("\n"))
        self.assertIsNone(HandoutBoard(text).play(line[:-1]))

    # The four lines and the sets are from the handout, for its boards.
    def test_sb_read_prints_what_the_handout_prints(self):
        self.assertEqual(
            self.output("sb_read", RULES, board("input-1.txt")),
            "Empty cells:                    20\n"
            "Non-Empty cells:                60\n"
            "Number of pieces in goal cells:  8\n"
            "Sum of their values:            33\n",
        )

    def test_sb_analyze_prints_what_the_handout_prints(self):
        self.assertEqual(
            self.output("sb_analyze", RULES, board("input-1.txt")),
            "Scoring sets:\n"
            "  Size: 10  Char: p  Scoring Cell: 2,8\n"
            "  Size:  6  Char: g  Scoring Cell: 3,0\n",
        )
        self.assertEqual(
            self.output("sb_analyze", RULES, board("input-2.txt")),
            "Scoring sets:\n"
            "  Size: 14  Char: g  Scoring Cell: 5,1\n"
            "  Size: 15  Char: p  Scoring Cell: 4,9\n"
            "  Size:  7  Char: y  Scoring Cell: 5,0\n"
            "  Size:  5  Char: b  Scoring Cell: 5,9\n",
        )

    def test_sb_analyze_without_a_set(self):
        self.assertEqual(self.output("sb_analyze", ["8", "10", "16", "pbyrg"], board("input-2.txt")), "Scoring sets:\n")

    def test_goal_cells_are_those_that_the_board_marks(self):
        output = self.output("sb_read", ["1", "4", "1", "ab"], "aB*.\n")
        self.assertEqual([int(line.split()[-1]) for line in output.splitlines()], [2, 2, 1, 3])

    def test_players_print_one_legal_move(self):
        for program in PLAYERS:
            for name in ("input-1.txt", "input-2.txt"):
                with self.subTest(program=program, board=name):
                    self.assert_legal(self.output(program, RULES, board(name)), board(name))

    # "If you have fewer than five pieces and cannot score any, you will lose the game -- you should do that by
    # swapping two legal pieces so that the game can end."
    def test_players_swap_when_the_game_is_lost(self):
        lost = "\n".join(("pbyrgpbyrg", "byrgpbyrgp", "YRgpbyrgPB", "RGpbyrgpBY") * 2)
        for program in PLAYERS:
            with self.subTest(program=program):
                line = self.output(program, RULES, lost)
                self.assertTrue(line.startswith("SWAP "), line)
                self.assert_legal(line, lost)

    def test_options_may_follow_the_handouts_arguments(self):
        moves = {self.output("sb_best", [*RULES, "--nodes", "500", "--seed", "3"], board("input-1.txt")) for _ in "123"}
        self.assertEqual(len(moves), 1)
        self.assertEqual(self.run_with("sb_best", [*RULES, "--nodes", "many"], board("input-1.txt")).code, 2)

    def test_bad_arguments(self):
        for program in PROGRAMS:
            usage = "usage: %s rows cols min-score-size colors\n" % program
            for arguments, why in (
                (["x", "10", "5", "pbyrg"], "Bad rows"),
                (["8", "0", "5", "pbyrg"], "Bad cols"),
                (["8", "10", "-5", "pbyrg"], "Bad min-score-size"),
                (["8", "10", "5", "pb1"], "Colors must be distinct letters"),
                (["8", "10", "5", "pbY"], "Colors must be lowercase letters"),
                (["8", "10", "5", "pbyrgp"], "Duplicate color"),
            ):
                self.assert_fails(program, arguments, board("input-1.txt"), usage + why)

    def test_usage(self):
        for program in ("sb_read", "sb_analyze"):
            for arguments in ([], ["8", "10", "5"], [*RULES, "more"]):
                self.assert_fails(program, arguments, "", "usage: %s rows cols min-score-size colors" % program)

    def test_bad_boards(self):
        good = board("input-1.txt")
        for program in PROGRAMS:
            for text, why in (
                ("", "Bad board: not enough rows on standard input"),
                ("\n".join(good.split()[:7]), "Bad board: not enough rows on standard input"),
                (good.replace("y.rg.yppyp", "y.rg.yppy"), "Bad board on row 1 - wrong number of characters."),
                (good.replace("y.rg.yppyp", "y.rg.yppypp"), "Bad board on row 1 - wrong number of characters."),
                ("\n" + good, "Bad board on row 0 - wrong number of characters."),
                (good.replace("\n", "\r\n"), "Bad board on row 0 - wrong number of characters."),
                (good.replace("G*gygyypY*", "G*gygyypX*"), "Bad board row 5 - bad character X."),
            ):
                self.assert_fails(program, RULES, text, why)

    def test_players_need_two_pieces(self):
        for program in PLAYERS:
            self.assert_fails(program, ["1", "3", "5", "p"], "..p\n", "Bad board: no two pieces to swap")

    def test_the_readme_s_examples(self):
        page = (ROOT / "sample_bots/README.md").read_text()
        examples = re.findall(r"^    (build/release/bin/sample_bots/sb_.*)$", page, flags=re.MULTILINE)
        self.assertEqual(len(examples), 2)
        for example in examples:
            command = example.replace("build/release/bin/", shlex.quote(f"{REFEREE.parent}/"))
            done = self.spawn("sh", "-c", command, folder=ROOT).wait()
            self.assertEqual((done.code, done.err), (0, ""), example)

    def test_no_time_left_still_gives_a_move(self):
        process, peer = self.launch_peer(command_of("sb_best"))
        peer.next()
        game = Superball()
        peer.say(type="start", match="m", game=game.name, seat=0, players=["a"], setup=game.setup())
        for turn in range(5):
            clock = {"left_ms": 0.5, "used_ms": 4999.5}
            peer.say(type="turn", match="m", turn=turn, view=game.view(), clock=clock)
            self.assertIsNone(game.play(peer.next()["move"]))
        process.close_input()
        self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
