"""Many matches side by side: the referee's processor time for an answer, over that of a bare echo server with the
same lines on as many connections, with the same generator in the same run. With two cores the server has the first
and the generator the second. Prints two rows, name | floor | measured | ratio | asked, and the conditions; exit code 1
if the median of the rounds' ratios of processor time is over the target. The second row has answers per second, of
which nothing is asked: a server that sleeps now and then, or other work on the machine, changes them at will.
Usage: side_by_side.py REFEREE PROGRAMS [--matches 200] [--rounds 5] [--seconds 3] [--tls] [--small]
    PROGRAMS  folder of load_generator and echo_server
    --tls     the floor is the same referee without TLS: what encrypting costs, of which nothing is asked
    --small   one short round of a few matches, to see that it works: nothing is judged
"""
import os
import pathlib
import statistics
import sys
import tempfile

from hall import Generator, Process, Referee, command_line, lightcycle, make_certificate, print_row

SIZE = 200  # of the grid: a game has 20,000 turns, more than any round here plays
WARM = "sleep 1"
AIM = 2.2


def window(server, generator, seconds):
    """The generator's figures for this time, and `cpu_us`: the server's processor time for an answer."""
    before = server.cpu_us()
    figures = generator.tell(f"window {seconds}")
    return figures | {"cpu_us": (server.cpu_us() - before) / figures["answers"]}


def of_referee(given, folder, bots, tls=None, pin=""):
    """The generator's figures for a window in which all matches ran."""
    config = lightcycle(bots, 2, SIZE, {"kind": "per_move", "ms": 60000})
    if tls:
        config["tls"] = tls
    with Referee(given.referee, folder, config, core=0) as referee:
        with Generator(given.programs, referee.address, core=1) as generator:
            generator.tell(f"walk lanes {SIZE} 2", f"bots b {bots}{pin}", f"await {bots}", WARM)
            figures = window(referee, generator, given.seconds)
    if figures["ends"] or figures["lost"]:
        raise RuntimeError(f"not all matches ran to the end of the window: {figures}")
    return figures


def of_echo(given, bots, turn_bytes):
    with Process([given.programs / "echo_server", round(turn_bytes)], core=0) as echo:
        address = echo.line("listening on ").split()[-1]
        with Generator(given.programs, address, core=1) as generator:
            generator.tell(f"walk lanes {SIZE} 2", f"bots b {bots}", f"await {bots}", WARM)
            return window(echo, generator, given.seconds)


def print_rows(given, floor, rounds):
    """Of each pair in `rounds`, the figures of the floor and of the referee. Returns False if the judged row failed."""
    def row(key, name, unit, decimals, asked):
        ratios = [served[key] / echoed[key] for echoed, served in rounds]
        ratio = statistics.median(ratios)
        of_floor, of_referee = (statistics.median(pair[side][key] for pair in rounds) for side in (0, 1))
        met = None if asked is None or given.small else ratio <= asked
        return print_row(f"{given.matches} matches side by side{name}", f"{floor} {of_floor:.{decimals}f} {unit}",
                         f"{of_referee:.{decimals}f} {unit}", f"{ratio:.2f}",
                         f"<= {asked}" if asked else "-", met), ratios
    met, ratios = row("cpu_us", ": processor time", "us/answer", 2, None if given.tls else AIM)
    row("rate", "", "answers/s", 0, None)
    echoed, served = rounds[-1]
    print(f"  lines of {served['turn_bytes']:.0f} and {served['answer_bytes']:.0f} bytes, to {floor} "
          f"{echoed['turn_bytes']:.0f} and {echoed['answer_bytes']:.0f}; {2 * given.matches} connections; ratios of "
          f"processor time {' '.join(f'{one:.2f}' for one in ratios)}; load {os.getloadavg()[0]:.1f}")
    return met


def main():
    given = command_line(tls=True, matches=200, rounds=5, seconds=3.0).parse_args()
    if given.small:
        given.matches, given.rounds, given.seconds = 4, 1, 0.2
    bots = 2 * given.matches
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        secure = make_certificate(given.referee, folder) if given.tls else ()
        for number in range(given.rounds):
            served = of_referee(given, pathlib.Path(folder) / str(number), bots, *secure)
            if given.tls:
                echoed = of_referee(given, pathlib.Path(folder) / f"{number} without", bots)
            else:
                echoed = of_echo(given, bots, served["turn_bytes"])
            rounds.append((echoed, served))
    return 0 if print_rows(given, "without TLS" if given.tls else "echo", rounds) else 1


if __name__ == "__main__":
    sys.exit(main())
