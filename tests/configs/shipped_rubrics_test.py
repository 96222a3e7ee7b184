"""The handouts' rubrics, configs/rubrics/*.json: their attainable points, opponents that play the same each time, and
the points of our bots."""
import copy
import json
import pathlib
import shutil
import subprocess
import tempfile
import unittest
import zipfile

from fixture.program import REFEREE, ROOT

FOLDER = ROOT / "configs/rubrics"
RUBRICS = {file.stem: json.loads(file.read_text()) for file in sorted(FOLDER.glob("*.json"))}
UNTIMED = '{"kind":"mean","ms":50,"rules_time":"none"}'
# Games of Light Cycle that take a second: the same teams on a smaller grid.
SMALL = {"size": 24, "starts": [[[23, 6], [23, 12], [23, 18]], [[6, 23], [12, 23], [18, 23]], [[0, 6], [0, 12], [0, 18]], [[6, 0], [12, 0], [18, 0]]]}


def words(command, seed=7):
    return " ".join(command).replace("{seed}", str(seed))


def play(game, bots, options, clock=None):
    """The turns of one game's record: answers without times, and events."""
    with tempfile.TemporaryDirectory() as folder:
        command = [REFEREE, "match", game, "--seed", "1", "--reports", folder]
        command += [part for bot in bots for part in ("--bot", bot)]
        command += [part for key, value in options.items() for part in ("--option", f"{key}={json.dumps(value)}")]
        command += ["--clock", clock] if clock else []
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        (record,) = pathlib.Path(folder, "records").glob("*.jsonl")
        lines = [json.loads(line) for line in record.read_text().splitlines()]
    return [([(answer["seat"], answer["verdict"], answer.get("move")) for answer in line["answers"]], line["events"]) for line in lines[1:-1]]


class Opponents(unittest.TestCase):
    """ "rubric opponents are deterministic from the seed (depth or node limits, not time)" """

    def check(self, rubric, options, submission, clock=None):
        drawn = 0
        for opponents in {json.dumps(item["opponents"]): item["opponents"] for item in RUBRICS[rubric]["items"]}.values():
            with self.subTest(rubric=rubric, opponents=opponents):
                game = lambda seed: play(RUBRICS[rubric]["game"], [submission] + [words(command, seed) for command in opponents], options, clock)
                first = game(7)
                self.assertEqual(first, game(7))
                for answers, _ in first:
                    self.assertEqual({"ok"}, {verdict for _, verdict, _ in answers})
                if "{seed}" in json.dumps(opponents):
                    drawn += 1
                    self.assertNotEqual(first, game(8), "each game of an item is another one")
        return drawn

    def test_the_dumb_robots_of_light_cycle_play_by_the_seed(self):
        self.assertEqual(1, self.check("lightcycle_phase1", SMALL, "sample:lightcycle_smart", UNTIMED))

    def test_the_smarter_robots_of_light_cycle_play_by_the_seed(self):
        self.assertEqual(1, self.check("lightcycle_phase2", SMALL, "sample:lightcycle_dumb --seed 3", UNTIMED))

    def test_the_opponents_of_walls_play_by_seed_and_nodes(self):
        self.assertEqual(1, self.check("walls", {"n": 5}, "sample:walls_search --nodes 300"))

    def test_no_opponent_is_limited_by_time(self):
        checked = {"lightcycle_phase1", "lightcycle_phase2", "walls"}
        for name, rubric in RUBRICS.items():
            self.assertEqual(name in checked, any("opponents" in item for item in rubric["items"]), name)

    def test_three_robots_are_three_different_ones(self):
        for name in ("lightcycle_phase1", "lightcycle_phase2"):
            for item in RUBRICS[name]["items"]:
                self.assertEqual(3, len({words(command) for command in item["opponents"]}))


