"""Stores on PostgreSQL: tournaments that move between a file and a database, a server that restarts meanwhile, and referees
that stand by."""
import json
import pathlib
import re
import signal
import socket
import sys
import tempfile
import unittest

from fixture.case import PATIENT_CLOCK
from fixture.dial_in import token_of
from fixture.postgresql import PostgresCase
from fixture.program import REFEREE, ROOT, sample_bot
from fixture.tournament import all_dialled, randoms

SOURCES = ROOT / "sample_bots"
CONFIG = {"name": "Spring", "game": "walls", "options": {"n": 3}, "clock": PATIENT_CLOCK, "format": {"kind": "round_robin"},
          "seed": 7, "parallel": 1, "sandbox": "none", "entrants": randoms(4)}


class Stores(PostgresCase):
    def setUp(self):
        super().setUp()
        self.write("config.json", json.dumps(CONFIG))

    def run_on(self, store, reports):
        self.referee("run", "config.json", "--store", store, "--reports", reports)
        return self.standings_without_times(reports)

    def begin_on(self, store):
        """A referee that plays, after its first match."""
        running = self.start("run", "config.json", "--store", store, "--reports", "out")
        running.see("^r1t1g1")
        return running

    def all_reports(self, store):
        """Standings in each format, points, and the files of the static site, byte for byte."""
        site = tempfile.mkdtemp(dir=self.folder)
        self.referee("site", store, site)
        reports = {str(file.relative_to(site)): file.read_bytes() for file in pathlib.Path(site).rglob("*") if file.is_file()}
        for kind in ("text", "json", "csv", "md", "html"):
            reports[kind] = self.referee("standings", store, "--format", kind)
        return {**reports, "grade": self.referee("grade", store, "--extra", "5,3")}

    def test_a_stopped_tournament_moves_to_a_database_and_back_and_has_the_result_of_a_file(self):
        calm = self.run_on("calm.db", "calm")
        running = self.begin_on("spring.db")
        running.signal(signal.SIGKILL)
        running.wait()
        before = self.all_reports("spring.db")
        self.assertRegex(self.referee("store", "init", self.store), f"schema={self.schema}: ready\n$")
        self.referee("store", "copy", "spring.db", self.store)
        self.assertEqual(before, self.all_reports(self.store))
        self.referee("store", "copy", self.store, "back.db")
        self.assertEqual(before, self.all_reports("back.db"))
        self.assertEqual(calm, self.run_on(self.store, "out"))
        self.assertEqual(calm, self.run_on("back.db", "out_back"))
        self.referee("store", "copy", "back.db", self.store, code=2)
        self.assert_words(self.said, "it has a tournament already")

    def test_a_tournament_in_a_database_alone_has_the_result_of_a_file_although_the_server_restarts(self):
        calm = self.run_on("calm.db", "calm")
        running = self.begin_on(self.store)
        self.server.end()
        running.see("the database is away")
        self.server.begin()
        self.assertEqual(0, running.wait().code, running.err)
        self.assert_words(running.out + running.err, "the database is back")
        self.assertEqual(calm, self.standings_without_times())
        self.assert_words(self.referee("check", "--deep", self.store), "ok, 4 entrants")


class StandingBy(PostgresCase):
    """Referees on one database as on machines of their own: each has its folder and its address."""

    def setUp(self):
        super().setUp()
        self.ports = {name: self.free_port() for name in ("one", "two")}

    @staticmethod
    def free_port():
        with socket.create_server(("127.0.0.3", 0)) as taken:  # an address at which no other test listens
            return taken.getsockname()[1]

    def serve_as(self, name, *options):
        config = {**CONFIG, "format": {"kind": "round_robin", "best_of": self.best_of}, "web": None, "store": self.store, "reports": "out",
                  "listen": {"host": "127.0.0.3", "port": self.ports[name]}, "entrants": all_dialled(*self.bots)}
        self.write(f"{name}/config.json", json.dumps(config))
        return self.start("serve", "config.json", "--exit-when-done", *options, folder=self.folder / name)

    def join_both(self, name, *words):
        """A bot that knows the addresses of both referees."""
        addresses = ",".join(f"127.0.0.3:{port}" for port in self.ports.values())
        return self.spawn(*(addresses if word == "ADDRESSES" else word for word in words),
                          environment={**self.environment, "REFEREE_TOKEN": token_of(name)})

    def begin(self):
        """A referee that plays, one that stands by, and the bots."""
        one = self.serve_as("one")
        one.see("listening on")
        two = self.serve_as("two", "--standby")
        two.see("standing by: ")
        return one, two, [self.join_both(name, *words) for name, words in self.bots.items()]

    def expect_good_end(self, referee, clients):
        """The tournament is over, with one result of each match, and each bot was told so."""
        self.assertEqual(0, referee.wait().code, referee.err)
        for client in clients:
            self.assertEqual(0, client.wait().code, client.err)
        self.assertTrue(self.standings("two/out")["finished"])
        self.assert_words(self.referee("check", "--deep", self.store), f"ok, {len(self.bots)} entrants")
        self.referee("verify", *self.record_files("two/out"))

    def test_the_other_takes_over_after_a_kill(self):
        bot = sample_bot("walls_random")
        self.best_of = 4
        self.bots = {
            "cpp": [bot, "--connect", "ADDRESSES", "--name", "cpp"],
            "js": ["node", SOURCES / "javascript/random_bot.js", "--connect", "ADDRESSES", "--name", "js"],
            "python": [sys.executable, SOURCES / "python/join.py", "ADDRESSES", "--name", "python", "--", bot],
            "join": [REFEREE, "join", "ADDRESSES", "--name", "join", "--", bot],
        }
        one, two, clients = self.begin()
        one.see(" r1t2g2:")
        one.signal(signal.SIGKILL)
        one.wait()
        self.expect_good_end(two, clients)
        told, again = (set(re.findall(r" (r\d+t\d+g\d+): 1\.", referee.err)) for referee in (one, two))
        self.assertEqual(set(), told & again, "no match that was over is played again")


if __name__ == "__main__":
    unittest.main()
