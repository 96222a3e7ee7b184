"""The examples for CI: the shell of their steps, in order, on a submission."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import yaml

import support
from support import ROOT, need

EXAMPLES = ROOT / "examples/ci"
# Replaces a program that only a machine of the service may run: logs its arguments.
STAND_IN = '#!/bin/sh\necho "$(basename "$0") $*" >>"$ASKED"\n'
NOT_A_BOT = "print('hello')\n"
TARBALL = pathlib.Path(tempfile.mkdtemp()) / "referee.tar.gz"


def setUpModule():
    unittest.addModuleCleanup(shutil.rmtree, TARBALL.parent)
    support.run(ROOT / "packaging/make_tarball", TARBALL)


class Steps(support.Folder):
    """A checked-out submission, with the folders and programs of the service."""

    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.temporary = self.folder / "temporary"
        stand_ins = self.folder / "bin"
        for made in [self.work, self.temporary, stand_ins]:
            made.mkdir()
        for name in ["apt-get", "sudo"]:
            (stand_ins / name).write_text(STAND_IN)
            (stand_ins / name).chmod(0o755)
        shutil.copy(EXAMPLES / "rubric.json", self.work)
        self.submit((ROOT / "sample_bots/python/walls_protocol.py").read_text())
        self.asked = self.folder / "asked"
        self.environment = {
            "PATH": f"{stand_ins}:{os.environ['PATH']}", "HOME": str(self.folder), "ASKED": str(self.asked), "REFEREE_TARBALL": TARBALL.as_uri(),
        }

    def submit(self, bot):
        (self.work / "bot.py").write_text(bot)

    def shell(self, text, environment):
        """Runs a step; returns its exit code."""
        words = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text]
        self.done = subprocess.run(words, cwd=self.work, env=environment, capture_output=True, text=True, timeout=support.PATIENCE)
        return self.done.returncode

    def check_junit(self, failing):
        """Checks whether the item that every bot should pass is reported as failed."""
        cases = xml.etree.ElementTree.parse(self.work / "junit.xml").getroot().iter("testcase")
        (rules,) = [case for case in cases if "Keeps to the rules" in case.get("name")]
        self.assertEqual(failing, any(rules.find(outcome) is not None for outcome in ["failure", "error", "skipped"]))

    def check_packages(self):
        """Checks that the packages for apt exist."""
        names = re.findall(r"install (?:-\S+ )*(.*)", self.asked.read_text())[0].split()
        if shutil.which("apt-cache"):
            self.assertEqual(set(), set(names) - support.packages_among(names))


class GitHub(Steps):
    def play(self):
        """Exit codes of the steps by name; as on the service, only always() runs a step after a failure."""
        job = yaml.safe_load((EXAMPLES / "github.yml").read_text())["jobs"]["score"]
        given = {key: value.replace("${{ vars.REFEREE_TARBALL }}", self.environment["REFEREE_TARBALL"]) for key, value in job["env"].items()}
        environment = {**self.environment, **given, "RUNNER_TEMP": str(self.temporary), "GITHUB_STEP_SUMMARY": str(self.folder / "summary.md")}
        codes = {}
        for step in job["steps"]:
            if "run" in step and (all(code == 0 for code in codes.values()) or step.get("if") == "always()"):
                codes[step["name"]] = self.shell(step["run"], environment)
                if codes[step["name"]] == 4:
                    self.skipTest(f"skipped: this machine has no such sandbox: {self.done.stderr.strip()}")
        return codes

    @need("curl")
    def test_a_submission_is_scored_and_summed_up(self):
        codes = self.play()
        self.assertEqual({"Get the referee": 0, "Let the sandbox work": 0, "Score": 0, "Summary": 0}, codes, self.done.stderr)
        self.check_junit(failing=False)
        self.check_packages()
        self.assertIn("kernel.apparmor_restrict_unprivileged_userns=0", self.asked.read_text())
        self.assertIn("Keeps to the rules", (self.folder / "summary.md").read_text())

    @need("curl")
    def test_one_under_the_threshold_fails_the_job_and_is_summed_up_all_the_same(self):
        self.submit(NOT_A_BOT)
        codes = self.play()
        self.assertEqual((1, 0), (codes["Score"], codes["Summary"]))
        self.check_junit(failing=True)
        self.assertIn("Keeps to the rules", (self.folder / "summary.md").read_text())


class GitLab(Steps):
    def play(self):
        """The exit code of the job, whose scripts run in one shell."""
        job = yaml.safe_load((EXAMPLES / "gitlab.yml").read_text())["score"]
        self.artifacts = job["artifacts"]
        lines = [*job["before_script"], *job["script"]]
        return self.shell("\n".join(lines), {**self.environment, **job["variables"]})

    @need("curl")
    def test_a_submission_is_scored_and_its_artifacts_are_there(self):
        self.assertEqual(0, self.play(), self.done.stderr)
        self.check_junit(failing=False)
        self.check_packages()
        for path in [*self.artifacts["paths"], self.artifacts["reports"]["junit"]]:
            self.assertTrue((self.work / path).exists(), path)

    @need("curl")
    def test_one_under_the_threshold_fails_the_job(self):
        self.submit(NOT_A_BOT)
        self.assertEqual(1, self.play(), self.done.stderr)
        self.check_junit(failing=True)


if __name__ == "__main__":
    unittest.main(verbosity=2)
