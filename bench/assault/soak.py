"""Tournaments one after another beside an open practice, while rude clients do what they can, for an hour.

Two referees run at a time: one serves practice from the beginning to the end, the other one tournament after
another. A third of the entrants is rude: programs of tests/e2e/rude that the referee launches, and clients
that dial in (attackers.py). Both referees also have 1,000 silent connections, storms of connections, and
clients that take their own connection over again and again, and spectators of all manners at their web
server. The polite bots are those of the load generator,
which keeps the kernel's stamps of what it receives and the moments of what it sends, and sample bots that
the referee launches. What is asked:
  memory    RSS, PSS, descriptors and threads do not grow: in the last third of the time they are at most
            10 % (or 8 MiB, 32 descriptors, 2 threads, if that is more) above those of the first third. Of
            memory the median counts, of descriptors and threads the greatest number. The samples are those of
            practice, taken every second, and of each tournament its greatest values. Shorter runs than five
            minutes are not judged by it
  matches   each is over at most two minutes after the referee has called it (MATCH_BOUND)
  verdicts  each turn of a polite bot is `ok`, unless the generator's own stamps say that it was late; the
            referee closes no connection of a polite bot
  records   `referee verify` accepts all of them, `referee check --deep` the stores
Prints a row for each tournament, and the figures of each third. Exit code 1 if anything is wrong.
Usage: soak.py REFEREE PROGRAMS [--minutes 60] [--silent 1000] [--seed S]
    PROGRAMS  folder of load_generator
"""
import argparse
import collections
import hashlib
import json
import pathlib
import random
import re
import secrets
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "load"))
import hall  # noqa: E402
import own_rows  # noqa: E402

RUDE_FOLDER = HERE.parents[1] / "tests" / "e2e" / "rude"
# Programs of that folder that play Walls and need no file of the test's.
RUDE = """answers_early answers_late answers_twice bare_move chatters closes_at_once closes_input debug_text
          dies_in_mid_game floods floods_stderr garbage half_line harmful_text invalid_utf8 nested never_hello
          never_reads says_nothing sleeps spins ten_megabytes""".split()
MOVE_MS, SILENCE_MS, INIT_MS, NO_SHOW_MS = 500, 2000, 10000, 5000
MOST_TURNS = 99  # of Walls on 3 x 3
# Seconds until a match must be over: start, absence, all turns at their limit, a minute for a busy machine.
MATCH_BOUND = (NO_SHOW_MS + INIT_MS + MOST_TURNS * MOVE_MS) / 1000 + 60
PATIENCE = 300  # seconds; only a hang takes so long
WARM_UP = 30  # seconds at most until all attackers are there; the time is counted from then on
SPECTATORS = 40  # of each kind, and 200 slow ones, at each referee
THINKS_MS = 20  # time in which bots of the generator answer, so that practice does not take a whole processor
PRACTICE_THINKS_MS = 60
SLACK = {"RSS MiB": 8, "PSS MiB": 8, "descriptors": 32, "threads": 2}
LEAST_TO_GROW = 300  # seconds; in less, thirds differ by which attacks came in each
COUNTS = {"RSS MiB": statistics.median, "PSS MiB": statistics.median, "descriptors": max, "threads": max}
MIB = 1024


