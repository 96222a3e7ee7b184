"""The tools of the Superball handout, scripts/run_multiple and scripts/sb_player, as students type them."""
import os
import pty
import re
import shutil
import signal
import unittest

from fixture.handout import SWAPS, HandoutCase
from fixture.program import REFEREE, ROOT

GAME = ["8", "10", "5", "pbyrg"]
PLAYER_USAGE = "usage: sb_player rows cols mss colors player interactive(y|n) output(y|n) seed(or -)\n"
MULTIPLE_USAGE = "usage: run_multiple r c mss colors player nruns starting_seed\n"
LOST_RUN = "Run   {} - Score:      0  - Average      0.000\n"
NOTHING = r"\S*/sb-play printed nothing \(signal 11, Segmentation fault\)"
# Reports its start, never answers, and ends when it is killed.
WAITS = "#!/bin/sh\nexec 9>{path}\necho $PPID >&9\nwhile :; do :; done\n"


class Tool(HandoutCase):
    def setUp(self):
        """The scripts in a folder that looks like the top of a built checkout."""
        super().setUp()
        shutil.copytree(ROOT / "scripts", self.folder / "scripts")
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(REFEREE.parent)
        (self.folder / "temporary").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "temporary")

    def tool(self, name, *words, code=0, **more):
        done = self.start_tool(name, *words, **more).wait()
        self.assertEqual(code, done.code, done.out + done.err)
        self.assertEqual([], list((self.folder / "temporary").iterdir()))
        return done

    def start_tool(self, name, *words, **how):
        return self.spawn(self.folder / "scripts" / name, *words, **how)

    def expect_end(self, tool, code):
        self.assertEqual(code, tool.wait().code)
        self.assertEqual([], list((self.folder / "temporary").iterdir()))


class RunMultiple(Tool):
    def test_scores_are_those_of_matches(self):
        good = self.example("superball", "good")
        output = self.tool("run_multiple", *GAME, good, 2, 1).out
        scores = [self.play("superball", good, "--seed", seed).score for seed in ["1", "2"]]
        self.assertEqual([979, 1052], scores)
        self.assertEqual("Run   1 - Score:    979  - Average    979.000\n"
                         "Run   2 - Score:   1052  - Average   1015.500\n", output)

    def test_the_handouts_deal_of_another_board(self):
        good = self.example("superball", "good")
        options = ["--option", "rows=6", "--option", "cols=7", "--option", "min_score_size=6", "--option", "colors=abcde"]
        score = self.play("superball", good, "--seed", "9", *options).score
        self.assertEqual(f"Run   1 - Score: {score:6}  - Average {score:10.3f}\n",
                         self.tool("run_multiple", 6, 7, 6, "abcde", good, 1, 9).out)

    def test_a_lost_game_is_0_points_and_told_beside_the_table(self):
        done = self.tool("run_multiple", *GAME, self.example("superball", "crashing"), 2, 1)
        self.assertEqual(LOST_RUN.format(1) + LOST_RUN.format(2), done.out)
        self.assertRegex(done.err, rf"Run 1: wrong move: {NOTHING}\nRun 2: ")

    def test_each_line_comes_when_its_game_ends(self):
        lifeline = self.lifeline()
        first = f"#!/bin/sh\nif mkdir {self.folder}/played 2>/dev/null; then exit; fi\n"
        late = self.program(first + WAITS.format(path=lifeline.path))
        tool = self.start_tool("run_multiple", *GAME, late, 2, 1)
        self.assertEqual(LOST_RUN.format(1), tool.next_line() + "\n")
        lifeline.line()
        tool.signal(signal.SIGTERM)
        self.assertIsNone(tool.next_line())
        self.expect_end(tool, 128 + signal.SIGTERM)
        lifeline.until_cut()

    def test_wrong_usage_is_the_usage_line_and_1(self):
        good = self.example("superball", "good")
        self.assertEqual(MULTIPLE_USAGE, self.tool("run_multiple", code=1).err)
        self.assertEqual(MULTIPLE_USAGE, self.tool("run_multiple", *GAME, good, 1, code=1).err)
        for words, why in [([*GAME, good, 0, 1], "nruns: got '0', expected a whole number from 1"),
                           ([*GAME, good, 1, "x"], "starting_seed: got 'x', expected a whole number"),
                           ([*GAME, good, 1, -2**31 - 1], "starting_seed: got '-2147483649', expected a whole number"),
                           ([*GAME, "-", 1, 1], "superball: got '-', expected a program"),
                           ([*GAME, "nothing", 1, 1], "superball: got 'nothing', expected a program")]:
            done = self.tool("run_multiple", *words, code=1)
            self.assertEqual("", done.out)
            self.assertTrue(done.err.startswith(MULTIPLE_USAGE + why), done.err)

    def test_without_a_build_beside_it_referee_is_looked_up_in_path(self):
        (self.folder / "build/release/bin").unlink()
        self.environment["PATH"] = f"{REFEREE.parent}:{os.environ['PATH']}"
        self.tool("run_multiple", *GAME, self.example("superball", "illegal"), 1, 1)


