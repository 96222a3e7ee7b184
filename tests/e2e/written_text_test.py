"""Whatever editor and system a person's files come from, every command reads them alike: with a byte order mark, with the line
ends of Windows and of old Macs, in UTF-16. A file that turns out empty is never a success."""
import json
import unittest

from fixture.case import RefereeCase

FORMS = {
    "mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "crlf": lambda text: text.replace("\n", "\r\n").encode(),
    "cr": lambda text: text.replace("\n", "\r").encode(),
    "windows": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "big-endian": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "without a mark": lambda text: text.encode("utf-16-le"),
}
MAZE = "o   $\n_   _\n"
BOTS = ["--bot", "a=sample:walls_random --seed 1", "--bot", "b=sample:walls_random --seed 2"]
TOURNAMENT = {"name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"}, "roster": "roster.csv",
              "entrants": [{"name": "alice", "command": ["sample:walls_random"]},
                           {"name": "bob", "command": ["sample:walls_random"]}]}


class WrittenText(RefereeCase):
    def each_form(self, check, **texts):
        """Runs `check` with the files written in each form; a name's "__" is a dot."""
        for form, written in FORMS.items():
            with self.subTest(form):
                for name, text in texts.items():
                    self.write(name.replace("__", "."), written(text))
                check()

    def test_a_tournament_and_its_roster(self):
        roster = "Username,First name,Last name\nalice,Alice,Liddell\nbob,Bob,Łukasz\n"

        def check():
            self.assertIn("Spring", self.referee("check", "t.json", "--no-start"))
            self.referee("token", "--roster", "roster.csv", "--alias")
            self.assertIn("Łukasz", self.read("tokens/aliases.csv"))

        self.each_form(check, t__json=json.dumps(TOURNAMENT, indent=1), roster__csv=roster)

    def test_a_ladders_openings(self):
        ladder = {**TOURNAMENT, "format": {"kind": "ladder", "matches": 4, "openings": "openings.txt"}}
        del ladder["roster"]
        self.write("t.json", json.dumps(ladder))
        self.each_form(lambda: self.referee("check", "t.json", "--no-start"), openings__txt='# two\n["forward"]\n["left"]\n')
        for empty in ("", "# nothing\n"):
            self.write("openings.txt", empty)
            self.referee("check", "t.json", "--no-start", code=2)
            self.assertIn("openings", self.said)

    def test_openings_opponents_and_options_of_a_match(self):
        small = '{"kind": "per_move", "ms": 60000, "measure": "wall"}\n'
        opponents = "# one\nother=sample:walls_random --seed 2\n\n"
        words = ["match", "walls", "--option", "n=3", "--seed", "1", "--bot", "me=sample:walls_random --seed 1", "--games", "4",
                 "--opponents", "pool.txt", "--openings", "openings.txt", "--clock", "@clock.json"]
        self.each_form(lambda: self.referee(*words), openings__txt='["forward", "left"]\n["right"]\n', pool__txt=opponents,
                       clock__json=small)
        for name in ("openings", "opponents"):
            for empty in (b"", b"\xef\xbb\xbf", b"\xff\xfe", b"# nothing\r\n"):
                self.write("empty.txt", empty)
                self.referee("match", "walls", *BOTS[:2 if name == "opponents" else 4], f"--{name}", "empty.txt", code=2)
                self.assertIn("empty.txt", self.said)

    def test_mazes_and_moves(self):
        self.write("maze.txt", MAZE)
        self.write("moves.txt", '"E"\n')
        right = self.referee("step", "snake", "--option", "maze=maze.txt", "--moves", "moves.txt")
        self.each_form(
            lambda: self.assertEqual(right, self.referee("step", "snake", "--option", "maze=maze.txt", "--moves", "moves.txt")),
            maze__txt=MAZE, moves__txt='"E"\n')
        self.write("maze.txt", b"\xff\xfe")
        self.referee("step", "snake", "--option", "maze=maze.txt", "--moves", "moves.txt", code=2)
        self.assertIn("maze.txt", self.said)

    def test_rubrics(self):
        rubric = {"name": "Walls", "game": "walls", "seed": 1, "items": [
            {"name": "Won", "points": 1, "opponents": [["sample:walls_random"]], "games": 2,
             "criterion": {"measure": "wins", "at_least": 1}}]}
        self.each_form(lambda: self.assertIn("Walls", self.referee("check", "r.json", "--no-start")),
                       r__json=json.dumps(rubric, indent=1))
        self.write("r.json", b"\xff\xfe")
        self.referee("check", "r.json", code=2)

    def test_lists_without_a_student(self):
        for empty in (b"", b"\xff\xfe", b"sep=;\r\n", b"Username,Email address\r\n", b"\r\n\r\n"):
            self.write("roster.csv", empty)
            self.referee("token", "--roster", "roster.csv", code=2)
            self.assertIn("roster.csv", self.said)
        self.assertFalse((self.folder / "tokens").exists())


if __name__ == "__main__":
    unittest.main()
