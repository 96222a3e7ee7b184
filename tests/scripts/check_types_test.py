"""scripts/check-types on a small tree: types of one name in one namespace are told, and nothing else."""
import unittest

from small_tree import SmallTree

HEADER = "#pragma once\n\nnamespace {} {{\n\nstruct Plan;\n\nstruct {} {{\n  int turns = 0;\n}};\n\n}}  // namespace {}\n"


class CheckTypes(SmallTree):
    SCRIPT = "check-types"

    def header(self, path, name, namespace="referee"):
        self.write(path, HEADER.format(namespace, name, namespace))

    def test_a_type_that_two_headers_define_is_told(self):
        self.header("referee/lab/series.h", "Game")
        self.header("referee/config/plan.h", "Game")
        code, said = self.check()
        self.assertEqual(1, code)
        self.assertIn("referee::Game is defined in referee/config/plan.h and in referee/lab/series.h", said)

    def test_other_names_other_namespaces_and_declarations_pass(self):
        self.header("referee/lab/series.h", "Game")
        self.header("referee/queue/job.h", "Game", "referee::queue")
        self.header("engines/game.h", "Other")
        self.assertEqual((0, ""), self.check())


if __name__ == "__main__":
    unittest.main()
