"""A test of pages in a browser, and where tests of pages write."""
import pathlib
import shutil
import sys
import unittest

import browser
from fixture.program import REFEREE

PLACE = REFEREE.parents[1] / "pages"  # in the build folder
# The folder of this test program, empty when it begins: it gets pages, records and screenshots, for people to look at.
FOLDER = PLACE / pathlib.Path(sys.argv[0]).stem
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)


def picture(name, width, dark):
    """The file of a screenshot."""
    return FOLDER / "screenshots" / f"{name}-{width}-{'dark' if dark else 'light'}.png"


class PageCase(unittest.TestCase):
    """Has `browser`, which all tests of a program share: one begins with a window of the usual size, and leaves no page."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = browser.shared()

    def setUp(self):
        super().setUp()
        self.browser.look()
        self.addCleanup(self.browser.leave)
