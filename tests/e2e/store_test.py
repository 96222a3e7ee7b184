"""Stores: backup, restore and check with real tournaments; files that vanish while they are in use."""
import json
import signal
import sqlite3
import unittest

from fixture.case import RefereeCase
from fixture.record import with_new_sums


CONFIG = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 3},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"},
    "format": {"kind": "round_robin"},
    "seed": 7,
    "parallel": 1,
    "sandbox": "none",
    "entrants": [{"name": f"random-{i}", "command": ["sample:walls_random", "--seed", str(i)]} for i in range(1, 5)],
}


class Stores(RefereeCase):
    def setUp(self):
        super().setUp()
        self.write("config.json", json.dumps(CONFIG))

    def run_on(self, store):
        """Plays the tournament to its end; its standings without times."""
        self.referee("run", "config.json", "--store", store, "--reports", store + ".out")
        page = json.loads((self.folder / (store + ".out") / "standings.json").read_text())
        del page["updated"]
        for row in page["standings"]:
            del row["mean_ms"], row["worst_ms"]
        return page

    def begin_on(self, store):
        """A referee that plays, after its first match."""
        running = self.start("run", "config.json", "--store", store, "--reports", store + ".out")
        running.see("^r1t1g1")
        return running

    def kill(self, running):
        running.signal(signal.SIGKILL)
        running.wait()

    def change(self, store, sql, *values):
        with sqlite3.connect(self.folder / store) as database:
            database.execute(sql, values)
        database.close()

    def test_a_backup_of_a_running_tournament_goes_on_as_it_would_have(self):
        calm = self.run_on("calm.db")
        running = self.begin_on("spring.db")
        self.assertRegex(self.referee("backup", "spring.db", "saved.db"), r"^saved.db: 4 entrants, \d+ rounds?, \d+ records?\n$")
        self.assertRegex(self.referee("check", "spring.db"), "^spring.db: ok, 4 entrants")
        self.kill(running)
        for path in self.folder.glob("spring.db*"):
            if path.is_file():
                path.unlink()
        self.referee("restore", "saved.db", "spring.db")
        self.assertEqual(0o600, (self.folder / "spring.db").stat().st_mode & 0o777)
        self.assertEqual(calm, self.run_on("spring.db"))
        self.assertRegex(self.referee("check", "--deep", "spring.db"),
                         r"^spring.db: ok, 4 entrants, 3 rounds, \d+ records played again, [1-9]\d+ turns\n$")

    def test_nothing_is_replaced(self):
        self.run_on("spring.db")
        self.referee("backup", "spring.db", "config.json", code=2)
        self.assertIn("config.json exists already", self.said)
        self.referee("backup", "spring.db", "saved.db")
        self.referee("restore", "saved.db", "spring.db", code=2)
        self.assertIn("spring.db exists already", self.said)
        (self.folder / "spring.db").unlink()
        self.write("spring.db-wal", "of the old one")
        self.referee("restore", "saved.db", "spring.db", code=2)
        self.assertIn("spring.db-wal exists already", self.said)
        self.referee("restore", "config.json", "new.db", code=2)
        self.assertIn("store config.json", self.said)
        self.referee("backup", "none.db", "saved2.db", code=2)
        self.assertIn("no store none.db", self.said)
        self.assertEqual([], sorted(path.name for path in self.folder.glob("*.tmp")) + sorted(path.name for path in self.folder.glob("*.lock")))

    def test_check_names_what_is_damaged(self):
        self.run_on("spring.db")
        database = sqlite3.connect(self.folder / "spring.db")
        record = database.execute("SELECT text FROM record WHERE game = 1").fetchone()[0]
        database.close()
        lines = record.splitlines()
        turn = json.loads(lines[3])
        turn["events"]["blocked"] = not turn["events"]["blocked"]
        lines[3] = json.dumps(turn)
        changed = "\n".join(lines) + "\n"
        self.change("spring.db", "UPDATE record SET text = ? WHERE game = 1", changed)
        self.assertRegex(self.referee("check", "spring.db", code=1),
                         r"^spring.db: r\d+t\d+g1, attempt 1: record: line \d+, digest: got .*\nspring.db: damaged, 4 entrants")
        self.change("spring.db", "UPDATE record SET text = ? WHERE game = 1", with_new_sums(changed))
        self.referee("check", "spring.db")
        self.assertIn("record: line 4, turn 2, events.blocked: got ", self.referee("check", "--deep", "spring.db", code=1))
        self.change("spring.db", "UPDATE record SET text = (SELECT text FROM record WHERE game = 2) WHERE game = 1")
        self.assertIn("record: it is one of \"r", self.referee("check", "spring.db", code=1))
        self.change("spring.db", "UPDATE record SET text = ? WHERE game = 1", record)
        self.referee("check", "--deep", "spring.db")
        self.change("spring.db", "UPDATE game SET result = '{}' WHERE id = 1")
        self.assertIn("attempt 1: result: ", self.referee("check", "spring.db", code=1))
        self.change("spring.db", "UPDATE round SET encounters = '[{\"table\":1}]' WHERE number = 2")
        self.assertIn("round 2: pairing: ", self.referee("check", "spring.db", code=1))
        self.referee("backup", "spring.db", "saved.db", code=2)
        self.assertIn("store spring.db is damaged", self.said)
        self.assertFalse((self.folder / "saved.db").exists())

    def test_deep_is_for_stores(self):
        self.referee("check", "--deep", "config.json", code=2)
        self.assertIn("config.json, which is no store", self.said)

    def test_a_store_that_is_deleted_in_use_is_rescued(self):
        calm = self.run_on("calm.db")
        running = self.begin_on("spring.db")
        for suffix in ("", "-wal", "-shm"):
            (self.folder / f"spring.db{suffix}").unlink()
        self.expects_errors = True
        self.assertEqual(3, running.wait().code, running.out + running.err)
        self.assert_words(running.err, "store spring.db was deleted", "while in use", "is now in spring.db.rescued")
        (self.folder / "spring.db.rescued").rename(self.folder / "spring.db")
        self.assertEqual(calm, self.run_on("spring.db"))


if __name__ == "__main__":
    unittest.main()
