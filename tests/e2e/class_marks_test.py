"""`referee grade --marks`: a class at once against the scale of staff bots, whenever the referee is killed; what was played is
not played again."""
import csv
import hashlib
import io
import json
import re
import signal
import stat
import unittest

from fixture.case import rude_bot
from fixture.dial_in import token_of
from fixture.program import KILLED, sample_bot
from fixture.tournament import dialled, launched, plain_round_robin
from fixture.web import WebCase

MARKS = {
    "bands": [
        {"mark": "A", "points": 20, "against": "staff-3", "share": 0.4},
        {"mark": "B", "points": 8.5, "against": "staff-1", "share": 0.4},
        {"mark": "C", "points": 0},
    ],
    "error": 0.4, "margin": 0.25, "most_games": 12, "openings": {"plies": 2},
}
SEED = 2  # of games that bob, at random, wins and loses as B asks; with secret ones it gets C three times of ten


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if key not in ("seconds", "started")}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


class ClassMarks(WebCase):
    def setUp(self):
        super().setUp()
        self.write("marks.json", json.dumps({**MARKS, "seed": SEED}))

    def script(self, name, *command):
        """A program of the entrant's own, which the command names."""
        words = " ".join(f"'{word}'" for word in command)
        return launched(name, str(self.write(f"bots/{name}", f"#!/bin/sh\n# of {name}\nexec {words}\n", 0o755)))

    def play_tournament(self, *options, **more):
        """ada is strong, bob plays at random, cra ends in its first turn, dee dials in and never came."""
        ada = {**self.script("ada", sample_bot("walls_search"), "--nodes", "300"), "display": "Ada <L.>",
               "token_sha256": hashlib.sha256(token_of("ada").encode()).hexdigest()}
        config = plain_round_robin(
            [ada, self.script("bob", sample_bot("walls_random"), "--seed", "5"), launched("cra", *rude_bot("dies_in_mid_game")),
             dialled("dee"), {**launched("rock", "sample:walls_random", "--seed", "1"), "staff": True}],
            as_root=True, store="class.db", reports="out", listen={"host": "127.0.0.1", "port": 0}, no_show_ms=1,
            start={"when": "at", "at": "2020-01-01T00:00:00Z"}, **more)
        self.write("class.json", json.dumps(config))
        self.referee("run", "class.json", *options)

    def grade(self, *words, code=0):
        return self.referee("grade", "class.db", *words, code=code)

    def records(self, name="*"):
        """The records of games that were played for marks, each with what says that it was written again."""
        folder = self.folder / "class.db.marks/entrants"
        return {str(file.relative_to(folder)): (file.stat().st_ino, file.stat().st_mtime_ns) for file in folder.glob(f"{name}/records/*.jsonl")}

    def marks(self, file):
        page = self.read_json(file)
        return {one["name"]: one["score"] and one["score"]["items"][0]["mark"]["mark"] for one in page["entrants"]}

    def test_a_class_is_graded_whenever_it_is_killed_and_only_what_is_missing_is_played(self):
        self.play_tournament()
        running = self.start("grade", "class.db", "--marks", "marks.json", "--jobs", "2")
        self.until(lambda: len(self.records("bob")) >= 4)
        running.signal(signal.SIGKILL)
        self.assertEqual(KILLED, running.wait().code)
        played = self.records()

        said = self.grade("--marks", "marks.json", "--jobs", "3", "--csv", "canvas:marks.csv", "--json", "one.json")
        self.assertEqual(played, {name: now for name, now in self.records().items() if name in played}, "they were played again")
        self.assertEqual({"ada": "A", "bob": "B", "cra": "C", "dee": None}, self.marks("one.json"), said)
        self.assert_words(said, "ada: mark A, 20 of 20 points", "none of them new", "dee: no mark: it dials in", "marks.html")
        rows = {row[3]: row[5] for row in csv.reader(io.StringIO(self.read("marks.csv")))}
        self.assertEqual({"SIS Login ID": "Spring, marks", "": "20", "ada": "20", "bob": "8.5", "cra": "0", "dee": ""}, rows)
        self.assertEqual([], [path for path in [self.folder / "class.db.marks", *(self.folder / "class.db.marks").glob("**/found.json"), self.folder / "class.db.marks/marks.html"]
                              if stat.S_IMODE(path.stat().st_mode) & 0o077], "others can read these")
        self.referee("verify", *(self.folder / "class.db.marks").glob("**/records/*.jsonl"))
        self.nothing_changed_and_nothing_is_played()
        self.who_has_another_program_plays_alone()
        self.after_as_many_programs_as_attempts_allows_the_mark_stands()
        self.other_borders_are_decided_by_the_games_that_were_played()
        self.page_and_own_page()
        self.a_program_that_is_gone_or_does_not_start_costs_nobody_else_anything()

    def nothing_changed_and_nothing_is_played(self):
        played = self.records()
        self.grade("--marks", "marks.json", "--jobs", "1", "--json", "two.json")
        self.assertEqual(played, self.records())
        self.assertEqual(without_times(self.read_json("one.json")), without_times(self.read_json("two.json")))

    def who_has_another_program_plays_alone(self):
        played = self.records()
        self.script("bob", sample_bot("walls_search"), "--nodes", "300")
        said = self.grade("--marks", "marks.json", "--json", "three.json")
        self.assertEqual("A", self.marks("three.json")["bob"])
        self.assertEqual({"bob"}, {name.split("/")[0] for name in self.records().keys() - played.keys()})
        self.assertEqual(played, {name: now for name, now in self.records().items() if name in played})
        self.assert_words(re.search(r"^ada: .*", said, re.M)[0], "none of them new")
        self.assertIn("2 programs marked so far", re.search(r"^bob: .*", said, re.M)[0])
        self.assertEqual({"ada": 1, "bob": 2}, {one["name"]: one["programs"] for one in self.read_json("three.json")["entrants"] if one["name"] in ("ada", "bob")})

    def after_as_many_programs_as_attempts_allows_the_mark_stands(self):
        self.write("bounded.json", json.dumps({**MARKS, "seed": SEED, "attempts": 2}))
        best = (self.folder / "bots/bob").read_bytes()
        self.script("bob", sample_bot("walls_random"), "--seed", "99")
        played = self.records()
        said = self.grade("--marks", "bounded.json", "--json", "bounded.out", "--csv", "canvas:bounded.csv")
        self.assertEqual(played, self.records())
        self.assertEqual(self.marks("three.json"), self.marks("bounded.out"))
        self.assert_words(re.search(r"^bob: .*", said, re.M)[0], "mark A", "stands", "2 programs", '"attempts"')
        self.assertIn(["bob", "20"], [[row[3], row[5]] for row in csv.reader(io.StringIO(self.read("bounded.csv")))])
        (self.folder / "bots/bob").write_bytes(best)
        self.assertIn("bob: mark A, 20 of 20", self.grade("--marks", "bounded.json"), "a program that is marked is known")

    def other_borders_are_decided_by_the_games_that_were_played(self):
        played = self.records()
        bands = [{**MARKS["bands"][0], "mark": "1", "points": 1}, {**MARKS["bands"][1], "mark": "2", "points": 0.5}, MARKS["bands"][2]]
        self.write("other.json", json.dumps({**MARKS, "seed": SEED, "bands": bands}))
        self.grade("--marks", "other.json", "--json", "four.json")
        self.assertEqual({"ada": "1", "bob": "1", "cra": "C", "dee": None}, self.marks("four.json"))
        self.assertEqual(played, self.records())

    def page_and_own_page(self):
        page = self.read("class.db.marks/marks.html")
        self.assert_words(page, "Ada &lt;L.&gt;", "staff-3", "dials in", "<svg")
        self.watch(self.start("web", "class.db", "--listen", "127.0.0.1:0"))
        self.assertNotIn("mark", self.me_as("/api/me", "ada").json(), "nobody has published it")
        self.assert_words(self.referee("grade", "class.db", "--publish"), "3 marks published")
        mark = self.me_as("/api/me", "ada").json()["mark"]
        self.assertEqual(("1", 1, 1, "staff-3"), (mark["mark"], mark["points"], mark["max_points"], mark["against"][0]["opponent"]))
        self.assertIn(mark["curve"], page)
        self.assertEqual(0o600, stat.S_IMODE((self.folder / "class.db.marks/published/ada.json").stat().st_mode))
        self.assertEqual(404, self.get("/marks.html").status)

    def a_program_that_is_gone_or_does_not_start_costs_nobody_else_anything(self):
        program = self.write("bots/bob", "#!/none/sh\n", 0o755)
        for why in (["its program does not start", "/none/sh"], ["class.json: entrants[1].command[0]: got", "bots/bob"]):
            said = self.grade("--marks", "marks.json", "--json", "five.json", "--csv", "canvas:five.csv")
            self.assertEqual({"ada": "A", "bob": None, "cra": "C", "dee": None}, self.marks("five.json"))
            told = next(one["why_not"] for one in self.read_json("five.json")["entrants"] if one["name"] == "bob")
            for text in (re.search(r"^bob: no mark: .*", said, re.M)[0], told, self.read("class.db.marks/marks.html")):
                self.assert_words(text, *why)
            self.assertIn(["bob", ""], [[row[3], row[5]] for row in csv.reader(io.StringIO(self.read("five.csv")))])
            program.unlink(missing_ok=True)
        published = self.folder / "class.db.marks/published/bob.json"
        self.assertTrue(published.exists(), "what was published stays until the next time")
        self.referee("grade", "class.db", "--publish")
        self.assertFalse(published.exists())
        self.referee("forget", "class.db", "ada")
        self.assertEqual({}, self.records("ada"))
        self.assertFalse((self.folder / "class.db.marks/marks.html").exists())
        self.referee("grade", "class.db", "--publish", code=2)
        self.assert_words(self.said, "class.db.marks/marks.html: not there", "grade it first")

    def test_marks_of_the_tournament_file_are_played_and_checked(self):
        self.play_tournament("--seed", "9", marks=MARKS)
        self.assert_words(self.referee("check", "--no-start", "class.json"), "A from 0.4 against staff-3")
        self.assertIn("cra: mark C", self.grade())
        config = self.read_json("class.json")
        config["marks"]["bands"][1]["against"] = "staff-9"
        self.write("wrong.json", json.dumps(config))
        self.write("class.json", json.dumps(config))
        for words in (["check", "wrong.json"], ["run", "wrong.json", "--store", "new.db"], ["grade", "class.db"]):
            self.referee(*words, code=2)
            self.assert_words(self.said, ".json: marks.bands[1].against", "staff-9", "staff-1 to staff-5")
        self.assertFalse((self.folder / "new.db").exists())

    def test_secret_seeds_follow_from_no_seed_of_the_tournament_and_are_told_with_the_marks(self):
        self.play_tournament("--seed", "9", marks={**MARKS, "most_games": 4})
        commitment = re.search(r"SHA-256 ([0-9a-f]{64})$", self.grade(), re.M)[1]
        seeds = self.seeds()
        self.assertEqual(set(), seeds & {self.number(9, game) for game in range(1, 200)}, "these can be computed beforehand")
        self.assertNotIn("drawn anew", self.grade(), "what is not published is gone on with")
        self.assertEqual(seeds, self.seeds())
        self.assertEqual({"seeds.json", "marks.html", "entrants"}, {file.name for file in (self.folder / "class.db.marks").iterdir()})
        self.referee("grade", "class.db", "--publish")
        self.assertEqual({"published", "marks.html", "entrants"}, {file.name for file in (self.folder / "class.db.marks").iterdir()})
        told = self.read_json("class.db.marks/published/ada.json")["seeds"]
        self.assertEqual(commitment, told["commitment"])
        self.assertEqual(commitment, hashlib.sha256(f"{told['salt']}:{told['seed']}".encode()).hexdigest())
        self.assertLessEqual(seeds, {self.number(told["seed"], game) for game in range(1, 200)})
        self.assert_words(self.grade(), "drawn anew", "all games are played")
        self.assertEqual(set(), (self.seeds() - seeds) & {self.number(told["seed"], game) for game in range(1, 200)})

    @staticmethod
    def number(seed, game):
        """"The first 53 bits of SHA-256("seed/round/0/game/0")", of round 0."""
        return int(hashlib.sha256(f"{seed}/0/0/{game}/0".encode()).hexdigest()[:16], 16) >> 11

    def seeds(self):
        return {json.loads(file.read_text().splitlines()[0])["seed"] for file in (self.folder / "class.db.marks/entrants").glob("*/records/*.jsonl")}

    def test_two_gradings_of_one_store_do_not_mix(self):
        self.play_tournament()
        first = self.start("grade", "class.db", "--marks", "marks.json", "--jobs", "1")
        self.until(lambda: self.records())
        for words in (["--marks", "marks.json"], ["--publish"]):
            self.grade(*words, code=3 if words[0] == "--marks" else 2)
            self.assert_words(self.said, "class.db.marks")
        first.signal(signal.SIGKILL)
        first.wait()
        self.grade("--marks", "marks.json")

    def test_what_cannot_be_graded_is_refused_in_one_line_and_before_anything_is_played(self):
        self.play_tournament()
        self.write("odd.csv", "Shoe size,Colour\n41,red\n")
        self.write("others.csv", "Student,ID,SIS Login ID,Bots (47)\nZoe,1,zoe,\n")
        self.write("class.csv", "Student,ID,SIS Login ID,Bots (47)\nAda,1,ada,\n")
        roster = ["--marks", "marks.json", "--csv", "back.csv", "--roster"]
        for words, message in (([], ("--marks", "--extra")), (["--marks", "none.json"], ("none.json",)),
                               (["--marks", "class.json"], ("class.json", "openings")),
                               ([*roster, "none.csv"], ("none.csv: cannot be read",)), ([*roster, "odd.csv"], ("odd.csv: line 1", "Shoe size")),
                               ([*roster, "others.csv"], ("--roster: got others.csv", "class.db", "such as ada")),
                               ([*roster, "class.csv", "--column", "Quiz"], ("--column", "Quiz", "Bots (47)")),
                               (["--marks", "marks.json", "--csv", "moodle:back.csv", "--roster", "class.csv"], ("--csv", "class.csv is of Canvas"))):
            self.grade(*words, code=2)
            self.assertEqual(1, self.said.count("\n"), self.said)
            self.assert_words(self.said, *message)
        self.write("class.json", json.dumps({**self.read_json("class.json"), "options": {"n": 5}}))
        self.grade("--marks", "marks.json", code=2)
        self.assert_words(self.said, "class.json: options.n: got 5, expected 3")
        self.assertFalse((self.folder / "class.db.marks").exists())


if __name__ == "__main__":
    unittest.main()
