"""The lines of a rules program: hello, then an answer for each request. For the programs of these tests."""

import json
import sys


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def requests():
    for line in sys.stdin:
        yield json.loads(line)


def serve(name, answer, version=1):
    """`answer`: a function from a request to the answer's keys."""
    say({"type": "hello", "rules_program": 1, "name": name, "version": version})
    for request in requests():
        if request["type"] != "end":
            say({"id": request["id"], **answer(request)})
