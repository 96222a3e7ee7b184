"""Programs written to the handouts of Superball and Snake Labyrinth, started by --as in real matches: the examples that we
ship, the input of a program, the effect of its answers, and the commands of the pages."""
import json
import re
import shutil
import unittest

from fixture.bot_text import bot_text
from fixture.case import UNCONFINED
from fixture.handout import FOREVER, SWAPS, WHOLE, HandoutCase
from fixture.program import REFEREE, ROOT, SANITIZER

ONE_MOVE = ["--option", "max_moves=1"]
# Speaks the protocol, and needs a file beside itself.
SPEAKS = bot_text("SWAP 0 1 0 4", first='assert open("weights.txt").read() == "1 2 3"\n')


class Examples(HandoutCase):
    def test_superball_good(self):
        played = self.play("superball", self.example("superball", "good"), "--seed", "1")
        self.assertEqual({"ok"}, set(played.verdicts))
        self.assertEqual(979, played.score)
        self.assertEqual("", played.stderr)

    def test_superball_illegal(self):
        played = self.play("superball", self.example("superball", "illegal"), "--seed", "1")
        self.assertEqual((["ok", "illegal"], 0), (played.verdicts, played.score))

    def test_superball_crashing(self):
        played = self.play("superball", self.example("superball", "crashing"), "--seed", "1")
        self.assertEqual((["ok"] * 11 + ["malformed"], 0), (played.verdicts, played.score))
        self.assertRegex(played.stderr, r"turn 11: \S*/sb-play printed nothing \(signal 11, Segmentation fault\)\n")

    def test_superball_too_slow(self):
        clock = {"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300}
        played = self.play("superball", self.example("superball", "too_slow"), "--seed", "1", clock=clock)
        self.assertEqual((["forfeited"], 0), (played.verdicts, played.score))
        self.assertRegex(played.stderr, r"turn 0: \S*/sb-play still ran and was killed: the game is over\n"
                         r'turn 0: the clock is kind score_rate, .*floor_ms 300, .*ms_per_1000 300.*; .*--clock, or by "clock"')

    def test_snake_good(self):
        for maze, score in [("c1_handout_corridor", 1006), ("c1_meadow", 948)]:
            played = self.play("snake", self.example("snake", "good"), "--option", f"maze={maze}", *WHOLE)
            self.assertEqual((["ok"], score, ""), (played.verdicts, played.score, played.stderr))

    def test_snake_illegal(self):
        played = self.play("snake", self.example("snake", "illegal"), *WHOLE)
        self.assertEqual((["malformed"], 0), (played.verdicts, played.score))

    def test_snake_crashing(self):
        played = self.play("snake", self.example("snake", "crashing"), *WHOLE)
        self.assertEqual((["malformed"], 0), (played.verdicts, played.score))
        self.assertRegex(played.stderr, r"turn 0: \S*/iap printed nothing \(signal 11, Segmentation fault\)\n")

    def test_snake_too_slow(self):
        clock = {"kind": "per_move", "ms": 300}
        played = self.play("snake", self.example("snake", "too_slow"), "--option", "maze=c1_meadow", *WHOLE, clock=clock)
        self.assertEqual((["late"], 0), (played.verdicts, played.score))
        self.assertRegex(played.stderr, r"turn 0: \S*/iap still ran and was killed: the game is over\n")
        played = self.play("snake", self.example("snake", "too_slow"), *WHOLE)
        self.assertEqual((["ok"], 1006), (played.verdicts, played.score), "in time in a corridor")

    def test_every_example_says_in_its_first_line_what_it_is(self):
        for source in (ROOT / "handouts").glob("s*/examples/*/[is]*p*.c*"):
            self.assertRegex(source.read_text().splitlines()[0], r"^(//|/\*) An? ", source)


class SuperballConvention(HandoutCase):
    PROGRAM = "program"  # what it is called by: a copy of its folder is where it is

    def answers(self, tail, *options):
        return self.play("superball", self.program(SWAPS + tail), *options)

    def test_what_a_program_is_given(self):
        self.program("""#!/bin/sh
            echo "words $*"; echo "name $0"; pwd -P; ls -A
            test -f /dev/stdin && cmp /dev/stdin tmp.superball && echo "the board is a file"
            cat tmp.superball
            """.replace("echo", "echo >&2").replace("-P", "-P >&2").replace("-A", "-A >&2").replace("cat", "cat >&2"))
        self.write("weights", "")
        options = ["--option", "rows=6", "--option", "cols=5", "--option", "colors=xyz", "--option", "min_score_size=3"]
        lines = self.play("superball", "./program -v weights", "--seed", "1", *options).stderr.splitlines()
        begin, words = next((i, line) for i, line in enumerate(lines) if line.startswith("words "))
        self.assertEqual("words -v weights 6 5 3 xyz", words, "its own names, not those of its private copy")
        self.assertRegex(lines[begin + 1], f"^name {self.PROGRAM}$")
        self.assertNotEqual("", lines[begin + 2], "a folder of its own")
        end = lines.index("the board is a file")
        self.assertLessEqual({"program", "tmp.superball", "weights"}, set(lines[begin + 3:end]))
        for row in lines[end + 1:end + 7]:
            self.assertRegex(row, r"^[xyzXYZ.*]{5}$")
        self.assertEqual("turn 0: ./program printed nothing (exit status 0)", lines[end + 7])

    def test_one_that_speaks_the_protocol_finds_the_files_beside_it_without_a_sandbox_too(self):
        (self.folder / "handed_in").mkdir()
        self.write("handed_in/weights.txt", "1 2 3")
        self.program(SPEAKS, "handed_in/bot.py")
        for sandbox in (HandoutCase.sandbox, UNCONFINED):
            self.referee("match", "superball", "--bot", "handed_in/bot.py", *sandbox, "--option", "max_moves=1", "--seed", "1")
            played = self.played()
            self.assertEqual(["ok"], played.verdicts, played.stderr)

    def test_what_it_leaves_in_its_folder_is_there_at_the_next_move(self):
        played = self.answers("""
with open("count", "a+") as file:
    file.write("x")
    file.seek(0)
    count = len(file.read())
if count <= 3:
    print("SWAP", first, second)
""")
        self.assertEqual(["ok", "ok", "ok", "malformed"], played.verdicts)
        played = self.answers("""
os.mkdir("found") if not os.path.exists("found") else print("SWAP", first, second)
""", *ONE_MOVE)
        self.assertEqual(["malformed"], played.verdicts, "another game, another folder")

    def test_the_first_line_is_the_move(self):
        for tail in ['print("SWAP", first, second, end="")', 'print(" SWAP\\t", first, " ", second, "\\r")',
                     'print("SWAP", first, second); print("and more"); sys.exit(3)',
                     'print("SWAP", first, second, flush=True); os.kill(os.getpid(), signal.SIGSEGV)',
                     'print("SWAP", first, second); print("x" * 1_000_000)',
                     'print("SWAP", first, second, flush=True)\nwhile True: print("more")',
                     'print("SWAP", first, second, flush=True)\nwhile True: pass',
                     'sys.stdout.write("SWAP +" + first + "; " + second + "x\\n")',
                     'print("SWAP", first, second, file=open(1, "w", closefd=False)); os.close(1); sum(range(10**6))']:
            with self.subTest(tail):
                played = self.answers(tail, *ONE_MOVE)
                self.assertEqual(["ok"], played.verdicts)
                self.assertRegex(played.moves[0], r"^SWAP \d+ \d+ \d+ \d+$")

    def test_what_cannot_be_started_is_named(self):
        odd = self.program("#!/no/such/interpreter\n")
        self.assertRegex(self.play("superball", odd).stderr, rf"turn 0: cannot start {self.PROGRAM}: No such file or directory\n")
        self.assertIn("superball: got 'nothing'",
                      self.run_match("superball", "nothing", code=2).err)
        self.assertIn("superball is for superball, not for snake", self.other_game(odd))

    def other_game(self, bot):
        return self.run_to_end("match", "snake", "--as", "superball", "--bot", bot).err

    def test_a_program_of_the_present_folder_needs_no_path(self):
        self.program(SWAPS + 'print("SWAP", first, second)', "sb-play")
        self.assertEqual(["ok"], self.play("superball", "sb-play", *ONE_MOVE).verdicts)

    def test_samples_beside_it_speak_the_protocol(self):
        self.assertEqual(900, self.play("superball", "sample:sb_play2", "--seed", "1").score)

    def test_the_same_game_over_a_connection(self):
        good = self.example("superball", "good")
        match = self.start("match", "superball", "--listen", "127.0.0.1:0", "--seed", "1", "--clock", json.dumps(FOREVER["superball"]))
        address = match.see(r"listening on (\S+:\d+)")[1]
        self.referee("join", address, "--name", "alice", "--as", "superball", "--", good)
        match.wait()
        self.assertEqual(979, self.played().score)


class SnakeConvention(HandoutCase):
    def test_what_a_program_is_given(self):
        self.program('#!/bin/sh\necho "words $*" >&2\npwd -P >&2\ntest -f /dev/stdin && cat >&2\necho EEEE\n')
        played = self.play("snake", "./program -v", *WHOLE)
        self.assertRegex(played.stderr, rf"words -v --challenge\n\S*/{self.folder.name}\n5\n3\n#####\no \$ _\n#####\n")
        self.assertEqual(1006, played.score)

    def test_a_program_of_the_final_is_started_without_words(self):
        self.program('#!/bin/sh\necho "words $*." >&2\ncat >&2\necho EEEE\n')
        words = self.match_words("snake", "./program", *WHOLE)
        words[words.index("--as") + 1] = "snake-final"
        self.referee(*words)
        played = self.played()
        self.assertIn("words .\n5\n3\n#####\no $ _\n#####\n", played.stderr)
        self.assertEqual(1006, played.score)

    def test_a_game_that_goes_on_is_asked_with_the_maze_as_it_stands(self):
        played = self.play("snake", self.program("#!/bin/sh\ncat >&2\necho E\n"))
        self.assertEqual((["ok"] * 4, 1006), (played.verdicts, played.score))
        for row in ["o $ _", " o$ _", "  o _", "   o_"]:
            self.assertIn(f"5\n3\n#####\n{row}\n#####\n", played.stderr)

    def test_one_line_of_steps_is_the_move(self):
        for text, verdict in [("EEEE \t\r\n", "ok"), ("EEEE", "ok"), ("EEEE\nand more\n", "ok"), ("eeee\n", "malformed"),
                              ("EE EE\n", "malformed"), ("\nEEEE\n", "malformed"), (" \r\n", "malformed"), ("", "malformed"),
                              ("E" * 60000 + "\n", "ok"), ("E" * 66000 + "\n", "malformed")]:
            with self.subTest(text[:20]):
                (self.folder / "text").write_bytes(text.encode())
                played = self.play("snake", self.program("#!/bin/sh\ncat text\n"), *WHOLE)
                self.assertEqual([verdict], played.verdicts)
                self.assertEqual(1006 if verdict == "ok" else 0, played.score)

    def test_a_late_program_is_killed_and_asked_again(self):
        lifeline = self.lifeline()
        first = f"if mkdir {self.folder}/asked 2>/dev/null; then exec 9>{lifeline.path}; echo >&9; while :; do :; done; fi\n"
        program = self.program(f"#!/bin/sh\n{first}echo EEEE\n")
        played = self.play("snake", program, *([] if SANITIZER else UNCONFINED), clock={"kind": "per_move", "ms": 500})
        self.assertEqual(["late", "ok"], played.verdicts)
        self.assertRegex(played.stderr, r"turn 0: \S*/program still ran and was killed: the next turn has come\n")
        lifeline.until_cut()


class Pages(HandoutCase):
    """The commands of the pages, as an instructor would type them, but with fewer games: every move of them is a process."""

    def commands(self, game):
        page = (ROOT / "handouts" / game / "README.md").read_text()
        return [line.strip() for line in page.splitlines() if line.startswith("    ") and "HOST:PORT" not in line]

    def lay_out(self):
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(REFEREE.parent)
        for name in ["configs", "handouts", "scripts"]:
            shutil.copytree(ROOT / name, self.folder / name)
        for name, games in [("rubric", '"1-100"'), ("tournament", '"1-5"')]:
            file = self.folder / f"handouts/superball/{name}.json"
            self.assertIn(games, file.read_text())
            file.write_text(file.read_text().replace(games, '"1-2"'))
        if SANITIZER:
            for file in (self.folder / "handouts").glob("*/tournament.json"):
                file.write_text(file.read_text().replace('"basic"', '"none", "as_root": true'))

    def run_page(self, game):
        self.lay_out()
        output = ""
        for command in self.commands(game):
            command = re.sub(r" --games 3 | 3(?= 1$)", lambda given: given[0].replace("3", "1"), command)
            if SANITIZER:
                command = re.sub("referee (score|match) ", r"referee \1 --sandbox none --as-root ", command)
            done = self.spawn("sh", "-c", command).wait()
            self.assertEqual(0, done.code, f"{command}\n{done.out}\n{done.err}")
            output += done.out
        return output

    def test_superball(self):
        """Over 5 s: the page compiles four programs, and plays seven games in which every move is a process."""
        output = self.run_page("superball")
        for expected in ["Run   1 - Score:    979  - Average    979.000\n", "Game over.  Final score = 979\n", "100 of 100 points",
                         r"illegal \d"]:
            self.assertRegex(output, expected)

    def test_a_rubric_builds_what_includes_files_of_the_course(self):
        """Over 5 s: two builds in the sandbox, and four games in which every move is a process."""
        self.lay_out()
        good = (ROOT / "handouts/superball/examples/good/sb-play.cpp").read_text()
        for name, header in [("old", "disjoint.h"), ("new", "disjoint_set.hpp")]:
            sets = "static DisjointSetByRankWPC sets(5);\nstatic int root = sets.Union(sets.Find(1), sets.Find(2));\n"
            self.write(f"{name}/sb-play.cpp", f'#include "{header}"\n#include "util.h"\n{sets}{good}')
            self.write(f"{name}/util.h", "int helper();\nstatic int helped = helper();\n")
            self.write(f"{name}/util.cpp", "int helper() { return 1; }\n")
            self.write(f"{name}/sb-analyze.cpp", "int main() { return 0; }\n")
            command = [REFEREE, "score", "handouts/superball/rubric.json", "--as", "superball", "--submission", name]
            if SANITIZER:
                command += ["--sandbox", "none", "--as-root"]
            done = self.spawn(*command, "--", "./sb-play").wait()
            self.assertEqual(0, done.code, done.out + done.err)
            self.assertIn("100 of 100 points", done.out)

    def test_collect_starts_what_the_handout_names(self):
        """Over 5 s: it builds and tries two hand-ins in the sandbox, as a class hands them in."""
        self.lay_out()
        good = (ROOT / "handouts/superball/examples/good/sb-play.cpp").read_text()
        for name, more in [("alice", {"util.cpp": "int helper() { return 1; }\n"}), ("bob", {})]:
            for file, text in {"sb-play.cpp": good, **more}.items():
                self.write(f"class/{name}/{file}", text)
        tournament = {"name": "T", "game": "superball", "instances": [{"seeds": "1-2"}], "format": {"kind": "field"}, "store": "t.db", "entrants": []}
        if SANITIZER:
            tournament |= {"sandbox": "none", "as_root": True}
        self.write("t.json", json.dumps(tournament))
        self.run_to_end("collect", "class", "--tournament", "t.json", "--rubric", "handouts/superball/rubric.json", "--as", "superball", "--out", "out")
        entrants = self.read_json("out/tournament.json")["entrants"]
        self.assertEqual([["out/bots/alice/sb-play"], ["out/bots/bob/sb-play"]], [one["command"] for one in entrants])

    def test_snake(self):
        output = self.run_page("snake")
        for expected in ["948", r"points; 4 needed: reached", r"illegal +0"]:
            self.assertRegex(output, expected)


if __name__ == "__main__":
    unittest.main()
