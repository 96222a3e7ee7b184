"""The referee's side of the protocol, scripted by a test: over a bot's pipes or over TCP."""

import json
import os
import queue
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

TIMEOUT = 40  # seconds; only a failing test waits so long
HERE = os.path.dirname(os.path.abspath(__file__))
TREE = os.path.dirname(os.path.dirname(HERE))
BOTS = os.environ.get("SAMPLE_BOTS", os.path.join(TREE, "build", "release", "bin", "sample_bots"))
CPP_BOTS = ["planets_greedy", "planets_planner"]
CPP_BOTS += ["lightcycle_dumb", "lightcycle_smart"]
CPP_BOTS += ["snake_random", "snake_right_hand", "snake_search"]
CPP_BOTS += ["walls_random", "walls_search"]
CPP_BOTS += ["sb_play", "sb_play2", "sb_play3", "sb_best"]
CPP_BOTS += ["battleship_random", "battleship_hunt"]
GAMES = ("planets", "lightcycle", "snake", "walls", "superball", "battleship")
PYTHON_BOTS = [game + "_random.py" for game in GAMES]
KITS = ["random_bot.js", "RandomBot.java"]  # each plays all games
NEW_MATCH = {"features": ["new_match"]}  # of the hello of a bot that plays several matches in one process
DIALLING_BOTS = CPP_BOTS + ["random_bot.js"]  # the others use join.py
_folder = tempfile.TemporaryDirectory()


def command_of(bot, *options):
    if bot.endswith(".java"):
        return java_command(bot, *options)
    path = os.path.join(BOTS, bot)
    return [sys.executable, path, *options] if bot.endswith(".py") else [path, *options]


def java_command(bot, *options):
    """The command of the compiled bot; to start from the source would compile it each time."""
    name = bot[: -len(".java")]
    if not os.path.exists(os.path.join(_folder.name, name + ".class")):
        source = os.path.join(TREE, "sample_bots", "java", bot)
        subprocess.run(["javac", "--release", "11", "-Xlint:all", "-Werror", "-d", _folder.name, source], check=True)
    return ["java", "-cp", _folder.name, name, *options]


def clean_environment(**extra):
    kept = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_")}
    return {**kept, **extra}


class Peer:
    """Lines to and from a bot; a thread reads the bot's lines, so that every wait has a time limit."""

    def __init__(self, reader, writer):
        self.writer = writer
        self.lines = queue.Queue()
        threading.Thread(target=self._read, args=[reader], daemon=True).start()

    def _read(self, reader):
        try:
            for line in reader:
                self.lines.put(line)
        except (OSError, ValueError):
            pass  # reset by the bot or closed by the test
        self.lines.put(None)

    def send(self, **message):
        self.send_line(json.dumps(message))

    def send_line(self, text):
        self.writer.write(text.encode() + b"\n")
        self.writer.flush()

    def receive(self):
        """The next message, or None at the end of the stream."""
        line = self.lines.get(timeout=TIMEOUT)
        return None if line is None else json.loads(line)

    def welcome(self, **extra):
        self.send(type="welcome", protocol=1, server="referee 0.1", name="alice", **extra)

    def ask(self, match, turn, view):
        self.turn(match, turn, view)
        return self.receive()

    def turn(self, match, turn, view):
        self.send(type="turn", match=match, turn=turn, view=view, clock={"left_ms": 1000, "used_ms": 0})

    def end(self, match):
        self.send(type="end", match=match, rank=1, scores=[1, 1], outcome={}, faults=0, seed=7, salt="00")


class Connection(Peer):
    def __init__(self, accepted):
        self.socket = accepted
        self.stream = accepted.makefile("rwb")
        super().__init__(self.stream, accepted.makefile("wb"))

    def drop(self):
        """Closes the connection without a message, like a network failure."""
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


class Server:
    """Listens on a free port of this machine."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(TIMEOUT)
        self.address = "127.0.0.1:%d" % self.listener.getsockname()[1]

    def accept(self):
        accepted, _ = self.listener.accept()
        accepted.settimeout(None)
        return Connection(accepted)

    def close(self):
        self.listener.close()


class BotTest(unittest.TestCase):
    """Starts processes, and kills and reaps each of them at the end."""

    def launch(self, command, **environment):
        process = subprocess.Popen(
            command,
            env=clean_environment(**environment),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.addCleanup(self._reap, process)
        return process

    def _reap(self, process):
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            try:
                stream.close()
            except OSError:
                pass  # unsent data for a bot that has exited

    def launch_peer(self, command):
        process = self.launch(command)
        return process, Peer(process.stdout, process.stdin)

    def server(self):
        server = Server()
        self.addCleanup(server.close)
        return server

    def assert_exit(self, process, code):
        """Waits for the end; returns what the process wrote to stderr."""
        process.wait(timeout=TIMEOUT)
        errors = process.stderr.read().decode()
        self.assertEqual(process.returncode, code, errors)
        return errors
