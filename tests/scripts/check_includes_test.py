"""scripts/check-includes on a small tree: a file that uses what it does not include is told, and nothing else."""
import unittest

from small_tree import SmallTree

HEADER = "#pragma once\n\nnamespace {} {{\n\n{}\n\n}}  // namespace {}\n"


class CheckIncludes(SmallTree):
    SCRIPT = "check-includes"

    def header(self, path, line, namespace="referee"):
        self.write(path, HEADER.format(namespace, line, namespace))

    def said_of(self, *lines):
        self.write("referee/lab/user.cpp", "\n".join(lines) + "\n")
        return self.check()

    def setUp(self):
        super().setUp()
        self.header("referee/base/text.h", "std::string shown(std::string_view text);")
        self.header("referee/base/limits.h", "inline constexpr int kLimit = 3;")
        self.header("protocol/writer.h", "std::string dump(int value);", "protocol")

    def test_a_function_or_constant_whose_header_is_not_included_is_told(self):
        for use, name, header in ((" = shown(text);", "shown", "referee/base/text.h"),
                                  (" = list(a, shown(b));", "shown", "referee/base/text.h"),
                                  (" = kLimit;", "kLimit", "referee/base/limits.h"),
                                  (" = protocol::dump(1);", "dump", "protocol/writer.h")):
            with self.subTest(use):
                code, said = self.said_of(f"const auto told{use}")
                self.assertEqual(1, code)
                self.assertIn(f"referee/lab/user.cpp: uses {name},", said)
                self.assertIn(header, said)

    def test_the_header_itself_one_that_includes_it_and_one_that_declares_it_too_pass(self):
        self.write("referee/lab/more.h", '#pragma once\n#include "referee/base/text.h"\n')
        self.header("referee/lab/own.h", "std::string shown(int number);")
        for header in ("base/text.h", "lab/more.h", "lab/own.h"):
            with self.subTest(header):
                self.assertEqual((0, ""), self.said_of(f'#include "referee/{header}"', "const auto told = shown(text);"))

    def test_what_only_has_the_name_passes(self):
        for line in ("const auto told = view.shown(text);", "void shown(int text) { shown(text); }", "enum Bound { kLimit, kNone };",
                     "const auto told = other::dump(1);", "// shown(text) of kLimit", 'const auto told = "shown(text)";'):
            with self.subTest(line):
                self.assertEqual((0, ""), self.said_of(line))


if __name__ == "__main__":
    unittest.main()
