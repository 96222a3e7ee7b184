"""Tournaments whose system calls fail: one file call after the other, and short or interrupted ones of connections. Nothing that was
printed is lost, nothing hangs, and messages say what is wrong. Connections that break off: tests/world.
faults_test.py --every: each file call fails in turn, which takes a quarter of an hour."""
import collections
import concurrent.futures
import errno
import json
import os
import re
import subprocess
import sys
import unittest

from fixture.case import RefereeCase
from fixture.dial_in import token_of
from fixture.program import PATIENCE, REFEREE, sample_bot
from fixture.random_cases import random_cases
from fixture.tournament import all_dialled, plain_round_robin, randoms

EVERY = "--every" in sys.argv
if EVERY:
    sys.argv.remove("--every")
SHIM = os.environ["FAULT_SHIM"]  # the library of tests/support/fault_shim.cpp
DIALLED = {"random-3": 3, "random-4": 4}  # by name, the seed of a bot that dials in
SOME = random_cases(12)  # faults
NOT_LOADED = 127  # exit code of a program that lacks memory for its libraries
RESULT = re.compile(r"^r\d+t\d+g\d+: ")
STORE = ["--store", "work/spring.db", "--reports", "work/out"]
FILES = re.compile(r"work/(spring\.db|out)")  # one of them is in the message if they cannot be written
LEFTOVERS = ["spring.db*.lock", "spring.db-*", "spring.db.turns", "spring.db.ctl", "**/*.tmp"]


class Fault(collections.namedtuple("Fault", "call error times")):
    """`times` file calls fail, from that number on; 0: all of them."""

    def __str__(self):
        return f"call {self.call}, {errno.errorcode[self.error]}, {self.times or 'all'} from there on"

    def environment(self, folder, below="work"):
        return {
            **os.environ,
            "LD_PRELOAD": SHIM,
            "FAULT_FOLDER": str(folder / below),
            "FAULT_REPORT": str(folder / "calls"),
            "FAULT_CALL": str(self.call),
            "FAULT_ERRNO": str(self.error),
            "FAULT_TIMES": str(self.times),
        }


NO_FAULT = Fault(0, 0, 0)
KINDS = [Fault(0, errno.ENOSPC, 0), Fault(0, errno.EIO, 1), Fault(0, errno.EMFILE, 0),
         Fault(0, errno.ENOSPC, 1), Fault(0, errno.EIO, 0), Fault(0, errno.EMFILE, 1)]


