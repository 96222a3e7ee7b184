"""A position of chess or Chess960: its legal moves, the position after a move, FEN and SAN.

A position is a value: a move makes a new one. Squares are 0 (a8) to 63 (h1), in the order of FEN. Pieces are the letters of FEN,
"." is an empty square. Moves are UCI text: "e2e4", "e7e8q". Castling is "e1g1", and in Chess960 the king takes its own rook.
"""
WHITE, BLACK = 0, 1  # seats
SQUARES = tuple(file + rank for rank in "87654321" for file in "abcdefgh")
SQUARE = {name: square for square, name in enumerate(SQUARES)}
ALL = frozenset(range(64))
PIECES = (frozenset("KQRBNP"), frozenset("kqrbnp"))
ALONG_LINES = (frozenset("RQ"), frozenset("rq"))
ALONG_DIAGONALS = (frozenset("BQ"), frozenset("bq"))
LINES = ((0, -1), (0, 1), (-1, 0), (1, 0))
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
JUMPS = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
STANDARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def ray(square, step, most=7):
    """Squares from a square to the edge: step is (ranks down, files right)."""
    rank, file = divmod(square, 8)
    steps = ((rank + step[0] * n, file + step[1] * n) for n in range(1, most + 1))
    return tuple(8 * row + column for row, column in steps if 0 <= row < 8 and 0 <= column < 8)


def rays(steps, most=7):
    """For each square its rays that are not empty."""
    return tuple(tuple(filter(None, (ray(square, step, most) for step in steps))) for square in range(64))


def named(table):
    """The same rays, each square with the text of the move to it."""
    return tuple(tuple(tuple((to, SQUARES[start] + SQUARES[to]) for to in line) for line in lines) for start, lines in enumerate(table))


def flat(table):
    return tuple(tuple(square for line in lines for square in line) for lines in table)


LINE_RAYS, DIAGONAL_RAYS, ALL_RAYS = rays(LINES), rays(DIAGONALS), rays(LINES + DIAGONALS)
KNIGHT_SQUARES, KING_SQUARES = flat(rays(JUMPS, 1)), flat(rays(LINES + DIAGONALS, 1))
FORWARD = (-8, 8)  # by seat
FIRST_RANK, PAWNS_RANK = (7, 0), (6, 1)  # from above, by seat
PAWN_TAKES = tuple(flat(rays(((row, -1), (row, 1)), 1)) for row in (-1, 1))
ENDS = {a + b: (SQUARE[a], SQUARE[b]) for a in SQUARES for b in SQUARES}  # of a move's first four letters
MOVES = {}  # by letter of a piece that is no pawn
for letters, steps, most in [("Kk", LINES + DIAGONALS, 1), ("Qq", LINES + DIAGONALS, 7), ("Rr", LINES, 7), ("Bb", DIAGONALS, 7), ("Nn", JUMPS, 1)]:
    MOVES[letters[0]] = MOVES[letters[1]] = named(rays(steps, most))


def between(a, b):
    """Squares of a rank from one to another, both included."""
    return range(min(a, b), max(a, b) + 1)


def is_attacked(board, square, by):
    """Whether a seat's pieces attack a square."""
    lines, diagonals = ALONG_LINES[by], ALONG_DIAGONALS[by]
    for line in LINE_RAYS[square]:
        for at in line:
            piece = board[at]
            if piece != ".":
                if piece in lines:
                    return True
                break
    for line in DIAGONAL_RAYS[square]:
        for at in line:
            piece = board[at]
            if piece != ".":
                if piece in diagonals:
                    return True
                break
    king, knight, pawn = "KNP" if by == WHITE else "knp"
    for at in KNIGHT_SQUARES[square]:
        if board[at] == knight:
            return True
    for at in PAWN_TAKES[1 - by][square]:  # from here a pawn of the other seat would take it
        if board[at] == pawn:
            return True
    for at in KING_SQUARES[square]:
        if board[at] == king:
            return True
    return False


