"""A bot that dials in over an ordinary socket: what Nagle's algorithm costs it. The match itself: tests/protocol/transcript_test.py."""
import json
import statistics
import unittest

from fixture.lobby import LobbyCase


class DialledIn(LobbyCase):
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