class SbPlayer(Tool):
    def test_only_the_end(self):
        good = self.example("superball", "good")
        self.assertEqual("Game over.  Final score = 979\n", self.tool("sb_player", *GAME, good, "n", "n", 1).out)

    def test_boards_and_moves(self):
        output = self.tool("sb_player", *GAME, self.example("superball", "good"), "n", "y", 1).out
        board = r"Empty Cells: ( \d|\d\d)     Score: (\d+)\n\n((?:[pbyrgPBYRG.*]{10}\n){8})\n"
        moves = re.findall(board + r"Move is: ((?:SWAP \d \d \d \d|SCORE \d \d)\n)\n", output)
        self.assertEqual(len(self.play("superball", self.example("superball", "good"), "--seed", "1").moves), len(moves))
        self.assertTrue(output.startswith("Empty Cells: 75     Score: 0\n\n.r..rp....\n"), output[:100])
        self.assertTrue(output.endswith("\n\nGame over.  Final score = 979\n"))
        self.assertRegex(output, r"\nEmpty Cells:  \d     Score: \d+\n")
        for empty, _, rows, _ in moves:
            self.assertEqual(int(empty), sum(rows.count(cell) for cell in ".*"))
        self.assertEqual("", re.sub(board + r"Move is: .*\n\n", "", output).replace("Game over.  Final score = 979\n", ""))

    def test_it_waits_for_return_before_each_move_as_long_as_somebody_types(self):
        illegal = self.example("superball", "illegal")
        output = self.tool("sb_player", *GAME, illegal, "y", "y", 1, code=1, stdin="\n\n").out
        self.assertEqual(2, output.count("Type Return for the next play\n"))
        self.assertEqual(2, output.count("Move is: "))
        output = self.tool("sb_player", *GAME, illegal, "y", "n", 1, code=1, stdin="\n").out
        self.assertRegex(output, r"^(Type Return for the next play\n){2}Wrong move: .*\n$")

    def test_a_wrong_move_says_so_and_loses(self):
        done = self.tool("sb_player", *GAME, self.example("superball", "illegal"), "n", "y", 1, code=1)
        self.assertRegex(done.out, r"Move is: SCORE \d \d\n\nWrong move: the set at \(\d,\d\) has 1 of '.': .*\n$")
        done = self.tool("sb_player", *GAME, self.example("superball", "crashing"), "n", "n", 1, code=1)
        self.assertRegex(done.out, f"^Wrong move: {NOTHING}\n$")

    def test_only_the_first_line_counts_at_once(self):
        move = 'print("SWAP", first, second, flush=True)\n'
        for tail in ["while True: print('more', flush=True)", "while True: pass"]:
            program = self.program(SWAPS + move + tail)
            done = self.tool("sb_player", 1, 20, 5, "pbyrg", program, "n", "y", 1)
            self.assertEqual(4, done.out.count("Move is: SWAP"), done.out + done.err)

    def test_a_program_that_has_moved_may_write_what_it_needs_at_the_next_move(self):
        tail = """print("SWAP", first, second, flush=True)
os.close(1)
sum(range(10**6))
open("state", "a").write("x")
"""
        check = 'moves = (20 - sum(row.count(".") for row in board)) // 5 - 1\n'
        check += 'assert moves == (os.path.getsize("state") if os.path.exists("state") else 0)\n'
        self.tool("sb_player", 1, 20, 5, "pbyrg", self.program(SWAPS + check + tail), "n", "n", 1)

    def test_it_runs_in_a_copy_of_its_folder(self):
        (self.folder / "handed_in").mkdir()
        self.write("handed_in/weights.txt", "1 2 3")
        program = self.program(SWAPS + """
assert open("weights.txt").read() == "1 2 3"
assert open("tmp.superball").read().split() == board
assert not os.path.exists("mark") or open("mark").read() == str(os.getppid())
open("mark", "w").write(str(os.getppid()))
print("SWAP", first, second)
""", "handed_in/sb-play")
        self.tool("sb_player", *GAME, program, "n", "n", 1)
        self.tool("run_multiple", *GAME, program, 2, 1)
        self.assertEqual(["sb-play", "weights.txt"], sorted(os.listdir(self.folder / "handed_in")))

    def test_numbers_are_read_as_scanf_reads_them(self):
        program = self.program("#!/bin/sh\nif mkdir asked 2>/dev/null; then echo SWAP +0 1x 0\\; 4.5; fi\n")
        done = self.tool("sb_player", *GAME, program, "n", "y", 1, code=1)
        self.assertIn("Move is: SWAP 0 1 0 4\n", done.out)
        self.assertRegex(done.out, "\nWrong move: .* printed nothing")

    def test_boards_under_five_rows(self):
        program = self.program(SWAPS + 'print("SWAP", first, second)\n')
        output = self.tool("sb_player", 4, 5, 5, "pbyrg", program, "n", "y", 1).out
        self.assertEqual(4, output.count("Move is: "))
        self.assertNotIn("*", output)
        self.assertTrue(output.endswith("\nGame over.  Final score = 0\n"))

    def test_a_negative_seed_is_that_of_srand48(self):
        good = self.example("superball", "good")
        self.assertEqual(self.tool("sb_player", *GAME, good, "n", "y", 2**32 - 1).out,
                         self.tool("sb_player", *GAME, good, "n", "y", -1).out)
        runs = self.tool("run_multiple", *GAME, good, 2, -1).out.splitlines()
        self.assertEqual(self.tool("run_multiple", *GAME, good, 1, 0).out[10:25], runs[1][10:25])

    def test_a_person_plays(self):
        done = self.tool("sb_player", 1, 12, 5, "pbyrg", "-", "y", "y", -1, stdin="\nSWAP +0 0\n")
        self.assertRegex(done.out, r"^Empty Cells:  7     Score: 0\n\n[a-z.]{12}\n\nYour Move: Your Move: \n")
        self.assertIn('Wrong move: expected "SWAP row col row col"', done.out)
        self.assertEqual(3, done.out.count("Your Move: "), "asked again")
        done = self.tool("sb_player", *GAME, "-", "n", "n", 1, stdin="SWAP 0 1 0; 4\n SWAP 0 1 0 5")
        self.assertEqual("Your Move: " * 3 + "\nGame over.  Final score = 0\n", done.out)

    def test_the_time_is_the_seed_of_a_dash(self):
        output = self.tool("sb_player", *GAME, self.example("superball", "illegal"), "n", "n", "-", code=1).out
        self.assertIn("Wrong move: ", output)

    def test_a_player_may_have_words_of_its_own(self):
        program = self.program('#!/bin/sh\necho "$*" >&2\n')
        for words in (f"{program} -v", "program -v"):
            done = self.tool("sb_player", *GAME, words, "n", "n", 1, code=1)
            self.assertTrue(done.err.startswith("-v 8 10 5 pbyrg\n"), done.err)

    def test_wrong_usage_is_the_usage_line_and_1(self):
        good = self.example("superball", "good")
        for words in [[], [*GAME, good, "n", "n"], [*GAME, good, "n", "n", 1, 2], ["--help"]]:
            self.assertEqual(PLAYER_USAGE, self.tool("sb_player", *words, code=1).err)
        for words, why in [([*GAME, good, "n", "x", 1], "output: got 'x', expected y or n"),
                           ([*GAME, good, "Y", "n", 1], "interactive: got 'Y', expected y or n"),
                           ([*GAME, good, "n", "n", "one"], "seed: got 'one', expected a whole number"),
                           ([101, *GAME[1:], good, "n", "n", 1], "options.rows: got 101, expected an integer from 1 to 100"),
                           ([2, 2, 1, "p", good, "n", "n", 1], "options.cols: got 2, expected 3 or more"),
                           (["x", *GAME[1:], good, "n", "n", 1], "rows: got 'x', expected a whole number"),
                           ([*GAME[:3], "pp", good, "n", "n", 1], "options.colors: got \"pp\", expected"),
                           ([*GAME, self.folder, "n", "n", 1], f"superball: got '{self.folder}', expected a program")]:
            done = self.tool("sb_player", *words, code=1)
            self.assertEqual("", done.out)
            self.assertTrue(done.err.startswith(PLAYER_USAGE + why), done.err)


