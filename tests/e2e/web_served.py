"""What tests of the web server share: a referee that serves, bots that dial in and move when the test says so, and
readers of event streams."""
import hashlib
import http.client
import json
import pathlib
import queue
import re
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

PATIENCE = 300  # seconds; only a hang takes so long
CLOCK = {"kind": "per_move", "ms": 600000, "measure": "wall"}


class Program:
    """A process whose output is read line by line, so that every wait has an end."""

    def __init__(self, argv, folder):
        self.process = subprocess.Popen([str(word) for word in argv], cwd=folder, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.lines, self.said = queue.Queue(), ""
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            text = line.decode(errors="replace")
            self.said += text
            self.lines.put(text)
        self.lines.put(None)

    def until(self, pattern):
        """The match of the first line that has it."""
        while (line := self.lines.get(timeout=PATIENCE)) is not None:
            if found := re.search(pattern, line):
                return found
        raise AssertionError(f"ended before '{pattern}': {self.said}")

    def end(self):
        code = self.process.wait(PATIENCE)
        self.thread.join(PATIENCE)
        self.process.stdout.close()
        return code


class Bot:
    """A bot that dials in, and answers when it is told to."""

    def __init__(self, address, name, token=""):
        self.socket = socket.create_connection(address, PATIENCE)
        self.lines = self.socket.makefile("rb")
        hello = {"type": "hello", "protocol": 1, "name": name, "resume": True}
        self.send({**hello, "token": token} if token else hello)
        self.until("welcome")

    def send(self, message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def receive(self):
        line = self.lines.readline()
        return json.loads(line) if line else None

    def until(self, kind):
        while (message := self.receive()) is not None:
            if message["type"] == kind:
                return message
        raise AssertionError(f"the referee closed the connection before '{kind}'")

    def answer(self, move):
        """Answers the next turn, and returns it."""
        turn = self.until("turn")
        self.send({"type": "move", "match": turn["match"], "turn": turn["turn"], "move": move})
        return turn

    def play_out(self, move):
        """Answers all turns of a match, in a thread of its own."""

        def go():
            while (message := self.receive()) is not None and message["type"] != "end":
                if message["type"] == "turn":
                    self.send({"type": "move", "match": message["match"], "turn": message["turn"], "move": move})

        thread = threading.Thread(target=go, daemon=True)
        thread.start()
        return thread

    def close(self):
        self.lines.close()
        self.socket.close()


class Events:
    """An event stream, read in a thread of its own."""

    def __init__(self, address, path):
        self.connection = http.client.HTTPConnection(*address, timeout=PATIENCE)
        self.connection.request("GET", path, headers={"Accept": "text/event-stream"})
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.events, self.bytes = queue.Queue(), b""
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        name, data = "message", []
        try:
            for line in self.response:
                self.bytes += line
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "event":
                    name = value
                elif field == "data":
                    data.append(value)
                elif not line.strip() and data:
                    self.events.put((name, json.loads("\n".join(data))))
                    name, data = "message", []
        except (OSError, http.client.HTTPException):
            pass  # the server has gone, which the queue says
        self.events.put((None, None))

    def next(self, *names):
        """The next event with one of these names, and its data; (None, None) at the end of the stream."""
        while True:
            name, data = self.events.get(timeout=PATIENCE)
            if name is None or name in names:
                return name, data

    def close(self):
        self.connection.close()


class Reply:
    def __init__(self, response):
        self.status, self.headers, self.body = response.status, response.headers, response.read()

    def json(self):
        return json.loads(self.body)


def token_of(name):
    return "token of " + name


def dialling(*names):
    return [{"name": name, "token_sha256": hashlib.sha256(token_of(name).encode()).hexdigest()} for name in names]


class ServedTest(unittest.TestCase):
    REFEREE = None  # set by the test's program

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.served = b""  # all bytes that get() has received

    def start(self, *argv):
        program = Program([self.REFEREE, *argv], self.folder)
        self.addCleanup(program.end)
        self.addCleanup(program.process.kill)
        return program

    def run_to_end(self, *argv):
        return subprocess.run([str(self.REFEREE), *map(str, argv)], cwd=self.folder, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)

    def write(self, config, name="spring.json"):
        base = {"name": "Spring", "clock": CLOCK, "sandbox": "none", "listen": {"port": 0}}
        (self.folder / name).write_text(json.dumps({**base, **config}))

    def serve(self, config, *more, web="127.0.0.1:0"):
        """Serves a tournament; its addresses are self.bots_at and self.web_at then."""
        self.write(config)
        self.program = self.start("serve", "spring.json", "--web", web, *more)
        if any("command" not in entrant for entrant in config["entrants"]):
            found = self.program.until(r"listening on (.+):(\d+)")
            self.bots_at = (found[1], int(found[2]))
        self.watch(self.program)
        self.program.until("results are kept in|going on with")

    def watch(self, program):
        url = urllib.parse.urlsplit(program.until(r"watch: (http\S+)")[1])
        self.web_at = (url.hostname, url.port)

    def dial(self, name):
        bot = Bot(self.bots_at, name, token_of(name))
        self.addCleanup(bot.close)
        return bot

    def come(self):
        """ada and bob dial in; self.bots and self.names are by their seats in the match that begins."""
        seats = {}
        for name, bot in [(name, self.dial(name)) for name in ("ada", "bob")]:
            seats[bot.until("start")["seat"]] = (name, bot)
        self.names, self.bots = zip(*(seats[seat] for seat in sorted(seats)))
        self.names = list(self.names)

    def ctl(self, *words):
        return self.run_to_end("ctl", "--socket", "spring.db.ctl", *words)

    def get(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection(*self.web_at, timeout=PATIENCE)
        try:
            connection.request(method, path, headers={key.replace("_", "-"): value for key, value in headers.items()})
            reply = Reply(connection.getresponse())
        finally:
            connection.close()
        self.served += reply.body + str(reply.headers).encode()
        return reply

    def me(self, path, token):
        return self.get(path, Authorization=f"Bearer {token}")

    def events(self, path):
        stream = Events(self.web_at, path)
        self.addCleanup(stream.close)
        return stream

    def until(self, condition):
        """What `condition` returns once that is true."""
        end = time.monotonic() + PATIENCE
        while not (value := condition()):
            self.assertLess(time.monotonic(), end, "it never became true")
            time.sleep(0.05)
        return value

    def until_status(self, path, status, **headers):
        def reply():
            got = self.get(path, **headers)
            return got if got.status == status else None

        return self.until(reply)

    def tournament(self):
        return self.get("/api/tournament").json()
