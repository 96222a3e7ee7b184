"""500 archives of hostile students: each of them is the student's fault, with a report, and leaves nothing behind.
Usage: hostile_archives_test.py REFEREE"""
import concurrent.futures
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from hostile_archives import hostile_archive

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
PATIENCE = 300  # seconds; only a hang takes so long
COUNT = 500
RUBRIC = {
    "name": "Try",
    "game": "walls",
    "options": {"n": 3},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "seed": 7,
    "sandbox": "none",
    "build": {"archive": True, "folder": "iap", "require": ["authors.txt"], "command": "cp main.c iap; chmod 755 iap", "timeout_s": 60},
    "items": [{"name": "walls", "points": 10, "opponents": [["sample:walls_random"]], "criterion": {"measure": "faults", "at_most": 0}}],
}


class HostileArchives(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.top = pathlib.Path(temporary.name).resolve()
        self.top.chmod(0o711)  # bots of root are other users
        (self.top / "rubric.json").write_text(json.dumps(RUBRIC))

    def complaint(self, number):
        """What is wrong with the way in which archive `number` was scored; "" if nothing is."""
        name, data = hostile_archive(number)
        folder = self.top / str(number)
        (folder / "tmp").mkdir(parents=True)
        (folder / name).write_bytes(data)
        command = [REFEREE, "score", "../rubric.json", "--json", "score.json", "--reports", "out", "--submission", name, "--", "./iap"]
        done = subprocess.run(command, cwd=folder, env={**os.environ, "TMPDIR": str(folder / "tmp")}, capture_output=True, timeout=PATIENCE)
        (folder / name).unlink()
        said = (done.stdout + done.stderr).decode(errors="replace")
        if done.returncode != 1:
            return f"archive {number}: code {done.returncode}: {said[:300]}"
        report = json.loads((folder / "score.json").read_text())
        self.problems.append(report["build"]["problem"] or "")
        left = [path.name for path in (folder / "tmp").iterdir()]
        if not report["finished"] or report["points"] != 0 or left:
            return f"archive {number}: finished {report['finished']}, {report['points']} points, left behind {left}: {said[:300]}"
        return ""

    def test_each_is_the_students_fault(self):
        self.problems = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            complaints = [complaint for complaint in pool.map(self.complaint, range(COUNT)) if complaint]
        self.assertEqual([], complaints)
        self.assertEqual([], sorted(path.name for path in self.top.iterdir() if not path.name.isdigit() and path.name != "rubric.json"))
        # The generator reaches every way to refuse one.
        for words in ["is no zip, tar or tar.gz, or damaged", "is damaged", "twice", "which lies outside", "expected names of at most 255 bytes",
                      "expected at most 64 folders in each other", "which is a link", "which is a device", "which is no name of a file",
                      "without a name", "more than 10000 files", "MiB unpacked", "there is no folder 'iap'", "missing 'authors.txt'"]:
            self.assertTrue(any(words in problem for problem in self.problems), words)

    def test_the_same_number_gives_the_same_bytes(self):
        for number in range(20):
            self.assertEqual(hostile_archive(number), hostile_archive(number))


unittest.main()
