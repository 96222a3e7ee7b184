"""Programs written to the handouts of Superball and Snake Labyrinth leave no process behind, however their game ends,
without a sandbox and in each. Usage: handout_ends_test.py REFEREE [SANITIZER]"""
import os
import pathlib
import signal
import subprocess
import sys
import unittest

from handout_support import PATIENCE, SWAPS, UNCONFINED, WHOLE, HandoutTest

HandoutTest.referee = pathlib.Path(sys.argv.pop(1)).resolve()
# A program with a sanitizer wants more memory than a sandbox gives it.
SANITIZER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
# Runs for ever, and so do two processes that it starts: one in its process group, one in another session.
SPINS = """#!/bin/sh
exec 9>lifeline_path
sh -c 'while :; do :; done' &
{setsid} sh -c 'while :; do :; done' &
echo $PPID >&9
while :; do :; done
"""


class Ends(HandoutTest):
    """ "no zombie, no process left behind". Without a sandbox, which would end processes by itself and would
    hide the named pipe from them."""

    sandbox = UNCONFINED

    def spins(self, setsid="setsid"):
        self.line = self.lifeline()
        return self.program(SPINS.format(setsid=setsid).replace("lifeline_path", str(self.line.path)))

    def start(self, bot):
        environment = {**os.environ, "TMPDIR": str(self.top)}  # a killed referee leaves its folders there
        match = subprocess.Popen(self.match_command("superball", bot), cwd=self.top, env=environment, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
        self.addCleanup(match.wait)
        self.addCleanup(match.stdout.close)
        self.addCleanup(match.kill)
        self.adapter = int(self.line.line())
        return match

    def test_a_forfeit_ends_all_that_it_has_started(self):
        played = self.play("superball", self.spins(), clock={"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300})
        self.assertEqual(["forfeited"], played.verdicts)
        self.line.until_cut()

    def test_an_interrupted_match_ends_all_that_it_has_started(self):
        match = self.start(self.spins())
        match.send_signal(signal.SIGINT)
        match.communicate(timeout=PATIENCE)
        self.assertEqual(128 + signal.SIGINT, match.returncode)
        self.line.until_cut()

    def test_a_referee_that_is_killed_ends_all_that_it_has_started(self):
        self.start(self.spins()).kill()
        self.line.until_cut()

    def test_an_adapter_that_is_killed_takes_its_programs_along(self):
        match = self.start(self.spins(setsid=""))
        os.kill(self.adapter, signal.SIGKILL)
        match.communicate(timeout=PATIENCE)
        self.assertEqual((0, ["disconnected"]), (match.returncode, self.played().verdicts))
        self.line.until_cut()

    def test_a_program_that_has_answered_leaves_nothing_behind(self):
        line = self.lifeline()
        leaves = SWAPS + f"""
os.open("{line.path}", os.O_WRONLY)
os.set_inheritable(3, True)
os.spawnvp(os.P_NOWAIT, "setsid", ["setsid", "sleep", "1000"])
print("SWAP", first, second)
"""
        played = self.play("superball", self.program(leaves), "--option", "max_moves=3")
        self.assertEqual(["ok"] * 3, played.verdicts)
        line.until_cut()


class Sandboxes(HandoutTest):
    @unittest.skipIf(SANITIZER, "a program with a sanitizer does not run in a sandbox")
    def test_the_handouts_programs_play_at_every_level(self):
        for level in ["basic", "bwrap", "full"]:
            environment = {**os.environ, "REFEREE_SANDBOX_AT_MOST": level}
            for game, kind in [("superball", "good"), ("superball", "crashing"), ("snake", "good")]:
                bot = self.example(game, kind)
                options = ["--seed", "1", "--sandbox", level, *(WHOLE if game == "snake" else [])]
                command = self.match_command(game, bot, *options)
                done = subprocess.run(command, cwd=self.top, env=environment, capture_output=True, text=True,
                                      timeout=PATIENCE)
                if done.returncode == 4:
                    continue  # the machine does not offer this level
                with self.subTest(level=level, game=game, kind=kind):
                    self.assertEqual(0, done.returncode, done.stderr)
                    played = self.played()
                    self.assertEqual(level, played.sandbox)
                    expected = {"crashing": 0, "good": 979 if game == "superball" else 1006}[kind]
                    self.assertEqual(expected, played.score)

    @unittest.skipIf(SANITIZER, "a program with a sanitizer does not run in a sandbox")
    def test_nothing_stays_at_any_level(self):
        mark = f"mark{os.getpid()}"
        ever = "while :; do :; done"
        spins = f"#!/bin/sh\nsh -c '{ever}' {mark} &\nsetsid sh -c '{ever}' {mark} &\n{ever}\n"
        for level in ["basic", "bwrap", "full"]:
            environment = {**os.environ, "REFEREE_SANDBOX_AT_MOST": level}
            clock = {"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300}
            command = self.match_command("superball", self.program(spins), "--sandbox", level, clock=clock)
            done = subprocess.run(command, cwd=self.top, env=environment, capture_output=True, text=True,
                                  timeout=PATIENCE)
            with self.subTest(level=level):
                self.assertIn(done.returncode, (0, 4), done.stderr)
                self.assertEqual([], [line for line in command_lines() if mark in line])


def command_lines():
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "cmdline").read_text(errors="replace")
        except OSError:
            pass  # it has ended


unittest.main()
