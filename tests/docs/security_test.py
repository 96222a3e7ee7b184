"""SECURITY.md names a test for each promise: those tests exist."""
import fnmatch
import importlib.machinery
import importlib.util
import re
import unittest

from fixture.program import ROOT


def unit_tests():
    """Names by gtest, without what stands before and behind those of parametrized suites."""
    loader = importlib.machinery.SourceFileLoader("mutants", str(ROOT / "scripts" / "mutants"))
    mutants = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", loader))
    loader.exec_module(mutants)
    return {re.sub(r"^\w+/|/\d+$", "", name) for name in mutants.tests_of(ROOT)}


def tests_of_programs():
    """Each test in Python, as Class.test_name."""
    names = set()
    for file in (ROOT / "tests").rglob("*_test.py"):
        of = ""
        for line in file.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"class (\w+)", line):
                of = found[1]
            elif found := re.match(r"    def (test_\w+)", line):
                names.add(f"{of}.{found[1]}")
    return names


def other_tests():
    """Names that CMake gives to tests; those of fuzz targets are made from targets.def and games.def."""
    names = set()
    for file in (ROOT / "tests").rglob("CMakeLists.txt"):
        names.update(re.findall(r"add_(?:test\(NAME |program_test\()(\w+)", file.read_text(encoding="utf-8")))
    targets = (ROOT / "bench/fuzz/targets.def").read_text(encoding="utf-8")
    games = (ROOT / "engines/games.def").read_text(encoding="utf-8")
    names.update(f"fuzz_corpus_{name}" for name in re.findall(r"^TARGET\((\w+)\)", targets, re.MULTILINE))
    names.update(f"fuzz_corpus_moves_{name}" for name in re.findall(r"^GAME\((\w+)\)", games, re.MULTILINE))
    return names


class SecurityPage(unittest.TestCase):
    def test_every_test_that_it_names_exists(self):
        page = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
        named = re.findall(r"`([A-Z]\w+\.[\w*]+|[A-Z]\w+\*|fuzz_corpus_[\w*]+|standings_formats)`", page)
        self.assertGreater(len(named), 40)
        known = unit_tests() | tests_of_programs() | other_tests()
        for name in named:
            self.assertTrue(fnmatch.filter(known, name), name)


if __name__ == "__main__":
    unittest.main()
