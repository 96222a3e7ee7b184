"""Any variant of chess that Debian's fairy-stockfish knows. The engine says which moves are legal, when a game is over, and
who has won it."""
import re
import shutil
import subprocess
import sys

from referee_game import Game, Refused, serve

TWO_BOARDS = {"bughouse", "koedem"}
ENGINES = {}  # by variant


class Engine:
    """fairy-stockfish, asked about positions. A position is the list of moves from the start of `variant`."""

    def __init__(self, variant):
        program = shutil.which("fairy-stockfish") or shutil.which("/usr/games/fairy-stockfish")
        if program is None:
            sys.exit("fairy-stockfish is missing. On Debian: apt install fairy-stockfish")
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.position = None  # that it has been told
        words = " ".join(self.ask("uci", until="uciok")).partition("option name UCI_Variant ")[2].partition("option")[0]
        self.variants = set(re.findall(r" var (\S+)", words)) - TWO_BOARDS
        self.ask(f"setoption name UCI_Variant value {variant}", "setoption name Hash value 1", "isready", until="readyok")

    def ask(self, *commands, until):
        """All lines up to the one that begins with `until`."""
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(until):
                return lines
        raise RuntimeError("fairy-stockfish has ended: " + " | ".join(lines[-3:]))

    def ask_about(self, moves, *commands, until):
        if self.position != moves:
            commands = (f"position startpos moves {' '.join(moves)}", *commands)
            self.position = list(moves)
        return self.ask(*commands, until=until)

    def look(self, moves):
        """FEN of the position, and the moves of its pieces."""
        lines = self.ask_about(moves, "d", "go perft 1", until="Nodes searched")
        fen = next(line[len("Fen: ") :] for line in lines if line.startswith("Fen: "))
        return fen, sorted(line[: -len(": 1")] for line in lines[:-1] if line.endswith(": 1"))

    def end_by(self, moves, move):
        """Whether `move` ends the game: 1 its player has won, -1 lost, 0 a draw, None the game goes on.

        The engine searches this move in two rounds, one and two plies deep. Where mate, stalemate, repetition or a rule of
        the variant ends the game, no second ply exists: then each round has visited one position."""
        lines = self.ask_about(moves, f"go depth 2 searchmoves {move}", until="bestmove")
        deepest = next(line for line in lines if line.startswith("info depth 2 "))
        kind, value, nodes = re.search(r" score (cp|mate) (-?\d+) .*nodes (\d+) ", deepest).groups()
        if int(nodes) > 2:
            return None
        return 0 if kind == "cp" else 1 if int(value) > 0 else -1


class Variant(Game):
    def begin(self, options):
        variant = options["variant"]
        if variant not in ENGINES["chess"].variants:
            raise Refused(f"options.variant: got {variant}, expected a variant that the installed fairy-stockfish knows")
        if variant not in ENGINES:
            ENGINES[variant] = Engine(variant)
        self.engine, self.moves, self.points, self.reason = ENGINES[variant], [], None, None
        self.fen, self.legal_moves = self.engine.look([])

    def to_move(self):
        return [] if self.points else [len(self.moves) % 2]

    def legal(self, seat):
        return self.legal_moves

    def play(self, seat, move):
        if move is None:
            self._end(seat, -1, "no valid move")
            return []
        result = self.engine.end_by(self.moves, move)
        self.moves.append(move)
        self.fen, self.legal_moves = self.engine.look(self.moves)
        if result is not None:
            self._end(seat, result, "repetition or slow play" if self.legal_moves else "no legal move")
        return [{"seat": seat, "move": move}]

    def _end(self, seat, result, reason):
        points = (1 + result) / 2
        self.points, self.reason = [points, 1 - points] if seat == 0 else [1 - points, points], reason

    def scores(self):
        return self.points or [0, 0]

    def outcome(self):
        return {"fen": self.fen, "plies": len(self.moves), "reason": self.reason}

    def view(self, reader):
        return {"fen": self.fen, "last": self.moves[-1] if self.moves else None, "legal": self.legal_moves if self.to_move() else []}

    def picture(self, reader):
        grid, legend = [], {}
        for rank in re.sub(r"\[.*", "", self.fen.split()[0]).split("/"):  # without the pieces in hand
            cells = re.findall(r"\d+|\+?[A-Za-z]", rank)
            grid.append([cell for field in cells for cell in (["."] * int(field) if field.isdigit() else [field])])
        for cell in {cell for row in grid for cell in row} - {"."}:
            legend[cell] = {"seat": 0 if cell.isupper() else 1, "text": cell.upper()}
        return {"grid": grid, "legend": legend, "caption": self.fen}


ENGINES["chess"] = Engine("chess")
serve(Variant)
