"""A class behind one address of a campus, beside one process that makes 2,000 connects a second."""
import collections
import json
import multiprocessing
import selectors
import socket
import time
import unittest

from fixture.dial_in import DialIn
from fixture.program import PATIENCE, allow_many_files
from fixture.tournament import TournamentCase, walls

CLASS = 400
CONNECTS_PER_SECOND = 2000
SLOW_HELLO = 0.1  # seconds
KEPT = 10_000  # open connections of a flood
IP_BIND_ADDRESS_NO_PORT = 24  # the port is chosen when it connects: else no port is free for both floods and bots


def dial(port, source):
    connection = socket.socket()
    try:
        connection.setsockopt(socket.IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, 1)
        connection.bind((source, 0))
        connection.connect(("127.0.0.1", port))
        return connection
    except OSError:
        connection.close()
        raise


class Swarm:
    """Bots that dial in from one address. `welcome`: how many have a welcome; `refusals`: what the others were told."""

    def __init__(self, port, source):
        self.port, self.source = port, source
        self.selector = selectors.DefaultSelector()
        self.bots = {}  # by number: the connection, and what is unread
        self.welcome, self.refusals, self._answered = 0, [], set()

    def enter(self, count, before_hello):
        """`count` bots connect, all before the first says hello; each takes so many seconds for its hello. Returns once all
        have been answered."""
        first, due = len(self.bots), []
        for number in range(first, first + count):
            connection = DialIn.adopt(dial(self.port, self.source))
            self.bots[number] = connection
            self.selector.register(connection.socket, selectors.EVENT_READ, [number, b""])
            due.append(time.monotonic() + before_hello)
        for number, moment in zip(range(first, first + count), due):
            time.sleep(max(0, moment - time.monotonic()))
            self.bots[number].hello(f"b{number}")
        while not self._answered.issuperset(range(first, first + count)):
            self._read_some()

    def play(self):
        """Answers every turn to the left, until the referee has closed all connections."""
        while self.selector.get_map():
            self._read_some()

    def close(self):
        for bot in self.bots.values():
            bot.close()
        self.selector.close()

    def _read_some(self):
        ready = self.selector.select(PATIENCE)
        if not ready:
            raise AssertionError(f"the referee says nothing to {len(self.selector.get_map())} bots")
        for key, _ in ready:
            number, unread = key.data
            try:
                data = key.fileobj.recv(16 * 1024)
            except ConnectionError:
                data = b""
            if not data:
                self._answered.add(number)
                self.selector.unregister(key.fileobj)
                continue
            *lines, key.data[1] = (unread + data).split(b"\n")
            for line in lines:
                self._take(number, json.loads(line))

    def _take(self, number, message):
        kind = message["type"]
        if kind == "turn":
            self.bots[number].answer(message)
        elif kind == "welcome":
            self.welcome += 1
            self._answered.add(number)
        elif kind == "error" or (kind == "bye" and number not in self._answered):
            self.refusals.append(message)
            self._answered.add(number)


class SilentFlood:
    """Connections of strangers that never say anything, at a steady rate, of a process of its own. The newest KEPT of them
    stay open."""

    def __init__(self, port, source, per_second):
        system = multiprocessing.get_context("fork")
        self._connects, self._stop = system.Value("q", 0), system.Event()
        self._process = system.Process(target=self._run, args=[port, source, per_second], daemon=True)
        self._process.start()

    @property
    def connects(self):
        """How many it has made."""
        return self._connects.value

    def close(self):
        self._stop.set()
        self._process.join(PATIENCE)

    def _run(self, port, source, per_second):
        made, due = collections.deque(), time.monotonic()
        while not self._stop.is_set():
            try:
                made.append(dial(port, source))
                self._connects.value += 1
            except OSError:
                pass  # the referee takes none now: the flood goes on
            if len(made) > KEPT:
                made.popleft().close()
            due += 1 / per_second
            time.sleep(max(0, due - time.monotonic()))
        for connection in made:
            connection.close()


class Crowd(TournamentCase):
    def serve_class(self):
        """The referee's port."""
        config = walls(1, [])
        config["format"]["best_of"] = 1
        self.serve({**config, "registration": {"names_per_minute": CLASS}, "start": {"min_entrants": CLASS}})
        return int(self.address.rpartition(":")[2])

    def test_slow_hellos_get_in_and_a_class_plays_beside_a_flood_from_the_same_address(self):
        allow_many_files()
        port = self.serve_class()
        flood = SilentFlood(port, "127.0.0.1", CONNECTS_PER_SECOND)
        self.addCleanup(flood.close)
        self.until(lambda: flood.connects >= 5000)  # more than have room without a hello
        swarm = Swarm(port, "127.0.0.1")
        self.addCleanup(swarm.close)
        for _ in range(CLASS // 50):
            swarm.enter(50, SLOW_HELLO)
        self.assertEqual(([], CLASS), (swarm.refusals, swarm.welcome))
        swarm.play()
        self.assertEqual([], swarm.refusals)
        flood.close()
        self.finish()
        self.assertEqual(CLASS // 2, len(self.record_files()))
        self.assertEqual([{}] * CLASS, [row["faults_by_kind"] for row in self.standings()["standings"]])


if __name__ == "__main__":
    unittest.main()
