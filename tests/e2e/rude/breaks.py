"""A bot for Walls and for games of one seat with one vice, named by its first argument; `none` has none.

A second argument HOST:PORT has it dial in there."""
import json
import os
import socket
import sys
import time


class none:
    """What all have in common: it does nothing wrong where "left" is a move."""

    connection = None

    def __init__(self):
        self.descriptors = 0, 1
        if len(sys.argv) > 2:
            host, _, port = sys.argv[2].rpartition(":")
            self.connection = socket.create_connection((host, int(port)))
            self.descriptors = self.connection.fileno(), self.connection.fileno()

    def write(self, data):
        while data:
            data = data[os.write(self.descriptors[1], data):]

    def say(self, message):
        self.write(json.dumps(message).encode() + b"\n")

    def hello(self, **more):
        name = {"name": "vicious"} if self.connection else {}
        self.say({"type": "hello", "protocol": 1, **name, **more})

    def read(self):
        return os.read(self.descriptors[0], 65536)

    def lines(self):
        rest = b""
        while chunk := self.read():
            *whole, rest = (rest + chunk).split(b"\n")
            yield from whole

    def run(self):
        self.hello()
        for line in self.lines():
            message = json.loads(line)
            if message["type"] == "bye":
                self.bye()
                return True
            self.on(message)
        return False

    def on(self, message):
        if message["type"] == "turn":
            self.answer(message)

    def bye(self):
        pass

    def answer(self, turn):
        self.move(turn, turn["turn"], "left")

    def move(self, request, turn, move):
        self.say({"type": "move", "match": request["match"], "turn": turn, "move": move})


class hello_without_newline(none):
    def hello(self):
        self.write(b'{"type":"hello","protocol":1}')


class prints_a_banner(none):
    def hello(self):
        self.write(b"Loading \x1b[1mweights\n")
        super().hello()


class does_not_flush(none):
    buffered = os.fdopen(os.dup(1), "w", buffering=4096)

    def move(self, request, turn, move):
        print(json.dumps({"type": "move", "match": request["match"], "turn": turn, "move": move}), file=self.buffered)


class crashes(none):
    def answer(self, turn):
        if turn["turn"] > 1:
            raise IndexError("no such square")
        super().answer(turn)


class loops(none):
    def answer(self, turn):
        while turn["turn"] > 1:
            pass
        super().answer(turn)


class fails(none):
    def answer(self, turn):
        print("KeyError: 'edges'", file=sys.stderr)
        self.move(turn, turn["turn"], {"error": "KeyError: 'edges'"})


class jumps(none):
    def answer(self, turn):
        self.move(turn, turn["turn"], "jump")


class computes_too_long(none):
    def answer(self, turn):
        until = time.process_time() + 0.3
        while turn["turn"] == 0 and time.process_time() < until:
            pass
        super().answer(turn)


class sleeps(none):
    def answer(self, turn):
        # What comes by a pipe has no stamp: the first answer is late also for a referee that looks much later than it came.
        time.sleep(0.05 if turn["turn"] else 1)
        super().answer(turn)


class stays_without_input(none):
    def run(self):
        while not super().run():
            time.sleep(600)


class stays_after_bye(none):
    def bye(self):
        time.sleep(600)


class leaves_with_status_3(none):
    def bye(self):
        sys.exit(3)


class dials_again(none):
    token = {}

    def on(self, message):
        if message["type"] == "welcome" and "token" in message:
            self.token = {"token": message["token"]}
        super().on(message)

    def hello(self):
        super().hello(**self.token)

    def run(self):
        while not self.play():
            self.__init__()

    def play(self):
        try:
            return super().run()
        except ConnectionError:
            return False


globals()[sys.argv[1]]().run()
