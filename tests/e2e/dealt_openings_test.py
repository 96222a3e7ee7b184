"""Openings in a game of one's own whose legal moves depend on the deal: in series, on a ladder, and what check says of it."""
import json
import random
import shlex
import unittest

from fixture.case import RefereeCase
from fixture.program import PYTHON
from fixture.tournament import launched

# Each of two seats is dealt cards by the seed, and plays them in turn: three, or one where the seed is odd.
RULES = """
import json, random, sys
matches = {}
def say(**message):
    print(json.dumps(message), flush=True)
def position(state, **more):
    hands, turn = state
    hand = hands[turn % 2]
    if hand:
        return {"to_move": [turn % 2], "legal": [hand], "view": {"hand": hand}, **more}
    return {"view": {"hand": []}, "scores": [turn, 0], **more}
say(type="hello", rules_program=1, name="cards", version=1)
for request in map(json.loads, sys.stdin):
    if request["type"] == "new":
        cards = 1 if request["seed"] % 2 else 3
        deck = random.Random(request["seed"]).sample(range(100), 2 * cards)
        matches[request["match"]] = [[deck[:cards], deck[cards:]], 0]
        say(id=request["id"], **position(matches[request["match"]]))
    elif request["type"] == "step":
        state = matches[request["match"]]
        hand, entry = state[0][state[1] % 2], request["moves"][0]
        if "move" in entry and entry["move"] not in hand:
            say(id=request["id"], refused=[{"seat": entry["seat"], "why": "not in your hand"}])
            continue
        hand.remove(entry.get("move", hand[0]))
        state[1] += 1
        say(id=request["id"], **position(state, events=[]))
"""
GAME = {"rules_program": 1, "name": "cards", "version": 1, "command": ["python3", "rules.py"], "seats": 2}
BOT = """
import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        move = message["view"]["hand"][0]
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "bye":
        break
"""


class DealtOpenings(RefereeCase):
    def setUp(self):
        super().setUp()
        self.write("cards/game.json", json.dumps(GAME))
        self.write("cards/rules.py", RULES)
        self.bot = str(self.write("bots/bot.py", BOT))
        self.game_folder = self.folder / "cards"

    def records(self):
        """The records, which verify: all answers are legal, and all given turns."""
        files = self.record_files()
        checked = self.run_to_end("verify", "--game", "cards", *files)
        self.assertEqual(0, checked.code, checked.out + checked.err)
        lines = [self.read_lines(file) for file in files]
        for header, *turns in lines:
            self.assertEqual(1 if header["seed"] % 2 else 3, header.get("given_turns", 0), header["seed"])
            self.assertEqual(["ok"] * len(turns[:-1]), [turn["answers"][0]["verdict"] for turn in turns[:-1]])
        return lines

    def given(self, record):
        return [turn["answers"][0]["move"] for turn in record if turn.get("given")]

    def test_a_series_draws_in_the_deal_of_each_match(self):
        bot = f"{shlex.join(PYTHON)} {self.bot}"
        done = self.run_to_end("match", "cards", "--seed", "1", "--pairs", "4", "--random-plies", "3", "--bot", f"a={bot}", "--bot", f"b={bot}")
        self.assertEqual(0, done.code, done.err)
        self.assert_words(done.err, "openings", "4 of 8 deals", "fewer are drawn")
        by_seed = {}
        for record in self.records():
            by_seed.setdefault(record[0]["seed"], []).append(self.given(record))
        self.assertEqual([1, 2, 3, 4], sorted(by_seed))
        for one, other in by_seed.values():
            self.assertEqual(one, other, "both games of a pair begin alike")

    def tournament(self, openings, **more):
        config = {"name": "Cards", "game": "./cards", "seed": 5, "store": "t.db", "reports": "out", "listen": {"port": 0}, "web": None,
                  "format": {"kind": "ladder", "matches": 8, "openings": openings}, "sandbox": "none", "as_root": True,
                  "entrants": [launched(name, *PYTHON, self.bot) for name in ("anna", "bert", "carl")], **more}
        self.write("cards.json", json.dumps(config))

    def warning(self):
        """That of check about openings."""
        self.assertIn("warning: format.openings", self.referee("check", "cards.json", "--no-start"))
        warnings = json.loads(self.referee("check", "cards.json", "--no-start", "--json"))["warnings"]
        [warning] = [warning for warning in warnings if warning.startswith("format.openings")]
        return warning

    def test_a_ladder_plays_to_its_end_and_check_has_said_what_happens(self):
        self.tournament({"plies": 3})
        self.assert_words(self.warning(), "format.openings", "4 of 8 deals", "fewer are drawn")
        self.referee("serve", "cards.json", "--exit-when-done")
        self.assertEqual(8, len(self.records()))

    def test_an_opening_of_a_list_ends_where_the_deal_does_not_allow_more(self):
        deck = random.Random(2).sample(range(100), 6)  # the hands of a deal that check tries
        self.tournament([[deck[0], deck[3], deck[1]], []])
        self.assert_words(self.warning(), "did not fit the deal")
        self.referee("serve", "cards.json", "--exit-when-done")
        checked = self.run_to_end("verify", "--game", "cards", *self.record_files())
        self.assertEqual((0, 8), (checked.code, len(self.record_files())), checked.out)
        self.tournament([[deck[0], 100]])
        refused = self.run_to_end("check", "cards.json", "--no-start")
        self.assertEqual(2, refused.code)
        self.assert_words(refused.err, "format.openings:1", "turn 0")

    def test_turns_that_no_deal_has_are_refused_before_anything_is_played(self):
        self.tournament({"plies": 6})
        for words in (["check", "cards.json", "--no-start"], ["serve", "cards.json"]):
            done = self.run_to_end(*words)
            self.assertEqual(2, done.code, done.err)
            self.assert_words(done.err, "format.openings.plies", "got 6, expected fewer")

    def test_check_says_that_turns_cannot_be_drawn_where_no_legal_moves_are_listed(self):
        self.write("cards/rules.py", RULES.replace('"legal": [hand], ', ""))
        self.tournament({"plies": 2})
        self.assert_words(self.warning(), "does not list the legal moves")


if __name__ == "__main__":
    unittest.main()
