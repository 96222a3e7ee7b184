"""Rubrics: configs/rubrics/*.json are good, and `referee check` refuses a wrong file with file, key path, value and
what it expected; the schema refuses it, too, where it can."""
import copy
import json
import re
import unittest

import jsonschema

import variants

ROOT = variants.ROOT
SCHEMA_FILE = ROOT / "configs/schema/rubric.schema.json"
SCHEMA = json.loads(SCHEMA_FILE.read_text())
variants.Judged.VALIDATOR = jsonschema.Draft202012Validator(
    SCHEMA, resolver=jsonschema.RefResolver(SCHEMA_FILE.as_uri(), SCHEMA)
)
REMOVE = variants.REMOVE

SEARCH = ["sample:walls_search", "--nodes", "1000"]
RANDOM = ["sample:walls_random", "--seed", "{seed}"]
MARKS = {
    "bands": [
        {"mark": "A", "points": 20, "against": SEARCH, "share": 0.6},
        {"mark": "B", "points": 14, "against": SEARCH, "share": 0.4},
        {"mark": "C", "points": 7.5, "against": RANDOM, "share": 0.5},
        {"mark": "D", "points": 0},
    ],
    "error": 0.01,
    "margin": 0.05,
    "most_games": 600,
    "undecided": "higher",
    "openings": {"plies": 4},
}
SCORE_MARKS = {
    "bands": [{"mark": "A", "points": 20, "score": 150}, {"mark": "B", "points": 10, "score": 100}, {"mark": "C", "points": 0}],
    "scores": {"from": 0, "to": 300},
}

GOOD = {
    "name": "Walls",
    "game": "walls",
    "options": {"n": 5},
    "clock": {"kind": "per_move", "ms": 1000},
    "seed": 42,
    "sandbox": "basic",
    "stdio": "pipe",
    "as": "json",
    "total": "sum",
    "threshold": 21.5,
    "build": {"archive": "*.zip", "folder": "iap", "require": ["authors.txt", "*.c"], "command": "make", "timeout_s": 9},
    "items": [
        {
            "name": "beats random",
            "points": 20,
            "opponents": [["sample:walls_random", "--seed", "1"]],
            "instances": [{"n": 3, "attainable": 2.5}, {"seeds": "1-3", "attainable": 4}],
            "criterion": {"measure": "attained", "linear": {"from": 0, "to": 1}},
        },
        {
            "name": "beats search",
            "points": 5.5,
            "visibility": "hidden",
            "options": {"n": 3},
            "clock": {"kind": "per_move", "ms": 500},
            "opponents": [["sample:walls_search"]],
            "games": 3,
            "criteria": [
                {"measure": "wins", "at_least": 2},
                {"measure": "faults", "at_most": 0},
                {"measure": "score", "more_than": -1},
                {"measure": "pairwise", "steps": [{"at_least": 0.4, "share": 0.5}, {"at_least": 0.5, "share": 1}]},
            ],
        },
    ],
    "leaderboard": [{"name": "all"}, {"name": "mean", "measure": "pairwise", "item": "beats random"}],
}


def changed(*changes):
    return variants.changed(GOOD, *changes)


def one_seat(**item):
    return {
        "name": "Planets",
        "game": "planets",
        "items": [{"name": "maps", "points": 15, "criterion": {"measure": "score", "at_least": 1}, **item}],
    }


def marked(*changes):
    """GOOD with marks in place of its second item's criteria."""
    rubric = changed(("items.1", {"name": "marks", "instances": [{"n": 5}, {"n": 7}], "marks": copy.deepcopy(MARKS)}), ("leaderboard", REMOVE))
    return variants.changed(rubric, *[(f"items.1.{path}", value) for path, value in changes])


def scored(*changes):
    """Marks of a game of one seat."""
    rubric = {"name": "Superball", "game": "superball", "items": [{"name": "marks", "marks": copy.deepcopy(SCORE_MARKS)}]}
    return variants.changed(rubric, *[(f"items.0.{path}", value) for path, value in changes])


STEPS = "items.1.criteria.3.steps"
LINE = "leaderboard.1"
INNER = r"a path of 1 to 255 bytes inside of the submission: relative, without \.\."
TEXT = "expected a text of 1 to 100 bytes"
BOUND = "expected exactly one of at_least, more_than, at_most, linear, steps"

