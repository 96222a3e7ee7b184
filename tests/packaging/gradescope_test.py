"""The Gradescope bundle, in its own root with /autograder: the service's commands, and the results that it reads."""
import json
import re
import shutil
import subprocess
import unittest
import zipfile

import support
from fixture.case import FolderCase, new_folder
from support import ROOT, need

RUBRIC = ROOT / "examples/ci/rubric.json"
GOOD = (ROOT / "sample_bots/python/walls_protocol.py").read_text()
NOT_A_BOT = "print('hello')\n"
SPY = """
import sys
for path in ["/autograder/source/configs/rubrics/rubric.json", "/autograder/results/results.json"]:
    try:
        open(path).read()
        sys.exit("has read " + path)
    except OSError as refused:
        print(type(refused).__name__, file=sys.stderr)
sys.exit("has read nothing")
"""


@need("bwrap", "zip", "unzip")
class Bundle(FolderCase):
    @classmethod
    def setUpClass(cls):
        made = new_folder(cls.addClassCleanup)
        page = (ROOT / "docs/tasks/gradescope.md").read_text()
        script, rubric, bundle, *rest = re.search(r"^    (packaging/gradescope/make_bundle .*)$", page, re.M)[1].split()
        shutil.copy(RUBRIC, made / rubric)
        support.run(ROOT / script, rubric, bundle, *rest, cwd=made)
        cls.bundle = made / bundle

    def setUp(self):
        super().setUp()
        self.autograder = self.folder / "autograder"
        for name in ["source", "submission", "results"]:
            (self.autograder / name).mkdir(parents=True)
        support.run("unzip", "-q", self.bundle, "-d", self.autograder / "source")
        # Gradescope copies it so.
        shutil.copy(self.autograder / "source/run_autograder", self.autograder)
        self.results = self.autograder / "results/results.json"
        if self.in_image("true").returncode != 0:
            self.skipTest("skipped: bubblewrap does not run here")

    def in_image(self, *command):
        box = ["bwrap", "--die-with-parent", "--unshare-pid", "--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--proc", "/proc", "--dev", "/dev"]
        for name in ["bin", "lib", "lib64", "sbin"]:
            box += ["--symlink", f"usr/{name}", f"/{name}"]
        box += ["--tmpfs", "/tmp", "--bind", str(self.autograder), "/autograder", "--chdir", "/", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin", "--"]
        return subprocess.run([*box, *command], capture_output=True, text=True, timeout=support.PATIENCE)

    def grade(self, bot):
        (self.autograder / "submission/bot.py").write_text(bot)
        done = self.in_image("/autograder/run_autograder")
        self.assertEqual(0, done.returncode, done.stderr)
        self.log = done.stdout + done.stderr
        return json.loads(self.results.read_text())

    def test_what_the_service_looks_for_is_at_the_top_and_runs(self):
        names = zipfile.ZipFile(self.bundle).namelist()
        for name in ["setup.sh", "run_autograder", "referee/referee", "referee/sample_bots/walls_random", "configs/rubrics/rubric.json"]:
            self.assertIn(name, names)
        done = self.in_image("/autograder/source/setup.sh")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertIn(support.run(support.STATIC / "referee", "--version"), done.stdout)

    def test_a_good_submission_gets_its_points(self):
        results = self.grade(GOOD)
        self.assertEqual(10, results["tests"][0]["score"], self.log)
        self.assertEqual([10, 20], [test["max_score"] for test in results["tests"]])

    def test_a_bad_one_gets_no_points_and_is_told_why(self):
        results = self.grade(NOT_A_BOT)
        self.assertEqual([0, 0], [test["score"] for test in results["tests"]], self.log)
        self.assertIn("did not say hello", results["tests"][0]["output"])

    def test_rubric_and_results_are_for_root_alone(self):
        self.assertEqual(0, self.in_image("/autograder/source/setup.sh").returncode)
        self.grade(GOOD)
        for path in [*(self.autograder / "source/configs").rglob("*"), self.autograder / "results", self.results]:
            self.assertEqual(0, path.stat().st_mode & 0o077, path)

    def test_a_submission_reads_neither_rubric_nor_results(self):
        results = self.grade(SPY)
        self.assertIn("has read nothing", results["tests"][0]["output"])

    def test_a_grader_that_fails_is_nobodys_zero(self):
        (self.autograder / "source/configs/rubrics/rubric.json").write_text("{}")
        results = self.grade(GOOD)
        self.assertNotIn("score", results)
        self.assertNotIn("tests", results)
        self.assertIn("not your submission (exit code 2)", results["output"])

    def test_results_are_there_from_the_beginning(self):
        (self.autograder / "source/referee/referee").unlink()
        self.assertIn("not your submission", self.grade(GOOD)["output"])


class Arguments(FolderCase):
    def test_a_rubric_that_is_wrong_makes_no_bundle(self):
        wrong = self.folder / "wrong.json"
        wrong.write_text('{"name":"x","game":"chess","items":[]}')
        made = self.make(wrong, self.folder / "out.zip", "--", "python3", "bot.py")
        self.assertEqual(2, made.returncode)
        self.assertIn("chess", made.stderr)
        self.assertFalse((self.folder / "out.zip").exists())

    def test_an_opponent_that_the_submission_could_bring_along_is_refused(self):
        rubric = self.folder / "rubric.json"
        rubric.write_text(RUBRIC.read_text().replace('"sample:walls_random", "--seed", "2"', '"python3", "opponent.py"'))
        made = self.make(rubric, self.folder / "out.zip", "--", "python3", "bot.py")
        self.assertEqual(1, made.returncode)
        self.assertIn("got python3 opponent.py, expected sample:NAME or absolute paths", made.stderr)

    def test_usage_is_shown(self):
        for words in [[], [RUBRIC, "out.zip"], [RUBRIC, "out.zip", "--"]]:
            made = self.make(*words)
            self.assertEqual((2, True), (made.returncode, made.stderr.startswith("usage: packaging/gradescope/make_bundle RUBRIC.json")))

    @staticmethod
    def make(*words):
        return subprocess.run([ROOT / "packaging/gradescope/make_bundle", *map(str, words)], capture_output=True, text=True, timeout=support.PATIENCE)


if __name__ == "__main__":
    unittest.main(verbosity=2)
