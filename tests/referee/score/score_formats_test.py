"""Reads the scores with readers like those of graders. Usage: score_formats_test.py SCORE_SAMPLES XMLLINT"""
import csv
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "protocol"))
import schemas  # noqa: E402

XMLLINT = sys.argv.pop()
SAMPLES = sys.argv.pop()
HERE = pathlib.Path(__file__).resolve().parent
SCHEMA = json.loads((HERE.parents[2] / "configs" / "schema" / "score.schema.json").read_text())
RUNNER = {"CLASSROOM": "ai-2026", "ASSIGNMENT": "walls", "SUBMISSION_TAG": "submit/x", "COMMIT_URL": "https://h/c", "RELEASE_URL": "https://h/r"}
STUDENT = {"REFEREE_STUDENT": "Liddell, Alice", "REFEREE_STUDENT_LOGIN": "alice", "REFEREE_STUDENT_ID": "s1001", "REFEREE_STUDENT_EMAIL": "a@x.edu"}
SECRETS = ["SECRET", "43.2", "9876543"]
FORMATS = ["junit.xml", "results.json", "result.json", "canvas.csv", "moodle.csv", "score.json", "text.txt"]
# Fields and values as Gradescope's page on autograders lists them; nothing else.
TEXT_FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
GRADESCOPE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "tests"],
    "properties": {
        "score": {"type": "number"},
        "execution_time": {"type": "integer"},
        "output": {"type": "string"},
        "output_format": TEXT_FORMAT,
        "test_output_format": TEXT_FORMAT,
        "test_name_format": TEXT_FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["score", "max_score"],
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "name_format": TEXT_FORMAT,
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "output_format": TEXT_FORMAT,
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
            },
        },
        "leaderboard": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["name", "value"],
                "properties": {"name": {"type": "string"}, "value": {"type": ["number", "string"]}, "order": {"enum": ["asc", "desc"]}},
            },
        },
    },
}
NOT_EMPTY = {"type": "string", "minLength": 1}
COUNT = {"type": "integer", "minimum": 0}
CLASSROOM_TEXTS = ["classroom", "assignment", "owner", "assignment_type", "submission", "commit", "release", "review"]
CLASSROOM_TEST = {"test-name": NOT_EMPTY, "passed": {"type": "boolean"}, "score": COUNT, "max-score": COUNT}
CLASSROOM = {
    "type": "object",
    "additionalProperties": False,
    "required": ["schema", *CLASSROOM_TEXTS, "datetime", "score", "max-score", "tests"],
    "properties": {
        "schema": {"const": "classroom50/result/v1"},
        **{key: NOT_EMPTY for key in CLASSROOM_TEXTS},
        "datetime": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$"},
        "score": COUNT,
        "max-score": COUNT,
        "tests": {"type": "array", "items": {"type": "object", "required": list(CLASSROOM_TEST), "properties": CLASSROOM_TEST}},
    },
}


@functools.cache
def write(**variables):
    """A folder with the samples, written with these variables in the environment; cached by variables."""
    folder = tempfile.TemporaryDirectory()
    bare = {key: value for key, value in os.environ.items() if key not in {*RUNNER, *STUDENT, "REVIEW_URL", "OWNER", "ASSIGNMENT_TYPE"}}
    subprocess.run([SAMPLES, folder.name], check=True, env={**bare, **variables})
    return folder


def wrong(schema, value):
    return [f"{'/'.join(map(str, e.path))}: {e.message}" for e in jsonschema.Draft202012Validator(schema).iter_errors(value)]


class Formats(unittest.TestCase):
    variables = {}

    @property
    def path(self):
        return pathlib.Path(write(**self.variables).name)

    def text(self, name, file):
        return (self.path / name / file).read_bytes().decode("utf-8", "strict")

    def json(self, name, file):
        return json.loads(self.text(name, file))

    def each(self):
        """The names of all reports, masked and revealed."""
        names = sorted(str(path.parent.relative_to(self.path)) for path in self.path.rglob("junit.xml"))
        self.assertGreater(len(names), 40)
        for name in names:
            with self.subTest(name):
                yield name