def sample_of(pid):
    """Memory, descriptors and threads of a process."""
    folder = pathlib.Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
    pss = next(line for line in (folder / "smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
    return {"RSS MiB": int(status["VmRSS"].split()[0]) / MIB, "PSS MiB": int(pss.split()[1]) / MIB,
            "descriptors": len(list((folder / "fd").iterdir())), "threads": int(status["Threads"])}


def third_of(moment, begun, end):
    return max(0, min(2, int(3 * (moment - begun) / (end - begun))))


class Thirds:
    """Samples by third of the time, and whether they grow."""

    def __init__(self, name):
        self.name, self.samples = name, ([], [], [])

    def figures(self):
        """What counts of each third; None without samples."""
        def figure(part):
            return {key: count(sample[key] for sample in part) for key, count in COUNTS.items()}

        return [figure(part) if part else None for part in self.samples]

    def show(self):
        for number, (part, figures) in enumerate(zip(self.samples, self.figures())):
            words = "nothing"
            if figures:
                words = ", ".join(f"{key} {value:.1f}" for key, value in figures.items())
                words += f"; RSS at most {max(sample['RSS MiB'] for sample in part):.1f} MiB"
            print(f"{self.name}, third {number + 1}, {len(part)} samples: {words}", flush=True)

    def growth(self):
        first, _, last = self.figures()
        if not first or not last:
            return []
        return [f"{self.name}: {key} grew from {first[key]:.1f} to {last[key]:.1f}" for key in SLACK
                if last[key] > first[key] + max(0.1 * first[key], SLACK[key])]


class Watch:
    """Samples a referee every second, and asks every five which matches are running."""

    def __init__(self, program, referee, on_sample, on_wrong):
        self.program, self.referee, self.on_sample, self.on_wrong = program, referee, on_sample, on_wrong
        self.running_since, self.over = {}, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *failure):
        self.over.set()
        self.thread.join()

    def run(self):
        count = 0
        while not self.over.wait(1):
            try:
                self.on_sample(sample_of(self.referee.pid))
            except (OSError, StopIteration, KeyError):
                return  # it has ended
            count += 1
            if count % 5 == 0:
                self.look_for_stuck_matches()

    def look_for_stuck_matches(self):
        asked = subprocess.run([self.program, "ctl", "--socket", "store.db.ctl", "status"],
                               cwd=self.referee.folder, capture_output=True, text=True, timeout=PATIENCE,
                               check=False)
        if asked.returncode != 0:
            return  # it is ending
        lines = [line for line in asked.stdout.splitlines() if line.startswith("running:")]
        now = time.monotonic()
        matches = lines[0].split()[1:] if lines else []
        self.running_since = {match: self.running_since.get(match, now) for match in matches}
        for match, since in self.running_since.items():
            if now - since > MATCH_BOUND:
                self.on_wrong(f"{match} is stuck: running for {now - since:.0f} s\n{asked.stdout}")


class Attack(hall.Process):
    """attackers.py beside a referee."""

    def __init__(self, address, web, silent, seed, take_over, rude):
        super().__init__([sys.executable, "-B", HERE / "attackers.py", address, "--silent", silent,
                          "--seed", seed, "--web", web, "--spectators", SPECTATORS, "--take-over", *take_over, "--rude", *rude])

    def figures(self):
        return collections.Counter(json.loads(self.rest()))


def dials_in(name):
    return {"name": name, "token_sha256": hashlib.sha256(f"token-{name}".encode()).hexdigest()}


def common(format, entrants, **more):
    clock = {"kind": "per_move", "ms": MOVE_MS, "silence_ms": SILENCE_MS, "init_ms": INIT_MS}
    return {"name": "Soak", "game": "walls", "options": {"n": 3}, "clock": clock, "no_show_ms": NO_SHOW_MS,
            "format": format, "entrants": entrants, "listen": {"host": "127.0.0.1", "port": 0},
            "store": "store.db", "reports": "out", "web": {"listen": "127.0.0.1:0"}, **more}


class Soak:
    def __init__(self, given, folder):
        self.referee, self.programs, self.silent = given.referee, given.programs, given.silent
        self.folder = folder
        self.random = random.Random(given.seed)
        self.wrong, self.attacks, self.totals = [], collections.Counter(), collections.Counter()
        self.practice, self.tournaments = Thirds("practice"), Thirds("tournaments, greatest values")
        self.seconds = 60 * given.minutes
        self.begun, self.warm = time.monotonic() + WARM_UP, False
        self.end = self.begun + self.seconds

    def note_wrong(self, text):
        self.wrong.append(text)
        print(f"WRONG: {text}", flush=True)

    def attack(self, referee, entrants):
        names = [entrant["name"] for entrant in entrants]
        return Attack(referee.address, self.web_address(referee), self.silent, self.random.randrange(2**32),
                      [name for name in names if name.startswith("again")],
                      [name for name in names if name.startswith("rude")])

    def web_address(self, referee):
        status = subprocess.run([self.referee, "ctl", "--socket", "store.db.ctl", "status"], cwd=referee.folder,
                                capture_output=True, text=True, timeout=PATIENCE, check=True).stdout
        return re.search(r"watch: http://(\S+)/", status)[1]

    def generator(self, referee, thinks):
        generator = hall.Generator(self.programs, referee.address)
        generator.tell("walk left", "keep 3000000", f"rule 0 999999 * {thinks}")
        return generator

    # ---- practice, all the time ----

    def run(self):
        names = [f"polite{number}" for number in range(4)] + ["again-0", "rude-0"]
        entrants = [dials_in(name) for name in names]
        config = common({"kind": "practice"}, entrants, house_bot=["sample:walls_random"])
        with hall.Referee(self.referee, self.folder / "practice", config) as referee, \
                self.generator(referee, PRACTICE_THINKS_MS) as generator, \
                self.attack(referee, entrants) as attack:
            generator.tell("bots polite 4 token=token-")
            with Watch(self.referee, referee, self.note_practice, self.note_wrong):
                number, longest = 0, 0
                while time.monotonic() + longest / 2 < self.end:
                    number, begun = number + 1, time.monotonic()
                    self.tournament(number)
                    longest = max(longest, time.monotonic() - begun)
            self.attacks += attack.figures()
            referee.process.terminate()
            self.finish("practice", referee, generator)

    def note_practice(self, sample):
        now = time.monotonic()
        if not self.warm and (sample["descriptors"] >= self.silent or now >= self.begun):
            self.begun, self.end, self.warm = now, now + self.seconds, True
        if self.warm and now < self.end:
            self.practice.samples[third_of(now, self.begun, self.end)].append(sample)

    # ---- a tournament ----

    def entrants(self, number):
        """Six of which two are rude: one is launched, and one dials in."""
        rude = ("again-0", "rude-0")[number % 2]
        dialled = [dials_in(name) for name in ("polite0", "polite1", "polite2", rude)]
        vice = self.random.choice(RUDE)
        command = ["/usr/bin/python3", "-BS", str(RUDE_FOLDER / f"{vice}.py"), "/dev/null",
                   "close" if vice == "closes_input" else "left"]
        return dialled + [{"name": "sample-0", "command": ["sample:walls_random"]},
                          {"name": vice.replace("_", "-"), "command": command}]

    def tournament(self, number):
        folder, entrants = self.folder / f"tournament-{number}", self.entrants(number)
        config = common({"kind": "round_robin"}, entrants, start={"when": "manual"}, parallel=4,
                        seed=self.random.randrange(2**53))
        begun, greatest = time.monotonic(), {key: 0 for key in SLACK}

        def keep_greatest(sample):
            greatest.update({key: max(greatest[key], sample[key]) for key in SLACK})

        with hall.Referee(self.referee, folder, config) as referee, \
                self.generator(referee, THINKS_MS) as generator, self.attack(referee, entrants) as attack:
            generator.tell("bots polite 3 token=token-")
            with Watch(self.referee, referee, keep_greatest, self.note_wrong):
                subprocess.run([self.referee, "ctl", "--socket", "store.db.ctl", "start"], cwd=folder,
                               check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE)
                turns = self.finish(f"tournament {number}", referee, generator)
            self.attacks += attack.figures()
        self.tournaments.samples[third_of(time.monotonic(), self.begun, self.end)].append(greatest)
        matches = len(list((folder / "out/records").glob("*.jsonl")))
        most = ", ".join(f"{key} {value:.1f}" for key, value in greatest.items())
        rude = f"{entrants[3]['name']} and {entrants[5]['name']}"
        print(f"tournament {number}, with {rude}: {matches} matches, {turns} polite turns, "
              f"{time.monotonic() - begun:.0f} s; at most {most}", flush=True)
        if not self.wrong:
            shutil.rmtree(folder)

    # ---- what is asked of both ----

    def finish(self, name, referee, generator):
        """Waits until the referee has ended, and checks what it leaves. Returns the polite bots' turns."""
        lost = generator.tell("finish")["lost"]
        if lost:
            self.note_wrong(f"{name}: the referee has closed {lost:.0f} connections of polite bots")
        referee.ended()
        path = referee.folder / "rows.csv"
        generator.tell(f"write {path}")
        rows = {row.key: row for row in own_rows.read(path)}
        turns = self.judge(name, referee.folder / "out/records", rows)
        self.ask(name, referee.folder, "verify", *sorted((referee.folder / "out/records").glob("*.jsonl")))
        self.ask(name, referee.folder, "check", "--deep", "store.db")
        return turns

    def ask(self, name, folder, *words):
        done = subprocess.run([self.referee, *words], cwd=folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=False)
        if done.returncode != 0:
            self.note_wrong(f"{name}: referee {words[0]}: code {done.returncode}\n{done.stdout[-1000:]}")

    def judge(self, name, records, rows):
        """Compares verdicts of polite bots with the generator's own stamps. Returns how many they had."""
        turns = 0
        for path in records.glob("*.jsonl"):
            header, *lines = (json.loads(line) for line in path.read_text().splitlines())
            self.totals["matches"] += 1
            for line in lines[:-1]:
                for answer in line["answers"]:
                    player = header["players"][answer["seat"]]
                    if player.startswith(("polite", "sample-")):
                        turns += 1
                        row = rows.get((path.stem, answer["seat"], line["turn"]))
                        self.judge_turn(f"{name}, {path.name}, turn {line['turn']}, {player}", answer, row)
            for seat in lines[-1].get("no_show", []):
                player = header["players"][seat]
                if player.startswith(("polite", "sample-")):
                    self.note_wrong(f"{name}, {path.name}: {player} was there, and is no_show")
        self.totals["polite turns"] += turns
        return turns

    def judge_turn(self, place, answer, row):
        if answer["verdict"] == "ok":
            return
        if row and row.sent and row.true[1] > MOVE_MS * own_rows.MS:
            self.totals["late by the generator's own stamps"] += 1
            return
        own = f"sent after {row.true[1] / own_rows.MS:.3f} ms" if row and row.sent else "no stamps of its own"
        self.note_wrong(f"{place}: {json.dumps(answer)}; {own}")

    def summary(self):
        self.practice.show()
        self.tournaments.show()
        for text in self.practice.growth() + self.tournaments.growth() if self.seconds >= LEAST_TO_GROW else []:
            self.note_wrong(text)
        if not self.attacks["spectator answered 200"]:
            self.note_wrong("no spectator was answered")
        print(", ".join(f"{count} {what}" for what, count in sorted(self.attacks.items())))
        print(", ".join(f"{count} {what}" for what, count in sorted(self.totals.items())))


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("referee", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("programs", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--silent", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    given = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="soak-")).resolve()
    folder.chmod(0o755)
    print(f"seed {given.seed}", flush=True)
    soak = Soak(given, folder)
    soak.run()
    soak.summary()
    if soak.wrong:
        print(f"FAILED, repeat with --seed {given.seed} --minutes {given.minutes:g}: {len(soak.wrong)} "
              f"things are wrong; files are in {folder}")
        return 1
    shutil.rmtree(folder)
    print("nothing grew, no match was stuck, every polite turn was ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