def some_faults(calls):
    """Spread over the calls of an undisturbed run."""
    return [KINDS[i % len(KINDS)]._replace(call=1 + i * len(calls) // SOME) for i in range(SOME)]


def all_faults(calls):
    opening = {"open", "openat", "fopen"}
    return [kind._replace(call=i + 1) for i, call in enumerate(calls) for kind in KINDS[:3]
            if kind.error != errno.EMFILE or call.split()[1] in opening]


def results_in(text):
    return {line.split(":")[0]: line for line in text.splitlines() if RESULT.match(line)}


def standings_of(folder):
    """Without times, and without notes, which tell of pauses."""
    page = json.loads((folder / "work/out/standings.json").read_text())
    del page["updated"], page["notes"]
    for row in page["standings"]:
        del row["mean_ms"], row["worst_ms"]
    return page


class FaultyTournament(RefereeCase):
    def new_folder(self, name, config):
        folder = self.folder / name
        (folder / "work").mkdir(parents=True)
        (folder / "config.json").write_text(json.dumps(config))
        return folder


def referee(folder, *words, environment=None):
    return subprocess.run([REFEREE, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE)


def run(folder, environment=None):
    return referee(folder, "run", "config.json", *STORE, environment=environment)


def run_within(folder, limit):
    """`limit` is an option of prlimit."""
    return subprocess.run(["prlimit", limit, REFEREE, "run", "config.json", *STORE], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=PATIENCE)


class Files(FaultyTournament):
    """Three entrants, six matches."""

    CONFIG = plain_round_robin(randoms(3), parallel=1)

    def setUp(self):
        super().setUp()
        self.calm = self.new_folder("calm", self.CONFIG)
        done = run(self.calm, NO_FAULT.environment(self.calm))
        self.assertEqual(0, done.returncode, done.stderr)
        self.results = results_in(done.stdout)
        self.assertEqual(6, len(self.results))

    def complaints_about_rest(self, folder, said):
        """What is wrong with a tournament that is now played to its end; it has printed results before."""
        rest = run(folder)
        if rest.returncode != 0:
            return [f"afterwards it ended with {rest.returncode}: {rest.stderr}"]
        # A result is in neither output if its commit failed and is in the store all the same: it counts.
        complaints = []
        now = results_in(rest.stdout)
        if now.keys() & said.keys():
            complaints.append(f"played twice: {sorted(now.keys() & said.keys())}")
        if not (said | now).items() <= self.results.items():
            complaints.append(f"results: {said} and then {now} instead of {self.results}")
        if standings_of(folder) != standings_of(self.calm):
            complaints.append("other standings")
        records = sorted((folder / "work/out/records").glob("*.jsonl"))
        if {path.stem for path in records if "." not in path.stem} != self.results.keys():
            complaints.append(f"records: {[path.name for path in records]}")
        for words in (["verify", *records], ["check", "--deep", "work/spring.db"]):
            done = referee(folder, *words)
            if done.returncode != 0:
                complaints.append(f"{words[0]}: {done.stdout}{done.stderr}")
        left = [str(path) for pattern in LEFTOVERS for path in (folder / "work").glob(pattern)]
        return complaints + ([f"left behind: {left}"] if left else [])

    def complaints_about_end(self, folder, hit):
        """What is wrong with the end of a run that has met a fault."""
        if hit.returncode not in (0, 3):
            return [f"it ended with {hit.returncode}"]
        if hit.returncode == 3 and not FILES.search(hit.stderr.splitlines()[-1]):
            return ["the message names no file"]
        missing = [match for match in results_in(hit.stdout)
                   if not (folder / f"work/out/records/{match}.jsonl").exists()]
        if missing and not hit.stderr:
            return [f"no message, but the records of {missing} are missing"]
        return []

    def complaint_about(self, fault):
        """"" if a tournament that meets the fault is as it should be, then and later."""
        folder = self.new_folder(str(fault), self.CONFIG)
        try:
            hit = run(folder, fault.environment(folder))
            complaints = self.complaints_about_end(folder, hit)
            complaints += self.complaints_about_rest(folder, results_in(hit.stdout))
        except subprocess.TimeoutExpired as hang:
            return f"{fault}: hangs: {hang}"
        failed = [line for line in (folder / "calls").read_text().splitlines() if line.endswith(" failed")]
        self.met += bool(failed)
        if not complaints:
            return ""
        text = "\n".join([f"{fault}: {failed[:1]}", *complaints, f"code {hit.returncode}: {hit.stderr}"])
        print(text, flush=True)  # at once: the whole may take long
        return text

    def test_nothing_is_lost_whatever_call_fails(self):
        """Over 5 s: after each fault a tournament is played twice."""
        calls = (self.calm / "calls").read_text().splitlines()
        # The shim sees SQLite, the turns of running matches, records and reports.
        for words in [" pwrite .*spring.db-wal$", " fdatasync .*spring.db-wal$", " open .*spring.db-wal$",
                      " open .*records/r1t1g1.jsonl.tmp$", " write .*records/r1t1g1.jsonl.tmp$",
                      " rename .*records/r1t1g1.jsonl$", " rename .*standings.json$", " mkdir .*out$",
                      " open .*turns/r1t1g1.a1.new$", " write .*turns/r1t1g1.a1$",
                      " unlink .*turns/r1t1g1.a1$",
                      " unlink .*spring.db.lock$", " mmap .*spring.db-shm$"]:
            self.assertTrue(any(re.search(words, call) for call in calls), words)
        faults = all_faults(calls) if EVERY else some_faults(calls)
        self.met = 0
        with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
            complaints = [complaint for complaint in pool.map(self.complaint_about, faults) if complaint]
        print(f"{len(calls)} file calls, {len(faults)} faults, {self.met} met, {len(complaints)} complaints")
        self.assertEqual([], complaints)
        self.assertGreater(self.met, 0.9 * len(faults))

    def test_records_that_can_never_be_written_are_written_by_the_next_run(self):
        folder = self.new_folder("never", self.CONFIG)
        hit = run(folder, Fault(20, errno.EROFS, 0).environment(folder, below="work/out"))
        self.assertEqual(0, hit.returncode, hit.stderr)
        self.assertRegex(hit.stderr, r"\d records are not in work/out/records: the store has them, and the "
                                     "same command writes them")
        self.assertEqual([], self.complaints_about_rest(folder, results_in(hit.stdout)))

    def test_too_few_descriptors(self):
        """At the same time, as a referee with few descriptors waits for more."""
        said = collections.Counter()

        def hit_and_rest(most):
            folder = self.new_folder(str(most), self.CONFIG)
            hit = run_within(folder, f"--nofile={most}:{most}")
            return most, hit, self.complaints_about_rest(folder, results_in(hit.stdout))

        with concurrent.futures.ThreadPoolExecutor() as pool:
            for most, hit, complaints in pool.map(hit_and_rest, (12, 20, 28, 36, 48)):
                with self.subTest(descriptors=most):
                    self.assertIn(hit.returncode, (0, 3), hit.stderr)
                    if hit.returncode == 3 or hit.stderr:
                        self.assertRegex(hit.stderr, "(?i)too many open files|unable to open database file")
                    said[hit.returncode, bool(hit.stderr)] += 1
                    self.assertEqual([], complaints)
        self.assertGreater(said[3, True], 0)  # too few to begin
        self.assertGreater(said[0, False], 0)  # enough

    def test_too_little_memory_is_a_message(self):
        codes = collections.Counter()
        for mib in range(40, 400, 10):
            with self.subTest(mib=mib):
                folder = self.new_folder(str(mib), self.CONFIG)
                hit = run_within(folder, f"--as={mib << 20}")
                loaded = hit.returncode != NOT_LOADED and (folder / "work/spring.db").exists()
                codes[hit.returncode if loaded or hit.returncode == 3 else NOT_LOADED] += 1
                self.assertNotIn("std::bad_alloc", hit.stderr)
                if hit.returncode == 3:
                    self.assertRegex(hit.stderr, "out of memory|too little memory|Cannot allocate memory")
                if hit.returncode != NOT_LOADED:
                    self.assertEqual([], self.complaints_about_rest(folder, results_in(hit.stdout)))
            if codes[0] == 2:
                break
        self.assertEqual(2, codes[0])
        self.assertGreater(codes[3], 0)
        # Now and then the C library itself ends where it finds no page: nothing is lost then either.
        self.assertLessEqual(sum(codes[code] for code in codes if code < 0), 1, codes)
        self.assertEqual([], [code for code in codes if code > 0 and code not in (3, NOT_LOADED)])


def listening_address(lines):
    """Reads what a referee prints at first; None if it ends without listening."""
    return next((line.split()[-1] for line in lines if line.startswith("listening on ")), None)


class Running:
    """`referee run` of a tournament, and the bots that dial in to it."""

    def __init__(self, folder, environment, *options):
        self.folder, self.processes = folder, {}
        self.referee = self.start("referee", [REFEREE, "run", "config.json", *STORE], environment)
        address = listening_address(self.referee.stdout)
        if address is None:
            self.__exit__()
            raise AssertionError(f"it does not listen: {self.errors_of('referee')}")
        for name, seed in DIALLED.items():
            self.start(name, [sample_bot("walls_random"), "--connect", address, "--name", name, "--token-file",
                              f"{name}.token", "--seed", str(seed), *options], None)

    def start(self, name, command, environment):
        with open(self.folder / f"{name}.err", "w") as errors:
            self.processes[name] = subprocess.Popen(
                [str(word) for word in command], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if name == "referee" else errors, stderr=errors, text=True)
        return self.processes[name]

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        for process in self.processes.values():
            process.kill()
            process.communicate()

    def errors_of(self, name):
        return (self.folder / f"{name}.err").read_text()

    def results(self):
        """When the tournament is over."""
        out, _ = self.referee.communicate(timeout=PATIENCE)
        if self.referee.returncode != 0:
            raise AssertionError(f"it ended with {self.referee.returncode}: {self.errors_of('referee')}")
        return results_in(out)


def faulty_connections(seed, **chances):
    return {**os.environ, "LD_PRELOAD": SHIM, "FAULT_SEED": str(seed),
            **{f"FAULT_{kind}": str(chance) for kind, chance in chances.items()}}


class Unstamped(RefereeCase):
    def test_where_the_kernel_gives_no_stamps_answers_count_when_they_are_read_and_the_record_says_so(self):
        bots = [word for seed in "12" for word in ["--bot", f"sample:walls_random --seed {seed}"]]
        self.referee("match", "walls", *bots, environment={"LD_PRELOAD": SHIM, "FAULT_UNSTAMPED": "1"})
        self.assertEqual(["read", "read"], self.record().header["stamp"])
        self.assertEqual({"ok"}, {answer["verdict"] for seat in (0, 1) for answer in self.record().answers(seat)})
        self.referee("verify", "out/records")


class Connections(FaultyTournament):
    def tournament_of_both(self, name, **more):
        """Two launched bots, one over a connection and one over pipes, and two that dial in."""
        launched = [{"name": f"random-{number}", "stdio": kind,
                     "command": [sample_bot("walls_random"), "--seed", str(number)]}
                    for number, kind in enumerate(["tcp", "pipe"], 1)]
        config = plain_round_robin(launched + all_dialled(*DIALLED), listen={"port": 0}, options={"n": 5}, **more)
        folder = self.new_folder(name, config)
        for bot in DIALLED:
            (folder / f"{bot}.token").write_text(token_of(bot) + "\n")
        return folder

    def test_calls_that_are_short_or_interrupted_change_nothing(self):
        """Over TLS, too, whose bytes are encrypted apart from the calls that send them."""
        done = referee(self.folder, "certificate", "127.0.0.1")
        pin = re.search(r"^SHA-256: (\w+)$", done.stdout, re.MULTILINE)[1]
        tls = {"certificate": str(self.folder / "127.0.0.1.crt"), "key": str(self.folder / "127.0.0.1.key")}
        calm = self.tournament_of_both("calm")
        with Running(calm, None) as running:
            results = running.results()
        self.assertEqual(12, len(results))
        for name, more, options in [("plain", {}, []), ("tls", {"tls": tls}, ["--tls", "--pin", pin])]:
            with self.subTest(name):
                folder = self.tournament_of_both(name, **more)
                with Running(folder, faulty_connections(5, SHORT=500_000, EINTR=300_000), *options) as running:
                    self.assertEqual(results, running.results())
                self.assertEqual(standings_of(calm), standings_of(folder))
                done = referee(folder, "verify", *(folder / "work/out/records").glob("*.jsonl"))
                self.assertEqual(0, done.returncode, done.stdout)


if __name__ == "__main__":
    unittest.main()
