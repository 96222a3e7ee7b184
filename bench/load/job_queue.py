"""The queue of jobs for workers, on a PostgreSQL server of its own whose commits are on the disk: jobs a second that cost
nothing, claimed and finished by 1, 4, 16 and 64 workers, over the durable commits a second of as many clients of pgbench in
the same run; how long a claim takes with 100,000 jobs waiting, over that with 100; and matches a second of a real
tournament by 1 to as many workers as there are cores, over one referee alone. Prints a row each, name | floor | measured |
ratio | asked; exit code 1 if one is not met, 0 with a line that says so if no server of PostgreSQL is installed.
Usage: job_queue.py REFEREE PROGRAMS [--rounds 3] [--small]
    PROGRAMS  folder of queue_workers
    --small   few jobs, one round, to see that it works: nothing is judged
"""
import json
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

from hall import PATIENCE, command_line, print_row, quantile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests"))
from fixture.postgresql import PROGRAMS, Server  # noqa: E402

AIM = 0.5            # of pgbench's commits, at the best number of workers
CLAIM_BOUND = 1.2    # times the claim with few jobs waiting
OUTCOME = 8000       # bytes: the record of a match of some 60 turns
COMMIT = "\\set id random(1, 100000)\nUPDATE counter SET n = n + 1 WHERE id = :id;\n"
MATCHES = {
    "name": "Bench", "game": "walls", "options": {"n": 5}, "seed": 7, "sandbox": "none", "web": None, "parallel": 64,
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 13)],
}


def queue_workers(given, server, *words):
    done = subprocess.run([given.programs / "queue_workers", server.store("bench"), *map(str, words)], capture_output=True, text=True,
                          check=True, timeout=PATIENCE)
    return [[float(word) for word in line.split()] for line in done.stdout.splitlines()]


def commits(server, script, clients, length):
    """Durable commits a second. `length`: options of pgbench; within a time, on a busy machine, there may be none."""
    done = subprocess.run([PROGRAMS[-1] / "pgbench", "-n", "-h", server.folder, "-U", "referee", "-f", script, "-c", str(clients),
                           "-j", str(min(clients, 2)), *length, "postgres"],
                          capture_output=True, text=True, check=True, timeout=PATIENCE)
    return float(re.search(r"tps = ([0-9.]+)", done.stdout)[1])


def bench_queue(given, server, folder):
    """Whether the best of all numbers of workers is good enough."""
    script = folder / "commit.sql"
    script.write_text(COMMIT)
    server.sql("CREATE TABLE counter AS SELECT id, 0 AS n FROM generate_series(1, 100000) id; ALTER TABLE counter ADD PRIMARY KEY(id)")
    jobs, length = (200, ["-t", "20"]) if given.small else (10_000, ["-T", "4"])
    best, rows = 0.0, []
    for workers in (1, 4, 16, 64):
        pairs = []
        for _ in range(given.rounds):
            floor = commits(server, script, workers, length)
            pairs.append((floor, queue_workers(given, server, "play", workers, min(jobs, 2000 * workers), OUTCOME)[0][0]))
        ratio = statistics.median(measured / floor for floor, measured in pairs)
        best = max(best, ratio)
        rows.append((workers, [statistics.median(column) for column in zip(*pairs)], ratio))
    for workers, (floor, measured), ratio in rows:
        print_row(f"queue, {workers} workers", f"pgbench {floor:.0f} commits/s", f"{measured:.0f} jobs/s", f"{ratio:.2f}", "-", None)
    met = given.small or best >= AIM
    return print_row("queue, the best of them", "pgbench", "-", f"{best:.2f}", "-" if given.small else f">= {AIM}", None if given.small else met)


def bench_claims(given, server):
    few, many, claims = (50, 200, 20) if given.small else (100, 100_000, 90)
    pairs = [list(zip(*queue_workers(given, server, "claim", server.store("many"), few, many, claims))) for _ in range(given.rounds)]
    met = True
    for name, part in (("median", 0.5), ("p99", 0.99)):
        floor, measured = (statistics.median(quantile(times, part) for times in column) for column in zip(*pairs))
        judged = not given.small and name == "median"
        met &= print_row(f"a claim with {many:,} waiting, {name}", f"with {few} {floor:.0f} us", f"{measured:.0f} us", f"{measured / floor:.2f}",
                         f"<= {CLAIM_BOUND}" if judged else "-", measured / floor <= CLAIM_BOUND if judged else None)
    return met


def seconds_of(given, folder, store, **more):
    """How long a tournament takes, from the first to the last match."""
    config = {**MATCHES, "format": {"kind": "round_robin", "cycles": 1 if given.small else 4}, **more}
    (folder / "config.json").write_text(json.dumps(config))
    begun = time.monotonic()
    subprocess.run([given.referee, "run", "config.json", "--store", store, "--reports", "out"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=PATIENCE)
    standings = json.loads((folder / "out/standings.json").read_text())
    played = sum(row["games"] for row in standings["standings"]) // 2
    return played / (time.monotonic() - begun)


def bench_matches(given, server, folder):
    cores = len(os.sched_getaffinity(0))
    (folder / "here").mkdir()
    here = seconds_of(given, folder / "here", "here.db")
    for workers in range(1, cores + 1):
        place = folder / f"workers_{workers}"
        place.mkdir()
        store = server.store(f"matches_{workers}")
        subprocess.run([given.referee, "store", "init", store], check=True, stdout=subprocess.DEVNULL)
        started = [subprocess.Popen([given.referee, "worker", "--store", store, "--slots", "4", "--sandbox", "none", "--as-root",
                                     "--cache", place / str(number)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                   for number in range(workers)]
        try:
            rate = seconds_of(given, place, store, workers=True)
        finally:
            for worker in started:
                worker.terminate()
            for worker in started:
                worker.wait(PATIENCE)
        print_row(f"matches of sample bots, {workers} workers", f"one referee {here:.0f} matches/s", f"{rate:.0f} matches/s",
                  f"{rate / here:.2f}", "-", None)


def main():
    given = command_line(rounds=3).parse_args()
    if not PROGRAMS:
        print("skipped: no PostgreSQL server is installed: scripts/setup postgresql installs one")
        return 0
    if given.small:
        given.rounds = 1
    server = Server(fsync=True)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            met = bench_queue(given, server, folder)
            met &= bench_claims(given, server)
            bench_matches(given, server, folder)
    finally:
        server.end("immediate")
        server.temporary.cleanup()
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
