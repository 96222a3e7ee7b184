"""What tests of the page of the workers share: a referee that serves a tournament which workers play, with bots that wait until
the test lets them go."""
import http.client
import json
import re
import subprocess
import time

import web_served
from in_folder import PATIENCE, REFEREE
from postgresql import WithServer

SEED = 918273645  # no other number has these digits
BOT = """import json, pathlib, sys, time
print('{{"type":"hello","protocol":1}}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        while message["turn"] >= {turns} and not pathlib.Path({go!r}).exists():
            time.sleep(0.02)
        answer = {{"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"}}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "bye":
        break
"""


class WorkersOnTheWeb(WithServer):
    """`self.web_at` and `self.metrics_at`: where the referee of begin() shows its tournament."""

    def begin(self, entrants=6, turns=3, **more):
        """Serves a tournament whose bots stop after so many turns, until go()."""
        (self.top / "bot").mkdir()
        (self.top / "bot/bot.py").write_text(BOT.format(turns=turns, go=str(self.top / "go")))
        self.store = self.server.store(self._testMethodName.rpartition("_")[2])
        config = {"name": "Spring <1>", "game": "walls", "options": {"n": 5}, "format": {"kind": "round_robin", "best_of": 1},
                  "clock": {"kind": "per_move", "ms": 600000, "measure": "wall", "silence_ms": 600000}, "seed": SEED, "parallel": 16, "sandbox": "none",
                  "listen": {"port": 0}, "store": self.store, "workers": True, "between_rounds": "manual",
                  "entrants": [{"name": f"held-{number}", "command": ["/usr/bin/python3", str(self.top / "bot/bot.py")]}
                               for number in range(1, entrants + 1)], **more}
        config["web"] = {"metrics": "127.0.0.1:0", **config.get("web", {})}
        (self.top / "config.json").write_text(json.dumps(config))
        self.program = web_served.Program([REFEREE, "serve", "config.json", "--web", "127.0.0.1:0"], self.top)
        self.addCleanup(self.program.end)
        self.addCleanup(self.program.process.kill)
        self.web_at = self.address(r"watch: http://(.+):(\d+)/")
        self.metrics_at = self.address(r"metrics: http://(.+):(\d+)/")
        self.workers_begun = []  # their names
        self.served = b""  # all bytes that get() has received from the pages

    def address(self, pattern):
        found = self.program.until(pattern)
        return found[1], int(found[2])

    def go(self):
        (self.top / "go").touch()

    def worker(self, name):
        words = [REFEREE, "worker", "--store", self.store, "--name", name, "--sandbox", "none", "--as-root", "--cache",
                 self.top / f"cache-{len(self.workers_begun)}", "--slots", "1"]
        self.workers_begun.append(name)
        with (self.top / "workers.log").open("a") as log:
            worker = subprocess.Popen(words, cwd=self.top, stdout=log, stderr=log)
        self.addCleanup(worker.wait, PATIENCE)
        self.addCleanup(worker.kill)
        return worker

    def get(self, path, at=None):
        connection = http.client.HTTPConnection(*(at or self.web_at), timeout=PATIENCE)
        try:
            connection.request("GET", path)
            response = connection.getresponse()
            body = response.read()
        finally:
            connection.close()
        self.assertEqual(200, response.status, path)
        self.served += b"" if at else body
        return body.decode()

    def workers(self):
        return json.loads(self.get("/api/workers"))

    def metric(self, name):
        text = self.get("/metrics", self.metrics_at)
        return float(re.search(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)[1])

    def until(self, condition):
        """The data of the workers once they fulfil it."""
        end = time.monotonic() + PATIENCE
        while not condition(data := self.workers()):
            self.assertLess(time.monotonic(), end, f"{data}\n{self.program.said}")
            time.sleep(0.05)
        return data
