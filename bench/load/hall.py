"""What the proofs of this folder share: a referee, the load generator, and rows of figures."""
import argparse
import ctypes
import json
import os
import pathlib
import shutil
import signal
import subprocess
import threading

PATIENCE = 300  # seconds; only a hang lasts so long


def command_line(*, tls=False, **usual):
    """What the command of a proof is given: REFEREE, PROGRAMS, --small, --tls if it takes it, and options with these usual numbers."""
    parser = argparse.ArgumentParser()
    for program in ("referee", "programs"):
        parser.add_argument(program, type=lambda path: pathlib.Path(path).resolve())
    for name, number in usual.items():
        parser.add_argument(f"--{name}", type=type(number), default=number)
    for flag in ["--small", *(["--tls"] if tls else [])]:
        parser.add_argument(flag, action="store_true")
    return parser


def pinned(command, core):
    """The command on that core alone, if it is given and there are two."""
    if core is None or len(os.sched_getaffinity(0)) < 2 or not shutil.which("taskset"):
        return command
    return ["taskset", "-c", str(sorted(os.sched_getaffinity(0))[core]), *command]


def end_with_parent():
    """In a child: lets the kernel kill the referee when this program ends for any reason."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG


class Process:
    """A program beside this one, ended with its block."""

    def __init__(self, command, core=None, cwd=None):
        self.process = subprocess.Popen(pinned([str(word) for word in command], core), cwd=cwd, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        preexec_fn=end_with_parent)
        self.name = pathlib.Path(command[0]).name
        self.errors = []
        self.reader = threading.Thread(target=lambda: self.errors.extend(self.process.stderr), daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self.process.kill()
        self.process.wait()

    def line(self, start=""):
        """The next line that begins with `start`."""
        hang = threading.Timer(PATIENCE, self.process.kill)
        hang.start()
        try:
            for line in self.process.stdout:
                if line.startswith(start):
                    return line.strip()
        finally:
            hang.cancel()
        raise self.failure()

    def rest(self):
        """Ends its input, waits for its end, and returns the rest of its output."""
        self.process.stdin.close()
        text = self.process.stdout.read()
        if self.process.wait(PATIENCE) != 0:
            raise self.failure()
        return text

    def cpu_us(self):
        """Processor time of all its threads so far, by the kernel's scheduler."""
        threads = pathlib.Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1000

    def failure(self):
        self.process.wait()
        self.reader.join()
        return RuntimeError(f"{self.name} ended with {self.process.returncode}: {''.join(self.errors)[-2000:]}")


class Referee(Process):
    """`referee serve` on `config` in `folder`, which is new."""

    def __init__(self, program, folder, config, core=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir()
        (self.folder / "config.json").write_text(json.dumps(config))
        super().__init__([program, "serve", "config.json", "--exit-when-done"], core, self.folder)
        self.address = self.line("listening on ").split()[-1]
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.pid = self.process.pid

    def resident_kib(self):
        for line in pathlib.Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise RuntimeError("no VmRSS")

    def ended(self):
        """Waits until the tournament has ended."""
        if self.process.wait(PATIENCE) != 0:
            raise self.failure()

    def answers(self):
        """The answers in the records of all finished matches, by (match, seat, turn)."""
        found = {}
        for path in sorted((self.folder / "out/records").glob("*.jsonl")):
            for line in path.read_text().splitlines()[1:-1]:
                turn = json.loads(line)
                for answer in turn["answers"]:
                    found[path.stem, answer["seat"], turn["turn"]] = answer
        return found


def make_certificate(referee, folder):
    """The key `tls` of a tournament file, and what the generator's command `bots` is given for it."""
    made = subprocess.run([referee, "certificate", "127.0.0.1", "--out", folder], capture_output=True, text=True,
                          check=True).stdout
    pin = next(line.split()[1] for line in made.splitlines() if line.startswith("SHA-256: "))
    return {"certificate": f"{folder}/127.0.0.1.crt", "key": f"{folder}/127.0.0.1.key"}, f" pin={pin}"


class Generator(Process):
    """The load generator; load_generator.cpp lists its commands."""

    def __init__(self, programs, address, core=None):
        super().__init__([programs / "load_generator", address], core)

    def tell(self, *commands):
        """Sends the commands one after the other; returns the figures of the last answer."""
        for command in commands:
            self.process.stdin.write(command + "\n")
            self.process.stdin.flush()
            answer = self.line()
        return {name: float(value) for name, value in (word.split("=") for word in answer.split()[1:])}


# All bots come from one address here.
ANY_NUMBER = {"names": 20000, "names_per_address": 20000, "names_per_minute": 20000}


def lightcycle(bots, teams, size, clock, **more):
    """A tournament of one round: `teams` at a table, one game, each on its own rows of the grid. Any bot may
    dial in, and play begins when all `bots` are connected. A game has size * size / teams turns."""
    starts = [[[0, seat * (size // teams)]] for seat in range(teams)]
    return {
        "name": "load", "game": "lightcycle", "options": {"size": size, "starts": starts}, "clock": clock, "seed": 1,
        "format": {"kind": "swiss", "rounds": 1, "table": teams, "best_of": 1}, "registration": ANY_NUMBER,
        "start": {"when": "all", "min_entrants": bots}, "listen": {"host": "127.0.0.1", "port": 0},
        "store": "store.db", "reports": "out", **more,
    }


def quantile(values, share):
    """The least value that this share of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


def spread(values, unit=1e6):
    return "p50 {:.3f}, p99 {:.3f}, max {:.3f}".format(*(quantile(values, share) / unit for share in (0.5, 0.99, 1)))


def print_row(name, floor, measured, ratio, asked, met):
    """`met` is None for a row that is not judged. Returns False if the row failed."""
    verdict = {True: "met", False: "FAILED", None: "not judged"}[met]
    print(" | ".join([name, floor, measured, ratio, f"{asked}: {verdict}"]), flush=True)
    return met is not False
