"""Draws the trails and the result of a recorded match of Light Cycle as SVG.

Usage: python3 docs/draw_match.py RECORD.jsonl OUT.svg"""
import html
import json
import pathlib
import sys

COLOURS = ["#4e9af1", "#f2a33a", "#5bc27a", "#e5647a"]
BOARD = 440  # pixels of an edge of the board
MARGIN = 20
LEGEND = 300  # pixels, to the right of the board
DEFAULT = {
    "size": 170,
    "starts": [[[169, 45], [169, 85], [169, 125]], [[45, 169], [85, 169], [125, 169]], [[0, 45], [0, 85], [0, 125]], [[45, 0], [85, 0], [125, 0]]],
}


class Match:
    """The cells of every cycle in order, by teams, and where it ended."""

    def __init__(self, lines):
        self.header, *turns, last = [json.loads(line) for line in lines]
        if self.header.get("game") != "lightcycle" or last.get("status") != "done":
            sys.exit("draw_match: expected the record of a finished match of lightcycle")
        options = {**DEFAULT, **self.header["options"]}
        self.size = options["size"]
        self.teams = [[[tuple(cell)] for cell in team] for team in options["starts"]]
        self.result = last["result"]
        self.turns = len(turns)
        self.ends = []
        for turn in turns:
            self.apply(turn)

    def apply(self, turn):
        dead = {event["cycle"] for event in turn.get("events", {}).get("terminated", [])}
        first = 0
        moves = {answer["seat"]: answer.get("move") for answer in turn["answers"] if answer["verdict"] == "ok"}
        for seat, team in enumerate(self.teams):
            for cycle, cell in enumerate(moves.get(seat) or [None] * len(team)):
                if first + cycle in dead:
                    self.ends.append((seat, team[cycle][-1]))
                elif cell is not None:
                    team[cycle].append(tuple(cell))
            first += len(team)


def corners(cells):
    """Only the cells in which a trail turns, with its first and its last."""
    kept = [cells[0]]
    for before, cell, after in zip(cells, cells[1:], cells[2:]):
        if (cell[0] - before[0], cell[1] - before[1]) != (after[0] - cell[0], after[1] - cell[1]):
            kept.append(cell)
    return kept + cells[-1:]


def picture(match):
    scale = BOARD / match.size

    def place(cell):
        return f"{MARGIN + (cell[0] + 0.5) * scale:.1f},{MARGIN + (cell[1] + 0.5) * scale:.1f}"

    width, height = BOARD + LEGEND + 2 * MARGIN, BOARD + 2 * MARGIN
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="ui-monospace, monospace" font-size="14">',
        f'<rect width="{width}" height="{height}" rx="8" fill="#10151d"/>',
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{BOARD}" height="{BOARD}" fill="#18202b" stroke="#33404f"/>',
    ]
    for colour, team in zip(COLOURS, match.teams):
        for cells in team:
            points = " ".join(place(cell) for cell in corners(cells))
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{0.55 * scale:.1f}" stroke-linecap="square"/>')
            x, y = place(cells[0]).split(",")
            out.append(f'<circle cx="{x}" cy="{y}" r="{0.6 * scale:.1f}" fill="{colour}"/>')
    for seat, cell in match.ends:
        x, y = place(cell).split(",")
        r = 0.7 * scale
        out.append(f'<path d="M{float(x) - r:.1f} {float(y) - r:.1f}l{2 * r:.1f} {2 * r:.1f}m0 {-2 * r:.1f}l{-2 * r:.1f} {2 * r:.1f}" stroke="#fff" stroke-width="2"/>')
    left = BOARD + 2 * MARGIN
    text = [(f"Light Cycle, {match.turns} turns", "#e8edf3"), ("", "")]
    text += [("rank  score  team", "#8fa0b3")]
    order = sorted(range(len(match.teams)), key=lambda seat: match.result["rank"][seat])
    for seat in order:
        name = match.header["players"][seat]
        text.append((f"{match.result['rank'][seat]:4}  {match.result['scores'][seat]:5}  {name}", COLOURS[seat % len(COLOURS)]))
    text += [("", ""), ("o start   x end of a cycle", "#8fa0b3"), ("", ""), (f"seed {match.header['seed']}", "#8fa0b3")]
    for line, (words, colour) in enumerate(text):
        if words:
            out.append(f'<text x="{left}" y="{MARGIN + 16 + 24 * line}" fill="{colour}" xml:space="preserve">{html.escape(words)}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__.splitlines()[-1])
    record, out = map(pathlib.Path, sys.argv[1:])
    out.write_text(picture(Match(record.read_text().splitlines())))


main()
