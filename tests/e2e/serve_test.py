"""Whole tournaments, from the file to the standings."""
import json
import unittest

from fixture.program import PYTHON, REFEREE, sample_bot
from fixture.tournament import TournamentCase, all_dialled, launched, token_of, walls
from fixture.web import WebCase


def names(start, count):
    return [f"{start}-{number}" for number in range(1, count + 1)]


class TournamentsCase(TournamentCase):
    def points(self):
        return sum(row["points"] for row in self.standings()["standings"])


class Serve(TournamentsCase):
    def by_environment(self, name, command):
        """A bot that finds address, name and token in its environment."""
        return self.spawn(command, environment={"REFEREE_ADDR": self.address, "REFEREE_NAME": name,
                                                "REFEREE_TOKEN": token_of(name)})

    def through(self, name, *joiner):
        """A bot that only uses stdin and stdout, through a program that dials in for it."""
        return self.spawn(*joiner, self.address, "--name", name, "--token-file", self.token_file(name), "--",
                          sample_bot("walls_random"))

    def test_bots_of_all_kinds_play_a_swiss_of_three_rounds(self):
        kinds = [(self.polite, names("compiled", 4)),
                 (lambda name: self.by_environment(name, sample_bot("walls_random")), names("environment", 2)),
                 (lambda name: self.by_environment(name, sample_bot("random_bot.js")), names("javascript", 2)),
                 (lambda name: self.through(name, *PYTHON, sample_bot("join.py")), names("join-py", 2)),
                 (lambda name: self.through(name, REFEREE, "join"), names("joined", 2))]
        everybody = [name for _, some in kinds for name in some]
        tables = len(everybody) // 2
        self.serve(walls(3, all_dialled(*everybody)))
        bots = [start(name) for start, some in kinds for name in some]
        self.finish()
        for bot in bots:
            self.assertEqual(0, bot.wait().code, bot.err)
        page = self.standings()
        self.assertEqual(len(everybody), len(page["standings"]))
        self.assertEqual(3 * tables, self.points())  # an encounter gives one point in all
        for row in page["standings"]:
            self.assertEqual((3, 6), (row["encounters"], row["games"]), row)
        self.assert_no_faults(*everybody)
        self.assertEqual(3 * tables * 2, len(self.record_files()))


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


class Run(TournamentsCase):
    """One tournament, looked at from all sides."""

    def test_run_leaves_all_that_is_shown_later(self):
        entrants = [launched(name, sample_bot("walls_random"), "--seed", "1") for name in names("random", 3)]
        self.write_config(walls(2, entrants))
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
        self.assertEqual(2 * 2, self.points())

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
