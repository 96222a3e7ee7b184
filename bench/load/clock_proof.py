"""Proofs of the clocks of the real referee, by the kernel's time stamps on the bots' own sockets.
With two cores the referee has the first and the generator the second. Prints a row per proof: name | floor | measured |
ratio | asked; exit code 1 if one fails. Takes less than a minute. Other work on the machine changes the figures;
`chrt -r 1` before the command prevents that.
    a  1,000 bots at 250 tables answer after 40 ms, with a mean of 50: no bot forfeits; charges are right
    b  the same while the referee is stopped for 30 ms once a second
    c  a bot that answers after 60 ms forfeits at the turn that follows from the generator's own times
    d  a second per move, beside bots that keep the referee busy: only late answers get the verdict late
    e  answers in two writes, with Nagle's algorithm on, are not charged for it
    f  how soon after its limit the referee tells a silent bot, compared with the lateness of a bare timer
    g  20,000 turns of a launched bot that logs its own clock, idle and at a load of 8: no charge is over 20 us less than
       from its read to its write, and one of 1,000 more than from the arrival of the turn to the end of its write
Usage: clock_proof.py REFEREE PROGRAMS [PROOF...] [--tls] [--small]
    PROGRAMS  folder of load_generator and bare_timer
    PROOF     letters of a to g; all of them by default, with --tls all but g
    --tls     the bots dial in over TLS: all of it has to hold as well
    --small   a few matches of each, to see that it runs: nothing is judged
"""
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

import own_rows
from hall import ANY_NUMBER, Generator, Process, Referee, command_line, lightcycle, make_certificate, print_row, quantile, spread
from own_rows import MS

MEAN = 50  # ms a turn
EXACTNESS = 20  # us, as PROTOCOL.md states it


class Stopping:
    """Stops a process for 30 ms once a second, while the block lasts."""

    def __init__(self, process):
        self.process = process
        self.over = threading.Event()
        self.stops = []
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.over.wait(0.97):
            begun = time.monotonic()
            self.process.send_signal(signal.SIGSTOP)
            time.sleep(0.03)
            self.process.send_signal(signal.SIGCONT)
            self.stops.append(time.monotonic() - begun)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *failure):
        self.over.set()
        self.thread.join()


