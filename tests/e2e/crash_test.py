"""A referee that is killed, or stopped, in the middle of a tournament, and then started again. Only these tests wait for a
time, because they need a random moment."""
import itertools
import random
import shutil
import signal
import time
import unittest

from fixture.program import KILLED, PYTHON, REFEREE, ROOT, sample_bot
from fixture.record import Record
from fixture.tournament import TournamentCase, all_dialled, launched, randoms, round_robin, walls

MATCHES = 72  # of a round robin of nine, with both seats
LEFTOVERS = ("spring.db.lock", "spring.db.ctl", "spring.db-wal", "spring.db-shm", "spring.db.turns")


class CrashCase(TournamentCase):
    def setUp(self):
        super().setUp()
        self.random = random.Random(20261120)  # each run of a test waits for the same times
        self.waits = []  # in seconds, so far

    def wait_up_to(self, seconds):
        self.waits.append(self.random.uniform(0, seconds))
        time.sleep(self.waits[-1])

    def kill(self, referee, number):
        referee.signal(signal.SIGKILL)
        self.assertEqual(KILLED, referee.wait().code, f"kill {number} came too late; {self.waits}")


class ManyCrashes(CrashCase):
    """Launched bots that play the same moves whenever they are asked the same, whatever they were asked before."""

    def setUp(self):
        super().setUp()
        self.line = self.lifeline()
        # A bot that holds the lifeline open as long as it lives: a sandbox would hide the pipe.
        watched = launched("watched", "/bin/sh", "-c", 'exec 3>"$0"; exec "$@"', str(self.folder / "lifeline"),
                           sample_bot("walls_random"), "--seed", "9")
        self.config = {**round_robin([*randoms(8), watched]), "sandbox": "none", "as_root": True}

    # Takes long: a tournament of MATCHES, which is played twice more through 30 kills.
    def test_thirty_kills_leave_no_trace_in_the_standings(self):
        self.play_unbroken()
        with self.subTest("matches are played again"):
            # "serve/run on a store that is half way goes on with the remaining matches (an unfinished one is a new
            # attempt), never replays a finished one, and ends with the same standings as an unbroken run with
            # deterministic bots."
            self.play_through_kills({**self.config, "on_restart": "replay"})
            self.assertGreater(len(self.record_files()), MATCHES, "no kill has hit a match")
            for file in self.record_files():
                counts = "." not in file.stem
                self.assertEqual("done" if counts else "void", Record(file).last["status"], file)
            self.referee("verify", *self.record_files())
        shutil.rmtree(self.folder / "out")
        (self.folder / "spring.db").unlink()
        with self.subTest("matches of bots that resume go on where they were"):
            # "Each turn is written before the next leaves, so kill -9 loses none. [...] Standings equal an unbroken run
            # for deterministic bots."
            self.play_through_kills(self.config)
            self.assertEqual(MATCHES, len(self.record_files()), "a match was played again")
            self.assertTrue(any('"resumed":true' in file.read_text() for file in self.record_files()),
                            "no kill has hit a match")

    def play_unbroken(self):
        """With the reports in "calm". Finds out how long a match takes here and now."""
        self.write_config(self.config)
        begun = time.monotonic()
        calm = self.start("run", "config.json", "--store", "calm.db", "--reports", "calm")
        self.assertEqual(MATCHES, len(list(self.results(calm))), "each is printed once")
        self.assertEqual(0, calm.wait().code, calm.err)
        self.match_time = (time.monotonic() - begun) / MATCHES

    def play_through_kills(self, config, kills=30):
        """Plays that tournament to its end through so many kills of its referee; the results are those of the unbroken
        one. As a kill waits up to the time of a match, some kills hit matches, and some what lies between them."""
        self.told, self.records = set(), {}  # matches whose results were printed; records of these
        self.write_config(config)
        for number in range(1, kills + 1):
            referee = self.start("run", "config.json")
            self.note_results(referee, self.random.randrange(3))
            self.wait_up_to(self.match_time)
            self.kill(referee, number)
            self.assertNotIn("[error]", referee.err, self.waits)
            self.assertTrue(self.line.cut(), f"a bot outlives its referee; {self.waits}")
            self.note_results(referee)
            self.standings()  # never half a file
        self.run_to_its_end()
        self.assertTrue(self.line.cut())
        self.run_to_its_end()  # a finished one is shown again: no result is printed twice
        for match, record in self.records.items():
            self.assertEqual(record, self.record_path(match).read_bytes(), match)
        self.assertEqual(self.standings_without_times("calm"), self.standings_without_times(), self.waits)
        self.assert_times_of_the_records()
        self.assertEqual(MATCHES, self.assert_one_record_a_game())
        self.assertEqual([], [name for name in LEFTOVERS if (self.folder / name).exists()])

    def run_to_its_end(self):
        referee = self.start("run", "config.json")
        self.note_results(referee)
        self.assertEqual(0, referee.wait().code, referee.err)

    def results(self, referee):
        """The matches whose results it prints, until it ends."""
        while (line := referee.next_line()) is not None:
            match, colon, _ = line[:12].partition(": ")
            if colon and match.startswith("r") and "g" in match:
                yield match

    def note_results(self, referee, count=None):
        """Reads until it has printed so many results, or ends. No match is told twice; its record, read once its referee has
        ended, stays byte for byte."""
        for match in itertools.islice(self.results(referee), count):
            self.assertNotIn(match, self.told, "played twice")
            self.told.add(match)
        if count is None:
            for match in self.told - self.records.keys():
                self.records[match] = self.record_path(match).read_bytes()

    def record_path(self, match):
        return self.folder / f"out/records/{match}.jsonl"


