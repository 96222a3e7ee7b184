"""`referee match`: many games at a time, who is stronger, and a series that goes on."""
import collections
import csv
import json
import re
import signal
import unittest
from pathlib import Path

import jsonschema

from fixture.bot_text import bot_text
from fixture.case import RefereeCase
from fixture.program import REFEREE
from fixture.record import Record

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "configs/schema/series.schema.json").read_text())
SMALL = ["--option", "n=3"]
TWO = ["--bot", "new=sample:walls_random --seed 1", "--bot", "old=sample:walls_random --seed 2"]


class Folder(RefereeCase):
    def play(self, *words, code=0, game="walls"):
        done = self.run_referee("match", game, *words, code=code)
        self.out, self.err = done.out, done.err
        return done.out

    def records(self, reports="out"):
        return {path.stem: self.read_lines(path) for path in self.record_files(reports)}

    def header(self, number, reports="out", game="walls"):
        return self.records(reports)[f"{game}-1g{number}"][0]

    def results(self, name="results.json"):
        """Without times."""
        page = self.read_json(name)
        for bot in page["bots"]:
            del bot["mean_ms"], bot["worst_ms"], bot["late_by_wall"]
        return page

    def program(self, name, text):
        return self.write(name, text, 0o755)


class Series(Folder):

    def test_more_games_at_a_time_change_nothing(self):
        for jobs in ("1", "3"):
            self.play(*SMALL, *TWO, "--pairs", "8", "--seed", "7", "--jobs", jobs, "--reports", jobs, "--json",
                       f"{jobs}.json")
        self.assertEqual(self.results("1.json"), self.results("3.json"))

    def test_a_line_a_game_only_if_it_is_asked_for(self):
        quiet = self.play(*SMALL, *TWO, "--games", "4", "--seed", "7")
        self.assertNotIn("game 1,", quiet)
        self.assertRegex(quiet, r"(?m)^totals of 4 games\n  bot +games  wins  draws  losses")
        loud = self.play(*SMALL, *TWO, "--games", "4", "--seed", "7", "--verbose")
        self.assertEqual(["1", "2", "3", "4"], sorted(re.findall(r"(?m)^game (\d), seed \d+: \w+ \d+, \w+ \d+; \d+ turns$", loud)))

    def test_the_head_says_which_clock_counts(self):
        self.assertIn("measured: processor time of each bot", self.play(*SMALL, *TWO, "--games", "2"))
        self.assertIn("measured: wall time", self.play(*SMALL, *TWO, "--games", "2", "--measure", "wall"))
        self.assertEqual(["wall", "wall"], self.records()["walls-2g1"][0]["measure"])

    def test_wall_clocks_and_more_bots_than_cores_warn(self):
        self.play(*SMALL, *TWO, "--games", "2", "--measure", "wall", "--jobs", "64")
        self.assertRegex(self.err, r"128 bots run at the same time on \d+ core")
        self.play(*SMALL, *TWO, "--games", "2", "--jobs", "64")
        self.assertNotIn("at the same time on", self.err)

    def test_a_bot_that_sleeps_is_late_by_the_wall_clock_only(self):
        sleeper = self.program("sleeper.py", bot_text("forward", each_turn="time.sleep(0.05)"))
        words = [*SMALL, "--bot", f"python3 {sleeper}", "--bot", "sample:walls_random --seed 2", "--games", "2", "--clock",
                 '{"kind": "per_move", "ms": 20}', "--sandbox", "none", "--as-root"]
        out = self.play(*words)
        self.assertNotIn("late:", out)
        self.assertRegex(out, r"warning: sleeper: \d+ answers would be late by the wall clock, which counts for bots that dial in: "
                              r"first in game 1, turn \d+, \d+\.\d+ ms of 20 ms; --measure wall counts it")
        out = self.play(*words, "--measure", "wall")
        self.assertRegex(out, r"(?m)^  sleeper: late \d+: first in game 1, turn \d+: .*20")

    def test_processor_time_between_turns_is_charged_where_the_clock_says_so(self):
        ponders = "parent = os.getpid()\nif os.fork() == 0:\n    while os.getppid() == parent: sum(range(10000))\n    os._exit(0)\n"
        waits = bot_text("right", each_turn="time.sleep(0.02)")
        bots = ["--bot", f"ponders=python3 {self.program('ponders.py', bot_text('left', first=ponders))}",
                "--bot", f"waits=python3 {self.program('waits.py', waits)}", "--sandbox", "none", "--as-root"]
        for ponder in ("free", "charged"):
            clock = json.dumps({"kind": "per_move", "ms": 60000, "ponder": ponder})
            out = self.play(*SMALL, *bots, "--reports", ponder, "--clock", clock)
            self.assertEqual(ponder == "charged", "also between turns" in out)
            [record] = self.record_files(ponder)
            self.run_referee("verify", record)
            header, *turns = self.read_lines(record)
            self.assertEqual(ponder == "charged", "ponder" in header["clock"])
            answers = [answer for turn in turns for answer in turn.get("answers", []) if answer["seat"] == header["players"].index("ponders")]
            if ponder == "charged":
                self.assertTrue(all(answer["spent_us"] >= answer.get("between_us", 0) for answer in answers))
            if header["cpu_by"][0] == "cgroup":  # the kernel tells of the child before it ends
                self.assertGreater(sum(answer.get("between_us", 0) for answer in answers), 0)
        self.play(*SMALL, *bots, "--clock", clock, "--measure", "wall", code=2)
        self.assertIn("ponder", self.err)

    def test_results_for_programs(self):
        self.play(*SMALL, *TWO, "--pairs", "5", "--seed", "7", "--json", "results.json", "--csv", "results.csv")
        page = self.results()
        jsonschema.validate(self.read_json("results.json"), SCHEMA)
        self.assertEqual((1, "played", None), (page["version"], page["ended"], page["test"]))
        self.assertEqual(["new", "old"], [bot["name"] for bot in page["bots"]])
        comparison = page["comparisons"][0]
        self.assertEqual(5, sum(comparison["pairs"]))
        self.assertEqual(10, sum(comparison["games"].values()))
        rows = list(csv.DictReader(self.read("results.csv").splitlines()))
        self.assertEqual(20, len(rows))
        wins = collections.Counter(row["bot"] for row in rows if row["rank"] == "1")
        self.assertEqual(wins["new"], page["bots"][0]["firsts"])
        for path in ("no/such/folder/x.json", "/proc/x"):
            self.play(*SMALL, *TWO, "--json", path, code=2)
            self.assertIn(path, self.err)


