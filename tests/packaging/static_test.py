"""The static programs: they run on a system without any other files."""
import subprocess
import unittest

import support
from support import STATIC, need


# The static programs, a kernel's own folders and nothing else.
BOX = ["bwrap", "--unshare-all", "--die-with-parent", "--clearenv", "--ro-bind", str(STATIC), "/opt", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--chdir", "/tmp", "--"]


def alone(*command):
    return subprocess.run([*BOX, *command], capture_output=True, text=True, timeout=support.PATIENCE)


class Static(unittest.TestCase):
    @need("file")
    def test_no_program_wants_a_shared_library(self):
        programs = {STATIC / "referee", *(path.resolve() for path in (STATIC / "sample_bots").iterdir() if path.suffix == "")}
        self.assertEqual(2, len(programs), "the bots are names of one")
        for program in programs:
            self.assertRegex(support.run("file", "--brief", program), "static-pie linked.* stripped")

    @need("bwrap")
    def test_a_match_needs_nothing_else(self):
        self.skip_unless_alone()
        done = alone("/opt/referee", "match", "walls", "--bot", "sample:walls_random", "--bot", "sample:walls_random", "--games", "2", "--seed", "1")
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        self.assertIn("totals of 2 games", done.stdout)

    @need("bwrap")
    def test_every_sample_bot_of_every_game_plays(self):
        self.skip_unless_alone()
        for game, bot, seats in [("planets", "planets_greedy", 1), ("lightcycle", "lightcycle_dumb", 4), ("snake", "snake_right_hand", 1), ("superball", "sb_play2", 1)]:
            bots = ["--bot", f"sample:{bot}"] * seats
            done = alone("/opt/referee", "match", game, "--seed", "1", *bots)
            self.assertEqual(0, done.returncode, done.stderr)

    @need("bwrap")
    def test_a_name_that_cannot_be_looked_up_is_told_and_numbers_need_no_looking_up(self):
        # glibc itself resolves names with /etc/hosts and DNS; this system has neither.
        self.skip_unless_alone()
        for address, says in [("referee.invalid:1", "Temporary failure in name resolution"), ("127.0.0.1:1", "Connection refused")]:
            dial = [*BOX, "/opt/sample_bots/walls_random", "--connect", address, "--name", "anna"]
            with subprocess.Popen(dial, stderr=subprocess.PIPE, text=True) as bot:
                self.assertIn(says, bot.stderr.readline())
                bot.kill()  # otherwise it would dial again and again

    def skip_unless_alone(self):
        probe = alone("/opt/referee", "--version")
        if "bwrap:" in probe.stderr:
            self.skipTest(f"skipped: bubblewrap does not run here: {probe.stderr.strip()}")


if __name__ == "__main__":
    unittest.main(verbosity=2)
