"""join.py between a referee over TCP and launched bots."""

import json
import os
import stat
import sys
import tempfile
import time
import unittest

from fake_referee import NEW_MATCH, TIMEOUT, TREE, BotTest, command_of
from games import Walls

sys.path.insert(0, os.path.join(TREE, "tests", "protocol"))
import schemas  # noqa: E402

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
        self.assertEqual(peer.receive(), {"type": "hello", "protocol": 1, "resume": True, **NEW_MATCH, "name": "alice", "token": "t-1"})
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

    def trace(self):
        """The lines of the trace without the first; all are valid by the schema."""
        with open(self.path("trace.jsonl")) as file:
            entries = [json.loads(line) for line in file]
        for entry in entries:
            self.assertEqual(schemas.errors("trace", entry), [], entry)
        self.assertEqual(entries[0]["program"], "join.py")
        return entries[1:]

    def play_traced(self, command, turns=2, trace=None):
        """Returns what the bot answered, and standard error."""
        with open(self.path("code"), "w") as file:
            file.write("abcd-efgh\n")
        options = ["--code-file", self.path("code"), "--trace", trace or self.path("trace.jsonl"), "--token-file", self.path("token")]
        process = self.join(command, *options)
        peer = self.referee.accept()
        self.assertEqual(peer.receive()["registration_code"], "abcd-efgh")
        peer.welcome(token="issued-1")
        self.start(peer, "m1")
        answers = []
        for turn in range(turns):
            peer.turn("m1", turn, {})
            answers.append(peer.lines.get(timeout=TIMEOUT))
        peer.end("m1")
        return answers, self.leave(process, peer)

    def test_a_trace_has_both_directions_in_order_and_no_secrets(self):
        self.play_traced([sys.executable, "-c", RECORDER, self.log])
        entries = self.trace()
        story = [entry.get("event") or entry["dir"][:-4] + " " + entry["line"]["type"] for entry in entries]
        told = [kind for kind in story if kind not in ("from hello", "bot_ended")]  # which another thread writes
        expected = ["connected", "to welcome", "to start", "bot_started", "to turn", "from move", "to turn", "from move", "to end", "to bye"]
        self.assertEqual(told, [*expected, "closed"])
        hellos = [entry for entry in entries if entry.get("line", {}).get("type") == "hello"]
        self.assertEqual([entry.get("passed_on") for entry in hellos], [None, False])
        self.assertEqual(hellos[0]["line"]["registration_code"], "***")
        self.assertEqual([entry["t"] for entry in entries], sorted(entry["t"] for entry in entries))
        with open(self.path("trace.jsonl")) as file:
            text = file.read()
        self.assertNotIn("issued-1", text)
        self.assertNotIn("abcd-efgh", text)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("trace.jsonl")).st_mode), 0o600)

    def test_a_trace_has_garbage_binary_bytes_and_a_line_over_the_limit(self):
        lines = [b"\xff\x80\x00 binary", b'{"type":"move","token":"mine-1234","move', b"7" * 70000, b"NaN issued-1", b""]
        bot = (
            "import sys\nprint('{}', flush=True)\nanswers = %r\nfor line in sys.stdin.buffer:\n"
            "    if b'\"turn\"' in line and answers:\n"
            "        sys.stdout.buffer.write(answers.pop(0) + b'\\n')\n        sys.stdout.flush()" % lines
        )
        answers, _ = self.play_traced([sys.executable, "-c", bot], len(lines))
        self.assertEqual(answers, [line + b"\n" for line in lines])
        texts = [entry for entry in self.trace() if "text" in entry]
        shown = ["\ufffd\ufffd\0 binary", '{"type":"move","token":"***","move', "7" * 4096, "NaN ***", ""]
        self.assertEqual([entry["text"] for entry in texts], shown)
        self.assertEqual(texts[0]["hex"], lines[0].hex())
        self.assertEqual((texts[2]["bytes"], texts[2]["oversize"]), (70000, True))
        with open(self.path("trace.jsonl"), "rb") as file:
            self.assertNotIn(b"mine-1234", file.read())

    def test_masks_the_same_as_the_referee(self):
        with open(command_of("join.py")[1]) as file:
            source = file.read()
        names = {"__name__": "join"}
        exec(source[: source.index("\nclass Bot:")], names)  # the program itself begins to dial when it is imported
        for text, masked in (
            ('{"token":"abc","name":"a"', '{"token":"***","name":"a"'),
            ('{"token":"never closed, and more', '{"token":"***'),
            ('{"token":"a\\"b\\\\","x":1', '{"token":"***","x":1'),
            ("{'name': 'alice', 'token' : 'abc'}", "{'name': 'alice', 'token' : '***'}"),
            ("REFEREE_TOKEN=abc other=1", "REFEREE_TOKEN=*** other=1"),
            ('said \\"token\\":\\"abc\\","name"', 'said \\"token\\":\\"***","name"'),
            ("registration_code='x y' token=z", "registration_code='***' token=***"),
            ("a token is there, tokens, token:", "a token is there, tokens, token:"),
        ):
            self.assertEqual(names["Trace"](None, "a").masked(text), masked)

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_a_full_disk_gives_one_warning_and_play_goes_on(self):
        answers, errors = self.play_traced([sys.executable, "-c", RECORDER, self.log], trace="/dev/full")
        self.assertEqual(len(answers), 2)
        self.assertEqual(errors.count("the trace /dev/full ends here: No space left on device"), 1, errors)

    def test_a_trace_that_cannot_be_written_is_named(self):
        process = self.join(["cat"], "--trace", self.path("nowhere/trace.jsonl"))
        self.assertIn("--trace: cannot write", self.assert_exit(process, 2))

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
