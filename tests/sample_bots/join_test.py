"""join.py between a referee over TCP and launched bots."""
import json
import os
import stat
import sys
import unittest

import bot_case  # which also clears the environment of settings
from fixture import fake_referee as says
from fixture.joined import RECORDER, JoinCase
from fixture.program import ROOT, sample_bot
from games import Walls

sys.path.insert(0, str(ROOT / "tests/protocol"))
import schemas  # noqa: E402

HARMFUL = "\x1b[2J\x9b1m{}\u202e\u3164"  # clears a terminal, makes it bold, turns the direction of writing, shows nothing
SHOWN = "?[2J?1m{}??"
JOIN = ["/usr/bin/python3", sample_bot("join.py")]


class JoinPyCase(JoinCase):
    JOIN = JOIN

    def setUp(self):
        super().setUp()
        self.environment = {}

    def reconnect(self, before):
        """Another connection, on which match m1 goes on."""
        before.close()
        return self.start_next("m1")


class JoinTest(JoinPyCase):
    def test_plays_matches_each_with_a_new_process(self):
        peer = self.join_recorder()
        players = []
        for match in ("m1", "m2"):
            peer.say(type="wait", reason="soon")
            peer.send(says.start(match))
            players.append(self.ask(peer, match, 0))
            self.assertEqual(players[-1], self.ask(peer, match, 1))
            peer.end(match)
            self.assertEqual(peer.next("move")["move"], "last words")
        self.leave(peer)
        self.assertNotEqual(*players)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "end"] * 2)

    def test_a_match_that_is_played_again_gets_a_new_process(self):
        peer = self.join_recorder()
        peer.send(says.start("m1", "c1"))
        first = self.ask(peer, "m1", 0)
        peer.send(says.error("referee_error", "the match is void: why", match="m1"))
        peer.send(says.start("m1", "c2"))
        self.assertNotEqual(first, self.ask(peer, "m1", 0))
        peer.end("m1")
        self.leave(peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "error", "welcome", "start", "turn", "end"])

    def test_plays_a_sample_bot_legally(self):
        self.environment["REFEREE_TOKEN"] = "t-1"
        self.join(*bot_case.command_of("walls_random.py"))
        peer = self.welcome_next()
        self.assertEqual(self.hello, {"type": "hello", "protocol": 1, "resume": True, **bot_case.NEW_MATCH, "name": "alice", "token": "t-1"})
        for match in ("m1", "m2"):
            game = Walls()
            peer.send(says.start(match))
            for turn in range(8):
                self.assertIsNone(game.play(peer.ask(match, turn, game.view())["move"]))
            peer.end(match)
        self.leave(peer)

    def test_a_registration_code_comes_from_a_file_or_the_environment(self):
        code = self.write("code", "abcd-efgh\n")
        for options, environment in (["--code-file", code], {}), ([], {"REFEREE_REGISTRATION_CODE": "abcd-efgh"}):
            self.join("cat", options=options, environment=environment)
            peer = self.accept()
            self.assertEqual(peer.next()["registration_code"], "abcd-efgh")
            self.leave(peer)
        self.join("cat", options=["--code-file", self.folder / "nothing"])
        self.assertEqual(2, self.joined.wait().code)
        self.assertIn("--code-file", self.joined.err)

    def test_does_not_pass_the_connection_s_settings_to_the_bot(self):
        self.environment = {"REFEREE_ADDR": "127.0.0.1:1", "REFEREE_TOKEN": "t"}
        self.join(*bot_case.command_of("walls_random"))
        peer = self.start_next("m")
        self.assertEqual(peer.ask("m", 0, Walls().view())["turn"], 0)
        self.leave(peer)

    def test_reconnects_in_the_middle_of_a_match(self):
        peer = self.join_recorder()
        peer.send(says.start("m1"))
        player = self.ask(peer, "m1", 0)
        self.ask(peer, "m1", 1)
        peer = self.reconnect(peer)
        self.assertIs(self.hello["resume"], True)
        for turn in (0, 1):
            peer.send(says.past("m1", turn))
        self.assertEqual(player, self.ask(peer, "m1", 2))
        peer.end("m1")
        self.leave(peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "turn", "end"])

    def test_a_new_bot_gets_the_past_turns(self):
        peer = self.join_recorder()
        peer.send(says.start("m1"))
        peer.send(says.past("m1", 0))
        peer = self.reconnect(peer)
        for turn in (0, 1):
            peer.send(says.past("m1", turn))
        self.ask(peer, "m1", 2)
        self.leave(peer)
        self.assertEqual(self.told(), ["welcome", "start", "past", "past", "turn"])

    def test_repeats_an_answer_that_was_lost(self):
        peer = self.join_recorder()
        peer.send(says.start("m1"))
        player = self.ask(peer, "m1", 0)  # the referee received it, but asks again
        peer = self.reconnect(peer)
        self.assertEqual(player, self.ask(peer, "m1", 0))
        self.leave(peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn"])

    def join_and_reconnect_at_turn_3(self):
        """The recorder is at turn 3, which the new connection has not asked for yet."""
        peer = self.join_recorder()
        peer.send(says.start("m1"))
        self.ask(peer, "m1", 2)
        peer.turn("m1", 3)
        return self.reconnect(peer)

    def test_a_turn_that_the_bot_is_still_at_is_asked_once(self):
        peer = self.join_and_reconnect_at_turn_3()
        peer.turn("m1", 3)
        self.write("log.go", "")
        self.assertEqual(peer.next()["turn"], 3)
        self.ask(peer, "m1", 4)
        self.leave(peer)
        self.assertEqual(self.told(), ["welcome", "start", "turn", "turn", "turn"])

    def test_an_answer_between_two_connections_is_given_when_it_is_asked_for_again(self):
        peer = self.join_and_reconnect_at_turn_3()
        self.write("log.go", "")
        self.until((self.folder / "log.said").exists)
        self.ask(peer, "m1", 3)
        self.ask(peer, "m1", 4)
        self.leave(peer)

    def test_a_bot_that_dies_is_reported_and_the_connection_stays(self):
        peer = self.join_recorder()
        peer.send(says.start("m1"))
        first = self.ask(peer, "m1", 0)
        told = {"type": "ended", "match": "m1", "how": "exit status 5"}
        self.assertEqual(peer.ask("m1", 66), told)
        peer = self.reconnect(peer)
        self.assertEqual(peer.next(), told)  # the connection before may have lost it
        peer.turn("m1", 67)
        peer.end("m1")
        peer.send(says.start("m2"))
        self.assertNotEqual(first, self.ask(peer, "m2", 0))
        self.assertIn("ended with code 5 in game m1", self.leave(peer))

    def test_a_bot_that_hangs_is_killed_and_does_not_hang_the_connection(self):
        self.join(sys.executable, "-c", "import time; print('{}', flush=True); time.sleep(1000)")
        peer = self.start_next("m1")
        for turn in range(20):
            peer.turn("m1", turn, {"much": "x" * 60000})
        peer.end("m1")
        self.leave(peer)

    def test_keeps_an_issued_token_to_itself(self):
        token_file = self.folder / "alice.token"
        peer = self.join_recorder("--token-file", token_file, token="issued-1")
        peer.send(says.start("m1"))
        self.ask(peer, "m1", 0)
        self.assertEqual(token_file.read_text().strip(), "issued-1")
        self.assertEqual(stat.S_IMODE(token_file.stat().st_mode), 0o600)
        peer.close()
        peer = self.welcome_next()
        self.assertEqual(self.hello["token"], "issued-1")
        self.leave(peer)
        self.assertNotIn("issued-1", self.read("log"))

    def test_tells_what_happens_to_the_bot(self):
        peer = self.join_recorder()
        peer.say(type="wait", reason="round 2 begins soon")
        peer.send(says.start("m1"))
        self.ask(peer, "m1", 0)
        peer.end("m1")
        told = self.leave(peer)
        for words in (f"connected to {self.fake.address}", "round 2 begins soon", "game m1 of walls begins", "m1 is over: rank 1"):
            self.assertIn(words, told)

    def test_words_of_the_referee_change_no_terminal(self):
        peer = self.join_recorder()
        peer.say(type="wait", reason=HARMFUL.format("wait"))
        peer.send(says.error("referee_error", HARMFUL.format("error")))
        peer.send(says.start(HARMFUL.format("m")))
        self.ask(peer, HARMFUL.format("m"), 0)
        peer.send({**says.end(HARMFUL.format("m")), "rank": HARMFUL.format("rank")})
        peer.send(says.bye(HARMFUL.format("bye")))
        self.assertEqual(0, self.joined.wait().code, self.joined.err)
        self.assert_shown(self.joined.err, "wait", "error", "m", "rank", "bye")
        self.join("cat")
        peer = self.accept()
        peer.send(says.error("bad_name", HARMFUL.format("final")))
        peer.close()
        self.assertEqual(1, self.joined.wait().code)
        self.assert_shown(self.joined.err, "final")

    def assert_shown(self, text, *words):
        for word in words:
            self.assertIn(SHOWN.format(word), text)
        self.assertEqual([], [line for line in text.splitlines() if not line.isprintable()])

    def test_words_of_the_server_that_takes_versions_change_no_terminal(self):
        bot = self.write("bot.py", "pass\n")
        token = self.write("token", "t-1\n")
        command = ["/usr/bin/python3", sample_bot("submit.py")]
        version = {"number": HARMFUL.format("number"), "status": "failed", "stage": HARMFUL.format("stage"), "problem": HARMFUL.format("problem"),
                   "sha256": HARMFUL.format("sha"), "known": False, "url": "/version", "output": HARMFUL.format("output"), "left_out": [HARMFUL.format("left")]}
        cases = [([{"max_bytes": 1000}, version, version], ["number", "stage", "problem", "sha", "output", "left"]), ([HARMFUL.encode()], [])]
        for answers, words in cases:
            with self.subTest(words=words):
                submit = self.spawn(*command, f"http://{self.fake.address}/", bot, "--token-file", token)
                for answer in answers:
                    self.serve_once(answer)
                self.assertNotEqual(0, submit.wait().code)
                self.assert_shown(submit.out + submit.err, *words)

    def serve_once(self, answer):
        """Answers one request with JSON, or with these bytes in place of an answer."""
        peer = self.accept()
        while peer._lines.readline().strip():
            pass
        body = json.dumps(answer).encode() if isinstance(answer, dict) else b""
        peer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(body) + body if body else answer + b"\r\n\r\n")
        peer.close()

    def test_stops_at_once_where_dialling_again_cannot_help(self):
        for code in ("bad_name", "bad_token", "bad_code", "tls_required", "full"):
            self.join("cat")
            peer = self.accept()
            peer.next()
            peer.send(says.error(code, f"no: {code}"))
            peer.close()
            self.assertEqual(1, self.joined.wait().code)
            self.assertEqual(f"join: no: {code}\n", self.joined.err)

    def test_dials_again_after_a_refusal_that_passes(self):
        self.join("cat")
        peer = self.accept()
        peer.next()
        peer.send(says.error("busy", "come again", retry_after_ms=1))
        peer.close()
        self.leave(self.welcome_next())

    def test_a_port_of_web_pages_is_told_at_once(self):
        self.join("cat")
        peer = self.accept()
        peer.next()
        peer.write("HTTP/1.1 400 Bad Request\r\n\r\n")
        peer.close()
        self.assertEqual(1, self.joined.wait().code)
        self.assertIn("HTTP/1.1 400", self.joined.err)

    def test_a_token_file_that_holds_no_token_is_told(self):
        for content in (b"two words\n", b"\xff\xfe\x00", b"x" * 2000):
            file = self.folder / "wrong.token"
            file.write_bytes(content)
            self.join("cat", options=["--token-file", file])
            self.assertEqual(2, self.joined.wait().code)
            self.assertIn("wrong.token", self.joined.err)

    def test_bad_command_lines(self):
        for arguments in ([], ["localhost:1", "--name", "a"], ["localhost", "--name", "a", "--", "cat"], ["localhost:1", "--", "cat"],
                          ["localhost:1", "--name", "a", "--", "no-such-program-here"]):
            with self.subTest(arguments=arguments):
                self.assertEqual(2, self.spawn(*JOIN, *arguments).wait().code)


