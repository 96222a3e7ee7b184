"""Tournaments whose referee is killed with SIGKILL at random moments, until so many kills are done.

After each kill the same command starts the referee again. All games are played, at tables of one, two and
four seats, by bots that the referee launches and by bots that dial in (`referee join`, join.py, sample bots
with --connect), with matches that go on after a crash and with matches that are played again. Now and then
the referee or one of the bots is stopped (SIGSTOP) for 100 ms before.
Afterwards, for each tournament:
  - no result was printed twice, each is that of a tournament without kills, and no record of a printed result
    has changed
  - the final standings are those of a tournament without kills, leaving out times
  - `referee verify` accepts all records, `referee check --deep` the store
  - no bot outlives its referee, and no file is left: .lock, .ctl, -wal, -shm, .turns, temporary files
Prints a row for each kind of tournament, and a summary. Exit code 1 if anything is wrong: then it prints the
seed, and leaves the tournament's folder as it is. The same seed chooses the same tournaments and moments, but
not what the system's scheduler does meanwhile.
Usage: kills.py REFEREE [--kills N] [--seed S] [--only WORD...]
    --only   kinds of tournament whose row has each of these words: walls, dial-in, replay ...
"""
import argparse
import collections
import dataclasses
import hashlib
import json
import os
import pathlib
import random
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import processes

HERE = pathlib.Path(__file__).resolve().parent
JOIN_PY = HERE.parents[1] / "sample_bots" / "python" / "join.py"
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
PATIENCE = 300  # seconds; only a hang takes so long
BOTS_END_WITHIN = 60  # seconds after their referee; a busy machine may need some
GOODBYE_WITHIN = 1  # seconds until bots that dial in have read that the tournament is over
STOPPED = 0.1  # seconds for which a bot or the referee is stopped
RESULT = re.compile(r"(?:\S+ \[info\] )?(r\d+t\d+g\d+): (.* turns?)(?:, average .*)?")
LEFTOVERS = (".lock", ".ctl", "-wal", "-shm", ".turns")


class Wrong(Exception):
    """What the referee has done wrong."""


def sample(name, *words):
    return [f"sample:{name}", *words]


def steady(seed):
    return [PYTHON, "-BSE", str(HERE / "steady.py"), seed]


# By game: the keys of its tournament file, and the commands of its bots. Each bot gives the same answers to
# the same views.
GAMES = {
    "walls": (
        {"options": {"n": 5}, "format": {"kind": "round_robin"}},
        [sample("walls_random", "--seed", str(i)) for i in (1, 2)] + [steady("1"), steady("2")],
    ),
    "lightcycle": (
        {
            "options": {
                "size": 20,
                "starts": [[[0, 4], [0, 14]], [[19, 5], [19, 15]], [[4, 0], [14, 0]], [[5, 19], [15, 19]]],
            },
            "format": {"kind": "swiss", "rounds": 2, "table": 4, "best_of": 2},
            "parallel": 8,
        },
        [sample("lightcycle_dumb", "--seed", str(i)) for i in range(5)] + [sample("lightcycle_smart")] * 3,
    ),
    "battleship": (
        {"options": {"size": 6, "ships": [3, 2, 2]}, "format": {"kind": "round_robin"}},
        [steady(str(i)) for i in range(3)],
    ),
    "planets": (
        {
            "format": {"kind": "field"},
            "instances": [{"map": "corners_ghosts"}, {"map": "two_scrap_nebula"}, {"map": "three_blocks"}],
        },
        [sample("planets_greedy"), steady("1"), steady("2")],
    ),
    "snake": (
        {
            "format": {"kind": "round_robin", "best_of": 2},
            "options": {"max_turns": 150},
            "instances": [{"maze": maze} for maze in ("c1_meadow", "c2_handout_hall", "c3_ring")],
        },
        [sample("snake_random", "--seed", "1"), sample("snake_right_hand", "--step-by-step"), steady("1")],
    ),
    "superball": (
        {
            "options": {"deal": "handout", "max_moves": 60},
            "format": {"kind": "field"},
            "instances": [{"seeds": "1-3"}],
        },
        [steady(str(i)) for i in range(3)],
    ),
}
# Sample bots that may stay connected from match to match, with --connect: they keep nothing of earlier ones.
STAY = ("lightcycle_smart", "planets_greedy", "snake_right_hand")
SEATS = {"walls": 2, "lightcycle": 4, "battleship": 2, "planets": 1, "snake": 1, "superball": 1}
WAYS = ("launched", "dial-in")
AFTER_A_CRASH = ("go_on", "replay")
FIGURES = ("tournaments", "matches", "resumed", "again")
ROW = "{:10} | {:5} | {:8} | {:13} | {:5} | {:11} | {:7} | {:7} | {:12} | {:>7}"
MOMENTS = ("early", "anywhere", "after a result", "in a match", "in a match", "referee stopped",
           "bot stopped")