class Bots(Folder):

    def test_a_gauntlet_against_a_pool(self):
        self.program("pool.txt", "# the pool\n\na=sample:walls_random --seed 3\nsample:walls_random --seed 4\n")
        out = self.play(*SMALL, "--bot", "me=sample:walls_random --seed 1", "--opponents", "pool.txt", "--pairs", "2",
                         "--seed", "5")
        self.assertRegex(out, r"(?m)^  me +a +4 ")
        self.assertRegex(out, r"(?m)^  me +walls_random +4 ")
        self.assertEqual(8, len(self.records()))
        runner = "#!/bin/sh\nexec " + str(REFEREE.parent / "sample_bots/walls_random") + " --seed 3\n"
        self.program("pool/one", runner)
        (self.folder / "pool/two").mkdir()
        self.program("pool/two/run", runner)
        self.play(*SMALL, "--bot", "me=sample:walls_random --seed 1", "--opponents", "pool", "--sandbox", "none",
                   "--reports", "b")
        self.assertEqual([["me", "one"], ["me", "two"]], sorted(record[0]["players"] for record in self.records("b").values()))
        self.write("pool/notes.txt", "no bot")
        self.play(*SMALL, "--bot", "me=sample:walls_random", "--opponents", "pool", code=2)
        self.assertIn("pool/notes.txt is no bot", self.err)
        self.program("empty.txt", "# nothing\n")
        self.play(*SMALL, "--bot", "me=sample:walls_random", "--opponents", "empty.txt", code=2)
        self.assertIn("empty.txt has no bot", self.err)


