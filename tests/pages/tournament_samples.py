"""Sample data of what a server tells beside the page of a tournament: live boards, and a student's own games as me_data.schema.json
describes them; with names and texts of people who would like to break a page. Every call with the same arguments gives the same data."""

import random

HOSTILE = [
    "<img src=x onerror=alert(1)>", "\u202egnirts desrever", "</script><script>alert(2)</script>", "a" * 10_000,
    "\"'&amp;&#x3c;", "zero\u0000\u001b[31mred", "{{title}}", "بوت الشطرنج", "🧱" * 40, "javascript:alert(3)",
]
PLAIN = ["ada", "grace", "linus", "barbara", "edsger", "donald", "margaret", "alan", "radia", "ken", "frances", "dennis",
         "hedy", "john", "karen", "tim"]


def boards(matches, turn, size=9):
    """The newest positions of these running matches, `turn` turns into Walls."""
    made = []
    for index, running in enumerate(matches):
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


def knock_out(entrants):
    """A bracket of a power of two of entrants: round 1 is decided, round 2 being played."""
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
    return {"winner": None, "parts": [{"title": "Bracket", "columns": [f"Round {number}" for number in range(1, rounds + 1)], "boxes": boxes}]}


def curves(entrants):
    """Ratings of these entrants in the course of a few hours."""
    chance = random.Random(5)
    return {"kind": "elo", "lines": [
        {"entrant": entrant, "points": [[1_795_000_000 + 1800 * step, round(200 - 60 * entrant + chance.randint(-40, 40) + 5 * step, 1)] for step in range(10)]}
        for entrant in range(entrants)]}


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
        return {"match": f"r{number}t1g1", "attempt": 1, "place": f"Round {number}, table 1, game 1", "round": number, "table": 1, "game_no": 1, "seat": seat,
                "players": players if seat == 0 else players[::-1], "status": "done", "scores": [9, 7], "verdicts": {"ok": 88}, "faults": [],
                "charges": charges(number, 90), "shown": True, "own_view": False, "why_not": None, **more}

    faults = [{"turn": turn, "verdict": "illegal", "text": f"{text} (turn {turn}), got " + "x" * (2000 if turn == 14 else 3)} for turn in range(4, 24)]
    faults[3] = {"turn": 7, "verdict": "late", "text": "no answer within 100 ms"}
    return {
        "format": 1, "name": "ada", "display": HOSTILE[1] if hostile else "Ada Lovelace", "tournament": "Spring tournament 2026", "game": "walls",
        "withdrawn": "", "dials_in": True, "rank": 13,
        "places": [{"rank": rank, "name": name, "result": f"Points {8 - rank / 2:g}", "own": rank == 13}
                   for rank, name in zip(range(10, 17), [*other[:3], "ada", *other[:3]])],
        "matches": [match(1), match(2, verdicts={"ok": 61, "illegal": 31, "late": 2}, faults=faults), match(3, scores=[5, 5]),
                    match(4, status="void", scores=None),
                    match(4, attempt=2, own_view=True, why_not="Others have yet to play this instance."),
                    match(5, status="running", scores=None, shown=False, why_not="The match is running, and each side may only see its own board.")],
        "mark": {"points": 10, "max_points": 20, "mark": "B", "undecided": True, "possible": ["A", "B"], "promise": "Of 100 marks 5 are wrong at most.",
                 "against": [{"opponent": other[0], "mean": 0.41, "low": 0.33, "high": 0.5, "games": 40, "asked": "A from 0.5, B from 0.3"}],
                 "curve": '<svg class="marks-chart" viewBox="0 0 320 165" role="img" aria-label="the numbers are in the table of marks">'
                          '<path class="ruler" d="M34 76L310 76"/><text class="value" x="30" y="80">0.5</text><text class="name" x="172" y="155">staff-3</text>'
                          '<rect class="band band-0" x="160" y="12" width="24" height="64"/><path class="own" d="M172 98L172 76"/><circle class="own" cx="172" cy="87" r="3"/>'
                          '</svg>', "curve_note": "A point is a mean, a bar its interval."},
        "charges": charges(9), "stderr": ["Traceback (most recent call last):", '  File "bot.py", line 12, in <module>', f"ValueError: {text}"],
        "stderr_why": None,
    }


def own_match(name="r4t1g1"):
    """Match data of six turns of Walls, as the seat 0 saw them."""
    running = [{"match": name, "round": 4, "table": 1, "game_no": 1, "players": ["ada", HOSTILE[0]]}]
    views = [boards(running, turn)[0]["view"] for turn in range(7)]
    return {"format": 1, "match": name, "attempt": 2, "tournament": "Spring tournament 2026", "round": 4, "table": 1, "game_no": 1, "game": "walls",
            "players": ["ada", HOSTILE[0]], "status": "done", "setup": {"n": 9, "first": 0},
            "clock": {"kind": "per_move", "ms": 100, "init_ms": 10000, "measure": "auto", "margin_ms": 0, "lag_credit_ms": 0, "silence_ms": 60000, "wall_ms": 20000, "late": "go_on"},
            "seed": None, "started": "2026-11-23T00:30:00Z", "ended": "2026-11-23T00:30:02Z", "measure": ["cpu", "cpu"], "stamp": ["kernel", "kernel"],
            "sandbox": ["none", "none"], "hidden": False, "view": views[0],
            "turns": [{"answers": [{"seat": turn % 2, "verdict": "ok", "move": "forward", "spent_us": 900 + turn}], "events": {}, "frames": [{"view": views[turn + 1]}]} for turn in range(6)],
            "seat_views": None, "seat": 0, "result": {"scores": [9, 7], "rank": [1, 2], "outcome": {}}, "record": None, "home": None, "why": None,
            "problem": None}
