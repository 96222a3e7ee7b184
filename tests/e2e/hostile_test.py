"""Hostile bots, none of which may touch the referee, the other bot, the store or the machine."""
import functools
import os
import pathlib
import select
import shutil
import socket
import subprocess
import tempfile
import unittest

from fixture.case import ROOT, SHORT_CLOCK
from fixture.program import REFEREE
from fixture.rude import RudeCase

ATTACK = ROOT / "tests/e2e/hostile/attack.py"
RUDE = ROOT / "tests/e2e/rude"
# The bot tries its vice before hello.
CLOCK = {"kind": "per_move", "ms": 60000, "init_ms": 60000, "measure": "wall"}
AT_MOST = "REFEREE_SANDBOX_AT_MOST"


@functools.cache
def given(level):
    """What the referee says of the sandbox of this machine at that level: why it does not reach it ("" if it does), and whether
    files are hidden."""
    with tempfile.TemporaryDirectory() as folder:
        trial = subprocess.run([REFEREE, "match", "walls", "--bot", "/bin/true", "--bot", "/bin/true", "--sandbox", level],
                               cwd=folder, env={**os.environ, AT_MOST: level}, capture_output=True, text=True, check=False)
    return trial.stderr if trial.returncode == 4 else "", "no Landlock" not in trial.stdout


def processes_with(word):
    """The command lines that have this word."""
    found = set()
    for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes()
        except OSError:  # it has ended
            continue
        if word.encode() in line:
            found.add(line)
    return found


class Bystander(socket.socket):
    """A listener on this machine, which no bot may reach."""

    def __init__(self):
        super().__init__()
        self.bind(("127.0.0.1", 0))
        self.listen()
        self.port = str(self.getsockname()[1])

    def reached(self):
        return bool(select.select([self], [], [], 0)[0])


