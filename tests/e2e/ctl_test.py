"""`referee ctl` with a control socket on which the test answers."""
import contextlib
import json
import socket
import unittest

from fixture.case import RefereeCase
from fixture.dial_in import DialIn


class CtlTest(RefereeCase):
    @contextlib.contextmanager
    def control(self, name):
        """The socket of a referee: its file stays when it is closed."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(self.folder / name))
            listener.listen(4)
            yield listener

    def answer(self, control, **reply):
        """Answers the next connection; its request."""
        caller = DialIn.adopt(control.accept()[0])
        request = caller.next()
        caller.send(reply)
        caller.close()
        return request

    def assert_sends(self, words, command, *arguments):
        """What ctl with these words sends to the only referee of this folder."""
        with self.subTest(words=words), self.control("spring.db.ctl") as control:
            child = self.start("ctl", *words)
            request = self.answer(control, ok=True, text="done")
            self.assertEqual((0, "done\n"), (child.wait().code, child.out), child.err)
            self.assertEqual({"command": command, "arguments": list(arguments)}, request)
        (self.folder / "spring.db.ctl").unlink()

    def test_sends_the_command_and_a_reason_as_one_argument(self):
        for command in ("start", "pause", "resume", "status", "reveal"):
            self.assert_sends([command], command)
        for command in ("withdraw", "kick", "void", "rerun"):
            self.assert_sends([command, "r1t1g1"], command, "r1t1g1")
            self.assert_sends([command, "alice", "has", "left the", "class"], command, "alice", "has left the class")
        for command in ("add", "approve"):
            self.assert_sends([command, "zoe"], command, "zoe")

    def test_a_pattern_stands_in_place_of_a_name(self):
        self.assert_sends(["withdraw", "--glob", "ghost*", "unknown", "names"],
                          "withdraw_matching", "ghost*", "unknown names")
        self.assert_sends(["--glob", "*", "approve"], "approve_matching", "*")

    def test_json_is_asked_of_status_only_and_printed_as_it_is(self):
        with self.control("a.ctl") as control:
            child = self.start("ctl", "status", "--json")
            said = {"tournament": 'a "b" \\ c\x1b'}
            request = self.answer(control, ok=True, text=json.dumps(said))
            self.assertEqual(said, json.loads(child.wait().out))
            self.assertEqual({"command": "status", "arguments": ["json"]}, request)
        self.referee("ctl", "pause", "--json", code=2)
        self.assertIn("expected: referee ctl status --json", self.said)

    def test_refusal_is_told_on_standard_error(self):
        with self.control("a.ctl") as control:
            child = self.start("ctl", "--socket", self.folder / "a.ctl", "withdraw", "nobody")
            self.answer(control, ok=False, text="no entrant 'nobody'")
            self.assertEqual((1, "", "no entrant 'nobody'\n"), (child.wait().code, child.out, child.err))

    def test_answer_keeps_its_lines_and_nothing_else_moves_the_cursor(self):
        with self.control("a.ctl") as control:
            child = self.start("ctl", "status")
            self.answer(control, ok=True, text="round 2 of 5\nalice\x1b[2J plays")
            self.assertEqual("round 2 of 5\nalice\\x1b[2J plays\n", child.wait().out)

    def test_no_referee_is_named(self):
        with self.control("dead.ctl"):
            pass
        for name in ("dead.ctl", "nowhere.ctl"):
            self.referee("ctl", "--socket", name, "status", code=3)
            self.assertIn(f"referee: no referee answers at {name}", self.said)
        with self.control("rude.ctl") as control:
            child = self.start("ctl", "--socket", "rude.ctl", "status")
            control.accept()[0].close()
            self.assertEqual(3, child.wait().code)

    def test_without_a_socket_or_with_several_one_has_to_be_named(self):
        self.write("notes.ctl", "no socket")
        self.referee("ctl", "status", code=2)
        self.assert_words(self.said, "no referee is running here", "--socket PATH")
        with self.control("spring.db.ctl"), self.control("autumn.db.ctl"):
            self.referee("ctl", "status", code=2)
            self.assert_words(self.said, "got 2 control sockets (*.ctl)", ": autumn.db.ctl, spring.db.ctl;")

    def test_wrong_usage_is_explained(self):
        for words, *messages in (
                ([], "COMMAND is required"),
                (["frobnicate"], "ctl: no command 'frobnicate'\nCommands:\n  start"),
                (["start", "now"], "ctl start: got 1 arguments", "expected: referee ctl start\n"),
                (["bye", "alice", "3"], "ctl bye: got 2 arguments", "NAME ROUND half|zero|none [REASON...]\n"),
                (["withdraw"], "ctl withdraw: got 0 arguments", "NAME|--glob PATTERN [REASON...]\n"),
                (["kick", "--glob", "a*"], "ctl kick: got --glob", "referee ctl kick NAME [REASON...]\n"),
                (["approve", "--glob", "a*", "b"], "ctl approve: got 2 arguments"),
                (["add"], "expected: referee ctl add NAME\n"),
                (["add", "a", "b"], "ctl add: got 2 arguments"),
                (["--socket", "x" * 200, "status"], "bytes, expected 1 to 107")):
            with self.subTest(words=words):
                self.referee("ctl", *words, code=2)
                self.assert_words(self.said, *messages)


if __name__ == "__main__":
    unittest.main()
