"""A tournament on a PostgreSQL database whose workers and serving referees are killed with SIGKILL all the time.

Some workers play; every few seconds one of them is killed, and another begins. Of two referees one plays and one
stands by; now and then the one that plays is killed, the other takes over, and a new one stands by. With --cut each worker
is in a network namespace of its own, and speaks TLS to the database over a link, one of which is down all the time, for longer
than a lease. All bots give the same answers to the same views. Afterwards:
  - each match counts once, and none is missing
  - the standings are those that one machine gives without kills, leaving out times
  - `referee verify` accepts all records, `referee check --deep` the store
  - no job is left, and no bot
Prints a line of figures. Exit code 1 if anything is wrong: then it leaves the folder as it is. 0 with a line that says so
if no server of PostgreSQL is installed, or no namespaces can be made.
Usage: cluster.py REFEREE [--matches 56] [--workers 3] [--worker-every 1] [--referee-every 4] [--cut]
    --worker-every, --referee-every   seconds from one kill to the next; 0: none
    --cut                             workers in network namespaces, whose links go down by turns
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))
from fixture.network import NetworkServer, Places, may_make_namespaces  # noqa: E402
from fixture.postgresql import PROGRAMS, Server  # noqa: E402

PATIENCE = 300  # seconds; only a hang takes so long
ENTRANTS = 8
CUT = 18        # seconds: a lease has 15
A_CYCLE = ENTRANTS * (ENTRANTS - 1)  # matches: two of each encounter


def config(matches):
    searchers = [{"name": f"search-{i}", "command": ["sample:walls_search", "--nodes", str(500 * i)]} for i in range(1, ENTRANTS - 3)]
    randoms = [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 5)]
    return {
        "name": "Cluster", "game": "walls", "options": {"n": 7}, "seed": 7, "parallel": 16, "sandbox": "none", "web": None,
        "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
        "format": {"kind": "round_robin", "cycles": max(1, round(matches / A_CYCLE))},
        "listen": {"host": "127.0.0.1", "port": 0}, "entrants": searchers + randoms}


class Cluster:
    """The processes of one run, in a folder."""

    def __init__(self, referee, folder, server, places):
        self.referee = referee
        self.folder = folder
        self.server = server
        self.places = places
        self.store = server.store("cluster")
        self.workers = []
        self.referees = []
        self.started = 0
        self.down = None  # the place whose link is down
        self.killed = {"worker": 0, "referee": 0, "link": 0}

    def spawn(self, log, place, *words):
        inside = ["ip", "netns", "exec", place] if place else []
        with (self.folder / log).open("a") as out:
            return subprocess.Popen([*inside, self.referee, *map(str, words)], cwd=self.folder, stdout=out, stderr=out,
                                    stdin=subprocess.DEVNULL)

    def begin_worker(self):
        place, store = None, self.store
        if self.places:
            place = self.places.far[self.started % len(self.places.far)]
            store = self.server.far_store("cluster", self.server.certificate)
        self.started += 1
        name = f"w{self.started}"
        self.workers.append(self.spawn("workers.log", place, "worker", "--store", store, "--name", name, "--slots", 4, "--sandbox", "none",
                                       "--as-root", "--cache", self.folder / "cache" / name))

    def begin_referee(self):
        near = self.places.near if self.places else None
        self.referees.append(self.spawn("referees.log", near, "serve", "workers.json", "--exit-when-done", "--standby", "--store", self.store, "--reports", "out"))

    def cut_next(self):
        """The link that was down comes back, and the next one goes down."""
        if self.down:
            self.places.link(self.down, "up")
        self.down = self.places.far[self.killed["link"] % len(self.places.far)]
        self.places.link(self.down, "down")
        self.killed["link"] += 1

    def kill_worker(self):
        """The one that has lived longest."""
        self.end(self.workers.pop(0), "worker")
        self.begin_worker()

    def kill_referee(self):
        self.end(self.referees.pop(0), "referee")
        self.begin_referee()

    def end(self, process, kind):
        process.kill()
        process.wait(PATIENCE)
        self.killed[kind] += 1

    def played(self):
        """How many matches have records."""
        return sum(1 for _ in (self.folder / "out/records").glob("*.jsonl"))

    def over(self):
        """Whether the referee that plays has come to the end."""
        if self.referees[0].poll() is None:
            return False
        if self.referees[0].returncode != 0:
            raise AssertionError(f"a referee has ended with {self.referees[0].returncode}: {self.folder / 'referees.log'}")
        return True

    def wait_for_the_other_referee(self):
        """It takes over when the one that plays has come to the end, and comes to it, too: until then it writes the reports anew."""
        self.referees.pop(0)
        self.referees[0].wait(PATIENCE)
        self.over()

    def close(self):
        for process in self.workers + self.referees:
            process.kill()
            process.wait(PATIENCE)


def run(referee, folder, *words):
    done = subprocess.run([referee, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=3600)
    if done.returncode != 0:
        raise AssertionError(f"{words} has ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def standings(folder):
    page = json.loads((folder / "standings.json").read_text())
    if not page["finished"]:
        raise AssertionError(f"{folder}: the tournament is not over")
    return [{key: value for key, value in row.items() if not key.endswith("_ms")} for row in page["standings"]]


def disturb(cluster, given):
    """Kills until the tournament is over; how long that took. A kill waits for another match since the one of its kind
    before: on a machine that is too busy to play one in that time it would go on for ever."""
    begun, had = time.monotonic(), {}
    actions = [(given.worker_every, cluster.kill_worker), (given.referee_every, cluster.kill_referee),
               (CUT if cluster.places else 0, cluster.cut_next)]
    due = {action: begun + every for every, action in actions if every > 0}
    if cluster.places:
        due[cluster.cut_next] = begun + 1
    while not cluster.over():
        time.sleep(0.05)  # the tournament's own time: nothing here waits for it
        now = time.monotonic()
        for every, action in actions:
            if now < due.get(action, now + 1):
                continue
            played = cluster.played()
            if action == cluster.cut_next or played > had.get(action, -1):
                action()
                due[action], had[action] = now + every, played
    return time.monotonic() - begun


def examine(cluster, folder, server):
    """The matches that count, and the leases that workers have lost."""
    records = sorted((folder / "out/records").glob("*.jsonl"))
    for at in range(0, len(records), 500):
        run(cluster.referee, folder, "verify", *records[at:at + 500])
    run(cluster.referee, folder, "check", "--deep", cluster.store)
    done = []
    for record in records:
        lines = record.read_text().splitlines()
        if json.loads(lines[-1])["status"] == "done":
            done.append(json.loads(lines[0]))
    names = [header["match"] for header in done]
    if len(names) != len(set(names)):
        raise AssertionError("a match counts twice")
    if standings(folder / "here") != standings(folder / "out"):
        raise AssertionError("the standings are not those of one machine")
    for table in ("job", "waiting", "claim"):
        if server.sql(f"SELECT count(*) FROM cluster.{table}")[0] != "0":
            raise AssertionError(f"a job is left in {table}")
    lost = int(server.sql("SELECT coalesce(sum(lost), 0) FROM cluster.worker")[0])
    return names, lost


def play(given, folder, server, places):
    expected = config(given.matches)
    (folder / "here.json").write_text(json.dumps(expected))
    (folder / "workers.json").write_text(json.dumps({**expected, "workers": {"most_lost": 100}}))
    run(given.referee, folder, "run", "here.json", "--store", "here.db", "--reports", "here")
    cluster = Cluster(given.referee, folder, server, places)
    run(given.referee, folder, "store", "init", cluster.store)
    try:
        for _ in range(given.workers):
            cluster.begin_worker()
        cluster.begin_referee()
        cluster.begin_referee()
        took = disturb(cluster, given)
        cluster.wait_for_the_other_referee()
    finally:
        cluster.close()
    names, lost = examine(cluster, folder, server)
    wanted = A_CYCLE * expected["format"]["cycles"]
    if len(names) != wanted:
        raise AssertionError(f"{len(names)} of {wanted} matches count")
    print(f"{wanted} matches in {took:.0f} s, {given.workers} workers; killed: {cluster.killed['worker']} workers, {cluster.killed['referee']} "
          f"referees; {cluster.killed['link']} links cut; {lost} leases lost; standings equal to one machine's")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("referee", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--matches", type=int, default=A_CYCLE)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--worker-every", type=float, default=1)
    parser.add_argument("--referee-every", type=float, default=4)
    parser.add_argument("--cut", action="store_true")
    given = parser.parse_args()
    if not PROGRAMS:
        print("skipped: no PostgreSQL server is installed: scripts/setup postgresql installs one")
        return 0
    if given.cut and not may_make_namespaces():
        print("skipped: network namespaces cannot be made")
        return 0
    folder = pathlib.Path(tempfile.mkdtemp())
    places = Places(given.workers) if given.cut else None
    server = NetworkServer(places.near) if places else Server()
    try:
        play(given, folder, server, places)
    except AssertionError as wrong:
        print(f"FAILED: {wrong}\nall of it is in {folder}")
        return 1
    finally:
        server.end("immediate")
        server.temporary.cleanup()
        if places:
            places.close()
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
