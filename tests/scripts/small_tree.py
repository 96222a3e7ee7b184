"""A script of scripts/ on its own small tree."""
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


class SmallTree(unittest.TestCase):
    SCRIPT = ""  # its name

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        (self.top / "scripts").mkdir()
        shutil.copy(SCRIPTS / self.SCRIPT, self.top / "scripts")

    def write(self, name, text):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, *arguments):
        """Runs the script; returns its exit code and its output."""
        done = subprocess.run([self.top / "scripts" / self.SCRIPT, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout + done.stderr
