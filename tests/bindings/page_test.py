"""The page of the library: its programs print what it says, and the learner beats a random player."""
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from fixture.case import FolderCase
from fixture.program import PATIENCE, ROOT, run

PAGE = (ROOT / "docs/reference/rules-library.md").read_text()
PYTHON = "/usr/bin/python3"  # Debian's own, which has Debian's numpy
COMPILER = shutil.which("clang-19") or shutil.which("cc")
HAS_NUMPY = subprocess.run([PYTHON, "-c", "from numpy import zeros"], capture_output=True).returncode == 0


def blocks(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.S)


class Page(FolderCase):
    def run_python(self, *words):
        return run(PYTHON, "-B", *words, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "bindings/python")})

    def test_the_first_program_prints_what_the_page_says(self):
        self.assertEqual(blocks("text")[0], self.run_python(self.write("rules.py", blocks("python")[0])))

    def test_the_loop_of_an_environment_ends(self):
        self.assertEqual("True\n", self.run_python(self.write("loop.py", blocks("python")[1] + "print(env.game.tell()['over'])\n")))

    @unittest.skipUnless(HAS_NUMPY, f"skipped: numpy is not here ({PYTHON}): scripts/setup --all installs it")
    def test_the_learner_beats_random(self):
        (command,) = re.findall(r"^    python3 (\S+learn_walls.py.*)$", PAGE, re.M)
        said = self.run_python(*command.split())
        self.assertEqual(blocks("text")[1], said)
        won, lost = map(int, re.search(r"won (\d+) of 200 .* lost (\d+)", said).groups())
        self.assertGreater(won, 150)
        self.assertGreater(won, lost)

    def test_without_numpy_it_says_what_to_install(self):
        self.write("numpy.py", "raise ImportError('no numpy')\n")
        shutil.copy(ROOT / "bindings/python/learn_walls.py", self.folder)
        done = subprocess.run([PYTHON, "-B", "learn_walls.py"], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(1, done.returncode)
        self.assertIn("python3-numpy", done.stderr)

    @unittest.skipUnless(COMPILER, "skipped: no C compiler is here")
    def test_the_program_in_c_prints_legal_moves(self):
        self.write("referee/rules.h", (ROOT / "bindings/c/rules.h").read_text())
        self.write("game.c", blocks("c")[0])
        library = pathlib.Path(os.environ["RULES_LIBRARY"]).parent
        run(COMPILER, "-Wall", "-Werror", "game.c", "-I.", f"-L{library}", "-lrules", f"-Wl,-rpath,{library}", "-o", "game", cwd=self.folder)
        self.assertEqual('{"seat":1,"moves":["forward","left","right"]}\n', run(self.folder / "game"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
