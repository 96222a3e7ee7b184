"""`referee score` with marks: the band, its promise and its games; with any number of jobs, and played again."""
import json
import re
import shlex
import unittest

from fixture.case import PATIENT_CLOCK, RefereeCase
from fixture.program import REFEREE

RANDOM = ["sample:walls_random", "--seed", "{seed}"]
SEARCH = ["sample:walls_search", "--nodes", "40"]


def walls(**more):
    bands = [
        {"mark": "A", "points": 10, "against": SEARCH, "share": 0.8},
        {"mark": "B", "points": 6, "against": RANDOM, "share": 0.7},
        {"mark": "C", "points": 0},
    ]
    marks = {"bands": bands, "openings": {"plies": 2}, **more}
    return {"name": "Strength", "game": "walls", "options": {"n": 5}, "clock": PATIENT_CLOCK, "seed": 7, "sandbox": "none", "threshold": 5, "items": [{"name": "marks", "marks": marks}]}


def superball(**more):
    bands = [{"mark": "A", "points": 10, "score": 250}, {"mark": "B", "points": 5, "score": 40}, {"mark": "C", "points": 0}]
    marks = {"bands": bands, "scores": {"from": 0, "to": 500}, **more}
    return {"name": "Scores", "game": "superball", "clock": PATIENT_CLOCK, "sandbox": "none", "threshold": 0, "items": [{"name": "marks", "marks": marks}]}


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if key not in ("seconds", "started")}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


class Marks(RefereeCase):
    def score(self, content, bot, *options, code=0):
        """The item of the JSON report."""
        self.write("rubric.json", json.dumps(content))
        self.done = self.run_referee("score", "rubric.json", "--json", "score.json", "--reports", "out", *options, "--", *bot, folder=self.folder, code=code)
        return self.read_json("score.json")["items"][0]

    def test_a_bot_gets_the_band_that_it_reaches(self):
        item = self.score(walls(), ["sample:walls_search", "--nodes", "40"], "--html", "page")
        mark = item["mark"]
        self.assertEqual(("B", ["B"], False, 6, "partial"), (mark["mark"], mark["possible"], mark["undecided"], item["points"], item["status"]))
        search, random = mark["against"]
        self.assertEqual(["sample:walls_search --nodes 40", "A from 0.8"], [search["opponent"], search["asked"]])
        self.assertLess(search["high"], 0.85 + 1e-4)
        self.assertGreater(random["low"], 0.65 - 1e-4)
        self.assertEqual(len(item["games"]), search["games"] + random["games"])
        self.assertLess(len(item["games"]), 100)
        # The games of a pair have one instance and both seats.
        for first, second in zip(item["games"][::2], item["games"][1::2]):
            self.assertEqual((first["instance"], 0, 1), (second["instance"], first["seat"], second["seat"]))
        self.assertRegex(self.done.out, r"mark B; against sample:walls_search --nodes 40 0\.\d+ of the points in \d+\s+games")
        for text in [self.done.out, (self.folder / "page/index.html").read_text()]:
            self.assertIn(mark["promise"], re.sub(r"\s+", " ", text))

    def test_any_number_of_jobs_gives_the_same_mark_from_the_same_games(self):
        one = self.score(walls(), ["sample:walls_random", "--seed", "5"], "--jobs", "1", code=1)
        some = self.score(walls(), ["sample:walls_random", "--seed", "5"], "--jobs", "5", code=1)
        self.assertEqual(without_times(one), without_times(some))
        self.assertEqual("C", one["mark"]["mark"])

    def test_its_games_are_replayed_as_they_were(self):
        item = self.score(walls(most_games=4), ["sample:walls_search", "--nodes", "20"], code=1)
        game = item["games"][1]
        words = shlex.split(game["replay"])
        self.assertIn("--random-plies", words)
        self.spawn(str(REFEREE), *words[1:], "--reports", "again", folder=self.folder).wait()
        [again] = (self.folder / "again/records").iterdir()

        def moves(path):
            lines = [json.loads(line) for line in path.read_text().splitlines()]
            return [[answer.get("move") for answer in line["answers"]] for line in lines if "turn" in line and "answers" in line]

        self.assertEqual(moves(self.folder / game["record"]), moves(again))

    def test_who_is_undecided_is_told_so_and_gets_what_the_key_says(self):
        for rule, mark, code in [("lower", "C", 1), ("higher", "A", 0)]:
            item = self.score(walls(most_games=4, undecided=rule), ["sample:walls_search", "--nodes", "40"], code=code)
            self.assertEqual((mark, True, ["A", "B", "C"]), (item["mark"]["mark"], item["mark"]["undecided"], item["mark"]["possible"]))
            self.assertEqual(4, len(item["games"]))
            self.assertIn(f"mark {mark}, undecided between A and B and C", self.done.out)

    def test_scores_are_marked_by_their_mean(self):
        item = self.score(superball(), ["sample:sb_play"])
        [scores] = item["mark"]["against"]
        self.assertIsNone(scores["opponent"])
        self.assertEqual("A from 250, B from 40", scores["asked"])
        self.assertLessEqual(scores["low"], scores["mean"])
        self.assertEqual(len(item["games"]), scores["games"])
        self.assertEqual(len(item["games"]), len({game["instance"] for game in item["games"]}))


unittest.main()
