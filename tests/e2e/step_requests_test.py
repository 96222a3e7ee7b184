"""`referee step --requests`: one process that answers requests, a line each."""
import json
import random
import subprocess
import unittest

from fixture.case import RefereeCase
from fixture.program import PATIENCE, REFEREE
from fixture.random_cases import random_cases

MOST = 4 * 1024 * 1024  # bytes of a request


def answers(sent, *options, code=0):
    """The answers to bytes that are sent at once."""
    done = subprocess.run([REFEREE, "step", "--requests", *options], input=sent, capture_output=True, timeout=PATIENCE)
    if (done.returncode, done.stderr) != (code, b""):
        raise AssertionError(f"exit code {done.returncode}, {done.stderr}")
    return [json.loads(line) for line in done.stdout.splitlines()]


class Requests(RefereeCase):
    def test_answers_each_request_before_the_next_is_written(self):
        step = self.start("step", "--requests", stdin=subprocess.PIPE)
        turns = 0
        request = {"game": "walls", "options": {"n": 3}, "sample": 0}
        while True:
            step.write(json.dumps({"id": turns, **request}) + "\n")
            answer = json.loads(step.next_line())
            self.assertEqual((turns, turns), (answer["id"], answer["turn"]))
            if answer["over"]:
                break
            turns += 1
            request = {"position": answer["position"], "turns": [answer["sample"]], "sample": turns}
        step.close_input()
        self.assertEqual(0, step.wait().code)
        self.assertGreater(turns, 10)

    def test_answers_in_the_order_of_requests_that_come_at_once(self):
        requests = [{"id": 0, "game": "walls"}] + [{"id": number, "position": 1, "turns": ["left"], "view": False} for number in range(1, 2000)]
        got = answers("".join(json.dumps(request) + "\r\n" for request in requests).encode())
        self.assertEqual(list(range(2000)), [answer["id"] for answer in got])
        self.assertEqual(2000, got[-1]["position"])

    def test_tells_what_the_command_tells_once(self):
        self.write("moves", '"left"\n"up"\n')
        once = self.referee("step", "walls", "--option", "n=3", "--seed", "5", "--moves", "moves")
        [answer] = answers(b'{"game":"walls","options":{"n":3},"seed":5,"turns":["left","up"]}')
        self.assertEqual((None, 1), (answer.pop("id"), answer.pop("position")))
        self.assertEqual(json.loads(once), answer)
        self.assertEqual([0], answer["to_move"])

    def test_garbage_is_answered_and_ends_nothing(self):
        draw = random.Random(20261125)
        lines = [bytes(draw.randrange(256) for _ in range(draw.randrange(1, 60))).replace(b"\n", b"?") + b"." for _ in range(random_cases(100))]
        lines += [b"[" * 100_000, b'"' + b"x" * 1_000_000, b"null", b"{}", b'{"game":5}', b"\x00", b'{"id":"\\ud800"}']
        got = answers(b"\n".join(lines) + b'\n\n  \n{"game":"walls"}')
        self.assertEqual(len(lines) + 1, len(got), "blank lines are no requests")
        for line, answer in zip(lines, got):
            self.assertEqual({"id", "error"}, set(answer), line[:100])
            self.assertTrue(answer["error"])
        self.assertEqual((1, 0), (got[-1]["position"], got[-1]["turn"]), "a last line needs no newline")

    def test_a_request_over_the_limit(self):
        got = answers(b'{"id":"' + b"x" * (2 * MOST) + b'"}\n{"game":"walls"}\n')
        self.assertIn(f"more than {MOST} bytes", got[0]["error"])
        self.assertEqual([1], [answer["position"] for answer in got[1:]])

    def test_keeps_as_many_positions_as_asked(self):
        got = answers(b'{"game":"walls"}\n' * 3 + b'{"position":1}\n{"position":2}\n', "--keep", "2")
        self.assertIn("which is forgotten: the 2 used last are kept", got[3]["error"])
        self.assertEqual(2, got[4]["position"])

    def test_refuses_what_belongs_into_requests(self):
        for words in [["walls"], ["--seed", "1"], ["--seat", "0"], ["--option", "n=3"], ["--moves", "x"], ["--record", "x"]]:
            done = self.run_to_end("step", "--requests", *words)
            self.assertEqual((2, ""), (done.code, done.out))
            self.assertIn("excludes", done.err)
        for words, message in [([], "expected GAME, or --requests"), (["walls", "--keep", "5"], "--keep requires --requests")]:
            done = self.run_to_end("step", *words)
            self.assertEqual((2, ""), (done.code, done.out))
            self.assertIn(message, done.err)


if __name__ == "__main__":
    unittest.main()
