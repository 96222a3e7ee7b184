"""Whole tournaments, from the file to the standings. Bots that dial in by each of our clients: tls_test.py."""
import json
import unittest

from fixture.tournament import TournamentCase, all_dialled, randoms, walls
from fixture.web import WebCase


class AfterTheEnd(WebCase):
    CONFIG = {"game": "walls", "options": {"n": 3}, "format": {"kind": "swiss", "rounds": 1, "best_of": 2},
              "entrants": all_dialled("anna", "bert")}

    def play(self):
        for name in ("anna", "bert"):
            self.play_on(self.join(name))
        self.assertEqual(["the tournament is over"] * 2, self.byes())
        self.until(lambda: self.tournament()["finished"])

    def test_pages_and_arbiter_stay_until_it_is_told_to_stop(self):
        self.serve(self.CONFIG, stays=True)
        self.play()
        self.served.see("^reports: ")
        self.assertIn(", over, ", self.served.out + self.order("status").replace("\n", ", "))
        over = self.tournament()
        self.assertEqual("finished", over["status"])
        with self.assertRaises(ConnectionRefusedError):
            self.dial()
        self.order("void", "r1t1g1", "wrong map")  # rulings are still shown
        self.until(lambda: any("wrong map" in note["text"] for note in self.tournament()["notes"]))
        self.until_written("out/site/tournament.json", "wrong map")
        self.assertIn("over", self.refused("rerun", "r1t1g1"))
        self.order("stop")
        self.assertEqual(0, self.served.wait().code, self.served.err)
        self.assertEqual(1, self.served.out.count("reports: "))

        self.serve_again(stays=True)
        self.until(lambda: self.get("/api/tournament").status == 200)
        self.until(lambda: self.tournament()["finished"])
        self.assertEqual(over["finished_at"], self.tournament()["finished_at"], "when it ended, not when it was shown again")
        self.stop()

    def test_stop_lets_running_games_end(self):
        self.serve(self.CONFIG, stays=True)
        anna, bert = self.join("anna"), self.join("bert")
        self.status_with("running: r1t1g1")
        self.order("stop")
        self.assertIn("stopping", self.refused("stop"))
        self.play_on(anna)
        self.play_on(bert)
        self.assertEqual(0, self.served.wait().code, self.served.err)
        self.assertEqual({"r1t1g1"}, set(self.games()))
        self.assertFalse(self.standings()["finished"])


class Run(TournamentCase):
    """One tournament, looked at from all sides."""

    def test_run_leaves_all_that_is_shown_later(self):
        self.write_config(walls(2, randoms(3)))
        printed = self.referee("run", "config.json")
        with self.subTest("prints plain lines that end with the standings"):
            self.assertEqual("", self.said)
            self.assert_words(printed, "\nr1t1g1: 1. random-", "\nr2t1g2: 1. random-", "round 1/2 ", "4/4 games",
                              "\nSpring (walls): final\n")
            self.assertTrue(printed.endswith("\nreports: out\nreplays: open out/site/index.html in a browser\n"), printed)
            self.assertEqual([], [control for control in ("\r", "\x1b") if control in printed])  # not a terminal
        for facet in (self.leaves_all_reports, self.standings_of_the_store_are_those_of_the_reports,
                      self.an_entrants_place_is_explained_from_the_store, self.once_over_it_only_shows_its_standings_again):
            with self.subTest(facet.__name__):
                facet()

    def leaves_all_reports(self):
        for file in ("standings.json", "standings.csv", "standings.md", "standings.html"):
            self.assertIn("random-3", self.read(f"out/{file}"), file)
        self.assertEqual(4, len(self.record_files()))  # two rounds, one table each, two games: the third has a bye
        self.assertEqual(2 * 2, sum(row["points"] for row in self.standings()["standings"]))

    def standings_of_the_store_are_those_of_the_reports(self):
        of_store = json.loads(self.referee("standings", "spring.db", "--format", "json"))
        of_reports = self.standings()
        del of_store["updated"], of_reports["updated"]
        self.assertEqual(of_reports, of_store)

    def an_entrants_place_is_explained_from_the_store(self):
        self.assert_words(self.referee("standings", "spring.db", "--explain", "RANDOM-3"),
                          "Spring, final: random-3 is number ", "\nPTS, points: ", "\nBH/C1, ", "\nRank ")
        self.referee("standings", "spring.db", "--explain", "random-33", code=2)
        self.assertTrue(self.said.startswith("referee: spring.db: --explain: "), self.said)
        self.assertEqual(1, self.said.count("\n"), self.said)
        self.assert_words(self.said, 'no entrant is called "random-33"', "The nearest names are: random-3, random-1, random-2\n")
        both = self.run_to_end("standings", "spring.db", "--explain", "random-3", "--format", "json")
        self.assertIn("--format excludes --explain", both.err)

    def once_over_it_only_shows_its_standings_again(self):
        before = self.standings()
        again = self.referee("run", "config.json")
        self.assert_words(again, "going on with spring.db", "Spring (walls): final")
        self.assertNotIn("r1t1g1", again)
        self.assertEqual(before["encounters"], self.standings()["encounters"])


if __name__ == "__main__":
    unittest.main()
