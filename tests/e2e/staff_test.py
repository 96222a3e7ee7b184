"""`referee staff`: the bots of known level of each game, and how they are rated."""
import json
import shutil
import subprocess
import unittest

from fixture.case import UNCONFINED, RefereeCase
from fixture.program import ROOT, sample_bot

# The first free field from one end of the board; --wrong is an illegal move.
ANY = '''
import json, sys
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        board = message["view"]["board"]
        move = 99 if "--wrong" in sys.argv else board.rindex(".") if "--last" in sys.argv else board.index(".")
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"], "move": move}), flush=True)
    elif message["type"] == "bye":
        break
'''


class Staff(RefereeCase):
    def own_game(self, *staff):
        game = self.folder / "tictactoe"
        shutil.copytree(ROOT / "examples/games/tictactoe", game)
        self.write("tictactoe/bots/any.py", ANY)
        described = json.loads((game / "game.json").read_text())
        described["bots"]["any"] = ["python3", "bots/any.py"]
        (game / "game.json").write_text(json.dumps({**described, **({"staff": staff} if staff else {})}))
        return game / "staff.json"

    def rate(self, *more, code=0):
        return self.referee("staff", "./tictactoe", "--rate", "--seeds", "2", *UNCONFINED, *more, code=code)

    def test_each_game_shows_its_bots_and_each_command_starts(self):
        for game in ("walls", "superball", "battleship", "lightcycle", "snake", "planets"):
            told = self.referee("staff", game)
            data = json.loads((ROOT / f"engines/{game}/staff.json").read_text())
            self.assert_words(told, "staff-1", "staff-5", "95 % interval", f"referee staff {game} --rate")
            for bot in data["bots"]:
                self.assert_words(told, " ".join(bot["command"]))
                name, *options = bot["command"]
                # Without a line on its input it leaves; an option that it does not know is an error.
                subprocess.run([sample_bot(name.removeprefix("sample:")), *options], stdin=subprocess.DEVNULL, capture_output=True, check=True)
        self.assert_words(self.referee("staff", "walls"), "Elo counts from the first")
        self.assert_words(self.referee("staff", "snake"), "mean score", "34 maps or mazes")

    def test_a_game_of_ones_own_is_rated_by_the_same_games_each_time(self):
        levels = self.own_game(["game:any"], ["game:any", "--last"])
        self.assert_words(self.referee("staff", "./tictactoe"), "game:any --last", "They are not rated yet: referee staff ./tictactoe --rate")
        self.assert_words(self.rate(), "totals of 4 games", "staff-2")
        first = levels.read_text()
        self.assertEqual([4, 4], [bot["games"] for bot in json.loads(first)["bots"]])
        self.rate("--jobs", "2", "--out", "again.json")
        self.assertEqual(first, self.read("again.json"))
        self.assert_words(self.referee("staff", "./tictactoe"), "On each of seeds 1 to 2", "the first 4 turns were drawn")
        self.assertNotIn("has changed", self.referee("staff", "./tictactoe"))
        self.write("tictactoe/bots/any.py", ANY + "#\n")
        self.assert_words(self.referee("staff", "./tictactoe"), "The folder of the game has changed since")

    def test_a_bot_with_faults_gets_no_level(self):
        levels = self.own_game(["game:any"], ["game:any", "--wrong"])
        self.rate(code=3)
        self.assert_words(self.said, "staff-2 had ", " faults, the first in game 1: expected bots without faults; nothing was written")
        self.assertFalse(levels.exists())

    def test_a_game_without_a_scale_and_a_wrong_bot_are_named_with_what_to_write(self):
        self.own_game()
        self.referee("staff", "./tictactoe", code=2)
        self.assert_words(self.said, "game.json: staff: missing, expected a list of 2 to 20 commands")
        shutil.rmtree(self.folder / "tictactoe")
        self.own_game(["game:any"], ["game:anny"])
        self.rate(code=2)
        self.assert_words(self.said, "no bot 'game:anny'", "did you mean 'game:any'?")
        self.referee("staff", "walls", "--seeds", "5", code=2)
        self.assert_words(self.said, "--seeds requires --rate")


if __name__ == "__main__":
    unittest.main()
