"""`referee grade` on the store of a tournament that the referee has played."""
import json
import unittest

from fixture.case import rude_bot
from fixture.tournament import PATIENT_CLOCK, TournamentCase, launched

MAP = {"name": "two", "grid": [[0, 0, 0]], "ship": [0, 1], "scraps": [{"location": [0, 2], "value": 2}], "ghosts": [],
       "turns": 1}


class Grade(TournamentCase):
    """A field on one map, on which bots that step right score 2, and bots that step left 0: two entrants share the first
    place, two the third."""

    def grade(self, *words, code=0):
        return self.referee("grade", *words, code=code)

    def refused_with(self, *words):
        self.assertEqual("", self.grade(*words, code=2))
        self.assertEqual(1, self.said.count("\n"), self.said)
        return self.said

    def test_field_is_graded(self):
        self.write("two.json", json.dumps(MAP))
        moves = {"ann": "R", "bob": "L", "cy": "R", "dan": "L"}
        self.write_config({
            "name": "Spring", "game": "planets", "options": {"map": "two.json"}, "clock": PATIENT_CLOCK,
            "format": {"kind": "field"}, "sandbox": "none", "as_root": True, "parallel": 1,
            "entrants": [launched(name, *rude_bot("honest", self.folder / "log", move)) for name, move in moves.items()]})
        self.referee("run", "config.json")
        for facet in (self.sharers_get_the_better_prize, self.split_averages_and_files_are_for_gradebooks,
                      self.refuses_in_one_line):
            with self.subTest(facet.__name__):
                facet()

    def sharers_get_the_better_prize(self):
        self.assertEqual("Spring (planets): final\n"
                         "  rank  name  place  extra\n"
                         "  1.    ann       1     20\n"
                         "  1.    cy        1     20\n"
                         "  3.    bob       3      5\n"
                         "  3.    dan       3      5\n", self.grade("config.db", "--extra", "20,10,5"))

    def split_averages_and_files_are_for_gradebooks(self):
        self.grade("config.db", "--extra", "20,10,5", "--split", "--csv", "extra.csv", "--json", "extra.json")
        self.assertEqual(b'Student,ID,SIS User ID,SIS Login ID,Section,"Spring, extra"\r\n'
                         b"Points Possible,,,,,0\r\n"
                         b"ann,,,ann,,15\r\ncy,,,cy,,15\r\nbob,,,bob,,2.5\r\ndan,,,dan,,2.5\r\n",
                         (self.folder / "extra.csv").read_bytes())
        page = self.read_json("extra.json")
        self.assertEqual(("average", 2.5), (page["sharing"], page["entrants"][2]["extra"]))
        self.grade("config.db", "--extra", "20,10,5", "--csv", "moodle:extra.csv")
        self.assertTrue(self.read("extra.csv").startswith("Username,ID number,Email address,"))

    def refuses_in_one_line(self):
        for wrong in ("20,", ",5", "5,10", "-1", "x", "1e3", "20;10", "nan"):
            self.assertIn(f"--extra: got '{wrong}', expected ", self.refused_with("config.db", f"--extra={wrong}"))
        for words, message in ((["none.db"], "none.db"), (["config.json"], "config.json"),
                               (["config.db", "--json", "none/x.json"], "none/x.json: there is no folder none"),
                               (["config.db", "--csv", "excel:x.csv"], "moodle:FILE")):
            self.assertIn(message, self.refused_with(*words, "--extra", "20"))


if __name__ == "__main__":
    unittest.main()
