"""`referee play`: in a real terminal, key by key, and Superball in a pipe."""
import json
import os
import pathlib
import random
import signal
import subprocess
import unittest

from fixture.case import RefereeCase
from fixture.program import PATIENCE, REFEREE
from fixture.terminal import Pane


CORRIDOR = "#####\no $ _\n#####\n"  # the handout's example: EEEE scores 1006


class Play(RefereeCase):
    def setUp(self):
        super().setUp()
        self.write("corridor.txt", CORRIDOR)

    def record(self):
        """The lines of the only record, which `verify` accepts."""
        (path,) = (self.folder / "out/records").iterdir()
        done = subprocess.run([REFEREE, "verify", path], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((0, ""), (done.returncode, done.stderr), done.stdout)
        lines = [json.loads(line) for line in path.read_text().splitlines()]
        self.assertEqual(lines[-1]["status"] == "void", path.name.endswith(".a1.jsonl"))
        return lines

    def result(self):
        return self.record()[-1]["result"]

    def assert_left(self, why="the person has left"):
        last = self.record()[-1]
        self.assertEqual(("void", why), (last["status"], last["why"]))


class Lines(Play):
    """Superball without a terminal."""

    def run_in_top(self, *words, **stdin):
        command = [REFEREE, "play", *words]
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE, **stdin)

    def run_with(self, text, *options):
        done = self.run_in_top("superball", *options, input=text)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def start_lines(self, *options):
        return self.start("play", "superball", *options, stdin=subprocess.PIPE)

    def test_a_mistake_gets_its_reason_and_another_try(self):
        mistakes = ["SWAP 0 0 0 0", "SWAP 1 2 3", "swap 0 1 0 4", "", "SCORE 0 0", "SWAP 99999999999 0 0 0"]
        mistakes += ["\x07\u00e9", "x" * 9000]
        output = self.run_with("\n".join([*mistakes, "SWAP 0 1 0 4", "q", ""]), "--seed", "1")
        tries = output.split("Your Move: ")
        self.assertEqual(len(mistakes) + 3, len(tries))
        for reason in tries[1:-2]:
            self.assertRegex(reason, r"\A.{10,400}\n\Z")
        self.assertIn("(0,0) is empty: SWAP takes two cells with pieces\n", tries)
        self.assertTrue(tries[-2].startswith("Empty Cells: 70     Score: 0\n"))
        (move,) = self.record()[1]["answers"]
        self.assertEqual(("ok", "SWAP 0 1 0 4"), (move["verdict"], move["move"]), "nothing else was sent")

    def test_all_lines_may_be_there_at_once_and_the_last_without_an_end(self):
        self.write("moves", "SWAP 0 1 0 4\r\n\t SWAP  00 1 0 4 ")
        with open(self.folder / "moves") as moves:
            done = self.run_in_top("superball", "--seed", "1", "--option", "max_moves=2", stdin=moves)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn("Game over. Final Score: 0\nrecord  out/records/superball-1g1.jsonl\n", done.stdout)
        self.assertEqual(["SWAP 0 1 0 4"] * 2, [turn["answers"][0]["move"] for turn in self.record()[1:3]])

    def test_a_whole_game_scores_what_its_record_says(self):
        for deal in ["handout", "secret"]:
            with self.subTest(deal=deal):
                final = self.play_out("--seed", "7", "--option", "min_score_size=2", "--option", f"deal={deal}")
                self.assertGreater(final, 0)
                self.assertEqual([final], self.result()["scores"])
                (self.folder / "out/records/superball-1g1.jsonl").unlink()

    def play_out(self, *options):
        """Scores where it can, otherwise swaps at random; returns the final score that it printed."""
        chance = random.Random(3)
        player = self.start_lines(*options)
        while not (final := self.read_position(player)):
            player.write(self.choose(chance) + "\n")
        self.assertEqual(0, player.wait().code)
        return int(final)

    def read_position(self, player):
        """Reads up to a prompt, or the final score."""
        text = player.read_to(r"Your Move: |Final Score: \d+\n")
        if text.endswith("\n"):
            return text.split()[-1]
        self.board = text.split("\n\n")[1].split("\n")
        return None

    def choose(self, chance):
        cells = [(row, column) for row in range(8) for column in range(10) if self.board[row][column] not in ".*"]
        for row, column in cells:
            letter = self.board[row][column]
            beside = [cell for cell in [(row, column + 1), (row + 1, column)] if cell in cells]
            if letter.isupper() and any(self.board[down][right].upper() == letter for down, right in beside):
                return f"SCORE {row} {column}"
        return "SWAP {} {} {} {}".format(*(number for cell in chance.sample(cells, 2) for number in cell))

    def test_a_signal_ends_it_and_the_record_says_so(self):
        for number, code, why in [
            (signal.SIGINT, 0, "the person has left"),
            (signal.SIGTERM, 143, "interrupted by signal 15"),
            (signal.SIGHUP, 129, "interrupted by signal 1"),
        ]:
            with self.subTest(number=number):
                player = self.start_lines()
                self.read_position(player)
                player.signal(number)
                self.assertEqual(code, player.wait().code)
                self.assert_left(why)
                (self.folder / "out/records/superball-1g1.a1.jsonl").unlink()

    def test_wrong_usage_is_one_message(self):
        bot = ["--bot", "sample:walls_random"]
        for words, message in [
            (["snake"], "play needs a terminal: standard input is no terminal"),
            (["snake", *bot], "snake has 1 seat with these options, people have 1: got 1 --bot, expected none"),
            (["walls", *bot, "--two"], "walls has 2 seats with these options, people have 2: got 1 --bot, expected none"),
            (["lightcycle", *bot * 4], "lightcycle has 4 seats with these options, people have 1: got 4 --bot, expected 3 at most"),
            (["planets", "--two"], "--two: planets is not for two people at one keyboard, expected a game that is: walls"),
            (["snake", "--option", "whole_path=true"], "options.whole_path: got true, expected false: a person goes step by step"),
            (["chess"], "no game 'chess': expected one of planets, lightcycle, snake, walls, superball, battleship, "
             "or a folder that has a game.json, as ./tictactoe"),
            (["superball", "--option", "rows=0"], "options.rows: got 0, expected an integer from 1 to 100"),
        ]:  # fmt: skip
            with self.subTest(words=words):
                done = self.run_in_top(*words, stdin=subprocess.DEVNULL)
                self.assertEqual((2, "", f"referee: {message}\n"), (done.returncode, done.stdout, done.stderr))
        self.assertFalse((self.folder / "out").exists())