class JUnit(Formats):
    def cases(self, name):
        """The name, the result and the message of each test case."""
        found = []
        for case in ElementTree.fromstring(self.text(name, "junit.xml")).iter("testcase"):
            result = next((part for part in case if part.tag != "system-out"), None)
            found.append((case.get("name"), "passed" if result is None else result.tag, "" if result is None else result.get("message")))
        return found

    def test_is_valid(self):
        files = [self.path / name / "junit.xml" for name in self.each()]
        done = subprocess.run([XMLLINT, "--noout", "--schema", HERE / "junit.xsd", *files], capture_output=True, text=True)
        self.assertEqual(0, done.returncode, done.stderr)

    def test_the_schema_refuses_what_graders_refuse(self):
        good = self.text("stopped", "junit.xml")
        for old, new in [
            ('<testcase classname="', '<testcase file="bot.py" classname="'),  # Jenkins xUnit
            ('time="3.750"', 'time="3750"'),  # "time must match [0-9,]*.[0-9]*"
            ('name="3. item 3"', 'name="1. item 1"'),  # "duplicate names dropped"
            ('<property name="seed"', '<property title="seed"'),
            (' tests="4"', ""),
        ]:
            bad = good.replace(old, new, 1)
            self.assertNotEqual(good, bad)
            done = subprocess.run([XMLLINT, "--noout", "--schema", HERE / "junit.xsd", "-"], input=bad, capture_output=True, text=True)
            self.assertEqual(3, done.returncode, (old, done.stderr))

    def test_sums_are_those_of_the_cases(self):
        for name in self.each():
            suites = ElementTree.fromstring(self.text(name, "junit.xml"))
            for sums in [suites, suites.find("testsuite")]:
                self.assertEqual(str(len(list(suites.iter("testcase")))), sums.get("tests"))
                self.assertEqual(str(len(list(suites.iter("failure")))), sums.get("failures"))
                self.assertEqual(str(len(list(suites.iter("error")))), sums.get("errors"))
            self.assertEqual(str(len(list(suites.iter("skipped")))), suites.find("testsuite").get("skipped"))

    def test_a_case_says_what_became_of_an_item(self):
        self.assertEqual([("1. item 1", "skipped", "not played: not begun"), ("2. item 2", "skipped", "not played: not begun")], self.cases("nothing_played"))
        self.assertEqual(("build", "error", "build: exit status 1"), self.cases("build_failed")[0])
        self.assertEqual(["skipped", "skipped"], [result for _, result, _ in self.cases("build_failed")[1:]])
        # An item that is met has passed, although a game of it was lost by a crash.
        self.assertEqual(["passed"] * 4, [result for _, result, _ in self.cases("all_passed")])
        self.assertEqual(["failure", "error", "failure", "skipped"], [result for _, result, _ in self.cases("stopped")])
        self.assertIn("12.5 of 15 points: mean score 88, asked: at least 100", self.cases("stopped")[0][2])
        self.assertIn("forfeited", self.cases("stopped")[1][2])

    def test_the_reason_is_in_the_text_too(self):
        # GitLab "ignores failure@message/@type (only element text)"
        for name in self.each():
            for part in ElementTree.fromstring(self.text(name, "junit.xml")).iter():
                if part.tag in {"failure", "error", "skipped"}:
                    self.assertIn(re.sub(r"\s+", " ", part.get("message")), re.sub(r"\s+", " ", part.text))

    def test_games_are_listed(self):
        out = next(ElementTree.fromstring(self.text("stopped", "junit.xml")).iter("failure")).text
        self.assertIn("1.1", out)
        self.assertIn("third, 54 : 88 : 31 : 12.5", out)

    def test_texts_come_through(self):
        markup = self.cases("hostile_xml")[1][0]
        self.assertIn("""]]>&<a b='"'>""", markup)
        self.assertNotIn("\x01", markup)


class Gradescope(Formats):
    def test_is_valid(self):
        for name in self.each():
            self.assertEqual([], wrong(GRADESCOPE, self.json(name, "results.json")))

    def test_unplayed_items_have_failed_and_say_why(self):
        results = self.json("nothing_played", "results.json")
        self.assertEqual((0, 2), (results["score"], len(results["tests"])))
        for test in results["tests"]:
            self.assertEqual((0, 15, "failed"), (test["score"], test["max_score"], test["status"]))
            self.assertIn("not played\n  why       not begun\n", test["output"])

    def test_points_status_and_leaderboard(self):
        results = self.json("all_passed", "results.json")
        self.assertEqual(30, results["score"])
        self.assertEqual(["passed"] * 3, [test["status"] for test in results["tests"]])
        self.assertEqual([{"name": "mean score", "value": 88.25, "order": "desc"}, {"name": "faults", "value": 2, "order": "asc"}], results["leaderboard"])
        # "score (overrides sum)": the best level counts
        self.assertEqual(25, self.json("levels", "results.json")["score"])

    def test_each_item_has_its_visibility(self):
        def seen(name):
            results = self.json(name, "results.json")
            return [test["visibility"] for test in results["tests"]], results["stdout_visibility"]

        self.assertEqual((["visible"] * 3, "visible"), seen("all_passed"))
        self.assertEqual((["visible", "visible"], "hidden"), seen("hidden"))  # nothing left to hide
        self.assertEqual((["visible", "hidden"], "hidden"), seen("hidden/revealed"))
        self.assertEqual((["visible", "after_published"], "hidden"), seen("later"))
        self.assertIn("SECRET", self.json("later", "results.json")["tests"][1]["output"])

    def test_a_build_that_failed_is_shown(self):
        self.assertIn("a.c:1: error: what", self.json("build_failed", "results.json")["output"])


