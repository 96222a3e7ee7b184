"""A referee whose network goes away, and TLS to the database, in network namespaces with links between them. Workers whose links go
down: the campaign cluster_network. Skipped where namespaces are not allowed."""
import shutil
import unittest

from fixture.bot_text import bot_text
from fixture.case import PATIENT_CLOCK
from fixture.network import NetworkServer, Places, command, may_make_namespaces
from fixture.program import REFEREE
from fixture.tournament import randoms
from fixture.workers import WorkersCase

PATIENT = {"name": "patient", "command": ["/usr/bin/python3", "patient/bot.py"]}


@unittest.skipUnless(may_make_namespaces(), "network namespaces cannot be made")
class Network(WorkersCase):
    @classmethod
    def setUpClass(cls):
        cls.places = Places(1)
        cls.addClassCleanup(cls.places.close)
        super().setUpClass()

    @classmethod
    def make_server(cls):
        return NetworkServer(cls.places.near)

    def setUp(self):
        super().setUp()
        self.near, self.far = self.places.near, self.places.far[0]
        self.addCleanup(self.places.link, self.far, "up")
        self.certificate = self.folder / "server.crt"
        shutil.copy(self.server.certificate, self.certificate)
        self.go = self.folder / "go"
        self.write("patient/bot.py", bot_text(first=f"while not os.path.exists({str(self.go)!r}):\n    time.sleep(0.01)\n"))

    def spawn_in(self, place, *words):
        return self.spawn("ip", "netns", "exec", place, REFEREE, *words)

    def far_store(self, certificate="server.crt"):
        return self.server.far_store(self.schema, self.folder / certificate)

    def test_a_referee_that_is_cut_off_writes_nothing_afterwards(self):
        bots = randoms(4)
        bots[1] = PATIENT  # it plays at the second table
        self.configure(sandbox="none", web=None, clock=PATIENT_CLOCK, parallel=1, entrants=bots,
                       format={"kind": "round_robin", "best_of": 2}, listen={"host": "127.0.0.1", "port": 0})
        cut_off = self.spawn_in(self.far, "serve", "config.json", "--exit-when-done", "--store", self.far_store(), "--reports", "far")
        cut_off.see(" r1t1g1:")
        stands_by = self.spawn_in(self.near, "serve", "config.json", "--exit-when-done", "--standby", "--store", self.store, "--reports", "near")
        stands_by.see("standing by: ")
        self.places.link(self.far, "down")
        self.go.touch()
        self.expect_end(stands_by)
        self.places.link(self.far, "up")
        self.assertEqual(3, cut_off.wait().code, cut_off.err)
        self.assert_words(cut_off.err, "another referee has opened it")
        self.assertTrue(self.standings("near")["finished"])
        self.referee("verify", *self.record_files("near"))
        self.referee("check", "--deep", self.store)

    def test_a_server_with_another_certificate_is_refused(self):
        self.referee("store", "init", self.store)
        told = self.spawn_in(self.far, "workers", self.far_store()).wait()
        self.assertEqual((0, ""), (told.code, told.err))
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other",
                "-keyout", self.folder / "key", "-out", self.folder / "other.crt")
        refused = self.spawn_in(self.far, "workers", self.far_store("other.crt")).wait()
        self.assertEqual(3, refused.code)
        self.assert_words(refused.err, "certificate verify failed")


if __name__ == "__main__":
    unittest.main()
