"""Programs written to the handouts of Superball and Snake Labyrinth leave no process behind, however their game ends,
without a sandbox and in each."""
import os
import pathlib
import signal
import unittest

from fixture.case import UNCONFINED
from fixture.handout import SWAPS, WHOLE, HandoutCase
from fixture.program import SANITIZER

# Runs for ever, and so do two processes that it starts: one in its process group, one in another session.
SPINS = """#!/bin/sh
exec 9>lifeline_path
sh -c 'while :; do :; done' &
{setsid} sh -c 'while :; do :; done' &
echo $PPID >&9
while :; do :; done
"""


class Ends(HandoutCase):
    """ "no zombie, no process left behind". Without a sandbox, which would end processes by itself and would
    hide the named pipe from them."""

    sandbox = UNCONFINED

    def spins(self, setsid="setsid"):
        self.line = self.lifeline()
        return self.program(SPINS.format(setsid=setsid).replace("lifeline_path", str(self.line.path)))

    def start_match(self, bot):
        self.environment["TMPDIR"] = str(self.folder)  # a killed referee leaves its folders there
        match = self.start(*self.match_words("superball", bot))
        self.adapter = int(self.line.line())
        return match

    def test_a_forfeit_ends_all_that_it_has_started(self):
        played = self.play("superball", self.spins(), clock={"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300})
        self.assertEqual(["forfeited"], played.verdicts)
        self.line.until_cut()

    def test_an_interrupted_match_ends_all_that_it_has_started(self):
        match = self.start_match(self.spins())
        match.signal(signal.SIGINT)
        self.assertEqual(128 + signal.SIGINT, match.wait().code)
        self.line.until_cut()

    def test_a_referee_that_is_killed_ends_all_that_it_has_started(self):
        self.start_match(self.spins()).signal(signal.SIGKILL)
        self.line.until_cut()

    def test_an_adapter_that_is_killed_takes_its_programs_along(self):
        match = self.start_match(self.spins(setsid=""))
        os.kill(self.adapter, signal.SIGKILL)
        self.assertEqual((0, ["disconnected"]), (match.wait().code, self.played().verdicts))
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


class Sandboxes(HandoutCase):
    @unittest.skipIf(SANITIZER, "a program with a sanitizer does not run in a sandbox")
    def test_the_handouts_programs_play_at_every_level(self):
        for level in ["basic", "bwrap", "full"]:
            environment = {**self.environment, "REFEREE_SANDBOX_AT_MOST": level}
            for game, kind in [("superball", "good"), ("superball", "crashing"), ("snake", "good")]:
                bot = self.example(game, kind)
                options = ["--seed", "1", "--sandbox", level, *(WHOLE if game == "snake" else [])]
                done = self.run_to_end(*self.match_words(game, bot, *options), environment=environment)
                if done.code == 4:
                    continue  # the machine does not offer this level
                with self.subTest(level=level, game=game, kind=kind):
                    self.assertEqual(0, done.code, done.err)
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
            environment = {**self.environment, "REFEREE_SANDBOX_AT_MOST": level}
            clock = {"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300}
            words = self.match_words("superball", self.program(spins), "--sandbox", level, clock=clock)
            done = self.run_to_end(*words, environment=environment)
            with self.subTest(level=level):
                self.assertIn(done.code, (0, 4), done.err)
                self.assertEqual([], [line for line in command_lines() if mark in line])


def command_lines():
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "cmdline").read_text(errors="replace")
        except OSError:
            pass  # it has ended


if __name__ == "__main__":
    unittest.main()
