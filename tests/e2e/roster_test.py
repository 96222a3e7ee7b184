"""A class comes from a learning platform, plays, and goes back: the cells by which the platform finds its students again are
the same bytes."""
import json
import pathlib
import unittest

from fixture.case import RefereeCase


STUDENTS = pathlib.Path(__file__).resolve().parents[2] / "configs" / "students.csv"

# What Canvas writes: a byte order mark, CRLF, a quoted section, two assignments, columns that it does not read back.
CANVAS_HEAD = "\ufeffStudent,ID,SIS User ID,SIS Login ID,Integration ID,Section"
CANVAS_ALICE = '"Liddell, Alice",101,s1001,alice,i-7,"Monday, 8 ""early"""'
CANVAS_BOB = '"Łukasz, Bob",0102,s1002,bob@example.edu,,=Monday'
CANVAS = "\r\n".join([
    CANVAS_HEAD + ",Homework (12),Bots (4711),Final Score",
    ",,,,,,,Manual Posting,",
    "    Points Possible,,,,,,10,100,(read only)",
    CANVAS_ALICE + ",9.25,61.5,88.75",
    CANVAS_BOB + ",7,,70",
    '"Cat, Cheshire",104,s1004,cat,,Monday,3,44.25,50',
    '"Student, Test",103,,,,Monday,,,',
    ""])


class Roster(RefereeCase):
    def write(self, name, text):
        (self.folder / name).write_bytes(text.encode())

    def read(self, name):
        return (self.folder / name).read_bytes().decode()

    def config(self, names, roster=None):
        """A tournament of sample bots with these names: how they play does not matter here."""
        config = {"name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"}, "seed": 7,
                  "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "parallel": 1, "sandbox": "none",
                  "entrants": [{"name": name, "command": ["sample:walls_random", "--seed", str(i)]}
                               for i, name in enumerate(names)]}
        if roster:
            config["roster"] = roster
        self.write("class.json", json.dumps(config))

    def play(self, roster=None):
        self.config(["alice", "bob"], roster)
        self.referee("run", "class.json")

    def grade(self, *words):
        """The points by name; what was printed is in self.printed."""
        self.printed = self.referee("grade", "class.db", "--extra", "20,7.5", "--json", "extra.json", *words)
        extra = self.read_json("extra.json")["entrants"]
        return {entrant["name"]: f'{entrant["extra"]:g}' for entrant in extra}

    def test_canvas_gets_its_own_bytes_back(self):
        self.write("students.csv", CANVAS)
        said = self.referee("token", "--roster", "students.csv")
        self.assertIn('"roster": "students.csv"', said)
        entrants = self.read_json("tokens/entrants.json")
        self.assertEqual(["alice", "bob", "cat"], [entrant["name"] for entrant in entrants])
        self.play("students.csv")
        (self.folder / "students.csv").unlink()  # the store has it
        points = self.grade("--csv", "canvas:back.csv", "--column", "4711")
        self.assertEqual("\r\n".join([
            CANVAS_HEAD + ",Bots (4711)",
            ",,,,,,Manual Posting",
            "    Points Possible,,,,,,100",
            CANVAS_ALICE + "," + points["alice"],
            CANVAS_BOB + "," + points["bob"],
            ""]), self.read("back.csv"))
        self.assertIn('back.csv: the column "Bots (4711)" for Canvas, 2 of the 3 students in students.csv\n', self.printed)
        self.assertRegex(self.printed, r"replaces the scores of these 2\b.*--column")
        self.assertRegex(self.printed, r"(?m)stay as they are: cat$")

    def test_the_store_holds_no_grades_of_the_export(self):
        self.write("students.csv", CANVAS)
        self.play("students.csv")
        stored = (self.folder / "class.db").read_bytes()
        self.assertIn(b"s1001", stored)
        for grade in [b"61.5", b"88.75", b"9.25", b"44.25"]:
            self.assertNotIn(grade, stored)

    def test_the_example_of_the_page_keeps_title_and_number(self):
        self.write("students.csv", STUDENTS.read_text())
        self.play("students.csv")
        points = self.grade("--csv", "back.csv")
        self.assertEqual("Student,ID,SIS User ID,SIS Login ID,Section,Bots (4711)\n    Points Possible,,,,,100\n"
                         f'"Liddell, Alice",101,s1001,alice,Monday,{points["alice"]}\n'
                         f'"Łukasz, Bob",102,s1002,bob@example.edu,Monday,{points["bob"]}\n', self.read("back.csv"))

    def test_semicolons_stay(self):
        self.play()
        self.write("class.csv", "Vorname;Nachname;E-Mail-Adresse\nAlice;Liddell;alice@example.edu\nBob;Ł;bob@example.edu\n")
        points = self.grade("--csv", "back.csv", "--roster", "class.csv")
        self.assertEqual("Vorname;Nachname;E-Mail-Adresse;Spring, extra;Spring, extra (feedback)",
                         self.read("back.csv").split("\n")[0].replace('"', ""))
        self.assertIn(f"Alice;Liddell;alice@example.edu;{points['alice']};place ", self.read("back.csv"))

    def test_a_new_column_where_the_export_has_several_or_none(self):
        self.write("students.csv", CANVAS)
        self.play("students.csv")
        self.grade("--csv", "back.csv")
        lines = self.read("back.csv").split("\r\n")
        self.assertEqual(CANVAS_HEAD + ',"Spring, extra"', lines[0])
        self.assertEqual([",,,,,,", "    Points Possible,,,,,,0"], lines[1:3])
        self.assertIn('back.csv: a new column "Spring, extra" for Canvas', self.printed)
        self.write("bare.csv", "Student,ID\n\"Liddell, Alice\",101\n")
        self.play()
        self.grade("--csv", "back.csv", "--roster", "bare.csv")
        self.assertIn("not in bare.csv, so left out: ", self.printed)
        self.assertEqual(['Student,ID,"Spring, extra"', "    Points Possible,,0", ""], self.read("back.csv").split("\n"))

    def test_wrong_words_are_refused_and_nothing_is_written(self):
        self.write("students.csv", CANVAS)
        self.play("students.csv")
        grade = ["grade", "class.db", "--extra", "20", "--csv"]
        self.referee(*grade, "back.csv", "--column", "Quiz", code=2)
        self.assertEqual('referee: --column: got "Quiz", expected one of "Homework (12)", "Bots (4711)" as in students.csv\n',
                         self.said)
        self.referee(*grade, "moodle:back.csv", "--roster", "students.csv", code=2)
        self.assertIn("students.csv is of Canvas", self.said)
        self.referee(*grade, "moodle:back.csv", "--column", "Bots", code=2)
        self.assertIn("--column: got 'Bots', expected none", self.said)
        self.assertFalse((self.folder / "back.csv").exists())
        self.config(["alice", "bob"], "none.csv")
        self.referee("check", "--no-start", "class.json", code=2)
        self.assertIn("class.json: roster: none.csv: cannot be read", self.said)

    def test_check_says_who_is_in_the_roster(self):
        self.write("students.csv", CANVAS)
        self.config(["alice", "bob", "sample"], "students.csv")
        told = " ".join(self.referee("check", "--no-start", "class.json").split())
        self.assertIn("students.csv has 3 students (Canvas), 2 of them in entrants", told)

    def test_a_store_without_a_roster_says_so(self):
        self.play()
        self.grade("--csv", "back.csv")
        self.assertIn("--roster FILE", self.printed)
        self.assertIn("alice,,,alice,,", self.read("back.csv"))


if __name__ == "__main__":
    unittest.main()
