"""`referee step`: the state of a game after given answers, for other programs."""
import json
import unittest

from fixture.case import RefereeCase

ROW = {"name": "row", "grid": [[0, 0, 0, 0]], "ship": [0, 0], "scraps": [{"location": [0, 2], "value": 5}], "ghosts": [],
       "turns": 3}
PLANETS = ["planets", "--option", "map=" + json.dumps(ROW)]
LIGHTCYCLE = ["lightcycle", "--option", "size=6", "--option", "starts=[[[0,2]],[[5,3]]]"]
BATTLESHIP = ["battleship", "--option", "size=5", "--option", "ships=[2]"]


def fleets(row):
    """Two fleets of one ship of two cells: that of seat 0, and that of seat 1 at `row`."""
    return json.dumps([{"ships": [{"at": [at, 0], "across": True, "length": 2}]} for at in (0, row)]) + "\n"


class Step(RefereeCase):
    def after(self, lines, game, *more):
        """Its output for a game with these lines."""
        self.write("moves.jsonl", lines)
        out = self.referee("step", "--moves", "moves.jsonl", *game, *more)
        self.assertEqual(1, out.count("\n"), "one object")
        return json.loads(out)

    def refusal(self, lines, *game):
        self.write("moves.jsonl", lines)
        self.assertEqual("", self.referee("step", "--moves", "moves.jsonl", *game, code=2))
        return self.said

    def test_begins_where_the_game_does(self):
        game = self.after("", PLANETS)
        self.assertEqual((0, [0, 0], 3), (game["turn"], game["setup"]["ship"], game["view"]["remaining_turns"]))
        self.assertEqual((None, [], False, None), (game["events"], game["refused"], game["over"], game["outcome"]))

    def test_writes_a_record_that_is_true_and_can_be_shown(self):
        self.after('"R"\nnull\n"north"\n', PLANETS, "--record", "game.jsonl")
        self.referee("verify", "game.jsonl")
        self.assertIn('got "north"', self.referee("show", "game.jsonl"))

    def test_writes_the_record_of_a_void_match_while_the_game_goes_on(self):
        self.after('"R"\n', PLANETS, "--record", "game.jsonl")
        self.assertIn('"why":"the game is not over"', self.read("game.jsonl"))

    def test_plays_a_line_a_turn(self):
        game = self.after('"R"\nnull\n', PLANETS)
        self.assertEqual(2, game["turn"])
        self.assertEqual([0, 1], game["view"]["ship"]["location"], "null is no move")
        end = self.after('"R"\nnull\n"R"', PLANETS)
        self.assertIs(end["over"], True)
        self.assertEqual(1, len(end["events"]["picked"]), "of the last turn")
        self.assertEqual(([5], True), (end["scores"], end["outcome"]["win"]))

    def test_tells_a_seat_all_that_the_game_does_not_hide(self):
        lines = "[[[1,2]],[[9,9]]]\n"
        for seat in (0, 1):
            self.assertEqual(self.after(lines, LIGHTCYCLE), self.after(lines, LIGHTCYCLE, "--seat", seat))

    def test_tells_a_seat_nothing_that_the_other_hides(self):
        def shot_at(row, *seat):
            return self.after(fleets(row) + "[4,4]\n", BATTLESHIP, *seat)

        seat = ("--seat", "0")
        self.assertEqual(shot_at(1, *seat), shot_at(3, *seat))
        self.assertIsNone(shot_at(1, *seat)["scores"])
        self.assertNotEqual(shot_at(1), shot_at(3), "everybody sees both")
        # Nor whether the other placed its ships legally: they do not fit at row 9.
        self.assertEqual([], shot_at(9)["refused"], "of the turn before")
        self.assertEqual(1, len(self.after(fleets(9), BATTLESHIP)["refused"]))
        self.assertEqual([], self.after(fleets(9), BATTLESHIP, *seat)["refused"])

    def test_refuses_in_one_line(self):
        for words, lines, game in [
                (["referee: moves.jsonl: line 2: not JSON: "], '"R"\n{R\n', PLANETS),
                (["referee: moves.jsonl: line 1: got [[[1,2]]], ", "a list of 2 answers"], "[[[1,2]]]\n", LIGHTCYCLE),
                (['referee: moves.jsonl: line 3: got "R", ', "the game is over"], '"R"\n"R"\n"R"\n', PLANETS),
                (['options.map: got "nowhere"'], "", ["planets", "--option", "map=nowhere"]),
                (["referee: --seat: got 2, expected 0 to 1\n"], "", ["walls", "--seat", "2"])]:
            with self.subTest(game, lines=lines):
                said = self.refusal(lines, *game)
                self.assert_words(said, *words)
                self.assertEqual(1, said.count("\n"), said)
        self.assertIn("no game 'chess': expected one of planets, ", self.refusal("", "chess"))


if __name__ == "__main__":
    unittest.main()
