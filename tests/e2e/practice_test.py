"""Open practice: "whoever connects plays house bots at once, until stopped"."""
import signal
import unittest

from fixture.program import sample_bot
from fixture.tournament import TournamentCase, walls


class Practice(TournamentCase):
    def setUp(self):
        super().setUp()
        self.serve({**walls(1, []), "format": {"kind": "practice"}, "registration": "open",
                    "house_bot": [sample_bot("walls_random"), "--seed", "1"]})

    def enter(self, name):
        return self.join(name, token="")

    def drain(self, *bots):
        """Stops the referee; the matches of these bots are played to their end."""
        self.served.signal(signal.SIGTERM)
        self.served.wait_for_error("no new game begins")
        for bot in bots:
            self.play_on(bot)
        self.assertEqual(0, self.served.wait().code, self.served.err)
        self.assertEqual(["the referee is stopping"] * len(bots), self.byes())

    def test_whoever_connects_plays_the_house_again_and_again(self):
        anna = self.enter("anna")
        token = self.welcome["token"]
        self.assertEqual(["anna", "house"], anna.next("start")["players"])
        self.assertEqual("r1t1g1", anna.play()["match"])
        self.assertEqual(["house", "anna"], anna.next("start")["players"])  # seats change from match to match
        self.assertEqual("r1t1g2", anna.play()["match"])
        self.assertEqual("r1t1g3", anna.next("start")["match"])
        bert = self.enter("bert")  # in the middle of anna's game
        self.assertEqual("r1t2g1", bert.next("start")["match"])
        self.drain(anna, bert)
        self.assertEqual(4, len(self.record_files()))
        for match in ("r1t1g1", "r1t1g2", "r1t1g3", "r1t2g1"):
            self.assertEqual("done", self.record_of(match).last["status"], match)

        # Games are counted on after a restart.
        self.serve_again()
        again = self.join("anna", token=token)
        self.assertEqual("r1t1g4", again.next("start")["match"])
        self.drain(again)

    def test_whoever_leaves_is_waited_for_and_plays_on(self):
        anna = self.enter("anna")
        token = self.welcome["token"]
        asked = anna.next("turn")
        anna.close()
        again = self.join("anna", token=token)
        self.assertEqual(asked["match"], again.next("turn")["match"])
        again.answer(asked)
        self.drain(again)
        self.assertEqual(["ok"] * 9, self.record_of("r1t1g1").verdicts(0))


if __name__ == "__main__":
    unittest.main()
