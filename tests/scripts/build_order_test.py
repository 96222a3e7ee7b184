"""The build's own file for ninja: what reads a file waits for the command that makes it.

CMake writes a path in the build folder sometimes relative and sometimes absolute, and ninja takes the two for two files.
A step that names a file one way, where it is made by the other name, may run before the file is there: it depends on luck
whether a build from nothing fails.
"""
import re
import sys
import unittest
from pathlib import Path

BUILD = Path(sys.argv.pop())


def steps(text):
    """Each step of a file for ninja: what it makes and what it waits for, as lists of paths."""
    text = text.replace("$\n", "").replace("${cmake_ninja_workdir}", f"{BUILD}/")
    for line in re.findall(r"^build (.+)$", text, re.MULTILINE):
        outputs, _, rest = line.partition(": ")
        yield outputs.replace("|", "").split(), rest.replace("|", "").split()[1:]


def hurried(text):
    """Pairs of a step and a file that it reads by another name than it is made by, and does not wait for."""
    all_steps = list(steps(text))
    maker = {output: number for number, (outputs, _) in enumerate(all_steps) for output in outputs}
    for outputs, inputs in all_steps:
        for read in inputs:
            other = read.removeprefix(f"{BUILD}/")
            if other != read and other in maker and maker[other] != maker.get(read) and other not in inputs:
                yield outputs[0], read


class BuildOrder(unittest.TestCase):
    def test_each_step_waits_for_what_it_reads(self):
        text = (BUILD / "build.ninja").read_text()
        self.assertGreater(len(list(steps(text))), 100)
        self.assertEqual([], list(hurried(text)))

    def test_a_step_that_names_what_it_reads_otherwise_than_its_maker_is_found(self):
        made = f"build made.pch: COMPILE made.h\nbuild {BUILD}/made.pch: CUSTOM_COMMAND || order\n"
        self.assertEqual([("made.o", f"{BUILD}/made.pch")], list(hurried(f"{made}build made.o: COMPILE {BUILD}/made.pch\n")))
        self.assertEqual([], list(hurried(f"{made}build made.o: COMPILE {BUILD}/made.pch | made.pch\n")))


if __name__ == "__main__":
    unittest.main()
