"""Every sample bot that dials in by itself: its name, tokens, lost connections."""

import stat
import unittest

from bot_case import DIALLING_BOTS, NEW_MATCH, BotCase, command_of
from games import LightCycle, Walls, game_for
from stdio_test import options_of, play_match

RUNTIMES = ("walls_random", "random_bot.js")  # a bot of each client


class TcpTest(BotCase):
    def setUp(self):
        super().setUp()
        self.token_file = self.folder / "alice.token"

    def test_dials_in_and_plays(self):
        self.token_file.write_text("secret-1\n")
        for bot in DIALLING_BOTS:
            with self.subTest(bot=bot):
                server = self.server()
                options = ["--connect", server.address, "--name", "alice", "--token-file", self.token_file]
                process = self.launch(command_of(bot, *options, *options_of(bot)))
                peer = server.accept()
                hello = {"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH, "name": "alice", "token": "secret-1"}
                self.assertEqual(peer.next(), hello)
                peer.welcome()
                play_match(self, peer, game_for(bot), "m1")
                peer.say(type="bye", reason="\x1b[2J\x9b1m done")
                self.assertIsNone(peer.next())
                self.assert_exit(process, 0)
                self.assertIn("the referee says bye: ?[2J?1m done", process.err)
                peer.close()

    def test_takes_address_name_and_token_from_the_environment(self):
        for bot in RUNTIMES:
            with self.subTest(bot=bot):
                server = self.server()
                process = self.launch(
                    command_of(bot), REFEREE_ADDR=server.address, REFEREE_NAME="bob", REFEREE_TOKEN="t"
                )
                peer = server.accept()
                hello = {"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH, "name": "bob", "token": "t"}
                self.assertEqual(peer.next(), hello)
                peer.say(type="bye", reason="done")
                self.assert_exit(process, 0)
                peer.close()

    def test_takes_a_registration_code_from_a_file_or_the_environment(self):
        code_file = self.write("code", "abcd-efgh\n")
        for bot in RUNTIMES:
            for options, environment in (["--code-file", code_file], {}), ([], {"REFEREE_REGISTRATION_CODE": "abcd-efgh"}):
                with self.subTest(bot=bot, options=options):
                    server = self.server()
                    command = command_of(bot, "--connect", server.address, "--name", "alice", *options)
                    process = self.launch(command, **environment)
                    peer = server.accept()
                    self.assertEqual(peer.next()["registration_code"], "abcd-efgh")
                    peer.say(type="bye", reason="done")
                    self.assert_exit(process, 0)
                    peer.close()
            process = self.launch(command_of(bot, "--connect", "127.0.0.1:1", "--name", "alice", "--code-file", "/none"))
            self.assertIn("/none", self.assert_exit(process, 2))

    def test_keeps_an_issued_token(self):
        for bot in RUNTIMES:
            with self.subTest(bot=bot):
                self.keep_token(bot)
                self.token_file.unlink()

    def keep_token(self, bot):
        server = self.server()
        options = ["--connect", server.address, "--name", "alice", "--token-file", self.token_file]
        process = self.launch(command_of(bot, *options))
        peer = server.accept()
        self.assertEqual(peer.next(), {"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH, "name": "alice"})
        peer.welcome(token="issued-1")
        play_match(self, peer, Walls(), "m1", turns=1)  # after this it has read the welcome
        self.assertEqual(self.token_file.read_text(), "issued-1\n")
        self.assertEqual(stat.S_IMODE(self.token_file.stat().st_mode), 0o600)
        peer.close()
        again = server.accept()
        self.assertEqual(again.next()["token"], "issued-1")
        again.say(type="bye", reason="done")
        self.assert_exit(process, 0)
        again.close()

    def test_redials_and_resumes(self):
        for bot in DIALLING_BOTS:
            with self.subTest(bot=bot):
                self.resume(bot)

    def resume(self, bot):
        server = self.server()
        process = self.launch(command_of(bot, "--connect", server.address, "--name", "alice", *options_of(bot)))
        peer = server.accept()
        self.assertIs(peer.next()["resume"], True)
        peer.welcome()
        game = game_for(bot)
        start = dict(type="start", match="m1", game=game.name, seat=game.seat, players=["a", "b"], setup=game.setup())
        peer.say(**start)
        views = []
        for turn in range(6):
            views.append(game.view())
            self.assertIsNone(game.play(peer.ask("m1", turn, views[-1])["move"]))
        peer.close()

        peer = server.accept()
        self.assertIs(peer.next()["resume"], True)
        peer.welcome()
        peer.say(**start)
        for turn, view in enumerate(views):
            peer.say(type="past", match="m1", turn=turn, view=view)
        for turn in range(6, 10):
            self.assertIsNone(game.play(peer.ask("m1", turn, game.view())["move"]))
        peer.say(type="bye", reason="replaced")
        self.assert_exit(process, 0)
        peer.close()

    def test_views_that_were_missed_do_no_harm(self):
        for bot in ("lightcycle_dumb", "lightcycle_smart"):
            with self.subTest(bot=bot):
                process, peer = self.launch_peer(command_of(bot))
                peer.next()
                game = LightCycle()
                peer.say(type="start", match="m", game="lightcycle", seat=0, players=[], setup=game.setup())
                peer.ask("m", 0, game.view())
                jumped = {"cycles": [[5, 5], [-1, -1], [9, 9], [12, 3], [19, 8], [-1, -1]]}
                move = peer.ask("m", 7, jumped)["move"]
                self.assertIsNone(move[1])
                for target, cell in ((move[0], [5, 5]), (move[2], [9, 9])):
                    self.assertEqual(abs(target[0] - cell[0]) + abs(target[1] - cell[1]), 1)
                process.close_input()
                self.assert_exit(process, 0)

    def test_gives_up_when_nobody_listens(self):
        server = self.server()
        server.close()
        options = ["--connect", server.address, "--name", "alice"]
        all_three = [self.launch(command_of(bot, *options)) for bot in RUNTIMES]
        all_three.append(self.launch([*command_of("join.py"), server.address, "--name", "alice", "--", "cat"]))
        for process in all_three:  # at the same time, because each tries for a long time
            self.assertIn("gave up", self.assert_exit(process, 1))


if __name__ == "__main__":
    unittest.main()