class Proofs:
    def __init__(self, referee, programs, folder, small, tls):
        self.referee, self.programs, self.folder, self.small = referee, programs, folder, small
        self.tls, self.pin = make_certificate(referee, folder) if tls else (None, "")

    def serve(self, name, config):
        return Referee(self.referee, self.folder / name, {**config, "tls": self.tls} if self.tls else config, core=0)

    def generator(self, referee):
        return Generator(self.programs, referee.address, core=1)

    def rows(self, generator, name):
        path = self.folder / f"{name}.csv"
        generator.tell(f"write {path}")
        return own_rows.read(path)

    def row(self, name, measured, asked, met, floor="-", ratio="-"):
        full_name = f"clock {name}{', TLS' if self.tls else ''}"
        return print_row(full_name, floor, measured, ratio, asked, None if self.small else met)

    # ---- a, b: no bot is charged for the referee's time ----

    def tables_of_four(self, name, stopped):
        bots, size = (40, 12) if self.small else (1000, 24)
        config = lightcycle(bots, 4, size, {"kind": "mean", "ms": MEAN})
        with self.serve(name, config) as referee, self.generator(referee) as generator:
            generator.tell(f"walk lanes {size} 4", "keep 1000000", "rule 0 9999 * 40", f"bots b {bots}{self.pin}")
            if stopped:
                with Stopping(referee.process) as stopping:
                    generator.tell("finish")
                stops = f", {len(stopping.stops)} stops of {1e3 * max(stopping.stops, default=0):.0f} ms at most"
            else:
                generator.tell("finish")
                stops = ""
            referee.ended()
            rows = self.rows(generator, name)
            answers = referee.answers()
        return self.judge_charges(name, rows, answers, stops)

    def judge_charges(self, name, rows, answers, stops):
        """Forfeits by the generator's own times count apart: they are no fault of the referee."""
        overruns = {seat: self.overrun(turns) for seat, turns in own_rows.by_seat(rows).items()}
        forfeits = [key for key, answer in answers.items() if answer.get("forfeited")]
        own = sum(1 for match, seat, turn in forfeits if overruns[match, seat] == turn)
        excess = [row.excess(answers[row.key]["spent_us"] * 1000) for row in rows if row.sent and row.exact]
        off = [abs(one) for one in excess]
        over = sum(1 for one in excess if one > MS / 10)
        late = [row.lateness for row in rows if row.sent]
        measured = (f"{len(forfeits) - own} forfeits, {own} more by the generator's own times; {len(off)} charges off "
                    f"by {spread(off)} ms, {over} of them over 0.1 ms more than the own send explains (at most "
                    f"{max(excess) / MS:.3f}); "
                    f"{own_rows.rate(rows):.0f} answers/s; generator late by {spread(late)} ms, "
                    f"{sum(1 for one in late if one > 50 * MS)} over 50{stops}")
        asked = "0 forfeits" + ("" if stops else ", p99 <= 1 ms, 0 over")
        exact = quantile(off, 0.99) <= MS and over == 0
        met = len(forfeits) == own and len(answers) == len(rows) and (bool(stops) or exact)
        return self.row(name, measured, asked, met)

    @staticmethod
    def overrun(turns):
        """The turn at which a bot forfeits by the generator's own times."""
        used = 0
        for row in turns:
            used += row.true[1] if row.sent else 0
            if used > (row.turn + 1) * MEAN * MS:
                return row.turn
        return None

    def a(self):
        return self.tables_of_four("a", False)

    def b(self):
        return self.tables_of_four("b", True)

    # ---- c: a bot that is too slow forfeits, at the turn that can be computed ----

    def c(self):
        matches, burst, size = (5 if self.small else 200), 205, 20
        config = lightcycle(2 * matches, 2, size, {"kind": "mean", "ms": MEAN, "burst_ms": burst})
        quick = [f"rule {table} {table} 0 {f'now*{table % 5},' if table % 5 else ''}60*9999"
                 for table in range(1, matches + 1)]
        with self.serve("c", config) as referee, self.generator(referee) as generator:
            generator.tell(f"walk lanes {size} 2", "keep 100000", *quick,
                           f"bots b {2 * matches}{self.pin}", "finish")
            referee.ended()
            rows = self.rows(generator, "c")
            answers = referee.answers()
        right, edges, turns_out = 0, 0, []
        for (match, seat), turns in own_rows.by_seat(rows).items():
            if seat == 0:
                out = [row.turn for row in turns if answers[row.key].get("forfeited")]
                exact, edge = self.out_at_the_right_turn(turns, out, burst)
                right += exact
                edges += edge
                turns_out += out
        measured = (f"{right} of {matches} out at the turn that own times say (turns {min(turns_out)} to "
                    f"{max(turns_out)}), {edges} of them within 1 ms of the edge")
        return self.row("c", measured, f"{matches}", right == matches)

    @staticmethod
    def out_at_the_right_turn(turns, out, burst):
        """Whether the seat forfeits once, at the turn by its own times; whether one was within 1 ms of it."""
        if len(out) != 1:
            return False, False
        used, edge = 0, False
        for row in turns:
            used = used + sum(row.true) / 2 if row.sent else float("inf")
            over = used - ((row.turn + 1) * MEAN + burst) * MS
            if abs(over) <= MS:
                edge = True
            elif (over > 0) != (row.turn == out[0]):
                return False, edge
            if row.turn == out[0]:
                return True, edge
        return False, edge

    # ---- d: exactly the late answers get the verdict late, also on a busy referee ----

    def d(self):
        timed, busy, size = (4, 4, 50) if self.small else (200, 100, 200)
        config = lightcycle(2 * (timed + busy), 2, size, {"kind": "per_move", "ms": 1000, "late": "go_on"})
        rules = [f"rule {table} {table} {seat} {100 + table * 9 % 880},{978 + (table + 5 * seat) % 14},"
                 f"{1005.5 + (table + 3 * seat) % 10}" for table in range(1, timed + 1) for seat in (0, 1)]
        with self.serve("d", config) as referee, self.generator(referee) as generator:
            generator.tell(f"walk lanes {size} 2", "keep 2000000", *rules,
                           f"bots b {2 * (timed + busy)}{self.pin}",
                           f"await {2 * (timed + busy)}")
            load = generator.tell("window 3.5")["rate"]
            rows = self.rows(generator, "d")
            answers = referee.answers()
        rows = [row for row in rows if row.key in answers]  # of finished matches: the timed ones
        early = [answers[row.key] for row in rows if row.sent and row.true[1] < 995 * MS]
        late = [answers[row.key] for row in rows if row.sent and row.true[0] > 1005 * MS]
        close = sum(1 for row in rows if row.sent and 975 * MS < row.true[1] < 995 * MS)
        wrong = (sum(1 for answer in early if answer["verdict"] != "ok"),
                 sum(1 for answer in late if answer["verdict"] != "late"))
        measured = (f"{wrong[0]} late of {len(early)} sent before 995 ms ({close} of them after 975), {wrong[1]} not "
                    f"late of {len(late)} sent after 1005; {load:.0f} answers/s beside")
        met = wrong == (0, 0) and close >= 200 and len(late) >= 200
        return self.row("d", measured, "0 and 0, of 200 each", met)

    # ---- e: two writes cost nothing ----

    def e(self):
        matches, size = (1, 10) if self.small else (4, 50)
        config = lightcycle(2 * matches, 2, size, {"kind": "mean", "ms": MEAN})
        with self.serve("e", config) as referee, self.generator(referee) as generator:
            generator.tell(f"walk lanes {size} 2", "keep 100000", "rule 0 9999 * split",
                           f"bots b {2 * matches}{self.pin} nagle", "finish")
            referee.ended()
            rows = self.rows(generator, "e")
            answers = referee.answers()
        charged = {row.key: answers[row.key]["spent_us"] * 1000 for row in rows if row.sent}
        over = [row for row in rows if row.sent and charged[row.key] > 5 * MS]
        own = sum(1 for row in over if row.true[1] > 4 * MS)
        measured = (f"{len(over) - own} of {len(charged)} charged over 5 ms, {own} more that the generator sent so "
                    f"late; charges {spread(charged.values())} ms")
        return self.row("e", measured, "0", len(over) == own and (len(charged) >= 10000))

    # ---- f: the referee notices a silent bot in time ----

    def f(self):
        matches = 2 if self.small else 10
        config = {"name": "load", "game": "walls", "options": {"n": 3}, "seed": 1,
                  "clock": {"kind": "per_move", "ms": MEAN, "late": "go_on"},
                  "format": {"kind": "swiss", "rounds": 1, "table": 2, "best_of": 99}, "registration": ANY_NUMBER,
                  "start": {"when": "all", "min_entrants": 2 * matches},
                  "listen": {"host": "127.0.0.1", "port": 0}, "store": "store.db", "reports": "out"}
        rules = [f"rule {table} {table} * {table * 4.7},never*999" for table in range(1, matches + 1)]
        with self.serve("f", config) as referee, self.generator(referee) as generator:
            with Process([self.programs / "bare_timer", 5], core=0) as timer:
                generator.tell("walk left", "keep 100000", *rules, f"bots b {2 * matches}{self.pin}",
                               f"await {2 * matches}", f"sleep {0.5 if self.small else 12}")
                bare = [int(line) for line in timer.rest().split()]
            rows = self.rows(generator, "f")
        late = [row.told - row.stamp - MEAN * MS for row in rows if row.code == "late" and row.due == 0 and row.exact]
        beyond = quantile(late, 0.99) - quantile(bare, 0.99)
        measured = f"{len(late)} verdicts after the limit by {spread(late)} ms"
        met = len(late) >= 1000 and beyond <= 2 * MS and min(late) >= 0
        return self.row("f", measured, f"p99 {beyond / MS:.3f} ms over the timer's, <= 2 ms", met,
                        f"timerfd late by {spread(bare)} ms", f"{quantile(late, 0.99) / quantile(bare, 0.99):.1f}")

    # ---- g: what a launched bot's own clock says ----

    def g(self):
        return all([self.own_clock(load) for load in (0, 8)])  # a list: both are measured

    def own_clock(self, load):
        games = 4 if self.small else 900
        folder = self.folder / f"g{load}"
        folder.mkdir()
        folder.chmod(0o777)
        log = folder / "own"
        bot = f"{sys.executable} {pathlib.Path(__file__).with_name('clocked_bot.py')} {log} 1000"
        with contextlib.ExitStack() as others:
            for _ in range(load):
                others.enter_context(Process(["/bin/sh", "-c", "while :; do :; done"]))
            subprocess.run([self.referee, "match", "walls", "--bot", f"own={bot}", "--bot", "sample:walls_random",
                            "--games", str(games), "--seed", "1", "--sandbox", "none",
                            *(["--as-root"] if os.geteuid() == 0 else []),
                            "--clock", '{"kind":"per_move","ms":60000,"measure":"wall"}'],
                           cwd=folder, check=True, capture_output=True)
        return self.judge_own_clock(load, log.read_text(), self.charges(folder / "out/records", "own"))

    @staticmethod
    def charges(records, player):
        """What the turns of `player` were charged, in microseconds, by (match, turn)."""
        charged = {}
        for path in records.glob("*.jsonl"):
            first, *turns = (json.loads(line) for line in path.read_text().splitlines())
            seat = first["players"].index(player)
            charged.update({(path.stem, turn["turn"]): answer["spent_us"]
                            for turn in turns if "answers" in turn for answer in turn["answers"] if answer["seat"] == seat})
        return charged

    def judge_own_clock(self, load, log, charged):
        short, over = [], []  # by how much charges are less, or more, than the bot's own times; us
        for line in log.splitlines():
            match, turn, *times = line.split()
            arrived, read, before, after = (int(time) / 1000 for time in times)
            spent = charged[match, int(turn)]
            short.append(before - read - spent)
            over.append(spent - (after - (arrived or read)))
        # The referee's call is a little earlier than the arrival: the kernel may be interrupted between the two.
        often = sum(1 for one in over if one > EXACTNESS)
        measured = (f"{len(charged)} turns; at most {max(short):.0f} us less than from read to write; {often} over {EXACTNESS} us "
                    f"more than from arrival to the end of the write, at most {max(over):.0f}")
        met = max(short) <= EXACTNESS and often <= len(charged) / 1000 and len(charged) >= 20_000
        return self.row(f"g, load {load}", measured, f"{EXACTNESS} us; 1 of 1,000", met)


def main():
    parser = command_line(tls=True)
    parser.add_argument("proofs", nargs="*")
    given = parser.parse_args()
    letters = given.proofs or ("abcdef" if given.tls else "abcdefg")  # g: nobody dials in
    with tempfile.TemporaryDirectory() as folder:
        proofs = Proofs(given.referee, given.programs, pathlib.Path(folder), given.small, given.tls)
        met = [getattr(proofs, letter)() for letter in letters]
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
