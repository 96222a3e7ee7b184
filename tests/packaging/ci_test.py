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
from github_runner import CommandReader, Runner
from support import ADDRESS, REPOSITORY, ROOT, need

EXAMPLES = ROOT / "examples"
VERSION = re.search(r"project\(referee VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text()).group(1)
NAME = f"referee-{VERSION}-linux-x86_64.tar.gz"
# Replaces a program that only a machine of the service may run: logs its arguments.
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >>"$ASKED"\n'
GOOD = (ROOT / "sample_bots/python/walls_protocol.py").read_text()
NOT_A_BOT = "print('hello')\n"
# What a bot writes so that a line of the log is a command of GitHub's runner, or a section or a colour of GitLab's.
SHOUTS = [f"{'x' * 80} ::notice::30 of 30 points", "##[notice file=bot.py]30 of 30 points", "   ::error title=Score::failed", "##[add-mask]points",
          "\r::warning::late", "\u2028::debug::more", "\x1b[0K##[group]All is well", "section_start:1795000000:score\r\x1b[0KAll is well",
          "::stop-commands::now", "::now::"]
# Shouts to standard error, and as an answer of each game.
LOUD = f"""import json, sys
shouts = {SHOUTS!r}
print(*shouts, sep="\\n", file=sys.stderr, flush=True)
print(json.dumps({{"type": "hello", "protocol": 1}}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        move = {{"type": "move", "match": message["match"], "turn": message["turn"], "move": shouts[1]}}
        print(json.dumps(move) if message["turn"] % 4 > 1 else shouts[0], flush=True)
"""
FORGE = pathlib.Path(tempfile.mkdtemp())
RELEASE = FORGE / f"{REPOSITORY}/releases/download/v{VERSION}"


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

    def shout(self):
        """Plays a bot that shouts: in its words, its answers, and the name of a file that is not copied."""
        (self.work / "bot.py").write_text(LOUD)
        self.put_into_folder("#!/bin/sh\nexec python3 bot.py\n")
        os.mkfifo(self.work / "walls" / SHOUTS[1])
        self.assertEqual(1, self.play(submission="walls"), self.said())

    def shout_from_a_compiler(self):
        rubric = json.loads((self.work / "rubric.json").read_text())
        (self.work / "rubric.json").write_text(json.dumps({**rubric, "build": {"command": "cat bot.py; false"}}))
        (self.work / "bot.py").write_text("\n".join(SHOUTS))
        self.put_into_folder()
        self.assertEqual(1, self.play(submission="walls"), self.said())

    def check_wrong(self, name, **given):
        """Checks that the job ends with 2, and names the input, before anything is played."""
        self.assertEqual(2, self.play(**given), self.said())
        self.assertIn(f"input {name}: got '", self.said())
        self.assertFalse((self.work / "reports/score.json").exists())

    def packed(self, program):
        """The inputs for a tarball whose program is these bytes."""
        (self.folder / "referee").mkdir(exist_ok=True)
        (self.folder / "referee/referee").write_bytes(program)
        (self.folder / "referee/referee").chmod(0o755)
        packed = self.folder / "other.tar.gz"
        support.run("tar", "-czf", packed, "-C", self.folder, "referee")
        return {"program": packed.as_uri(), "sha256": support.run("sha256sum", packed).split()[0]}

    def test_a_program_for_another_machine_is_a_wrong_input(self):
        self.check_wrong("program", **self.packed(b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x02\x00\xb7\x00" + bytes(44)))  # for 64-bit ARM

    def test_a_program_that_is_no_tarball_is_a_wrong_input(self):
        given = {**self.packed(b""), "program": (self.work / "bot.py").as_uri(), "sha256": support.run("sha256sum", self.work / "bot.py").split()[0]}
        self.check_wrong("program", **given)

    def test_a_program_with_another_sum_does_not_play(self):
        self.check_wrong("sha256", sha256="0" * 64)

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

    def check_silenced(self):
        """Checks that the runner has followed nothing of the log, in which it would find commands without the lines around what bots write."""
        self.assertEqual([], self.runner.commands, self.runner.log)
        fenced = "\n".join(line for line in self.runner.log.splitlines() if not re.match("::(stop-commands::)?[0-9a-f]{32}", line))
        self.assertNotEqual(fenced, self.runner.log)
        found = CommandReader().read(fenced).taken
        self.assertGreater(len(found), 2, self.runner.log)
        self.assertLessEqual({"notice", "add-mask", "group"}, {name for name, _ in found})

    def test_words_of_a_bot_are_no_commands_of_the_runner(self):
        self.shout()
        self.check_silenced()
        self.assertRegex(self.runner.log, r"(?m)^ +::notice::30 of 30")

    def test_words_of_a_compiler_are_no_commands_of_the_runner_nor_more_than_text_of_the_summary(self):
        self.shout_from_a_compiler()
        self.check_silenced()
        (shown,) = re.findall(r"```text\n(.*?)\n```", self.runner.summary.read_text(), re.S)
        self.assertIn("30 of 30 points", shown)
        self.assertNotIn("30 of 30 points", self.runner.summary.read_text().replace(shown, ""))
        self.assertNotRegex(shown, r"[\x00-\x08\x0b-\x1f\u2028]")

    def test_what_is_kept_from_the_runner_is_one_stream_whose_end_is_a_line_of_its_own(self):
        shout = ROOT / "packaging/github/without_commands"
        done = subprocess.run([shout, "sh", "-c", "printf '##[notice]more' >&2; printf ::error::less; exit 3"], capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual((3, ""), (done.returncode, done.stderr))
        self.assertRegex(done.stdout, r"^::stop-commands::([0-9a-f]{32})\n##\[notice\]more::error::less\n::\1::\n$")

    def test_the_step_of_the_page_keeps_words_of_a_bot_from_the_runner(self):
        self.assertEqual(0, self.play(), self.runner.log)
        (self.work / "bot.py").write_text(LOUD)
        (step,) = yaml.safe_load((EXAMPLES / "ci/own_step.yml").read_text())
        self.runner.shell({"shell": "bash", **step})
        self.assertEqual(1, self.runner.codes[step["name"]], self.runner.log)
        self.check_silenced()

    def test_an_input_that_is_wrong_is_named_before_anything_is_played(self):
        for name, value in [("deadline", "20m"), ("deadline", "0"), ("deadline", "08"), ("deadline", "a[$(touch reports)]"), ("threshold", "50%"), ("sandbox", "strong"),
                            ("submission", " "), ("rubric", ""), ("reports", ""), ("sha256", "abc")]:
            with self.subTest(name=name, value=value):
                self.check_wrong(name, **{name: value})
        self.assertLessEqual({"error"}, {name for name, _ in self.runner.commands})
        self.assertFalse((self.work / "reports").exists())

    def test_a_machine_for_which_the_release_has_no_program_is_told_so(self):
        uname = self.folder / "bin/uname"
        uname.write_text("#!/bin/sh\necho riscv64\n")
        uname.chmod(0o755)
        self.check_wrong("program")
        self.assertIn(f"referee-{VERSION}-linux-riscv64.tar.gz", self.runner.log)

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
    for name, value in values.items():  # GitLab refuses the pipeline, and names the input
        assert re.fullmatch(inputs[name].get("regex", "(?s).*"), str(value)), (name, value)
    text = re.sub(r"\$\[\[ inputs\.(\S+) \]\]", lambda found: json.dumps(str(values[found[1]]))[1:-1], json.dumps(rest))
    ((name, job),) = json.loads(text).items()
    return name, job


@need("curl")
class GitLab(Submission, Job):
    def play(self, **changed):
        """The exit code of the job that the example's inputs make, whose scripts run in one shell."""
        (include,) = yaml.safe_load((EXAMPLES / "ci/gitlab.yml").read_text())["include"]
        self.assertTrue(include["remote"].endswith(f"/v{VERSION}/templates/referee.yml"), include)
        self.assertTrue(include["inputs"]["program"].startswith(f"{ADDRESS}/releases/download/v{VERSION}/{NAME}"), include)
        program = include["inputs"]["program"].replace(ADDRESS, f"{FORGE.as_uri()}/{REPOSITORY}")
        name, job = interpolated({**include["inputs"], "program": program, **changed})
        self.assertEqual("score", name)
        self.artifacts = job["artifacts"]
        lines = "\n".join([*job["before_script"], *job["script"]])
        environment = {**{key: str(value) for key, value in job.get("variables", {}).items()}, **self.environment}  # a pipeline's own win
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lines]
        self.done = subprocess.run(words, cwd=self.work, env=environment, capture_output=True, timeout=support.PATIENCE)
        return self.done.returncode

    def said(self):
        return (self.done.stdout + self.done.stderr).decode()

    def test_a_submission_is_scored_and_its_artifacts_are_there(self):
        self.assertEqual(0, self.play(), self.said())
        self.check_junit(failing=False)
        self.check_packages()
        for path in [*self.artifacts["paths"], self.artifacts["reports"]["junit"]]:
            self.assertTrue((self.work / path).exists(), path)

    def test_one_under_the_threshold_fails_the_job(self):
        (self.work / "bot.py").write_text(NOT_A_BOT)
        self.assertEqual(1, self.play(), self.said())
        self.check_junit(failing=True)

    def test_words_of_a_bot_make_no_sections_and_no_colours_in_the_log(self):
        self.shout()
        self.assertIn("section_start", self.said())
        self.assertNotRegex(self.said(), r"[\x00-\x08\x0b-\x1f\u2028]")

    def test_words_of_a_compiler_make_no_sections_and_no_colours_in_the_log(self):
        self.shout_from_a_compiler()
        self.assertIn("section_start", self.said())
        self.assertNotRegex(self.said(), r"[\x00-\x08\x0b-\x1f\u2028]")

    def test_variables_of_the_pipeline_replace_no_input(self):
        names = ["SUBMISSION", "PROGRAM", "RUBRIC", "SHA256", "REPORTS", "SANDBOX", "DEADLINE", "PACKAGES", "REFEREE_QUEUE"]
        self.environment.update({name: f"{self.folder}/replaced" for name in names})
        self.assertEqual(0, self.play(), self.said())
        self.check_junit(failing=False)
        self.assertNotIn("replaced", self.asked.read_text() + self.said())

    def test_an_input_is_text_and_nothing_that_a_shell_runs(self):
        self.assertEqual(2, self.play(rubric=f"$(touch {self.folder}/run) `touch {self.folder}/run`'\"rubric.json"), self.said())
        self.assertFalse((self.folder / "run").exists())

    def test_an_input_that_is_wrong_is_refused_before_a_job_runs_or_named_by_it(self):
        for name, value in [("submission", ""), ("submission", "python3 bot.py\nINPUTS\ntouch run"), ("rubric", "a\nb"), ("sha256", "abc"), ("program", "")]:
            with self.subTest(name=name), self.assertRaisesRegex(AssertionError, name):
                self.play(**{name: value})
        self.check_wrong("deadline", deadline="20m")

    def test_a_rubric_that_came_with_the_program_is_found(self):
        (self.work / "rubric.json").unlink()
        self.assertIn(self.play(rubric="configs/rubrics/walls.json", deadline=1), [0, 1, 124], self.said())
        self.assertIn("Walls", self.said())


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

    def test_words_of_a_bot_are_no_commands_of_the_runner(self):
        (self.work / "bot.py").write_text(LOUD)
        self.assertEqual(0, self.grade(), self.done.stderr)
        reader = CommandReader().read(self.done.stdout)
        self.assertEqual(([], None), (reader.taken, reader.word), self.done.stdout)
        self.assertEqual([], CommandReader().read(self.done.stderr).taken)
        self.assertIn("##[add-mask]points", self.done.stdout)

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
