"""scripts/mutants: its list fits the tree, and what does not fit is named. The faults themselves are tried by hand."""
import importlib.machinery
import importlib.util
import pathlib
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def load(path):
    loader = importlib.machinery.SourceFileLoader("mutants", str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutants", loader))
    loader.exec_module(module)
    return module


mutants = load(ROOT / "scripts" / "mutants")
ENTRY = "What is wrong.\na.cpp\n- int a = 1;\n+ int a = 2;\na_test A.IsOne\n"


class List(unittest.TestCase):
    def test_fits_the_tree(self):
        found = mutants.read_list(mutants.LIST.read_text(encoding="utf-8"))
        mutants.check(found, ROOT)
        self.assertGreaterEqual(len(found), 100)
        self.assertGreaterEqual(sum(mutant.by_world for mutant in found), 40)
        self.assertEqual({mutant.area for mutant in found},
                         {"clock", "lobby", "store", "sandbox", "replay", "pairing", "protocol", "games",
                          "queue", "builds", "join", "web", "pages", "collect", "series", "files",
                          "attendance"})

    def test_is_read(self):
        marked = ENTRY.replace("+ int a = 2;", "+").replace("A.IsOne", "A.IsOne world")
        first, second = mutants.read_list("# comment\n\n## clock\n\n" + ENTRY + "\n" + marked)
        self.assertEqual((first.area, first.number, first.line), ("clock", 1, 5))
        self.assertEqual((first.old, first.new), ("int a = 1;", "int a = 2;"))
        self.assertEqual((second.number, second.new, second.program, second.tests), (2, "", "a_test", "A.IsOne"))
        self.assertEqual((first.by_world, second.by_world), (False, True))

    def test_an_incomplete_entry_is_named_by_its_line(self):
        with self.assertRaisesRegex(mutants.Wrong, r"mutants\.txt:2: expected what, file"):
            mutants.read_list("\n" + ENTRY.replace("a.cpp\n", ""))
        with self.assertRaisesRegex(mutants.Wrong, r"mutants\.txt:1: expected what, file"):
            mutants.read_list(ENTRY.replace("A.IsOne", "A.IsOne word"))


class Check(unittest.TestCase):
    def complaint(self, source, test, entry=ENTRY):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            (root / "tests").mkdir()
            (root / "a.cpp").write_text(source, encoding="utf-8")
            (root / "tests" / "a_test.cpp").write_text(test, encoding="utf-8")
            try:
                mutants.check(mutants.read_list(entry), root)
            except mutants.Wrong as wrong:
                return str(wrong)
        return ""

    def test_a_line_that_is_there_once_is_fine(self):
        self.assertEqual(self.complaint("int a = 1;\n", "TEST(A, IsOne) {}"), "")

    def test_a_line_that_has_changed_is_named(self):
        self.assertIn("a.cpp has the line 0 times", self.complaint("int a = 3;\n", "TEST(A, IsOne) {}"))
        self.assertIn("a.cpp has the line 2 times", self.complaint("int a = 1;\n" * 2, "TEST(A, IsOne) {}"))

    def test_a_test_that_is_gone_is_named(self):
        self.assertIn("no test is called A.IsOne", self.complaint("int a = 1;\n", "TEST(A, IsTwo) {}"))

    def test_parameters_have_their_prefix(self):
        test = "INSTANTIATE_TEST_SUITE_P(Levels, A, x);\nTEST_P(A, IsOne) {}\n"
        self.assertEqual(self.complaint("int a = 1;\n", test, ENTRY.replace("A.IsOne", "Levels/A.IsOne/*")), "")

    def test_a_fault_that_changes_nothing_is_none(self):
        self.assertIn("nothing is changed",
                      self.complaint("int a = 1;\n", "TEST(A, IsOne) {}", ENTRY.replace("= 2", "= 1")))


if __name__ == "__main__":
    unittest.main()
