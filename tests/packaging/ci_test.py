"""What we have for CI, run as the services run it on a submission: the action and the component, each from the workflow that
its page shows, and the autograder of Classroom 50. The program is the tarball that a release has. What only the services have
is stood in for: their cache, their uploads, and `sudo`."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import yaml

import support
from fixture.case import FolderCase
from github_runner import Runner
from support import ROOT, need

EXAMPLES = ROOT / "examples"
VERSION = re.search(r"project\(referee VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
NAME = f"referee-{VERSION}-linux-x86_64.tar.gz"
# Replaces a program that only a machine of the service may run: logs its arguments.
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >>"$ASKED"\n'
GOOD = (ROOT / "sample_bots/python/walls_protocol.py").read_text()
NOT_A_BOT = "print('hello')\n"
FORGE = pathlib.Path(tempfile.mkdtemp())
RELEASE = FORGE / f"OWNER/referee/releases/download/v{VERSION}"


def setUpModule():
    """A forge with a release, at the address that a forge gives it."""
    unittest.addModuleCleanup(shutil.rmtree, FORGE)
    RELEASE.mkdir(parents=True)
    support.run(ROOT / "packaging/make_tarball", RELEASE / NAME)
    (RELEASE / "SHA256SUMS").write_text(support.run("sha256sum", NAME, cwd=RELEASE))


def sum_of_the_program():
    return (RELEASE / "SHA256SUMS").read_text().split()[0]


class Job(FolderCase):
    """A checked-out submission, with the programs of the service."""

    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        stand_ins = self.folder / "bin"
        for made in [self.work, stand_ins]:
            made.mkdir()
        for name in ["apt-get", "sudo"]:
            (stand_ins / name).write_text(STAND_IN)
            (stand_ins / name).chmod(0o755)
        shutil.copy(EXAMPLES / "ci/rubric.json", self.work)
        (self.work / "bot.py").write_text(GOOD)
        self.asked = self.folder / "asked"
        self.environment = {"PATH": f"{stand_ins}:{os.environ['PATH']}", "HOME": str(self.folder), "ASKED": str(self.asked)}

    def put_into_folder(self, run=None, mode=0o644):
        """Moves the submission into the folder walls, with a file that has the text `run`."""
        folder = self.work / "walls"
        folder.mkdir()
        shutil.move(self.work / "bot.py", folder)
        if run:
            (folder / "run").write_text(run)
            (folder / "run").chmod(mode)

    def check_junit(self, failing):
        """Checks whether the item that every bot should pass is reported as failed."""
        cases = xml.etree.ElementTree.parse(self.work / "reports/junit.xml").getroot().iter("testcase")
        (rules,) = [case for case in cases if "Keeps to the rules" in case.get("name")]
        self.assertEqual(failing, any(rules.find(outcome) is not None for outcome in ["failure", "error", "skipped"]))

    def check_packages(self):
        """Checks that the packages for apt exist."""
        names = re.findall(r"install (?:-\S+ )*(.*)", self.asked.read_text())[0].split()
        if shutil.which("apt-cache"):
            self.assertEqual(set(), set(names) - support.packages_among(names))


class Submission:
    """What the action and the component make alike of a submission. self.play(**inputs) is the exit code, self.said() the output."""

    def check_folder(self):
        self.assertEqual(0, self.play(submission="walls"), self.said())
        self.check_junit(failing=False)

    def test_a_folder_is_started_by_its_file_run(self):
        self.put_into_folder("#!/bin/sh\nexec python3 bot.py\n", mode=0o755)
        self.check_folder()

    def test_a_file_run_need_not_be_executable(self):
        self.put_into_folder("#!/usr/bin/env -S python3 bot.py\n")
        self.check_folder()

    def test_a_file_run_without_an_interpreter_is_for_sh(self):
        self.put_into_folder("exec python3 bot.py\n")
        self.check_folder()

    def test_a_folder_without_a_file_run_is_the_submissions_fault(self):
        self.put_into_folder()
        self.assertEqual(1, self.play(submission="walls"), self.said())
        self.check_junit(failing=True)
        self.assertIn("walls/run", self.said())

    def with_hidden_rubric(self):
        """The inputs for a program that has hidden.json, packed as the pages say."""
        packing = self.folder / "packing"
        packing.mkdir()
        shutil.copy(RELEASE / NAME, packing)
        rubric = json.loads((EXAMPLES / "ci/rubric.json").read_text())
        (packing / "hidden.json").write_text(json.dumps({**rubric, "name": "Hidden from students"}))
        page = (ROOT / "docs/tasks/github-job.md").read_text()
        support.run("sh", "-ec", "\n".join(re.findall(r"^    ((?:tar|cp|sha256sum) .*)$", page, re.M)), cwd=packing)
        packed = packing / "referee.tar.gz"
        return {"program": packed.as_uri(), "sha256": support.run("sha256sum", packed).split()[0], "rubric": "hidden.json"}

    def test_the_rubric_that_came_with_the_program_wins_over_the_submissions(self):
        given = self.with_hidden_rubric()
        own = json.loads((self.work / "rubric.json").read_text())
        own["items"][0]["opponents"] = [["sh", "-c", f"touch {self.folder}/unconfined"]]
        (self.work / "hidden.json").write_text(json.dumps({**own, "name": "The student's own", "threshold": 0}))
        self.assertEqual(0, self.play(**given), self.said())
        self.assertIn("Hidden from students", self.said())
        self.assertNotIn("The student's own", self.said())
        self.assertFalse((self.folder / "unconfined").exists())

    def play_a_wrong_rubric(self):
        (self.work / "rubric.json").write_text("{}")
        self.assertEqual(2, self.play(), self.said())
        self.assertEqual([], [str(path) for path in (self.work / "reports").rglob("*") if path.is_file() and "mine" in path.read_text()])

    def test_reports_that_came_with_the_submission_are_not_those_of_the_job(self):
        reports = self.work / "reports"
        for name in ["score.json", "junit.xml", "records/1.1.jsonl", "records.1/1.1.jsonl"]:
            (reports / name).parent.mkdir(parents=True, exist_ok=True)
            (reports / name).write_text("mine")
        self.play_a_wrong_rubric()

    def test_a_link_in_place_of_the_reports_is_not_followed(self):
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "score.json").write_text("mine")
        (self.work / "reports").symlink_to(elsewhere)
        self.play_a_wrong_rubric()
        self.assertEqual(["score.json"], [path.name for path in elsewhere.iterdir()])


@need("curl")
class GitHub(Submission, Job):
    def setUp(self):
        super().setUp()
        self.runner = Runner(self.folder, {**self.environment, "GITHUB_SERVER_URL": FORGE.as_uri(), "GITHUB_REPOSITORY": "STUDENT/walls"})

    def play(self, **given):
        """The exit code of the action, called by the example's workflow and these inputs."""
        job = yaml.safe_load((EXAMPLES / "ci/github.yml").read_text())["jobs"]["score"]
        job["steps"][1]["with"].update(given)
        code = self.runner.run_job(job)
        if self.runner.context["steps"].get("score", {}).get("outputs", {}).get("code") == "4":
            self.skipTest(f"skipped: this machine has no such sandbox: {self.runner.log}")
        return code

    def said(self):
        return self.runner.log

    def test_a_submission_is_scored_and_summed_up_with_its_replays(self):
        self.assertEqual(0, self.play(), self.runner.log)
        self.check_junit(failing=False)
        self.check_packages()
        self.assertIn("kernel.apparmor_restrict_unprivileged_userns=0", self.asked.read_text())
        self.assertEqual(("30", "true"), (self.runner.outputs["max-points"], self.runner.outputs["passed"]))
        summary = self.runner.summary.read_text()
        self.assertIn(f"**{self.runner.outputs['points']} of 30 points**", summary)
        self.assertRegex(summary, r"\| 1 \| Keeps to the rules \| 10 \| 10 \| .* \| \[.*\]\(https://forge\.example/artifacts/\d\) \|")
        self.assertIn("[watch](https://forge.example/artifacts/2)", summary)
        self.assertEqual("reports", self.runner.uploaded[0])
        for item in ["1", "2"]:
            self.assertIn("</html>", (self.work / f"reports/replays/item-{item}.html").read_text())

    def test_one_under_the_threshold_fails_the_job_and_is_summed_up_and_uploaded_all_the_same(self):
        (self.work / "bot.py").write_text(NOT_A_BOT)
        self.assertEqual(1, self.play(), self.runner.log)
        self.check_junit(failing=True)
        self.assertIn("**0 of 30 points**; 10 are enough: not passed", self.runner.summary.read_text())
        self.assertEqual(["reports", "reports/replays/item-1.html"], self.runner.uploaded)

    def test_a_threshold_takes_the_place_of_the_rubrics(self):
        self.assertEqual(1, self.play(threshold="31"), self.runner.log)
        self.assertIn("; 31 are enough: not passed", self.runner.summary.read_text())

    def test_the_program_of_the_cache_is_not_downloaded_again(self):
        self.assertEqual(0, self.play(sha256=sum_of_the_program()), self.runner.log)
        shutil.rmtree(self.runner.temporary)
        self.runner.temporary.mkdir()
        self.assertEqual(0, self.play(program="file:///nowhere/referee.tar.gz", sha256=sum_of_the_program()), self.runner.log)
        self.assertIn("Download it", self.runner.skipped)

    def test_a_program_with_another_sum_does_not_play(self):
        self.assertNotEqual(0, self.play(sha256="0" * 64))
        self.assertNotIn("Score", self.runner.codes)
        self.assertFalse((self.runner.temporary / "referee").exists())

    def test_a_release_without_a_sum_is_named(self):
        self.assertEqual(2, self.play(version="9.9.9"))
        self.assertIn("/download/v9.9.9/SHA256SUMS", self.runner.log)
        (RELEASE / "other.tar.gz").write_text("")
        self.addCleanup((RELEASE / "other.tar.gz").unlink)
        self.assertEqual(2, self.play(program=f"{RELEASE.as_uri()}/other.tar.gz"))
        self.assertIn(f"{RELEASE.as_uri()}/SHA256SUMS", self.runner.log)

    def test_a_rubric_that_is_wrong_fails_the_job_with_a_word_on_it(self):
        (self.work / "rubric.json").write_text("{}")
        (self.work / "reports").mkdir()
        (self.work / "reports/score.json").write_text('{"points": 30}')  # of the student's own
        self.assertEqual(2, self.play(), self.runner.log)
        self.assertIn("The rubric or the action's inputs are wrong", self.runner.summary.read_text())
        self.assertNotIn("30", self.runner.summary.read_text())


