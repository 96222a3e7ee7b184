"""What tests of workers share: a referee and workers on a schema of a PostgreSQL server, bots that travel."""
import json
import subprocess

from in_folder import PATIENCE, REFEREE
from postgresql import WithServer

CONFIG = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 5},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "format": {"kind": "round_robin"},
    "seed": 7,
    "parallel": 16,
    "sandbox": "none",
    "web": None,
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 9)],
}
# A bot of two files, one of which it reads from the folder in which it works. It says where it plays.
BOT = """import json, pathlib, sys
import moves
print(pathlib.Path.cwd(), file=sys.stderr)
print('{"type":"hello","protocol":1}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": moves.MOVE}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "bye":
        break
"""


class WithWorkers(WithServer):
    def setUp(self):
        super().setUp()
        self.schema = self._testMethodName.rpartition("_")[2]
        self.store = self.server.store(self.schema)

    def write(self, **more):
        (self.top / "config.json").write_text(json.dumps({**CONFIG, **more}))

    def worker(self, name, *more, role="referee", sandbox="none", environment=None):
        words = [REFEREE, "worker", "--store", self.server.store(self.schema, role), "--name", name, "--sandbox", sandbox,
                 "--as-root", "--cache", self.top / f"cache-{name}", "--slots", "2", *more]
        with (self.top / f"{name}.log").open("a") as log:
            worker = subprocess.Popen(words, cwd=self.top, stdout=log, stderr=log, env=environment)
        self.addCleanup(worker.wait, PATIENCE)
        self.addCleanup(worker.kill)
        return worker

    def begin(self, *more):
        """A referee that plays on the database."""
        with (self.top / "log").open("a") as log:
            referee = subprocess.Popen([REFEREE, "run", "config.json", "--store", self.store, "--reports", "out", *more],
                                       cwd=self.top, stdout=log, stderr=log)
        self.addCleanup(referee.wait, PATIENCE)
        self.addCleanup(referee.kill)
        return referee

    def expect_end(self, referee):
        self.assertEqual(0, referee.wait(PATIENCE), (self.top / "log").read_text())
