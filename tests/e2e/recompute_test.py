"""All reports are pure functions of the results: each is made again from the store and compared."""
import re
import unittest

from fixture.record import Record
from fixture.tournament import TournamentCase, launched, randoms, walls

WORDS = {"standings.json": ["--format", "json"], "standings.csv": ["--format", "csv"], "standings.md": ["--format", "md"],
         "standings.html": ["--format", "html", "--records", "records/"]}


def superball(**form):
    """Superball of very few turns: two instances."""
    return {"name": "Spring", "game": "superball", "seed": 1, "options": {"max_moves": 30}, "format": form,
            "clock": {"kind": "per_move", "ms": 60000}, "instances": [{"seeds": "1-2"}], "store": "spring.db", "reports": "out/",
            "entrants": [launched(name, "sample:sb_play2") for name in ("alice", "bob", "carol")]}


class Recompute(TournamentCase):
    def play(self, config):
        """Plays a tournament of launched bots to its end, without an arbiter."""
        self.write_config(config)
        self.referee("run", "config.json")

    def assert_reports_of_the_store(self, rounds=0):
        """`referee standings` makes every file in the reports folder again from the store, byte by byte; a Swiss at tables of
        two has one file for each of its `rounds`, too."""
        words = {**WORDS, **{f"round-{number}.trf": ["--format", "trf", "--round", number] for number in range(1, rounds + 1)}}
        # records/ and bots/ are copies of what matches and bots have written.
        files = {file.name for file in (self.folder / "out").iterdir() if not file.is_dir()}
        self.assertEqual(set(words), files)
        for name in files:
            with self.subTest(name), open(self.folder / "again", "wb") as again:
                self.referee("standings", "spring.db", *words[name], out=again)
                self.assertEqual((self.folder / "out" / name).read_bytes(), (self.folder / "again").read_bytes())

    def assert_links(self, count):
        """The page of standings has links to that many records, and they all exist."""
        links = set(re.findall('href="(records/[^"]*)"', self.read("out/standings.html")))
        self.assertEqual(count, len(links))
        self.assertEqual([], [link for link in links if not (self.folder / "out" / link).is_file()])

    def test_a_swiss(self):
        self.play(walls(3, randoms(5)))  # with a bye in each round
        self.assert_reports_of_the_store(3)
        self.assert_links(3 * 2 * 2)  # rounds, tables, games
        self.assertIsInstance(self.standings()["first_seat_advantage"], dict)
        self.assertEqual(max(Record(file).last["ended"] for file in self.record_files()), self.standings()["updated"])

    def test_tables_with_house_bots(self):
        dumb = [launched(f"dumb-{seed}", "sample:lightcycle_dumb", "--seed", str(seed)) for seed in range(1, 7)]
        self.play({**walls(2, dumb), "game": "lightcycle",
                   "options": {"size": 12, "starts": [[[11, 3]], [[3, 11]], [[0, 8]], [[8, 0]]]},
                   "format": {"kind": "swiss", "rounds": 2, "table": 4, "best_of": 3},
                   "house_bot": ["sample:lightcycle_dumb", "--seed", "7"]})
        self.assert_reports_of_the_store()
        links = len(set(re.findall('href="records/[^"]*"', self.read("out/standings.html"))))
        self.assertGreater(links, 0)
        self.assert_links(links)

    def test_a_field(self):
        self.play(superball(kind="field"))
        self.assert_reports_of_the_store()
        self.assert_links(3 * 2)
        alice = self.row("alice")
        self.assertIsNone(alice["rating"])
        self.assertIsInstance(alice["score"]["standard_error"], (int, float))

    def test_what_the_arbiter_has_changed(self):
        # Its registration is open so that it listens.
        self.serve({**walls(2, randoms(4)), "between_rounds": "manual", "registration": "open", "start": {"when": "all"}})
        self.status_with("waits for the arbiter")
        self.order("void", "r1t1g1", "power", "cut")
        self.order("withdraw", "random-4")
        self.order("start")
        self.status_with("waits for the arbiter")  # after the last round, too
        self.order("start")
        self.finish()
        self.assert_reports_of_the_store(2)
        self.assert_links(len(self.record_files()) - 1)  # not to the void one

    def test_elsewhere_the_page_links_to_nothing(self):
        self.play(walls(1, randoms(2)))
        page = ["standings", "spring.db", "--format"]
        self.assertNotIn(".jsonl", self.referee(*page, "html"))
        self.assertIn('<a href="https://x.org/r/r1t1g1.jsonl">',
                      self.referee(*page, "html", "--records", "https://x.org/r"))
        self.referee(*page, "md", "--records", "records/", code=2)
        self.assert_words(self.said, "only", "--format html", "links")


if __name__ == "__main__":
    unittest.main()