class Crash(CrashCase):
    def test_bots_that_dial_in_go_on_with_the_next_referee(self):
        # "its bots dial again": join.py and referee join, four bots, on the same port.
        names = ["alice", "bob", "carol", "dave"]
        config = round_robin(all_dialled(*names))
        config["format"]["cycles"] = 4
        serving = self.serve(config)
        port = int(self.address.rpartition(":")[2])
        self.write_config({**config, "listen": {**config["listen"], "port": port}})
        # 24 games one after another, so that the tournament is not over before the last kill.
        slow_bot = f"sleep 0.1; exec {sample_bot('walls_random')} --seed "
        joiners = [str(REFEREE), "join"], [PYTHON[0], "-B", str(ROOT / "sample_bots/python/join.py")]
        joined = [self.spawn(*joiners[seed % 2], self.address, "--name", name, "--token-file", self.token_file(name), "--",
                             "/bin/sh", "-c", f"{slow_bot}{seed}") for seed, name in enumerate(names)]
        for number in range(1, 5):
            self.wait_up_to(0.5)
            self.kill(serving, number)
            serving = self.serve_again()
        self.finish()
        for bot in joined:
            self.assertEqual(0, bot.wait().code, bot.err)
            self.assertIn("the tournament is over", bot.err)
        self.assert_no_faults(*names)
        self.assertEqual(48, self.assert_one_record_a_game())
        self.assertEqual(48, len(self.record_files()), f"a match was played again; {self.waits}")
        calm = [launched(name, "sample:walls_random", "--seed", str(seed)) for seed, name in enumerate(names)]
        self.write_config({**config, "entrants": calm})
        self.referee("run", "config.json", "--store", "calm.db", "--reports", "calm")
        self.assertEqual(self.standings_without_times("calm"), self.standings_without_times(), self.waits)

    def test_stopped_referee_forfeits_nobody(self):
        # "a loaded or stalled referee does not flag a bot that answered in time": the bot answers while the referee is
        # stopped, and the referee runs again only after the deadline.
        config = walls(1, all_dialled("alice", "bob"))
        config["format"]["best_of"] = 1
        self.serve({**config, "clock": {"kind": "per_move", "ms": 2000}})
        alice, bob = self.join("alice"), self.join("bob")
        mover, other = (alice, bob) if alice.next("start")["seat"] == 0 else (bob, alice)
        for number in range(18):
            turn = mover.next("turn")
            stop = number in (4, 11)
            if stop:
                self.served.signal(signal.SIGSTOP)
            mover.answer(turn)
            if stop:
                time.sleep(2.1)
                self.served.signal(signal.SIGCONT)
            mover, other = other, mover
        self.finish()
        self.assert_no_faults("alice", "bob")


if __name__ == "__main__":
    unittest.main()