def interpolated(given):
    """The component's only job, with these inputs."""
    spec, rest = list(yaml.safe_load_all((ROOT / "templates/referee.yml").read_text()))
    inputs = spec["spec"]["inputs"]
    unknown, missing = set(given) - set(inputs), {name for name in inputs if "default" not in inputs[name]} - set(given)
    assert not unknown and not missing, (unknown, missing)
    values = {**{name: declared.get("default") for name, declared in inputs.items()}, **given}
    text = re.sub(r"\$\[\[ inputs\.(\S+) \]\]", lambda found: json.dumps(str(values[found[1]]))[1:-1], json.dumps(rest))
    ((name, job),) = json.loads(text).items()
    return name, job


@need("curl")
class GitLab(Submission, Job):
    def play(self, **changed):
        """The exit code of the job that the example's inputs make, whose scripts run in one shell."""
        (include,) = yaml.safe_load((EXAMPLES / "ci/gitlab.yml").read_text())["include"]
        self.assertTrue(include["remote"].endswith(f"/v{VERSION}/templates/referee.yml"), include)
        self.assertTrue(include["inputs"]["program"].endswith(f"/OWNER/referee/releases/download/v{VERSION}/{NAME}"), include)
        program = include["inputs"]["program"].replace("https://HOST", FORGE.as_uri())
        name, job = interpolated({**include["inputs"], "program": program, **changed})
        self.assertEqual("score", name)
        self.artifacts = job["artifacts"]
        lines = "\n".join([*job["before_script"], *job["script"]])
        environment = {**self.environment, **{key: str(value) for key, value in job["variables"].items()}}
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines]
        self.done = subprocess.run(words, cwd=self.work, env=environment, capture_output=True, text=True, timeout=support.PATIENCE)
        return self.done.returncode

    def said(self):
        return self.done.stdout + self.done.stderr

    def test_a_submission_is_scored_and_its_artifacts_are_there(self):
        self.assertEqual(0, self.play(), self.done.stderr)
        self.check_junit(failing=False)
        self.check_packages()
        for path in [*self.artifacts["paths"], self.artifacts["reports"]["junit"]]:
            self.assertTrue((self.work / path).exists(), path)

    def test_one_under_the_threshold_fails_the_job(self):
        (self.work / "bot.py").write_text(NOT_A_BOT)
        self.assertEqual(1, self.play(), self.done.stderr)
        self.check_junit(failing=True)

    def test_a_program_with_another_sum_does_not_play(self):
        self.assertEqual(1, self.play(sha256="0" * 64))
        self.assertFalse((self.work / "reports").exists())

    def test_a_rubric_that_came_with_the_program_is_found(self):
        (self.work / "rubric.json").unlink()
        self.assertIn(self.play(rubric="configs/rubrics/walls.json", deadline=1), [0, 1, 124], self.done.stderr)
        self.assertIn("Walls", self.done.stdout)


