"""A ladder of the real program, closed by its number of matches: its table and its pages as commands show them. Its ratings seed a
round robin. How it is played, by bots that come and go and across crashes: tests/world."""
import json
import sqlite3
import unittest

from fixture.tournament import TournamentCase, plain_round_robin, randoms

KEPT = 4  # matches of an entrant
LADDER = plain_round_robin(randoms(3), format={"kind": "ladder", "matches": 20, "openings": {"plies": 2}}, parallel=2, web=None,
                           keep={"matches": KEPT, "days": 30}, store="ladder.db", reports="out")


class Ladder(TournamentCase):
    def test_its_table_and_its_pages(self):
        self.write_config(LADDER)
        self.referee("run", "config.json")
        page = self.standings()
        self.assertEqual(2 * 20, sum(row["games"] for row in page["standings"]))
        elos = [row["rating"]["elo"] for row in page["standings"]]
        self.assertEqual(sorted(elos, reverse=True), elos)

        # The store keeps results and records of the newest matches; the table has counted all of them.
        with sqlite3.connect(self.folder / "ladder.db") as store:
            kept = store.execute("SELECT count(*) FROM game WHERE status = 'done'").fetchone()[0]
        self.assertLessEqual(kept, KEPT * 3)
        self.assertEqual(kept, len(self.record_files()))
        self.referee("check", "ladder.db")
        told = json.loads(self.referee("standings", "ladder.db", "--format", "json"))
        self.assertEqual(page["standings"], told["standings"])
        for form in ("text", "csv", "md", "html"):
            self.assertIn("random-1", self.referee("standings", "ladder.db", "--format", form))
        self.referee("site", "ladder.db", "site")
        self.assertEqual(kept, len(list((self.folder / "site/records").iterdir())))
        self.assertNotIn("<h3>Round", self.read("site/index.html"))

        self.referee("run", "config.json")  # it is over: nothing more is played
        self.assertEqual(page["standings"], self.standings()["standings"])
        self.seeds_a_round_robin([row["name"] for row in page["standings"]])

    def seeds_a_round_robin(self, order):
        """Who was not on the ladder comes behind."""
        final = plain_round_robin([*randoms(3), {"name": "nora", "command": ["sample:walls_random"]}], seeds_from="ladder.db", web=None)
        self.write("lost.json", json.dumps({**final, "seeds_from": "nowhere.db"}))
        self.referee("check", "lost.json", "--no-start", code=2)
        self.assertIn("no store nowhere.db", self.said)
        self.write("final.json", json.dumps(final))
        self.assertIn("nora", self.referee("check", "final.json", "--no-start"))
        said = self.referee("run", "final.json", "--reports", "final.out")
        with sqlite3.connect(self.folder / "final.db") as store:
            seeds = [row[0] for row in store.execute("SELECT name FROM entrant ORDER BY number")]
        self.assertEqual([*order, "nora"], seeds, said)


if __name__ == "__main__":
    unittest.main()
