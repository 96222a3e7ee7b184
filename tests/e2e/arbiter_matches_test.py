"""`referee ctl void` and `rerun`: their effect on matches, records and standings, also across a crash."""
import unittest

from fixture.tournament import TournamentCase, all_dialled, randoms, walls


class ArbiterOnMatches(TournamentCase):
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

    # Tournaments 7.1, 7.5: it counts for nobody, also after another start.
    def test_void_match_counts_for_nobody(self):
        self.play_round()
        self.assertEqual("match r1t1g1 is cancelled\n", self.order("void", "r1t1g1", "power", "cut"))
        self.assertIn("match r1t1g1 cannot be cancelled", self.refused("void", "r1t1g1"))
        self.assertTrue(self.games()["r1t1g1"]["struck"])
        self.assertEqual(["match r1t1g1 is cancelled: power cut"], self.notes())
        self.assertFalse(self.has_record("r1t1g1"), "MATCH.jsonl is the attempt that counts")
        last = self.record_of("r1t1g1.a1").last
        self.assertEqual(("void", "match r1t1g1 is cancelled: power cut"), (last["status"], last["why"]))
        self.assertIn("result", last, "the game was over")
        after = self.standings_without_times()
        self.assertNotEqual(self.before["standings"], after["standings"])
        self.kill_and_serve_again()
        self.status_with("waits for the arbiter")
        self.assertEqual(after, self.standings_without_times())
        self.order("start")
        self.finish()
        self.assertTrue(self.games()["r1t1g1"]["struck"])

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

    # Tournaments 7.3: also a match that `void` has struck.
    def test_match_that_counts_for_nobody_may_be_played_again(self):
        self.play_round()
        self.order("void", "r1t1g2")
        self.order("rerun", "r1t1g2")
        self.assert_played_again()
        self.assertFalse(self.games()["r1t1g2"]["struck"])
        self.order("start")
        self.finish()

    # Tournaments 2.7, 7.3: a running match begins again, with another seed.
    def test_running_match_is_played_again_from_its_beginning(self):
        self.serve(walls(1, all_dialled("alice", "bob")))
        alice, bob = self.join("alice"), self.join("bob")
        first = alice.next("start")
        bob.next("start")
        self.play_turns(*((alice, bob) if first["seat"] == 0 else (bob, alice)), 1)
        self.assertIn("a running one: rerun", self.refused("void", "r1t1g1"))
        self.assertEqual("match r1t1g1 is played again\n", self.order("rerun", "r1t1g1"))
        self.assertIn("the match is void: the arbiter", alice.next("error")["message"])
        bob.next("start")
        second = alice.next("start")
        self.assertEqual("r1t1g1", second["match"])
        self.assertNotEqual(first["commitment"], second["commitment"], "another attempt has another seed")
        self.play_turns(*((alice, bob) if second["seat"] == 0 else (bob, alice)))
        self.play_game(alice, bob)
        self.finish()
        self.assertTrue(self.has_record("r1t1g1.a1"))
        self.assertEqual(2, self.assert_one_record_a_game())
        self.assertEqual(2, self.row("alice")["games"])


if __name__ == "__main__":
    unittest.main()
