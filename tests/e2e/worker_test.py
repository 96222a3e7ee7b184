"""Workers: matches of launched bots that are played by other processes. What becomes of workers that are lost or lie: tests/world."""
import json
import shutil
import signal
import unittest

from fixture.record import Record
from fixture.tournament import launched, plain_round_robin
from fixture.workers import CONFIG, WorkersCase
from protocol import schemas

GAMES = 20  # of CONFIG


class Workers(WorkersCase):
    def points(self, reports):
        page = self.standings(reports)
        self.assertTrue(page["finished"])
        return {row["name"]: row["points"] for row in page["standings"]}

    def here(self):
        """The points that one machine gives, without workers."""
        self.configure(store="here.db", reports="here")
        self.referee("run", "config.json")
        return self.points("here")

    def records(self):
        """All of them, with valid headers."""
        found = [Record(file) for file in self.record_files()]
        for record in found:
            self.assertEqual([], schemas.errors("record", record.header))
        return found

    def test_standings_are_those_of_one_machine(self):
        expected = self.here()
        self.configure(workers=True)
        self.referee("store", "init", self.store)
        workers = [self.worker(f"w{i}", "--until-idle", "--idle-s", "5") for i in range(3)]
        # All are there before the first match: one of them could play everything while another one starts.
        self.until(lambda: "3 workers" in self.referee("workers", self.store))
        self.expect_end(self.begin())
        for worker in workers:
            self.assertEqual(0, worker.wait().code, worker.err)
        self.assertEqual(expected, self.points("out"))
        records = self.records()
        self.assertEqual(GAMES, len(records))
        for record in records:
            self.assertEqual(1, record.header["attempt"])
            self.assertRegex(record.header["worker"]["name"], "^w[0-2]/")
            self.assertIn("kernel", record.header["worker"])
        self.assert_words(self.referee("check", "--deep", self.store), "ok, 5 entrants")
        told = self.referee("workers", self.store)
        self.assertRegex(told, r"^0 games wait, 3 workers\n\n  worker +role +CPU +sandbox ")
        self.assertEqual(3, sum(line.startswith("  w") and "/" in line for line in told.splitlines()), told)
        found = json.loads(self.referee("workers", self.store, "--json"))
        self.assertEqual((0, None, 0, 0), tuple(found[key] for key in ("waiting", "oldest_wait_s", "running", "leases_lost")))
        self.assertEqual(GAMES, sum(worker["done"] for worker in found["workers"]))
        self.assertEqual({"referee"}, {worker["role"] for worker in found["workers"]})

    def test_a_worker_that_is_stopped_twice_gives_its_match_up_and_another_one_plays_it(self):
        slow = self.lay_bot("slow", "import time\ntime.sleep(1)\nMOVE = 'left'\n")
        self.configure(workers=True, entrants=[{"name": f"slow-{i}", "command": slow} for i in (1, 2)])
        referee = self.begin()
        first = self.worker("first", slots=1)
        first.see("begins")
        first.signal(signal.SIGTERM)
        self.until(lambda: not first.has_pending(signal.SIGTERM))
        first.signal(signal.SIGTERM)
        self.assertEqual(0, first.wait().code, first.err)
        self.assert_words(first.out + first.err, "is lost: another attempt follows", "0 games played")
        self.end_leases("first")
        second = self.worker("second")
        self.expect_end(referee)
        self.assertEqual({1}, {record.header["attempt"] for record in self.records()}, "an attempt that is lost has no number")
        self.stop_workers(second)

    def test_bots_travel_and_a_role_that_reads_no_table_plays_them(self):
        anna = self.lay_bot("bots/anna")
        self.configure(workers=True, entrants=[{"name": f"anna-{i}", "command": anna} for i in (1, 2, 3)])
        self.sql("CREATE ROLE far LOGIN")
        self.referee("store", "init", self.store)
        self.referee("store", "admit", self.store, "far")
        referee = self.begin()
        self.until(lambda: self.count("job") == 1)
        shutil.rmtree(self.folder / "bots/anna")  # the worker has nothing of it but the bundle
        worker = self.worker("far", role="far")
        self.expect_end(referee)
        for record in self.records():
            self.assertEqual("done", record.last["status"])
            self.assertNotIn("no_show", record.last)
            self.assertEqual("far", record.header["worker"]["role"])
        self.referee("verify", *self.record_files())
        [moves] = self.folder.glob("cache-*/*/bot/moves.py")
        self.assertEqual("MOVE = 'left'\n", moves.read_text())
        for table in ("game", "meta", "job", "waiting", "claim", "bundle", "record", "worker", "store"):
            self.assertEqual(("", 1), self.server.sql(f"SELECT * FROM {self.schema}.{table}", "far"))
        self.stop_workers(worker)

    def rubric(self, *opponents):
        """Of an item of two games for each opponent."""
        items = [{"name": f"walls {number}", "points": 4, "opponents": [opponent], "games": 2,
                  "criterion": {"measure": "faults", "at_most": 0}} for number, opponent in enumerate(opponents)]
        self.write("rubric.json", json.dumps({"name": "Walls", "game": "walls", "options": {"n": 3}, "sandbox": "basic",
                                              "seed": 7, "clock": CONFIG["clock"], "items": items}))

    def test_a_submission_is_scored_by_the_queue_as_here(self):
        """The folder of the second opponent travels, too."""
        self.lay_bot("course", "MOVE = 'right'\n", "opponent.py")
        self.rubric(["sample:walls_random", "--seed", "1"], ["python3", "course/opponent.py"])
        self.lay_bot("bot")
        self.referee("store", "init", self.store)
        worker = self.worker("far", sandbox="basic")
        words = ["score", "rubric.json", "--submission", "bot", "--as-root", "--exit-zero", "--json"]
        self.referee(*words, "here.json", "--", "python3", "bot.py")
        self.referee(*words, "away.json", "--queue", self.store, "--reports", "away", "--", "python3", "bot.py")
        here, away = (self.read_json(name) for name in ("here.json", "away.json"))
        self.assertEqual([item["points"] for item in here["items"]], [item["points"] for item in away["items"]])
        records = self.record_files("away")
        self.assertEqual(4, len(records))
        for record in records:
            self.assertRegex(Record(record).header["worker"]["name"], "^far/")
        for table in ("job", "waiting", "claim", "bundle"):
            self.assertEqual(0, self.count(table), table)
        self.stop_workers(worker)

    def test_a_class_is_graded_by_the_queue_as_here(self):
        self.lay_bot("left")
        bands = [{"mark": "A", "points": 2, "against": "staff-1", "share": 0.5}, {"mark": "B", "points": 0}]
        self.write("marks.json", json.dumps({"bands": bands, "openings": {"plies": 2}, "most_games": 12}))
        entrants = [launched("left", "/usr/bin/python3", "left/bot.py"), launched("random", "sample:walls_random", "--seed", "3")]
        self.write("class.json", json.dumps(plain_round_robin(entrants, sandbox="basic", as_root=True, store="class.db", reports="out")))
        self.referee("run", "class.json")
        self.referee("store", "init", self.store)
        worker = self.worker("far", sandbox="basic")
        marks = []
        for where in ([], ["--queue", self.store]):
            self.referee("grade", "class.db", "--marks", "marks.json", "--json", "marks.out", *where)
            marks.append([one["score"]["items"][0]["mark"] for one in self.read_json("marks.out")["entrants"]])
            records = list((self.folder / "class.db.marks").glob("**/records/*.jsonl"))
            self.assertLessEqual(20, len(records))
            self.assertEqual({bool(where)}, {"worker" in Record(record).header for record in records})
            if not where:
                shutil.rmtree(self.folder / "class.db.marks/entrants")  # and not the secret of the seeds
        self.assertEqual(*marks)
        self.assertIn("none of them new", self.referee("grade", "class.db", "--marks", "marks.json"))
        self.stop_workers(worker)

    def series(self, name, *options):
        """What a series of two bots, one of which travels, comes to: without times and places, its JSON and its records."""
        self.referee("match", "walls", "--option", "n=3", "--bot", "left=/usr/bin/python3 left/bot.py", "--bot", "sample:walls_random --seed 1",
                     "--pairs", "3", "--seed", "7", "--salt", "5a" * 16, "--as-root", "--reports", name, "--json", f"{name}.json", *options)
        told = self.read_json(f"{name}.json")
        for bot in told["bots"]:
            for key in ("mean_ms", "worst_ms", "late_by_wall"):
                bot.pop(key)
        games = []
        for record in map(Record, self.record_files(name)):
            answers = [[answer["move"] for answer in line["answers"]] for line in record.lines if "answers" in line]
            header = {key: record.header[key] for key in ("match", "attempt", "options", "seed", "salt", "players", "versions", "launched")}
            games.append((header, answers, record.events(), record.last["status"], record.last["result"], record.last["view"]))
        return told, games

    def test_a_series_is_played_by_the_queue_as_here(self):
        self.lay_bot("left")
        self.referee("store", "init", self.store)
        worker = self.worker("far", sandbox="basic")
        here = self.series("here")
        self.assertEqual(here, self.series("away", "--queue", self.store))
        self.assertEqual(6, len(here[1]))
        for record in self.record_files("away"):
            self.assertRegex(Record(record).header["worker"]["name"], "^far/")
        self.referee("verify", *self.record_files("away"))
        for table in ("job", "waiting", "claim", "bundle"):
            self.assertEqual(0, self.count(table), table)
        self.stop_workers(worker)

    def test_a_series_that_is_interrupted_takes_its_games_from_the_queue(self):
        self.lay_bot("slow", "import time\ntime.sleep(1)\nMOVE = 'left'\n")
        self.referee("store", "init", self.store)
        words = ["match", "walls", "--bot", "a=/usr/bin/python3 slow/bot.py", "--bot", "b=/usr/bin/python3 slow/bot.py", "--games", "2",
                 "--as-root", "--queue", self.store]
        series = self.start(*words)
        self.until(lambda: self.count("waiting") == 2)
        worker = self.worker("far", sandbox="basic", slots=1)
        worker.see("begins")
        series.signal(signal.SIGINT)
        self.assertEqual(128 + signal.SIGINT, series.wait().code)
        self.assertEqual(0, self.count("job"))
        worker.see("is lost")
        self.stop_workers(worker)

    def test_what_cannot_travel_is_not_played_by_the_queue(self):
        """Whatever the match cannot have with workers is said before anything begins."""
        self.lay_bot("left")
        bots = ["--bot", "/usr/bin/python3 left/bot.py", "--as-root", "--queue", self.store]
        for words in (["--listen", "127.0.0.1:0"], ["--bot", "sample:walls_random", "--trace", "trace.jsonl"]):
            self.referee("match", "walls", *bots, *words, code=2)
            self.assert_words(self.said, "--queue: ", "no --listen and no --trace")
        self.referee("match", "walls", *bots, "--bot", "sample:walls_random", "--readable", "/usr/share", code=2)
        self.assert_words(self.said, "--queue: ", "reads nothing but its own folder")
        self.referee("match", "walls", *bots[:-1], "here.db", "--bot", "sample:walls_random", code=2)
        self.assert_words(self.said, "a file has no jobs")

    def test_what_cannot_travel_is_not_scored_by_the_queue(self):
        self.rubric(["sample:walls_random", "--seed", "1"])
        for folder in ("bot", "more"):
            (self.folder / folder).mkdir()
        self.referee("store", "init", self.store)
        self.referee("score", "rubric.json", "--submission", "bot", "--readable", "more", "--as-root", "--queue", self.store, "--",
                     "/bin/true", code=3)
        self.assert_words(self.said, "reads nothing but its own folder")

    def test_workers_need_a_database(self):
        self.configure(workers=True)
        self.referee("run", "config.json", "--store", "here.db", code=2)
        self.assert_words(self.said, 'config.json: workers: expected a "store"', "PostgreSQL", "got here.db")
        self.referee("worker", "--store", "here.db", "--sandbox", "none", code=2)
        self.assert_words(self.said, "a file has no jobs")


if __name__ == "__main__":
    unittest.main()
