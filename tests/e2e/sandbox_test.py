"""The sandbox on the command line."""
import json
import shutil
import subprocess
import unittest

from fixture.case import PATIENT_CLOCK, ROOT, RefereeCase
from fixture.program import REFEREE
from fixture.record import Record
from fixture.tournament import launched

RUDE = ROOT / "tests/e2e/rude"
PYTHON = "/usr/bin/python3 -BS"
ALICE, BOB = f"{PYTHON} alice/bot.py", f"{PYTHON} bob/bot.py"
RANDOM = "sample:walls_random"


class Sandbox(RefereeCase):
    def setUp(self):
        super().setUp()
        self.environment["REFEREE_SANDBOX_AT_MOST"] = "basic"  # the level that every machine has
        for name in ("alice", "bob"):
            (self.folder / name).mkdir()
            shutil.copy(RUDE / "honest_walls.py", self.folder / name / "bot.py")
            shutil.copy(RUDE / "talk.py", self.folder / name)

    def play(self, bots, *more, clock=PATIENT_CLOCK):
        return self.referee(*self.match("walls", bots, "--option", "n=3", *more, clock=clock))

    def run_cup(self, *entrants, code=0):
        """Runs a tournament of two."""
        cup = {"name": "Cup", "game": "walls", "options": {"n": 3}, "clock": PATIENT_CLOCK, "format": {"kind": "round_robin"},
               "entrants": entrants}
        self.write("cup.json", json.dumps(cup))
        return self.referee("run", "cup.json", code=code)

    def assert_all_ok(self, verdicts, message=None):
        self.assertEqual({"ok"}, set(verdicts), message)

    def test_too_weak_a_machine_is_exit_code_four(self):
        self.referee(*self.match("walls", ["/bin/true", "/bin/true"], "--sandbox", "bwrap"), code=4)
        self.assert_words(self.said, "sandbox: expected at least bwrap, ", "this machine gives basic: ", "install bubblewrap")
        self.assertEqual([], self.record_files())

    def test_bot_that_takes_too_much_together_with_its_children_is_killed_and_told_so(self):
        # At none, too: the bot may start what it likes.
        self.write("alice/greedy.sh", "for i in 1 2 3 4 5 6; do (head -c 52428800 /dev/zero; exec sleep 1000) | tail & done\n"
                   "wait\n")
        out = self.play(["/bin/sh alice/greedy.sh", RANDOM], "--sandbox", "none", "--memory-mib", "200")
        self.assert_words(out, "killed: its processes took more than 200 MiB")

    def test_level_is_printed_and_in_the_record(self):
        out = self.play([ALICE, RANDOM], clock={"kind": "per_move", "ms": 60000})
        self.assertIn("sandbox: basic (", out)
        header = self.record().header
        self.assertEqual(["basic", "none"], header["sandbox"], "sample bots are ours")
        self.assertIn(header["cpu_by"][0], ("cgroup", "process_clock"))
        self.assertEqual(header["cpu_by"][0], header["cpu_by"][1], "with a cgroup or without, as the machine allows")

    def test_what_cannot_be_measured_is_said_at_the_start_and_in_the_record(self):
        self.environment.update({"REFEREE_SANDBOX_AT_MOST": "bwrap", "REFEREE_CPU_BY_AT_MOST": "process_clocks_or_wall"})
        out = self.play([ALICE, RANDOM], clock={**PATIENT_CLOCK, "measure": "cpu"})
        if "sandbox: bwrap" not in out:
            self.skipTest("no bubblewrap here")
        self.assert_words(out, "charged wall time at least")
        self.assertEqual("process_clocks_or_wall", self.record().header["cpu_by"][0])

    def test_none_has_to_be_written_and_warns(self):
        out = self.run_to_end(*self.match("walls", [ALICE, BOB], "--option", "n=3", "--sandbox", "none")).out
        self.assertTrue(out.startswith("sandbox: none (warning: a bot may read, change"), out)
        self.assertEqual(["none", "none"], self.record().header["sandbox"])

    def test_sample_bots_need_none(self):
        self.assertNotIn("sandbox", self.referee(*self.match("walls", [RANDOM, RANDOM])))

    def test_bots_in_a_folder_of_root_play_at_each_level(self):
        self.folder.chmod(0o700)
        for level in ("none", "basic"):
            with self.subTest(level):
                self.play([ALICE, RANDOM], "--sandbox", level, "--reports", level)
                played = Record(self.folder / level / "records/walls-1g1.jsonl")
                self.assert_all_ok(played.verdicts(0) + played.verdicts(1))
                self.referee("verify", *self.record_files(level))

    def test_what_a_bot_writes_in_its_folder_is_reported_once(self):
        self.write("alice/bot.py", "open('debug.log', 'a').write('x')\n" + self.read("alice/bot.py"))
        out = self.play([ALICE, RANDOM], "--games", "3")
        self.assertEqual(1, out.count("sandbox: a bot has written debug.log"), out)
        self.assert_words(out, "which is a copy: thrown away")
        self.assertFalse((self.folder / "alice/debug.log").exists())

    def test_wrapper_that_cannot_fork_is_told(self):
        self.write("alice/run.sh", "/usr/bin/python3 -BS bot.py\nexit 0\n")
        self.assert_words(self.play(["/bin/sh alice/run.sh", RANDOM]), "sandbox: a bot could not start another program",
                          "exec python3 bot.py")

    def test_entrants_of_a_tournament_are_confined(self):
        out = self.run_cup(launched("alice", *ALICE.split()), launched("bob", *BOB.split()))
        self.assert_words(out, "basic at least", "sandbox: basic (")
        self.assertEqual(2, len(self.record_files()))
        played = Record(self.record_files()[0])
        self.assertEqual(["basic", "basic"], played.header["sandbox"])
        self.assert_all_ok(played.verdicts(0))
        self.assertTrue(self.read_json("out/standings.json")["sandbox"].startswith("basic ("))

    def test_entrant_may_have_pipes(self):
        shutil.copy(RUDE / "opens_devices.py", self.folder / "bob")
        bob = {**launched("bob", *PYTHON.split(), "bob/opens_devices.py"), "stdio": "pipe"}
        self.run_cup(launched("alice", *ALICE.split()), bob)
        self.assertEqual(2, len(self.record_files()))
        for played in map(Record, self.record_files()):
            seat = played.seat_of("bob")
            self.assertEqual(("read", "kernel"), (played.header["stamp"][seat], played.header["stamp"][1 - seat]))
            self.assert_all_ok(played.verdicts(seat))

    def test_program_that_the_sandbox_hides_is_refused_at_start(self):
        tool = shutil.copy("/bin/cat", self.folder / "tool")
        alice = launched("alice", *ALICE.split())
        bob = {**launched("bob", str(tool), "-BS", "bob/bot.py"), "folder": str(self.folder / "bob")}
        self.run_cup(alice, bob, code=2)
        self.assert_words(self.said, f"cannot start '{tool}': the sandbox hides", "readable")
        self.run_cup(alice, {**bob, "readable": [str(tool)]})

    def test_folder_that_is_not_there_is_named(self):
        self.run_cup(launched("alice", *ALICE.split()), {**launched("bob", *BOB.split()), "folder": "nowhere"}, code=2)
        self.assert_words(self.said, 'cup.json: entrants[1].folder: got "nowhere", ', "the path of a folder")

    def test_first_step_of_a_confined_bot_is_no_command(self):
        self.assertNotIn("become", self.referee("--help"))


