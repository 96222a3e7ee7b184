"""Lost connections, and bots that run twice, in a tournament."""
import unittest

from fixture.dial_in import token_of
from fixture.tournament import TournamentCase, all_dialled, walls


class Reconnect(TournamentCase):
    def begin(self):
        """Anna, played by the test, against bert, an honest bot."""
        self.serve(walls(1, all_dialled("anna", "bert")))
        self.play_on(self.join("bert"))
        return self.join("anna")

    @staticmethod
    def play_turns(anna, count):
        """Answers so many turns; the next one, which is open."""
        for _ in range(count):
            anna.answer(anna.next("turn"))
        return anna.next("turn")

    def finish_without_faults(self, anna):
        self.play_on(anna)
        self.finish()
        self.assert_no_faults("anna", "bert")
        self.assertEqual(2, len(self.record_files()))

    # "After a reconnect in mid-match the referee sends welcome, wait and start again, then, if hello said "resume":true,
    # one past for each turn before the open one, then the open turn."
    def test_resumes_in_mid_match_with_the_past_in_order(self):
        before = self.begin()
        start = before.next("start")
        turn = self.play_turns(before, 3)
        before.close()
        after = self.join("anna", resume=True)
        self.assertEqual("your match goes on", after.next()["reason"])
        self.assertEqual(start, after.next())
        for number in range(turn["turn"]):
            past = after.next()
            self.assertEqual(("past", start["match"], number), (past["type"], past["match"], past["turn"]))
        again = after.next()
        self.assertEqual(("turn", turn["turn"], turn["view"]), (again["type"], again["turn"], again["view"]))
        after.answer(again)
        self.finish_without_faults(after)

    def test_without_resume_there_is_no_past(self):
        before = self.begin()
        turn = self.play_turns(before, 3)
        before.close()
        after = self.join("anna")
        *first, again = [after.next() for _ in range(3)]
        self.assertEqual(["wait", "start"], [message["type"] for message in first])
        self.assertEqual(("turn", turn["turn"]), (again["type"], again["turn"]))
        after.answer(again)
        self.finish_without_faults(after)

    # "Between rounds a bot may disconnect freely", and between games: it is waited for.
    def test_bot_may_leave_between_games(self):
        before = self.begin()
        before.play()
        before.close()
        self.finish_without_faults(self.join("anna"))

    # "The newest authenticated connection of a name wins, the old one gets bye replaced."
    def test_newest_connection_plays_on(self):
        old = self.begin()
        turn = self.play_turns(old, 1)
        young = self.join("anna")
        self.assertEqual("replaced", old.next("bye")["reason"])
        self.assertIsNone(old.next())
        again = young.next("turn")
        self.assertEqual((turn["match"], turn["turn"]), (again["match"], again["turn"]))
        young.answer(again)
        self.finish_without_faults(young)

    # "after 5 take-overs a minute the newest waits (retry_after_ms)"
    def test_sixth_take_over_in_a_minute_has_to_wait(self):
        newest = self.begin()
        for _ in range(5):
            turn, old = self.play_turns(newest, 1), newest
            newest = self.join("anna")
            self.assertEqual("replaced", old.next("bye")["reason"])
            newest.answer(turn)
        error = self.refusal("anna", token=token_of("anna"))
        self.assertEqual("take_over", error["code"])
        self.assertTrue(0 < error["retry_after_ms"] <= 60_000, error)
        self.finish_without_faults(newest)  # the bot that has the connection keeps it


if __name__ == "__main__":
    unittest.main()
