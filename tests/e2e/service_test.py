"""The daemon as a service of systemd: "Type=notify, watchdog"."""
import select
import signal
import socket
import unittest

from fixture.program import PATIENCE
from fixture.tournament import TournamentCase, all_dialled, walls

CONFIG = walls(1, all_dialled("anna", "bert"))


class Service(TournamentCase):
    """The test is the service manager: services write datagrams to its socket."""

    def setUp(self):
        super().setUp()
        self.manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.addCleanup(self.manager.close)
        self.manager.settimeout(PATIENCE)
        self.manager.bind(str(self.folder / "notify"))
        self.environment["NOTIFY_SOCKET"] = str(self.folder / "notify")

    def next_told(self, start=""):
        """The next datagram that begins so."""
        while not (text := self.manager.recv(4096).decode()).startswith(start):
            pass
        return text

    def more_is_told(self):
        """Whether a datagram has already arrived."""
        return bool(select.select([self.manager], [], [], 0)[0])

    def test_is_ready_when_bots_may_dial_in(self):
        self.write_config(CONFIG)
        self.served = self.start("serve", "config.json", "--exit-when-done")
        self.assertEqual("READY=1\nSTATUS=round 0 of 1, 0 games played, 0 running", self.next_told())
        # By then it has printed its address, and has its store and control socket.
        self.assertIn("127.0.0.1", self.served.wait_for_line("listening on "))
        self.order("status")
        self.stop()

    def test_says_what_goes_on_until_it_is_over(self):
        self.serve(CONFIG)
        self.play_on(self.join("anna"))
        self.play_on(self.join("bert"))
        self.finish()
        self.assertTrue(self.next_told().startswith("READY=1\n"))
        self.assertIn("round 1 of 1, 1 games played", self.next_told("STATUS="))
        last = self.next_told("STOPPING=1")
        self.assert_words(last, "\nSTATUS=stopping: round 1 of 1, ", "2 games played, over, 0 running")
        self.assertFalse(self.more_is_told())

    def test_feeds_the_watchdog_while_it_runs_and_while_it_drains(self):
        self.environment["WATCHDOG_USEC"] = "100000"  # a message every 50 ms; a later one is no error in this test
        self.serve(CONFIG)
        anna, bert = self.join("anna"), self.join("bert")
        anna.next("start")
        for _ in range(3):
            self.assertNotIn("stopping", self.next_told("WATCHDOG=1"))
        while self.more_is_told():  # to make room: the referee drops messages that do not fit into the socket
            self.next_told()
        self.served.signal(signal.SIGTERM)
        self.assertIn("stopping: round 1 of 1", self.next_told("STOPPING=1"))
        for _ in range(3):
            said = self.next_told()
            self.assertTrue(said.startswith("WATCHDOG=1\n"), said)
            self.assertIn("1 running", said)
        self.play_on(anna)
        self.play_on(bert)
        self.assertEqual(0, self.served.wait().code, self.served.err)

    def test_a_wrong_address_is_named(self):
        self.environment["NOTIFY_SOCKET"] = "vsock:2:1234"
        self.write_config(CONFIG)
        self.referee("serve", "config.json", "--exit-when-done", code=2)
        self.assertTrue(self.said.startswith("referee: NOTIFY_SOCKET: got 'vsock:2:1234', expected "), self.said)


if __name__ == "__main__":
    unittest.main()
