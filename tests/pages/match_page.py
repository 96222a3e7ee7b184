"""What tests of the page of a match share. Exit code 77 where there is no Chromium."""
from page_case import FOLDER, PageCase
from samples import Samples, data_of, with_data


class MatchPage(PageCase):
    samples = Samples(FOLDER)

    def tearDown(self):
        self.assertEqual(self.browser.messages(), [], "the console is silent")

    def open(self, page, fragment="#t=0"):
        """Opens a page, at the first frame unless told otherwise. `fragment`: what stands behind its address."""
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
