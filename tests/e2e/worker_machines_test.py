"""Workers: which machine gets which matches, bots that travel in a shared folder, and what is said of the machines.
Usage: worker_machines_test.py REFEREE"""
import hashlib
import json
import pathlib
import re
import stat
import subprocess
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "protocol"))
import schemas  # noqa: E402

from in_folder import PATIENCE, REFEREE
from workers import BOT, CONFIG, WithWorkers

FEW = CONFIG["entrants"][:3]  # 6 matches


def cpu_model():
    """As /proc/cpuinfo has it; empty on machines that do not tell."""
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found[1] if found else ""


class Machines(WithWorkers):
    def headers(self):
        """Of all records, by match; all verify, and are valid."""
        files = sorted((self.top / "out/records").glob("*.jsonl"))
        self.referee("verify", *files)
        headers = [json.loads(file.read_text().splitlines()[0]) for file in files]
        for header in headers:
            self.assertEqual([], schemas.errors("record", header))
        return headers

    def standings(self):
        return json.loads((self.top / "out/standings.json").read_text())

    def stop(self, *programs):
        for program in programs:
            program.terminate()
            self.assertEqual(0, program.wait(PATIENCE))

    def lay_bot(self, delay=0):
        bot = self.top / "bots/anna"
        bot.mkdir(parents=True)
        (bot / "moves.py").write_text(f"import time\ntime.sleep({delay})\nMOVE = 'left'\n")
        (bot / "bot.py").write_text(BOT)
        return [{"name": f"anna-{i}", "command": ["/usr/bin/python3", "bots/anna/bot.py"]} for i in (1, 2, 3)]

    def shared(self):
        folder = self.top / "shared"
        folder.mkdir()
        return folder

    def test_a_worker_of_another_cpu_gets_nothing_cpu(self):
        self.write(workers={"requires": {"cpu": "No such CPU*"}}, entrants=FEW)
        worker = self.worker("other")
        referee = self.begin()
        self.wait_for("and no worker has any", self.top / "log")
        self.assertRegex((self.top / "log").read_text(), r"(1 job waits|\d jobs wait), and no worker has any: expected one with "
                                                         r"sandbox none or stronger and a CPU like 'No such CPU\*'; `referee workers`")
        self.assertEqual("0", self.server.sql(f"SELECT count(*) FROM {self.schema}.claim")[0])
        self.stop(referee)
        # The terms are no frozen part of the file.
        self.write(workers={"requires": {"cpu": "?" + cpu_model()[1:4] + "*" if cpu_model() else "*"}}, entrants=FEW)
        self.expect_end(self.begin())
        self.assertEqual({cpu_model()}, {header["worker"]["cpu"] for header in self.headers()})
        self.stop(worker)

    def test_a_worker_with_a_weaker_sandbox_gets_nothing_sandbox(self):
        self.write(workers={"requires": {"sandbox": "basic"}}, entrants=FEW)
        weak = self.worker("weak")
        referee = self.begin()
        while self.server.sql(f"SELECT count(*) FROM {self.schema}.worker")[0] != "1":
            self.assertIsNone(referee.poll(), (self.top / "log").read_text())
        strong = self.worker("strong", sandbox="basic")
        self.expect_end(referee)
        for header in self.headers():
            self.assertRegex(header["worker"]["name"], "^strong/")
            self.assertIn(header["worker"]["sandbox"], ("basic", "bwrap", "full"))
        self.stop(weak, strong)

    def test_a_ladder_says_on_which_machines_it_was_played_ladder(self):
        self.write(workers=True, entrants=FEW, format={"kind": "ladder", "matches": 12}, keep={"matches": 3, "days": 1}, parallel=2)
        worker = self.worker("far")
        self.expect_end(self.begin())
        [kind] = self.standings()["machines"]
        self.assertEqual((12, cpu_model(), "none"), (kind["matches"], kind["cpu"], kind["sandbox"]))
        self.assertIn("Played on one kind of machine:\n", (self.top / "out/standings.md").read_text())
        self.expect_end(self.begin())  # from what the store has of them
        self.assertEqual([kind], self.standings()["machines"])
        self.stop(worker)

    def test_bots_travel_in_a_shared_folder_shared(self):
        entrants, shared = self.lay_bot(), self.shared()
        self.write(workers={"bundles": str(shared)}, entrants=entrants)
        worker = self.worker("far", "--bundles", shared)
        self.expect_end(self.begin())
        self.assertEqual("0", self.server.sql(f"SELECT count(*) FROM {self.schema}.bundle")[0])
        [file] = shared.iterdir()
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        self.assertEqual((f"{sha256}.tar.zst", 0o640), (file.name, stat.S_IMODE(file.stat().st_mode)))
        for header in self.headers():
            self.assertEqual([sha256, sha256], header["worker"]["bundles"])
            self.assertGreater(header["worker"]["calibration_ms"], 0)
        told = self.referee("bundle", "bots/anna", "--into", self.top / "shared")
        self.assertEqual(f"{sha256}  2 files, {file.stat().st_size} bytes\n", told)
        self.referee("bundle", "bots/anna")
        self.assertEqual(file.read_bytes(), (self.top / file.name).read_bytes())
        self.stop(worker)

    def test_what_is_wrong_with_a_shared_folder_is_said_wrong(self):
        entrants, shared = self.lay_bot(), self.shared()
        self.write(workers={"bundles": "none"}, entrants=entrants)
        self.referee("run", "config.json", "--store", self.store, code=2)
        self.assertIn("workers.bundles: got none, expected a folder that is there and that the referee may write to", self.said)

        self.write(workers={"bundles": "shared"}, entrants=entrants)
        without = self.worker("without")
        referee = self.begin()
        self.assertEqual(3, referee.wait(PATIENCE))
        self.assertIn("start the worker with --bundles FOLDER, the folder of the tournament file's workers.bundles", (self.top / "log").read_text())
        self.stop(without)

        [file] = shared.iterdir()
        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        worker = self.worker("far", "--bundles", shared)
        referee = self.begin()
        self.assertEqual(3, referee.wait(PATIENCE))
        self.assertIn(f"{file} is damaged: its bytes do not have the SHA-256 of its name", (self.top / "log").read_text())

        file.unlink()
        self.expect_end(self.begin())
        self.assertEqual(whole, file.read_bytes())
        self.stop(worker)

    def test_a_folder_that_cannot_be_packed_is_named_packed(self):
        self.lay_bot()
        for words, said in [(["bots/none"], "DIR: got 'bots/none', expected a folder that is there"),
                            (["bots/anna", "--into", "none"], "--into: got 'none', expected a folder that is there"),
                            (["bots/anna", "--into", "bots/anna"], "--into: got 'bots/anna', expected a folder outside of 'bots/anna'"),
                            (["."], "--into: got '.', expected a folder outside of '.'")]:
            self.referee("bundle", *words, code=2)
            self.assertIn(said, self.said)
        self.assertEqual([], list(self.top.glob("**/*.tar.zst")))

    def test_standings_name_the_kinds_of_machine_kinds(self):
        self.write(workers=True, entrants=self.lay_bot(delay=0.5))
        weak = self.worker("weak")
        referee = self.begin()
        self.wait_for("is over", self.top / "weak.log")
        self.stop(weak)  # what it plays it plays to its end
        strong = self.worker("strong", sandbox="basic")
        self.expect_end(referee)
        self.stop(strong)
        levels = [header["worker"]["sandbox"] for header in self.headers()]
        self.assertEqual(6, len(levels))
        kinds = self.standings()["machines"]
        self.assertEqual({level: levels.count(level) for level in levels}, {kind["sandbox"]: kind["matches"] for kind in kinds})
        self.assertEqual(2, len(kinds))
        for kind in kinds:
            self.assertEqual(cpu_model(), kind["cpu"])
            self.assertLess(0, kind["calibration_ms"][0])
        told = self.referee("standings", self.store)
        self.assertIn("Played on 2 kinds of machine, on which clocks are not the same:\n", told)
        self.assertRegex(told, r"\n  [1-5] match(es)?: .*, sandbox none, calibration [0-9.]+ ms\n")
        for ending in ("md", "html"):
            self.assertIn("2 kinds of machine", (self.top / f"out/standings.{ending}").read_text())

    def test_matches_of_bots_that_dial_in_are_of_the_referees_own_machine_own(self):
        token = "t" * 32
        dials = {"name": "alice", "token_sha256": hashlib.sha256(token.encode()).hexdigest()}
        (self.top / "token").write_text(token + "\n")
        (self.top / "token").chmod(0o600)
        self.write(workers=True, entrants=[*FEW[:2], dials], listen={"port": 0})
        worker = self.worker("far")
        referee = self.begin()
        self.wait_for("listening on ", self.top / "log")
        address = re.search(r"listening on (\S+:\d+)", (self.top / "log").read_text())[1]
        words = [REFEREE, "join", address, "--name", "alice", "--token-file", "token", "--", REFEREE.parent / "sample_bots/walls_random"]
        with (self.top / "join.log").open("w") as log:
            join = subprocess.Popen(words, cwd=self.top, stdout=log, stderr=log)
        self.addCleanup(join.wait, PATIENCE)
        self.addCleanup(join.kill)
        self.expect_end(referee)
        kinds = {kind["sandbox"]: kind for kind in self.standings()["machines"]}
        self.assertEqual({None: 4, "none": 2}, {sandbox: kind["matches"] for sandbox, kind in kinds.items()})
        self.assertEqual((cpu_model(), None), (kinds[None]["cpu"], kinds[None]["calibration_ms"]))
        self.stop(worker)


if __name__ == "__main__":
    unittest.main()
