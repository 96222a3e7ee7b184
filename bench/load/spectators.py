"""What spectators cost the players: the turn rate of running matches, and the 99th percentile of what their answers are
charged, with 50 and with 500 readers of live events, over the same without any, in the same run. A third of the readers
read nothing. Judged are matches of bots that think a fifth of their 50 ms; beside them stand two matches of bots that
answer at once, and keep all of the machine busy. Also what a spectator costs in memory of the referee. Prints a row each,
name | floor | measured | ratio | asked; exit code 1 if one is not met.
`chrt -r 1` before the command keeps other work on the machine out of the figures.
Usage: spectators.py REFEREE PROGRAMS [--rounds 5] [--seconds 3] [--small]
    PROGRAMS  folder of load_generator
    --small   a few spectators, one short round, to see that it works: nothing is judged
"""
import multiprocessing
import os
import pathlib
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

from hall import PATIENCE, Generator, Referee, command_line, lightcycle, print_row, quantile

CLOCK = {"kind": "mean", "ms": 2000, "wall_ms": 60000}  # a busy machine forfeits nobody
# Players, two to a match, and when they answer, as the load generator's `rule` has it.
CLASSES = {"bots that think 10 ms": (40, "10"), "bots that answer at once": (4, "now")}
JUDGED = "bots that think 10 ms"
SIZE = 1000  # of the grid, the largest: a game has 500,000 turns
TRIES = 5    # of a round: bots that answer at once may play all of them before a busy machine has let spectators in
AIM = 0.95   # of the turn rate, with 50 spectators
DEAF = 3     # every third spectator reads nothing
SPENT = re.compile(rb'"spent_us":(\d+)')


class GamesOver(Exception):
    """All matches have ended before the round was measured."""


class Audience:
    """Event streams and who reads them. Like a browser, a reader whose stream the referee ends, for instance because it reads
    too slowly, opens the stream anew."""

    def __init__(self, address, paths, count):
        self.address, self.readers, self.deaf = address, selectors.DefaultSelector(), []
        for number in range(count):
            self.open(paths[number % len(paths)], reads=number % DEAF != 0)

    def open(self, path, reads):
        stream = socket.create_connection(self.address, PATIENCE)
        stream.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        if reads:
            stream.setblocking(False)
            self.readers.register(stream, selectors.EVENT_READ, path)
        else:
            self.deaf.append(stream)

    def read(self):
        """Bytes that arrived within a tenth of a second."""
        return sum(self.read_one(key) for key, _ in self.readers.select(0.1))

    def read_one(self, key):
        try:
            received = len(key.fileobj.recv(1 << 16))
        except ConnectionResetError:
            received = 0
        if received == 0:
            self.readers.unregister(key.fileobj)
            key.fileobj.close()
            self.open(key.data, reads=True)
        return received


def watch(address, paths, count, ready, end):
    """An audience of `count`, until `end` is set; `ready` is set once it has been there for a second and sees events."""
    os.nice(19)  # they stand for other machines
    audience = Audience(address, paths, count)
    received = 0
    first = time.monotonic()
    while not end.is_set():
        received += audience.read()
        if not ready.is_set() and (received > 0 or count == 0) and time.monotonic() - first > 1:
            ready.set()


def web_address(given, folder):
    status = subprocess.run([given.referee, "ctl", "status"], cwd=folder, capture_output=True, text=True, check=True)
    found = re.search(r"watch: http://(\S+):(\d+)/", status.stdout)
    return found[1], int(found[2])


def charges(folder, before):
    """What answers were charged, in microseconds, in the bytes of the turn files behind `before`."""
    found = []
    for path in sorted((folder / "store.db.turns").iterdir()):
        with path.open("rb") as file:
            file.seek(before.get(path.name, 0))
            found += [int(one) for one in SPENT.findall(file.read())]
    return found


def sizes(folder):
    try:
        return {path.name: path.stat().st_size for path in (folder / "store.db.turns").iterdir()}
    except FileNotFoundError as missing:  # removed with its tournament's last match
        raise GamesOver(str(missing)) from None


class Crowd:
    """`count` spectators in a process of their own, all of them there once the block begins."""

    def __init__(self, address, paths, count):
        self.count, self.ready, self.end = count, multiprocessing.Event(), multiprocessing.Event()
        self.process = multiprocessing.Process(target=watch, args=(address, paths, count, self.ready, self.end), daemon=True)

    def __enter__(self):
        self.process.start()
        end = time.monotonic() + PATIENCE
        while not self.ready.wait(0.5):
            if not self.process.is_alive():  # the referee has gone, and its pages with it
                raise GamesOver(f"{self.count} spectators were not let in")
            if time.monotonic() > end:
                raise RuntimeError(f"{self.count} spectators: no event arrived")
        return self

    def __exit__(self, *failure):
        self.end.set()
        self.process.join(PATIENCE)


