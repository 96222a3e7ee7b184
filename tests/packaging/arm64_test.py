"""The static programs for 64-bit ARM, run by qemu: a match, records that both machines verify, and a tournament."""
import json
import pathlib
import subprocess
import unittest

import support
from fixture.case import FolderCase
from fixture.program import PYTHON, REFEREE, ROOT
from support import need

ARM = ROOT / "build/arm64/static/referee"  # of scripts/build arm64 static
BINFMT = pathlib.Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")  # the referee starts itself to start a bot
# Seats of each game. Bots are programs of this machine: qemu hands them to the kernel.
GAMES = {"battleship": 2, "lightcycle": 4, "planets": 1, "snake": 1, "superball": 1, "walls": 2}


def bot(game):
    return [*PYTHON, str(ROOT / f"sample_bots/python/{game}_random.py")]


@need("qemu-aarch64-static")
@unittest.skipUnless(BINFMT.exists(), "skipped: the kernel does not start programs for arm64: binfmt_misc has no qemu-aarch64")
@unittest.skipUnless(ARM.exists(), "skipped: scripts/setup arm64 and scripts/build arm64 static were not run")
class Arm64(FolderCase):
    def arm(self, *words):
        done = subprocess.run(["qemu-aarch64-static", ARM, *words], cwd=self.folder, capture_output=True, text=True, timeout=support.PATIENCE)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout

    def native(self, *words):
        return support.run(REFEREE, *words, cwd=self.folder)

    @need("file")
    def test_it_needs_no_library(self):
        self.assertRegex(support.run("file", "--brief", ARM), "ARM aarch64.*static-pie linked.* stripped")

    def test_each_machine_verifies_what_the_other_has_recorded_of_every_game(self):
        for machine, name in [(self.native, "native"), (self.arm, "arm")]:
            for game, seats in GAMES.items():
                machine("match", game, "--sandbox", "none", "--reports", name, *["--bot", " ".join(bot(game))] * seats)
        for verify in (self.native, self.arm):
            for name in ("native", "arm"):
                self.assertEqual(len(GAMES), verify("verify", f"{name}/records").count(": ok,"))

    def test_a_tournament_is_played(self):
        entrants = [{"name": name, "command": bot("walls")} for name in ("anna", "ben", "cleo")]
        pathlib.Path(self.folder, "t.json").write_text(json.dumps({
            "name": "T", "game": "walls", "format": {"kind": "round_robin"}, "sandbox": "none", "store": "t.db", "reports": "out",
            "clock": {"kind": "per_move", "ms": 60000}, "entrants": entrants}))
        self.arm("run", "t.json")
        self.assertEqual(6, self.native("verify", "out/records").count(": ok,"))


if __name__ == "__main__":
    unittest.main(verbosity=2)
