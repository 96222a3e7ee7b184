"""Matches of sample bots and their pages, made by the referee that is tested."""
import json
import os
import re
import subprocess

from fixture.program import PATIENCE, REFEREE, sample_bot

# Bots and options of a short match with something to see, by game.
GAMES = {
    "walls": ["--bot", "sample:walls_random", "--bot", "sample:walls_random", "--option", "n=7"],
    "lightcycle": ["--bot", "sample:lightcycle_smart", "--bot", "sample:lightcycle_dumb", "--bot", "sample:lightcycle_smart",
                   "--bot", "sample:lightcycle_smart", "--option", "size=32",
                   "--option", "starts=[[[31,10],[31,21]],[[10,31],[21,31]],[[0,10],[0,21]],[[10,0],[21,0]]]"],
    "snake": ["--bot", "sample:snake_right_hand", "--option", "maze=c2_handout_hall"],
    "planets": ["--bot", "sample:planets_greedy", "--option", "map=corners_ghosts"],
    "superball": ["--bot", f"python3 {sample_bot('superball_random.py')}", "--option", "max_moves=40"],
    "battleship": ["--bot", "sample:battleship_hunt", "--bot", "sample:battleship_random"],
}
CLOCK = '{"kind":"per_move","ms":5000}'  # no answer is late because the machine is busy


class Samples:
    """Records and pages of one match a game, in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def command(self, *arguments):
        return subprocess.run([REFEREE, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE,
                              check=True, cwd=self.folder)

    def record(self, game):
        """The record of a match of this game, played when it is asked for first."""
        out = self.folder / game
        if not out.exists():
            as_root = ["--as-root"] if os.geteuid() == 0 else []
            self.command("match", game, *as_root, "--sandbox", "none", "--seed", 7, "--clock", CLOCK, "--reports", out,
                         *GAMES[game])
        return next((out / "records").glob("*.jsonl"))

    def result(self, game):
        return json.loads(self.record(game).read_text().splitlines()[-1])["result"]

    def page(self, game):
        """The page of that match as one file."""
        page = self.folder / f"{game}.html"
        if not page.exists():
            self.command("show", self.record(game), "--html", page)
        return page

    def frames(self, game):
        """How many frames the same record has in a terminal."""
        return len(re.findall(r"^\S+: \w+, turn \d+ of \d+", self.command("show", self.record(game)).stdout, re.M))


DATA = re.compile(r'(<script type="application/json" id="data">)(.*?)(</script>)', re.S)


def data_of(html):
    """The match data that are in a page."""
    return json.loads(DATA.search(html)[2])


def with_data(html, data):
    """The page with other match data."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return DATA.sub(lambda found: found[1] + text + found[3], html)
