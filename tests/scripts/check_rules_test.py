"""scripts/check-rules on a page of three paragraphs and a test of it: what passes, and the messages for the rest."""
import unittest

from small_tree import SmallTree

PAGE = "# Rules of {}\n\n## 1 The board\n\n**1.1** It is square.\n\n**1.2** It is small.\n\n## 2 Moves\n\n**2.1** One at a time.\n"


class CheckRules(SmallTree):
    SCRIPT = "check-rules"

    def setUp(self):
        super().setUp()
        self.write("engines/chess/RULES.md", PAGE.format("Chess"))
        self.write("tests/engines/chess_test.cpp", "// Chess 1.1, 1.2: the board.\n\n// Chess 2.1: moves.\n")

    def test_paragraphs_that_tests_name_pass(self):
        self.assertEqual((0, ""), self.check())

    def test_a_page_of_the_referee_is_held_too(self):
        self.write("referee/tournament/RULES.md", PAGE.format("tournaments"))
        self.write("tests/e2e/swiss_test.cpp", "// Tournaments 1.1, 1.2, 2.1: all of it.\n")
        self.assertEqual((0, ""), self.check())

    def test_a_paragraph_that_no_test_names_is_told(self):
        self.write("tests/engines/chess_test.cpp", "// Chess 1.1\n// Chess 2.1\n")
        self.assertEqual((1, "engines/chess/RULES.md:7: 1.2: no test names 'Chess 1.2'\n"), self.check())

    def test_a_name_without_a_paragraph_is_told(self):
        self.write("tests/e2e/chess_test.py", "# Chess 1.1, 3.4: castling\n")
        said = "tests/e2e/chess_test.py:1: 'Chess 3.4': engines/chess/RULES.md has no such paragraph\n"
        self.assertEqual((1, said), self.check())

    def test_a_gap_in_the_numbers_is_told(self):
        self.write("engines/chess/RULES.md", PAGE.format("Chess").replace("1.2", "1.3"))
        self.write("tests/engines/chess_test.cpp", "// Chess 1.1, 1.3\n// Chess 2.1\n")
        self.assertEqual((1, "engines/chess/RULES.md:7: 1.3: expected 1.2 or 2.1\n"), self.check())

    def test_a_page_without_its_title_is_told(self):
        self.write("engines/chess/RULES.md", "# Chess\n\n**1.1** It is square.\n")
        self.assertEqual((1, "engines/chess/RULES.md:1: expected '# Rules of NAME'\n"), self.check())


if __name__ == "__main__":
    unittest.main()