# (what is wrong, the message after the file's name, whether the schema finds it too)
WRONG = [
    (changed(("name", REMOVE)), f"name: missing, {TEXT}", True),
    (changed(("name", "")), f'name: got "", {TEXT}', True),
    (changed(("name", 5)), f"name: got 5, {TEXT}", True),
    (changed(("game", REMOVE)), 'game: missing, expected .*"planets".*"lightcycle"', True),
    (changed(("game", "chess")), 'game: got "chess", expected .*"planets"', True),
    (changed(("title", "x")), 'title: got "x", expected ', True),
    (changed(("seed", -1)), "seed: got -1, expected .*0 to 9007199254740991", True),
    (changed(("sandbox", "strong")), 'sandbox: got "strong", expected .*"none".*"basic"', True),
    (changed(("as", "tetris")), 'as: got "tetris", expected one of "json"', True),
    (changed(("as", ["json"])), r'as: got \["json"\], expected one of "json"', True),
    (changed(("stdio", "socket")), 'stdio: got "socket", expected .*"tcp".*"pipe"', True),
    (changed(("total", "mean")), 'total: got "mean", expected .*"sum".*"best"', True),
    (changed(("threshold", "all")), 'threshold: got "all", expected .*0 to 25.5', True),
    (changed(("threshold", -1)), "threshold: got -1, expected .*0 to 25.5", True),
    (changed(("threshold", 26)), "threshold: got 26, expected .*0 to 25.5", False),
    (changed(("threshold", 21), ("total", "best")), "threshold: got 21, expected .*0 to 20", False),
    (changed(("options", [])), r"options: got \[\], expected an object", True),
    (changed(("options", {"n": 4})), "options.n: got 4, expected .*3 to 99", False),
    (changed(("clock", {"kind": "sandglass"})), 'clock.kind: got "sandglass", expected ', True),
    (changed(("build", [])), r"build: got \[\], expected an object", True),
    (changed(("build.script", "x")), 'build.script: got "x", expected ', True),
    (changed(("build.archive", 5)), "build.archive: got 5, expected ", True),
    (changed(("build.archive", "a/b.zip")), 'build.archive: got "a/b.zip", expected .*"/"', True),
    (changed(("build.folder", "/iap")), f'build.folder: got "/iap", expected {INNER}', True),
    (changed(("build.folder", "a/../..")), f'build.folder: got "a/../..", expected {INNER}', True),
    (changed(("build.require", "x")), 'build.require: got "x", expected .*100', True),
    (changed(("build.require.1", "../x")), rf'build.require\[1\]: got "../x", expected {INNER}', True),
    (changed(("build.provide", "x")), 'build.provide: got "x", expected .*100', True),
    (changed(("build.provide", [""])), r'build.provide\[0\]: got "", expected ', True),
    (changed(("build.provide", ["none.h"])), r'build.provide\[0\]: got "none.h", expected ', False),
    (changed(("build.command", "")), 'build.command: got "", expected .*1 to 4096', True),
    (changed(("build.timeout_s", 0)), "build.timeout_s: got 0, expected .*1 to 3600", True),
    (changed(("items", [])), r"items: got \[\], expected .*1 to 100", True),
    (changed(("items.0", 5)), r"items\[0\]: got 5, expected an object", True),
    (changed(("items.0.title", 5)), r"items\[0\].title: got 5, expected ", True),
    (changed(("items.0.name", REMOVE)), rf"items\[0\].name: missing, {TEXT}", True),
    (changed(("items.1.name", "beats random")), r'items\[1\].name: got "beats random", expected ', False),
    (changed(("items.0.points", REMOVE)), r"items\[0\].points: missing, expected .*0.01", True),
    (changed(("items.0.points", 0)), r"items\[0\].points: got 0, expected .*0.01", True),
    (changed(("items.0.points", True)), r"items\[0\].points: got true, expected .*0.01", True),
    (changed(("items.0.visibility", "secret")), r'items\[0\].visibility: got "secret", expected .*"visible".*"hidden"', True),
    (changed(("items.1.options.n", 4)), r"items\[1\].options.n: got 4, expected .*3 to 99", False),
    (changed(("items.1.clock.ms", 0)), r"items\[1\].clock.ms: got 0, expected ", True),
    (changed(("items.0.opponents", REMOVE)), r"items\[0\].opponents: missing, expected .*1.*2", False),
    (changed(("items.0.opponents", [])), r"items\[0\].opponents: got \[\], expected .*1", False),
    (changed(("items.0.opponents.0", ["sample:nobody"])), r'items\[0\].opponents\[0\]\[0\]: got "sample:nobody", expected ', False),
    (changed(("items.0.opponents.0", [])), r"items\[0\].opponents\[0\]: got \[\], expected .*1 to 100", True),
    (one_seat(opponents=[["sample:walls_random"]]), r"items\[0\].opponents: got .*, expected ", False),
    (changed(("items.0.instances", [])), r"items\[0\].instances: got \[\], expected ", True),
    (changed(("items.0.instances", None)), r"items\[0\].instances: got null, expected ", True),
    (changed(("items.0.instances.0", 7)), r"items\[0\].instances\[0\]: got 7, expected ", True),
    (changed(("items.0.instances.0.n", 4)), r"items\[0\].instances\[0\].n: got 4, expected .*3 to 99", False),
    (changed(("items.0.instances.0.attainable", 0)), r"items\[0\].instances\[0\].attainable: got 0, expected .*0", True),
    (changed(("items.0.instances.1.attainable", REMOVE)), r'items\[0\].criterion.measure: got "attained", expected .*1', False),
    (one_seat(instances=[{"map": "no_such"}]), r'items\[0\].instances\[0\].map: got "no_such", expected ', False),
    (one_seat(options={"map": "none.json"}), r"items\[0\].options.map: .*/none.json: cannot be read", False),
    (changed(("items.1.games", 0)), r"items\[1\].games: got 0, expected .*1 to 10000", True),
    (changed(("items.1.criteria", REMOVE)), r"items\[1\]: got .*, expected ", True),
    (changed(("items.0.criteria", [])), r"items\[0\]: got .*, expected ", True),
    (changed(("items.1.criteria", [])), r"items\[1\].criteria: got \[\], expected .*1 to 20", True),
    (changed(("items.0.criterion", 5)), r"items\[0\].criterion: got 5, expected ", True),
    (changed(("items.0.criterion.measure", REMOVE)), r'items\[0\].criterion.measure: missing, expected .*"score".*"attained"', True),
    (changed(("items.0.criterion.measure", "luck")), r'items\[0\].criterion.measure: got "luck", expected .*"score"', True),
    (changed(("items.0.criterion.measure", "needless_deaths")), r"""items\[0\].criterion.measure: got "needless_deaths", expected another measure: this one is for lightcycle""", False),
    (one_seat(criterion={"measure": "wins", "at_least": 1}), r'items\[0\].criterion.measure: got "wins", expected ', False),
    (changed(("items.0.criterion", {"measure": "wins"})), rf"items\[0\].criterion: got .*, {BOUND}", True),
    (changed(("items.0.criterion.at_least", 1)), rf"items\[0\].criterion: got .*, {BOUND}", True),
    (changed(("items.0.criterion.least", 1)), r"items\[0\].criterion.least: got 1, expected ", True),
    (changed(("items.1.criteria.0.at_least", "2")), r'items\[1\].criteria\[0\].at_least: got "2", expected ', True),
    (changed(("items.0.criterion.linear.to", REMOVE)), r"items\[0\].criterion.linear.to: missing, expected ", True),
    (changed(("items.0.criterion.linear.to", 0)), r"items\[0\].criterion.linear.to: got 0, expected ", False),
    (changed((STEPS, [])), r"items\[1\].criteria\[3\].steps: got \[\], expected .*1 to 100", True),
    (changed((STEPS + ".1.at_least", 0.4)), r"items\[1\].criteria\[3\].steps\[1\].at_least: got 0.4, expected ", False),
    (changed((STEPS + ".1.share", 0.5)), r"items\[1\].criteria\[3\].steps\[1\].share: got 0.5, expected ", False),
    (changed((STEPS + ".1.share", 2)), r"items\[1\].criteria\[3\].steps\[1\].share: got 2, expected .*0.*1", True),
    (marked(("marks", 5)), r"items\[1\].marks: got 5, expected an object", True),
    (marked(("points", 20)), r"items\[1\].points: got 20, expected ", True),
    (marked(("opponents", [RANDOM])), r"items\[1\].opponents: got .*, expected ", True),
    (marked(("games", 20)), r"items\[1\].games: got 20, expected ", True),
    (marked(("criterion", {"measure": "wins", "at_least": 1})), r"items\[1\].criterion: got .*, expected ", True),
    (marked(("marks.grades", 5)), r"items\[1\].marks.grades: got 5, expected ", True),
    (marked(("marks.bands", REMOVE)), r"items\[1\].marks.bands: missing, expected .*2 to 20", True),
    (marked(("marks.bands", MARKS["bands"][3:])), r"items\[1\].marks.bands: got .*, expected .*2 to 20", True),
    (marked(("marks.bands.0.mark", "")), r'items\[1\].marks.bands\[0\].mark: got "", expected .*1 to 20', True),
    (marked(("marks.bands.1.mark", "A")), r'items\[1\].marks.bands\[1\].mark: got "A", expected a mark that no other', False),
    (marked(("marks.bands.1.points", 20)), r"items\[1\].marks.bands\[1\].points: got 20, expected less", False),
    (marked(("marks.bands.0.points", "20")), r'items\[1\].marks.bands\[0\].points: got "20", expected ', True),
    (marked(("marks.bands.0.against", REMOVE)), r"items\[1\].marks.bands\[0\].against: missing, expected ", True),
    (marked(("marks.bands.0.against", ["sample:nobody"])), r'items\[1\].marks.bands\[0\].against\[0\]: got "sample:nobody", expected ', False),
    (marked(("marks.bands.0.against", "staff-6")), r'items\[1\].marks.bands\[0\].against: got "staff-6", expected staff-1 to staff-5', False),
    (marked(("marks.bands.0.against", "search")), r'items\[1\].marks.bands\[0\].against: got "search", expected staff-1 to staff-5', True),
    (marked(("marks.bands.0.share", REMOVE)), r"items\[1\].marks.bands\[0\].share: missing, expected ", True),
    (marked(("marks.bands.0.share", 0.97)), r"items\[1\].marks.bands\[0\].share: got 0.97, expected .*0.05 and 0.95", False),
    (marked(("marks.bands.1.share", 0.55)), r"items\[1\].marks.bands\[1\].share: got 0.55, expected at most 0.5, two margins", False),
    (marked(("marks.bands.0.score", 100)), r"items\[1\].marks.bands\[0\].score: got 100, expected ", True),
    (marked(("marks.bands.3.share", 0.5)), r"items\[1\].marks.bands\[3\].share: got 0.5, expected ", True),
    (marked(("marks.error", 0)), r"items\[1\].marks.error: got 0, expected .*0.5", True),
    (marked(("marks.margin", 0.3)), r"items\[1\].marks.margin: got 0.3, expected .*0.25", False),
    (marked(("marks.most_games", 1)), r"items\[1\].marks.most_games: got 1, expected .*2 to 10000", False),
    (marked(("marks.undecided", "retry")), r'items\[1\].marks.undecided: got "retry", expected .*"likelier".*"lower".*"higher"', True),
    (marked(("marks.openings", REMOVE)), r'items\[1\].marks.openings: missing, expected .*"plies"', False),
    (marked(("marks.openings.plies", 0)), r"items\[1\].marks.openings.plies: got 0, expected .*1 to 1000", True),
    (marked(("marks.openings.plies", 999)), r"items\[1\].marks.openings.plies: got 999, expected fewer.*", False),
    (marked(("marks.scores", {"from": 0, "to": 1})), r"items\[1\].marks.scores: got .*, expected no such key", False),
    (scored(("marks.scores", REMOVE)), r"items\[0\].marks.scores: missing, expected ", False),
    (scored(("marks.scores.to", 0)), r"items\[0\].marks.scores.to: got 0, expected ", False),
    (scored(("marks.margin", 80)), r"items\[0\].marks.margin: got 80, expected .*75", False),
    (scored(("marks.bands.0.score", 299)), r"items\[0\].marks.bands\[0\].score: got 299, expected .*15 and 285", False),
    (scored(("marks.bands.1.score", 130)), r"items\[0\].marks.bands\[1\].score: got 130, expected at most 120", False),
    (scored(("marks.openings", {"plies": 2})), r"items\[0\].marks.openings.plies: got superball, .*", False),
    (changed(("leaderboard", 5)), "leaderboard: got 5, expected .*20", True),
    (changed((LINE + ".name", REMOVE)), rf"leaderboard\[1\].name: missing, {TEXT}", True),
    (changed((LINE + ".order", "asc")), r'leaderboard\[1\].order: got "asc", expected ', True),
    (changed((LINE + ".measure", "luck")), r'leaderboard\[1\].measure: got "luck", expected .*"points"', True),
    (changed((LINE + ".measure", "points")), r'leaderboard\[1\].item: got "beats random", expected ', True),
    (changed((LINE + ".measure", "needless_deaths")), r'leaderboard\[1\].measure: got "needless_deaths", expected ', False),
    (changed((LINE + ".item", "beats search")), r'leaderboard\[1\].item: got "beats search", expected ', False),
]


