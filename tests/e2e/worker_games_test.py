"""Workers get games whose rules are a program: the folder travels, under its SHA-256, and nothing else of it is needed there."""
import json
import shutil
import signal
import unittest

from fixture.program import ROOT
from fixture.record import Record
from fixture.tournament import plain_round_robin
from fixture.workers import WorkersCase

GAMES = ROOT / "examples/games"
RUBRIC = {"name": "Spring", "game": "kuhn_poker",
          "items": [{"name": "plays", "points": 1, "opponents": [["/usr/bin/python3", "bots/equilibrium.py"]], "criterion": {"measure": "faults", "at_most": 0}}]}


class WorkerGames(WorkersCase):
    def setUp(self):
        super().setUp()
        for folder in ("kuhn_poker", "libraries"):
            shutil.copytree(GAMES / folder, self.folder / folder)
        shutil.copytree(GAMES / "kuhn_poker/bots", self.folder / "bots")
        players = [{"name": name, "command": ["/usr/bin/python3", "bots/equilibrium.py"]} for name in ("anna", "bert", "clara")]
        self.frame = plain_round_robin(players, game="kuhn_poker", options={"hands": 2}, web=None)

    def run_tournament(self):
        self.write("config.json", json.dumps({**self.frame, "workers": True}))
        self.referee("store", "init", self.store)
        return self.begin()

    def headers(self):
        return [Record(file).header for file in self.record_files()]

    def test_a_worker_plays_two_versions_of_a_game_that_it_does_not_have(self):
        referee = self.run_tournament()
        self.until(lambda: self.count("job") > 0)
        shutil.move(self.folder / "kuhn_poker", self.folder / "elsewhere")  # the worker has nothing of it but the bundle
        worker = self.worker("steady", sandbox="basic")
        self.expect_end(referee)
        shutil.move(self.folder / "elsewhere", self.folder / "kuhn_poker")
        sha256 = {header["rules_sha256"] for header in self.headers()}
        self.assertEqual(1, len(sha256))
        self.assertEqual([1] * 6, [header["attempt"] for header in self.headers()])
        for header in self.headers():
            self.assertRegex(header["worker"]["name"], "^steady/")
        self.referee("verify", *self.record_files())

        rules = self.folder / "kuhn_poker/rules.py"
        rules.write_text("# another edition\n" + rules.read_text())
        self.write("rubric.json", json.dumps(RUBRIC))
        self.write("frame.json", json.dumps({**self.frame, "entrants": []}))
        self.write("hand-ins/dora/bot.py", (self.folder / "bots/equilibrium.py").read_text())
        self.referee("collect", "hand-ins", "--tournament", "frame.json", "--rubric", "rubric.json", "--out", "class",
                     "--queue", self.store)
        self.assertTrue(self.read_json("class/collect.json")["entrants"][0]["in"])
        worker.see("build dora/1 is over")
        self.referee("match", "./kuhn_poker", "--option", "hands=2", "--games", "2", "--bot", "/usr/bin/python3 bots/equilibrium.py",
                     "--bot", "/usr/bin/python3 bots/equilibrium.py", "--reports", "series", "--queue", self.store)
        self.assertNotEqual(sha256, {Record(file).header["rules_sha256"] for file in self.record_files("series")})
        self.stop_workers(worker)

    def test_workers_play_a_match_program_and_send_its_replays_also_if_one_is_killed(self):
        shutil.copytree(GAMES / "nim_match", self.folder / "nim_match")
        players = [{"name": name, "command": ["/usr/bin/python3", f"nim_match/bots/{bot}.py"]}
                   for name, bot in (("anna", "perfect"), ("bert", "any"), ("clara", "perfect"), ("dora", "any"))]
        self.write("config.json", json.dumps({"name": "Nim", "game": "nim_match", "seed": 5, "entrants": players, "workers": True,
                                              "format": {"kind": "swiss", "rounds": 2, "best_of": 2}}))
        self.referee("store", "init", self.store)
        referee = self.begin()
        killed = self.worker("killed", sandbox="bwrap")
        killed.see("begins")
        killed.signal(signal.SIGKILL)
        killed.wait()
        self.end_leases("killed")
        steady = self.worker("steady", sandbox="bwrap")
        self.expect_end(referee)
        page = self.standings("out")
        self.assertEqual({"anna": 4, "bert": 4, "clara": 4, "dora": 4}, {row["name"]: row["games"] for row in page["standings"]})
        records = [Record(file) for file in self.record_files()]
        self.assertEqual(8, len(records))
        for record in records:
            self.assertEqual((1, "done"), (record.header["attempt"], record.last["status"]))
            self.assertRegex(record.header["worker"]["name"], "^(killed|steady)/")
            self.assertTrue((self.folder / "out/records" / record.last["replay"]["file"]).exists())
        self.assertIn("cannot be checked", self.referee("verify", "out"))
        self.stop_workers(steady)


if __name__ == "__main__":
    unittest.main()
