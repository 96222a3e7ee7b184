"""Workers whose network goes away, and TLS to the database: the server and the referee are in one network namespace, a
worker in another, with a link between them. Skipped where namespaces are not allowed. Usage: worker_network_test.py REFEREE"""
import json
import os
import shutil
import subprocess
import time
import unittest

from in_folder import PATIENCE, REFEREE, InFolder
from postgresql_server import PROGRAMS, Server

DATABASE = "192.0.2.1"  # addresses for documentation: nothing leaves the namespaces
FAR = "192.0.2.2"
CONFIG = {
    "name": "Spring", "game": "walls", "options": {"n": 5}, "seed": 7, "sandbox": "none", "web": None, "workers": True,
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "format": {"kind": "round_robin"},
    "entrants": [{"name": f"slow-{i}", "command": ["/usr/bin/python3", "slow/bot.py"]} for i in (1, 2)],
}
# Its matches are not over before the link is down.
BOT = """import json, sys, time
time.sleep(2)
print('{"type":"hello","protocol":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"}), flush=True)
    elif message["type"] == "bye":
        break
"""


def command(*words):
    subprocess.run([str(word) for word in words], check=True, capture_output=True, timeout=PATIENCE)


def may_make_namespaces():
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return False
    name = f"referee-{os.getpid()}"
    if subprocess.run(["ip", "netns", "add", name], capture_output=True).returncode != 0:
        return False
    command("ip", "netns", "delete", name)
    return True


class NetworkServer(Server):
    """A server that also listens in a namespace, with TLS."""

    def __init__(self, namespace):
        self.namespace = namespace
        super().__init__()

    def run(self, program, *words):
        if program == "pg_ctl" and words[0] == "start":
            words = [*words[:-1], words[-1].replace("listen_addresses=''", f"listen_addresses={DATABASE} -c ssl=on")]
            self.admit()
        user = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
        command("ip", "netns", "exec", self.namespace, *user, PROGRAMS[-1] / program, f"--pgdata={self.folder}/data", *words)

    def admit(self):
        data = self.folder / "data"
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=database",
                "-addext", f"subjectAltName=IP:{DATABASE}", "-keyout", data / "server.key", "-out", data / "server.crt")
        for name in ("server.key", "server.crt"):
            shutil.chown(data / name, "nobody", "nogroup")
        (data / "server.key").chmod(0o600)
        with (data / "pg_hba.conf").open("a") as rules:
            rules.write("hostssl all all 192.0.2.0/24 trust\n")

    def far_store(self, certificate):
        return f"postgresql://referee@{DATABASE}/postgres?schema=spring&sslmode=verify-full&sslrootcert={certificate}"


@unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
@unittest.skipUnless(may_make_namespaces(), "network namespaces cannot be made")
class Network(InFolder):
    def setUp(self):
        super().setUp()
        self.near, self.far = (f"referee-{os.getpid()}-{place}" for place in ("near", "far"))
        for place in (self.near, self.far):
            command("ip", "netns", "add", place)
            self.addCleanup(command, "ip", "netns", "delete", place)
        command("ip", "-n", self.near, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", self.far)
        for place, address in ((self.near, DATABASE), (self.far, FAR)):
            command("ip", "-n", place, "address", "add", f"{address}/24", "dev", "cable")
            command("ip", "-n", place, "link", "set", "lo", "up")
            self.link(place, "up")
        self.server = NetworkServer(self.near)
        self.addCleanup(self.server.temporary.cleanup)
        self.addCleanup(self.server.end, "immediate")
        self.certificate = self.top / "server.crt"
        shutil.copy(self.server.folder / "data/server.crt", self.certificate)
        (self.top / "config.json").write_text(json.dumps(CONFIG))
        (self.top / "slow").mkdir()
        (self.top / "slow/bot.py").write_text(BOT)

    def link(self, place, state):
        command("ip", "-n", place, "link", "set", "cable", state)

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
        far = self.worker("far", self.far, self.server.far_store(self.certificate))
        while self.server.sql("SELECT count(*) FROM spring.worker")[0] != "1":
            self.assertIsNone(far.poll(), (self.top / "far.log").read_text())
            time.sleep(0.01)
        referee = self.spawn("log", self.near, "run", "config.json", "--store", store, "--reports", "out")
        self.wait_for("begins", "far.log")
        self.link(self.far, "down")
        near = self.worker("near", self.near, store)
        self.assertEqual(0, referee.wait(PATIENCE), (self.top / "log").read_text())
        self.link(self.far, "up")
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

    def test_a_server_with_another_certificate_is_refused(self):
        self.referee("store", "init", self.server.store("spring"))
        told = subprocess.run(["ip", "netns", "exec", self.far, REFEREE, "workers", self.server.far_store(self.certificate)],
                              capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((0, ""), (told.returncode, told.stderr))
        command("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=other", "-keyout", self.top / "key",
                "-out", self.top / "other.crt")
        refused = subprocess.run(["ip", "netns", "exec", self.far, REFEREE, "workers", self.server.far_store(self.top / "other.crt")],
                                 capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(3, refused.returncode)
        self.assertIn("certificate verify failed", refused.stderr)


if __name__ == "__main__":
    unittest.main()
