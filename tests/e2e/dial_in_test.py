"""Bots that dial in: a match, and what Nagle's algorithm costs."""
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


if __name__ == "__main__":
    unittest.main()
