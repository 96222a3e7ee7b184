"""join.py between a referee over TCP and launched bots."""

import os
import stat
import sys
import tempfile
import time
import unittest

from fake_referee import TIMEOUT, BotTest, command_of
from games import Walls

# A bot that logs all messages and answers with its own process id, so that a test can distinguish its
# processes. Before it answers turn 3 it waits for a file, and makes another one afterwards. It exits at turn 66.
RECORDER = """
import json, os, sys, time
print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
for line in sys.stdin:
    with open(sys.argv[1], "a") as log:
        log.write(line)
    message = json.loads(line)
    if message["type"] == "turn":
        if message["turn"] == 66:
            sys.exit(5)
        while message["turn"] == 3 and not os.path.exists(sys.argv[1] + ".go"):
            time.sleep(0.01)
        print(json.dumps({"type": "move", "match": message["match"], "turn": message["turn"],
                          "move": os.getpid()}), flush=True)
        if message["turn"] == 3:
            open(sys.argv[1] + ".said", "w").close()
"""


class JoinTest(BotTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.log = self.path("log")
        self.referee = self.server()

    def path(self, name):
        return os.path.join(self.folder, name)

    def join(self, command, *options, **environment):
        arguments = [self.referee.address, "--name", "alice", *options, "--", *command]
        return self.launch(command_of("join.py", *arguments), **environment)

    def join_recorder(self):
        process = self.join([sys.executable, "-c", RECORDER, self.log])
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        return process, peer

    def told(self):
        """Types of the messages that the recorder got, over all its processes."""
        with open(self.log) as log:
            return [line.split('"type": "')[1].split('"')[0] for line in log]

    def let_answer_turn_3(self):
        """Returns when the answer is on its way to join.py."""
        with open(self.log + ".go", "w"):
            pass
        deadline = time.monotonic() + TIMEOUT
        while not os.path.exists(self.log + ".said"):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def start(self, peer, match, commitment="c0"):
        setup = {"n": 5, "first": 0}
        peer.send(
            type="start", match=match, game="walls", seat=0, players=["a", "b"], setup=setup, commitment=commitment
        )

    def leave(self, process, peer):
        peer.send(type="bye", reason="replaced")
        errors = self.assert_exit(process, 0)
        peer.drop()
        return errors

    def test_plays_matches_each_with_a_new_process(self):
        process, peer = self.join_recorder()
        players = []
        for match in ("m1", "m2"):
            peer.send(type="wait", reason="soon")
            self.start(peer, match)
            moves = [peer.ask(match, turn, {}) for turn in range(2)]
            self.assertEqual([move["turn"] for move in moves], [0, 1])
            players.append(moves[0]["move"])
            peer.end(match)
        self.leave(process, peer)
        self.assertEqual(len(set(players)), 2)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "end"] * 2)

    def test_a_match_that_is_played_again_gets_a_new_process(self):
        process, peer = self.join_recorder()
        self.start(peer, "m1", "c1")
        first = peer.ask("m1", 0, {})["move"]
        peer.send(type="error", code="referee_error", message="the match is void: why", match="m1")
        self.start(peer, "m1", "c2")
        second = peer.ask("m1", 0, {})["move"]
        peer.end("m1")
        self.leave(process, peer)
        self.assertNotEqual(first, second)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "error", "welcome", "start", "turn", "end"])

    def test_plays_a_sample_bot_legally(self):
        process = self.join(command_of("walls_random.py"), REFEREE_TOKEN="t-1")
        peer = self.referee.accept()
        self.assertEqual(peer.receive(), {"type": "hello", "protocol": 1, "resume": True, "name": "alice", "token": "t-1"})
        peer.welcome()
        for match in ("m1", "m2"):
            game = Walls()
            self.start(peer, match)
            for turn in range(8):
                self.assertIsNone(game.play(peer.ask(match, turn, game.view())["move"]))
            peer.end(match)
        self.leave(process, peer)

    def test_a_registration_code_comes_from_a_file_or_the_environment(self):
        with open(self.path("code"), "w") as file:
            file.write("abcd-efgh\n")
        for options, environment in (["--code-file", self.path("code")], {}), ([], {"REFEREE_REGISTRATION_CODE": "abcd-efgh"}):
            process = self.join(command_of("walls_random.py"), *options, **environment)
            peer = self.referee.accept()
            self.assertEqual(peer.receive()["registration_code"], "abcd-efgh")
            self.leave(process, peer)
        process = self.join(command_of("walls_random.py"), "--code-file", self.path("nothing"))
        self.assertIn("--code-file", self.assert_exit(process, 2))

    def test_does_not_pass_the_connection_s_settings_to_the_bot(self):
        process = self.join(command_of("walls_random"), REFEREE_ADDR="127.0.0.1:1", REFEREE_TOKEN="t")
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m")
        self.assertEqual(peer.ask("m", 0, Walls().view())["turn"], 0)
        self.leave(process, peer)

    def test_reconnects_in_the_middle_of_a_match(self):
        process, peer = self.join_recorder()
        self.start(peer, "m1")
        player = peer.ask("m1", 0, {})["move"]
        peer.ask("m1", 1, {})
        peer.drop()

        peer = self.referee.accept()
        self.assertIs(peer.receive()["resume"], True)
        peer.welcome()
        self.start(peer, "m1")
        for turn in (0, 1):
            peer.send(type="past", match="m1", turn=turn, view={})
        self.assertEqual(peer.ask("m1", 2, {})["move"], player)
        peer.end("m1")
        self.leave(process, peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "turn", "end"])

    def test_a_new_bot_gets_the_past_turns(self):
        process, peer = self.join_recorder()
        self.start(peer, "m1")
        peer.send(type="past", match="m1", turn=0, view={})
        peer.drop()
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m1")
        for turn in (0, 1):
            peer.send(type="past", match="m1", turn=turn, view={})
        self.assertEqual(peer.ask("m1", 2, {})["turn"], 2)
        self.leave(process, peer)
        self.assertEqual(self.told(), ["welcome", "start", "past", "past", "turn"])

    def test_repeats_an_answer_that_was_lost(self):
        process, peer = self.join_recorder()
        self.start(peer, "m1")
        peer.ask("m1", 0, {})  # the referee received it, but asks again
        peer.drop()
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m1")
        self.assertEqual(peer.ask("m1", 0, {})["turn"], 0)
        self.leave(process, peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn"])

    def join_and_reconnect_at_turn_3(self):
        """The recorder is at turn 3, which the new connection has not asked for yet."""
        process, peer = self.join_recorder()
        self.start(peer, "m1")
        peer.ask("m1", 2, {})
        peer.turn("m1", 3, {})
        peer.drop()
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m1")
        return process, peer

    def test_a_turn_that_the_bot_is_still_at_is_asked_once(self):
        process, peer = self.join_and_reconnect_at_turn_3()
        peer.turn("m1", 3, {})
        with open(self.log + ".go", "w"):
            pass
        self.assertEqual(peer.receive()["turn"], 3)
        self.assertEqual(peer.ask("m1", 4, {})["turn"], 4)
        self.leave(process, peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "turn"])

    def test_an_answer_between_two_connections_is_given_when_it_is_asked_for_again(self):
        process, peer = self.join_and_reconnect_at_turn_3()
        self.let_answer_turn_3()
        peer.turn("m1", 3, {})
        self.assertEqual(peer.receive()["turn"], 3)
        self.assertEqual(peer.ask("m1", 4, {})["turn"], 4)
        self.leave(process, peer)

    def test_a_bot_that_dies_is_reported_and_the_connection_stays(self):
        process, peer = self.join_recorder()
        self.start(peer, "m1")
        first = peer.ask("m1", 0, {})["move"]
        peer.turn("m1", 66, {})
        told = {"type": "ended", "match": "m1", "how": "exit status 5"}
        self.assertEqual(peer.receive(), told)
        peer.drop()
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m1")
        self.assertEqual(peer.receive(), told)  # the connection before may have lost it
        peer.turn("m1", 67, {})
        peer.end("m1")
        self.start(peer, "m2")
        self.assertNotEqual(peer.ask("m2", 0, {})["move"], first)
        self.assertIn("ended with code 5 in match m1", self.leave(process, peer))

    def test_a_bot_that_hangs_is_killed_and_does_not_hang_the_connection(self):
        process = self.join([sys.executable, "-c", "import time; print('{}', flush=True); time.sleep(1000)"])
        peer = self.referee.accept()
        peer.receive()
        peer.welcome()
        self.start(peer, "m1")
        for turn in range(20):
            peer.turn("m1", turn, {"much": "x" * 60000})
        peer.end("m1")
        self.leave(process, peer)

    def test_keeps_an_issued_token_to_itself(self):
        token_file = self.path("alice.token")
        process = self.join([sys.executable, "-c", RECORDER, self.log], "--token-file", token_file)
        peer = self.referee.accept()
        peer.receive()
        peer.welcome(token="issued-1")
        self.start(peer, "m1")
        peer.ask("m1", 0, {})
        with open(token_file) as file:
            self.assertEqual(file.read().strip(), "issued-1")
        self.assertEqual(stat.S_IMODE(os.stat(token_file).st_mode), 0o600)
        peer.drop()
        peer = self.referee.accept()
        self.assertEqual(peer.receive()["token"], "issued-1")
        peer.welcome()
        self.leave(process, peer)
        with open(self.log) as log:
            self.assertNotIn("issued-1", log.read())

    def test_bad_command_lines(self):
        for arguments in (
            [],
            ["localhost:1", "--name", "a"],
            ["localhost", "--name", "a", "--", "cat"],
            ["localhost:1", "--", "cat"],
            ["localhost:1", "--name", "a", "--", "no-such-program-here"],
        ):
            with self.subTest(arguments=arguments):
                self.assert_exit(self.launch(command_of("join.py", *arguments)), 2)

    def test_gives_up_when_nobody_listens(self):
        self.referee.close()
        self.assertIn("gave up", self.assert_exit(self.join(["cat"]), 1))


if __name__ == "__main__":
    unittest.main()
