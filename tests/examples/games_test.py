"""The example games keep protocol/RULES_PROGRAM.md: matches are played with their programs, and every line is checked."""
import json
import pathlib
import re
import unittest

from fixture.game_bot import play_bots
from fixture.program import ROOT
from fixture.rules import Folder, Match, RandomPlayer, RulesProgram

# Those whose rules are ours; adapters_test.py and match_programs_test.py have the others.
OTHERS = {"boardgameio", "fairy_stockfish", "nim_match"}
GAMES = sorted({path.parent.name for path in (ROOT / "examples/games").glob("*/game.json")} - OTHERS)
MATCHES = 100
SHORT = {"kuhn_poker": {"hands": 3}, "chess": {"start": "4k2r/8/8/8/8/8/8/R3K3 w Qk - 88 60"}}  # options of matches that would take long
GARBAGE = [None, True, -1, 2.5, 1e300, "", "x" * 300, "\u4e16\ud83d\ude00\n", [], [[[]]], {}, {"move": 1}, 10**18]


class GameCase(unittest.TestCase):
    def folder(self, name):
        folder = Folder(ROOT / "examples/games" / name)
        self.addCleanup(folder.close)
        return folder

    def program(self, folder):
        program = RulesProgram(folder, SHORT.get(folder.source.name))
        self.addCleanup(self.stop, program)
        return program

    def stop(self, program):
        program.process.kill()
        program.process.communicate()

    def each_game(self):
        """The name and the folder of each game."""
        for name in GAMES:
            yield name, self.folder(name)


def played(program, seeds, faults=0.0):
    """All answers of a match of each seed, one after the other."""
    for seed in seeds:
        match = RandomPlayer(seed, faults).play(Match(program, f"m{seed}", seed))
        match.end()
    return program.transcript