class FirstBot(RefereeCase):
    """No program is tried in bubblewrap before the first bot. Another program stands in for bubblewrap here."""

    def setUp(self):
        super().setUp()
        if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", str(self.folder)], check=False,
                          capture_output=True).returncode:
            self.skipTest("nothing can be mounted here")
        self.environment["REFEREE_SANDBOX_AT_MOST"] = "bwrap"
        self.words = self.match("walls", [f"{PYTHON} bot.py", f"{PYTHON} bot.py"], "--option", "n=3")
        self.folder.chmod(0o755)
        for name in ("honest_walls.py", "talk.py"):
            shutil.copy(RUDE / name, self.folder / name.replace("honest_walls", "bot"))
        if "sandbox: bwrap" not in self.referee(*self.words, "--reports", "before"):
            self.skipTest("no bubblewrap here")
        shutil.copy("/usr/bin/bwrap", self.folder)

    def play(self, script, *more):
        """Plays where `script` is run in place of bubblewrap."""
        self.write("other", f"#!/bin/sh\n{script}\n", 0o755)
        mounted = 'mount --bind other /usr/bin/bwrap && exec "$0" "$@"'
        done = self.spawn("unshare", "-m", "sh", "-c", mounted, REFEREE, *self.words, *more).wait()
        self.said, self.told = done.err, done.out
        return done.code

    def play_where_nothing_can_be_confined(self, *more):
        return self.play(f'exec {self.folder}/bwrap --ro-bind /missing /missing "$@"', *more)

    def test_nothing_is_tried_before_it(self):
        self.write("runs", "", 0o666)
        self.assertEqual(0, self.play(f'echo run >> {self.folder}/runs; exec {self.folder}/bwrap "$@"'), self.said)
        self.assertEqual("run\n" * 2, self.read("runs"), "one for each bot")
        self.assertEqual(["bwrap"] * 2, self.record().header["sandbox"])

    def test_bots_play_at_a_weaker_level_if_it_cannot_be_confined(self):
        self.assertEqual(0, self.play_where_nothing_can_be_confined(), self.said)
        self.assert_words(self.said, "sandbox: basic (", "bwrap: bwrap: Can't find source path /missing", ", not bwrap")
        self.assertEqual(["basic"] * 2, self.record().header["sandbox"])
        self.assertNotIn("a bot", self.told, "it is not blamed")

    def test_a_machine_that_turns_out_too_weak_is_exit_code_four(self):
        self.assertEqual(4, self.play_where_nothing_can_be_confined("--sandbox", "bwrap"), self.said)
        self.assert_words(self.said, "sandbox: expected at least bwrap, this machine gives basic: ", "bwrap: bwrap: Can't find source path",
                          "install bubblewrap")
        self.assertEqual([], self.record_files())


if __name__ == "__main__":
    unittest.main()
