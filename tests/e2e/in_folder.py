"""What tests of the program share: a folder of its own for each test, in which the program runs. Its first argument is the
program."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
PATIENCE = 300  # seconds; only a hang takes so long


class InFolder(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.top = pathlib.Path(temporary.name).resolve()

    def run_referee(self, *words, code=0):
        done = subprocess.run([REFEREE, *map(str, words)], cwd=self.top, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(code, done.returncode, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def referee(self, *words, code=0):
        """What it prints; self.said is what it prints as errors."""
        done = self.run_referee(*words, code=code)
        self.said = done.stderr
        return done.stdout
