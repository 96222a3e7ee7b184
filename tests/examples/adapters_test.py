"""Others' games, played by the rules programs of examples/games. A test is skipped where its library is missing. Only
`scripts/check` runs the class Long..."""
import collections
import shutil
import unittest

from fixture import npm
from fixture.program import REFEREE, ROOT
from fixture.rules import Folder, Match, RandomPlayer, RulesProgram

GAMES = ROOT / "examples/games"
MATCHES = 100
AT_ONCE = 8  # matches that the second program has open


class AdapterCase(unittest.TestCase):
    """Has `folder`: a copy of the folder NAME."""

    NAME = None

    def setUp(self):
        super().setUp()
        self.folder = Folder(GAMES / self.NAME)
        self.addCleanup(self.folder.close)
        if (GAMES / self.NAME / "package.json").exists():
            try:
                modules = npm.node_modules(GAMES / self.NAME, REFEREE.parents[1] / "npm")
            except npm.Unavailable as missing:
                self.skipTest(str(missing))
            (self.folder.path / "node_modules").symlink_to(modules)

    def program(self, **options):
        program = RulesProgram(self.folder, options)
        self.addCleanup(program.process.communicate)
        self.addCleanup(program.process.kill)
        return program

    def check_repeats(self, matches=MATCHES, **options):
        """Plays matches, then the same ones again in another program, several at a time and the last ones first. The
        results and all that is said on the way are equal. Returns their last answers."""
        one, other = self.program(**options), self.program(**options)
        expected = {}
        for seed in range(matches):
            begin = len(one.transcript)
            match = RandomPlayer(seed).play(Match(one, f"m{seed}", seed))
            match.end()
            expected[seed] = one.transcript[begin:]
        said, open_matches, waiting = collections.defaultdict(list), {}, list(range(matches))
        while waiting or open_matches:
            while waiting and len(open_matches) < AT_ONCE:
                seed = waiting.pop()
                open_matches[seed] = Match(other, f"again {seed}", seed), RandomPlayer(seed)
                said[seed].append(other.transcript[-1])
            for seed, (match, player) in list(open_matches.items()):
                if match.is_over:
                    match.end()
                    del open_matches[seed]
                else:
                    player.step(match)
                    said[seed].append(other.transcript[-1])
        self.assertEqual(expected, said)
        one.close()
        other.close()
        return [answers[-1] for answers in expected.values()]

    def check_refusals(self, garbage, **options):
        """Each of these moves is refused with words, and changes nothing."""
        match = Match(self.program(**options))
        before = match.position
        for move in garbage:
            with self.subTest(move=move):
                answer = match.step({match.to_move[0]: move})
                self.assertEqual([match.to_move[0]], [entry["seat"] for entry in answer["refused"]])
                self.assertTrue(answer["refused"][0]["why"])
        self.assertEqual(before, match.position)
        self.assertNotIn("refused", RandomPlayer(1).step(match))

    def check_silence_loses(self, **options):
        """Who gives no valid move, or is out of time, has fewer points than somebody else."""
        program = self.program(**options)
        for seat in range(self.folder.seats(program.options)):
            for clock in (False, True):
                match, player = Match(program, f"{seat}{clock}", 3), RandomPlayer(3)
                while seat not in match.to_move:
                    player.step(match)
                if clock:
                    moves = {other: {"move": player.choose(match, place)} for place, other in enumerate(match.to_move)}
                    moves[seat] = {"forfeited": True}
                    match.out.add(seat)
                    match.send(moves=[{"seat": other, "spent_us": 1000, **move} for other, move in moves.items()])
                    player.play(match)
                while not match.is_over:
                    moves = {other: player.choose(match, place) for place, other in enumerate(match.to_move) if other != seat}
                    match.step(moves)
                self.assertLess(match.position["scores"][seat], max(match.position["scores"]), (seat, clock))
                match.end()

    def check_options(self, words, **options):
        """Options that do not fit are an error that has these words."""
        program = self.program(**options)
        answer = program.ask("new", "m", options=program.options, seats=self.folder.seats(program.options), seed=1, salt="0" * 32)
        for word in words:
            self.assertIn(word, answer["error"])
        self.assertNotIn("Traceback", answer["error"])


GARBAGE = [None, True, -1, 2.5, "", "x" * 300, "\ud83d\ude00", [], {}, {"move": 1}, {"move": "nothing"}, {"move": "click", "args": 4}, 10**18]


class BoardGameIo(AdapterCase):
    NAME = "boardgameio"

    def test_matches_repeat(self):
        self.assertEqual({(1, -1), (-1, 1), (0, 0)}, {tuple(answer["scores"]) for answer in self.check_repeats()})

    def test_refusals(self):
        self.check_refusals([*GARBAGE, {"move": "click", "args": [9]}, {"move": "__proto__"}, {"event": "nothing"}])

    def test_silence_loses(self):
        self.check_silence_loses()


class FairyStockfishCase(AdapterCase):
    NAME = "fairy_stockfish"

    def setUp(self):
        super().setUp()
        if not shutil.which("fairy-stockfish", path="/usr/games:/usr/bin"):
            self.skipTest("fairy-stockfish is missing; scripts/setup --all installs it")


