"""What tests of the program with a PostgreSQL server share."""
import time
import unittest

from in_folder import PATIENCE, InFolder
from postgresql_server import PROGRAMS, Server


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
class WithServer(InFolder):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Server()
        cls.addClassCleanup(cls.server.temporary.cleanup)
        cls.addClassCleanup(cls.server.end, "immediate")

    def wait_for(self, text, log):
        end = time.monotonic() + PATIENCE
        while text not in log.read_text():
            self.assertLess(time.monotonic(), end, text + "\n" + log.read_text())
            time.sleep(0.01)
