"""A ladder, served by the real program: bots dial in, leave and come late; the referee is killed in the middle and goes
on; the number of matches closes it; all records verify, and the standings add up. Its ratings seed a round robin.
Usage: ladder_test.py REFEREE"""
import json
import random
import re
import signal
import socket
import subprocess
import threading
import time
import unittest

from in_folder import PATIENCE, REFEREE, InFolder

MATCHES = 120
CONFIG = {
    "name": "Ladder",
    "game": "walls",
    "options": {"n": 3},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "format": {"kind": "ladder", "matches": MATCHES, "openings": {"plies": 2}},
    "registration": "open",
    "no_show_ms": 2000,
    "seed": 7,
    "parallel": 2,
    "sandbox": "none",
    "keep": {"matches": 8, "days": 30},
    "house_bot": ["sample:walls_random", "--seed", "9"],
    "web": None,
    "listen": {"port": 0},
    "entrants": [{"name": "launched", "command": ["sample:walls_random", "--seed", "1"]}],
}


class Bot(threading.Thread):
    """Dials in and plays at random, until it is told to leave or the referee has closed the connection."""

    def __init__(self, port, name, token=None):
        super().__init__(daemon=True)
        self.name_, self.token, self.ends = name, token, 0
        self.ended = threading.Condition()
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.start()

    def say(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def run(self):
        choice = random.Random(self.name_)
        hello = {"type": "hello", "protocol": 1, "name": self.name_}
        if self.token:
            hello["token"] = self.token
        try:
            self.say(hello)
            lines = self.socket.makefile()
            for line in lines:
                message = json.loads(line)
                if message["type"] == "welcome":
                    self.token = message.get("token", self.token)
                elif message["type"] == "turn":
                    move = choice.choice(["forward", "left", "right"])
                    self.say({"type": "move", "match": message["match"], "turn": message["turn"], "move": move})
                elif message["type"] == "end":
                    with self.ended:
                        self.ends += 1
                        self.ended.notify_all()
        except OSError:
            pass  # the referee was killed
        finally:
            self.socket.close()

    def played(self, matches):
        with self.ended:
            assert self.ended.wait_for(lambda: self.ends >= matches, PATIENCE), self.name_

    def leave(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.join(PATIENCE)


class LadderCase(InFolder):
    def setUp(self):
        super().setUp()
        (self.top / "ladder.json").write_text(json.dumps(self.config()))

    def config(self):
        return CONFIG

    def serve(self):
        """A referee that listens, and its port."""
        log = open(self.top / "log", "a")
        self.addCleanup(log.close)
        running = subprocess.Popen([REFEREE, "serve", "ladder.json"], cwd=self.top, stdout=subprocess.PIPE, stderr=log,
                                   text=True)
        self.addCleanup(running.wait, PATIENCE)
        self.addCleanup(running.kill)
        self.addCleanup(running.stdout.close)
        for line in running.stdout:
            found = re.match(r"listening on .*:(\d+)", line)
            if found:
                threading.Thread(target=running.stdout.read, daemon=True).start()
                return running, int(found[1])
        self.fail((self.top / "log").read_text())

    def standings(self):
        return json.loads((self.top / "out" / "standings.json").read_text())


class Ladder(LadderCase):
    def test_a_ladder_from_its_opening_to_its_close(self):
        running, port = self.serve()
        anna, bert = Bot(port, "anna"), Bot(port, "bert")
        anna.played(5)
        bert.played(1)
        bert.leave()
        carl = Bot(port, "carl")  # comes late
        carl.played(3)
        running.send_signal(signal.SIGKILL)
        running.wait(PATIENCE)
        for bot in (anna, carl):
            bot.join(PATIENCE)
        self.referee("check", "ladder.db")

        running, port = self.serve()
        bots = [Bot(port, bot.name_, bot.token) for bot in (anna, bert, carl)]
        self.assertEqual(0, running.wait(PATIENCE), (self.top / "log").read_text())
        page = self.standings()
        self.assertTrue(page["finished"])
        rows = {row["name"]: row for row in page["standings"]}
        self.assertEqual({"launched", "anna", "bert", "carl"}, set(rows))
        for bot in bots:
            self.assertGreater(rows[bot.name_]["games"], 0)
            self.assertIsNotNone(rows[bot.name_]["rating"])
        with_house = 2 * MATCHES - sum(row["games"] for row in rows.values())  # matches with one entrant
        self.assertGreaterEqual(with_house, 0)
        elos = [row["rating"]["elo"] for row in page["standings"]]
        self.assertEqual(sorted(elos, reverse=True), elos)

        # Results for ever, records of the newest.
        import sqlite3
        with sqlite3.connect(self.top / "ladder.db") as store:
            kept = store.execute("SELECT count(*) FROM game WHERE status = 'done'").fetchone()[0]
            old = store.execute("SELECT count(*) FROM old_result").fetchone()[0]
            names = {row[0] for row in store.execute("SELECT match_id FROM old_result")}
            names |= {row[0] for row in store.execute("SELECT match_id FROM game WHERE status = 'done'")}
        self.assertEqual(MATCHES, kept + old)
        self.assertEqual(MATCHES, len(names), "nothing twice")
        self.assertLessEqual(kept, 8 * 4)
        records = sorted((self.top / "out" / "records").glob("*.jsonl"))
        self.assertGreaterEqual(len(records), kept)
        self.referee("verify", *records)
        self.referee("check", "ladder.db")
        told = json.loads(self.referee("standings", "ladder.db", "--format", "json"))
        self.assertEqual(page["standings"], told["standings"])
        for form in ("text", "csv", "md", "html"):
            self.assertIn("anna", self.referee("standings", "ladder.db", "--format", form))

        # It is over: the same command plays nothing more.
        running, _ = self.serve()
        self.assertEqual(0, running.wait(PATIENCE))
        self.assertEqual(rows["anna"]["games"], {r["name"]: r for r in self.standings()["standings"]}["anna"]["games"])

        # Its ratings seed a round robin; who was not there comes behind.
        final = {key: CONFIG[key] for key in ("game", "options", "clock", "seed", "sandbox", "parallel")}
        final |= {"name": "Final", "format": {"kind": "round_robin", "best_of": 1}, "seeds_from": "ladder.db", "web": None}
        final["entrants"] = [{"name": name, "command": ["sample:walls_random", "--seed", "3"]}
                             for name in ("nora", "carl", "bert", "anna", "launched")]
        (self.top / "final.json").write_text(json.dumps(final))
        said = self.referee("run", "final.json", "--reports", "final.out")
        order = [row["name"] for row in page["standings"]] + ["nora"]
        with sqlite3.connect(self.top / "final.db") as store:
            seeds = [row[0] for row in store.execute("SELECT name FROM entrant ORDER BY number")]
        self.assertEqual(order, seeds, said)
        self.assertIn("nora", said)


class Blocks(LadderCase):
    """A ladder of a game of one seat."""

    def config(self):
        return {
            "name": "Blocks",
            "game": "snake",
            "format": {"kind": "ladder", "blocks": {"instances": 3, "first_closes": "2026-01-01T00:00:00Z", "every_s": 2}},
            "seed": 7,
            "parallel": 2,
            "sandbox": "none",
            "web": {"listen": "127.0.0.1:0"},
            "entrants": [{"name": name, "command": ["sample:snake_random.py"]} for name in ("anna", "bert")],
        }

    def blocks_closed(self):
        standings = self.top / "out" / "standings.json"
        return len(json.loads(standings.read_text())["crosstable"]["columns"]) if standings.exists() else 0

    def until_closed(self, running, blocks):
        while self.blocks_closed() < blocks:
            self.assertIsNone(running.poll(), (self.top / "log").read_text())
            time.sleep(0.1)

    def test_blocks_close_are_shown_and_survive_a_kill(self):
        running = self.start()
        self.until_closed(running, 2)
        running.kill()
        running.wait(PATIENCE)
        self.referee("check", "ladder.db")
        running = self.start()
        self.until_closed(running, 4)
        running.send_signal(signal.SIGTERM)
        self.assertEqual(0, running.wait(PATIENCE), (self.top / "log").read_text())
        page = self.standings()
        self.assertFalse(page["finished"])
        for row in page["standings"]:
            self.assertIsNotNone(row["ladder"]["mean"])
        records = sorted((self.top / "out" / "records").glob("r*.jsonl"))
        self.referee("verify", *records)
        by_seed = {}
        for record in records:
            head = json.loads(record.read_text().splitlines()[0])
            by_seed.setdefault(head["seed"], []).append(head["players"][0])
        for players in by_seed.values():
            self.assertEqual(len(players), len(set(players)), "no instance twice")
        self.assertTrue(any(len(players) == 2 for players in by_seed.values()), "both play the same instances")
        told = json.loads(self.referee("standings", "ladder.db", "--format", "json"))
        self.assertEqual(page["standings"], told["standings"])
        for form in ("text", "csv", "md", "html"):
            self.assertIn("anna", self.referee("standings", "ladder.db", "--format", form))
        site = self.top / "site"
        self.referee("site", "ladder.db", site)
        told = json.loads((site / "tournament.js").read_text().removeprefix('referee.receive("tournament", ').rstrip(");\n"))
        shown = {match["match"]: match for match in told["latest"]}
        handed_out = {record.stem for record in (site / "records").glob("*.jsonl")}
        self.assertTrue(handed_out)
        for name, match in shown.items():
            self.assertEqual(match["shown"], name in handed_out, name)
            self.assertEqual(match["scores"] is not None, name in handed_out, name)
        self.assertIn("Versions", (site / "entrants/2.html").read_text())

    def start(self):
        log = open(self.top / "log", "a")
        self.addCleanup(log.close)
        running = subprocess.Popen([REFEREE, "serve", "ladder.json"], cwd=self.top, stdout=log, stderr=log)
        self.addCleanup(running.wait, PATIENCE)
        self.addCleanup(running.kill)
        return running


if __name__ == "__main__":
    unittest.main()