class Attainable(unittest.TestCase):

    def test_the_limit_of_superball_never_decides(self):
        # Each move adds at least 3 pieces and the board has 80 cells; each scored piece is worth at least 2 points. So
        # one game that reaches the limit adds more than 100 points to the average of all games.
        rubric = RUBRICS["superball"]
        (item,) = rubric["items"]
        first, last = map(int, item["instances"][0]["seeds"].split("-"))
        self.assertEqual((1, 100), (first, last))
        self.assertEqual({"measure": "score", "more_than": 100}, item["criterion"])
        gone = 3 * rubric["options"]["max_moves"] + 5 - 80
        self.assertGreater(2 * gone, 100 * (last - first + 1))


def quick(name, **changes):
    """A shipped rubric with some changes, and without a build."""
    rubric = {**copy.deepcopy(RUBRICS[name]), **changes}
    rubric.pop("build", None)
    return rubric


def score(rubric, *command, submission=None, convention=None):
    """The report on a submission, without a sandbox: these are our own bots."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(FOLDER / "maps", pathlib.Path(folder, "maps"))
        empty = pathlib.Path(folder, "submission")
        empty.mkdir()
        pathlib.Path(folder, "rubric.json").write_text(json.dumps({**rubric, "sandbox": "none"}))
        arguments = [*(["--as", convention] if convention else []), "--json", f"{folder}/out.json", "--reports", f"{folder}/out", "--submission", str(submission or empty), "--exit-zero", "--reveal"]
        done = subprocess.run([REFEREE, "score", f"{folder}/rubric.json", *arguments, "--", *command], capture_output=True, text=True, cwd=ROOT)
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        return json.loads(pathlib.Path(folder, "out.json").read_text())


def points(report):
    return [item["points"] for item in report["items"]]


# Written to the handout: "reads M, N and the rows, prints the steps in one line".
ONE_PATH = """#include <stdio.h>
#include <string.h>
/* %s */
int main(int argc, char **argv) {
  int columns, rows;
  if (argc != 2 || strcmp(argv[1], "--challenge") != 0 || scanf("%%d %%d", &columns, &rows) != 2) {
    return 1;
  }
  puts(columns == 5 && rows == 3 ? "EEEE" : "");
  return 0;
}
"""


class Points(unittest.TestCase):
    """The points of our bots. All of them play by seeds and nodes, so that the points are exact."""

    def test_light_cycle_phase_1_on_a_small_grid(self):
        rubric = quick("lightcycle_phase1", options=SMALL)
        dumb = score(rubric, "sample:lightcycle_dumb", "--seed", "5")
        self.assertEqual(([21, 25, 0], 25), (points(dumb), dumb["points"]), "it is one of four dumb robots")
        # It ends a cycle to save another: good play, but not "only dies when it must". The best level counts.
        smart = score(rubric, "sample:lightcycle_smart")
        self.assertEqual(([0, 25, 0], 25), (points(smart), smart["points"]))
        self.assertEqual("faults 0, asked: at most 0; needless deaths 1, asked: at most 0", smart["items"][0]["measured"])

    def test_light_cycle_phase_2_on_a_small_grid(self):
        rubric = quick("lightcycle_phase2", options=SMALL)
        smart = score(rubric, "sample:lightcycle_smart")
        self.assertEqual(([21, 25, 0], 25), (points(smart), smart["points"]))

    def test_planets(self):
        self.assertEqual([5, 5, 5], points(score(quick("planets_beta"), "sample:planets_greedy")))
        self.assertEqual([20, 30, 10.76], points(score(quick("planets_final"), "sample:planets_greedy")))
        self.assertEqual([20, 30, 20], points(score(quick("planets_final"), "sample:planets_planner", "--nodes", "3000")))

    def test_snake(self):
        follower = {"snake_challenge_1": [4, 3.92], "snake_challenge_2": [4, 2.64], "snake_challenge_3": [4, 4.35], "snake_final": [12, 8.92]}
        for name, expected in follower.items():
            self.assertEqual(expected, points(score(quick(name), "sample:snake_right_hand")), name)
        self.assertEqual([4, 6], points(score(quick("snake_challenge_1"), "sample:snake_search", "--nodes", "20000", "--no-body")))
        self.assertEqual([4, 6], points(score(quick("snake_challenge_3"), "sample:snake_search", "--nodes", "20000")))

    def test_superball(self):
        self.assertEqual([0], points(score(quick("superball"), "sample:sb_play", "--seed", "1")), "19 points on average")
        few = quick("superball")
        few["items"][0]["instances"] = [{"seeds": "1-10"}]
        self.assertEqual([100], points(score(few, "sample:sb_play2")))

    def test_walls(self):
        walker = score(quick("walls"), "sample:walls_random", "--seed", "1")
        self.assertEqual([20, 0, 0], points(walker))
        self.assertEqual("games won 3, asked: at least 6", walker["items"][1]["measured"])
        self.assertEqual([20, 40, 40], points(score(quick("walls"), "sample:walls_search", "--nodes", "1000")), "against itself it has half")


class SnakeBuild(unittest.TestCase):
    """ "`gcc -O2 -std=c99 --pedantic *.c -o iap` in folder `iap`, authors line" """

    def built(self, files, name="snake_challenge_1", convention="snake"):
        rubric = copy.deepcopy(RUBRICS[name])
        for item in rubric["items"]:
            item["instances"] = [{"maze": "c1_handout_corridor", "attainable": 1006}]
        with tempfile.TemporaryDirectory() as folder:
            with zipfile.ZipFile(f"{folder}/hand-in.zip", "w") as archive:
                for name, text in files.items():
                    archive.writestr(name, text)
            return score(rubric, "./iap", submission=folder, convention=convention)

    def test_the_handouts_first_line_has_all_points_and_no_note(self):
        for line in ("// 811111 822222 833333", "//811111", "/* 811111, 822222 */", "// matricole: 811111 822222"):
            report = self.built({"iap/main.c": f"{line}\n{ONE_PATH % 'a path'}"})
            self.assertEqual([4, 6], points(report), line)
            self.assertEqual("", report["build"]["output"], line)

    def test_an_authors_line_will_do(self):
        for line in ("Authors: Ada Lovelace, Alan Turing", "AUTORI : Ada", "author:Ada"):
            report = self.built({"iap/main.c": ONE_PATH % line})
            self.assertEqual([4, 6], points(report), line)
            self.assertEqual("", report["build"]["output"], line)
        self.assertEqual("", self.built({"iap/main.c": ONE_PATH % "a path", "iap/authors.txt": "Autore: Ada\n"})["build"]["output"])

    def test_without_either_it_plays_and_is_told_how_to_write_one(self):
        for line in ("Authors:", "by Ada", "group 12"):
            report = self.built({"iap/main.c": ONE_PATH % line})
            self.assertEqual([4, 6], points(report), line)
            self.assertEqual("note: no student numbers: write them into the first line of main.c, such as // 811111 822222 833333\n",
                             report["build"]["output"])

    def test_the_final_starts_programs_without_words(self):
        final = ONE_PATH.replace('argc != 2 || strcmp(argv[1], "--challenge") != 0', "argc != 1")
        self.assertNotEqual(ONE_PATH, final)
        for convention in ("snake", "snake-final", None):
            self.assertEqual([12, 18], points(self.built({"iap/main.c": final % "a path"}, "snake_final", convention)), convention)
            self.assertEqual([0, 0], points(self.built({"iap/main.c": ONE_PATH % "a path"}, "snake_final", convention)), convention)
        self.assertEqual([0, 0], points(self.built({"iap/main.c": final % "a path"})), "challenges have --challenge")
        self.assertEqual([4, 6], points(self.built({"iap/main.c": final % "a path"}, convention="snake-final")))

    def test_what_does_not_compile_or_is_elsewhere_gets_nothing(self):
        report = self.built({"iap/main.c": "/* Authors: Ada */ int main(void) { retrun 0; }"})
        self.assertEqual([0, 0], points(report))
        self.assertIn("retrun", report["build"]["output"])
        for files in ({"main.c": ONE_PATH % "Authors: Ada"}, {"iap/main.cpp": ONE_PATH % "Authors: Ada"}):
            report = self.built(files)
            self.assertEqual([0, 0], points(report))
            self.assertFalse(report["build"]["ok"])


unittest.main()