class Position:
    """board: 64 letters. side: the seat to move. rooks: squares of the rooks that may still castle. passed: the square that
    a pawn has passed, if a pawn of the side to move stands to take it there, else None. clock: moves of one side since the
    last capture or move of a pawn. number: of this move, from 1."""

    __slots__ = ("board", "side", "rooks", "passed", "clock", "number", "chess960", "_legal", "takes_passed")

    def __init__(self, board, side, rooks, passed, clock, number, chess960):
        self.board, self.side, self.rooks, self.passed = board, side, rooks, passed
        self.clock, self.number, self.chess960 = clock, number, chess960
        self._legal, self.takes_passed = None, False

    def king(self, side):
        return self.board.index("Kk"[side])

    def is_check(self):
        return is_attacked(self.board, self.king(self.side), 1 - self.side)

    def legal(self):
        """All legal moves, in an order that follows from the position alone."""
        if self._legal is None:
            self._legal = self._legal_moves()
        return self._legal

    def _legal_moves(self):
        board, own = self.board, PIECES[self.side]
        king = self.king(self.side)
        checkers, targets, pinned = self._threats(king)
        moves = self._king_moves(king)
        if checkers > 1:
            return moves
        if not checkers:
            moves += self._castling(king)
        pawn, king_letter = "Pp"[self.side], "Kk"[self.side]
        for square, piece in enumerate(board):
            if piece == "." or piece not in own or piece == king_letter:
                continue
            allowed = targets
            if square in pinned:
                if checkers:
                    continue
                allowed = pinned[square]
            if piece == pawn:
                self._add_pawn_moves(moves, square, allowed)
                continue
            for line in MOVES[piece][square]:
                for to, move in line:
                    target = board[to]
                    if target == ".":
                        if to in allowed:
                            moves.append(move)
                    else:
                        if to in allowed and target not in own:
                            moves.append(move)
                        break
        if self.passed is not None:
            taking = self._taking_passed(king)
            self.takes_passed = bool(taking)
            moves += taking
        return moves

    def _threats(self, king):
        """How many pieces give check; where other pieces may go, to end a single check; by square of a pinned piece where it
        may go."""
        board, own, by = self.board, PIECES[self.side], 1 - self.side
        checkers, targets, pinned = 0, ALL, {}
        for table, sliders in ((LINE_RAYS, ALONG_LINES[by]), (DIAGONAL_RAYS, ALONG_DIAGONALS[by])):
            for line in table[king]:
                shield = None
                for at in line:
                    piece = board[at]
                    if piece == ".":
                        continue
                    if piece in sliders:
                        way = line[: line.index(at) + 1]
                        if shield is None:
                            checkers, targets = checkers + 1, way
                        else:
                            pinned[shield] = way
                        break
                    if shield is not None or piece not in own:
                        break
                    shield = at
        for table, piece in ((KNIGHT_SQUARES[king], "Nn"[by]), (PAWN_TAKES[self.side][king], "Pp"[by])):
            for at in table:
                if board[at] == piece:
                    checkers, targets = checkers + 1, (at,)
        return checkers, targets, pinned

    def _king_moves(self, king):
        board, own = self.board.copy(), PIECES[self.side]
        board[king] = "."  # it shields no square behind it
        return [move for ((to, move),) in MOVES["K"][king] if board[to] not in own and not is_attacked(board, to, 1 - self.side)]

    def _castling(self, king):
        moves, rank = [], 8 * FIRST_RANK[self.side]
        for rook in self.rooks:
            if rook >> 3 != FIRST_RANK[self.side]:
                continue
            king_to, rook_to = (rank + 6, rank + 5) if rook > king else (rank + 2, rank + 3)
            board = self.board.copy()
            board[king] = board[rook] = "."
            ways = (between(king, king_to), between(rook, rook_to))
            if all(board[at] == "." for way in ways for at in way) and not any(is_attacked(board, at, 1 - self.side) for at in ways[0]):
                moves.append(SQUARES[king] + SQUARES[rook if self.chess960 else king_to])
        return moves

    def _add_pawn_moves(self, moves, square, allowed):
        board, forward, others = self.board, FORWARD[self.side], PIECES[1 - self.side]
        found = [to for to in PAWN_TAKES[self.side][square] if board[to] in others and to in allowed]
        to = square + forward
        if board[to] == ".":
            if to in allowed:
                found.append(to)
            if square >> 3 == PAWNS_RANK[self.side] and board[to + forward] == "." and to + forward in allowed:
                found.append(to + forward)
        for to in found:
            move = SQUARES[square] + SQUARES[to]
            if to >> 3 == FIRST_RANK[1 - self.side]:
                moves += (move + "q", move + "r", move + "b", move + "n")
            else:
                moves.append(move)

    def _taking_passed(self, king):
        """En passant: two pawns leave a rank at once, so each such move is tried on a board."""
        moves, pawn = [], "Pp"[self.side]
        for square in PAWN_TAKES[1 - self.side][self.passed]:
            if self.board[square] == pawn:
                board = self.board.copy()
                board[self.passed], board[square], board[self.passed - FORWARD[self.side]] = pawn, ".", "."
                if not is_attacked(board, king, 1 - self.side):
                    moves.append(SQUARES[square] + SQUARES[self.passed])
        return moves

    def is_castling(self, move):
        start, to = ENDS[move[:4]]
        return self.board[start] in "Kk" and (self.board[to] in PIECES[self.side] or abs(to - start) == 2)

    def captured(self, move):
        """The letter of the piece that a legal move takes, or None."""
        start, to = ENDS[move[:4]]
        if self.is_castling(move):
            return None
        if self.board[start] in "Pp" and to == self.passed:
            return "pP"[self.side]
        return None if self.board[to] == "." else self.board[to]

    def after(self, move):
        """The position after a legal move."""
        board, side, rooks, passed, clock = self.board.copy(), self.side, self.rooks, None, self.clock + 1
        start, to = ENDS[move[:4]]
        piece = board[start]
        if piece in "Kk" and rooks and self.is_castling(move):
            self._castle(board, start, to)
            rooks = tuple(rook for rook in rooks if rook >> 3 != FIRST_RANK[side])
        else:
            if board[to] != ".":
                clock = 0
            board[start], board[to] = ".", piece
            if piece in "Pp":
                clock = 0
                if len(move) == 5:
                    board[to] = move[4].upper() if side == WHITE else move[4]
                elif to == self.passed:
                    board[to - FORWARD[side]] = "."
                elif abs(to - start) == 16:
                    middle = (start + to) // 2
                    if any(board[at] == "pP"[side] for at in PAWN_TAKES[side][middle]):
                        passed = middle
            if rooks:
                if piece in "Kk":
                    rooks = tuple(rook for rook in rooks if rook >> 3 != FIRST_RANK[side])
                if start in rooks or to in rooks:
                    rooks = tuple(rook for rook in rooks if rook != start and rook != to)
        return Position(board, 1 - side, rooks, passed, clock, self.number + side, self.chess960)

    def _castle(self, board, king, to):
        rank = king & ~7
        right = to > king
        rook = to if self.board[to] in PIECES[self.side] else next(at for at in self.rooks if at >> 3 == king >> 3 and (at > king) == right)
        letters = board[king], board[rook]
        board[king] = board[rook] = "."
        board[rank + (6 if right else 2)], board[rank + (5 if right else 3)] = letters

    def key(self):
        """Equal for two positions exactly if FIDE 9.2 calls them the same: pieces, side to move, castling rights, and a pawn
        that can be taken en passant."""
        self.legal()
        return "".join(self.board), self.side, self.rooks, self.passed if self.takes_passed else None

    def fen(self):
        """X-FEN. It has a square for en passant only if a legal move takes there."""
        self.legal()
        text = "".join(self.board)
        rows = "/".join(text[at : at + 8] for at in range(0, 64, 8))
        for count in range(8, 0, -1):
            rows = rows.replace("." * count, str(count))
        passed = SQUARES[self.passed] if self.takes_passed else "-"
        return f"{rows} {'wb'[self.side]} {self._castling_field()} {passed} {self.clock} {self.number}"

    def _castling_field(self):
        letters = ""
        for side in (WHITE, BLACK):
            mine = sorted((rook for rook in self.rooks if rook >> 3 == FIRST_RANK[side]), reverse=True)
            for rook in mine:
                letters += "".join(self._letter(rook, side))
        return letters or "-"

    def _letter(self, rook, side):
        """K or Q for the outermost rook on its side of the king, the letter of its file for another."""
        right = rook > self.king(side)
        rank = range(8 * FIRST_RANK[side], 8 * FIRST_RANK[side] + 8)
        outer = max if right else min
        outermost = outer(at for at in rank if self.board[at] == "Rr"[side])
        letter = ("K" if right else "Q") if rook == outermost else SQUARES[rook][0].upper()
        return letter if side == WHITE else letter.lower()

    def san(self, move, after):
        """A legal move as in PGN: "Nbd7", "exd8=Q+", "O-O-O#". after: the position after it."""
        start, to = ENDS[move[:4]]
        piece = self.board[start].upper()
        if self.is_castling(move):
            text = "O-O" if to > start else "O-O-O"
        elif piece == "P":
            text = (move[0] + "x" if self.captured(move) else "") + move[2:4] + ("=" + move[4].upper() if len(move) == 5 else "")
        else:
            text = piece + self._origin(move) + ("x" if self.board[to] != "." else "") + move[2:4]
        if after.is_check():
            text += "+" if after.legal() else "#"
        return text

    def _origin(self, move):
        """What tells a piece from others of its kind that may go to that square: file, rank, or both."""
        letter = self.board[ENDS[move][0]]
        others = [other for other in self.legal() if other[2:] == move[2:] and other[:2] != move[:2] and self.board[ENDS[other[:4]][0]] == letter]
        others = [other for other in others if not self.is_castling(other)]
        if not others:
            return ""
        if all(other[0] != move[0] for other in others):
            return move[0]
        return move[1] if all(other[1] != move[1] for other in others) else move[:2]

    def is_dead(self):
        """Whether neither side has what a checkmate needs: king against king, with one knight at most, or with bishops that all
        stand on squares of one colour."""
        if any(piece in self.board for piece in "PpRrQq"):
            return False
        return not self.can_mate(WHITE) and not self.can_mate(BLACK)

    def can_mate(self, side):
        """Whether some series of legal moves may lead to checkmate by a side, judged by the pieces on the board."""
        own = [piece.upper() for piece in self.board if piece in PIECES[side] and piece not in "Kk"]
        other = [piece.upper() for piece in self.board if piece in PIECES[1 - side] and piece not in "Kk"]
        if any(piece in "PRQ" for piece in own):
            return True
        if own == ["N"]:  # the other king needs a piece of its own in its way, and a queen would not let the knight mate
            return any(piece in "PRBN" for piece in other)
        if "N" in own:
            return True
        if not own:
            return False
        shades = {(square + (square >> 3)) % 2 for square, piece in enumerate(self.board) if piece in "Bb"}
        return len(shades) == 2 or any(piece in "PN" for piece in other)
