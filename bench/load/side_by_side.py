"""Many matches side by side: answers per second through a referee, over those through a bare echo server with the
same lines on as many connections, with the same generator in the same run. With two cores the server has the first
and the generator the second. Prints a row, name | floor | measured | ratio | asked, and the conditions;
exit code 1 if the median of the rounds' ratios is under the target. Other work on the machine hides the difference:
`chrt -r 1` before the command prevents that.
Usage: side_by_side.py REFEREE PROGRAMS [--matches 200] [--rounds 5] [--seconds 3] [--tls] [--small]
    PROGRAMS  folder of load_generator and echo_server
    --tls     the floor is the same referee without TLS: what encrypting costs, of which nothing is asked
    --small   one short round of a few matches, to see that it works: nothing is judged
"""
import pathlib
import statistics
import sys
import tempfile

from hall import Generator, Process, Referee, command_line, lightcycle, make_certificate, print_row

SIZE = 200  # of the grid: a game has 20,000 turns, more than any round here plays
WARM = "sleep 1"
AIM = 0.5


def of_referee(given, folder, bots, tls=None, pin=""):
    """The generator's figures for a window in which all matches ran."""
    config = lightcycle(bots, 2, SIZE, {"kind": "per_move", "ms": 60000})
    if tls:
        config["tls"] = tls
    with Referee(given.referee, folder, config, core=0) as referee:
        with Generator(given.programs, referee.address, core=1) as generator:
            figures = generator.tell(f"walk lanes {SIZE} 2", f"bots b {bots}{pin}", f"await {bots}", WARM,
                                     f"window {given.seconds}")
    if figures["ends"] or figures["lost"]:
        raise RuntimeError(f"not all matches ran to the end of the window: {figures}")
    return figures


def of_echo(given, bots, turn_bytes):
    with Process([given.programs / "echo_server", round(turn_bytes)], core=0) as echo:
        address = echo.line("listening on ").split()[-1]
        with Generator(given.programs, address, core=1) as generator:
            return generator.tell(f"walk lanes {SIZE} 2", f"bots b {bots}", f"await {bots}", WARM,
                                  f"window {given.seconds}")


def main():
    given = command_line(tls=True, matches=200, rounds=5, seconds=3.0).parse_args()
    if given.small:
        given.matches, given.rounds, given.seconds = 4, 1, 0.2
    bots = 2 * given.matches
    floors, rates, ratios = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        secure = make_certificate(given.referee, folder) if given.tls else ()
        for number in range(given.rounds):
            served = of_referee(given, pathlib.Path(folder) / str(number), bots, *secure)
            if given.tls:
                echoed = of_referee(given, pathlib.Path(folder) / f"{number} without", bots)
            else:
                echoed = of_echo(given, bots, served["turn_bytes"])
            rates.append(served["rate"])
            floors.append(echoed["rate"])
            ratios.append(served["rate"] / echoed["rate"])
    ratio = statistics.median(ratios)
    if given.tls:
        print(f"{given.matches} matches side by side, TLS | without {statistics.median(floors):.0f} answers/s | "
              f"{statistics.median(rates):.0f} answers/s | {ratio:.2f} | -")
        return 0
    met = print_row(f"{given.matches} matches side by side", f"echo {statistics.median(floors):.0f} answers/s",
                    f"{statistics.median(rates):.0f} answers/s", f"{ratio:.2f} (best {max(ratios):.2f})",
                    f">= {AIM}", None if given.small else ratio >= AIM)
    print(f"  lines of {served['turn_bytes']:.0f} and {served['answer_bytes']:.0f} bytes, to echo "
          f"{echoed['turn_bytes']:.0f} and {echoed['answer_bytes']:.0f}; {bots} connections; "
          f"ratios {' '.join(f'{one:.2f}' for one in ratios)}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
