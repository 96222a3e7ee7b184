"""Chess and Chess960 as a rules program: what a match remembers, how it ends, and the lines of protocol/RULES_PROGRAM.md."""
import json
import re
import sys

from position import ENDS, PIECES
from start import start_position

NAMES = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "N": "knight", "P": "pawn"}
LEGEND = {letter: {"seat": seat, "name": f"{('white', 'black')[seat]} {NAMES[letter.upper()]}"} for seat in (0, 1) for letter in sorted(PIECES[seat])}


class Refused(Exception):
    """A move that changes nothing. malformed: it has the wrong form."""

    def __init__(self, why, malformed=False):
        super().__init__(why)
        self.malformed = malformed


class Match:
    """What a match remembers: the position, and since the last move that cannot be undone the positions by how often each has
    been there, and the moves. These are at most 101 and 100, because the match ends at the hundredth such move."""

    def __init__(self, options, seed):
        self.position = start_position(options, seed)
        self.first = self.fen = self.since = self.position.fen()
        self.moves, self.last, self.seen = [], None, {self.position.key(): 1}
        self.reason = self.winner = None

    def setup(self):
        return {"chess960": self.position.chess960, "start": self.first}

    def step(self, entry):
        """Plays the move of the seat to move. Returns events. Raises Refused."""
        seat = entry["seat"]
        if "move" not in entry:
            return self.lose(seat, "forfeit" if entry.get("forfeited") else "no_move")
        move = entry["move"]
        self.examine(move)
        before, self.position = self.position, self.position.after(move)
        event = {"seat": seat, "move": move, "san": before.san(move, self.position)}
        captured = before.captured(move)
        if captured:
            event["captured"] = captured
        self.remember(move)
        is_check = event["san"][-1] in "+#"
        if is_check:
            event["check"] = True
        self.reason = self.end(is_check)
        self.winner = seat if self.reason == "checkmate" else None
        return [event, *self.told_end()]

    def examine(self, move):
        if not isinstance(move, str) or not re.fullmatch("([a-h][1-8]){2}[qrbn]?", move):
            raise Refused(f'{json.dumps(move)[:40]} is no move, expected text such as "e2e4" or "e7e8q"', malformed=True)
        if move in self.position.legal():
            return
        if move + "q" in self.position.legal():
            raise Refused(f"{move} lacks the piece that the pawn becomes: {move}q, {move}r, {move}b or {move}n")
        piece = self.position.board[ENDS[move[:4]][0]]
        if piece not in PIECES[self.position.side]:
            raise Refused(f"{move}: no piece of yours is on {move[:2]}")
        raise Refused(f"{move} is not legal in {self.fen}")

    def remember(self, move):
        self.fen, self.last = self.position.fen(), move
        if self.position.clock == 0:  # after a capture or a move of a pawn no earlier position comes again
            self.seen, self.moves, self.since = {}, [], self.fen
        else:
            self.moves.append(move)
        key = self.position.key()
        self.seen[key] = self.seen.get(key, 0) + 1

    def end(self, is_check):
        """Why the match is over, or None. Checkmate and stalemate come before the draws by claim (FIDE 9.6.2)."""
        if not self.position.legal():
            return "checkmate" if is_check else "stalemate"
        if self.position.is_dead():
            return "insufficient_material"
        if self.repetitions() >= 3:
            return "threefold_repetition"
        return "fifty_moves" if self.position.clock >= 100 else None

    def lose(self, seat, reason):
        """A seat that does not move loses, unless the other one has no way to mate (FIDE 6.9, 7.5.5)."""
        self.reason = reason
        self.winner = 1 - seat if self.position.can_mate(1 - seat) else None
        return [{"seat": seat, reason: True}, *self.told_end()]

    def told_end(self):
        return [{"end": self.reason, "winner": self.winner}] if self.reason else []

    def repetitions(self):
        return self.seen[self.position.key()]

    def answer(self):
        """The keys of an answer that tell the position."""
        position, over = self.position, self.reason is not None
        legal = [] if over else sorted(position.legal())
        view = {"fen": self.fen, "last": self.last, "check": position.is_check(), "repetitions": self.repetitions(), "legal": legal,
                "since": {"fen": self.since, "moves": self.moves}}
        told = {"view": view, "picture": self.picture(view["check"])}
        if not over:
            return {"to_move": [position.side], "legal": [legal], **told}
        scores = [0.5, 0.5] if self.winner is None else [1 - self.winner, self.winner]
        result = "1/2-1/2" if self.winner is None else ("1-0", "0-1")[self.winner]
        return {"scores": scores, "outcome": {"reason": self.reason, "winner": self.winner, "result": result}, **told}

    def picture(self, is_check):
        text = "".join(self.position.board)
        marks = []
        if self.last:
            marks += [box(square, "yellow") for square in ENDS[self.last[:4]]]
        if is_check:
            marks.append(box(self.position.king(self.position.side), "red"))
        side = ("White", "Black")[self.position.side]
        caption = f"over: {self.reason.replace('_', ' ')}" if self.reason else f"{side} to move{', in check' if is_check else ''}"
        return {"grid": [text[at : at + 8] for at in range(0, 64, 8)], "rows": list("87654321"), "columns": list("abcdefgh"), "legend": LEGEND, "marks": marks, "caption": caption}


def box(square, color):
    return {"box": [square % 8, square // 8, 1, 1], "color": color}


def answer(matches, request):
    """The answer to a request, or None."""
    name = request["match"]
    if request["type"] == "end":
        matches.pop(name, None)
        return None
    if request["type"] == "new":
        try:
            match = matches[name] = Match(request["options"], request["seed"])
        except ValueError as error:
            return {"error": str(error)}
        return {"setup": match.setup(), **match.answer()}
    entry = request["moves"][0]
    match = matches[name]
    try:
        events = match.step(entry)
    except Refused as refused:
        return {"refused": [{"seat": entry["seat"], "why": str(refused), **({"malformed": True} if refused.malformed else {})}]}
    return {"events": events, **match.answer()}


def main():
    def say(message):
        sys.stdout.write(json.dumps(message, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    say({"type": "hello", "rules_program": 1, "name": "chess", "version": 1})
    matches = {}
    for line in sys.stdin:
        request = json.loads(line)
        told = answer(matches, request)
        if told is not None:
            say({"id": request["id"], **told})


if __name__ == "__main__":
    main()
