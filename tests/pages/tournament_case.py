"""What tests of a tournament's pages share: real tournaments, and a stand-in for the server that shows one of them."""
import stand_in
import tournament_samples as samples
from page_case import FOLDER, PageCase
from tournament_sites import Sites


class ServedTournaments:
    """For a PageCase. Has `sites`, and `server` once a page is served."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.sites = Sites(FOLDER)

    def open_served(self, page, path="", turn=40, **own):
        """Opens an address of a server that shows `page`, whose games that are being played are at that turn. `own`: what entrants see."""
        self.server = stand_in.StandIn(page, samples.boards(page.data["running"], turn), **own)
        self.server.start()
        self.addCleanup(self.stop, self.server)
        self.browser.open(self.server.url + path)

    def open_verified(self):
        """Opens the page that verifies records, with a true record, and one that is not. Skips the test where there is none."""
        page = self.sites.verify()
        if page is None:
            self.skipTest("the rules were not built for browsers")
        record = next((page.parent / "records").iterdir())
        damaged = FOLDER / "damaged.jsonl"
        damaged.write_bytes(record.read_bytes().replace(b'"turn":3', b'"turn":4', 1))
        self.browser.open(page)
        self.browser.find("#files").send_keys(f"{record}\n{damaged}")
        self.browser.wait("return document.querySelectorAll('#verdicts > li').length === 2 && document.getElementById('working').hidden")

    def stop(self, server=None):
        """Leaves the page first: it would try to connect again."""
        server = server or self.server
        self.browser.leave()
        if server.server.running:
            server.stop()


class TournamentCase(ServedTournaments, PageCase):
    def serve(self, page, turn=40, query=""):
        """Opens the page of a tournament, and waits until it is live and painted."""
        self.open_served(page, query, turn)
        self.browser.wait("return document.querySelector('#connection').dataset.state === 'live'")
        if page.data["running"]:
            self.browser.wait("return document.querySelector('.live-board canvas')?.width > 10", "a board")
        self.browser.painted()

    def silent(self):
        self.assertEqual(self.browser.messages(), [], "the console is silent")
