"""Every sample bot over stdin and stdout, with real processes."""

import os
import subprocess
import unittest

from bot_case import CPP_BOTS, DIALLING_BOTS, KITS, NEW_MATCH, OWN_PROTOCOL, PYTHON_BOTS, BotCase, command_of
from fixture.program import sample_bot
from games import Walls, game_for

TURNS = 8


def options_of(bot):
    if bot == "sb_best":
        return ["--nodes", "100"]
    return ["--budget-ms", "20"] if bot in ("planets_planner", "snake_search", "walls_search") else []


def play_match(test, peer, game, match, turns=TURNS):
    peer.say(type="start", match=match, game=game.name, seat=game.seat, players=["a", "b"], setup=game.setup())
    for turn in range(turns):
        answer = peer.ask(match, turn, game.view())
        test.assertEqual((answer["type"], answer["match"], answer["turn"]), ("move", match, turn))
        test.assertIsNone(game.play(answer["move"]))
    peer.end(match)


class OneProgram(BotCase):
    def test_a_bot_is_a_link_or_the_first_argument_and_other_names_are_refused(self):
        program = sample_bot("cpp_bots")
        for bot in CPP_BOTS:
            self.assertEqual(os.path.realpath(sample_bot(bot)), program, "one program has all bots")
        for command in ([sample_bot("walls_random")], [program, "walls_random"]):
            self.assertIn("Usage: walls_random ", subprocess.run([*command, "--help"], capture_output=True, text=True).stdout, command)
        for words in ([], ["walls_randon"], ["--help"]):
            done = subprocess.run([program, *words], capture_output=True, text=True)
            self.assertEqual(2, done.returncode)
            self.assertTrue(set(CPP_BOTS) <= set(done.stderr.split()), done.stderr)


