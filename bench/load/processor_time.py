"""What launched bots of known work are charged, with bots that make no call of the system in their turns, as users' programs do:
a bot that reads its own clock has the kernel account for it, and so hides what the referee misses.
Usage: processor_time.py REFEREE PROGRAMS [--small] [WORD...]   only rows whose names have all of these words
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from hall import Process, command_line, print_row, quantile

SLACK = 50  # us: what a charge may be short of the work, or 1 % of it
OFTEN = 1000  # at most one turn of so many may be shorter
USUAL = {"work": 1000, "after": 100, "threads": 1, "waits": "block", "command": "match", "jobs": 1, "kept": True, "by": "", "load": 0, "sandbox": "basic"}
ROWS = [
    *({"work": work, "after": after} for work in (100, 1000, 3000, 20000) for after in (0, 30, 100, 1000)),
    *({"waits": "poll", "work": work} for work in (100, 1000, 3000)),
    *({"threads": 4, "work": work, "after": after} for work in (1000, 3000) for after in (0, 1000)),
    {"command": "run"}, {"jobs": 2}, {"command": "run", "jobs": 2}, {"kept": False}, {"by": "process_clocks"},
    {"by": "process_clocks", "sandbox": "none"}, {"sandbox": "none"}, {"load": 4}, {"load": 4, "work": 3000}, {"load": 4, "jobs": 2},
    {"command": "run", "load": 4}, {"work": 100, "after": 1000, "jobs": 2}, {"work": 100, "after": 30, "by": "process_clocks"},
]
RUNTIMES = {"Python": "sample:walls_random.py", "Node": "sample:random_bot.js", "Java": None}
LEAST = 5  # us: no turn of a runtime's bot takes less


class Proof:
    def __init__(self, given, folder):
        self.referee, self.programs, self.folder, self.small = given.referee, given.programs, folder, given.small
        self.made = 0
        self.least = 0  # us of work in a turn of the latest bot, at the least

    def java(self):
        """The sample bot, compiled."""
        sources = sorted(pathlib.Path(__file__).parents[2].glob("sample_bots/java/*.java"))
        classes = self.folder / "classes"
        classes.mkdir(exist_ok=True)
        subprocess.run(["javac", "-d", classes, *sources], check=True, capture_output=True)
        return f"java -cp {classes} RandomBot"

    def answers(self, row, bot):
        """All answers of the bot: what was charged, and what it used between, in microseconds."""
        self.made += 1
        folder = self.folder / str(self.made)
        folder.mkdir()
        folder.chmod(0o777)
        environment = {**os.environ, **({"REFEREE_CPU_BY_AT_MOST": row["by"]} if row["by"] else {})}
        turns = 10
        games = 2 if self.small else max(20, 1000 * row["jobs"] // turns)
        with contextlib.ExitStack() as others:
            for _ in range(row["load"]):
                others.enter_context(Process(["/bin/sh", "-c", "while :; do :; done"]))
            subprocess.run(self.command(row, bot, games, folder), cwd=folder, env=environment, check=True, capture_output=True)
        self.least = min((int(line.split()[1]) for path in folder.glob("out/bots/bot.stderr") for line in path.read_text().splitlines()
                          if line.startswith("least ")), default=row["work"])
        found = []
        for path in folder.glob("out/records/*.jsonl"):
            first, *events = (json.loads(line) for line in path.read_text().splitlines())
            seat = first["players"].index("bot")
            found += [(answer["spent_us"], answer.get("between_us", 0))
                      for event in events for answer in event.get("answers", []) if answer["seat"] == seat]
        return found

    def command(self, row, bot, games, folder):
        as_root = os.geteuid() == 0 and row["sandbox"] == "none"
        if row["command"] == "match":
            return [self.referee, "match", "walls", "--option", "n=5", "--bot", f"bot={bot}", "--bot", "other=sample:walls_random", "--games", str(games),
                    "--jobs", str(row["jobs"]), "--seed", "1", "--sandbox", row["sandbox"], *(["--as-root"] if as_root else []),
                    *([] if row["kept"] else ["--restart"])]
        words = bot.split()
        config = {"name": "proof", "game": "walls", "options": {"n": 5}, "seed": 1, "parallel": row["jobs"], "sandbox": row["sandbox"], "as_root": as_root,
                  "format": {"kind": "round_robin", "best_of": games}, "store": "store.db", "reports": "out",
                  "entrants": [{"name": "bot", "command": words}, {"name": "other", "command": ["sample:walls_random"]}]}
        (folder / "file.json").write_text(json.dumps(config))
        return [self.referee, "run", "file.json"]

    def of_work(self, row):
        name = ", ".join(f"{key} {value}" for key, value in row.items() if value != USUAL[key]) or "as usual"
        row = {**USUAL, **row}
        bot = f"{self.programs / 'working_bot'} {row['work']} {row['after']} {row['threads']} {row['waits']}"
        charged = [spent for spent, _ in self.answers(row, bot)]
        work = self.least  # by the bot's own count: the processor may run faster, or slower, than when the bot began
        short = sum(1 for one in charged if one < work - max(SLACK, work / 100))
        mean = sum(charged) / len(charged)
        measured = f"mean {mean:.0f}, least {min(charged)}, p99 {quantile(charged, 0.99)} us; {short} of {len(charged)} turns short, {charged.count(0)} of nothing"
        return print_row(f"processor time: {name}", f"{work} us", measured, f"{mean / work:.2f}", f"1 of {OFTEN} short",
                         None if self.small else short <= len(charged) / OFTEN)

    def of_runtime(self, name, command, load):
        row = {**USUAL, "load": load}
        answers = self.answers(row, command or self.java())
        charged = [spent for spent, _ in answers]
        short = sum(1 for one in charged if one < LEAST)
        beside = sum(between for _, between in answers) / max(1, sum(charged) + sum(between for _, between in answers))
        measured = f"median {quantile(charged, 0.5)} us; {short} of {len(charged)} turns under {LEAST} us; {beside:.0%} of all time is between turns"
        return print_row(f"processor time: {name}, load {load}", "-", measured, "-", f"1 of {OFTEN} short", None if self.small else short <= len(charged) / OFTEN)


def main():
    parser = command_line()
    parser.add_argument("words", nargs="*")
    given = parser.parse_args()
    rows = [row for row in (ROWS[1::8] if given.small else ROWS) if all(word in str(row) for word in given.words)]
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        proof = Proof(given, pathlib.Path(folder))
        met = [proof.of_work(row) for row in rows]
        if not given.words:
            met += [proof.of_runtime(name, command, load) for name, command in RUNTIMES.items() for load in ([0] if given.small else [0, 4])]
    sys.exit(0 if all(met) else 1)


main()
