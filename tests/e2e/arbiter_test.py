"""`referee ctl` to a running referee. What each order does: tests/referee/tournament/run/arbiter_test.cpp; what becomes of it in a
crash: tests/world."""
import json
import unittest

from fixture.tournament import TournamentCase, all_dialled, walls

MANUAL = {"start": {"when": "manual"}}


class Arbiter(TournamentCase):
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


if __name__ == "__main__":
    unittest.main()