class Contract(GameCase):
    def test_random_matches_keep_the_contract_and_are_the_same_when_played_again(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                first, again = self.program(folder), self.program(folder)
                self.assertEqual(played(first, range(MATCHES)), played(again, range(MATCHES)))
                first.close()

    def test_matches_at_the_same_time_do_not_touch_each_other(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                alone = {seed: self.program(folder) for seed in range(4)}
                expected = {seed: played(program, [seed]) for seed, program in alone.items()}
                program, seen = self.program(folder), {seed: [] for seed in expected}
                matches, players = {}, {seed: RandomPlayer(seed) for seed in expected}
                for seed in reversed(expected):
                    matches[seed] = Match(program, f"m{seed}", seed)
                    seen[seed].append(program.transcript[-1])
                while matches:
                    for seed, match in list(matches.items()):
                        if match.is_over:
                            matches.pop(seed).end()
                        else:
                            seen[seed].append(players[seed].step(match))
                self.assertEqual(expected, seen)

    def test_refused_moves_change_nothing_and_say_why(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                expected = played(self.program(folder), [5])
                program, player = self.program(folder), RandomPlayer(5)
                match, seen, refusals = Match(program, "m5", 5), [], 0
                seen.append(program.transcript[-1])
                while not match.is_over:
                    for move in GARBAGE if match.to_move else []:
                        legal = match.position["legal"][0]
                        if json.dumps(move) not in map(json.dumps, legal):
                            answer = match.step({seat: move for seat in match.to_move})
                            self.assertEqual(match.to_move, [entry["seat"] for entry in answer.get("refused", [])], (move, answer))
                            self.assertLess(len(answer["refused"][0]["why"]), 400)
                            refusals += 1
                    seen.append(player.step(match))
                self.assertEqual(expected, seen)
                self.assertGreater(refusals, 0)

    def test_matches_end_also_if_bots_give_no_valid_moves_or_are_out(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                program = self.program(folder)
                played(program, range(10), faults=1.0)
                played(program, range(10), faults=0.2)
                for seat in range(folder.seats(program.options)):
                    match, player = Match(program, "out", 3), RandomPlayer(3)
                    while seat not in match.to_move:
                        player.step(match)
                    match.forfeit(seat)
                    player.play(match)
                    self.assertLess(match.position["scores"][seat], max(match.position["scores"]))
                    match.end()

    def test_a_program_ends_with_its_input_and_keeps_silent(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                program = self.program(folder)
                played(program, range(3))
                self.assertEqual("", program.close())


class Bots(GameCase):
    def test_each_opponent_plays_legal_moves_on_each_seat(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                commands = list(folder.facts["bots"].values())
                self.assertGreaterEqual(len(commands), 1)
                for command in commands:
                    play_bots(Match(self.program(folder), "m", 4), [command] * 2)


class Hidden(GameCase):
    def test_what_a_seat_sees_depends_only_on_what_it_may_know(self):
        """Deals that a seat cannot tell apart stay so, while the same moves are played."""
        for name, folder in self.each_game():
            with self.subTest(game=name):
                if folder.facts.get("hidden"):
                    self.assertGreater(self.compared(folder), 20, name)

    def compared(self, folder):
        """How many pairs of deals have been compared."""
        program, deals = self.program(folder), {}
        pairs = 0
        for seed in range(300):
            match, player = Match(program, f"m{seed}", seed), RandomPlayer(seed)
            while "chance" in match.position:
                player.step(match)
            for seat in range(match.seats):
                key = (seat, json.dumps(match.seen(seat)))
                other = deals.setdefault(key, seed)
                if other != seed:
                    pairs += self.compare(program, folder, seat, (other, seed))
            match.end()
        return pairs

    def compare(self, program, folder, seat, seeds):
        """Whether the deals of two seeds, which look alike to that seat, differ; then they must go on to look alike."""
        one, other = (Match(program, f"{seat}-{seed}", seed) for seed in seeds)
        draws = [RandomPlayer(seed) for seed in seeds]
        moves = RandomPlayer(sum(seeds))
        differ = False
        while "chance" in one.position or "chance" in other.position:
            for match, player in zip((one, other), draws):
                if "chance" in match.position:
                    player.step(match)
        while not one.is_over and not other.is_over and "chance" not in one.position and "chance" not in other.position:
            self.assertEqual(one.seen(seat), other.seen(seat))
            self.assertEqual(one.view("spectator"), other.view("spectator"))
            differ |= one.view("all") != other.view("all")
            before = one.view(seat)
            chosen = {mover: moves.random.choice(legal) for mover, legal in zip(one.to_move, one.position["legal"])}
            answers = [match.step(chosen) for match in (one, other)]
            self.assertEqual(*("refused" in answer for answer in answers), before)
        one.end()
        other.end()
        return differ


class Page(GameCase):
    def test_the_example_of_the_page_is_what_tictactoe_says(self):
        page = (ROOT / "protocol/RULES_PROGRAM.md").read_text()
        lines = re.findall(r"^    (->|<-) (.*)$", page.split("\n## Lines\n")[1].split("\n## ")[0], re.M)
        program = self.program(self.folder("tictactoe"))
        asked = 0
        for arrow, line in lines:
            message = json.loads(line.replace("<32 hex digits>", "0" * 32))
            if arrow == "->":
                answer = program.ask(message.pop("type"), message.pop("match"), **{key: value for key, value in message.items() if key != "id"})
                asked += 1
            else:
                message.pop("id")
                self.assertEqual(message, {key: answer[key] for key in message})
        self.assertEqual(3, asked)

    def test_tictactoe_shows_the_whole_contract_in_forty_lines(self):
        self.assertLessEqual(len((ROOT / "examples/games/tictactoe/rules.py").read_text().splitlines()), 40)

    def test_each_readme_shows_the_keys_of_the_view(self):
        for name, folder in self.each_game():
            with self.subTest(game=name):
                program = self.program(folder)
                match = Match(program, "m", 1)
                page = pathlib.Path(folder.source, "README.md").read_text()
                for key in match.view("all"):
                    self.assertIn(f'"{key}"', page)


unittest.main()