class Signals(Tool):
    def test_quit_prints_the_score_while_the_program_runs_and_play_goes_on(self):
        started, answers = self.pipe("started"), self.pipe("answers")
        program = self.program(f"#!/bin/sh\necho x >{started}\ncat {answers}\n")
        tool = self.start_tool("sb_player", *GAME, program, "n", "n", 1)
        for answer in ["SWAP 0 1 0 4\n", "no more\n"]:
            started.read_text()
            tool.signal(signal.SIGQUIT)
            self.assertEqual("Current score = 0\n", tool.next_line() + "\n")
            answers.write_text(answer)
        self.assertIn("Wrong move: ", tool.next_line())
        self.assertIsNone(tool.next_line())
        self.expect_end(tool, 1)

    def test_a_signal_to_stop_ends_the_program_as_well(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            lifeline = self.lifeline(f"lifeline{number}")
            program = self.program(WAITS.format(path=lifeline.path))
            tool = self.start_tool("sb_player", *GAME, program, "n", "n", 1)
            self.assertEqual(tool.pid, int(lifeline.line()))
            tool.signal(number)
            self.expect_end(tool, 128 + number)
            lifeline.until_cut()

    def test_the_keys_of_a_terminal(self):
        good = self.example("superball", "good")
        pid, terminal = pty.fork()
        if pid == 0:
            os.execve(self.folder / "scripts/sb_player", ["sb_player", *GAME, str(good), "y", "y", "1"], {**os.environ, **self.environment})
        self.addCleanup(os.close, terminal)

        def until(text):
            seen = b""
            while text not in seen:
                seen += os.read(terminal, 1)
            return seen

        until(b"Type Return for the next play\r\n")
        os.write(terminal, b"\x1c")  # Ctrl-\
        until(b"Current score = 0\r\n")
        os.write(terminal, b"\n")
        until(b"Move is: SWAP ")
        until(b"Type Return for the next play\r\n")
        os.write(terminal, b"\x03")  # Ctrl-C
        self.assertEqual(128 + signal.SIGINT, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
        self.assertEqual([], list((self.folder / "temporary").iterdir()))


if __name__ == "__main__":
    unittest.main()
