"""Workers: matches of launched bots that are played by other processes, which are killed, hang and come back; each match
counts once. Usage: worker_test.py REFEREE"""
import json
import pathlib
import re
import shutil
import signal
import sys
import threading
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
import schemas  # noqa: E402

from in_folder import PATIENCE
from workers import BOT, CONFIG, WithWorkers


class Workers(WithWorkers):
    def points(self, folder):
        page = json.loads((self.top / folder / "standings.json").read_text())
        self.assertTrue(page["finished"])
        return {row["name"]: row["points"] for row in page["standings"]}

    def here(self):
        """The points that one machine gives, without workers."""
        self.write(store="here.db", reports="here")
        self.referee("run", "config.json")
        return self.points("here")

    def records(self):
        """The header and the last line of each record, by match; all verify, and their headers are valid."""
        files = sorted((self.top / "out/records").glob("*.jsonl"))
        self.referee("verify", *files)
        found = {}
        for file in files:
            lines = [json.loads(line) for line in file.read_text().splitlines()]
            self.assertEqual([], schemas.errors("record", lines[0]))
            found[file.name] = lines[0], lines[-1]
        return found

    def test_standings_are_those_of_one_machine(self):
        expected = self.here()
        self.write(workers=True)
        referee = self.begin()
        workers = [self.worker(f"w{i}", "--until-idle", "--idle-s", "3") for i in range(3)]
        self.expect_end(referee)
        for worker in workers:
            self.assertEqual(0, worker.wait(PATIENCE))
        self.assertEqual(expected, self.points("out"))
        records = self.records()
        self.assertEqual(56, len(records))
        for header, _ in records.values():
            self.assertEqual(1, header["attempt"])
            self.assertRegex(header["worker"]["name"], "^w[0-2]/")
            self.assertIn("kernel", header["worker"])
        self.assertRegex(self.referee("check", "--deep", self.store), "ok, 8 entrants")
        told = self.referee("workers", self.store)
        self.assertRegex(told, r"^0 matches wait, 3 workers\n\n  worker +CPU +sandbox ")
        self.assertEqual(3, len(re.findall(r"^  w[0-2]/", told, re.M)))
        found = json.loads(self.referee("workers", self.store, "--json"))
        self.assertEqual((0, None, 0, 0), tuple(found[key] for key in ("waiting", "oldest_wait_s", "running", "leases_lost")))
        self.assertEqual(56, sum(worker["done"] for worker in found["workers"]))

    def test_workers_that_are_killed_make_no_result_double_or_lost(self):
        expected = self.here()
        self.write(workers=True)
        referee = self.begin()
        over = threading.Event()

        def keep_killing():
            number = 0
            while not over.is_set():
                worker = self.worker(f"w{number}")
                number += 1
                over.wait(1.5)
                worker.kill()
                worker.wait(PATIENCE)

        killer = threading.Thread(target=keep_killing)
        killer.start()
        self.worker("steady")
        try:
            self.expect_end(referee)
        finally:
            over.set()
            killer.join(PATIENCE)
        self.assertEqual(expected, self.points("out"))
        done = [header["match"] for header, last in self.records().values() if last["status"] == "done"]
        self.assertEqual(56, len(done))
        self.assertEqual(56, len(set(done)))

    def test_a_worker_that_hangs_loses_its_match_and_hands_in_nothing_afterwards_late(self):
        bot = self.top / "slow"
        bot.mkdir()
        (bot / "moves.py").write_text("import time\ntime.sleep(1)\nMOVE = 'left'\n")
        (bot / "bot.py").write_text(BOT)
        self.write(workers=True, entrants=[{"name": f"slow-{i}", "command": ["/usr/bin/python3", str(bot / "bot.py")]} for i in (1, 2)])
        referee = self.begin()
        first = self.worker("first")
        self.wait_for("begins", self.top / "first.log")
        first.send_signal(signal.SIGSTOP)
        second = self.worker("second")
        self.expect_end(referee)
        first.send_signal(signal.SIGCONT)
        self.wait_for("is lost", self.top / "first.log")
        records = self.records().values()
        self.assertEqual([1, 2], sorted(header["attempt"] for header, _ in records))
        for header, last in records:
            self.assertEqual("done", last["status"])
            self.assertRegex(header["worker"]["name"], "^second/")
        for worker in (first, second):
            worker.terminate()
            self.assertEqual(0, worker.wait(PATIENCE))

    def test_bots_travel_and_a_role_that_reads_no_table_plays_them_far(self):
        bot = self.top / "bots/anna"
        bot.mkdir(parents=True)
        (bot / "moves.py").write_text("MOVE = 'left'\n")
        (bot / "bot.py").write_text(BOT)
        self.write(workers=True, entrants=[{"name": f"anna-{i}", "command": ["/usr/bin/python3", "bots/anna/bot.py"]} for i in (1, 2, 3)])
        self.server.sql("CREATE ROLE far LOGIN")
        self.referee("store", "init", self.store)
        self.referee("store", "admit", self.store, "far")
        referee = self.begin()
        while self.server.sql(f"SELECT count(*) FROM {self.schema}.job")[0] != "1":
            time.sleep(0.01)
        shutil.rmtree(bot)  # the worker has nothing of it but the bundle
        worker = self.worker("far", role="far")
        self.expect_end(referee)
        for header, last in self.records().values():
            self.assertEqual("done", last["status"])
            self.assertNotIn("no_show", last)
        [cached] = (self.top / "cache-far").iterdir()
        self.assertEqual("MOVE = 'left'\n", (cached / "bot/moves.py").read_text())
        for table in ("game", "meta", "job", "waiting", "claim", "bundle", "record", "worker", "store"):
            self.assertEqual(("", 1), self.server.sql(f"SELECT * FROM {self.schema}.{table}", "far"))
        worker.terminate()
        self.assertEqual(0, worker.wait(PATIENCE))

    def test_a_referee_that_is_killed_plays_on_with_its_workers_again(self):
        expected = self.here()
        self.write(workers=True)
        self.worker("steady")
        referee = self.begin()
        self.wait_for("r1t", self.top / "log")
        referee.kill()
        referee.wait(PATIENCE)
        self.expect_end(self.begin())
        self.assertEqual(expected, self.points("out"))
        self.assertRegex(self.referee("check", "--deep", self.store), "ok, 8 entrants")

    def rubric(self, opponent):
        item = {"name": "walls", "points": 4, "opponents": [opponent], "games": 4, "criterion": {"measure": "faults", "at_most": 0}}
        (self.top / "rubric.json").write_text(json.dumps({"name": "Walls", "game": "walls", "options": {"n": 5}, "sandbox": "basic",
                                                          "seed": 7, "clock": CONFIG["clock"], "items": [item]}))

    def test_a_submission_is_scored_by_the_queue(self):
        self.expect_same_score(["sample:walls_random", "--seed", "1"])

    def test_an_opponent_of_the_course_travels_with_its_folder_to_score(self):
        course = self.top / "course"
        course.mkdir()
        (course / "moves.py").write_text("MOVE = 'right'\n")
        (course / "opponent.py").write_text(BOT)
        self.expect_same_score(["python3", "course/opponent.py"])

    def expect_same_score(self, opponent):
        """By workers and here."""
        self.rubric(opponent)
        bot = self.top / "bot"
        bot.mkdir()
        (bot / "moves.py").write_text("MOVE = 'left'\n")
        (bot / "bot.py").write_text(BOT)
        self.referee("store", "init", self.store)
        worker = self.worker("far", sandbox="basic")
        words = ["score", "rubric.json", "--submission", "bot", "--as-root", "--exit-zero", "--json"]
        self.referee(*words, "here.json", "--", "python3", "bot.py")
        self.referee(*words, "away.json", "--queue", self.store, "--reports", "away", "--", "python3", "bot.py")
        here, away = (json.loads((self.top / name).read_text()) for name in ("here.json", "away.json"))
        self.assertEqual([item["points"] for item in here["items"]], [item["points"] for item in away["items"]])
        records = sorted((self.top / "away/records").glob("*.jsonl"))
        self.assertEqual(4, len(records))
        for record in records:
            self.assertRegex(json.loads(record.read_text().splitlines()[0])["worker"]["name"], "^far/")
        for table in ("job", "waiting", "claim", "bundle"):
            self.assertEqual("0", self.server.sql(f"SELECT count(*) FROM {self.schema}.{table}")[0], table)
        worker.terminate()
        self.assertEqual(0, worker.wait(PATIENCE))

    def test_what_cannot_travel_is_not_scored_by_the_queue(self):
        self.rubric(["sample:walls_random", "--seed", "1"])
        (self.top / "bot").mkdir()
        (self.top / "more").mkdir()
        self.referee("store", "init", self.store)
        self.referee("score", "rubric.json", "--submission", "bot", "--readable", "more", "--as-root", "--queue", self.store, "--",
                     "/bin/true", code=3)
        self.assertIn("reads nothing but its own folder", self.said)

    def test_workers_need_a_database(self):
        self.write(workers=True)
        self.referee("run", "config.json", "--store", "here.db", code=2)
        self.assertIn('config.json: workers: expected a "store" in a PostgreSQL database, got here.db', self.said)
        self.referee("worker", "--store", "here.db", "--sandbox", "none", code=2)
        self.assertIn("a file has no jobs", self.said)


if __name__ == "__main__":
    unittest.main()
