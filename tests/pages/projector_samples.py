"""Tournament data as schema/tournament_data.schema.json describes them, for the slides of the projector. Every call with the same
arguments gives the same data."""

import random

HOSTILE = [
    "<img src=x onerror=alert(1)>", "\u202egnirts desrever", "</script><script>alert(2)</script>", "a" * 10_000,
    "\"'&amp;&#x3c;", "zero\u0000\u001b[31mred", "{{title}}", "بوت الشطرنج", "🧱" * 40, "javascript:alert(3)",
]
PLAIN = ["ada", "grace", "linus", "barbara", "edsger", "donald", "margaret", "alan", "radia", "ken", "frances", "dennis",
         "hedy", "john", "karen", "tim"]
COLUMNS = [
    ("points", "Points", "Points of all encounters: 1 for a win, 1/2 for a draw."),
    ("bhc1", "BH-C1", "Buchholz, cut 1: the sum of the opponents' points, without the lowest one."),
    ("bh", "BH", "Buchholz: the sum of the opponents' points."),
    ("sb", "SB", "Sonneborn-Berger: the points of each opponent times the result against it."),
]


def names(count, hostile):
    made = (HOSTILE if hostile else []) + PLAIN
    return (made + [f"bot{number:03}" for number in range(count)])[:count]


def half(value):
    return f"{value:g}"


