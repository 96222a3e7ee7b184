"""Students' names: made-up ones from the roster on, and a person who is forgotten."""
import csv
import json
import stat
import unittest
import urllib.request

from fixture.case import RefereeCase
from fixture.program import PATIENCE

ROSTER = ('\ufeffStudent,ID,SIS User ID,SIS Login ID,Section,Bots (4711)\r\n'
          '"Liddell, Alice",9101001,s1001,aliddell,"Monday, 8 ""early""",61.5\r\n'
          '"Łukasz, Bob",9101002,s1002,blukasz@example.edu,=Monday,\r\n')


class Names(RefereeCase):
    def play(self, entrants, **more):
        config = {"name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "swiss", "rounds": 2}, "seed": 7,
                  "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "parallel": 1, "sandbox": "none",
                  "entrants": entrants, **more}
        self.write("class.json", json.dumps(config))
        self.referee("run", "class.json", "--reports", "out")

    def bots(self, names):
        return [{"name": name, "display": name.title() + " Liddell", "command": ["sample:walls_random", "--seed", str(i)]}
                for i, name in enumerate(names)]

    def holders(self, word):
        """The files that hold the word, upper and lower case being the same."""
        word = word.lower().encode()
        return sorted(str(file.relative_to(self.folder)) for file in self.folder.rglob("*")
                      if file.is_file() and word in file.read_bytes().lower())

    def aliases(self):
        with open(self.folder / "tokens/aliases.csv", encoding="utf-8-sig", newline="") as file:
            return {row["SIS Login ID"]: row["Referee alias"] for row in csv.DictReader(file)}


class Aliases(Names):
    def setUp(self):
        super().setUp()
        self.write("students.csv", ROSTER.encode())
        self.referee("token", "--roster", "students.csv", "--alias", "--out", "tokens")

    def test_entrants_have_made_up_names_and_only_one_file_says_whose(self):
        given = self.aliases()
        self.assertEqual(["aliddell", "blukasz@example.edu"], list(given))
        entrants = self.read_json("tokens/entrants.json")
        self.assertEqual(list(given.values()), [entrant["name"] for entrant in entrants])
        self.assertFalse([entrant for entrant in entrants if "display" in entrant])
        self.assertEqual(["students.csv", "tokens/aliases.csv"], self.holders("aliddell"))
        mode = (self.folder / "tokens/aliases.csv").stat().st_mode
        self.assertEqual(0o600, stat.S_IMODE(mode))
        for name in given.values():
            self.assertTrue((self.folder / f"tokens/{name}.token").exists())

    def test_another_run_keeps_them_and_names_who_is_new(self):
        before = self.aliases()
        with open(self.folder / "students.csv", "ab") as file:
            file.write(b'"Cat, Cheshire",104,s1004,ccat,Monday,\r\n')
        self.referee("token", "--roster", "students.csv", "--alias", "--out", "tokens")
        after = self.aliases()
        self.assertEqual(before, {login: after[login] for login in before})
        self.assertEqual(3, len(set(after.values())))

    def test_the_other_cells_are_the_same_bytes(self):
        lines = (self.folder / "tokens/aliases.csv").read_bytes().decode().split("\r\n")
        for line, original in zip(lines, ROSTER.split("\r\n"), strict=True):
            self.assertTrue(line.startswith(original), line)

    def test_grades_go_back_under_the_students_own_rows(self):
        given = self.aliases()
        self.play(self.bots(given.values()), roster="tokens/aliases.csv")
        self.referee("grade", "class.db", "--extra", "20,10", "--csv", "extra.csv")
        text = (self.folder / "extra.csv").read_bytes().decode()
        for name in given.values():
            self.assertNotIn(name, text)
        self.assertIn('"Liddell, Alice",9101001,s1001,aliddell,"Monday, 8 ""early"""', text)

    def cells(self):
        """What the roster says of the students: every cell, and the words in it that are no one else's."""
        rows = list(csv.reader(ROSTER.lstrip("\ufeff").splitlines()))
        found = {cell for row in rows[1:] for cell in row if len(cell) > 3}
        return found | {"Liddell", "Alice", "Łukasz", "blukasz"}

    def served(self):
        """All that a browser can fetch of the finished tournament, by address."""
        url = self.start("web", "class.db", "--listen", "127.0.0.1:0").see(r"watch: (\S+)/")[1]
        tournament = urllib.request.urlopen(url + "/api/tournament", timeout=PATIENCE).read()
        matches = [match["match"] for one in json.loads(tournament)["rounds"] for table in one["tables"]
                   for match in table["matches"]]
        self.assertTrue(matches)
        pages = ["/", "/me"] + [before + match + after for match in matches
                                for before, after in (("/matches/", ""), ("/api/matches/", ""), ("/api/matches/", "/record"))]
        answers = {page: urllib.request.urlopen(url + page, timeout=PATIENCE) for page in pages}
        return {"/api/tournament": tournament} | {page: str(answer.headers).encode() + answer.read()
                                                  for page, answer in answers.items()}

    def test_no_byte_that_spectators_get_is_of_the_roster(self):
        entrants = [{**bot, "display": ""} for bot in self.bots(self.aliases().values())]
        self.play(entrants, roster="tokens/aliases.csv")
        shown = {str(file): file.read_bytes() for file in (self.folder / "out/site").rglob("*")
                 if file.is_file() and "assets" not in file.parts} | self.served()
        self.assertGreater(len(shown), 10)
        for name, content in shown.items():
            for cell in self.cells():
                self.assertNotIn(cell.encode(), content, name)

    def test_a_file_without_a_name_for_a_student_is_refused_with_its_line(self):
        path = self.folder / "tokens/aliases.csv"
        path.write_text(path.read_text(encoding="utf-8").replace(self.aliases()["aliddell"], "two words"), encoding="utf-8")
        self.referee("token", "--roster", "tokens/aliases.csv", "--out", "again", code=2)
        self.assertIn('tokens/aliases.csv: line 2: column "Referee alias": got "two words"', self.said)


class Forget(Names):
    def setUp(self):
        super().setUp()
        self.play(self.bots(["aliddell", "bob", "carol"]))
        self.write("out/bots/aliddell.stderr", "I am Alice")
        self.write("out/bots/aliddell.stderr.turns", "{}")

    def test_the_name_is_in_no_file_of_the_store_and_results_stay(self):
        before = self.read_json("out/standings.json")
        said = self.referee("forget", "class.db", "ALIDDELL", "--reports", "out")
        self.assertIn("aliddell is forgotten-1 now", said)
        (self.folder / "class.json").unlink()
        self.assertEqual([], self.holders("aliddell"))
        after = self.read_json("out/standings.json")
        ranks = {row["name"].replace("forgotten-1", "aliddell"): (row["rank"], row["points"]) for row in after["standings"]}
        self.assertEqual({row["name"]: (row["rank"], row["points"]) for row in before["standings"]}, ranks)

    def test_what_is_left_verifies(self):
        self.referee("forget", "class.db", "aliddell", "--reports", "out")
        self.referee("check", "--deep", "class.db")
        self.assertTrue(self.record_files())  # each test verifies them

    def test_a_second_person_gets_the_next_number(self):
        self.referee("forget", "class.db", "aliddell")
        self.assertIn("carol is forgotten-2 now", self.referee("forget", "class.db", "carol"))

    def test_who_is_not_there_is_named(self):
        self.referee("forget", "class.db", "dave", code=2)
        self.assertIn("no entrant is called dave", self.said)
        self.referee("forget", "none.db", "dave", code=2)
        self.assertFalse((self.folder / "none.db").exists())


if __name__ == "__main__":
    unittest.main()