class Attacks:
    """A hostile bot at seat 0 of Walls, launched at the sandbox level of the class. Each bot has its own folder, and the results
    are in a third one."""
    level = None

    def setUp(self):
        missing, self.hides_files = given(self.level)
        if missing:
            self.skipTest(missing)
        super().setUp()
        self.environment[AT_MOST] = self.level
        # Unique on this machine is the name of the hostile bot's folder, and that of the copy in which it works.
        self.mine, self.theirs = self.folder / f"{self.folder.name}-mine", self.folder / "theirs"
        for folder, program in ((self.mine, ATTACK), (self.theirs, RUDE / "honest_walls.py")):
            folder.mkdir()
            shutil.copy(program, folder)
            shutil.copy(RUDE / "talk.py", folder)
        self.write("store.db", "secret")
        self.write(self.mine / "out/secret", "secret")

    def tearDown(self):
        self.assertEqual(set(), processes_with(self.mine.name), "left running")
        super().tearDown()

    def run_match(self, *attack, clock=CLOCK, options=()):
        bots = [" ".join(["/usr/bin/python3 -BS", *map(str, words)])
                for words in ([self.mine / "attack.py", *attack], [self.theirs / "honest_walls.py"])]
        return self.referee(*self.match("walls", bots, "--option", "n=3", "--sandbox", self.level, *options, clock=clock))

    def attack(self, *vice, clock=CLOCK):
        """Plays; the match has to end in order, and all answers of the other bot are ok."""
        out = self.run_match(*vice, clock=clock)
        played = self.record()
        self.assertEqual([self.level] * 2, played.header["sandbox"])
        self.assertLessEqual(set(played.verdicts(1)), {"ok"})
        self.assertEqual("done", played.last["status"])
        return out

    def attack_in_vain(self, *vice):
        """The bot plays on after its attempts, all of which failed."""
        self.attack(*vice)
        self.assert_verdicts("ok")
        self.assert_no_escape()

    def assert_no_escape(self, reports="out"):
        said = self.read(f"{reports}/bots/attack.stderr")
        self.assertIn("tried ", said)
        self.assertNotIn("tried 0\n", said)
        self.assertNotIn("ESCAPED", said)

    def need_hidden_files(self):
        """Only file modes protect files without Landlock: these do not separate one bot's files from another's."""
        if not self.hides_files:
            self.skipTest("no Landlock here")

    def test_others_files_are_neither_read_nor_written(self):
        self.need_hidden_files()
        theirs = self.theirs / "honest_walls.py"
        before = theirs.read_bytes()
        self.attack_in_vain("files", theirs, self.theirs / "talk.py", self.folder / "store.db",
                            self.folder / "out/records/walls-1g1.jsonl")
        self.assertEqual(before, theirs.read_bytes())
        self.assertEqual("secret", self.read("store.db"))
        self.assertEqual(ATTACK.read_bytes(), (self.mine / "attack.py").read_bytes())
        planted = [place / "planted" for place in (self.mine, self.theirs, self.folder, *map(pathlib.Path, (
            "/etc", "/usr", "/var/tmp"))) if (place / "planted").exists()]
        for file in planted:
            file.unlink()
        self.assertEqual([], planted)

    def test_results_in_its_own_folder_are_hidden(self):
        self.need_hidden_files()
        self.run_match("files", self.mine / "out/secret", options=["--reports", self.mine / "out"])
        self.assert_no_escape(f"{self.mine.name}/out")
        self.assertEqual("secret", self.read(self.mine / "out/secret"))

    def test_other_processes_are_not_looked_into(self):
        self.need_hidden_files()
        self.attack_in_vain("proc")

    def test_other_processes_are_not_touched(self):
        self.attack_in_vain("kill", os.getpid(), os.getppid())

    def test_killing_all_reaches_nobody_else(self):
        self.attack("kill_all")

    def test_there_is_no_network(self):
        with Bystander() as bystander:
            self.attack_in_vain("sockets", bystander.port)
            self.assertFalse(bystander.reached())

    def test_its_connection_cannot_become_another(self):
        with Bystander() as bystander:
            self.attack("reconnect", bystander.port)
            self.assertFalse(bystander.reached())

    def test_no_namespaces_and_no_mounts(self):
        self.attack_in_vain("namespaces")

    def test_fork_bomb_is_bounded(self):
        self.attack_in_vain("fork_bomb")

    def test_thread_bomb_is_bounded(self):
        self.attack_in_vain("thread_bomb")

    def test_memory_is_bounded(self):
        """A program that uses too much is ended, by the kernel or by the referee that looks at it."""
        self.attack("memory")
        self.assert_no_escape()

    def test_disk_is_not_filled(self):
        self.attack("disk")
        self.assert_no_escape()

    def test_gigabyte_on_standard_output_is_cut_short(self):
        self.attack("flood", 1, clock={**SHORT_CLOCK, "init_ms": 4000})  # it never says hello

    def test_gigabyte_on_standard_error_is_not_kept(self):
        self.attack("flood", 2)
        self.assert_verdicts("ok")
        self.assertLess(self.programs[-1].max_memory_kb, 512 * 1024)  # half of what the bot wrote
        self.assertLess((self.folder / "out/bots/attack.stderr").stat().st_size, 200 * 1024)

    def test_daemons_are_gone_in_the_end(self):
        self.attack_in_vain("daemonise")

    def test_whoever_stays_is_killed(self):
        out = self.attack("stay")
        self.assert_verdicts("ok")
        # The bot ignores SIGTERM. Bubblewrap does not, and all that runs in it ends with it.
        if self.level == "basic":
            self.assertIn("attack ended with signal 9", out)
        else:
            self.assertNotIn("attack ended", out)

    def test_sleeper_is_overtaken(self):
        self.attack("late_sleep", clock={"kind": "mean", "ms": 400, "init_ms": 60000, "measure": "wall"})
        self.assert_verdicts("forfeited")

    def test_there_are_no_other_descriptors(self):
        self.attack_in_vain("descriptors")


class HostileAtBasic(Attacks, RudeCase):
    level = "basic"


class HostileInBubblewrap(Attacks, RudeCase):
    level = "bwrap"


class HostileAtFull(Attacks, RudeCase):
    level = "full"


if __name__ == "__main__":
    unittest.main()
