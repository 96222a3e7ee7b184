"""Tournaments of sample bots, one of each kind, and the pages that the tested referee makes of them."""
import json
import re
import sqlite3
import subprocess

import tournament_samples as samples
from fixture.program import PATIENCE, REFEREE, ROOT
from samples import data_of, with_data

NAMES = samples.PLAIN


def launched(count, command, names=NAMES, **more):
    return [{"name": names[number], "command": [*command.split(), "--seed", str(number)], **more} for number in range(count)]


COMMON = {"sandbox": "none", "seed": 5}
WALLS = {**COMMON, "game": "walls", "options": {"n": 5}}
TABLES = {**COMMON, "game": "lightcycle", "options": {"size": 12, "starts": [[[11, 3]], [[3, 11]], [[0, 8]], [[8, 0]]]}}
HOSTILE = [{**entrant, "display": text[:60] if text.isascii() else text[:20]} for entrant, text in zip(launched(len(samples.HOSTILE), "sample:walls_random"), samples.HOSTILE)]
SHAPES = {
    "swiss": {**WALLS, "format": {"kind": "swiss", "rounds": 5, "best_of": 2}, "entrants": launched(11, "sample:walls_random")},
    "class": {**WALLS, "format": {"kind": "swiss", "rounds": 7, "best_of": 2}, "entrants": launched(
        24, "sample:walls_random", [f"student-{number:02}" for number in range(24)])},
    "final": {**WALLS, "format": {"kind": "swiss", "rounds": 3, "best_of": 2, "final": {"kind": "double_elimination", "top": 4, "best_of": 3}},
              "entrants": launched(11, "sample:walls_random")},
    "long": {**WALLS, "options": {"n": 3}, "format": {"kind": "round_robin", "best_of": 1}, "entrants": launched(
        26, "sample:walls_random", [f"a-long-name-{number:02}" for number in range(26)])},
    "hostile": {**WALLS, "name": "Spring <b>tournament</b> 2026", "format": {"kind": "swiss", "rounds": 3, "best_of": 2}, "entrants": HOSTILE},
    "elimination": {**WALLS, "format": {"kind": "double_elimination", "best_of": 4}, "entrants": launched(8, "sample:walls_random")},
    "field": {**COMMON, "game": "superball", "options": {"max_moves": 20}, "format": {"kind": "field"},
              "instances": [{"seed": seed} for seed in range(7)], "entrants": launched(5, "sample:sb_play")},
    "staff": {**WALLS, "format": {"kind": "round_robin", "best_of": 2}, "web": {"places": 4}, "entrants": [
        {**entrant, "staff": number % 3 == 0} for number, entrant in enumerate(launched(9, "sample:walls_random"))]},
    "round_robin": {**WALLS, "format": {"kind": "round_robin", "best_of": 2}, "entrants": launched(6, "sample:walls_random")},
    "tables": {**TABLES, "format": {"kind": "swiss", "rounds": 3, "table": 4, "best_of": 3}, "entrants": launched(10, "sample:lightcycle_dumb"),
               "house_bot": ["sample:lightcycle_dumb", "--seed", "7"]},
    "ladder": {**WALLS, "options": {"n": 3}, "format": {"kind": "ladder", "matches": 90}, "entrants": launched(7, "sample:walls_random"),
               "house_bot": ["sample:walls_random", "--seed", "9"]},
    "short_ladder": {**WALLS, "options": {"n": 3}, "format": {"kind": "ladder", "matches": 20}, "entrants": launched(5, "sample:walls_random")},
    "practice": {**COMMON, "game": "snake", "format": {"kind": "ladder", "matches": 4, "blocks": {"instances": 2, "first_closes": "2100-01-01T00:00:00Z"}},
                 "entrants": [{"name": name, "command": ["sample:snake_random.py"]} for name in ("anna", "bert")]},
}