class Classroom(Formats):
    def test_is_valid(self):
        for name in self.each():
            result = self.json(name, "result.json")
            self.assertEqual([], wrong(CLASSROOM, result))
            self.assertEqual(result["score"], sum(test["score"] for test in result["tests"]))
            self.assertEqual(result["max-score"], sum(test["max-score"] for test in result["tests"]))

    def test_points(self):
        def points(name):
            result = self.json(name, "result.json")
            return [(test["score"], test["max-score"]) for test in result["tests"]], result["score"], result["max-score"]

        self.assertEqual(([(21, 21), (0, 0), (9, 9)], 30, 30), points("all_passed"))
        self.assertEqual(([(13, 15), (0, 15), (3, 4), (0, 10)], 16, 44), points("stopped"))
        self.assertEqual(([(21, 21), (4, 4), (0, 5)], 25, 30), points("levels"))

    def test_values_come_from_the_runner(self):
        self.variables = RUNNER
        result = self.json("stopped", "result.json")
        self.assertEqual([RUNNER[key] for key in RUNNER], [result[key] for key in ["classroom", "assignment", "submission", "commit", "release"]])
        self.assertEqual((RUNNER["COMMIT_URL"], "2026-11-20T08:00:00Z"), (result["review"], result["datetime"]))


class Gradebooks(Formats):
    def rows(self, name, file):
        text = self.text(name, file)
        self.assertEqual(text.count("\n"), text.count("\r\n"))
        rows = list(csv.reader(text.splitlines(keepends=True), strict=True))
        self.assertEqual({len(rows[0])}, {len(row) for row in rows})
        for row in rows:
            for cell in row:
                self.assertNotRegex(cell, r"^[=+\-@\t\r\n]")
        return rows

    def test_canvas(self):
        for name in self.each():
            header, possible, student = self.rows(name, "canvas.csv")
            # "row[0] contains Student, row[1] ID, then SIS User ID, SIS Login ID, then Section, then assignments"
            self.assertIn("Student", header[0])
            self.assertEqual(["ID", "SIS User ID", "SIS Login ID", "Section"], header[1:5])
            self.assertNotRegex(header[5], r"(Current|Final|Override) (Score|Points|Grade|Status)")
            self.assertNotIn(header[5], ["", *header[:5]])
            self.assertIn("Points Possible", possible[0])
            self.assertNotIn("Points Possible", student[0])
            self.assertRegex(possible[5], r"^\d+(\.\d{1,2})?$")
            self.assertRegex(student[5], r"^(\d+(\.\d{1,2})?)?$")

    def test_moodle(self):
        for name in self.each():
            header, student = self.rows(name, "moodle.csv")
            self.assertEqual(["Username", "ID number", "Email address"], header[:3])
            self.assertEqual(len(header), len(set(header)))
            self.assertEqual(header[3] + " (feedback)", header[4])
            self.assertRegex(student[3], r"^(\d+(\.\d{1,2})?)?$")
            # "if feedback is imported without its grade the grade is lost"
            self.assertEqual(bool(student[3]), bool(student[4]))

    def test_grades(self):
        self.assertEqual(["alice", "", "", "alice", "", "15.5"], self.rows("stopped", "canvas.csv")[2])
        self.assertEqual("44", self.rows("stopped", "canvas.csv")[1][5])
        feedback = "15.5 of 44 points. 1: 12.5 of 15; 2: 0 of 15; 3: 3 of 4; 4: not played"
        self.assertEqual(["alice", "", "", "15.5", feedback], self.rows("stopped", "moodle.csv")[1])
        # If nothing was played there is no grade; if the build failed the grade is 0.
        self.assertEqual("", self.rows("nothing_played", "canvas.csv")[2][5])
        self.assertEqual("0", self.rows("build_failed", "canvas.csv")[2][5])

    def test_the_student_comes_from_the_environment(self):
        self.variables = STUDENT
        canvas, moodle = self.rows("stopped", "canvas.csv")[2], self.rows("stopped", "moodle.csv")[1]
        self.assertEqual(["Liddell, Alice", "", "s1001", "alice", ""], canvas[:5])
        self.assertEqual(["alice", "s1001", "a@x.edu"], moodle[:3])


