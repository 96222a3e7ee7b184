"""The pages in docs/tasks for CI, Classroom 50 and learning platforms: the files that they show are those of the examples, and
their commands run as a reader enters them, in a folder that has what the page says."""
import csv
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import yaml

from fixture.case import FolderCase
from fixture.program import PATIENCE, REFEREE, ROOT

TASKS = ROOT / "docs/tasks"
SHOWN = {
    "github-job.md": ["examples/ci/rubric.json", "examples/ci/github.yml", "examples/ci/own_step.yml"],
    "gitlab-job.md": ["examples/ci/gitlab.yml"],
    "classroom50.md": ["examples/classroom50/autograder.py"],
}


def blocks(page):
    return re.findall(r"^```(?:json|yaml|python)\n(.*?)^```", (TASKS / page).read_text(), re.M | re.S)


class Shown(unittest.TestCase):
    def test_a_page_shows_the_files_that_are_tried(self):
        for page, names in SHOWN.items():
            for shown, name in zip(blocks(page), names, strict=True):
                text = (ROOT / name).read_text()
                self.assertEqual(re.sub(r'  "\$schema": .*\n', "", text), shown, f"{page}: {name}")

    def test_the_tables_of_inputs_have_all_of_them_with_what_is_taken_without(self):
        for page, inputs in [
            ("github-job.md", yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]),
            ("gitlab-job.md", next(yaml.safe_load_all((ROOT / "templates/referee.yml").read_text()))["spec"]["inputs"]),
        ]:
            rows = re.findall(r"^\| (`.*?`) \| .* \| (.*) \|$", (TASKS / page).read_text(), re.M)
            table = {name.strip("`"): default for names, defaults in rows
                     for name, default in zip(names.split(", "), defaults.split(", ") if ", `" in names else [defaults])}
            self.assertEqual(set(inputs), set(table), page)
            for name, declared in inputs.items():
                if declared.get("default"):
                    self.assertIn(str(declared["default"]), table[name], f"{page}: {name}")


class Commands(FolderCase):
    def with_rubric(self):
        shutil.copy(ROOT / "examples/ci/rubric.json", self.folder)
        shutil.copy(ROOT / "sample_bots/python/walls_protocol.py", self.folder / "bot.py")

    def follow(self, page):
        """Enters the page's commands, of which there are some; their output."""
        environment = {**os.environ, "PATH": f"{REFEREE.parent}:{os.environ['PATH']}"}
        commands = re.findall(r"^    (referee .*)$", (TASKS / page).read_text(), re.M)
        self.assertGreater(len(commands), 1)
        output = ""
        for command in commands:
            done = subprocess.run(command, shell=True, cwd=self.folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(0, done.returncode, f"{page}: {command}\n{done.stdout}{done.stderr}")
            output += done.stdout
        return output

    def score(self, page, *files):
        self.with_rubric()
        self.assertRegex(self.follow(page), r"\d+ of 30 points; 10 needed: reached")
        for name in files:
            self.assertTrue((self.folder / name).exists(), name)

    def test_github_job(self):
        self.score("github-job.md")

    def test_gitlab_job(self):
        self.score("gitlab-job.md", "junit.xml")

    def test_gradescope(self):
        self.score("gradescope.md", "results.json")

    def test_classroom50(self):
        self.score("classroom50.md", "result.json")

    def grade(self, page):
        """Plays the class of the page's tournament file; the rows of its gradebook."""
        (self.folder / "walls.json").write_text(blocks(page)[0])
        self.follow(page)
        with (self.folder / "grades.csv").open(newline="") as grades:
            return list(csv.DictReader(grades))

    def test_canvas(self):
        shutil.make_archive(str(self.folder / "submissions"), "zip", ROOT / "examples/class/submissions")
        shutil.copy(ROOT / "examples/class/gradebook.csv", self.folder)
        points = [row["Bots (4711)"] for row in self.grade("canvas.md")]
        self.assertIn(20.0, [float(point) for point in points if point.strip()])

    def test_moodle(self):
        students = [("Alice Liddell", "901", "liddellalice_101_7001_bot.py"), ("Ben Baker", "902", "bakerben_102_7002_bot-1.js")]
        download = self.folder / "download"
        rows = [["Identifier", "Full name", "Email address", "Status", "Grade", "Maximum Grade", "Grade can be changed",
                 "Last modified (submission)", "Last modified (grade)", "Feedback comments"]]
        for name, number, file in students:
            theirs = download / f"{name}_{number}_assignsubmission_file"
            theirs.mkdir(parents=True)
            shutil.copy(ROOT / "examples/class/submissions" / file, theirs / f"bot{pathlib.Path(file).suffix}")
            email = name.split()[0].lower() + "@example.edu"
            rows.append([f"Participant {number}", name, email, "Submitted for grading", "", "100.00", "Yes", "-", "-", ""])
        shutil.make_archive(str(self.folder / "submissions"), "zip", download)
        with (self.folder / "worksheet.csv").open("w", newline="") as worksheet:
            csv.writer(worksheet).writerows(rows)
        grades = {row["Identifier"]: float(row["Grade"]) for row in self.grade("moodle.md")}
        self.assertEqual({"Participant 901", "Participant 902"}, set(grades))
        self.assertEqual(20.0, max(grades.values()))


if __name__ == "__main__":
    unittest.main()
