"""referee_game.py, referee_game.js, RefereeGame.java and referee_game.h: one game in each language does the same, also when its rules
fail, print, or leave draws and state to the referee."""
import json
import shutil
import subprocess
import unittest

from fixture.case import new_folder
from fixture.program import ROOT
from fixture.rules import Folder, Match, RulesProgram

LIBRARIES = ROOT / "examples/games/libraries"
BOT_LIBRARIES = ROOT / "sample_bots"
PINNED = "[3, 4, 2, 5, 2, 2, 3, 1] 2144951981"  # records of games depend on these draws
COMPILER = next(filter(shutil.which, ["clang++-19", "c++"]), None)
WARNINGS = ["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-pedantic", "-Werror"]
LANGUAGES = {  # its files, programs that it needs, how it is built, how it starts
    "python": ([LIBRARIES / "referee_game.py"], [], [], ["python3", "rules.py"]),
    "javascript": ([LIBRARIES / "referee_game.js"], ["node"], [], ["node", "rules.js"]),
    "java": ([LIBRARIES / "RefereeGame.java", BOT_LIBRARIES / "java/Referee.java"], ["javac", "java"],
             ["javac", "--release", "11", "-Xlint:all", "-Werror", "-d", ".", "Odd.java"], ["java", "-cp", ".", "Odd"]),
    "cpp": ([LIBRARIES / "referee_game.h", BOT_LIBRARIES / "c/referee.h"], [COMPILER], [COMPILER, "-std=c++20", "-O0", *WARNINGS, "-o", "rules", "rules.cpp"], ["./rules"]),
}


class Libraries(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        top = new_folder(cls.addClassCleanup)
        cls.folders = {}
        for language, (files, needs, build, command) in LANGUAGES.items():
            if all(need and shutil.which(need) for need in needs):
                place = top / language
                shutil.copytree(ROOT / "tests/examples/odd", place)
                for file in files:
                    shutil.copy(file, place)
                facts = json.loads((place / "game.json").read_text())
                (place / "game.json").write_text(json.dumps({**facts, "command": command}))
                if build:
                    subprocess.run(build, cwd=place, check=True)
                cls.folders[language] = Folder(place)
                cls.addClassCleanup(cls.folders[language].close)

    def each_language(self, action):
        """What the action returns, by language. One without a compiler is skipped, and says so."""
        found = {}
        for language in LANGUAGES:
            with self.subTest(language=language):
                if language not in self.folders:
                    self.skipTest(f"{language}: no compiler or interpreter is installed")
                found[language] = action(self.folders[language])
        return found

    def program(self, folder, **options):
        program = RulesProgram(folder, options)
        self.addCleanup(self.stop, program)
        return program

    def stop(self, program):
        program.process.kill()
        program.process.communicate()

    def played(self, programs):
        """A match in which the programs are asked by turns: moves of several at once, refusals, a missing move, a seat that the clock takes out,
        and a draw. All positions."""
        match = Match(programs[0], "m", 2**53 - 1)
        positions = [match.position]
        self.assertEqual({"constant": 1.5}, match.setup)
        refused = match.step({0: 10, 1: 2.5, 2: 9})["refused"]
        self.assertEqual([{"seat": 0, "why": "too large"}, {"seat": 1, "why": "no integer", "malformed": True}], refused)
        match.program = programs[-1]
        match.step({0: 1, 2: 9})
        self.assertEqual([{"moves": [1, None, 9], "spent": [1000, 1000, 1000]}], match.events)
        positions.append(match.position)
        match.program = programs[0]
        match.draw({"die": 2})
        positions.append(match.position)
        match.program = programs[-1]
        match.forfeit(1)
        self.assertEqual([{"moves": [None, None, None], "spent": [0, 2000000, 0]}], match.events)
        positions.append(match.position)
        self.assertTrue(match.is_over)
        return positions

    def test_all_languages_play_the_same_match(self):
        def action(folder):
            program = self.program(folder)
            positions = self.played([program])
            self.assertEqual(2, program.close().count("some debugging"))
            return positions

        found = self.each_language(action)
        for positions in found.values():
            self.assertEqual(found["python"], positions)
        self.assertEqual('é世😀"\\', found["python"][0]["view"]["text"])

    def test_state_is_all_that_a_match_needs(self):
        def action(folder):
            alone = self.played([self.program(folder)])
            kept = self.played([self.program(folder, keep="referee"), self.program(folder, keep="referee")])
            self.assertEqual(alone, [{key: value for key, value in position.items() if key != "state"} for position in kept])
            return [position["state"] for position in kept]

        found = self.each_language(action)
        for states in found.values():
            self.assertEqual(found["python"], states)

    def test_a_mistake_of_the_rules_is_an_error_with_its_place(self):
        def action(folder):
            program = self.program(folder)
            new = {"seats": 3, "seed": 1, "salt": "0" * 32}
            answer = program.ask("new", "a", options={"keep": "program", "what": "refuse"}, **new)
            self.assertEqual({"error": "what: refused"}, answer)
            for match, what in (("b", "fail"), ("c", "fail later"), ("d", "no number")):
                answer = program.ask("new", match, options={"keep": "program", "what": what}, **new)
                if what == "fail later":
                    answer = program.ask("step", match, moves=[{"seat": seat, "move": 1, "spent_us": 0} for seat in range(3)])
                self.assertEqual(["error"], list(answer))
                if what != "no number":
                    self.assertIn("missing", answer["error"])
                    if folder.facts["command"][0] != "./rules":  # C++ has no trace
                        self.assertRegex(answer["error"], "deep_?[iI]nside")
                        self.assertNotRegex(answer["error"], r"(referee_game\.|Referee(Game)?\.java)")
            self.played([program])  # another match goes on
            program.close()

        self.each_language(action)


class Chance(unittest.TestCase):
    def test_draws_are_even_and_follow_from_seed_and_salt(self):
        script = ("import sys; sys.path.insert(0, sys.argv[1]); from referee_game import Random; r = Random(7, '00ff'); "
                  "print([r.below(6) for _ in range(8)], Random(8, '00ff').below(1 << 32), [Random(i, '').below(3) for i in range(3000)].count(0))")
        done = subprocess.run(["/usr/bin/python3", "-B", "-c", script, LIBRARIES], capture_output=True, text=True, check=True)
        *_, count = done.stdout.split()
        self.assertTrue(900 < int(count) < 1100, count)
        self.assertEqual(PINNED, done.stdout.rsplit(" ", 1)[0])


unittest.main()
