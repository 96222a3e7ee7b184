"""The costs of idle bots: time until all are connected, memory of the referee for each, and the loss in the turn rate
of a few running matches. Prints a row each, name | floor | measured | ratio | asked; exit code 1 if one is not met.
`chrt -r 1` before the command keeps other work on the machine out of the figures.
Usage: idle_bots.py REFEREE PROGRAMS [--bots 10000] [--rounds 5] [--seconds 3] [--small]
    PROGRAMS  folder of load_generator
    --small   a few bots, one short round, to see that it works: nothing is judged
"""
import pathlib
import statistics
import sys
import tempfile

from hall import Generator, Referee, command_line, lightcycle, print_row

CLOCK = {"kind": "per_move", "ms": 60000}
WARM_BOTS = 20  # connected before the first measurement, so that one-time costs do not count
PLAYERS = 16
SIZE = 1000  # of the grid: a game has 500,000 turns, more than any round here plays


def memory(given, folder):
    """Bots that wait for a tournament to be started."""
    config = lightcycle(2, 2, 20, CLOCK, start={"when": "manual"})
    with Referee(given.referee, folder / "idle", config) as referee:
        with Generator(given.programs, referee.address) as generator:
            generator.tell(f"bots warm {WARM_BOTS}", "sleep 0.5")
            before = referee.resident_kib()
            took = generator.tell(f"bots idle {given.bots}")["seconds"]
            generator.tell("sleep 0.5")
            each = (referee.resident_kib() - before) / given.bots
            lost = generator.tell("window 1")["lost"]
    here = print_row(f"{given.bots} bots let in", "-", f"{took:.2f} s, {given.bots / took:.0f} bots/s", "-",
                     f"all are let in and stay, {lost:.0f} lost", None if given.small else lost == 0)
    return print_row(f"{given.bots} idle bots: memory", "-", f"{each:.2f} KiB a bot", "-", "< 12 KiB",
                     None if given.small else each < 12) and here


def rates(given, folder):
    """Answers per second of a few matches: before the idle bots connect, while they wait, after they left."""
    config = lightcycle(PLAYERS, 2, SIZE, CLOCK)
    window = f"window {given.seconds}"
    with Referee(given.referee, folder, config) as referee:
        with Generator(given.programs, referee.address) as generator:
            generator.tell(f"walk lanes {SIZE} 2", f"bots player {PLAYERS}", f"await {PLAYERS}", "sleep 0.5")
            before = generator.tell(window)["rate"]
            generator.tell(f"bots idle {given.bots}", "sleep 0.5")
            between = generator.tell(window)["rate"]
            generator.tell("drop idle", "sleep 0.5")
            after = generator.tell(window)
    if after["ends"] or after["lost"]:
        raise RuntimeError(f"not all matches ran to the end: {after}")
    return (before + after["rate"]) / 2, between


def main():
    given = command_line(bots=10000, rounds=5, seconds=3.0).parse_args()
    if given.small:
        given.bots, given.rounds, given.seconds = 100, 1, 0.2
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        met = memory(given, folder)
        pairs = [rates(given, folder / str(number)) for number in range(given.rounds)]
    without, with_idle = (statistics.median(column) for column in zip(*pairs))
    ratios = [one / other for other, one in pairs]
    ratio = statistics.median(ratios)
    met &= print_row(f"{PLAYERS // 2} matches beside {given.bots} idle bots", f"without {without:.0f} answers/s",
                     f"{with_idle:.0f} answers/s", f"{ratio:.3f}", ">= 0.95", None if given.small else ratio >= 0.95)
    print(f"  ratios {' '.join(f'{one:.3f}' for one in ratios)}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
