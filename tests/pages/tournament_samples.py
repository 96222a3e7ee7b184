"""Sample data of tournament pages, as schema/tournament_data.schema.json and me_data.schema.json describe them, with names and texts
of people who would like to break a page. Every call with the same arguments gives the same data."""

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


BOUNDS = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000]


def charges(seed, turns=240, budget=100_000):
    chance = random.Random(seed)
    counts = [0] * (len(BOUNDS) + 1)
    for _ in range(turns):
        counts[min(len(BOUNDS), max(0, round(chance.gauss(6.2, 1.4))))] += 1
    return {"bounds_us": BOUNDS, "counts": counts, "turns": turns, "mean_us": 17_400,
            "worst_us": 131_000 if sum(counts[10:]) else 88_000, "budget_us": budget}


def me(hostile=True):
    """What a student sees of six matches: public ones, one that is secret still, one that is running, and a void one."""
    other = HOSTILE if hostile else PLAIN[1:]
    text = HOSTILE[0] if hostile else "expected one of N, E, S, W"

    def match(number, **more):
        seat = number % 2
        players = ["ada", other[number % len(other)]]
        return {"match": f"r{number}t1g1", "attempt": 1, "round": number, "table": 1, "game_no": 1, "seat": seat,
                "players": players if seat == 0 else players[::-1], "status": "done", "scores": [9, 7], "verdicts": {"ok": 88}, "faults": [],
                "charges": charges(number, 90), "shown": True, "own_view": False, "why_not": None, **more}

    faults = [{"turn": turn, "verdict": "illegal", "text": f"{text} (turn {turn}), got " + "x" * (2000 if turn == 14 else 3)} for turn in range(4, 24)]
    faults[3] = {"turn": 7, "verdict": "late", "text": "no answer within 100 ms"}
    return {
        "format": 1, "name": "ada", "display": HOSTILE[1] if hostile else "Ada Lovelace", "tournament": "Spring tournament 2026", "game": "walls",
        "withdrawn": "", "dials_in": True, "rank": 3,
        "matches": [match(1), match(2, verdicts={"ok": 61, "illegal": 31, "late": 2}, faults=faults), match(3, scores=[5, 5]),
                    match(4, status="void", scores=None),
                    match(4, attempt=2, own_view=True, why_not="Others have yet to play this instance."),
                    match(5, status="running", scores=None, shown=False, why_not="The match is running, and each side may only see its own board.")],
        "charges": charges(9), "stderr": ["Traceback (most recent call last):", '  File "bot.py", line 12, in <module>', f"ValueError: {text}"],
        "stderr_why": None,
    }


def own_match(name="r4t1g1"):
    """Match data of six turns of Walls, as the seat 0 saw them."""
    data = tournament(2, 1, hostile=False)
    data["running"] = [{"match": name, "round": 4, "table": 1, "game_no": 1, "players": ["ada", HOSTILE[0]]}]
    views = [boards(data, turn)[0]["view"] for turn in range(7)]
    return {"format": 1, "match": name, "attempt": 2, "tournament": "Spring tournament 2026", "round": 4, "table": 1, "game_no": 1, "game": "walls",
            "players": ["ada", HOSTILE[0]], "status": "done", "setup": {"n": 9, "first": 0},
            "clock": {"kind": "per_move", "ms": 100, "init_ms": 10000, "measure": "auto", "margin_ms": 0, "lag_credit_ms": 0, "silence_ms": 60000, "wall_ms": 20000, "late": "go_on"},
            "seed": None, "started": "2026-11-23T00:30:00Z", "ended": "2026-11-23T00:30:02Z", "measure": ["cpu", "cpu"], "stamp": ["kernel", "kernel"],
            "sandbox": ["none", "none"], "hidden": False, "view": views[0],
            "turns": [{"answers": [{"seat": turn % 2, "verdict": "ok", "move": "forward", "spent_us": 900 + turn}], "events": {}, "frames": [{"view": views[turn + 1]}]} for turn in range(6)],
            "seat_views": None, "seat": 0, "result": {"scores": [9, 7], "rank": [1, 2], "outcome": {}}, "record": None, "home": None, "why": None,
            "problem": None}
