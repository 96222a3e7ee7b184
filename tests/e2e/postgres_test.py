"""Stores on PostgreSQL: tournaments that move between a file and a database, a server that restarts meanwhile, and referees
that stand by.
Usage: postgres_test.py REFEREE"""
import hashlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import unittest

from in_folder import PATIENCE, REFEREE
from postgresql import WithServer

SAMPLES = REFEREE.parent / "sample_bots"
SOURCES = pathlib.Path(__file__).resolve().parents[2] / "sample_bots"
CONFIG = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 5},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "format": {"kind": "round_robin"},
    "seed": 7,
    "parallel": 1,
    "sandbox": "none",
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 7)],
}


def without_times(page):
    page = json.loads(page)
    del page["updated"]
    for row in page["standings"]:
        del row["mean_ms"], row["worst_ms"]
    return page


class Stores(WithServer):
    def setUp(self):
        super().setUp()
        (self.top / "config.json").write_text(json.dumps(CONFIG))

    def run_on(self, store, folder):
        self.referee("run", "config.json", "--store", store, "--reports", folder)
        return without_times((self.top / folder / "standings.json").read_text())

    def begin_on(self, store, folder):
        """A referee that plays, after its first match."""
        command = [REFEREE, "run", "config.json", "--store", store, "--reports", folder]
        with (self.top / "log").open("w") as log:
            running = subprocess.Popen(command, cwd=self.top, stdout=subprocess.PIPE, stderr=log, text=True)
        self.addCleanup(running.wait, PATIENCE)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        for line in running.stdout:
            if line.startswith("r1t1g1"):
                return running
        self.fail((self.top / "log").read_text())

    def all_reports(self, store):
        """Standings in each format, points, and the files of the static site, byte for byte."""
        site = tempfile.mkdtemp(dir=self.top)
        self.referee("site", store, site)
        reports = {str(file.relative_to(site)): file.read_bytes() for file in pathlib.Path(site).rglob("*") if file.is_file()}
        for kind in ("text", "json", "csv", "md", "html"):
            reports[kind] = self.referee("standings", store, "--format", kind)
        return {**reports, "grade": self.referee("grade", store, "--extra", "5,3")}

    def test_a_tournament_has_the_same_result_in_a_database(self):
        self.assertEqual(self.run_on("calm.db", "calm"), self.run_on(self.server.store("calm"), "database"))

    def test_a_stopped_tournament_moves_to_a_database_and_back(self):
        database = self.server.store("moved")
        calm = self.run_on("calm.db", "calm")
        running = self.begin_on("spring.db", "out")
        running.send_signal(signal.SIGKILL)
        running.wait(PATIENCE)
        before = self.all_reports("spring.db")
        self.assertRegex(self.referee("store", "init", database), "schema=moved: ready\n$")
        self.referee("store", "copy", "spring.db", database)
        self.assertEqual(before, self.all_reports(database))
        self.referee("store", "copy", database, "back.db")
        self.assertEqual(before, self.all_reports("back.db"))
        self.assertEqual(calm, self.run_on(database, "out"))
        self.assertEqual(calm, self.run_on("back.db", "out_back"))
        self.referee("store", "copy", "back.db", database, code=2)
        self.assertIn("it has a tournament already", self.said)

    def test_the_server_restarts_in_mid_tournament(self):
        calm = self.run_on("calm.db", "calm")
        running = self.begin_on(self.server.store("restart"), "out")
        self.server.end()
        self.wait_for("the database is away", self.top / "log")
        self.server.begin()
        running.stdout.read()
        self.assertEqual(0, running.wait(PATIENCE), (self.top / "log").read_text())
        self.assertIn("the database is back", (self.top / "log").read_text())
        self.assertEqual(calm, without_times((self.top / "out/standings.json").read_text()))
        self.assertRegex(self.referee("check", "--deep", self.server.store("restart")), "ok, 6 entrants")

    def test_a_password_is_not_taken_and_not_shown(self):
        self.referee("standings", "postgresql://ann:secret@db/class", code=2)
        self.assertIn("ann:***@db", self.said)
        self.assertNotIn("secret", self.said)