class Swiss:
    """A tournament that plays itself by chance."""

    def __init__(self, entrants, rounds, seed=1):
        self.count, self.random = entrants, random.Random(seed)
        self.points = [0.0] * entrants
        self.after = [[0.0] for _ in range(entrants)]
        self.met = [{} for _ in range(entrants)]
        self.rounds, self.places = [], []
        for number in range(1, rounds + 1):
            self.play(number)

    def order(self):
        return sorted(range(self.count), key=lambda entrant: (-self.points[entrant], -self.buchholz(entrant), entrant))

    def buchholz(self, entrant):
        return sum(self.points[other] for other, _, _ in self.met[entrant].values())

    def play(self, number):
        order, tables = self.order(), []
        for table in range(1, (self.count + 1) // 2 + 1):
            pair, order = order[:2], order[2:]
            if len(pair) == 1:
                self.points[pair[0]] += 1
                tables.append({"table": table, "kind": "bye", "instance": None, "entrants": pair, "points": ["1"], "matches": []})
                continue
            tables.append(self.encounter(number, table, pair))
        for entrant in range(self.count):
            self.after[entrant].append(self.points[entrant])
        self.rounds.append({"round": number, "hidden": False, "tables": tables})
        self.places.append({entrant: place for place, entrant in enumerate(self.order(), 1)})

    def encounter(self, number, table, pair):
        a, b = pair
        won = self.random.choice([1, 1, 0.5, 0]) if a < b else self.random.choice([1, 0.5, 0, 0])
        matches = []
        for game in (1, 2):
            scores = sorted([self.random.randint(4, 30), self.random.randint(4, 30)], reverse=won > 0.5)
            matches.append({"match": f"r{number}t{table}g{game}", "game_no": game, "status": "done", "entrants": pair,
                            "scores": scores, "no_show": [False, False], "shown": True, "why_not": None})
        for one, other, points in ((a, b, won), (b, a, 1 - won)):
            self.points[one] += points
            self.met[one][number] = (other, points, [match["match"] for match in matches])
        return {"table": table, "kind": "", "instance": None, "entrants": pair, "points": [half(won), half(1 - won)],
                "matches": matches}


def standing(swiss, entrant, rank, chance):
    before = swiss.places[-2][entrant] if len(swiss.places) > 1 else None
    buchholz = swiss.buchholz(entrant)
    lowest = min((swiss.points[other] for other, _, _ in swiss.met[entrant].values()), default=0)
    berger = sum(swiss.points[other] * points for other, points, _ in swiss.met[entrant].values())
    elo = round(80 * (swiss.points[entrant] - len(swiss.rounds) / 2) + chance.randint(-30, 30))
    width = chance.randint(40, 110)
    faults = {kind: count for kind, count in (("late", chance.choice([0, 0, 0, 3])), ("illegal", chance.choice([0, 0, 1])),
                                               ("unreadable", chance.choice([0, 0, 0, 0, 12]))) if count}
    mean = chance.randint(800, 60_000)
    explain = [f"round {number}: {'beat' if points == 1 else 'drew with' if points else 'lost to'} entrant {other + 1}, +{half(points)}"
               for number, (other, points, _) in swiss.met[entrant].items()]
    return {
        "entrant": entrant, "rank": rank, "movement": None if before is None else before - rank, "mark": "",
        "cells": [half(swiss.points[entrant]), half(buchholz - lowest), half(buchholz), half(berger)],
        "rating": {"elo": elo, "low": elo - width, "high": elo + width},
        "wins": sum(points == 1 for _, points, _ in swiss.met[entrant].values()), "games": 2 * len(swiss.rounds),
        "encounters": len(swiss.rounds), "faults": faults,
        "charge": {"mean_us": mean, "worst_us": min(103_000, mean * chance.randint(2, 9)), "budget_us": 100_000, "turns": 60 * len(swiss.rounds)},
        "explain": explain + ["tie-break Buchholz cut 1 decides against the next entrant"],
    }


def crosstable(swiss, order):
    place = {entrant: number for number, entrant in enumerate(order, 1)}
    rows = []
    for entrant in order:
        cells = []
        for number in range(1, len(swiss.rounds) + 1):
            met = swiss.met[entrant].get(number)
            if met is None:
                cells.append({"text": "bye", "kind": "other", "matches": []})
                continue
            other, points, matches = met
            kind = {1: "win", 0.5: "draw", 0: "loss"}[points]
            cells.append({"text": {"win": "+", "draw": "=", "loss": "-"}[kind] + str(place[other]), "kind": kind, "matches": matches})
        rows.append({"entrant": entrant, "cells": cells, "points": half(swiss.points[entrant])})
    return {"legend": "+5: won against number 5. =5: draw. -5: lost. f: by forfeit, without play. vs 5: not over yet. bye: no opponent.",
            "total": "Points", "columns": [f"R{number}" for number in range(1, len(swiss.rounds) + 1)], "rows": rows}


def tournament(entrants=14, rounds=5, *, planned=None, hostile=True, status="running", version=1, seed=1):
    """A Swiss tournament after `rounds` rounds, the last one still running if `status` is."""
    swiss, chance = Swiss(entrants, rounds, seed), random.Random(seed)
    order = swiss.order()
    running = []
    if status == "running":
        for table in swiss.rounds[-1]["tables"][:3]:
            for match in table["matches"][1:]:
                match.update(status="running", scores=None, no_show=[])
                running.append({"match": match["match"], "attempt": 1, "round": rounds, "table": table["table"], "game_no": 2,
                                "players": [names(entrants, hostile)[one] for one in table["entrants"]], "shown": True, "why_not": None})
            table["points"] = None
    played = sum(len(table["matches"]) for each in swiss.rounds for table in each["tables"])
    total = played * (planned or rounds) // rounds
    return {
        "format": 1, "version": version, "name": "Spring <b>tournament</b> 2026" if hostile else "Spring tournament 2026", "game": "walls", "kind": "swiss",
        "status": status, "round": rounds, "rounds": swiss.rounds, "matches": {"done": played - len(running), "total": total},
        "updated": "2026-11-23T00:41:00.000Z", "finished": status == "finished", "started": "2026-11-23T00:10:00.000Z",
        "seconds_left": None, "running": running,
        "ranking": "Ranked by points, then Buchholz cut 1, Buchholz, Sonneborn-Berger.",
        "rating_about": "Elo by maximum likelihood over all games, with its 95 % interval; 0 is the mean of all entrants.",
        "sandbox": "bwrap", "instances": [], "columns": [{"key": key, "title": title, "about": about} for key, title, about in COLUMNS],
        "entrants": [{"name": name, "withdrawn": False, "games": 2 * rounds} for name in names(entrants, hostile)],
        "standings": [standing(swiss, entrant, rank, chance) for rank, entrant in enumerate(order, 1)],
        "crosstable": crosstable(swiss, order), "scores": None,
        "chart": {"kind": "points", "rounds": rounds, "lines": [{"entrant": entrant, "values": swiss.after[entrant]} for entrant in order]},
        "bracket": None, "latest": None,
        "notes": [{"at": "2026-11-23T00:20:00Z", "round": 2, "text": "r2t1g1 was played again: the power failed. " + (HOSTILE[0] if hostile else "")}],
        "frozen": None,
    }


def frozen():
    data = tournament(10, 4, hostile=False)
    data["rounds"][-1].update(hidden=True)
    for table in data["rounds"][-1]["tables"]:
        table.update(points=None, matches=[])
    data["running"] = []
    data["frozen"] = {"rounds": 2, "first": 4, "text": "Results of the last 2 rounds are hidden until the prize giving."}
    return data


def field(instances=8, entrants=9):
    """A field: everybody plays each instance alone, and the matches of instance 8 are still secret."""
    chance = random.Random(3)
    labels = [f"spiral-{number}" for number in range(1, instances + 1)]
    scores = [[chance.randint(800, 4200) for _ in range(entrants)] for _ in labels]
    data = tournament(entrants, 2, hostile=False, status="finished")
    means = [[sum(column[: place + 1]) / (place + 1) for place in range(instances)] for column in zip(*scores)]
    order = sorted(range(entrants), key=lambda entrant: -means[entrant][-1])
    secret = "Others have yet to play this instance."

    def match(index, entrant):
        hidden = index + 1 == instances
        return {"match": f"r{index + 1}t{entrant + 1}g1", "game_no": 1, "status": "done", "entrants": [entrant],
                "scores": [scores[index][entrant]], "no_show": [False], "shown": not hidden, "why_not": secret if hidden else None}

    data.update(
        game="planets", kind="field", crosstable=None, columns=[{"key": "mean", "title": "Mean score", "about": "The mean of the scores of all instances."}],
        rounds=[{"round": index + 1, "hidden": False, "tables": [
            {"table": entrant + 1, "kind": "", "instance": label, "entrants": [entrant], "points": [str(scores[index][entrant])],
             "matches": [match(index, entrant)]} for entrant in range(entrants)]} for index, label in enumerate(labels)],
        chart={"kind": "mean", "rounds": instances, "lines": [{"entrant": entrant, "values": means[entrant]} for entrant in order]},
        scores={"legend": "The score of each entrant on each instance; below it the mean so far.", "order": order, "rows": [
            {"instance": label, "cells": [
                {"score": str(scores[index][entrant]), "average": f"{means[entrant][index]:.1f}", "best": scores[index][entrant] == max(scores[index]),
                 "matches": [] if index + 1 == instances else [f"r{index + 1}t{entrant + 1}g1"]} for entrant in order]} for index, label in enumerate(labels)]})
    rows = {row["entrant"]: row for row in data["standings"]}
    data["standings"] = [{**rows[entrant], "rank": rank, "cells": [f"{means[entrant][-1]:.1f}"], "rating": None, "explain": []}
                         for rank, entrant in enumerate(order, 1)]
    return data


def elimination():
    """Double elimination of four entrants, the second round of the upper bracket decided."""
    data = tournament(4, 2, hostile=True, status="running")

    def side(entrant=None, seed=None, label="", score="", won=False, start=None, height=0.0):
        return {"entrant": entrant, "seed": seed, "label": label, "score": score, "won": won, "from": start, "height": height}

    def box(name, column, sides, matches=()):
        return {"id": name, "column": column, "round": int(name[1]), "table": int(name[3]), "paired": bool(matches), "matches": list(matches), "sides": sides}

    upper = [box("r1t1", 0, [side(0, 1, score="2", won=True, height=0.0), side(3, 4, score="0", height=0.2)], ["r1t1g1", "r1t1g2"]),
             box("r1t2", 0, [side(1, 2, score="½", height=0.6), side(2, 3, score="1½", won=True, height=0.8)], ["r1t2g1", "r1t2g2"]),
             box("r2t1", 1, [side(0, 1, score="1", start=0), side(2, 3, score="0", start=1)], ["r2t1g1"]),
             box("r4t1", 2, [side(label="winner of the upper bracket", start=2), side(label="winner of the lower bracket")])]
    lower = [box("r2t2", 0, [side(3, 4, label="", score="", height=0.1), side(1, 2, height=0.3)], ["r2t2g1"]),
             box("r3t1", 1, [side(label="loser of r2t1", height=0.2), side(start=0)])]
    data.update(kind="double_elimination", chart=None, crosstable=None, bracket={"winner": None, "parts": [
        {"title": "Upper bracket", "columns": ["Round 1", "Round 2", "Grand final"], "boxes": upper},
        {"title": "Lower bracket", "columns": ["Round 2", "Round 3"], "boxes": lower}]})
    return data


def knock_out(entrants=16):
    """A bracket of a power of two of entrants: round 1 is decided, round 2 being played. The results are long, and one has withdrawn."""
    data = tournament(entrants, 1, hostile=False)
    boxes, before, rounds = [], [], entrants.bit_length() - 1

    def side(number, table, at, count):
        entrant = {1: [table, 2 * count - 1 - table][at], 2: 2 * table + at}.get(number)
        return {"entrant": entrant, "seed": None if entrant is None else entrant + 1, "label": "" if number < 3 else f"winner of r{number - 1}t{2 * table + at + 1}",
                "score": {1: ["2", "0"][at], 2: "½"}.get(number, ""), "won": number == 1 and at == 0, "from": before[2 * table + at] if before else None,
                "height": (2 * table + at) / (2 * count)}

    for number in range(1, rounds + 1):
        count, first = entrants >> number, len(boxes)
        boxes += [{"id": f"r{number}t{table + 1}", "column": number - 1, "round": number, "table": table + 1, "paired": number < 3, "matches": [],
                   "sides": [side(number, table, at, count) for at in (0, 1)]} for table in range(count)]
        before = range(first, len(boxes))
    for row in data["standings"]:
        row["cells"] = ["out in round 12"]
    data["standings"][3]["mark"] = "withdrawn"
    data.update(kind="double_elimination", running=[], chart=None, crosstable=None, columns=[{"key": "result", "title": "Result", "about": "How far it came."}],
                bracket={"winner": None, "parts": [{"title": "Bracket", "columns": [f"Round {number}" for number in range(1, rounds + 1)], "boxes": boxes}]})
    return data


def ladder():
    """A ladder of a few hours, with the curves of its first entrants."""
    data = practice()
    chance = random.Random(5)
    data.update(kind="ladder", running=[], curves={"kind": "elo", "lines": [
        {"entrant": entrant, "points": [[1_795_000_000 + 1800 * step, round(200 - 60 * entrant + chance.randint(-40, 40) + 5 * step, 1)] for step in range(10)]}
        for entrant in range(6)]})
    return data


def practice():
    data = tournament(6, 1, hostile=True, status="running")
    data.update(kind="practice", round=0, rounds=[], chart=None, crosstable=None, matches={"done": 812, "total": None}, latest=[
        {"match": f"r1t{number}g1", "game_no": 1, "status": "done", "entrants": [number % 6, (number + 1) % 6], "scores": [7, 3], "no_show": [False, False],
         "shown": True, "why_not": None} for number in range(812, 792, -1)])
    return data


def boards(data, turn, size=9):
    """The newest positions of the running matches, `turn` turns into Walls."""
    made = []
    for index, running in enumerate(data["running"]):
        chance = random.Random(index)
        cells = [["."] * size for _ in range(size)]
        at = [[size // 2, size // 2 - 2], [size // 2, size // 2 + 2]]
        laid = [0, 0]
        for step in range(turn):
            seat = step % 2
            row, column = chance.randrange(size), chance.randrange(size)
            if cells[row][column] == "." and [row, column] not in at:
                cells[row][column] = "AB"[seat]
                laid[seat] += 1
        players = [{"at": at[seat], "bricks": laid[seat], "face": "NESW"[(turn + seat) % 4], "idle": turn % 4, "stalled": False} for seat in (0, 1)]
        made.append({"match": running["match"], "round": running["round"], "table": running["table"], "game_no": running["game_no"],
                     "game": "walls", "players": running["players"], "turn": turn, "setup": {"n": size, "first": 0},
                     "view": {"board": ["".join(row) for row in cells], "mover": turn % 2, "players": players}, "scores": laid})
    return made


def replays(data, turns=12):
    """Match data by name of all games that are over: Walls, of so many turns."""
    made = {}
    for match in [match for each in data["rounds"] for table in each["tables"] for match in table["matches"] if match["status"] == "done"]:
        players = [names(len(data["entrants"]), False)[entrant] for entrant in match["entrants"]]
        of = {"running": [{"match": match["match"], "round": 1, "table": 1, "game_no": match["game_no"], "players": players}]}
        views = [boards(of, turn)[0]["view"] for turn in range(turns + 1)]
        made[match["match"]] = {
            "format": 1, "match": match["match"], "attempt": 1, "round": int(match["match"][1]), "table": 1, "game_no": match["game_no"], "game": "walls", "players": players,
            "status": "done", "setup": {"n": 9, "first": 0}, "hidden": False, "view": views[0], "seat_views": None, "seat": None,
            "turns": [{"answers": [], "events": {}, "frames": [{"view": view}]} for view in views[1:]],
            "result": {"scores": match["scores"], "rank": [1, 2], "outcome": {}}, "no_show": [], "record": None, "home": None}
    return made


PODIUM = """<section class="part" id="podium" aria-labelledby="podium-title"><h2 id="podium-title">Podium</h2>
<ol class="podium">
<li class="place-1"><span class="place">1</span><strong class="who"><bdi>ada</bdi></strong><span class="result">Points 4½</span><a class="best-game" href="matches/r5t1g1">Best game: <bdi>12 : 8 against grace</bdi></a></li>
<li class="place-2"><span class="place">2</span><strong class="who"><bdi>grace-with-a-name-of-thirty-two-l</bdi></strong><span class="result">Points 4</span><a class="best-game" href="matches/r4t2g1">Best game: <bdi>21 : 4 against margaret-hamilton</bdi></a></li>
<li class="place-3"><span class="place">3</span><strong class="who"><bdi>linus</bdi></strong><span class="result">Points 3½</span></li>
</ol>
<ul class="podium-notes">
<li><bdi>barbara is withdrawn and takes no place: the next one moves up.</bdi></li>
</ul>
</section>
"""


def reveal(places, entrants=14):
    """The section of the places that are revealed, from the last on."""
    first, newest = entrants - places + 1, ' class="newest"'
    rows = "".join(f'<tr{newest if place == first else ""}><td class="rank">{place}</td><th scope="row" class="name"><bdi>bot{place}</bdi></th>'
                   f'<td class="points">{(entrants - place) / 2:g}</td><td class="text"><small>place {place - 1} before</small></td></tr>'
                   for place in range(first, entrants + 1))
    return (f'<section class="part" id="reveal" aria-labelledby="reveal-title"><h2 id="reveal-title">Reveal: place {first} of {entrants}</h2>\n'
            '<div class="scroll" role="region" tabindex="0" aria-label="revealed">\n<table class="revealed"><caption><span>The arbiter reveals place by place, from the last.</span></caption>'
            '<thead><tr><th scope="col">Place</th><th scope="col" class="name">Name</th><th scope="col">Points</th><td></td></tr></thead>'
            f'<tbody>{rows}</tbody></table>\n</div>\n</section>\n')