class Good(variants.Judged):
    def test_the_schema_is_one(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_the_shipped_files_are_accepted_by_both(self):
        for path in sorted((ROOT / "configs/rubrics").glob("*.json")):
            with self.subTest(path=path.name):
                self.shipped(path)

    def test_what_the_wrong_ones_are_made_from_is_good(self):
        self.assertEqual(
            "Walls: walls, 21.5 of 25.5 points are enough; points of all items are added\n"
            "item 1, beats random (visible): 20 points, 4 games, mean share of what can be attained nothing at 0, all at 1\n"
            "item 2, beats search (hidden): 5.5 points, 3 games, games won at least 2, faults at most 0,"
            " mean score more than -1, mean pairwise result 50 % from 0.4, 100 % from 0.5\n"
            "starts: 2 of 2 bots have started and said hello\n",
            self.accepted(GOOD),
        )

    def test_marks_say_what_is_asked_and_what_is_promised(self):
        said = self.accepted(marked())
        self.assertIn("item 2, marks (visible): 20 points, at most 600 games, marks A from 0.6, B from 0.4 against"
                      " sample:walls_search --nodes 1000; C from 0.5 against sample:walls_random --seed '{seed}'; else D\n", said)
        self.assertIn("further than 0.05 from every border, at most 1 %, over all borders together, get another band", said)
        self.assertIn("undecided after 600 games gets the higher band and is told so", said)
        self.assertIn("starts: 3 of 3 bots", said)
        said = self.accepted(scored())
        self.assertIn("at most 400 games, marks A from 150, B from 100; else C\n", said)
        self.assertIn("true mean score is further than 15 points from every border, at most 5 %", said)

    def test_only_name_game_and_items_are_required(self):
        said = self.accepted(one_seat())
        self.assertIn("15 of 15 points are enough", said)
        self.assertIn("1 game, mean score at least 1", said)

    def test_maps_may_stand_in_files_beside_the_rubric(self):
        small = '{"name":"m","grid":[[0,0]],"ship":[0,0],"scraps":[{"location":[0,1],"value":5}],"ghosts":[],"turns":3}'
        said = self.accepted(one_seat(instances=[{"map": "mine.json"}, {"map": "spiral"}]), **{"mine.json": small})
        self.assertIn("2 games", said)
        self.accepted(one_seat(options={"map": "mine.json"}), **{"mine.json": small})

    def test_files_of_the_course_may_be_beside_the_rubric(self):
        self.accepted(changed(("build.provide", ["mine.json"])), **{"mine.json": "{}"})

    def test_every_key_of_the_schema_is_on_the_page(self):
        page = (ROOT / "configs/rubrics/README.md").read_text()
        for part in [SCHEMA, *(SCHEMA["$defs"][name] for name in ["build", "item", "instance", "criterion", "marks", "band", "line"])]:
            for key in part["properties"]:
                self.assertRegex(page, rf"\| \[?`([^`]*[.])?{re.escape(key)}`")
        for measure in [*SCHEMA["$defs"]["measure"]["anyOf"][0]["enum"], "outcome.LIST"]:
            self.assertIn(f"`{measure}`: ", page)


class Wrong(variants.Judged):
    def test_wrong_values_are_named_with_key_path_value_and_what_was_expected(self):
        for rubric, expected, seen_by_schema in WRONG:
            with self.subTest(expected=expected):
                self.refused(json.dumps(rubric), expected)
                self.assertEqual(seen_by_schema, self.schema_errors(rubric) != [])

    def test_what_is_no_rubric_is_refused(self):
        for text, expected in [("[1", "not JSON: .*"), ('{"items":1,"items":2}', "items: got a second value, .*")]:
            with self.subTest(expected=expected):
                self.refused(text, expected)


unittest.main()
