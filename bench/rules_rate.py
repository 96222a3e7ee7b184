"""Turn rate and memory of a rules program: plays random matches through its pipes, one after the other, without a referee.

Usage: PYTHONPATH=tests python3 bench/rules_rate.py FOLDER [MATCHES]"""
import pathlib
import sys
import time

from fixture.rules import Folder, Match, RandomPlayer, RulesProgram


class Unchecked(RulesProgram):
    """A check of each line takes longer than a turn."""

    def _expect(self, part, value):
        pass


def main(path, matches="100"):
    folder = Folder(path)
    program = Unchecked(folder)
    begun, turns = time.monotonic(), 0
    for seed in range(int(matches)):
        match = RandomPlayer(seed).play(Match(program, f"m{seed}", seed))
        match.end()
        program.transcript.clear()
        turns += match.steps
    rate = turns / (time.monotonic() - begun)
    status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
    memory = int(status.split("VmHWM:")[1].split()[0]) / 1024
    print(f"{folder.facts['name']}: {matches} matches, {turns} turns, {rate:.0f} turns/s, {memory:.1f} MiB")
    program.close()
    folder.close()


main(*sys.argv[1:])