class Sites:
    """Stores, reports and sites in a folder; each tournament is played when it is asked for first."""

    def __init__(self, folder):
        self.folder = folder

    def command(self, *arguments):
        subprocess.run([REFEREE, *map(str, arguments)], capture_output=True, text=True, timeout=PATIENCE, check=True, cwd=self.folder)

    def store(self, shape):
        store = self.folder / f"{shape}.db"
        if not store.exists():
            config = {"name": f"Sample {shape}", **SHAPES[shape], "store": store.name, "reports": shape}
            (self.folder / f"{shape}.json").write_text(json.dumps(config))
            self.command("run", f"{shape}.json")
        return store

    def site(self, shape, change=None, name=None, **options):
        """The folder of the site. `change(database)`: what is other in its store; then `name` is that of the site."""
        store = self.store(shape)
        name = name or shape
        if change:
            store = self.folder / f"{name}.db"
            store.write_bytes(self.store(shape).read_bytes())
            with sqlite3.connect(store) as database:
                change(database)
            database.close()
        folder = self.folder / f"{name}.site"
        if not folder.exists():
            self.command("site", store, folder, *(["--display-names"] if shape == "hostile" else []))
        return folder

    def page(self, shape, **more):
        site = self.site(shape, **more)
        return ServedPage((site / "index.html").read_text(), json.loads((site / "tournament.json").read_text()))

    def matches(self, shape):
        """The data of all its matches, by name."""
        return {path.stem: json.loads(re.match(r'referee\.receive\("match", (.*)\);', path.read_text())[1])
                for path in (self.site(shape) / "matches").glob("*.js")}

    def hand_ins(self):
        """The list of what a class has handed in."""
        page = self.folder / "hand-ins/collect.html"
        if not page.exists():
            course = ROOT / "examples/class"
            self.command("collect", course / "submissions", "--tournament", course / "walls.json", "--roster", course / "gradebook.csv", "--out", "hand-ins")
        return page

    def points(self):
        """The page with the points of a submission, some of which are lost."""
        folder = self.folder / "points"
        if not folder.exists():
            lazy = ["sample:walls_random", "--seed", "1"]
            items = [{"name": f"Item {number}", "points": 5, "opponents": [["sample:walls_search", "--nodes", "200"]], "games": 2,
                      "criterion": {"measure": "wins", "at_least": 0 if number == 1 else 2}} for number in range(1, 4)]
            (self.folder / "rubric.json").write_text(json.dumps({**WALLS, "name": "Points <b>of</b> a class", "items": items}))
            subprocess.run([REFEREE, "score", "rubric.json", "--html", folder, "--reports", "points.out", "--", *lazy], cwd=self.folder,
                           capture_output=True, text=True, timeout=PATIENCE, check=False)
        return folder / "index.html"

    def verify(self):
        """The page that verifies records; None if the rules were not built for browsers."""
        page = self.site("round_robin") / "verify.html"
        return page if page.exists() else None

    def report(self, shape):
        """The standings of the reports folder."""
        self.store(shape)
        return self.folder / shape / "standings.html"


def freeze(database):
    """Hides the last two rounds."""
    database.execute("INSERT OR REPLACE INTO meta VALUES('freeze_rounds', '2')")


def reveal_from(place):
    """Hides the last two rounds, and reveals the places from this one on."""
    def change(database):
        freeze(database)
        database.execute("INSERT OR REPLACE INTO meta VALUES('revealed_from', ?)", [str(place)])
    return change


def begin_again(database):
    """A tournament of which nothing has been played."""
    for table in ("record", "game", "round"):
        database.execute(f"DELETE FROM {table}")
    database.execute("DELETE FROM meta WHERE key = 'finished'")


# What a server tells at api/tournament only.
TABLES = ["crosstable", "scores", "chart", "curves", "reveal", "bracket", "rounds", "latest"]


class ServedPage:
    """The page of a tournament as a server would send it: `data` is what scripts are told, and may be changed; `tables`: all that
    the server tells for programs."""

    def __init__(self, text, tables):
        text = re.sub(r"<meta http-equiv[^>]*>", "", text).replace('<meta name="referee-source" content="files">', '<meta name="referee-source" content="server">')
        self.text = re.sub(r'href="((?:matches|entrants)/\w+)\.html"', r'href="\1"', text)
        self.data = {**{key: value for key, value in data_of(text).items() if key not in TABLES}, "version": 1}
        self.tables = tables

    def html(self):
        return with_data(self.text, self.data)

    def play(self, count):
        """From now on this many matches are being played: there is no podium yet."""
        self.text = re.sub(r'<div id="prize-giving">.*?</section>\n</div>', '<div id="prize-giving"></div>', self.text, flags=re.S)
        self.text = self.text.replace('<li><a href="#podium">Podium</a></li>', "")
        names = [entrant["name"] for entrant in self.data["entrants"]]
        self.data.update(status="running", running=[
            {"match": f"r9t{table}g1", "attempt": 1, "round": 9, "table": table, "game_no": 1, "players": [names[2 * table - 2], names[2 * table - 1]],
             "shown": True, "why_not": None} for table in range(1, count + 1)])
        return self

    def all_data(self):
        return {**self.tables, **self.data}

    def changed(self, change=lambda text: text, **data):
        """The same page later, with another text and other data."""
        later = ServedPage(self.text, self.tables)
        later.text = change(self.text)
        later.data = {**self.data, **data, "version": self.data["version"] + 1}
        return later


def reordered(text, order):
    """The page with the rows of its standings in another order: `order` makes a list of rows of one."""
    table = re.search(r'<table class="standings">.*?<tbody>\n(.*?)</tbody>', text, re.S)
    rows = re.findall(r"<tr.*?</tr>\n", table[1], re.S)
    return text[:table.start(1)] + "".join(order(rows)) + text[table.end(1):]
