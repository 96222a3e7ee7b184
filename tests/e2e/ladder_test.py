"""A ladder, served by the real program: bots dial in, leave and come late; the referee is killed in the middle and goes
on; the number of matches closes it; all records verify, and the standings add up. Its ratings seed a round robin."""
import json
import random
import signal
import socket
import sqlite3
import threading
import unittest

from fixture.case import PATIENT_CLOCK
from fixture.dial_in import DialIn
from fixture.program import PATIENCE
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


class Ladder(TournamentCase):
    def test_a_ladder_from_its_opening_to_its_close(self):
        self.serve(CONFIG)
        anna, bert = Bot(self.where, "anna"), Bot(self.where, "bert")
        anna.played(5)
        bert.played(1)
        bert.leave()
        carl = Bot(self.where, "carl")  # comes late
        carl.played(3)
        self.served.signal(signal.SIGKILL)
        self.served.wait()
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

        self.referee("site", "ladder.db", "site")
        self.assertEqual(kept, len(list((self.folder / "site/records").iterdir())))
        self.assertNotIn("<h3>Round", self.read("site/index.html"))

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


if __name__ == "__main__":
    unittest.main()
