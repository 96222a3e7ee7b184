"""The kits in JavaScript, Java and C against a scripted referee: all games, and difficult or wrong lines."""

import json
import unittest

from bot_case import KITS, NEW_MATCH, BotCase, command_of
from games import GAMES
from snake_game import Snake
from solo_games import Planets, Superball
from stdio_test import play_match

# Every kind of value and escape, and letters of one to four bytes.
ODD_NAME = 'a "quoted" \\ / \b\f\n\r\t na\u00efve \u2028 \u4e16 \U0001f600 \x7f'


class KitsTest(BotCase):
    def each_kit(self, action):
        for kit in KITS:
            with self.subTest(kit=kit):
                process, peer = self.launch_peer(command_of(kit))
                self.assertEqual(peer.next(), {"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH})
                action(process, peer)

    def leave(self, process):
        process.close_input()
        self.assert_exit(process, 0)

    def test_plays_all_games_one_after_another(self):
        def action(process, peer):
            peer.welcome()
            for kind in GAMES:
                play_match(self, peer, kind(), kind.name, turns=30)
            self.leave(process)

        self.each_kit(action)

    def test_a_game_that_it_does_not_know_is_named(self):
        def action(process, peer):
            peer.say(type="start", match="m", game="chess", seat=0, players=[], setup={})
            self.assertIn("chess", self.assert_exit(process, 1))

        self.each_kit(action)

    def test_reads_lines_however_they_come(self):
        """A pipe is a stream of bytes: a line may arrive in pieces, or several lines at once."""

        def action(process, peer):
            game = Planets()
            setup = {**game.setup(), "much": ["x" * 1000] * 900}  # a line of nearly 1 MiB
            start = dict(type="start", match=ODD_NAME, game=game.name, seat=0, players=["\u00e9"], setup=setup)
            turn = dict(type="turn", match=ODD_NAME, view=game.view(), more=[-0.5, 1e-3, 0, {}, [], True, False, None])
            for number in range(3):
                wait = dict(type="wait", reason=ODD_NAME)
                lines = [json.dumps(message, ensure_ascii=number == 0) for message in (start, wait, {**turn, "turn": number})]
                sent = "".join(line + "\r\n" for line in lines).encode()
                cuts = [0, 1, 17, 50, 51, 52, 53, 54, 55, 56, 57, 58, len(sent) - 700, len(sent) - 30, len(sent)]
                for begin, end in zip(cuts, cuts[1:]):
                    peer.write(sent[begin:end])
                answer = peer.next()
                self.assertEqual((answer["match"], answer["turn"]), (ODD_NAME, number))
            self.leave(process)

        self.each_kit(action)

    def test_does_not_read_what_is_no_json(self):
        bad = ["{", "}", "", "[1,]", '{"type":"wait",}', '{"type":"wait"', '{"type" "wait"}', '{type:"wait"}']
        bad += ['{"type":"wait"}x', '{"type":"wait","a":01}', '{"type":"wait","a":1.}', '{"type":"wait","a":+1}']
        bad += ['{"type":"wa\tit"}', '{"type":"wait","a":"\\x"}', '{"type":"wait","a":"\\u12g4"}']
        bad += ['{"type":"wait","a":nul}']
        for kit in ("RandomBot.java", "random_bot.c"):  # JavaScript has its own JSON reader
            for line in bad:
                with self.subTest(kit=kit, line=line):
                    process, peer = self.launch_peer(command_of(kit))
                    peer.write(line + "\n")
                    self.assertIn("JSON, column", self.assert_exit(process, 1))

    def test_the_ship_goes_over_every_edge(self):
        """"Wrap-around: the ship may leave one edge and appear on the opposite one (not onto an asteroid)." """

        def action(process, peer):
            game = Planets()
            play_match(self, peer, game, "m", turns=300)
            self.assertEqual(set(game.moves), set("UDLR."))
            self.leave(process)

        self.each_kit(action)

    def test_the_snake_finds_an_exit_and_lives_with_none(self):
        def action(process, peer):
            game = Snake()
            play_match(self, peer, game, "m1", turns=30)
            self.assertGreater(game.games, 0)
            walled_in = Snake(["###", "#o#", "###"])
            peer.say(type="start", match="m2", game="snake", seat=0, players=[], setup=walled_in.setup())
            self.assertRegex(peer.ask("m2", 0, walled_in.view())["move"], "^[NSEO]+$")
            self.leave(process)

        self.each_kit(action)

    def test_superball_is_scored(self):
        def action(process, peer):
            game = Superball()
            play_match(self, peer, game, "m", turns=100)
            self.assertGreater(game.scored, 0)
            self.leave(process)

        self.each_kit(action)

    def test_leaves_when_the_referee_has_gone(self):
        for kit in ("random_bot.js", "RandomBot.java", "planets_random.py"):  # one in C is ended by the pipe
            with self.subTest(kit=kit):
                process = self.launch(command_of(kit))
                self.assertEqual(json.loads(process.next_line())["type"], "hello")
                process.stop_reading()
                start = dict(type="start", match="m", game="planets", seat=0, players=[], setup=Planets().setup())
                turn = dict(type="turn", match="m", turn=0, view=Planets().view())
                process.write("".join(json.dumps(message) + "\n" for message in (start, turn)))
                self.assert_exit(process, 0)

    def test_java_takes_no_options(self):
        self.assertIn("no options", self.assert_exit(self.launch(command_of("RandomBot.java", "--help")), 2))


if __name__ == "__main__":
    unittest.main()
