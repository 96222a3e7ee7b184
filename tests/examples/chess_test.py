"""examples/games/chess: its moves against published counts, its rules one by one, and random games against an engine.

The comparison needs Debian's stockfish or fairy-stockfish. Without them it is skipped. The digest of such games stands in for
it: it is that of games which Stockfish and chess.js (SAN, FEN, ends) have agreed with.
CHESS_GAMES is how many games are compared, by default 20. Half of them are of Chess960. Only `scripts/check` runs the
classes Long..."""
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import unittest

from fixture.game_bot import play_bots
from fixture.program import ROOT
from fixture.random_cases import random_cases
from fixture.rules import Folder, Match, RulesProgram

FOLDER = ROOT / "examples/games/chess"
sys.path.insert(0, str(FOLDER))
import position as chess  # noqa: E402
import start  # noqa: E402

GAMES = int(os.environ.get("CHESS_GAMES", "20"))
GAMES_DIGEST = "c5baa9593d6ab442b74af317a8db4e152e8684e699a3f1edc050c0015eaee754"
ENGINE = next(filter(None, (shutil.which(name, path=f"{os.environ['PATH']}:/usr/games") for name in ("stockfish", "fairy-stockfish"))), None)
# FEN, chess960, and how many series of 1, 2, 3 and 4 moves there are: the six usual positions, and three of Chess960.
PERFT = [
    (chess.STANDARD, False, [20, 400, 8902, 197281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", False, [48, 2039, 97862, 4085603]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", False, [14, 191, 2812, 43238]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", False, [6, 264, 9467, 422333]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", False, [44, 1486, 62379, 2103487]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", False, [46, 2079, 89890, 3894594]),
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", True, [21, 528, 12189, 326672]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", True, [21, 807, 18002, 667366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", True, [20, 479, 10471, 273318]),
]
MOST_COUNTED = 1000000  # by the short test


def perft(position, depth):
    moves = position.legal()
    return len(moves) if depth == 1 else sum(perft(position.after(move), depth - 1) for move in moves)


class PerftCase(unittest.TestCase):
    """The number of series of legal moves: a wrong rule of castling, en passant, promotion or pins changes it."""

    def expect_published(self, is_counted):
        for fen, chess960, counts in PERFT:
            with self.subTest(fen):
                position = start.read(fen, chess960)
                for depth, count in enumerate(counts, 1):
                    if is_counted(count):
                        self.assertEqual(count, perft(position, depth), depth)


class Perft(PerftCase):
    def test_counts_are_the_published_ones(self):
        self.expect_published(lambda count: count <= MOST_COUNTED)


class LongPerft(PerftCase):
    def test_large_counts_are_the_published_ones(self):
        self.expect_published(lambda count: count > MOST_COUNTED)


class Program(RulesProgram):
    """The program without a check of each line by the schema, which games_test.py makes: these are ten thousands of lines."""

    def _expect(self, part, value):
        pass


class ChessMatch(Match):
    def __init__(self, program, name="m", seed=0, **options):
        super().__init__(program, name, seed, program.folder.options(**options))

    @property
    def legal(self):
        return self.position["legal"][0]

    @property
    def fen(self):
        return self.position["view"]["fen"]

    @property
    def result(self):
        outcome = self.position["outcome"]
        return outcome["reason"], outcome["winner"], self.position["scores"]

    def play(self, *moves):
        for move in moves:
            answer = self.step({self.to_move[0]: move}, 1)
            assert "refused" not in answer, answer
        return self


class ProgramCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Folder(FOLDER)
        cls.addClassCleanup(cls.folder.close)

    def setUp(self):
        self.program, self.matches = self.new_program(), 0

    def new_program(self):
        program = Program(self.folder)
        self.addCleanup(program.close)
        return program

    def match(self, fen="", **options):
        self.matches += 1
        return ChessMatch(self.program, f"m{self.matches}", start=fen, **options)

    def refused_options(self, **options):
        """The words with which a match of such options is refused."""
        return self.program.ask("new", "refused", options=self.folder.options(**options), seats=2, seed=1, salt="0" * 32)["error"]

    def expect_legal(self, fen, expected, never=(), **options):
        legal = self.match(fen, **options).legal
        self.assertLessEqual(set(expected), set(legal), fen)
        self.assertFalse(set(never) & set(legal), fen)


class Moves(ProgramCase):
    def test_castling_needs_free_squares_and_a_king_that_meets_no_check(self):
        for fen, expected, never in [
                ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", ["e1g1", "e1c1"], ["e1h1"]),
                ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", ["e8g8", "e8c8"], []),
                ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", [], ["e1g1", "e1c1"]),
                ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", [], ["e1g1", "e1c1"]),  # out of a check
                ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", ["e1c1"], ["e1g1"]),  # through one
                ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", ["e1c1"], ["e1g1"]),  # into one
                ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", ["e1c1"], []),  # only the rook passes an attacked square
                ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", [], ["e1g1", "e1c1"])]:
            self.expect_legal(fen, expected, never)

    def test_castling_rights_go_with_the_king_the_rook_and_a_rook_that_is_taken(self):
        fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        for moves, rights in [("e1f1", "kq"), ("h1g1", "Qkq"), ("a1b1", "Kkq"), ("h1h8", "Qq"), ("a1a8", "Kk"), ("e1g1", "kq"),
                              ("a1b1 e8e7", "K"), ("e1e2 e8g8", "-")]:
            self.assertEqual(rights, self.match(fen).play(*moves.split()).fen.split()[2], moves)

    def test_chess960_castles_by_taking_the_own_rook(self):
        castled = self.match("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1", chess960=True).play("b1g1")
        self.assertEqual(("4k3/8/8/8/8/8/8/R4RK1 b - - 1 1", "O-O"), (castled.fen, castled.events[0]["san"]))
        castled = self.match("4k3/8/8/8/8/8/8/RK4R1 w GA - 0 1", chess960=True).play("b1a1")
        self.assertEqual(("4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1", "O-O-O"), (castled.fen, castled.events[0]["san"]))
        # The rook stands where the king goes, and the king where the rook goes.
        castled = self.match("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", chess960=True).play("f1g1")
        self.assertEqual("4k3/8/8/8/8/8/8/5RK1 b - - 1 1", castled.fen)
        # The rook alone shields the king's square.
        self.expect_legal("4k3/8/8/8/8/8/8/rR2K3 w B - 0 1", [], ["e1b1"], chess960=True)

    def test_en_passant_is_there_for_one_move_and_not_for_a_pinned_pawn(self):
        match = self.match("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5")
        self.assertIn(" d6 ", match.fen)
        self.assertNotIn("e5d6", match.play("e1e2", "e8e7").legal)
        taken = self.match("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5", "e5d6").position
        event = taken["events"][0]
        self.assertEqual(("p", "exd6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"), (event["captured"], event["san"], taken["view"]["fen"]))
        # Both pawns leave the rank, and the rook sees the king.
        pinned = self.match("8/2p5/8/KP5r/8/8/8/7k b - - 0 1").play("c7c5")
        self.assertNotIn("b5c6", pinned.legal)
        self.assertIn(" - ", pinned.fen)

    def test_a_pawn_becomes_any_piece_and_has_to_say_which(self):
        fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1"
        self.expect_legal(fen, ["a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n"], ["a7a8"])
        match = self.match(fen)
        self.assertIn("a7a8q", match.step({0: "a7a8"})["refused"][0]["why"])
        event = match.step({0: "a7b8n"})["events"][0]
        self.assertEqual(("axb8=N", "n", "1N2k3"), (event["san"], event["captured"], match.fen.split("/")[0]))

    def test_san_names_the_piece_that_another_one_could_be_taken_for(self):
        for fen, move, san in [
                ("4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "g1f3", "Nf3"),
                ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
                ("R7/7k/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
                ("6k1/8/8/8/Q6Q/8/4K3/Q7 w - - 0 1", "a4d4", "Qa4d4"),
                ("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"),  # the other knight is pinned
                ("r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1", "e1g1", "O-O"),
                ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "O-O+"),
                ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#")]:
            self.assertEqual(san, self.match(fen).play(move).events[0]["san"], fen)


class Ends(ProgramCase):
    def test_checkmate_wins_and_stalemate_draws(self):
        self.assertEqual(("checkmate", 1, [0, 1]), self.match().play("f2f3", "e7e5", "g2g4", "d8h4").result)
        self.assertEqual(("checkmate", 0, [1, 0]), self.match("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1").play("a1a8").result)
        self.assertEqual(("stalemate", None, [0.5, 0.5]), self.match("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1").play("f1f7").result)

    def test_a_position_that_is_there_for_the_third_time_draws(self):
        match = self.match()
        there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"]
        seen = [match.position["view"]["repetitions"]]
        for move in there_and_back * 2:
            seen.append(match.play(move).position["view"]["repetitions"])
        self.assertEqual([1, 1, 1, 1, 2, 2, 2, 2, 3], seen)
        self.assertEqual(("threefold_repetition", None, [0.5, 0.5]), match.result)

    def test_a_position_with_other_castling_rights_or_en_passant_is_another_one(self):
        rooks = ["h1g1", "h8g8", "g1h1", "g8h8"]
        match = self.match("r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1").play(*rooks, *rooks)
        self.assertFalse(match.is_over, "the first position had castling rights")
        self.assertEqual("threefold_repetition", match.play(*rooks[:2]).result[0])
        kings = ["e1d1", "e8d8", "d1e1", "d8e8"]
        match = self.match("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1").play("d7d5", *kings, *kings)
        self.assertFalse(match.is_over, "at first a pawn could be taken en passant")
        self.assertEqual("threefold_repetition", match.play(kings[0]).result[0])
        match = self.match("4k3/3p4/8/8/8/8/4P3/4K3 b - - 0 1").play("d7d5", *kings, *kings)
        self.assertEqual("threefold_repetition", match.result[0], "no pawn could take this one")
        kings = ["a5b6", "h1g1", "b6a5", "g1h1"]
        match = self.match("8/2p5/8/KP5r/8/8/8/7k b - - 0 1").play("c7c5", *kings, *kings)
        self.assertEqual("threefold_repetition", match.result[0], "a pinned pawn could not take it")

    def test_fifty_moves_without_a_capture_or_a_pawn_draw_unless_the_last_one_mates(self):
        self.assertEqual(("fifty_moves", None, [0.5, 0.5]), self.match("4k3/8/8/8/8/8/8/R3K3 w - - 99 80").play("a1a2").result)
        self.assertEqual(("checkmate", 0, [1, 0]), self.match("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80").play("a1a8").result)
        self.assertFalse(self.match("4k3/8/8/8/8/8/P7/R3K3 w - - 99 80").play("a2a3").is_over)
        self.assertFalse(self.match("4k3/8/8/8/8/8/8/R3K3 w - - 98 80").play("a1a2").is_over)

    def test_material_with_which_nobody_can_mate_draws_and_only_that(self):
        # What is left when the king has taken on d2.
        for row, is_dead in [("8", True), ("N7", True), ("n7", True), ("B7", True), ("b7", True), ("B1b5", True), ("B1B5", True),
                             ("b1b1b3", True), ("NN6", False), ("Nn6", False), ("Nb6", False), ("BB6", False), ("Bb6", False),
                             ("NB6", False), ("P7", False), ("R7", False), ("q7", False), ("b1b1b1P1", False)]:
            match = self.match(f"7k/8/{row}/8/8/8/3p4/3K4 w - - 0 1").play("d1d2")
            self.assertEqual("insufficient_material" if is_dead else None, match.position.get("outcome", {}).get("reason"), row)

    def test_a_bot_without_a_move_loses_unless_the_other_side_cannot_mate(self):
        for fen, winner in [
                (chess.STANDARD, 1),
                ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", None),  # Black has only a king
                ("4k3/8/8/8/8/8/P7/4K3 b - - 0 1", 0),
                ("4k1n1/8/8/8/8/8/Q7/4K3 w - - 0 1", None),
                ("4k1n1/8/8/8/8/8/R7/4K3 w - - 0 1", 1),
                ("4k1b1/8/8/8/8/8/1R6/4K3 w - - 0 1", None),
                ("4k1b1/8/8/8/8/8/N7/4K3 w - - 0 1", 1),
                ("4k1bb/8/8/8/8/8/1R6/4K3 w - - 0 1", 1),
                ("4knn1/8/8/8/8/8/1Q6/4K3 w - - 0 1", 1)]:
            match = self.match(fen)
            match.step({})
            self.assertEqual(("no_move", winner), match.result[:2], fen)
        match = self.match()
        events = match.forfeit(0)["events"]
        self.assertEqual(("forfeit", 1, [0, 1]), match.result)
        self.assertEqual({"end": "forfeit", "winner": 1}, events[-1])


class Contract(ProgramCase):
    def test_moves_of_a_wrong_form_or_against_the_rules_change_nothing(self):
        match, untouched = self.match(), self.match()
        for move in [None, True, 7, -1.5, 1e300, "", "e2", "e2e9", "E2E4", "e2e4 ", "e2e4\n", "e7e8k", "0000", "x" * 5000, "\ud83d\ude00",
                     [], ["e2e4"], {}, {"move": "e2e4"}]:
            refused = match.step({0: move})["refused"]
            self.assertEqual([(0, True)], [(entry["seat"], entry.get("malformed")) for entry in refused], move)
            self.assertLess(len(refused[0]["why"]), 200)
        for move in ["e2e5", "e7e5", "e4e5", "e1g1", "e2e4q", "a1a1", "e2d3"]:
            self.assertNotIn("malformed", match.step({0: move})["refused"][0], move)
        for each in (match, untouched):
            each.play("e2e4")
        self.assertEqual(untouched.position, match.position)

    def test_options_that_contradict_each_other_or_no_position_are_named(self):
        for options in [{"position": 5}, {"chess960": True, "position": 5, "start": chess.STANDARD}]:
            self.assertRegex(self.refused_options(**options), "^(position|start): ")
        rows, rest = chess.STANDARD.split(" ", 1)
        for fen in ["x", rows, f"{rows[:-1]} {rest}", f"{rows}P {rest}", f"9{rows} {rest}", f"8/{rows} {rest}",
                    rows + " x KQkq - 0 1", rows + " w X - 0 1", rows + " w KQkq e9 0 1", rows + " w KQkq e6 0 1",
                    rows + " w KQkq - 100 1", rows + " w KQkq - -1 1", rows + " w KQkq - 0 0",
                    "4k3/8/8/8/8/8/8/8 w - - 0 1", "4k3/8/8/8/8/8/8/KK6 w - - 0 1", "P3k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                    "4k3/PPP5/PPP5/PPP5/8/8/8/4K3 w - - 0 1", "4k3/8/NNNNNNNN/NNNNNNNN/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
                    "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w K - 0 1",
                    "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", "4k3/8/8/8/8/8/4K3/7R w K - 0 1"]:
            self.assertRegex(self.refused_options(start=fen), "^start: ", fen)
        self.match("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", chess960=True).play("e1b1")

    def test_chess960_has_its_960_positions_by_option_or_seed(self):
        fens = [start.numbered(number) for number in range(960)]
        self.assertEqual(960, len(set(fens)))
        self.assertEqual(chess.STANDARD, fens[518])
        self.assertEqual("BBQNNRKR", fens[0].split("/")[-1][:8])
        self.assertEqual("RKRNNQBB", fens[959].split("/")[-1][:8])
        for fen in fens:
            rank = fen.split("/")[-1][:8]
            bishops = [at for at in range(8) if rank[at] == "B"]
            self.assertEqual(("RKR", 1), ("".join(piece for piece in rank if piece in "RK"), sum(bishops) % 2), rank)
            self.assertEqual(fen, start.read(fen, True).fen())
        self.assertEqual(fens[7], ChessMatch(self.program, seed=967, chess960=True).setup["start"])
        self.assertEqual(fens[3], ChessMatch(self.program, seed=967, chess960=True, position=3).setup["start"])

    def test_a_view_alone_tells_everything(self):
        for match in random_matches(self.program, random_cases(2)):
            view = match.position["view"]
            position = start.read(view["since"]["fen"], match.setup["chess960"])
            seen = {position.key(): 1}
            for move in view["since"]["moves"]:
                position = position.after(move)
                seen[position.key()] = seen.get(position.key(), 0) + 1
            self.assertEqual((view["fen"], view["check"], view["repetitions"]), (position.fen(), position.is_check(), seen[position.key()]))
            self.assertEqual(view["legal"], [] if match.is_over else sorted(position.legal()))
            picture = match.position["picture"]
            self.assertEqual("".join(position.board), "".join(picture["grid"]))
            self.assertLessEqual(set("".join(picture["grid"])) - {"."}, set(picture["legend"]))

    def test_the_same_request_has_the_same_answer_in_another_process_and_order(self):
        def told(match):
            return json.dumps(match.position)
        alone = [told(match) for match in random_matches(self.program, 3)]
        other = self.new_program()
        matches = [random_match(other, number) for number in range(3)]
        side_by_side = [[], [], []]
        while any(matches):
            for number, match in enumerate(matches):
                found = next(match, None) if match else None
                matches[number] = match if found else None
                side_by_side[number] += [told(found)] if found else []
        self.assertEqual(alone, [line for lines in side_by_side for line in lines])

    def test_no_match_can_be_longer_than_game_json_says(self):
        # Each pawn can move six times, and 30 pieces can be taken: after each of these a hundred moves end the match.
        self.assertEqual(100 * (16 * 6 + 30 + 1), self.folder.facts["max_turns"])


def random_match(program, number):
    """A match of random moves, every other one of Chess960: the match, before the first and after each move."""
    chooser = random.Random(number)
    match = ChessMatch(program, f"m{number}", seed=number * 577, chess960=number % 2 == 1)
    yield match
    while not match.is_over:
        yield match.play(match.legal[int(chooser.random() * len(match.legal))])
    match.end()


def random_matches(program, count):
    for number in range(count):
        yield from random_match(program, number)


def games(program, count):
    """Random games: for each of them chess960, its answers, and the moves that led from one to the next."""
    for number in range(count):
        answers = [match.position for match in random_match(program, number)]
        yield number % 2 == 1, answers, [answer["events"][0] for answer in answers[1:]]


class Bots(ProgramCase):
    def test_the_opponents_play_chess960_too(self):
        commands = self.folder.facts["bots"]
        play_bots(self.match(chess960=True, position=0), [commands["taker"], commands["random"]])


class LongMatches(ProgramCase):
    """Ten thousand turns: the program remembers what a match needs, and nothing of matches that are over."""

    MOST_GROWTH = 1024  # KiB; a list of all positions would take more
    WARM = 1000  # turns until the interpreter has what it needs

    def expect_bounded_memory(self, turns):
        """turns: yields after each turn."""
        count, warm = 0, None
        for count, _ in enumerate(turns, 1):
            if count == self.WARM:
                warm = memory_kib(self.program)
        self.assertGreaterEqual(count, 10000)
        self.assertLess(memory_kib(self.program) - warm, self.MOST_GROWTH)

    def test_many_matches(self):
        def turns():
            chooser = random.Random(1)
            for _ in range(1200):
                match = self.match(SHORT_START)
                while not match.is_over:
                    yield match.play(chooser.choice(match.legal))
                match.end()
        self.expect_bounded_memory(turns())

    def test_a_match_of_ten_thousand_turns(self):
        def turns():
            match = self.match(LONG_START)
            for move in long_match():
                yield match.play(move)
                self.assertLess(len(match.position["view"]["since"]["moves"]), 100)
        self.expect_bounded_memory(turns())


SHORT_START = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 88 60"  # at most 12 turns
# All pawns can pass each other: each has a way of its own to the last rank.
LONG_START = "rnbqkbnr/4pppp/4pppp/8/8/PPPP4/PPPP4/RNBQKBNR w KQkq - 0 1"


def long_match():
    """Moves of a match that lasts as long as it can: a capture or a move of a pawn comes only shortly before the fifty moves end."""
    position, chooser = start.read(LONG_START, False), random.Random(6)
    seen = {position.key()}
    while True:
        quiet, others = [], []
        for move in position.legal():
            (others if position.captured(move) or position.board[chess.ENDS[move[:4]][0]] in "Pp" else quiet).append(move)
        chooser.shuffle(quiet)
        others.sort(key=lambda move: ("..NBRQP".find((position.captured(move) or ".").upper()), move[4:] not in ("", "n")))
        for move in quiet + others if position.clock < 97 else others + quiet:
            after = position.after(move)
            if after.key() not in seen and after.legal() and not after.is_dead() and after.clock < 100:
                yield move
                seen = {after.key()} if after.clock == 0 else {*seen, after.key()}
                position = after
                break
        else:
            return


def memory_kib(program):
    """The most memory that the program has had so far."""
    status = pathlib.Path(f"/proc/{program.process.pid}/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0])


class Comparison(ProgramCase):
    """Random games."""

    def test_games_are_those_that_others_agreed_with(self):
        digest = hashlib.sha256()
        for _, answers, events in games(self.program, 20):
            told = [[answer["view"][key] for key in ("fen", "legal", "check", "repetitions")] for answer in answers]
            digest.update(json.dumps([told, events, answers[-1]["outcome"]]).encode())
        self.assertEqual(GAMES_DIGEST, digest.hexdigest())


class LongComparison(ProgramCase):
    @unittest.skipUnless(ENGINE, "neither stockfish nor fairy-stockfish is installed")
    def test_stockfish_has_the_same_legal_moves_and_positions(self):
        engine = Engine()
        self.addCleanup(engine.close)
        for chess960, answers, events in games(self.program, GAMES):
            engine.write(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
            for before, after, event in zip(answers, answers[1:], events):
                # At the end of a match that a draw has ended, there are legal moves that its answer does not tell.
                position = start.read(after["view"]["fen"], chess960)
                expected = named_rooks(position) if chess960 else position.fen(), sorted(position.legal())
                self.assertEqual(expected, engine.after(before["view"]["fen"], event["move"]))


def named_rooks(position):
    """The FEN with the files of the rooks that may castle."""
    fields = position.fen().split()
    files = [chess.SQUARES[rook][0] for rook in sorted(position.rooks, key=lambda rook: (-(rook >> 3), -rook))]
    white = sum(rook >> 3 == 7 for rook in position.rooks)
    fields[2] = "".join(files[:white]).upper() + "".join(files[white:]) or "-"
    return " ".join(fields)


class Engine:
    """A chess engine that speaks UCI, with the commands d and perft of Stockfish."""

    def __init__(self):
        self.process = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def close(self):
        self.process.communicate("quit\n")

    def write(self, line):
        print(line, file=self.process.stdin, flush=True)

    def after(self, fen, move):
        """FEN and legal moves after a move. A square for en passant to which no legal move takes is left out, as we do."""
        self.write(f"position fen {fen} moves {move}\nd\ngo perft 1")
        moves, fields = [], []
        for line in self.process.stdout:
            if line.startswith("Nodes searched"):
                break
            if line.startswith("Fen: "):
                fields = line.split()[1:]
            elif line.endswith(": 1\n"):
                moves.append(line.removesuffix(": 1\n"))
        if not any(move[2:4] == fields[3] and move[0] != move[2] and piece_on(fields[0], move[:2]) in "Pp" for move in moves):
            fields[3] = "-"
        return " ".join(fields), sorted(moves)


def piece_on(rows, square):
    return start.read_board(rows)[chess.SQUARE[square]]


if __name__ == "__main__":
    unittest.main()
