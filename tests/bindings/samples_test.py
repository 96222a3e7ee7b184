"""samples.wasm: the sample bots in C++ answer as the programs do, line by line, for the same options and seed."""
import json
import subprocess
import sys
import unittest

from fixture.program import PATIENCE, ROOT, sample_bot
from fixture.wasm import KIT, NODE, of_wasm

sys.path.insert(0, str(ROOT / "bindings/python"))
from referee_rules import Rules  # noqa: E402
from seeded_games import GAMES, SALT  # noqa: E402

SAMPLES = KIT / "samples"
TURNS = 25
# Options with which a bot plays the same again. The others draw by --seed alone, or not at all.
NODES = {"planets_planner": 3000, "sb_best": 300, "snake_search": 3000, "walls_search": 20000}
GAME_OF = {"sb": "superball"}


def conversation(game, seed):
    """What a referee says to the bot at seat 0 in a game of sampled moves: lines."""
    rules = Rules(10_000)
    told = json.loads(rules.answer(json.dumps({"game": game, "options": GAMES[game], "seed": seed, "salt": SALT, "views": True, "sample": seed}).encode()))
    yield {"type": "welcome", "protocol": 1, "server": "referee", "name": "bot"}
    yield {"type": "start", "match": "m", "game": game, "seat": 0, "players": ["bot"], "setup": told["setup"], "clock": {}, "commitment": ""}
    while not told["over"] and told["turn"] < TURNS:
        if 0 in told["to_move"]:
            yield {"type": "turn", "match": "m", "turn": told["turn"], "view": told["views"][0]}
        request = {"position": told["position"], "turns": [told["sample"]], "views": True, "sample": told["turn"]}
        told = json.loads(rules.answer(json.dumps(request).encode()))
    yield {"type": "bye", "reason": "that was all"}


@of_wasm
class Samples(unittest.TestCase):
    def said(self, command, lines="", code=0):
        done = subprocess.run([*map(str, command)], input=lines, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(code, done.returncode, done.stderr)
        return done.stdout if code == 0 else done.stderr

    def test_each_bot_says_what_its_program_says(self):
        names = json.loads((SAMPLES / "bots.json").read_text())
        self.assertEqual({"battleship", "lightcycle", "planets", "snake", "superball", "walls"}, {GAME_OF.get(n.split("_")[0], n.split("_")[0]) for n in names})
        for name in names:
            game = GAME_OF.get(name.split("_")[0], name.split("_")[0])
            options = ["--seed", 5, *(["--nodes", NODES[name]] if name in NODES else []), *(["--budget-ms", 3_600_000] if name in NODES else [])]
            lines = "".join(json.dumps(message) + "\n" for message in conversation(game, 3))
            with self.subTest(name):
                here = self.said([NODE, SAMPLES / "sample_bot.mjs", name, *options], lines)
                self.assertGreater(len(here.splitlines()), 1)
                self.assertEqual(self.said([sample_bot(name), *options], lines), here)

    def test_wrong_options_are_told_in_the_words_of_the_program(self):
        for words in (["--what", "1"], ["--seed", "x"], ["--nodes"]):
            here = self.said([NODE, SAMPLES / "sample_bot.mjs", "walls_search", *words], code=2)
            self.assertEqual(self.said([sample_bot("walls_search"), *words], code=2), here)
        helped = self.said([NODE, SAMPLES / "sample_bot.mjs", "walls_search", "--help"])
        self.assertEqual(self.said([sample_bot("walls_search"), "--help"]), helped)
        self.assertIn("cannot dial in", self.said([NODE, SAMPLES / "sample_bot.mjs", "walls_random", "--connect", "a:1", "--name", "a"], code=2))


if __name__ == "__main__":
    unittest.main(verbosity=2)
