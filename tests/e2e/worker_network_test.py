"""Workers and referees whose network goes away, and TLS to the database: the server and the referee are in one network namespace, a
worker in another, with a link between them. Skipped where namespaces are not allowed. Usage: worker_network_test.py REFEREE"""
import json
import shutil
import subprocess
import time
import unittest

from in_folder import PATIENCE, REFEREE, InFolder
from network_places import NetworkServer, Places, command, may_make_namespaces
from postgresql_server import PROGRAMS

CONFIG = {
    "name": "Spring", "game": "walls", "options": {"n": 5}, "seed": 7, "sandbox": "none", "web": None, "workers": True,
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "format": {"kind": "round_robin"},
    "entrants": [{"name": f"patient-{i}", "command": ["/usr/bin/python3", "patient/bot.py"]} for i in (1, 2)],
}
# Its matches do not begin before the test has made the file.
BOT = """import json, os, sys, time
while not os.path.exists({go!r}):
    time.sleep(0.01)
print('{"type":"hello","protocol":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"}), flush=True)
    elif message["type"] == "bye":
        break
"""


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
@unittest.skipUnless(may_make_namespaces(), "network namespaces cannot be made")
class Network(InFolder):
    def setUp(self):
        super().setUp()
        self.places = Places(1)
        self.addCleanup(self.places.close)
        self.near, self.far = self.places.near, self.places.far[0]
        self.server = NetworkServer(self.near)
        self.addCleanup(self.server.temporary.cleanup)
        self.addCleanup(self.server.end, "immediate")
        self.certificate = self.top / "server.crt"
        shutil.copy(self.server.certificate, self.certificate)
        (self.top / "config.json").write_text(json.dumps(CONFIG))
        (self.top / "patient").mkdir()
        self.go = self.top / "go"
        (self.top / "patient/bot.py").write_text(BOT.replace("{go!r}", repr(str(self.go))))

    def spawn(self, log, place, *words):
        with (self.top / log).open("a") as out:
            process = subprocess.Popen(["ip", "netns", "exec", place, REFEREE, *map(str, words)], cwd=self.top, stdout=out, stderr=out)
        self.addCleanup(process.wait, PATIENCE)
        self.addCleanup(process.kill)
        return process

    def worker(self, name, place, store):
        return self.spawn(f"{name}.log", place, "worker", "--store", store, "--name", name, "--sandbox", "none", "--as-root",
                          "--cache", self.top / name, "--slots", "2")

    def wait_for(self, text, log):
        end = time.monotonic() + PATIENCE
        while text not in (self.top / log).read_text():
            self.assertLess(time.monotonic(), end, text + "\n" + (self.top / log).read_text())
            time.sleep(0.01)

    def test_a_worker_that_is_cut_off_loses_its_match_and_plays_again_later(self):
        store = self.server.store("spring")
        self.referee("store", "init", store)
        far = self.worker("far", self.far, self.server.far_store("spring", self.certificate))
        while self.server.sql("SELECT count(*) FROM spring.worker")[0] != "1":
            self.assertIsNone(far.poll(), (self.top / "far.log").read_text())
            time.sleep(0.01)
        referee = self.spawn("log", self.near, "run", "config.json", "--store", store, "--reports", "out")
        self.wait_for("begins", "far.log")
        self.places.link(self.far, "down")
        self.go.touch()
        near = self.worker("near", self.near, store)
        self.assertEqual(0, referee.wait(PATIENCE), (self.top / "log").read_text())
        self.places.link(self.far, "up")
        self.wait_for("is lost", "far.log")
        headers = [json.loads(record.read_text().splitlines()[0]) for record in (self.top / "out/records").glob("*.jsonl")]
        self.assertEqual(2, len(headers))
        self.assertIn(2, [header["attempt"] for header in headers])
        for header in headers:
            self.assertRegex(header["worker"]["name"], "^near/")
        self.referee("check", "--deep", store)
        for worker in (far, near):
            worker.terminate()
            self.assertEqual(0, worker.wait(PATIENCE))

    def test_a_referee_that_is_cut_off_writes_nothing_afterwards(self):
        bots = [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 5)]
        bots[1] = {"name": "patient", "command": CONFIG["entrants"][0]["command"]}  # it plays at the second table
        config = {**CONFIG, "workers": False, "parallel": 1, "entrants": bots, "format": {"kind": "round_robin", "best_of": 10},
                  "listen": {"host": "127.0.0.1", "port": 0}}
        (self.top / "config.json").write_text(json.dumps(config))
        cut_off = self.spawn("far.log", self.far, "serve", "config.json", "--store", self.server.far_store("spring", self.certificate),
                             "--reports", "far")
        self.wait_for("r1t1g1:", "far.log")
        stands_by = self.spawn("near.log", self.near, "serve", "config.json", "--standby", "--store", self.server.store("spring"),
                               "--reports", "near")
        self.wait_for("standing by: ", "near.log")
        self.places.link(self.far, "down")
        self.go.touch()
        self.assertEqual(0, stands_by.wait(PATIENCE), (self.top / "near.log").read_text())
        self.places.link(self.far, "up")
        self.assertEqual(3, cut_off.wait(PATIENCE), (self.top / "far.log").read_text())
        self.assertIn("another referee has opened it", (self.top / "far.log").read_text())
        self.assertTrue(json.loads((self.top / "near/standings.json").read_text())["finished"])
        self.referee("verify", *(self.top / "near/records").glob("*.jsonl"))
        self.referee("check", "--deep", self.server.store("spring"))

    def test_a_server_with_another_certificate_is_refused(self):
        self.referee("store", "init", self.server.store("spring"))
        told = subprocess.run(["ip", "netns", "exec", self.far, REFEREE, "workers", self.server.far_store("spring", self.certificate)],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((0, ""), (told.returncode, told.stderr))
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other", "-keyout", self.top / "key",
                "-out", self.top / "other.crt")
        refused = subprocess.run(["ip", "netns", "exec", self.far, REFEREE, "workers", self.server.far_store("spring", self.top / "other.crt")],
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(3, refused.returncode)
        self.assertIn("certificate verify failed", refused.stderr)


if __name__ == "__main__":
    unittest.main()
