"""Archives of hostile students: each of them is the student's fault, with a report, and leaves nothing behind."""
import concurrent.futures
import json
import os
import unittest

from fixture.case import PATIENT_CLOCK, RefereeCase
from fixture.program import Program, REFEREE
from fixture.random_cases import random_cases

from hostile_archives import hostile_archive

COUNT = random_cases(160)  # each kind of oddity comes about 16 times
RUBRIC = {
    "name": "Try",
    "game": "walls",
    "options": {"n": 3},
    "clock": PATIENT_CLOCK,
    "seed": 7,
    "sandbox": "none",
    "build": {"archive": True, "folder": "iap", "require": ["authors.txt"], "command": "cp main.c iap; chmod 755 iap", "timeout_s": 60},
    "items": [{"name": "walls", "points": 10, "opponents": [["sample:walls_random"]], "criterion": {"measure": "faults", "at_most": 0}}],
}


class HostileArchives(RefereeCase):
    def setUp(self):
        super().setUp()
        self.write("rubric.json", json.dumps(RUBRIC))

    def complaint(self, number):
        """What is wrong with the way in which archive `number` was scored; "" if nothing is."""
        name, data = hostile_archive(number)
        folder = self.folder / str(number)
        (folder / "tmp").mkdir(parents=True)
        (folder / name).write_bytes(data)
        done = Program([REFEREE, "score", "../rubric.json", "--json", "score.json", "--reports", "out", "--submission", name, "--",
                        "./iap"], folder, environment={"TMPDIR": str(folder / "tmp")}).wait()
        done.end()
        (folder / name).unlink()
        said = done.out + done.err
        if done.code != 1:
            return f"archive {number}: code {done.code}: {said[:300]}"
        report = json.loads((folder / "score.json").read_text())
        self.problems.append(report["build"]["problem"] or "")
        left = [path.name for path in (folder / "tmp").iterdir()]
        if not report["finished"] or report["points"] != 0 or left:
            return f"archive {number}: finished {report['finished']}, {report['points']} points, left behind {left}: {said[:300]}"
        return ""

    def test_each_is_the_students_fault(self):
        """Over 5 s: each archive is a process, and some of them are large."""
        self.problems = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            complaints = [complaint for complaint in pool.map(self.complaint, range(COUNT)) if complaint]
        self.assertEqual([], complaints)
        self.assertEqual([], sorted(path.name for path in self.folder.iterdir() if not path.name.isdigit() and path.name != "rubric.json"))
        # The generator reaches every way to refuse one.
        for words in ["is no zip, tar, 7z or rar, or damaged", "is damaged", "twice", "which lies outside", "expected names of at most 255 bytes",
                      "expected at most 64 folders in each other", "which is a device", "which is no name of a file",
                      "without a name", "more than 10000 files", "MiB unpacked", "there is no folder 'iap'", "missing 'authors.txt'"]:
            self.assertTrue(any(words in problem for problem in self.problems), words)

    def test_the_same_number_gives_the_same_bytes(self):
        for number in range(20):
            self.assertEqual(hostile_archive(number), hostile_archive(number))


if __name__ == "__main__":
    unittest.main()
