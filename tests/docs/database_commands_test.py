"""Runs the commands of the pages of stores and of workers that need a database, on a PostgreSQL server in a temporary folder. It
replaces only the address of the database."""
import json
import re
import shlex
import signal
import unittest

from fixture.case import UNCONFINED, RefereeCase
from fixture.postgresql import PROGRAMS, Server
from fixture.program import ROOT

DATABASE = re.compile(r"'postgresql://(\w+)@db\.example\.org/class\?schema=(\w+)[^']*'")
ELSEWHERE = {"join": "tests/e2e/postgres_test.py, with a bot and two referees"}
LASTING = ["worker", "serve"]  # run when all is in place
TOURNAMENT = {
    "name": "Class", "game": "walls", "options": {"n": 5}, "seed": 7, "format": {"kind": "round_robin"}, "sandbox": "none", "web": None,
    "listen": {"host": "127.0.0.1", "port": 0},
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in (1, 2)],
}


def fenced_commands(page):
    blocks = re.findall(r"^```\n(.*?)^```", (ROOT / page).read_text(), re.S | re.M)
    return [line for block in blocks for line in block.splitlines() if line.startswith("referee ")]


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
class DatabaseCommands(RefereeCase):
    def setUp(self):
        super().setUp()
        self.server = Server()
        self.addCleanup(self.server.temporary.cleanup)
        self.addCleanup(self.server.end, "immediate")
        self.server.sql("CREATE ROLE worker LOGIN")
        self.write("class.json", json.dumps({**TOURNAMENT, "store": self.server.store("spring")}))
        self.referee("run", "class.json", "--store", "class.db", "--reports", "here")

    def words(self, command):
        return shlex.split(DATABASE.sub(lambda found: shlex.quote(self.server.store(found[2], found[1])), command))[1:]

    def work(self, words):
        """A worker, until the store knows it."""
        worker = self.start(*words, *UNCONFINED, "--cache", "cache")
        self.until(lambda: self.server.sql("SELECT count(*) FROM spring.worker")[0] == "1")
        worker.signal(signal.SIGTERM)
        self.assertEqual(0, worker.wait().code, worker.err)

    def test_the_pages_of_stores_and_workers(self):
        commands = [command for page in ["stores", "workers"] for command in fenced_commands(f"docs/reference/{page}.md")
                    if command.split()[1] not in ELSEWHERE]
        self.assertGreater(len(commands), 3)
        for command in sorted(commands, key=lambda command: command.split()[1] in LASTING):
            with self.subTest(command=command):
                words = self.words(command)
                self.work(words) if words[0] == "worker" else self.referee(*words, *(["--exit-when-done"] if words[0] == "serve" else []))
        spring, autumn = (json.loads(self.referee("standings", self.server.store(schema), "--format", "json")) for schema in ("spring", "autumn"))
        self.assertEqual([row["points"] for row in spring["standings"]], [row["points"] for row in autumn["standings"]])


if __name__ == "__main__":
    unittest.main()