@need("curl")
class Classroom50(Job):
    """The runner of Classroom 50 calls an autograder with these variables, in the student's repository, and reads result.json."""

    GIVEN = {
        "CLASSROOM": "ai-2026", "ASSIGNMENT": "walls", "SUBMISSION_TAG": "submit/2026-11-26T08-00-00Z-a1b2c3d", "USERNAME": "alice",
        "OWNER": "alice", "ASSIGNMENT_TYPE": "individual", "COMMIT_URL": "https://h/c", "RELEASE_URL": "https://h/r", "REVIEW_URL": "https://h/d",
    }

    def setUp(self):
        super().setUp()
        self.bundle = self.folder / "classroom50-runtime/walls"
        shutil.copytree(EXAMPLES / "classroom50", self.bundle)
        shutil.move(self.work / "rubric.json", self.bundle)

    def grade(self, sha256=None):
        """The exit code of the autograder, into which an instructor has written where the program is."""
        script = self.bundle / "autograder.py"
        text, places = re.subn(r'(?m)^PROGRAM = ".*"$', f'PROGRAM = "{RELEASE.as_uri()}/{NAME}"', script.read_text())
        text, sums = re.subn(r'(?m)^SHA256 = ".*"$', f'SHA256 = "{sha256 or sum_of_the_program()}"', text)
        self.assertEqual((1, 1), (places, sums))
        script.write_text(text)
        temporary = self.folder / "temporary"
        temporary.mkdir()
        environment = {**self.environment, **self.GIVEN, "RUNNER_TEMP": str(temporary)}
        self.done = subprocess.run([sys.executable, script], cwd=self.work, env=environment, capture_output=True, text=True, timeout=support.PATIENCE)
        return self.done.returncode

    def result(self):
        return json.loads((self.work / "result.json").read_text())

    def test_a_submission_gets_a_result_that_the_service_takes(self):
        self.assertEqual(0, self.grade(), self.done.stderr)
        result = self.result()
        self.assertEqual(("classroom50/result/v1", "ai-2026", "walls", "alice"), tuple(result[key] for key in ["schema", "classroom", "assignment", "owner"]))
        self.assertEqual(self.GIVEN["SUBMISSION_TAG"], result["submission"])
        self.assertEqual((30, [10, 20]), (result["max-score"], [test["max-score"] for test in result["tests"]]))
        self.assertEqual(10, result["tests"][0]["score"])

    def test_too_few_points_are_no_failure_of_the_grader(self):
        (self.work / "bot.py").write_text(NOT_A_BOT)
        self.assertEqual(0, self.grade(), self.done.stderr)
        self.assertEqual(0, self.result()["score"])

    def test_a_grader_that_fails_leaves_no_result(self):
        self.assertNotEqual(0, self.grade(sha256="0" * 64))
        self.assertIn("SHA-256", self.done.stderr)
        self.assertFalse((self.work / "result.json").exists())

    def test_a_wrong_rubric_leaves_no_result(self):
        (self.bundle / "rubric.json").write_text("{}")
        self.assertNotEqual(0, self.grade())
        self.assertFalse((self.work / "result.json").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
