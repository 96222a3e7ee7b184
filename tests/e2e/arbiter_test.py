"""`referee ctl` to a running referee, also across a crash. What each order does: tests/referee/tournament/run/arbiter_test.cpp."""
import json
import unittest

from fixture.program import sample_bot
from fixture.tournament import TournamentCase, all_dialled, randoms, walls

MANUAL = {"start": {"when": "manual"}}


class Arbiter(TournamentCase):
    # Tournaments 1.1, 1.3: added by the arbiter, paired from the next round on.
    def test_added_entrant_plays_the_next_swiss_round(self):
        names = ["alice", "bob", "carol"]
        self.serve({**walls(2, all_dialled(*names)), "between_rounds": "manual"})
        for name in names:
            self.join(name)
        said = self.order("add", "dave")
        self.assert_words(said, "dave may dial in.", "Its token, shown only now: ")
        self.write("dave.token", said.split()[-1] + "\n")
        for name, words in (("Dave", "dave is an entrant already"), ("d/ve", "expected a letter or digit"),
                            ("house", "taken")):
            self.assertIn(words, self.refused("add", name))
        self.assertEqual("bad_token", self.refusal("dave", token="another")["code"])
        self.kill_and_serve_again()  # the roster is the store's
        bots = [self.polite(name) for name in names]
        bots.append(self.spawn(sample_bot("walls_random"), "--connect", self.address, "--name", "dave", "--token-file",
                               "dave.token"))
        self.status_with("round 1 of 2, 2 games played, waits")
        self.assertEqual(0, self.row("dave")["games"], "it came after the pairing of round 1")
        self.order("start")
        self.status_with("round 2 of 2, 6 games played, waits")
        self.order("start")
        self.finish()
        self.assertEqual(2, self.row("dave")["games"])
        self.assertIn("dave has entered, registered by the arbiter", self.notes())
        self.assert_no_faults(*names, "dave")
        for bot in bots:
            self.assertEqual(0, bot.wait().code, bot.err)
    def test_wrong_orders_are_refused_in_one_line(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        self.join("alice")
        for words, message in ((["withdraw", "\x1b[2Jzoe"], "no entrant '"), (["kick", "bob"], "bob has no connection"),
                               (["rerun", "r1t1g1"], "match r1t1g1 has not been played"), (["void", "r01t1g1"], "r1t3g2"),
                               (["resume"], "not paused"), (["add", ""], "expected a letter or digit")):
            with self.subTest(words=words):
                said = self.refused(*words)
                self.assertIn(message, said)
                self.assertNotIn("\x1b", said)
        self.assertEqual([], self.notes())
        self.stop()
        nobody = self.ctl("status")
        self.assertEqual((3, 1), (nobody.code, nobody.err.count("\n")), nobody.err)

    def test_status_as_json_has_what_the_text_has(self):
        self.serve({**walls(1, all_dialled("alice", "bob")), **MANUAL})
        told = json.loads(self.referee("ctl", "status", "--json"))
        self.assertEqual(["alice", "bob"], [entrant["name"] for entrant in told["entrants"]])
        self.assertEqual({"name": "alice", "launched": False, "here": False, "awaits_approval": False, "withdrawn": False},
                         told["entrants"][0])
        self.assertEqual(([], {"open": False, "code": None, "to_be_approved": 0}), (told["running"], told["registration"]))
        self.assertIn(told["tournament"], self.referee("ctl", "status"))
        self.stop()
    def play_round(self):
        """Bots that always play the same, so that one wins both games, and a wait after the only round."""
        self.serve({**walls(1, randoms(4)), "between_rounds": "manual", "registration": "open", "start": {"when": "all"}})  # so that it listens
        self.status_with("round 1 of 1, 4 games played, waits")
        self.before = self.without_notes()

    def without_notes(self):
        page = self.standings_without_times()
        del page["notes"]
        return page

    def assert_played_again(self):
        """Once all matches were played again: the same bots, the same games."""
        self.until(lambda: all(encounter["decided"] for encounter in self.standings()["encounters"][:2]))
        self.assertEqual(self.before, self.without_notes())

    def test_finished_match_is_played_again(self):
        # Tournaments 7.3: MATCH.a1.jsonl is the old one, MATCH.jsonl the one that counts.
        self.play_round()
        self.assertEqual("match r1t2g2 is played again\n", self.order("rerun", "r1t2g2", "wrong board"))
        self.assert_played_again()
        self.assertTrue(self.has_record("r1t2g2.a1"))
        self.assertEqual(2, self.record_of("r1t2g2").header["attempt"])
        self.assertEqual(["match r1t2g2 is played again: wrong board"], self.notes())
        self.kill_and_serve_again()
        self.status_with("4 games played, waits")
        self.assert_played_again()
        self.assertEqual(["match r1t2g2 is played again: wrong board"], self.notes())
        self.assertTrue(self.has_record("r1t2g2.a1"))
        self.order("rerun", "r1t2g2")
        self.kill_and_serve_again()  # in the middle of it, or just before or after
        self.assert_played_again()
        self.status_with("4 games played, waits")
        self.order("start")
        self.finish()
        self.assertEqual(4, self.assert_one_record_a_game())
        self.assertGreaterEqual(self.record_of("r1t2g2").header["attempt"], 3)


if __name__ == "__main__":
    unittest.main()