class FairyStockfish(FairyStockfishCase):
    def played(self, variant, moves):
        """The match after these moves, each of which is legal."""
        match = Match(self.program(variant=variant))
        for move in moves.split():
            self.assertFalse(match.is_over, move)
            self.assertNotIn("refused", match.step({match.to_move[0]: move}))
        return match

    def check_end(self, variant, moves, scores):
        """The last of these moves ends the match, and no earlier one."""
        match = self.played(variant, moves)
        self.assertEqual((True, scores), (match.is_over, match.position["scores"]), variant)

    def test_mate_stalemate_and_draws_of_chess(self):
        self.check_end("chess", "f2f3 e7e5 g2g4 d8h4", [0, 1])
        self.check_end("chess", "e2e3 a7a5 d1h5 a8a6 h5a5 h7h5 h2h4 a6h6 a5c7 f7f6 c7d7 e8f7 d7b7 d8d3 b7b8 d3h7 b8c8 f7g6 c8e6", [0.5, 0.5])
        shuffle = "g1f3 g8f6 f3g1 f6g8 "
        self.check_end("chess", shuffle * 2, [0.5, 0.5])
        self.assertFalse(self.played("shogi", "e1e2 e9e8 e2e1 e8e9 " * 2).is_over)  # the fourth time counts
        self.check_end("shogi", "e1e2 e9e8 e2e1 e8e9 " * 3, [0.5, 0.5])

    def test_ends_that_are_a_variants_own(self):
        self.check_end("kingofthehill", "e2e4 a7a6 e1e2 a6a5 e2e3 a5a4 e3d4", [1, 0])
        self.check_end("3check", "e2e4 f7f6 d1h5 g7g6 h5g6 h7g6 f1b5 c7c6 b5c6 d7c6 b1c3 e8f7 g1f3 a7a6 f3e5 ".rstrip(), [1, 0])

    def test_other_variants_begin(self):
        program = self.program()
        variants = self.folder.facts["options"]["variant"]["enum"]
        self.assertGreater(len(variants), 70)
        for variant in variants[::10]:
            match = Match(program, variant, options={"variant": variant})
            self.assertEqual([0], match.to_move)
            RandomPlayer(1).step(match)
            match.end()

    def test_refusals(self):
        self.check_refusals([*GARBAGE, "e2e5", "e7e5", "e2"])

    def test_silence_loses(self):
        self.check_silence_loses()

    def test_options(self):
        self.check_options(["options.variant", "bughouse"], variant="bughouse")


def winner_is(seat):
    return None if seat is None else [1, 0] if seat == 0 else [0, 1]


def mover(turn):
    return "wb".index(turn)


def has_none(board, pieces):
    return not any(piece in board for piece in pieces)


def extinct(board, turn, kinds="KQRBNP"):
    """The seat that has lost all pieces of a kind loses."""
    lost = [seat for seat, case in enumerate((str.upper, str.lower)) if any(case(kind) not in board for kind in kinds)]
    return winner_is(1 - lost[0]) if len(lost) == 1 else None


WINNERS = {  # the scores that a board and the side to move show, None if they do not
    "giveaway": lambda board, turn: winner_is(mover(turn)),  # no piece, or no move: both win
    "extinction": extinct,
    "kinglet": lambda board, turn: extinct(board, turn, "P"),
    "horde": lambda board, turn: winner_is(1) if has_none(board, "KQRBNP") else None,
    "breakthrough": lambda board, turn: winner_is(1 - mover(turn)),
    "racingkings": lambda board, turn: winner_is(0) if "K" in board.split("/")[0] and "k" not in board.split("/")[0] else None,
    "clobber": lambda board, turn: winner_is(1 - mover(turn)),
}


class LongFairyStockfish(FairyStockfishCase):
    """Random matches."""

    def test_matches_repeat(self):
        self.assertEqual({(0, 1), (1, 0)}, {tuple(answer["scores"]) for answer in self.check_repeats(variant="clobber")})

    def ended(self, variant, matches=6):
        """The last answers of some random matches of a variant."""
        program = self.program(variant=variant)
        return [RandomPlayer(seed).play(Match(program, f"{variant}{seed}", seed)).position for seed in range(matches)]

    def test_who_wins_agrees_with_the_last_position(self):
        """By rules of these variants that a FEN shows."""
        for variant, winner in WINNERS.items():
            with self.subTest(variant=variant):
                decided = 0
                for position in self.ended(variant):
                    expected = winner(*position["view"]["fen"].split()[:2])
                    if expected is not None:
                        decided += 1
                        self.assertEqual(expected, position["scores"], position["view"]["fen"])
                self.assertGreater(decided, 0)

    def test_chess_is_that_of_our_own_rules(self):
        """The same legal moves and the same end, but for insufficient material, which the engine plays on."""
        folder = Folder(GAMES / "chess")
        self.addCleanup(folder.close)
        ours = RulesProgram(folder)
        self.addCleanup(ours.process.communicate)
        self.addCleanup(ours.process.kill)
        theirs, endings = self.program(), set()
        for seed in (0, 1):
            match, other, player = Match(theirs, f"m{seed}", seed), Match(ours, f"m{seed}", seed), RandomPlayer(seed)
            while not match.is_over and not other.is_over:
                self.assertEqual(sorted(other.position["legal"][0]), match.position["legal"][0])
                move = player.choose(match, 0)
                match.step({match.to_move[0]: move})
                other.step({other.to_move[0]: move})
            endings.add(other.position["outcome"]["reason"])
            if other.position["outcome"]["reason"] != "insufficient_material":
                self.assertEqual((other.is_over, other.position["scores"]), (match.is_over, match.position["scores"]))
        self.assertGreater(len(endings - {"insufficient_material"}), 0)


unittest.main()
