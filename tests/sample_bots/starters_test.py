"""Every starter of every language plays all its games with the real program."""
import json
import shutil
import unittest

from bot_case import KITS, BotCase, command_of

# These tests are not about speed: the wall clock, with enough time for every bot.
CLOCK = json.dumps({"kind": "per_move", "ms": 30000, "init_ms": 60000, "measure": "wall"})
MAZE = ["#######", "o $ ! #", "# ##T #", "#  $  _", "#######"]


def quoted(command):
    return " ".join('"%s"' % word for word in command)


def starters(game):
    """The commands of all languages."""
    return [command_of(game + "_random.py"), *map(command_of, KITS)]


class StartersTest(BotCase):
    def play(self, game, commands, **options):
        """Plays a match between `commands`; checks that all answers are ok. Returns its record."""
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        arguments = ["--clock", CLOCK, "--seed", "7"]
        for command in commands:
            arguments += ["--bot", quoted(command)]
        for name, value in options.items():
            arguments += ["--option", "%s=%s" % (name, json.dumps(value))]
        self.referee("match", game, *arguments)
        (file,) = self.record_files()
        self.referee("verify", file)
        record = [json.loads(line) for line in file.read_text().splitlines()]
        answers = [answer for turn in record[1:-1] for answer in turn["answers"]]
        self.assertTrue(answers)
        self.assertEqual([answer for answer in answers if answer["verdict"] != "ok"], [])
        self.assertEqual(record[-1]["status"], "done")
        return record

    def play_alone(self, game, **options):
        """A match of each starter in a game of one seat."""
        records = []
        for command in starters(game):
            with self.subTest(command=command):
                records.append(self.play(game, [command], **options))
        return records

    def test_planets(self):
        ghost = {"location": [2, 4], "type": "towardplayer", "transparency": 0}
        grid = [[0, 0, 0, None, 0], [None, 2, 0, 0, 0], [0, 0, 0, 0, 0]]
        scraps = [{"location": [0, 2], "value": 3}, {"location": [2, 0], "value": 5}]
        level = {"name": "small", "grid": grid, "ship": [0, 0], "scraps": scraps, "ghosts": [ghost], "turns": 40}
        self.play_alone("planets", map=level)

    def test_lightcycle(self):
        teams = [[[9, 2], [9, 6]], [[2, 9], [6, 9]], [[0, 3], [0, 7]], [[3, 0], [7, 0]]]
        self.play("lightcycle", starters("lightcycle"), size=10, starts=teams)

    def test_snake_step_by_step(self):
        for record in self.play_alone("snake", maze=MAZE):
            self.assertTrue(record[-1]["result"]["outcome"]["exited"])
            self.assertEqual(record[-1]["result"]["outcome"]["refused"], 0)

    def test_snake_in_one_answer(self):
        for record in self.play_alone("snake", maze=MAZE, whole_path=True, body=False):
            self.assertEqual(record[-1]["result"]["outcome"]["refused"], 0)

    def test_walls(self):
        python, javascript, java, c = starters("walls")
        self.play("walls", [python, javascript])
        self.play("walls", [c, java])
        self.play("walls", [java, python], first=1)

    def test_superball(self):
        for record in self.play_alone("superball", max_moves=60):
            self.assertGreater(record[-1]["result"]["outcome"]["moves"], 5)

    def test_battleship(self):
        python, javascript, java, c = starters("battleship")
        self.play("battleship", [python, javascript])
        self.play("battleship", [c, java], touching=False)
        self.play("battleship", [java, c], size=5, ships=[5, 4, 3, 2, 1, 1])


if __name__ == "__main__":
    unittest.main()