class Sequential(Folder):
    def test_a_test_ends_as_soon_as_it_is_decided(self):
        loser = self.program("loser.py", bot_text(each_turn="sys.exit(1)"))
        words = [*SMALL, "--bot", "new=sample:walls_random", "--bot", f"old=python3 {loser}", "--sprt",
                 "elo0=0,elo1=300,model=logistic", "--seed", "7", "--sandbox", "none", "--as-root", "--json", "results.json"]
        out = self.play(*words, "--jobs", "3")
        self.assertRegex(out, r"SPRT elo0 = 0, elo1 = 300 \(logistic\), new against old: LLR .*: Elo difference 300 "
                              "accepted, 0 rejected")
        self.assertIn(r"old ended with exit status 1", out)
        jsonschema.validate(self.read_json("results.json"), SCHEMA)
        self.assertEqual("decided", self.results()["ended"])
        test = self.results()["test"]
        self.assertEqual(("h1", "logistic", 0, 300, 0.05, 0.05), tuple(test[key] for key in ["accepted", "model", "elo0", "elo1", "alpha", "beta"]))
        self.assertGreaterEqual(test["llr"], test["upper"])

    def test_pairs_that_all_begin_from_one_position_are_remarked(self):
        words = ["--option", "n=7", "--bot", "new=sample:walls_random", "--bot", "old=sample:walls_random", "--pairs", "3"]
        self.assertIn("all games began from one position", self.play(*words))
        self.assertNotIn("from one position", self.play(*words, "--random-plies", "2"))

    def test_what_makes_no_sense_is_refused(self):
        one_seat = ["--bot", "sample:sb_play2", "--bot", "sample:sb_play"]
        for words, game, said in [
            ([*TWO, "--sprt", "elo0=5,elo1=5"], "walls", "--sprt: elo1"),
            ([*TWO, "--sprt", "elo0=0"], "walls", "--sprt: elo1"),
            ([*TWO, "--sprt", "elo0=0,elo1=5,gamma=1"], "walls", "--sprt: "),
            ([*TWO, "--sprt", "elo0=0,elo1=5", "--games", "3"], "walls", "--games and --sprt"),
            ([*TWO, "--games", "3", "--pairs", "3"], "walls", "--games and --pairs"),
            ([*TWO, "--sprt-mean", "delta=5"], "walls", "--sprt-mean: walls has 2 seats"),
            ([*TWO, "--fill", "sample:walls_random"], "walls", "--fill: walls has 2 seats"),
            ([*one_seat, "--sprt", "elo0=0,elo1=5"], "superball", "--sprt: superball has 1 seat"),
            ([*one_seat, "--pairs", "5"], "superball", "--pairs: superball has 1 seat"),
            ([*one_seat, "--sprt-mean", "delta=0"], "superball", "--sprt-mean: delta"),
            ([*one_seat[:2], "--sprt-mean", "delta=5"], "superball", "--sprt-mean decides between two bots: got 1 bot"),
            ([*TWO[:2], "--sprt", "elo0=0,elo1=5"], "walls", "--sprt decides between two bots: got 1 bot"),
            ([*TWO, "--listen", "127.0.0.1:0", "--jobs", "3"], "walls", "--listen"),
            ([*TWO[:2], "--opponents", "nothing.txt"], "walls", "nothing.txt"),
            (["--opponents", "nothing.txt"], "walls", "--opponents: who plays against them"),
            ([*TWO, "--resume"], "walls", "--resume: out has no run that was begun with these arguments"),
            ([*TWO[:2]], "walls", "got 1 --bot, expected 2"),
        ]:
            with self.subTest(words=words):
                self.play(*words, code=2, game=game)
                self.assertIn(said, self.err)


