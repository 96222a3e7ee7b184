"""engines/GAME/move.schema.json and view.schema.json: all moves and views of seeded games are valid, and wrong ones are not."""
import copy
import json
import sys
import unittest

import jsonschema

from fixture.program import ROOT

sys.path.insert(0, str(ROOT / "bindings/python"))
from referee_rules import EVERYBODY, Game, Rules  # noqa: E402

OPTIONS = {  # of each game: what its schemas have to hold for, beside the defaults
    "walls": [{}, {"n": 3, "first": 1}, {"n": 9}],
    "planets": [{}, {"map": "corners_ghosts"}, {"map": "spiral"}],
    "snake": [{}, {"maze": ["#######", "#o$!T _", "# # # #", "#######"]}, {"maze": ["o$_"], "body": False}, {"whole_path": True}],
    "battleship": [{}, {"size": 6, "ships": [3, 2], "touching": False}],
    "superball": [{}, {"rows": 5, "cols": 5, "colors": "az"}, {"deal": "secret"}],
    "lightcycle": [{}, {"size": 6, "starts": [[[0, 0], [5, 5]], [[2, 2], [5, 0]]]}],
}
WRONG_MOVES = {
    "walls": ["Forward", "", None, ["left"]],
    "planets": ["u", "UD", "", None, 1],
    "snake": ["", "n", "NX", None, ["N"]],
    "battleship": [[1], [-1, 0], ["a", 1], {"ships": [{"at": [0, 0], "across": True}]}, {"ships": 1}, None],
    "superball": ["SWAP 1 2 3", "score 1 2", "SCORE 1 2 3", "SCORE -1 2", None],
    "lightcycle": [[], [[1]], [[1.5, 2]], ["x"], None, {"0": [1, 2]}],
}
TURNS = 60


def validator(game, kind):
    schema = json.loads((ROOT / f"engines/{game}/{kind}.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def damaged(view):
    """Views with one member less, one more, or one of another kind, at the top and in the first object of each list."""
    for key in view:
        yield {name: value for name, value in view.items() if name != key}
        yield {**view, key: "?"}
        yield {**view, key: {}}
    yield {**view, "mood": 1}
    for key, value in view.items():
        if isinstance(value, list) and value and isinstance(value[0], dict):
            for inner in value[0]:
                wrong = copy.deepcopy(view)
                del wrong[key][0][inner]
                yield wrong


class Schemas(unittest.TestCase):
    def played(self, game, options, seed):
        """(move, views) of each turn of a game of random moves: the moves of one turn one after the other."""
        rules = Rules(2)
        told = rules.ask(game=game, options=options, seed=seed, salt="0" * 32, sample=seed, views=True)
        while not told["over"] and told["turn"] < TURNS:
            sample, movers = told["sample"], told["to_move"]
            yield [sample] if len(movers) == 1 else sample, [told["view"], *told["views"]]
            told = rules.ask(position=told["position"], turns=[sample], sample=seed + told["turn"], views=True)
        yield [], [told["view"], *told["views"]]

    def test_moves_and_views_of_seeded_games_are_valid(self):
        for game, all_options in OPTIONS.items():
            move_schema, view_schema = validator(game, "move"), validator(game, "view")
            for options in all_options:
                for seed in (1, 2, 3):
                    with self.subTest(game=game, options=options, seed=seed):
                        for moves, views in self.played(game, options, seed):
                            for move in moves:
                                move_schema.validate(move)
                            for view in views:
                                view_schema.validate(view)

    def test_listed_moves_are_valid(self):
        for game in ("walls", "planets", "snake", "superball"):
            schema = validator(game, "move")
            for move in Game(game, seed=5).legal(0):
                schema.validate(move)

    def test_wrong_moves_are_not(self):
        self.assertEqual(set(OPTIONS), set(WRONG_MOVES))
        for game, wrong in WRONG_MOVES.items():
            schema = validator(game, "move")
            for move in wrong:
                with self.subTest(game=game, move=move):
                    self.assertFalse(schema.is_valid(move))

    def test_wrong_views_are_not(self):
        for game, all_options in OPTIONS.items():
            schema = validator(game, "view")
            wrong = list(damaged(Game(game, all_options[1]).view(EVERYBODY)))
            self.assertGreater(len(wrong), 3)
            for view in wrong:
                with self.subTest(game=game, view=view):
                    self.assertFalse(schema.is_valid(view))

    def test_each_game_has_its_schemas(self):
        games = [line.split("(")[1].rstrip(")") for line in (ROOT / "engines/games.def").read_text().splitlines() if line.startswith("GAME(")]
        self.assertEqual(set(OPTIONS), set(games))


if __name__ == "__main__":
    unittest.main(verbosity=2)
