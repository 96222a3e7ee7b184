"""Matches whose referee is killed with SIGKILL at random moments of launching its bots, until so many kills are done.

The levels of the sandbox take turns, those that the machine has. From `bwrap` on and at `none` each bot first starts
a process in a session of its own, which would sleep on for 1000 seconds. After each kill nothing of the match may be
left: this program inherits what is, and looks for it. Prints a row for each level. Exit code 1 if anything is left:
then it prints what, and the seed, which draws the same moments again.
Usage: launches.py REFEREE [--kills N] [--seed S] [--level none basic bwrap full]
"""
import argparse
import os
import pathlib
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import processes

LEVELS = ("none", "basic", "bwrap", "full")
ENDS_WITHIN = 60  # seconds; a busy machine may need some
DETACHING = "#!/bin/sh\nsetsid sleep 1000 </dev/null >/dev/null 2>&1 &\nexec ./walls_random\n"
ROW = "{:7} | {:>6} | {:>7} | {:>13} | {:>9}"


class Left(Exception):
    """A process has outlived its referee."""


class Launches:
    def __init__(self, referee, folder, seed):
        self.referee, self.folder, self.random = referee, folder, random.Random(seed)
        shutil.copy(referee.parent / "sample_bots" / "walls_random", folder)
        bot = folder / "detaching"
        bot.write_text(DETACHING)
        for path in (folder, folder / "walls_random", bot):
            path.chmod(0o755)

    def start(self, level):
        bot = "walls_random" if level == "basic" else "detaching"  # at `basic` it could start nothing
        words = [self.referee, "match", "walls", "--option", "n=3", "--sandbox", level]
        words += ["--bot", self.folder / bot] * 2
        return subprocess.Popen(words, cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, preexec_fn=processes.end_with_parent)

    def unbroken(self, level):
        """Seconds of a match without a kill; None if the machine has no such level."""
        begun = time.monotonic()
        match = self.start(level)
        said = match.communicate()[0].decode(errors="replace")
        if match.returncode == 4:
            return None
        if match.returncode != 0:
            raise SystemExit(f"launches: the match without a kill failed:\n{said}")
        self.expect_nothing(level)
        return time.monotonic() - begun

    def kill_once(self, level, seconds):
        """False if the match was over before."""
        match = self.start(level)
        time.sleep(self.random.random() * seconds)
        match.send_signal(signal.SIGKILL)
        match.stdout.close()
        return match.wait() == -signal.SIGKILL

    @staticmethod
    def expect_nothing(level):
        begun = time.monotonic()
        left = processes.await_ends(os.getpid(), set(), ENDS_WITHIN)
        if left:
            raise Left(f"at {level} outlive their referee: " + "; ".join(map(processes.name_of, left)))
        return time.monotonic() - begun

    def row(self, level, kills):
        seconds, done, over, slowest = self.unbroken(level), 0, 0, 0.0
        if seconds is None:
            print(f"{level}: this machine has no such level", flush=True)
            return 0
        while done < kills:
            was_killed = self.kill_once(level, seconds)
            done, over = done + was_killed, over + (not was_killed)
            slowest = max(slowest, self.expect_nothing(level))
        print(ROW.format(level, done, over, f"{seconds * 1000:.0f} ms", f"{slowest * 1000:.0f} ms"), flush=True)
        return done


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("referee", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--kills", type=int, default=100, help="at each level")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--level", nargs="+", choices=LEVELS, default=LEVELS)
    given = parser.parse_args()
    processes.adopt_orphans()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="launches-")).resolve()
    print(f"seed {given.seed}", flush=True)
    try:
        launches = Launches(given.referee, folder, given.seed)
        print(ROW.format("level", "killed", "over", "without kill", "ended in"), flush=True)
        total = sum(launches.row(level, given.kills) for level in given.level)
    except Left as left:
        print(f"FAILED, repeat with --seed {given.seed} --kills {given.kills}: {left}", flush=True)
        return 1
    finally:
        shutil.rmtree(folder)
    print(f"{total} kills while bots were launched; nothing was left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