def name_of(number):
    return f"bot-{number}"


def token_of(number):
    return hashlib.md5(name_of(number).encode()).hexdigest()


def configuration(game, seed, way):
    keys, bots = GAMES[game]
    entrants = []
    for number, command in enumerate(bots):
        sha256 = hashlib.sha256(token_of(number).encode()).hexdigest()
        comes = {"command": command} if way == "launched" else {"token_sha256": sha256}
        entrants.append({"name": name_of(number), **comes})
    # No time decides anything: contested cells of Light Cycle go by cycle number.
    clock = {"kind": "per_move", "ms": 60000, "measure": "wall", "rules_time": "none"}
    return {"name": "Kills", "game": game, "clock": clock, "seed": seed, "parallel": 2,
            "listen": {"host": "127.0.0.1", "port": 0}, **keys, "entrants": entrants}


class Running:
    """A referee that plays the tournament of config.json in `folder`, and what it prints."""

    def __init__(self, referee, folder, command, reports="out", store="store.db"):
        (folder / "tmp").mkdir(exist_ok=True)
        self.results, self.said, self.address, self.ended = [], [], None, False
        self.changed = threading.Condition()
        self.process = subprocess.Popen(
            [referee, *command, "config.json", "--store", store, "--reports", reports], cwd=folder, text=True,
            env={**os.environ, "TMPDIR": str(folder / "tmp")}, errors="replace", stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=processes.end_with_parent)
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            found = RESULT.fullmatch(line.rstrip("\n"))
            with self.changed:
                self.said.append(line)
                if found:
                    self.results.append(found.groups())
                elif line.startswith("listening on "):
                    self.address = line.split()[-1]
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()

    def until(self, condition):
        """Waits for it, or for the end."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.ended or condition(), PATIENCE):
                raise Wrong(f"nothing was printed for {PATIENCE} s:\n{self.text()}")

    def signal(self, number):
        self.process.send_signal(number)

    def wait(self):
        """The exit code, once all of its output is read."""
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            raise Wrong(f"it has not ended after {PATIENCE} s:\n{self.text()}") from None
        self.until(lambda: False)
        self.process.stdout.close()
        return code

    def text(self):
        return "".join(self.said)[-4000:]


class Joined:
    """The bots of a tournament that dial in: every third one through each kind of client."""

    def __init__(self, referee, folder, game, address):
        self.bots, self.logs = [], []
        for number, command in enumerate(GAMES[game][1]):
            token = folder / f"{name_of(number)}.token"
            token.write_text(token_of(number) + "\n")
            token.chmod(0o600)
            self.logs.append(open(folder / f"{name_of(number)}.log", "w+"))
            self.bots.append(subprocess.Popen(
                self.client(referee, command, address, number, token), cwd=folder, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=self.logs[-1], preexec_fn=processes.end_with_parent))

    @staticmethod
    def client(referee, command, address, number, token):
        who = ["--name", name_of(number), "--token-file", str(token)]
        program = command[0].removeprefix("sample:")
        if program != command[0]:
            program = str(referee.parent / "sample_bots" / program)
            if pathlib.Path(program).name.startswith(STAY):
                return [program, "--connect", address, *who, *command[1:]]
        bot = [program, *command[1:]]
        if number % 2 == 0:
            return [referee, "join", address, "--dials", "1000000", *who, "--", *bot]
        return [PYTHON, "-BS", str(JOIN_PY), address, *who, "--", *bot]

    def pids(self):
        return {bot.pid for bot in self.bots}

    def await_goodbye(self):
        """Expects the bots to end in order. One that was about to dial again when the tournament ended is
        told nothing, and goes on dialling."""
        until = time.monotonic() + GOODBYE_WITHIN
        for number, (bot, log) in enumerate(zip(self.bots, self.logs)):
            try:
                code = bot.wait(max(0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                continue
            log.seek(0)
            said = log.read()
            if code != 0 and "refused" not in said.splitlines()[-1]:
                raise Wrong(f"{name_of(number)} dials in, and ended with code {code}:\n{said[-2000:]}")

    def kill(self):
        for bot, log in zip(self.bots, self.logs):
            bot.kill()
            bot.wait()
            log.close()


def page_of(folder, reports):
    """The standings without times."""
    page = json.loads((folder / reports / "standings.json").read_text())
    del page["updated"]
    for row in page["standings"]:
        del row["mean_ms"], row["worst_ms"]
    page.pop("sandbox", None)  # of launched bots only
    return page


@dataclasses.dataclass
class Unbroken:
    """A tournament without kills, to compare with."""
    results: dict
    page: dict
    seconds: float


def play_unbroken(referee, folder, game, seed):
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps(configuration(game, seed, "launched")))
    begun = time.monotonic()
    running = Running(referee, folder, ["run"])
    if running.wait() != 0:
        raise Wrong(f"{game}: the tournament without kills failed:\n{running.text()}")
    return Unbroken(dict(running.results), page_of(folder, "out"), time.monotonic() - begun)


class Tournament:
    """One tournament that is broken by kills."""

    def __init__(self, campaign, folder, game, way, on_restart, unbroken):
        self.campaign, self.folder, self.game, self.way = campaign, folder, game, way
        self.unbroken = unbroken
        self.random = campaign.random
        self.told, self.records, self.joined = {}, {}, None
        self.config = configuration(game, campaign.tournament_seed, way)
        if on_restart != "go_on":
            self.config["on_restart"] = on_restart
        folder.mkdir()

    def start(self):
        (self.folder / "config.json").write_text(json.dumps(self.config))
        running = Running(self.campaign.referee, self.folder, ["run"] if self.way == "launched" else ["serve", "--exit-when-done"])
        if self.way == "dial-in" and self.joined is None:
            running.until(lambda: running.address)
            if not running.address:
                raise Wrong(f"it does not listen:\n{running.text()}")
            # It keeps its port, so that the bots find the next referee.
            self.config["listen"]["port"] = int(running.address.rpartition(":")[2])
            self.joined = Joined(self.campaign.referee, self.folder, self.game, running.address)
        return running

    def own(self):
        """Processes that may outlive a referee."""
        return self.joined.pids() if self.joined else set()

    def start_until(self, moment):
        """A referee that has played up to that moment."""
        results, turns, within = self.random.randrange(4), self.random.randrange(1, 50), self.random.random()
        with processes.Writes(self.folder / "store.db.turns") as writes:
            running = self.start()
            if moment in ("in a match", "referee stopped", "bot stopped"):
                writes.until(turns, running.process.pid, PATIENCE)
        if moment == "early":
            time.sleep(within * 0.3)
        elif moment == "anywhere":
            time.sleep(within * self.unbroken.seconds * 0.8)
        elif moment == "after a result":
            running.until(lambda: len(running.results) >= results)
            time.sleep(within * 0.1)
        return running

    def break_once(self):
        """Kills the referee at a random moment; false if the tournament was over before."""
        moment = self.random.choice(MOMENTS)
        running = self.start_until(moment)
        stopped = self.stop(running, moment)
        running.signal(signal.SIGKILL)
        code = running.wait()
        if stopped:
            self.signal(stopped, signal.SIGCONT)
        self.note(running)
        if code not in (0, -signal.SIGKILL):
            raise Wrong(f"it ended with code {code}:\n{running.text()}")
        if code == 0:
            return False
        self.campaign.moments[moment] += 1
        if self.random.random() < 0.5:  # else the next referee begins while the bots of this one end
            self.expect_no_bots()
        return True

    def stop(self, running, moment):
        """Stops the referee or one bot for a while; returns a bot that is to go on only after the kill."""
        if moment == "referee stopped":
            running.signal(signal.SIGSTOP)
            time.sleep(STOPPED)
            if self.random.random() < 0.5:
                running.signal(signal.SIGCONT)
                time.sleep(self.random.random() * 0.03)
        elif moment == "bot stopped":
            heads = self.own() or {running.process.pid}
            bots = sorted({pid for head in heads for pid in processes.descendants(head)} | self.own())
            if bots:
                bot = self.random.choice(bots)
                self.signal(bot, signal.SIGSTOP)
                time.sleep(STOPPED)
                if self.random.random() < 0.5:
                    return bot
                self.signal(bot, signal.SIGCONT)
        return None

    @staticmethod
    def signal(pid, number):
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass

    def expect_no_bots(self):
        begun = time.monotonic()
        left = processes.await_ends(os.getpid(), self.own(), BOTS_END_WITHIN)
        self.campaign.slowest_end = max(self.campaign.slowest_end, time.monotonic() - begun)
        if left:
            raise Wrong("bots outlive their referee: " + "; ".join(map(processes.name_of, left)))

    def note(self, running):
        """Keeps what was printed, and the records of these matches as they are now."""
        if "[error]" in running.text():
            raise Wrong(f"an error was logged:\n{running.text()}")
        for match, result in running.results:
            if match in self.told:
                raise Wrong(f"{match} was printed twice: {self.told[match]}; {result}")
            self.told[match] = result
            if self.unbroken.results.get(match) != result:
                raise Wrong(f"{match}: {result}; without kills: {self.unbroken.results.get(match)}")
        for match in self.told:
            path = self.record_of(match)
            if match not in self.records and path.exists():
                self.records[match] = path.read_bytes()

    def record_of(self, match):
        return self.folder / "out" / "records" / f"{match}.jsonl"

    def finish(self):
        running = self.start()
        code = running.wait()
        self.note(running)
        if code != 0:
            raise Wrong(f"the last referee ended with code {code}:\n{running.text()}")

    def check(self):
        """Everything that is asked of a tournament that is over. Returns its figures."""
        if self.joined:
            self.joined.await_goodbye()
        self.expect_no_bots()
        if page_of(self.folder, "out") != self.unbroken.page:
            raise Wrong("the standings differ from those without kills: compare "
                        f"{self.folder}/out/standings.json with that of {self.game}-unbroken")
        for match, record in self.records.items():
            if self.record_of(match).read_bytes() != record:
                raise Wrong(f"{match}: its record has changed after its result was printed")
        figures = self.check_records()
        self.ask("check", "--deep", "store.db")
        left = [path.name for path in self.folder.glob("store.db*") if path.name.endswith(LEFTOVERS)]
        left += [f"tmp/{path.name}" for path in (self.folder / "tmp").iterdir()]
        if left:
            raise Wrong(f"files are left: {sorted(left)}")
        return figures

    def check_records(self):
        paths = sorted((self.folder / "out" / "records").glob("*.jsonl"))
        counting = {path.stem for path in paths if "." not in path.stem}
        if counting != set(self.unbroken.results):
            raise Wrong("records are missing, or too many: "
                        f"{sorted(counting ^ set(self.unbroken.results))}")
        self.ask("verify", *(str(path.relative_to(self.folder)) for path in paths))
        resumed = sum(path.read_text().count('"resumed":true') for path in paths)
        return collections.Counter(matches=len(counting), resumed=resumed, again=len(paths) - len(counting))

    def ask(self, *words):
        done = subprocess.run([self.campaign.referee, *words], cwd=self.folder, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=PATIENCE, check=False)
        if done.returncode != 0:
            raise Wrong(f"referee {' '.join(words[:2])}: code {done.returncode}\n{done.stdout[-2000:]}")


class Campaign:
    def __init__(self, referee, folder, seed):
        self.referee, self.folder, self.random = referee, folder, random.Random(seed)
        self.tournament_seed = self.random.randrange(2**53)
        self.unbroken, self.moments, self.slowest_end, self.tournaments = {}, collections.Counter(), 0.0, 0

    def unbroken_of(self, game):
        if game not in self.unbroken:
            self.unbroken[game] = play_unbroken(self.referee, self.folder / f"{game}-unbroken", game,
                                                self.tournament_seed)
        return self.unbroken[game]

    def row(self, kind, kills):
        """Tournaments of this kind until so many kills are done. Returns all their figures."""
        figures, done, begun = collections.Counter(), 0, time.monotonic()
        unbroken = self.unbroken_of(kind[0])
        while done < kills:
            self.tournaments += 1
            tournament = Tournament(self, self.folder / str(self.tournaments), *kind, unbroken)
            try:
                while done < kills and tournament.break_once():
                    done += 1
                tournament.finish()
                figures += tournament.check()
                figures["tournaments"] += 1
            except Wrong as wrong:
                raise Wrong(f"{' '.join(kind)}, tournament {self.tournaments}, after {done} kills, in "
                            f"{tournament.folder}:\n{wrong}") from None
            finally:
                if tournament.joined:
                    tournament.joined.kill()
            shutil.rmtree(tournament.folder)
        seconds = time.monotonic() - begun
        print(ROW.format(kind[0], SEATS[kind[0]], *kind[1:], done, *(figures[name] for name in FIGURES),
                         f"{seconds:.1f} s"), flush=True)
        return figures


def shares(total, parts):
    """`total` in so many whole parts that are as equal as can be."""
    return [total // parts + (1 if part < total % parts else 0) for part in range(parts)]


def kinds_of(campaign, given):
    """All kinds of tournament; for few kills each game and way with one of AFTER_A_CRASH."""
    kinds = [(game, way, after) for after in AFTER_A_CRASH for way in WAYS for game in GAMES]
    if given.kills < 2 * len(kinds):
        kinds = [(game, way, campaign.random.choice(AFTER_A_CRASH)) for way in WAYS for game in GAMES]
    if given.only:
        kinds = [(game, way, after) for game in GAMES for way in WAYS for after in AFTER_A_CRASH
                 if set(given.only) <= {game, way, after}]
    if not kinds:
        raise SystemExit(f"kills: no tournament is of the kind {' '.join(given.only)}")
    return kinds


def play(campaign, given):
    kinds = kinds_of(campaign, given)
    print(ROW.format("game", "seats", "bots", "after a crash", "kills", "tournaments", "matches", "resumed",
                     "played again", "time"), flush=True)
    total = collections.Counter()
    for kind, kills in zip(kinds, shares(given.kills, len(kinds))):
        if kills:
            total += campaign.row(kind, kills)
    moments = ", ".join(f"{count} {moment}" for moment, count in sorted(campaign.moments.items()))
    print(f"{sum(campaign.moments.values())} kills ({moments})\n"
          f"in {total['tournaments']} tournaments of {total['matches']} matches; {total['resumed']} turns "
          f"were resumed, {total['again']} attempts played again;\n"
          f"bots ended at most {campaign.slowest_end:.2f} s after their referee; nothing was lost, doubled "
          "or left behind")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("referee", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**32))
    parser.add_argument("--only", nargs="+", default=[])
    given = parser.parse_args()
    processes.adopt_orphans()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="kills-")).resolve()
    folder.chmod(0o755)
    print(f"seed {given.seed}", flush=True)
    try:
        play(Campaign(given.referee, folder, given.seed), given)
    except Wrong as wrong:
        print(f"FAILED, repeat with --seed {given.seed} --kills {given.kills}: {wrong}", flush=True)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
