"""Stores on PostgreSQL: tournaments that move between a file and a database, and a server that restarts meanwhile.
Usage: postgres_test.py REFEREE"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
PROGRAMS = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))
PATIENCE = 300  # seconds; only a hang takes so long
NOBODY = 65534
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


class Server:
    """A server in a folder of its own, with a Unix socket alone."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)  # it does not run as root
        self.run("initdb", "--no-sync", "--auth=trust", "--username=referee")
        self.begin()

    def run(self, program, *words):
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] if os.geteuid() == 0 else []
        command = [*user, PROGRAMS[-1] / program, f"--pgdata={self.folder}/data", *words]
        subprocess.run(command, cwd="/", check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)

    def begin(self):
        options = f"-c listen_addresses='' -c fsync=off -c unix_socket_directories={self.folder}"
        self.run("pg_ctl", "start", "--wait", f"--log={self.folder}/log", f"--options={options}")

    def end(self, mode="fast"):
        self.run("pg_ctl", "stop", "--wait", f"--mode={mode}")

    def store(self, schema):
        return f"postgresql://referee@/postgres?host={self.folder}&schema={schema}"


def without_times(page):
    page = json.loads(page)
    del page["updated"]
    for row in page["standings"]:
        del row["mean_ms"], row["worst_ms"]
    return page


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
class StoresOnPostgresql(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server()
        cls.addClassCleanup(cls.server.temporary.cleanup)
        cls.addClassCleanup(cls.server.end, "immediate")

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.top = pathlib.Path(temporary.name).resolve()
        (self.top / "config.json").write_text(json.dumps(CONFIG))

    def referee(self, *words, code=0):
        done = subprocess.run([REFEREE, *words], cwd=self.top, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        self.said = done.stderr
        return done.stdout

    def run_on(self, store, folder):
        self.referee("run", "config.json", "--store", store, "--reports", folder)
        return without_times((self.top / folder / "standings.json").read_text())

    def begin_on(self, store, folder):
        """A referee that plays, after its first match."""
        command = [REFEREE, "run", "config.json", "--store", store, "--reports", folder]
        running = subprocess.Popen(command, cwd=self.top, stdout=subprocess.PIPE, stderr=(self.top / "log").open("w"), text=True)
        self.addCleanup(running.wait, PATIENCE)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        for line in running.stdout:
            if line.startswith("r1t1g1"):
                return running
        self.fail((self.top / "log").read_text())

    def wait_for_log(self, text):
        end = time.monotonic() + PATIENCE
        while text not in (self.top / "log").read_text():
            self.assertLess(time.monotonic(), end, text)

    def all_reports(self, store):
        return [self.referee("standings", store, "--format", kind) for kind in ["text", "json", "csv", "html", "markdown"]]

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
        self.wait_for_log("the database is away")
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


if __name__ == "__main__":
    unittest.main()