class Traces(JoinPyCase):
    def trace(self):
        """The lines of the trace without the first; all are valid by the schema."""
        entries = self.read_lines("trace.jsonl")
        for entry in entries:
            self.assertEqual(schemas.errors("trace", entry), [], entry)
        self.assertEqual(entries[0]["program"], "join.py")
        return entries[1:]

    def play_traced(self, *command, turns=2, trace=None):
        """The lines that the bot answered, and the standard error of join.py."""
        options = ["--code-file", self.write("code", "abcd-efgh\n"), "--trace", trace or self.folder / "trace.jsonl",
                   "--token-file", self.folder / "token"]
        self.join(*command, options=options)
        peer = self.welcome_next(token="issued-1")
        self.assertEqual(self.hello["registration_code"], "abcd-efgh")
        peer.send(says.start("m1"))
        answers = []
        for turn in range(turns):
            peer.turn("m1", turn)
            answers.append(peer.read_line())
        peer.end("m1")
        return answers, self.leave(peer)

    def recorder(self):
        return [sys.executable, self.write("recorder.py", RECORDER), self.folder / "log"]

    def test_a_trace_has_both_directions_in_order_and_no_secrets(self):
        self.play_traced(*self.recorder())
        entries = self.trace()
        story = [entry.get("event") or entry["dir"][:-4] + " " + entry["line"]["type"] for entry in entries
                 if entry.get("line", {}).get("move") != "last words"]
        told = [kind for kind in story if kind not in ("from hello", "bot_ended")]  # which another thread writes
        expected = ["connected", "to welcome", "to start", "bot_started", "to turn", "from move", "to turn", "from move", "to end", "to bye"]
        self.assertEqual(told, [*expected, "closed"])
        hellos = [entry for entry in entries if entry.get("line", {}).get("type") == "hello"]
        self.assertEqual([entry.get("passed_on") for entry in hellos], [None, False])
        self.assertEqual(hellos[0]["line"]["registration_code"], "***")
        self.assertEqual([entry["t"] for entry in entries], sorted(entry["t"] for entry in entries))
        text = self.read("trace.jsonl")
        self.assertNotIn("issued-1", text)
        self.assertNotIn("abcd-efgh", text)
        self.assertEqual(stat.S_IMODE((self.folder / "trace.jsonl").stat().st_mode), 0o600)

    def test_a_trace_has_garbage_binary_bytes_and_a_line_over_the_limit(self):
        lines = [b"\xff\x80\x00 binary", b'{"type":"move","token":"mine-1234","move', b"7" * 70000, b"NaN issued-1", b""]
        bot = (
            "import sys\nprint('{}', flush=True)\nanswers = %r\nfor line in sys.stdin.buffer:\n"
            "    if b'\"turn\"' in line and answers:\n"
            "        sys.stdout.buffer.write(answers.pop(0) + b'\\n')\n        sys.stdout.flush()" % lines
        )
        answers, _ = self.play_traced(sys.executable, "-c", bot, turns=len(lines))
        self.assertEqual(answers, [line + b"\n" for line in lines])
        texts = [entry for entry in self.trace() if "text" in entry]
        shown = ["\ufffd\ufffd\0 binary", '{"type":"move","token":"***","move', "7" * 4096, "NaN ***", ""]
        self.assertEqual([entry["text"] for entry in texts], shown)
        self.assertEqual(texts[0]["hex"], lines[0].hex())
        self.assertEqual((texts[2]["bytes"], texts[2]["oversize"]), (70000, True))
        self.assertNotIn("mine-1234", self.read("trace.jsonl"))

    def test_masks_the_same_as_the_referee(self):
        with open(JOIN[1]) as file:
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
        answers, errors = self.play_traced(*self.recorder(), trace="/dev/full")
        self.assertEqual(len(answers), 2)
        self.assertEqual(errors.count("the trace /dev/full ends here: No space left on device"), 1, errors)

    def test_a_trace_that_cannot_be_written_is_named(self):
        self.join("cat", options=["--trace", self.folder / "nowhere/trace.jsonl"])
        self.assertEqual(2, self.joined.wait().code)
        self.assertIn("--trace: cannot write", self.joined.err)


if __name__ == "__main__":
    unittest.main()