def memory_of(given, folder, count):
    """Resident memory of a referee in KiB with 2 spectators and with so many, while nothing is played: a match that goes on
    takes memory of its own."""
    with Referee(given.referee, folder, lightcycle(2, 2, SIZE, CLOCK, web={"listen": "127.0.0.1:0"})) as referee:
        address = web_address(given, folder)
        with Crowd(address, ["/api/events"], 2):
            before = referee.resident_kib()
            with Crowd(address, ["/api/events"], count):
                return before, referee.resident_kib()


def window_of(given, folder, count, players, answers):
    """The turn rate and the charges with so many spectators, in matches that have just begun: those of bots that answer at once
    are over in seconds."""
    config = lightcycle(players, 2, SIZE, CLOCK, web={"listen": "127.0.0.1:0"})
    with Referee(given.referee, folder, config) as referee, Generator(given.programs, referee.address) as generator:
        address = web_address(given, folder)
        generator.tell(f"walk lanes {SIZE} 2", f"rule 1 {players // 2} * {answers}", f"bots player {players}", f"await {players}",
                       "sleep 0.5")
        paths = ["/api/events"] + [f"/api/matches/r1t{table + 1}g1/events?from=0" for table in range(players // 2)]
        with Crowd(address, paths, count):
            before = sizes(folder)
            figures = generator.tell(f"window {given.seconds}")
            if figures["ends"] or figures["lost"] or not figures["rate"]:
                raise GamesOver(f"not all matches ran to the end of the window: {figures}")
            return figures["rate"], quantile(charges(folder, before), 0.99)


def complete_window(given, folder, count, players, answers):
    """A window, begun anew in a folder of its own as long as its games were over too soon."""
    for number in range(1, TRIES + 1):
        try:
            return window_of(given, pathlib.Path(f"{folder}_{count}_{number}"), count, players, answers)
        except GamesOver as over:
            print(f"begun anew: {over}", file=sys.stderr)
    raise RuntimeError(f"{TRIES} rounds ended before they were measured")


def main():
    given = command_line(rounds=5, seconds=3.0).parse_args()
    counts = [0, 50, 500]
    if given.small:
        counts, given.rounds, given.seconds = [0, 3, 6], 1, 0.2
    met = True
    with tempfile.TemporaryDirectory() as folder:
        for name, (players, answers) in CLASSES.items():
            places = [pathlib.Path(folder) / f"{players}_{number}" for number in range(given.rounds)]
            rounds = [[complete_window(given, place, count, players, answers) for count in counts] for place in places]
            met &= print_rates(f"{players // 2} matches of {name}", counts, rounds, not given.small and name == JUDGED)
        memory = [memory_of(given, pathlib.Path(folder) / f"memory_{number}", counts[-1]) for number in range(given.rounds)]
    before, after = (statistics.median(one) for one in zip(*memory))
    print_row(f"memory of the referee, a spectator of {counts[-1]}", f"2 spectators {before / 1024:.1f} MiB", f"{after / 1024:.1f} MiB",
              f"{(after - before) / counts[-1]:.1f} KiB", "-", None)
    return 0 if met else 1


def print_rates(matches, counts, rounds, is_judged):
    """Whether what is judged is met. `rounds`: the turn rate and the charge for each number of spectators."""
    met = True
    for at, count in enumerate(counts[1:], 1):
        rate = statistics.median(row[at][0] / row[0][0] for row in rounds)
        asked, judged = (f">= {AIM}", rate >= AIM) if at == 1 and is_judged else ("-", None)
        met &= print_row(f"{matches} before {count} spectators: turns",
                         f"none {statistics.median(row[0][0] for row in rounds):.0f} answers/s",
                         f"{statistics.median(row[at][0] for row in rounds):.0f} answers/s", f"{rate:.3f}", asked, judged)
        late = statistics.median(row[at][1] / max(1, row[0][1]) for row in rounds)
        print_row(f"{matches} before {count} spectators: charge, p99",
                  f"none {statistics.median(row[0][1] for row in rounds):.0f} us",
                  f"{statistics.median(row[at][1] for row in rounds):.0f} us", f"{late:.2f}", "-", None)
    return met


if __name__ == "__main__":
    sys.exit(main())