class Interrupted(Folder):
    WORDS = [*SMALL, *TWO, "--pairs", "40", "--seed", "7", "--jobs", "2"]

    def begin(self, *words):
        return self.start("match", "walls", *words)

    def wait_for_records(self, number):
        self.until(lambda: len(self.record_files()) >= number)

    def as_uninterrupted(self):
        self.play(*self.WORDS, "--reports", "calm", "--json", "calm.json")
        for page in (self.results("results.json"), self.results("calm.json")):
            self.assertEqual(80, page["games"])
        rest, calm = self.results("results.json"), self.results("calm.json")
        self.assertEqual(calm, rest)
        self.assert_times_of_the_records()

    def assert_times_of_the_records(self):
        """Mean and longest time of each bot are those of all games, before and after the break."""
        spent = {}
        for record in map(Record, self.record_files()):
            for seat, name in enumerate(record.header["players"] if record.last["status"] == "done" else []):
                spent.setdefault(name, []).extend(answer["spent_us"] for answer in record.answers(seat))
        for bot in self.read_json("results.json")["bots"]:
            times = spent[bot["name"]]
            self.assertEqual((len(times), max(times) / 1000), (bot["turns"], bot["worst_ms"]), bot["name"])
            self.assertAlmostEqual(sum(times) / len(times) / 1000, bot["mean_ms"], delta=0.001)

    def test_ctrl_c_ends_in_order_and_resume_goes_on(self):
        run = self.begin(*self.WORDS)
        self.wait_for_records(10)
        run.signal(signal.SIGINT)
        out = run.wait().out
        self.assertEqual(130, run.code, out + run.err)
        self.assertRegex(out, r"totals of \d+ games")
        self.assertIn("the same command with --resume", out)
        before = {path: path.stat().st_mtime_ns for path in (self.folder / "out/records").glob("*.jsonl")
                  if ".a" not in path.name}
        out = self.play(*self.WORDS, "--resume", "--json", "results.json")
        self.assertIn(f"continues walls-1: {len(before)} games were played before", out)
        for path, written in before.items():
            self.assertEqual(written, path.stat().st_mtime_ns, path)
        self.as_uninterrupted()

    def test_kill_9_loses_no_game(self):
        run = self.begin(*self.WORDS)
        self.wait_for_records(10)
        run.signal(signal.SIGKILL)
        run.wait()
        self.play(*self.WORDS, "--resume", "--json", "results.json")
        self.as_uninterrupted()

    def test_a_bot_that_has_changed_is_refused_or_plays_its_games_anew(self):
        changing = self.program("changing.py", bot_text("left"))
        words = [*SMALL, "--bot", f"mine=python3 {changing}", *TWO[:2], "--games", "2", "--seed", "7", "--sandbox", "none", "--as-root"]
        self.play(*words)
        old = self.header(1)["versions"]
        self.program("changing.py", bot_text("forward"))
        self.play(*words, "--resume", code=2)
        self.assertIn("--resume: mine has changed since", self.err)
        self.assertIn("--changed mine plays its games again", self.err)
        self.play(*words, "--resume", "--changed", "nobody", code=2)
        self.assertIn("--changed: got 'nobody'", self.err)
        out = self.play(*words, "--resume", "--changed", "mine", "--json", "results.json")
        self.assertIn("0 games were played before", out)
        new = self.header(1)["versions"]
        self.assertNotEqual(old[0], new[0])
        self.assertEqual(old[1], new[1])
        self.assertEqual(new[0], self.results()["bots"][0]["sha256"])
        self.assertIn("2 games were played before", self.play(*words, "--resume"))

    def test_a_damaged_record_is_named(self):
        self.play(*SMALL, *TWO, "--pairs", "2", "--seed", "7")
        path = self.folder / "out/records/walls-1g3.jsonl"
        path.write_text(path.read_text().replace("forward", "backward").replace("\"turn\":1", "\"turn\":9", 1))
        self.play(*SMALL, *TWO, "--pairs", "2", "--resume", code=3)
        self.assertIn("walls-1g3.jsonl", self.err)
        self.assertIn("Remove it, and the game is played again", self.err)
        for lost in ("", "\0" * 4096):  # as a file is whose content the disk did not get in time
            path.write_text(lost)
            self.assertIn("3 games were played before", self.play(*SMALL, *TWO, "--pairs", "2", "--resume"))
        path.unlink()
        self.assertIn("3 games were played before", self.play(*SMALL, *TWO, "--pairs", "2", "--resume"))


if __name__ == "__main__":
    unittest.main()
