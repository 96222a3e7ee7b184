"""Bots that dial in: the first words, a match, odd messages, several games."""
import json
import statistics
import unittest

from fixture.lobby import LobbyCase


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

    def test_returning_bot_resumes_in_mid_match(self):
        self.listen()
        before = self.join("anna")
        token, start = self.welcome["token"], before.next("start")
        for _ in range(2):
            before.answer_next()
        turn = before.next("turn")
        before.close()

        after = self.join("anna", token=token, resume=True)
        self.assertNotIn("token", self.welcome)
        self.assertEqual(start, after.next("start"))
        self.assertEqual([("past", number) for number in range(5)],
                         [(past["type"], past["turn"]) for past in (after.next() for _ in range(5))])
        again = after.next()
        self.assertEqual(("turn", turn["turn"], turn["view"]), (again["type"], again["turn"], again["view"]))
        after.answer(again)
        self.play_out(after)
        self.assert_all_ok()

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


if __name__ == "__main__":
    unittest.main()
