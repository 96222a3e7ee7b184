"""`referee check`: its output to an operator. tests/configs/config_test.py tests its refusals, key by key."""
import json
import unittest

from fixture.case import RefereeCase
from fixture.tournament import launched

# A round robin of two bots that any machine can launch.
SPRING = {"name": "Spring \x1b[2J", "game": "walls", "format": {"kind": "round_robin"}, "parallel": 2,
          "clock": {"kind": "per_move", "ms": 1000, "measure": "wall", "init_ms": 5000},
          "entrants": [launched("a", "/bin/true"), launched("b", "/bin/true")]}
SUMMARY = """Spring ?[2J
  game        walls, 2 seats
  format      round_robin, cycles 1, best of 2
  tie-breaks  DE, WIN, SB
  clock       per_move, ms 1000, measure wall
  entrants    2 (2 launched, 0 dial in)
  sandbox     basic at least, for launched entrants
  a game      at most 243 turns, 5 min
  rounds      1
  matches     at most 2, in 1 encounter
  worst case  at most 9 min if every bot uses all its time
sandbox: """


class Check(RefereeCase):
    def check(self, config, *more, code=0):
        """What it prints about that tournament file."""
        self.write("spring.json", config if isinstance(config, str) else json.dumps(config))
        return self.referee("check", "spring.json", *more, code=code)

    def test_prints_what_a_tournament_amounts_to(self):
        out = self.check(SPRING, "--no-start")
        self.assertEqual(SUMMARY, out[:len(SUMMARY)])
        self.assertEqual("", self.said)

    def test_starts_each_launched_bot_once(self):
        self.assert_words(self.check({**SPRING, "house_bot": ["sample:walls_random"]}, code=1),
                          "  a does not start: exit status 0", "  b does not start: exit status 0",
                          "  starts      1 of 3 launched bots said hello\n")

    def test_bots_that_say_hello_are_well(self):
        entrants = [launched(name, "sample:walls_random") for name in "ab"]
        out = self.check({"name": "Spring", "game": "walls", "format": {"kind": "round_robin"}, "entrants": entrants})
        self.assertTrue(out.endswith("  starts      2 of 2 launched bots said hello\n"), out)

    def test_writes_nothing(self):
        self.check(SPRING, "--store", "x.db", "--reports", "r", "--seed", "5", code=1)  # the bots do not say hello
        self.assertEqual([self.folder / "spring.json"], list(self.folder.rglob("*")))

    def test_a_rubric_is_known_by_its_keys(self):
        for text, words in [
                ('{"name":"Lab 1","game":"walls","threshold":5}', "items: missing, expected a list of 1 to 100"),
                ('{"game":"walls","items":[]}', "name: missing, expected a text of 1 to 100"),
                ('{"$schema":"schema/rubric.schema.json","name":"Lab 1","game":"walls"}', "items: missing"),
                ('{"name":"Spring","game":"walls","registration":"open"}', "format: "),
                ('{"name":"Spring","game":"walls"}', 'got neither "format" nor "items"')]:
            with self.subTest(text):
                self.check(text, code=2)
                self.assertIn(f"spring.json: {words}", self.said)

    def test_refuses_in_one_line(self):
        self.assertEqual("", self.check({**SPRING, "seeds": 5}, code=2))
        self.assertTrue(self.said.startswith("referee: spring.json: seeds: got 5, expected one of"), self.said)
        self.assertEqual(1, self.said.count("\n"))

    def test_the_overrides_are_checked(self):
        self.check(SPRING, "--seed", "9007199254740992", code=2)
        self.referee("check", code=2)

    def test_help_shows_an_example(self):
        self.assertIn("Examples:\n  referee check configs/", self.referee("check", "--help"))


if __name__ == "__main__":
    unittest.main()