class Window(Play):
    """In a terminal, with a shell's output before and after it."""

    SHELL = 'trap : INT; stty -g > before; echo BEFORE; "$@"; echo CODE $?; stty -g > after; read line'

    def play(self, *words, **more):
        self.pane = Pane(["sh", "-c", self.SHELL, "sh", REFEREE, "play", *words], cwd=self.folder, **more)
        self.addCleanup(self.pane.close)
        return self.pane

    def press_one_by_one(self, *keys):
        """Presses each key when the window asks again after the one before: in others' turns it reads no keys."""
        for key in keys:
            before = self.pane.text()
            self.pane.press(key)
            self.pane.until(lambda: self.asks_anew(before), lambda: f"{key} changed nothing in\n{before}")

    def asks_anew(self, before):
        text = self.pane.text()
        return text != before and "It is the turn of the others" not in text

    def assert_restored(self, code=0):
        """The shell continues on the screen that it had before."""
        self.pane.see(rf"^CODE {code}$")
        self.pane.see("^BEFORE$")
        self.pane.until(lambda: (self.folder / "after").exists() and self.read("after"), lambda: "no stty")
        self.assertEqual(self.read("before"), self.read("after"))
        self.assertEqual(("0", "1"), (self.pane.value("alternate_on"), self.pane.value("cursor_flag")))

    def process(self):
        """The process id of the referee that the shell has started."""
        (child,) = pathlib.Path(f"/proc/{self.pane.pid}/task/{self.pane.pid}/children").read_text().split()
        return int(child)

    def test_snake_to_the_exit(self):
        pane = self.play("snake", "--option", "maze=corridor.txt")
        pane.see("^@   [$]   _$")
        pane.press("Up")
        pane.see("There is a wall, and you have no drill.")
        pane.press("Right", "e")
        pane.see("You have found a coin.")
        pane.press("E", "Right")
        pane.see("You have found the exit.")
        pane.see("The game is over. Score: 1006")
        pane.press("Right", "x", "Enter")  # later keys do not remove the final view
        pane.see("record  out/records/snake-1g1.jsonl")
        pane.press("q")
        self.assert_restored()
        pane.see("record  out/records/snake-1g1.jsonl")
        self.assertEqual(("EEEE", 0), (self.result()["outcome"]["path"], self.result()["outcome"]["refused"]))

    def test_walls_for_two_is_two_games_in_which_each_moves_first(self):
        pane = self.play("walls", "--option", "n=3", "--two")
        pane.see("^A: person, B: person-2$")
        self.play_out_walls(pane)
        first = pane.see("^enter: game 2 of 2, the other moves first   q: leave$") and pane.text()
        self.assertRegex(first, r"after game 1 of 2: person \d, person-2 \d")
        pane.press("x", "Up", "Enter")
        pane.see("^A: person-2, B: person$")
        self.play_out_walls(pane)
        pane.see("^q: back to the shell$")
        total = pane.see(r"after game 2 of 2: person (\d), person-2 (\d)")
        pane.press("q")
        self.assert_restored()
        records = sorted((self.folder / "out/records").iterdir())
        self.assertEqual(["walls-1g1.jsonl", "walls-1g2.jsonl"], [path.name for path in records])
        lines = [[json.loads(line) for line in path.read_text().splitlines()] for path in records]
        self.assertEqual([["person", "person-2"], ["person-2", "person"]], [match[0]["players"] for match in lines])
        scores = [match[-1]["result"]["scores"] for match in lines]
        points = [scores[0][0] + scores[1][1], scores[0][1] + scores[1][0]]
        self.assertEqual(points, [int(number) for number in total.groups()])
        pane.see("walls-1g2: ")

    def play_out_walls(self, pane):
        """Turns until both players are stalled."""
        pane.see("to move")
        self.press_one_by_one(*["r"] * 18)
        pane.see("^record  out/records/walls-1g")

    def test_sigterm_gives_the_terminal_back(self):
        pane = self.play("walls", "--two")
        pane.see("to move")
        os.kill(self.process(), signal.SIGTERM)
        self.assert_restored(143)
        self.assert_left("interrupted by signal 15")

    def test_a_bot_that_cannot_be_started_is_named_below_the_shells_lines(self):
        pane = self.play("walls", "--bot", "./no_such_bot")
        self.assert_restored(2)
        pane.see("^referee: bot command './no_such_bot': ")

    def test_who_leaves_before_the_bots_are_there_leaves_no_record(self):
        pane = self.play("walls", "--bot", "sleep 1000")
        pane.see("^walls: waiting for the others")
        pane.press("q")
        self.assert_restored()
        pane.see("^nothing was played, so there is no record$")
        self.assertEqual([], list((self.folder / "out/records").iterdir()))

    def test_a_terminal_that_is_closed_makes_the_match_void(self):
        pane = self.play("walls", "--two")
        pane.see("to move")
        referee = self.process()
        pane.tmux("respawn-pane", "-k", "cat")
        pane.until(lambda: not pathlib.Path(f"/proc/{referee}").exists(), lambda: "still running")
        why = self.record()[-1]["why"]
        self.assertIn(why, ["interrupted by signal 1", "the person has left"], "whichever is heard of first")


if __name__ == "__main__":
    unittest.main()