class StandingBy(WithServer):
    """Referees on one database as on machines of their own: each has its folder and its address."""

    def setUp(self):
        super().setUp()
        self.ports = {name: self.free_port() for name in ("one", "two")}
        self.store = self.server.store(self._testMethodName.rpartition("_")[2])

    @staticmethod
    def free_port():
        with socket.create_server(("127.0.0.3", 0)) as taken:  # an address at which no other test listens
            return taken.getsockname()[1]

    def serve(self, name, *more):
        folder = self.top / name
        folder.mkdir()
        hashes = {bot: hashlib.sha256(bot.encode()).hexdigest() for bot in self.bots}
        config = {**CONFIG, "format": {"kind": "round_robin", "best_of": 10}, "web": None, "store": self.store,
                  "listen": {"host": "127.0.0.3", "port": self.ports[name]},
                  "entrants": [{"name": bot, "token_sha256": sha256} for bot, sha256 in hashes.items()]}
        (folder / "config.json").write_text(json.dumps(config))
        with (folder / "log").open("w") as log:
            referee = subprocess.Popen([REFEREE, "serve", "config.json", *more], cwd=folder, stdout=log, stderr=log)
        self.addCleanup(referee.wait, PATIENCE)
        self.addCleanup(referee.kill)
        return referee

    def join(self, name, *words):
        """A bot that knows the addresses of both referees."""
        addresses = ",".join(f"127.0.0.3:{port}" for port in self.ports.values())
        words = [addresses if word == "ADDRESSES" else word for word in words]
        with (self.top / f"{name}.log").open("w") as log:
            client = subprocess.Popen([*words], cwd=self.top, stdout=log, stderr=log, env={**os.environ, "REFEREE_TOKEN": name})
        self.addCleanup(client.wait, PATIENCE)
        self.addCleanup(client.kill)
        return client

    def begin(self):
        """A referee that plays, one that stands by, and the bots."""
        one = self.serve("one")
        self.wait_for("listening on", self.top / "one/log")
        two = self.serve("two", "--standby")
        self.wait_for("standing by: ", self.top / "two/log")
        return one, two, [self.join(name, *words) for name, words in self.bots.items()]

    def expect_good_end(self, referee, clients):
        """The tournament is over, with one result of each match, and each bot was told so."""
        log = self.top / "two/log"
        self.assertEqual(0, referee.wait(PATIENCE), log.read_text())
        for client in clients:
            self.assertEqual(0, client.wait(PATIENCE), [file.read_text() for file in self.top.glob("*.log")])
        self.assertTrue(json.loads((self.top / "two/out/standings.json").read_text())["finished"])
        self.assertRegex(self.referee("check", "--deep", self.store), f"ok, {len(self.bots)} entrants")
        self.referee("verify", *(self.top / "two/out/records").glob("*.jsonl"))

    def test_the_other_takes_over_after_a_kill(self):
        bot = str(SAMPLES / "walls_random")
        self.bots = {
            "cpp": [bot, "--connect", "ADDRESSES", "--name", "cpp"],
            "js": ["node", SOURCES / "javascript/random_bot.js", "--connect", "ADDRESSES", "--name", "js"],
            "python": [sys.executable, SOURCES / "python/join.py", "ADDRESSES", "--name", "python", "--", bot],
            "join": [REFEREE, "join", "ADDRESSES", "--name", "join", "--", bot],
        }
        one, two, clients = self.begin()
        self.wait_for("r1t2g2:", self.top / "one/log")
        one.kill()
        one.wait(PATIENCE)
        self.expect_good_end(two, clients)
        told = set(re.findall(r"(r\d+t\d+g\d+): 1\.", (self.top / "one/log").read_text()))
        again = set(re.findall(r"(r\d+t\d+g\d+): 1\.", (self.top / "two/log").read_text()))
        self.assertEqual(set(), told & again, "no match that was over is played again")

    def test_the_other_takes_over_from_one_that_hangs(self):
        bot = str(SAMPLES / "walls_random")
        self.bots = {
            "python": [sys.executable, SOURCES / "python/join.py", "ADDRESSES", "--name", "python", "--", bot],
            "join": [REFEREE, "join", "ADDRESSES", "--name", "join", "--", bot],
        }
        one, two, clients = self.begin()
        self.wait_for("r1t1g1:", self.top / "one/log")
        one.send_signal(signal.SIGSTOP)
        self.expect_good_end(two, clients)
        one.send_signal(signal.SIGCONT)
        self.assertEqual(3, one.wait(PATIENCE), (self.top / "one/log").read_text())
        self.assertIn("another referee has opened it", (self.top / "one/log").read_text())


if __name__ == "__main__":
    unittest.main()