class Json(Formats):
    def test_fits_its_schema(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)
        for name in self.each():
            self.assertEqual([], wrong(SCHEMA, self.json(name, "score.json")))

    def test_the_schema_refuses_missing_and_unknown_keys(self):
        validator = jsonschema.Draft202012Validator(SCHEMA)

        for name in ["stopped", "all_passed", "marks", "hidden"]:
            page = self.json(name, "score.json")
            for part in schemas.objects(page):
                part["unknown"] = 1
                self.assertFalse(validator.is_valid(page))
                del part["unknown"]
                for key in list(part):
                    value = part.pop(key)
                    self.assertFalse(validator.is_valid(page), key)
                    part[key] = value
            self.assertTrue(validator.is_valid(page))


class Marks(Formats):
    """Every report has the mark, the share with its interval, the games, whether it is undecided, and the promise."""

    SAYS = [
        "mark B; against sample:walls_search --nodes 1000 0.063 of the points in 32 games (0 to 0.25; A from 0.5)",
        "against sample:walls_random 1 of the points in 16 games (0.75 to 1; B from 0.5)",
        "mark A, undecided between A and B; mean score 1480.5 in 400 games (1400 to 1562.25; A from 1500, B from 1200)",
        "Of students, at most 5 % get another band than the true one.",
    ]

    def flat(self, name, file):
        """All texts of a report, each with single spaces."""

        def texts(value):
            if isinstance(value, str):
                return [value]
            return [text for inner in (value.values() if isinstance(value, dict) else value) for text in texts(inner)] if isinstance(value, (dict, list)) else []

        if file.endswith(".json"):
            found = texts(self.json(name, file))
        elif file.endswith(".xml"):
            found = ["".join(ElementTree.fromstring(self.text(name, file)).itertext())]
        else:
            found = [self.text(name, file)]
        return re.sub(r"\s+", " ", " ".join(found))

    def test_every_report_says_it(self):
        for file in FORMATS:
            text = self.flat("marks", file)
            if file != "canvas.csv":  # it has no column for feedback
                for said in self.SAYS:
                    with self.subTest(file=file, said=said):
                        self.assertIn(said, text)

    def test_of_a_hidden_item_there_is_the_mark_and_nobody_whom_it_was_got_against(self):
        for file in FORMATS:
            self.assertNotIn("SECRET", self.flat("marks", file))
        hidden = self.json("marks", "score.json")["items"][2]
        self.assertEqual(("B", False, []), (hidden["mark"]["mark"], hidden["mark"]["undecided"], hidden["mark"]["against"]))
        self.assertIn("hidden; mark B. Of students", self.json("marks", "result.json")["tests"][2]["reason"])
        self.assertIn("SECRET", self.flat("marks/revealed", "score.json"))

    def test_gradescope_has_it_as_data(self):
        extra = self.json("marks", "results.json")["tests"][1]["extra_data"]["mark"]
        self.assertEqual(("A", True, ["A", "B"]), (extra["mark"], extra["undecided"], extra["possible"]))


class Hidden(Formats):
    """"hidden: points and fault kind only; no view, seed, record, replay command or stderr"."""

    def test_nothing_hidden_is_in_any_file(self):
        for name, files in [("hidden", FORMATS), ("later", [file for file in FORMATS if file != "results.json"])]:
            for file in files:
                for secret in SECRETS:
                    self.assertNotIn(secret, self.text(name, file), (name, file))

    def test_points_and_kinds_of_faults_are(self):
        for file in ["junit.xml", "results.json", "score.json", "text.txt"]:
            text = self.text("hidden", file)
            self.assertIn("illegal", text, file)
            self.assertIn("late", text, file)
        item = self.json("hidden", "score.json")["items"][1]
        self.assertEqual((4, 10, "partial", ["illegal", "late"]), (item["points"], item["max_points"], item["status"], item["fault_kinds"]))

    def test_instructors_can_see_all_of_it(self):
        for file in ["junit.xml", "results.json", "score.json", "text.txt"]:
            self.assertIn("SECRET", self.text("hidden/revealed", file), file)


class Text(Formats):
    def test_no_line_is_forged_and_no_escape_gets_through(self):
        for name in self.each():
            text = self.text(name, "text.txt")
            self.assertNotRegex(text, r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")
        self.assertIn("    | two\n    | lines\n    | or three\n", self.text("hostile_9", "text.txt"))

    def test_lines_have_100_columns(self):
        for name in self.each():
            for line in self.text(name, "text.txt").splitlines():
                if not line.startswith(("  replay ", "  record ", "  stderr ", "    | ")):  # whole, to be copied
                    self.assertLessEqual(len(line), 100, line)


unittest.main()