class StdioTest(BotCase):
    def each_bot(self, action):
        for bot in CPP_BOTS + PYTHON_BOTS + KITS + OWN_PROTOCOL:
            with self.subTest(bot=bot):
                process, peer = self.launch_peer(command_of(bot, *options_of(bot)))
                hello = {"type": "hello", "protocol": 1}
                if bot not in OWN_PROTOCOL:  # which has no code for more
                    hello |= {"resume": True, **NEW_MATCH}
                self.assertEqual(peer.next(), hello)
                peer.welcome()
                action(bot, process, peer)

    def test_plays_matches_and_leaves_at_the_end_of_input(self):
        def action(bot, process, peer):
            for match in ("m1", "m2"):
                peer.say(type="wait", reason="soon")
                play_match(self, peer, game_for(bot), match)
            process.close_input()
            self.assertIsNone(peer.next())
            self.assert_exit(process, 0)

        self.each_bot(action)

    def test_says_hello_again_before_another_match_in_the_same_process(self):
        def action(bot, process, peer):
            for match in ("m1", "m2"):
                play_match(self, peer, game_for(bot), match, turns=2)
                if bot not in OWN_PROTOCOL:
                    peer.say(type="new_match")
                    self.assertEqual(NEW_MATCH["features"], peer.next()["features"])
            process.close_input()
            self.assert_exit(process, 0)

        self.each_bot(action)

    def test_a_seed_makes_each_match_and_seat_another_and_each_run_the_same(self):
        process, peer = self.launch_peer(command_of("walls_random", "--seed", "7"))
        peer.next()

        def answers(match, seat=0):
            game = Walls()
            peer.say(type="start", match=match, game="walls", seat=seat, players=["a", "b"], setup=game.setup())
            made = tuple(peer.ask(match, turn, game.view())["move"] for turn in range(40))
            peer.end(match)
            return made

        # Games of a bracket, of `referee match`, and of the lab.
        different = [("r1t1g1", 0), ("r1t1g2", 0), ("r2t1g1", 0), ("r1t1g1", 1), ("walls-1g1", 0), ("walls-1g2", 0), ("my-walls-1g3", 0), ("lab-1", 0)]
        self.assertEqual(len(different), len({answers(*one) for one in different}))
        for first, again in [("r1t1g1", "r1t1g1"), ("walls-1g2", "walls-12g2"), ("walls-1g1", "2.1")]:  # "2.1" is of a rubric
            self.assertEqual(answers(first), answers(again))

    def test_slips_are_legal_moves_that_a_seed_repeats(self):
        for bot in ("planets_greedy", "planets_planner", "lightcycle_smart", "battleship_hunt"):
            def moves(*more):
                _, peer = self.launch_peer(command_of(bot, *options_of(bot), *more))
                peer.next()
                game, made = game_for(bot), []
                peer.say(type="start", match="m1g1", game=game.name, seat=game.seat, players=["a", "b"], setup=game.setup())
                for turn in range(TURNS):
                    made.append(peer.ask("m1g1", turn, game.view())["move"])
                    wrong = game.play(made[-1])
                    self.assertTrue(wrong is None or "into an asteroid" in wrong, wrong)  # legal in Planets
                return made

            with self.subTest(bot=bot):
                slips = moves("--slips", "1000", "--seed", "1")
                self.assertEqual(slips, moves("--slips", "1000", "--seed", "1"))
                self.assertNotEqual(slips, moves("--slips", "1000", "--seed", "2"))
                self.assertNotEqual(slips, moves("--slips", "0", "--seed", "1"))

    def test_ignores_what_it_does_not_know_and_reports_errors(self):
        def action(bot, process, peer):
            peer.say(type="tea_time", cups=3)
            play_match(self, peer, game_for(bot), "m1", turns=2)
            peer.say(type="error", code="late", message="no answer in 1000 ms", match="m1", turn=1, more=[1])
            peer.say(type="bye", reason="done", extra={"a": 1})
            self.assertIn("no answer in 1000 ms", self.assert_exit(process, 0))

        self.each_bot(action)

    def test_goes_on_after_lines_that_it_cannot_read(self):
        for bot in CPP_BOTS:
            with self.subTest(bot=bot):
                process, peer = self.launch_peer(command_of(bot, *options_of(bot)))
                peer.next()
                peer.write("this is not JSON" + "\n")
                peer.write('{"type":"start","match":"m0"}' + "\n")
                peer.write('{"type":7}' + "\n")
                play_match(self, peer, game_for(bot), "m1", turns=2)
                process.close_input()
                self.assert_exit(process, 0)

    def test_bad_command_lines(self):
        for bot in ("walls_random", "random_bot.js"):
            for options in (["--no-such-option", "1"], ["surplus"], ["--name"]):
                with self.subTest(bot=bot, options=options):
                    self.assertIn(bot, self.assert_exit(self.launch(command_of(bot, *options)), 2))

    def test_addresses_and_names_that_the_javascript_kit_refuses(self):
        for address in ("nowhere", "localhost:99999", "localhost:0", ":7878", "localhost:7878"):  # the last: no name
            with self.subTest(address=address):
                errors = self.assert_exit(self.launch(command_of("random_bot.js", "--connect", address)), 2)
                self.assertEqual(errors.count("\n"), 1, errors)

    def test_mistakes_that_only_the_cpp_bots_name(self):
        mistakes = (
            ["--name", "alice"],
            ["--seed", "many"],
            ["--connect", "nowhere", "--name", "alice"],
            ["--connect", "localhost:99999", "--name", "alice"],
            ["--connect", "localhost:7878"],
            ["--connect", "localhost:7878", "--name", "../alice"],
        )
        for options in mistakes:
            with self.subTest(options=options):
                errors = self.assert_exit(self.launch(command_of("walls_random", *options)), 2)
                self.assertEqual(errors.count("\n"), 1, errors)

    def test_help(self):
        for bot in DIALLING_BOTS + ["join.py"]:
            with self.subTest(bot=bot):
                process = self.launch(command_of(bot, "--help"))
                self.assert_exit(process, 0)
                self.assertIn("--token-file", process.out)

    def test_walls_random_never_walks_into_what_is_in_the_way(self):
        for bot in ("walls_random", "walls_random.py"):
            with self.subTest(bot=bot):
                process, peer = self.launch_peer(command_of(bot))
                peer.next()
                game = Walls(3)
                peer.say(type="start", match="m", game="walls", seat=0, players=[], setup=game.setup())
                for turn in range(100):
                    game.play(peer.ask("m", turn, game.view())["move"])
                self.assertEqual(game.blocked, 0)
                process.close_input()
                self.assert_exit(process, 0)

    def test_walls_search_answers_a_solved_game_as_well(self):
        process, peer = self.launch_peer(command_of("walls_search"))
        peer.next()
        play_match(self, peer, Walls(3), "m1")
        process.close_input()
        self.assert_exit(process, 0)


if __name__ == "__main__":
    unittest.main()
