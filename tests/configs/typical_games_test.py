"""The typical length of a game, which `referee check` tells, is that of games between the sample bots.

`typical_games_test.py --table` prints how long these games were and what their bots used of their time, as shares."""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from fixture.program import PATIENCE, REFEREE, ROOT

# A few kinds of bots and options for each game. Searches are bounded by positions, so that each machine plays the same games.
GAMES = {
    "planets": [(["planets_greedy"], []), (["planets_planner"], ["map=corners_ghosts"]), (["planets_planner"], ["map=spiral"])],
    "lightcycle": [(["lightcycle_dumb"] * 4, [])],
    "snake": [(["snake_right_hand"], ["maze=c1_meadow"]), (["snake_random --seed 1"], [])],
    "walls": [(["walls_search --nodes 500", "walls_random --seed 1"], ["n=5"]), (["walls_search --nodes 500", "walls_search --nodes 2000"], ["n=7"]),
              (["walls_random --seed 1", "walls_random --seed 2"], ["n=3"])],
    "superball": [(["sb_play"], []), (["sb_play2"], []), (["sb_play3"], ["max_moves=5000"])],
    "battleship": [(["battleship_hunt --seed 1", "battleship_hunt --seed 2"], []), (["battleship_hunt --seed 1", "battleship_random --seed 1"], []),
                   (["battleship_random --seed 1", "battleship_random --seed 2"], [])],
}
# So many games of each group. Those of Superball are of very different lengths.
PLAYED = {"superball": 24}
USUALLY = 4
CLOCK = {"kind": "per_move", "ms": 60000}  # on a slow machine, too, nobody is late, and the games are as long
WITHIN = 4  # the told length of each group of games, up or down


def played(game, bots, options):
    """The turns of each game, and all charges in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        words = [REFEREE, "match", game, "--seed", "1", "--games", str(PLAYED.get(game, USUALLY)), "--reports", folder, "--sandbox", "none", "--as-root",
                 "--clock", json.dumps(CLOCK)]
        for number, bot in enumerate(bots):
            words += ["--bot", f"bot{number}=sample:{bot}"]
        for option in options:
            words += ["--option", option]
        subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE)
        turns, charges = [], []
        for record in pathlib.Path(folder, "records").glob("*.jsonl"):
            lines = [json.loads(line) for line in record.read_text().splitlines()]
            asked = [line for line in lines if "answers" in line]
            turns.append(len(asked))
            charges += [answer["spent_us"] / 1e6 for line in asked for answer in line["answers"]]
        return turns, charges


def told(game, options):
    """What check tells of such a game."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "frame.json")
        values = {key: int(value) if value.isdigit() else value for key, value in (option.split("=") for option in options)}
        file.write_text(json.dumps({"name": "Typical", "game": game, "options": values, "format": {"kind": "swiss", "rounds": 1}}))
        done = subprocess.run([REFEREE, "check", file, "--json"], check=True, capture_output=True, text=True, timeout=PATIENCE)
        return json.loads(done.stdout)


class TypicalGames(unittest.TestCase):
    def test_the_told_length_is_near_that_of_games_between_sample_bots(self):
        for game, groups in GAMES.items():
            with self.subTest(game=game):
                mean = said = 0
                for bots, options in groups:
                    turns, _ = played(game, bots, options)
                    mean += sum(turns) / len(turns) / len(groups)
                    said += told(game, options)["typical"]["turns"] / len(groups)
                self.assertTrue(mean / WITHIN <= said <= mean * WITHIN, f"{game}: told {said:.0f} turns, played {mean:.0f}")


    def test_the_page_has_the_figures(self):
        page = (ROOT / "docs/reference/init-and-check.md").read_text()
        rows = re.findall(r"^\| (\w+) \| ([\d.]+) \| [\d.]+ \|$", page, re.M)
        self.assertEqual(list(GAMES), [game for game, _ in rows])
        for game, share in rows:
            figures = told(game, [])
            self.assertAlmostEqual(float(share) * figures["at_most"]["turns"], figures["typical"]["turns"], delta=1, msg=game)


def print_table():
    for game, groups in GAMES.items():
        for bots, options in groups:
            turns, charges = played(game, bots, options)
            most = told(game, options)["at_most"]["turns"]
            print(f"{game:<11} {', '.join(bots):<58} {sum(turns) / len(turns):>8.0f} of {most:>8.0f} turns ({sum(turns) / len(turns) / most:.2f}), "
                  f"{sum(charges) / len(charges) * 1000:.2f} ms an answer")


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print_table()
    else:
        unittest.main()
