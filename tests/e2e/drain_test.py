"""A tournament that is stopped: "SIGTERM: no new matches, running ones end, reports written, exit 0; a second one stops at
once"."""
import signal
import unittest

from fixture.tournament import TournamentCase, all_dialled, walls

NAMES = ["anna", "bert", "cleo", "dora"]
STOPPING = "the referee is stopping"


class Drain(TournamentCase):
    def begin(self):
        """Two tables, both in the middle of their first game."""
        self.serve(walls(2, all_dialled(*NAMES)))
        self.bots = [self.join(name) for name in NAMES]
        for bot in self.bots:
            bot.next("start")

    def interrupt(self):
        self.served.signal(signal.SIGTERM)
        self.served.wait_for_error("no new game begins")

    def let_them_play(self, *bots):
        """Until the referee has ended. The reasons of its byes."""
        for bot in bots:
            self.play_on(bot)
        self.assertEqual(0, self.served.wait().code, self.served.err)
        return self.byes()

    def play_the_rest(self):
        """Starts it again, and all bots dial in."""
        self.serve_again()
        for name in NAMES:
            self.play_on(self.join(name))
        self.finish()
        self.assert_no_faults(*NAMES)
        self.assertEqual(2 * 2 * 2, len(self.games()))

    def test_whoever_plays_may_come_back_meanwhile(self):
        self.begin()
        self.interrupt()
        again = self.join("anna")
        self.assertEqual("your match goes on", again.next("wait")["reason"])
        self.assertEqual(["replaced", *[STOPPING] * 4], sorted(self.let_them_play(*self.bots, again)))
        self.assertEqual(2, len(self.games()))

    def test_second_signal_stops_at_once_and_what_ran_is_played_again(self):
        self.begin()
        self.interrupt()
        self.served.signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, self.served.wait().code, self.served.err)
        for bot in self.bots:
            self.assert_words(bot.next("error")["message"], "the match is void", "interrupted by signal 15")
            self.assertEqual(STOPPING, bot.next("bye")["reason"])
            bot.close()
        self.assertEqual({}, self.games())
        for match in ("r1t1g1", "r1t2g1"):
            self.assertFalse(self.has_record(match))
            last = self.record_of(f"{match}.a1").last
            self.assertEqual(("void", "interrupted by signal 15"), (last["status"], last["why"]))

        self.play_the_rest()
        self.assertEqual(2, self.record_of("r1t1g1").header["attempt"])
        self.assertEqual(1, self.record_of("r2t1g1").header["attempt"])


if __name__ == "__main__":
    unittest.main()
