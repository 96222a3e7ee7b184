"""What tests of the page of a match share. Their arguments: REFEREE BOTS FOLDER [unittest's arguments]
FOLDER gets records, pages and screenshots. Exit code 77 where there is no Chromium."""
import pathlib
import shutil
import sys
import unittest

from browser import Browser
from samples import Samples, data_of, with_data

REFEREE, BOTS, FOLDER = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
del sys.argv[1:4]
shutil.rmtree(FOLDER, ignore_errors=True)
FOLDER.mkdir(parents=True)


class MatchPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.samples = Samples(REFEREE, BOTS, FOLDER)
        cls.browser = Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def setUp(self):
        self.browser.look()

    def tearDown(self):
        self.assertEqual(self.browser.messages(), [], "the console is silent")

    def open(self, page, fragment=""):
        self.browser.open(page.resolve().as_uri() + fragment)
        self.browser.wait("return globalThis.referee?.viewer", f"the viewer of {page}")
        self.browser.painted()

    def changed(self, name, change, of="walls"):
        """A page whose match data were changed."""
        html = self.samples.page(of).read_text()
        data = data_of(html)
        change(data)
        page = FOLDER / f"{name}.html"
        page.write_text(with_data(html, data))
        return page

    def index(self):
        return self.browser.run("return referee.viewer.playback.index")

    def last(self):
        return self.browser.run("return referee.viewer.reel.length - 1")

    def press(self, *keys):
        self.browser.press(*keys)
        self.browser.painted()
        return self.index()
