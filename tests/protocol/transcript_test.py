"""Plays the transcript of PROTOCOL.md against the real program. Usage: transcript_test.py REFEREE [--print]

With --print it prints the real messages of the referee, in the form of the page."""
import json
import re
import socket
import subprocess
import sys
import tempfile
import unittest

import schemas

PRINT = "--print" in sys.argv and not sys.argv.remove("--print")
REFEREE = sys.argv.pop(1)
VARIES = {"token", "commitment", "salt", "used_ms", "charged_ms", "rtt_ms", "loop_lag_ms", "left_ms"}
COMMAND = ["match", "lightcycle", "--bot", "/usr/bin/python3 " + str(schemas.ROOT / "tests/protocol/scripted_bot.py"),
           "--listen", "127.0.0.1:0", "--seed", "7", "--option", "size=6", "--option", "starts=[[[0,2]],[[5,3]]]",
           "--clock", '{"kind":"per_move","ms":60000,"measure":"wall"}']


def transcript():
    page = (schemas.ROOT / "protocol" / "PROTOCOL.md").read_text()
    return re.search(r"```transcript\n(.*?)```", page, re.S).group(1).splitlines()


class Connection:
    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.socket = socket.create_connection((host, int(port)))
        self.lines = self.socket.makefile("r", encoding="utf-8", newline="\n")

    def send(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def receive(self):
        return self.lines.readline().rstrip("\n")

    def close(self):
        self.lines.close()
        self.socket.close()


class Transcript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.referee = subprocess.Popen([REFEREE, *COMMAND, "--reports", self.folder.name], stdout=subprocess.PIPE, text=True)
        listening = next(line for line in self.referee.stdout if line.startswith("listening on "))
        self.address = listening.split()[2].rstrip(",")
        self.token = None

    def tearDown(self):
        self.referee.kill()
        self.referee.communicate()
        self.folder.cleanup()

    def alike(self, expected, got, path="message"):
        """Equal except for values that differ from run to run: for these only the type must be the same."""
        if isinstance(expected, dict) and isinstance(got, dict):
            self.assertEqual(set(expected), set(got), path)
            for key, value in expected.items():
                if key in VARIES:
                    kinds = (int, float) if isinstance(value, (int, float)) else type(value)
                    self.assertIsInstance(got[key], kinds, f"{path}.{key}")
                else:
                    self.alike(value, got[key], f"{path}.{key}")
        else:
            self.assertEqual(expected, got, path)

    def say(self, connection, text):
        if self.token:
            text = re.sub(r'"token":"[^"]*"', f'"token":"{self.token}"', text)
        if PRINT:
            print("bot    >", text)
        connection.send(text)

    def hear(self, connection, text):
        got = connection.receive()
        message = json.loads(got)
        self.token = message.get("token", self.token)
        if PRINT:
            print("server >", got)
            return
        expected = json.loads(text)
        self.assertEqual([], schemas.errors(message["type"], message), got)
        self.assertEqual(list(expected), list(message), "order of fields")
        self.alike(expected, message, expected["type"])

    def test_the_transcript_is_what_the_referee_says(self):
        connection = Connection(self.address)
        for line in transcript():
            if line.startswith("bot    > "):
                self.say(connection, line[len("bot    > "):])
            elif line.startswith("server > "):
                self.hear(connection, line[len("server > "):])
            elif line.startswith("-- the connection breaks"):
                if PRINT:
                    print(line)
                connection.close()
                connection = Connection(self.address)
            else:
                self.fail(f"neither side says: {line}")
        self.assertEqual("", connection.receive(), "end of input after bye")
        connection.close()
        self.assertEqual(0, self.referee.wait())


unittest.main()
