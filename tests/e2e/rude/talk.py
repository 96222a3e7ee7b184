"""What the bots of this folder share: lines of JSON on standard input and output, and a log for the tests.

A bot's first argument, if any, names a file to which every `error` that reaches it is appended.
"""
import json
import os
import sys


def write(data):
    """Writes all of `data` (bytes) to standard output."""
    while data:
        data = data[os.write(1, data):]


def send(message):
    write(json.dumps(message).encode() + b"\n")


def hello():
    send({"type": "hello", "protocol": 1})


def log(text):
    if len(sys.argv) > 1:
        with open(sys.argv[1], "a", encoding="utf-8") as file:
            file.write(text + "\n")


def hold_open(path):
    """Holds a named pipe of the tests open until this process and its children end; writes a byte to it."""
    os.write(os.open(path, os.O_WRONLY), b"!")


def receive():
    """The next message; None at the end of input. Errors are logged on the way."""
    line = sys.stdin.buffer.readline()
    if not line:
        return None
    message = json.loads(line)
    if message["type"] == "error":
        log(message["code"] + ": " + message["message"])
    return message


def messages(kind):
    """The messages of that type, until the end of input."""
    while (message := receive()) is not None:
        if message["type"] == kind:
            yield message


def await_error(code):
    """Waits until the referee complains; false at the end of input."""
    return any(error["code"] == code for error in messages("error"))


def honest_move():
    """The bot's second argument, else a move that is legal at any time in Walls."""
    return sys.argv[2] if len(sys.argv) > 2 else "left"


def answer(turn, move="left"):
    """Answers `turn`; to go left is legal at any time in Walls."""
    send({"type": "move", "match": turn["match"], "turn": turn["turn"], "move": move})


def answer_all(move="left"):
    """Plays on without any vice."""
    for turn in messages("turn"):
        answer(turn, move)
