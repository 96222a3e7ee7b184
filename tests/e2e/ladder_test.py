"""A ladder, served by the real program: bots dial in, leave and come late; the referee is killed in the middle and goes
on; the number of matches closes it; all records verify, and the standings add up. Its ratings seed a round robin."""
import json
import random
import re
import signal
import socket
import sqlite3
import threading
import unittest
import urllib.request

from fixture.case import PATIENT_CLOCK
from fixture.dial_in import DialIn
from fixture.program import PATIENCE
from fixture.record import Record
from fixture.tournament import TournamentCase

MATCHES = 60
CONFIG = {
    "name": "Ladder",
    "store": "ladder.db",
    "reports": "out",
    "game": "walls",
    "options": {"n": 3},
    "clock": PATIENT_CLOCK,
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

    def __init__(self, where, name, token=None):
        super().__init__(daemon=True)
        self.name_, self.token, self.ends = name, token, 0
        self.ended = threading.Condition()
        self.connection = DialIn(where)
        self.start()

    def run(self):
        choice = random.Random(self.name_)
        try:
            self.connection.hello(self.name_, **({"token": self.token} if self.token else {}))
            while (message := self.connection.next()) is not None:
                if message["type"] == "welcome":
                    self.token = message.get("token", self.token)
                elif message["type"] == "turn":
                    self.connection.answer(message, choice.choice(["forward", "left", "right"]))
                elif message["type"] == "end":
                    with self.ended:
                        self.ends += 1
                        self.ended.notify_all()
        except OSError:
            pass  # the referee was killed
        finally:
            self.connection.close()

    def played(self, matches):
        with self.ended:
            assert self.ended.wait_for(lambda: self.ends >= matches, PATIENCE), self.name_

    def leave(self):
        self.connection.socket.shutdown(socket.SHUT_RDWR)
        self.join(PATIENCE)


class LadderCase(TournamentCase):
    def kill(self):
        self.served.signal(signal.SIGKILL)
        self.served.wait()


class Ladder(LadderCase):
    def test_a_ladder_from_its_opening_to_its_close(self):
        self.serve(CONFIG)
        anna, bert = Bot(self.where, "anna"), Bot(self.where, "bert")
        anna.played(5)
        bert.played(1)
        bert.leave()
        carl = Bot(self.where, "carl")  # comes late
        carl.played(3)
        self.kill()
        for bot in (anna, carl):
            bot.join(PATIENCE)
        self.referee("check", "ladder.db")

        self.serve_again()
        bots = [Bot(self.where, bot.name_, bot.token) for bot in (anna, bert, carl)]
        self.finish()
        page = self.standings()
        rows = {row["name"]: row for row in page["standings"]}
        self.assertEqual({"launched", "anna", "bert", "carl"}, set(rows))
        for bot in bots:
            self.assertGreater(rows[bot.name_]["games"], 0)
            self.assertIsNotNone(rows[bot.name_]["rating"])
        with_house = 2 * MATCHES - sum(row["games"] for row in rows.values())  # matches with one entrant
        self.assertGreaterEqual(with_house, 0)
        elos = [row["rating"]["elo"] for row in page["standings"]]
        self.assertEqual(sorted(elos, reverse=True), elos)

        # The store keeps results and records of the newest matches; the table has counted all of them.
        with sqlite3.connect(self.folder / "ladder.db") as store:
            kept = store.execute("SELECT count(*) FROM game WHERE status = 'done'").fetchone()[0]
        self.assertLessEqual(kept, 8 * 4)
        self.assertGreaterEqual(len(self.record_files()), kept)
        self.referee("check", "ladder.db")
        told = json.loads(self.referee("standings", "ladder.db", "--format", "json"))
        self.assertEqual(page["standings"], told["standings"])
        for form in ("text", "csv", "md", "html"):
            self.assertIn("anna", self.referee("standings", "ladder.db", "--format", form))

        # It is over: the same command plays nothing more.
        self.serve_again()
        self.finish()
        self.assertEqual(rows["anna"]["games"], {r["name"]: r for r in self.standings()["standings"]}["anna"]["games"])

        # Its ratings seed a round robin; who was not there comes behind.
        final = {key: CONFIG[key] for key in ("game", "options", "clock", "seed", "sandbox", "parallel")}
        final |= {"name": "Final", "format": {"kind": "round_robin", "best_of": 1}, "seeds_from": "ladder.db", "web": None}
        final["entrants"] = [{"name": name, "command": ["sample:walls_random", "--seed", "3"]}
                             for name in ("nora", "carl", "bert", "anna", "launched")]
        self.write("lost.json", json.dumps({**final, "seeds_from": "nowhere.db"}))
        self.referee("check", "lost.json", "--no-start", code=2)
        self.assertIn("no store nowhere.db", self.said)
        self.write("final.json", json.dumps(final))
        self.assertIn("nora", self.referee("check", "final.json", "--no-start"))
        said = self.referee("run", "final.json", "--reports", "final.out")
        order = [row["name"] for row in page["standings"]] + ["nora"]
        with sqlite3.connect(self.folder / "final.db") as store:
            seeds = [row[0] for row in store.execute("SELECT name FROM entrant ORDER BY number")]
        self.assertEqual(order, seeds, said)
        self.assertIn("nora", said)


class Blocks(LadderCase):
    """A ladder of a game of one seat."""

    def config(self):
        return {
            "name": "Blocks",
            "store": "ladder.db",
            "reports": "out",
            "game": "snake",
            "format": {"kind": "ladder", "blocks": {"instances": 3, "first_closes": "2026-01-01T00:00:00Z", "every_s": 2}},
            "seed": 7,
            "parallel": 2,
            "sandbox": "none",
            "web": {"listen": "127.0.0.1:0"},
            "entrants": [{"name": name, "command": ["sample:snake_random.py"]} for name in ("anna", "bert")],
        }

    def blocks_closed(self):
        standings = self.folder / "out/standings.json"
        return len(json.loads(standings.read_text())["crosstable"]["columns"]) if standings.exists() else 0

    def open_until_closed(self, blocks):
        self.served = self.start("serve", "config.json", "--exit-when-done")
        self.until(lambda: self.blocks_closed() >= blocks)

    def test_blocks_close_are_shown_and_survive_a_kill(self):
        """Over 5 s: four blocks of 2 s have to close."""
        self.write_config(self.config())
        self.open_until_closed(2)
        self.kill()
        self.referee("check", "ladder.db")
        self.open_until_closed(4)
        self.stop()
        page = self.standings()
        self.assertFalse(page["finished"])
        for row in page["standings"]:
            self.assertIsNotNone(row["ladder"]["mean"])
        by_seed = {}
        for file in self.record_files():
            head = Record(file).header
            by_seed.setdefault(head["seed"], []).append(head["players"][0])
        for players in by_seed.values():
            self.assertEqual(len(players), len(set(players)), "no instance twice")
        self.assertTrue(any(len(players) == 2 for players in by_seed.values()), "both play the same instances")
        told = json.loads(self.referee("standings", "ladder.db", "--format", "json"))
        self.assertEqual(page["standings"], told["standings"])
        for form in ("text", "csv", "md", "html"):
            self.assertIn("anna", self.referee("standings", "ladder.db", "--format", form))
        site = self.folder / "site"
        self.referee("site", "ladder.db", site)
        told = json.loads((site / "tournament.json").read_text())
        shown = {match["match"]: match for match in told["latest"]}
        handed_out = {record.stem for record in (site / "records").glob("*.jsonl")}
        self.assertTrue(handed_out)
        for name, match in shown.items():
            self.assertEqual(match["shown"], name in handed_out, name)
            self.assertEqual(match["scores"] is not None, name in handed_out, name)
        self.assertIn("Submissions", (site / "entrants/2.html").read_text())
        page = (site / "index.html").read_text()
        self.assertEqual(handed_out & set(shown), set(re.findall(r'href="matches/(\w+)\.html"', page)))
        self.assertIn('href="entrants/2.html"', page)
        self.assertNotIn("table", re.findall(r"<h3>([^<]*)", page)[0], "a ladder has no rounds and no tables")


class ClosedLadder(TournamentCase):
    def test_its_pages_stay_until_it_is_told_to_stop(self):
        second = {"name": "second", "command": ["sample:walls_random", "--seed", "2"]}
        self.serve({**CONFIG, "store": "spring.db", "format": {"kind": "ladder", "matches": 4}, "entrants": [*CONFIG["entrants"], second],
                    "web": {"listen": "127.0.0.1:0"}}, stays=True)
        address = self.served.see(r"watch: (http\S+)")[1]
        self.served.see("the tournament is over")
        with urllib.request.urlopen(f"{address}api/tournament", timeout=PATIENCE) as reply:
            self.assertEqual(json.load(reply)["matches"], {"done": 4, "total": 4})
        self.order("stop")
        self.assertEqual(self.served.wait().code, 0)


if __name__ == "__main__":
    unittest.main()
