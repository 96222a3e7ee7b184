"""The page of the library: its programs print what it says, and the learner beats a random player."""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from fixture.program import PATIENCE, ROOT

PAGE = (ROOT / "docs/reference/rules-library.md").read_text()
PYTHON = "/usr/bin/python3"  # Debian's own, which has Debian's numpy
COMPILER = shutil.which("clang-19") or shutil.which("cc")
HAS_NUMPY = subprocess.run([PYTHON, "-c", "import numpy"], capture_output=True).returncode == 0


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


class Page(unittest.TestCase):
    def setUp(self):
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.folder = pathlib.Path(made.name)

    def run_python(self, *words):
        done = subprocess.run([PYTHON, "-B", *words], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE,
                              env={**os.environ, "PYTHONPATH": str(ROOT / "bindings/python")})
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return done.stdout

    def test_the_first_program_prints_what_the_page_says(self):
        (self.folder / "rules.py").write_text(blocks("python")[0])
        self.assertEqual(blocks("text")[0], self.run_python(self.folder / "rules.py"))

    def test_the_loop_of_an_environment_ends(self):
        (self.folder / "loop.py").write_text(blocks("python")[1] + "print(env.game.tell()['over'])\n")
        self.assertEqual("True\n", self.run_python(self.folder / "loop.py"))

    @unittest.skipUnless(HAS_NUMPY, f"skipped: numpy is not here ({PYTHON}): scripts/setup --all installs it")
    def test_the_learner_beats_random(self):
        (command,) = re.findall(r"^    python3 (\S+learn_walls.py.*)$", PAGE, re.M)
        said = self.run_python(*command.split())
        self.assertEqual(blocks("text")[1], said)
        won, lost = map(int, re.search(r"won (\d+) of 200 .* lost (\d+)", said).groups())
        self.assertGreater(won, 150)
        self.assertGreater(won, lost)

    def test_without_numpy_it_says_what_to_install(self):
        (self.folder / "numpy.py").write_text("raise ImportError('no numpy')\n")
        shutil.copy(ROOT / "bindings/python/learn_walls.py", self.folder)
        done = subprocess.run([PYTHON, "-B", "learn_walls.py"], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(1, done.returncode)
        self.assertIn("python3-numpy", done.stderr)

    @unittest.skipUnless(COMPILER, "skipped: no C compiler is here")
    def test_the_program_in_c_prints_legal_moves(self):
        (self.folder / "referee").mkdir()
        shutil.copy(ROOT / "bindings/c/rules.h", self.folder / "referee")
        (self.folder / "game.c").write_text(blocks("c")[0])
        library = pathlib.Path(os.environ["RULES_LIBRARY"]).parent
        subprocess.run([COMPILER, "-Wall", "-Werror", "game.c", "-I.", f"-L{library}", "-lrules", f"-Wl,-rpath,{library}", "-o", "game"], cwd=self.folder, check=True)
        said = subprocess.run([self.folder / "game"], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual('{"seat":1,"moves":["forward","left","right"]}\n', said.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
