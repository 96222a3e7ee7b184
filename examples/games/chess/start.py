"""Where a match of chess begins: the usual position, one of the 960 of Chess960, or a FEN."""
import re
from itertools import combinations

from position import BLACK, FIRST_RANK, FORWARD, PIECES, SQUARE, STANDARD, WHITE, Position, is_attacked

FIELDS = 'six fields, as in "' + STANDARD + '"'
MOST_MOVES = 9999  # the number of the first move


def start_position(options, seed):
    """The position that the options ask for. Raises ValueError, which names the option."""
    chess960, number, fen = options["chess960"], options["position"], options["start"]
    if number >= 0 and not chess960:
        raise ValueError(f"position: got {number}, expected -1 without chess960; set chess960 to true")
    if not fen:
        return read(numbered(seed % 960 if number < 0 else number) if chess960 else STANDARD, chess960)
    if number >= 0:
        raise ValueError("start: got a FEN and a position number, expected one of them")
    position = read(fen, chess960)
    if not position.legal() or position.is_dead() or position.clock == 100:
        raise wrong("", fen, "a position in which the match is not over")
    return position


def numbered(number):
    """The FEN of a start position of Chess960 by its usual number, 0 to 959. 518 is the position of chess."""
    rank = [None] * 8
    number, light = divmod(number, 4)
    number, dark = divmod(number, 4)
    rank[2 * light + 1] = rank[2 * dark] = "B"
    knights, queen = divmod(number, 6)

    def free():
        return [file for file in range(8) if rank[file] is None]

    rank[free()[queen]] = "Q"
    for file in [free()[at] for at in list(combinations(range(5), 2))[knights]]:
        rank[file] = "N"
    for file, piece in zip(free(), "RKR"):
        rank[file] = piece
    row = "".join(rank)
    return f"{row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"


def read(fen, chess960):
    """The position of a FEN. Castling rights are KQkq, or the files of rooks. Raises ValueError for a text that
    is none, and for a board that no game can have."""
    fields = fen.split()
    if len(fields) != 6:
        raise wrong("", fen, FIELDS)
    board = read_board(fields[0])
    if fields[1] not in ("w", "b"):
        raise wrong("side to move: ", fields[1], "w or b")
    side = "wb".index(fields[1])
    rooks = tuple(sorted({read_right(board, letter, chess960) for letter in read_rights(fields[2])}))
    clock, number = read_number("halfmove clock: ", fields[4], 0, 100), read_number("move number: ", fields[5], 1, MOST_MOVES)
    position = Position(board, side, rooks, read_passed(board, side, fields[3]), clock, number, chess960)
    if is_attacked(board, position.king(1 - side), side):
        raise wrong("", fen, "a side that is not to move and not in check")
    return position


def wrong(what, got, expected):
    return ValueError(f"start: {what}got {got!r:.130}, expected {expected}")


def read_number(what, text, least, most):
    if not re.fullmatch("[0-9]{1,4}", text) or not least <= int(text) <= most:
        raise wrong(what, text, f"an integer from {least} to {most}")
    return int(text)


def read_board(text):
    rows = [re.sub("[1-8]", lambda digit: "." * int(digit.group()), row) for row in text.split("/")]
    if not re.fullmatch("[KQRBNPkqrbnp1-8/]+", text) or len(rows) != 8 or any(len(row) != 8 for row in rows):
        raise wrong("board: ", text, "eight rows of eight squares")
    board = list("".join(rows))
    for king, pawn, pieces in ("K", "P", PIECES[WHITE]), ("k", "p", PIECES[BLACK]):
        if board.count(king) != 1 or board.count(pawn) > 8 or sum(piece in pieces for piece in board) > 16:
            raise wrong("board: ", text, "for each side one king, at most 8 pawns and at most 16 pieces")
    if any(piece in "Pp" for piece in board[:8] + board[56:]):
        raise wrong("board: ", text, "no pawn on the first or the last rank")
    return board


def read_rights(text):
    if not re.fullmatch("-|[A-HKQa-hkq]{1,4}", text):
        raise wrong("castling: ", text, '"-", some of KQkq, or files of rooks')
    return text.strip("-")


def read_right(board, letter, chess960):
    """The square of the rook that a letter of the castling field means."""
    side = WHITE if letter.isupper() else BLACK
    first = 8 * FIRST_RANK[side]
    king = board.index("Kk"[side])
    own = [at for at in range(first, first + 8) if board[at] == "Rr"[side]]
    outermost = {"K": [at for at in own[-1:] if at > king], "Q": [at for at in own[:1] if at < king]}
    found = outermost.get(letter.upper(), [at for at in own if "ABCDEFGH"[at - first] == letter.upper()])
    if not found or king - first not in range(1, 7):
        raise wrong("castling: ", letter, "a king on its first rank, between its rooks")
    if not chess960 and (king - first != 4 or found[0] - first not in (0, 7)):
        raise wrong("castling: ", letter, "king and rook where chess has them; set chess960 to true")
    return found[0]


def read_passed(board, side, text):
    """The square that the last move's pawn has passed, if a pawn can stand to take it there."""
    if text == "-":
        return None
    passed = SQUARE.get(text)
    forward = FORWARD[side]
    if passed is None or passed >> 3 != (2, 5)[side]:
        raise wrong("en passant: ", text, '"-" or a square that a pawn has just passed')
    if board[passed] != "." or board[passed + forward] != "." or board[passed - forward] != "pP"[side]:
        raise wrong("en passant: ", text, "a pawn in front of that square, and nothing on it and behind it")
    return passed
