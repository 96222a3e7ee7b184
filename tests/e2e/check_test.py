"""`referee check`: its output to an operator. tests/configs/config_test.py tests its refusals, key by key."""
import json
import re
import unittest

from fixture.case import RefereeCase
from fixture.program import ROOT
from fixture.tournament import launched

# A round robin of two bots that any machine can launch.
SPRING = {"name": "Spring \x1b[2J", "game": "walls", "format": {"kind": "round_robin"}, "parallel": 2,
          "clock": {"kind": "per_move", "ms": 1000, "measure": "wall", "init_ms": 5000},
          "entrants": [launched("a", "/bin/true"), launched("b", "/bin/true")]}
# What it says of that tournament.
SUMMARY = ["Spring ?[2J\n", "walls, a game for 2 bots", "Everybody meets everybody", "2 bots: the referee starts all of them",
           "1 round, 1 match, at most 2 games", "1 s for each answer", "As soon as you start it", "http://127.0.0.1:7880/",
           "The store spring.db", "A game typically has 73 turns", "243 turns"]


class Check(RefereeCase):
    def check(self, config, *more, code=0):
        """What it prints about that tournament file."""
        self.write("spring.json", config if isinstance(config, str) else json.dumps(config))
        return self.referee("check", "spring.json", *more, code=code)

    def test_prints_what_a_tournament_amounts_to(self):
        out = self.check(SPRING, "--no-start")
        self.assert_words(out, *SUMMARY)
        self.assertEqual("", self.said)
        self.assertLessEqual(max(map(len, out.splitlines())), 80)

    def test_the_page_shows_what_it_says(self):
        page = (ROOT / "docs/reference/init-and-check.md").read_text()
        shown = re.search(r"```text\n(.*?)```", page, re.S)[1]
        config = {"name": "Spring", "game": "walls", "options": {"n": 7}, "format": {"kind": "round_robin"}, "parallel": 2, "web": None,
                  "entrants": [launched(name, "sample:walls_random") for name in "abcd"]}
        self.assertEqual(shown, self.check(config, "--no-start"))

    def test_what_the_sandbox_lacks_is_said_to_those_who_ask(self):
        quiet, verbose = (self.check(SPRING, "--no-start", *words) for words in [[], ["--verbose"]])
        self.assertNotIn("joint bounds", quiet)
        self.assertIn("\njoint bounds: ", verbose)
        level = re.search(r"^sandbox: (\w+)", quiet, re.M)[1]
        self.assertIn(f"\nsandbox: {level}", verbose)
        self.assertEqual(level != "full", "--verbose says what this machine lacks" in quiet)

    def test_json_has_the_figures_and_how_bots_have_started(self):
        told = json.loads(self.check({**SPRING, "house_bot": ["sample:walls_random"]}, "--json", code=1))
        self.assertEqual(("walls", 1, 1, 2, 243), (told["game"], told["rounds"], told["matches"], told["games_at_most"], told["at_most"]["turns"]))
        self.assertEqual(["a", "b", "house"], [bot["name"] for bot in told["starts"]])
        self.assertIsNone(told["starts"][2]["problem"])
        for bot in told["starts"][:2]:
            self.assertRegex(bot["problem"], r"^exit status 0; no hello")
        self.referee("check", self.write("lab.json", '{"name":"Lab","game":"walls","items":[]}'), "--json", code=2)
        self.assertIn("--json: got the rubric", self.said)

    def test_a_file_without_bots_is_one_for_collect(self):
        frame = {key: value for key, value in SPRING.items() if key != "entrants"}
        self.assertIn("referee collect", self.check(frame))
        self.check({**frame, "format": {"kind": "practice"}, "house_bot": ["sample:walls_random"]}, code=2)
        self.assert_words(self.said, "spring.json: entrants: ", "registration")
        self.check({**frame, "entrants": []}, code=2)
        self.assert_words(self.said, "spring.json: entrants: ", "registration")

    def test_reads_comments_and_names_the_line_of_a_mistake(self):
        text = json.dumps(SPRING, indent=2).replace("{\n", "{  // a tournament\n", 1)
        self.check("/* two\n   lines */\n" + text, "--no-start")
        self.check("// one\n" + text.replace("\n}", ",\n}"), "--no-start", code=2)
        self.assertRegex(self.said, r"spring\.json: not JSON: line \d+, column \d+: .*remove the comma")

    def test_bots_that_say_hello_are_well(self):
        entrants = [launched(name, "sample:walls_random") for name in "ab"]
        out = self.check({"name": "Spring", "game": "walls", "format": {"kind": "round_robin"}, "entrants": entrants})
        self.assertTrue(out.endswith("starts: 2 of 2 bots have started and said hello\n"), out)

    def test_writes_nothing(self):
        self.check(SPRING, "--store", "x.db", "--reports", "r", "--seed", "5", code=1)  # the bots do not say hello
        self.assertEqual([self.folder / "spring.json"], list(self.folder.rglob("*")))

    def test_opponents_of_a_rubric_are_started_once(self):
        item = {"name": "win", "points": 1, "opponents": [["sh", "-c", "exit 3"]], "criterion": {"measure": "faults", "at_most": 0}}
        rubric = {"name": "Lab 1", "game": "walls", "items": [item, {**item, "name": "win again"}, {**item, "name": "easy", "opponents": [["sample:walls_random"]]}]}
        out = self.check(rubric, code=1)
        self.assertRegex(out, r"the opponent sh -c 'exit 3' does not start: .*exit status 3")
        self.assertIn("starts: 1 of 2 bots", out)
        self.assertNotIn("starts", self.check(rubric, "--no-start"))

    def test_a_rubric_is_known_by_its_keys(self):
        for text, words in [
                ('{"game":"walls","items":[]}', "name: missing, expected a text of 1 to 100"),
                ('{"$schema":"schema/rubric.schema.json","name":"Lab 1","game":"walls"}', "items: missing"),
                ('{"name":"Spring","game":"walls","entrants":[]}', "format: "),
                ('{"name":"Spring","game":"walls"}', 'got neither "format" nor "items"')]:
            with self.subTest(text):
                self.check(text, code=2)
                self.assertIn(f"spring.json: {words}", self.said)


