"""Workers: which machine gets which matches, bots that travel in a shared folder, and what is said of the machines."""
import hashlib
import pathlib
import re
import stat
import unittest

from fixture.dial_in import token_of
from fixture.program import sample_bot
from fixture.record import Record
from fixture.tournament import dialled, randoms
from fixture.workers import WorkersCase
from protocol import schemas

FEW = randoms(3)  # 6 matches


def cpu_model():
    """As /proc/cpuinfo has it; empty on machines that do not tell."""
    found = re.search(r"^model name\s*: (.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return found[1] if found else ""


class Machines(WorkersCase):
    def headers(self):
        """Of all records; they are valid."""
        headers = [Record(file).header for file in self.record_files()]
        for header in headers:
            self.assertEqual([], schemas.errors("record", header))
        return headers

    def lay_bots(self):
        """Three entrants with one bot."""
        anna = self.lay_bot("bots/anna")
        return [{"name": f"anna-{i}", "command": anna} for i in (1, 2, 3)]

    def shared(self):
        folder = self.folder / "shared"
        folder.mkdir()
        return folder

    def expect_failure(self, referee, *words):
        self.assertEqual(3, referee.wait().code)
        self.assert_words(referee.err, *words)

    def test_a_worker_of_another_cpu_gets_nothing(self):
        """Over 5 s: the referee gives workers some seconds to come before it says that none fits."""
        self.configure(workers={"requires": {"cpu": "No such CPU*"}}, entrants=FEW)
        worker = self.worker("other")
        referee = self.begin()
        found = referee.see(r"(1 job waits|\d jobs wait), and no worker has any: expected one with (.*)")
        self.assert_words(found[2], "sandbox none or stronger", "a CPU like 'No such CPU*'", "`referee workers`")
        self.assertEqual(0, self.count("claim"))
        self.stop_workers(referee)
        # The terms are no frozen part of the file.
        self.configure(workers={"requires": {"cpu": "?" + cpu_model()[1:4] + "*" if cpu_model() else "*"}}, entrants=FEW)
        self.expect_end(self.begin())
        self.assertEqual({cpu_model()}, {header["worker"]["cpu"] for header in self.headers()})
        self.stop_workers(worker)

    def test_bots_travel_in_a_shared_folder(self):
        entrants, shared = self.lay_bots(), self.shared()
        self.configure(workers={"bundles": str(shared)}, entrants=entrants)
        worker = self.worker("far", "--bundles", shared)
        self.expect_end(self.begin())
        self.assertEqual(0, self.count("bundle"))
        [file] = shared.iterdir()
        sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
        self.assertEqual((f"{sha256}.tar.zst", 0o640), (file.name, stat.S_IMODE(file.stat().st_mode)))
        for header in self.headers():
            self.assertEqual([sha256, sha256], header["worker"]["bundles"])
            self.assertGreater(header["worker"]["calibration_ms"], 0)
        told = self.referee("bundle", "bots/anna", "--into", shared)
        self.assertEqual(f"{sha256}  2 files, {file.stat().st_size} bytes\n", told)
        self.referee("bundle", "bots/anna")
        self.assertEqual(file.read_bytes(), (self.folder / file.name).read_bytes())
        self.stop_workers(worker)

    def test_what_is_wrong_with_a_shared_folder_is_said(self):
        self.expects_errors = True
        entrants, shared = self.lay_bots(), self.shared()
        self.configure(workers={"bundles": "none"}, entrants=entrants)
        self.referee("run", "config.json", "--store", self.store, code=2)
        self.assert_words(self.said, "workers.bundles: got none, expected a folder", "the referee may write to")

        self.configure(workers={"bundles": "shared"}, entrants=entrants)
        without = [self.worker(f"without-{i}") for i in range(3)]  # what one alone says may be its own fault
        self.expect_failure(self.begin(), "start the worker with --bundles FOLDER", "workers.bundles")
        self.stop_workers(*without)

        [file] = shared.iterdir()
        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
        workers = [self.worker(f"far-{i}", "--bundles", shared) for i in range(3)]
        self.expect_failure(self.begin(), f"{file} is damaged", "SHA-256 of its name")

        file.unlink()
        self.expect_end(self.begin())
        self.assertEqual(whole, file.read_bytes())
        self.stop_workers(*workers)

    def test_a_folder_that_cannot_be_packed_is_named(self):
        self.lay_bots()
        for words, said in [(["bots/none"], "DIR: got 'bots/none', expected a folder that is there"),
                            (["bots/anna", "--into", "none"], "--into: got 'none', expected a folder that is there"),
                            (["bots/anna", "--into", "bots/anna"], "--into: got 'bots/anna', expected a folder outside"),
                            (["."], "--into: got '.', expected a folder outside of '.'")]:
            self.referee("bundle", *words, code=2)
            self.assert_words(self.said, said)
        self.assertEqual([], list(self.folder.glob("**/*.tar.zst")))

    def test_matches_of_bots_that_dial_in_are_of_the_referees_own_machine(self):
        self.write("token", token_of("alice") + "\n", 0o600)
        self.configure(workers=True, entrants=[*FEW[:2], dialled("alice")], listen={"port": 0})
        worker = self.worker("far")
        referee = self.begin()
        address = referee.see(r"listening on (\S+:\d+)")[1]
        self.start("join", address, "--name", "alice", "--token-file", "token", "--", sample_bot("walls_random"))
        self.expect_end(referee)
        kinds = {kind["sandbox"]: kind for kind in self.standings()["machines"]}
        self.assertEqual({None: 4, "none": 2}, {sandbox: kind["matches"] for sandbox, kind in kinds.items()})
        self.assertEqual((cpu_model(), None), (kinds[None]["cpu"], kinds[None]["calibration_ms"]))
        self.stop_workers(worker)


if __name__ == "__main__":
    unittest.main()
