"""Bots that dial in: the first words, a match, odd messages, several games."""
import json
import statistics
import unittest

from fixture.case import SHORT_CLOCK
from fixture.lobby import LobbyCase
from fixture.program import KILLED
from fixture.record import Record


class DialledIn(LobbyCase):
    def test_plays_a_match(self):
        self.listen()
        anna = self.join("anna")
        self.assertEqual((1, "anna"), (self.welcome["protocol"], self.welcome["name"]))
        self.assertRegex(self.welcome["token"], "^[0-9a-f]{32}$")
        start = anna.next("start")
        self.assertEqual(("walls", 1, ["honest_walls", "anna"]), (start["game"], start["seat"], start["players"]))
        self.assertEqual("wall", start["clock"]["measure"])
        end = anna.play()
        self.assertEqual((2, 0, 1), (end["rank"], end["faults"], end["seed"]))
        self.assertEqual("the match is over", anna.next("bye")["reason"])
        self.assertIsNone(anna.next())
        anna.close()
        self.finish()
        self.assert_all_ok()
        header = self.record().header
        self.assertEqual((start["commitment"], end["salt"]), (header["commitment"], header["salt"]))

    def test_unknown_fields_are_ignored_and_unknown_types_answered(self):
        self.listen()
        anna = self.dial()
        anna.send({"type": "greetings"})
        self.assertEqual("unknown_type", anna.next()["code"])
        anna.hello("anna", colour="red", features=["telepathy"])
        first = anna.next("turn")
        anna.send({"type": "resign"})
        self.assertEqual("unknown_type", anna.next()["code"])
        anna.hello("anna")
        self.assertEqual("unexpected", anna.next()["code"])
        anna.send({"type": "move", "match": first["match"], "turn": first["turn"], "move": "left", "why": 0})
        self.play_out(anna)
        self.assert_all_ok()

    def test_moves_for_other_turns_and_matches_are_refused_and_change_nothing(self):
        self.listen()
        anna = self.join("anna")
        first = anna.next("turn")

        def refused(**other):
            anna.answer({**first, **other}, "right")
            return anna.next()

        early = refused(turn=3)
        self.assertEqual(("early", 3), (early["code"], early["turn"]))
        self.assertEqual("stale", refused(turn=0)["code"], "the other bot's")
        self.assertEqual("stale", refused(match="walls-0g0")["code"])
        self.assertEqual("early", refused(turn=2**63 - 1)["code"])
        anna.answer(first)
        second = anna.next("turn")
        self.assertEqual("stale", refused(turn=first["turn"])["code"])
        anna.answer(second)
        self.play_out(anna)
        self.assert_all_ok()
        self.assertEqual({"left"}, {answer["move"] for answer in self.record().answers(1)})

    def test_newline_in_a_write_of_its_own_costs_nothing_across_a_plain_socket(self):
        self.listen()
        anna = self.join("anna")
        while (message := anna.next())["type"] != "end":
            if message["type"] == "turn":
                move = {"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"}
                anna.write(json.dumps(move))
                anna.write("\n")  # Nagle's algorithm holds it back until the first part is acknowledged
        anna.close()
        self.finish()
        self.assert_all_ok()
        self.assertLess(statistics.median(answer["spent_us"] for answer in self.record().answers(1)), 20_000)

    def test_plays_two_games_over_one_connection_and_seats_rotate(self):
        self.listen("--games", "2")
        anna = self.join("anna")
        first = anna.next("start")
        self.assertEqual(1, first["seat"])
        anna.play()
        self.assertIn("game 2 of 2", anna.next("wait")["reason"])
        second = anna.next("start")
        self.assertEqual(0, second["seat"])
        self.assertNotEqual(first["match"], second["match"])
        self.assertEqual(2, anna.play()["seed"])
        anna.close()
        self.finish()
        self.assertEqual(2, len(self.record_files()))
        self.assertIn("totals of 2 games", self.served.out)

    def test_player_who_leaves_between_games_has_not_come(self):
        self.listen("--games", "2", "--no-show-ms", "1")
        self.play_out(self.join("anna"))
        _, second = self.record_files()
        self.assertEqual([0], Record(second).last["no_show"])

    def test_player_who_leaves_in_mid_match_is_disconnected(self):
        self.listen(clock=SHORT_CLOCK)
        anna = self.join("anna")
        for _ in range(7):
            anna.answer(anna.next("turn"))
        anna.next("turn")
        anna.close()
        self.finish()
        self.assertEqual(["ok"] * 7 + ["disconnected"] * 2, self.record().verdicts(1))
        self.assertIn("no connection", self.record().faults(1)[-1])

    def test_sees_the_end_of_input_when_the_referee_is_killed(self):
        self.listen()
        anna = self.join("anna")
        anna.next("turn")
        self.served.signal(-KILLED)
        self.assertIsNone(anna.next())
        self.assertEqual(KILLED, self.served.wait().code)


if __name__ == "__main__":
    unittest.main()