class MapsInFiles(RefereeCase):
    """Maps and mazes that a tournament file names lie beside it."""

    def setUp(self):
        super().setUp()
        for name, scrap in (("good", 2), ("bad", 3)):
            self.write(f"class/maps/{name}.json", json.dumps({
                "name": "row", "grid": [[0, 0, 0]], "ship": [0, 0], "scraps": [{"location": [0, scrap], "value": 5}], "ghosts": [], "turns": 3}))

    def assert_refused(self, message, **keys):
        """A tournament file with the required keys and these."""
        self.write("class/maps.json", json.dumps({"name": "Maps", "format": {"kind": "none"}, **keys}))
        self.referee("check", "class/maps.json", code=2)
        self.assertIn(f"referee: class/maps.json: {message}", self.said)

    def test_files_count_from_the_folder_of_the_tournament_file(self):
        # The referee reads the format after the options: an error in the format shows that it found the maps.
        self.assert_refused('format.kind: got "none"', game="planets", options={"map": "maps/good.json"},
                            instances=[{"map": "spiral"}, {"map": "maps/good.json", "seed": 3}])

    def test_a_mistake_is_told_by_key_and_by_file(self):
        bad = "map: maps/bad.json: scraps[0].location: got [0,3], expected "
        self.assert_refused(f"options.{bad}", game="planets", options={"map": "maps/bad.json"})
        self.assert_refused(f"instances[1].{bad}", game="planets", instances=[{"seed": 1}, {"map": "maps/bad.json"}])
        self.assert_refused("options.map: class/maps/none.json: cannot be read", game="planets",
                            options={"map": "maps/none.json"})
        self.write("class/syntax.json", "{\n")
        self.assert_refused("instances[0].map: syntax.json: not JSON: line 2, column 1: ", game="planets",
                            instances=[{"map": "syntax.json"}])
        self.write("class/maze.txt", "#####\no ? _\n#####\n")
        self.assert_refused('options.maze: maze.txt: line 2: got "o ? _", expected ', game="snake",
                            options={"maze": "maze.txt"})


if __name__ == "__main__":
    unittest.main()
