"""A game from each template plays at once, and the same seed gives the same match in all languages."""
import json
import shutil
import subprocess
import unittest

from fixture.case import new_folder
from fixture.game_bot import play_bots
from fixture.program import PATIENCE, ROOT
from fixture.rules import ENVIRONMENT, Folder, Match, RandomPlayer, RulesProgram

TEMPLATES = ROOT / "examples/games/templates"
LIBRARIES = {  # of the rules and of the bots
    "python": ("referee_game.py", "python/referee.py"),
    "javascript": ("referee_game.js", "javascript/referee.js"),
    "java": ("RefereeGame.java", "java/Referee.java"),
    "cpp": ("referee_game.h", "c/referee.h"),
}
COMPILER = next(filter(shutil.which, ["clang++-19", "c++"]), None)
TESTS = {"python": ["/usr/bin/python3", "test_rules.py"], "javascript": ["node", "test_rules.js"], "java": ["make", "-s", "test"],
         "cpp": ["make", "-s", "test", f"CXX={COMPILER}", "CXXFLAGS=-std=c++20 -O0 -Wall -Wextra -Wconversion -Werror"]}
FLAGS = "-std=c++20 -O2 -Wall -Wextra"  # of the template's Makefile
NEEDS = {"python": [], "javascript": ["node"], "java": ["make", "javac", "java"], "cpp": ["make", COMPILER]}


def new_game(language, place):
    """A game in that language, with the name of the language."""
    shutil.copytree(TEMPLATES / language, place)
    shutil.copytree(TEMPLATES / "common", place, dirs_exist_ok=True)
    rules, bots = LIBRARIES[language]
    shutil.copy(ROOT / "examples/games/libraries" / rules, place)
    shutil.copy(ROOT / "sample_bots" / bots, place / "bots")
    for path in place.rglob("*"):
        if path.is_file():
            path.write_text(path.read_text().replace("@NAME@", f"my_{language}"))
    if language in ("java", "cpp"):
        subprocess.run(["make", "-s", *TESTS[language][3:]], cwd=place, check=True)


class Templates(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.places = new_folder(cls.addClassCleanup)

    def each_language(self):
        """Each language with a new game in it, built by the first test. One without a compiler is skipped, and says which program is missing."""
        for language, needs in NEEDS.items():
            with self.subTest(language=language):
                missing = [need for need in needs if need is None or not shutil.which(need)]
                if missing:
                    self.skipTest(f"{language}: {missing} is not installed")
                if not (self.places / language).exists():
                    new_game(language, self.places / language)
        return [(language, self.places / language) for language in NEEDS if (self.places / language).exists()]

    def test_each_plays_the_same_matches_and_its_own_test_passes(self):
        transcripts = {}
        for language, place in self.each_language():
            with self.subTest(language=language):
                folder = Folder(place)
                self.addCleanup(folder.close)
                self.assertEqual(f"my_{language}", folder.facts["name"])
                transcripts[language] = self.played(folder)
                self.assertTrue(transcripts["python"] == transcripts[language], "other matches than in Python")
                done = subprocess.run(TESTS[language], cwd=place, env=ENVIRONMENT, capture_output=True, text=True)
                self.assertEqual((0, "100 matches are well"), (done.returncode, done.stdout.strip()[-20:]), done.stderr)
                self.assertNotIn("@", (place / "README.md").read_text())

    # your-game.md: a game of three seats or more
    def test_its_own_test_takes_the_seats_from_an_option(self):
        for language, place in self.each_language():
            with self.subTest(language=language):
                game = place / "game.json"
                whole = game.read_text()
                self.addCleanup(game.write_text, whole)
                facts = json.loads(whole)
                facts["options"]["players"] = {"type": "integer", "minimum": 2, "maximum": 2, "default": 2}
                game.write_text(json.dumps({**facts, "seats": "players"}))
                done = subprocess.run(TESTS[language], cwd=place, env=ENVIRONMENT, capture_output=True, text=True)
                self.assertEqual((0, "100 matches are well"), (done.returncode, done.stdout.strip()[-20:]), done.stderr)

    def test_cpp_has_no_warnings_of_gcc(self):
        if not shutil.which("g++"):
            self.skipTest("g++ is not installed")
        self.assertIn(f"CXXFLAGS = {FLAGS}\n", (TEMPLATES / "cpp/Makefile").read_text())
        place = dict(self.each_language())["cpp"]
        done = subprocess.run(["g++", "-Ibots", *FLAGS.split(), "-o", "rules_of_gcc", "rules.cpp"], cwd=place, capture_output=True, text=True)
        self.assertEqual((0, ""), (done.returncode, done.stderr))

    def test_its_own_test_ends_a_match_that_does_not(self):
        for language, place in self.each_language():
            with self.subTest(language=language):
                game = place / "game.json"
                whole = game.read_text()
                self.addCleanup(game.write_text, whole)
                game.write_text(json.dumps({**json.loads(whole), "max_turns": 3}))
                done = subprocess.run(TESTS[language], cwd=place, env=ENVIRONMENT, capture_output=True, text=True, timeout=PATIENCE)
                self.assertNotEqual(0, done.returncode, done.stdout)
                self.assertIn("a match is not over after 3 turns (max_turns)", done.stdout + done.stderr)

    def played(self, folder):
        """Random matches, with missing moves and seats that are out, one of the bot against itself, and what was refused."""
        program = RulesProgram(folder)
        for seed in range(20):
            match = Match(program, f"m{seed}", seed, folder.options(dice=1 + seed % 5, rounds=1 + seed % 7))
            RandomPlayer(seed, faults=0.1 * (seed % 2)).play(match).end()
        match = Match(program, "out", 2**53 - 1)
        match.step({0: [1, 1]})
        for wrong in (None, [1, 1], [1, True], ["1", 2], {"a": 1}, "Liar", "liar\0", [[1, 2]]):
            self.assertEqual([1], [entry["seat"] for entry in match.step({1: wrong})["refused"]])
            program.transcript.pop()  # the words may differ
        match.forfeit(1)
        self.assertEqual([5, 0], match.position["scores"])
        self.play_for_movers(program)
        play_bots(Match(program, "bots", 8), [folder.facts["bots"]["honest"]] * 2)
        self.assertEqual("", program.close())
        return program.transcript

    def play_for_movers(self, program):
        """A match whose views only the seats to move read, beside the same one for all readers."""
        whole, spare = (Match(program, name, 5) for name in ("whole", "spare"))
        spare.only_movers_look = True
        players = [RandomPlayer(5), RandomPlayer(5)]
        while not whole.is_over:
            for player, match in zip(players, (whole, spare)):
                player.step(match)
            for many in ("views", "pictures"):
                shown = spare.position[many]
                readers = {seat for seat, view in enumerate(shown["seats"]) if view is not None} | (shown.keys() - {"seats"})
                self.assertEqual({"all"} if whole.is_over else set(whole.to_move), readers)
                for reader in readers:
                    self.assertEqual(whole._for(reader, "", many), spare._for(reader, "", many))


unittest.main()
