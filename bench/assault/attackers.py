"""Clients that disturb a referee at 127.0.0.1. Each kind comes from an address of its own, 127.0.0.2 and on.

  silent       connections that never say anything; a new one takes the place of each that the referee closes
  storm        dials and leaves as fast as it can for a second, with nothing, half a hello or garbage; rests
               for three
  take-over    logs in with the same token again and again, without waiting for what it is asked to
  rude         logs in and has a vice in each match: garbage, a flood, a long line, silence, late answers ...
  spectator    asks the web server for pages, data and events: it reads, reads nothing, leaves midway, sends garbage, or
               sends its request a byte a second
Usage: attackers.py HOST:PORT [--silent N] [--seed S] [--take-over NAME...] [--rude NAME...] [--web HOST:PORT] [--spectators N]
    NAMEs are entrants that dial in; their tokens are `token-` and the name. N spectators of each kind ask `--web`, of
    the slow ones five times as many.
Runs until its standard input ends. Then it prints what it has done, as one line of JSON."""
import argparse
import asyncio
import collections
import contextlib
import json
import random
import socket
import sys
import threading
import time

STORM_SECONDS, REST_SECONDS = 1, 3
STORM_SAYS = b"", b'{"type":"hello","prot', b"\xff\x00]]}}\n", b"\n" * 50
PAUSE = 0.2  # seconds between two dials of one client that is not part of a storm


class Attackers:
    def __init__(self, address, seed):
        host, _, port = address.rpartition(":")
        self.address, self.random = (host, int(port)), random.Random(seed)
        self.done = collections.Counter()

    async def dial(self, kind, source, address=None):
        """A connection, or None while the referee takes none."""
        try:
            connection = await asyncio.open_connection(*(address or self.address), local_addr=(source, 0), limit=2**21)
        except OSError:
            self.done[f"{kind} refused"] += 1
            await asyncio.sleep(PAUSE)
            return None
        self.done[kind] += 1
        return connection

    async def silent(self):
        await asyncio.sleep(self.random.random() * 2)
        while True:
            if connection := await self.dial("silent", "127.0.0.2"):
                reader, writer = connection
                with contextlib.suppress(OSError):
                    while await reader.read(65536):
                        pass
                writer.close()
                await asyncio.sleep(PAUSE)

    def storm(self):
        """Runs on a thread of its own, because the others would slow it down."""
        while True:
            until = time.monotonic() + STORM_SECONDS
            while time.monotonic() < until:
                with contextlib.suppress(OSError):
                    with socket.create_connection(self.address, 10, ("127.0.0.3", 0)) as connection:
                        connection.sendall(self.random.choice(STORM_SAYS))
                        self.done["storm"] += 1
            time.sleep(REST_SECONDS)

    def hello(self, name):
        hello = {"type": "hello", "protocol": 1, "name": name, "token": f"token-{name}", "resume": True}
        return json.dumps(hello).encode() + b"\n"

    async def take_over(self, name):
        """Two connections of one name replace each other in turn."""
        before = None
        while True:
            if connection := await self.dial("take-over", "127.0.0.4"):
                reader, writer = connection
                with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                    writer.write(self.hello(name))
                    await reader.readuntil(b"\n")
                if before:
                    before.close()
                before = writer
            await asyncio.sleep(self.random.random())

    async def rude(self, name):
        while True:
            if connection := await self.dial("rude", "127.0.0.5"):
                reader, writer = connection
                with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
                    await self.play_rudely(name, reader, writer)
                writer.close()
            await asyncio.sleep(PAUSE)

    async def play_rudely(self, name, reader, writer):
        vice = None
        writer.write(self.hello(name))
        while line := await reader.readline():
            message = json.loads(line)
            if message["type"] == "start":
                vice = self.random.choice(sorted(VICES))
                self.done[f"matches of {vice}"] += 1
            elif message["type"] == "turn" and vice:
                move = {"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"}
                if await VICES[vice](writer, move):
                    return
                await writer.drain()


class Spectators:
    """Clients of the web server; `number` of each kind."""

    def __init__(self, attackers, address, number):
        host, _, port = address.rpartition(":")
        self.address, self.attackers, self.random, self.done = (host, int(port)), attackers, attackers.random, attackers.done
        kinds = (self.reads, self.reads_nothing, self.leaves, self.sends_garbage, *[self.slow_loris] * SLOW)
        self.tasks = [asyncio.create_task(self.again(kind, f"127.0.0.{6 + min(at, 4)}"))
                      for at, kind in enumerate(kinds) for _ in range(number)]

    async def again(self, kind, source):
        """Comes back whenever it has left, or the server has closed its connection."""
        name = "spectator " + kind.__name__.replace("_", " ")
        await asyncio.sleep(self.random.random() * 2)
        while True:
            if connection := await self.attackers.dial(name, source, self.address):
                reader, writer = connection
                with contextlib.suppress(OSError):
                    await kind(reader, writer)
                writer.close()
            await asyncio.sleep(PAUSE + self.random.random())

    def ask(self, writer):
        path = self.random.choice(PATHS)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())

    async def reads(self, reader, writer):
        self.ask(writer)
        if (await reader.read(12)).startswith(b"HTTP/1.1 200"):
            self.done["spectator answered 200"] += 1
        while data := await reader.read(65536):
            self.done["spectator bytes read"] += len(data)

    async def reads_nothing(self, reader, writer):
        self.ask(writer)
        await asyncio.sleep(10)

    async def leaves(self, reader, writer):
        self.ask(writer)
        await reader.read(self.random.randrange(1, 5000))
        writer.transport.abort()

    async def sends_garbage(self, reader, writer):
        writer.write(self.random.choice(GARBAGE))
        while await reader.read(65536):
            pass

    async def slow_loris(self, reader, writer):
        for byte in b"GET / HTTP/1.1\r\nHost: " + b"a" * 1000:
            writer.write(bytes([byte]))
            await writer.drain()
            await asyncio.sleep(1)


SLOW = 5  # times as many spectators send a byte a second
PATHS = ("/", "/me", "/assets/match.js", "/api/tournament", "/api/events", "/api/matches/r1t1g1", "/matches/r1t1g1",
         "/api/matches/r1t1g1/events?from=0", "/api/matches/r1t2g1/events?from=0", "/api/matches/r9t9g9", "/healthz")
GARBAGE = (b"\xff\x00]]}}\n" * 100, b"GET /" + b"x" * 100000, b"\r\n" * 5000, b"POST / HTTP/1.1\r\nContent-Length: 9999999999\r\n\r\n",
           b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 5000, b"GET /%00/../../etc/passwd HTTP/1.1\r\n\r\n", b'{"type":"hello","protocol":1}\n')


# Each vice is given the right answer to a turn, and says whether it leaves.


async def garbage(writer, move):
    writer.write(b"\x00\x01\x7f ]]}}{{ \x1b[31m\n")


async def long_line(writer, move):
    writer.write(b"x" * 300000 + b"\n")


async def flood(writer, move):
    writer.write(b'{"type":"noise"}\n' * 3000)


async def silence(writer, move):
    pass


async def late(writer, move):
    await asyncio.sleep(0.7 if move["turn"] < 4 else 0)
    writer.write(json.dumps(move).encode() + b"\n")


async def twice(writer, move):
    writer.write(json.dumps(move).encode() * 2 + b"\n" + json.dumps(move).encode() + b"\n")


async def other_turn(writer, move):
    writer.write(json.dumps({**move, "turn": move["turn"] + 1}).encode() + b"\n")


async def deep(writer, move):
    writer.write(b'{"type":"move","move":' + b"[" * 20000 + b"]" * 20000 + b"}\n")


async def half_a_line(writer, move):
    writer.write(json.dumps(move).encode()[:20])
    return True


async def leave(writer, move):
    if move["turn"] < 6:
        writer.write(json.dumps(move).encode() + b"\n")
    return move["turn"] >= 6


async def never_read(writer, move):
    await asyncio.sleep(5)
    return True


VICES = {vice.__name__.replace("_", " "): vice for vice in (
    garbage, long_line, flood, silence, late, twice, other_turn, deep, half_a_line, leave, never_read)}


async def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("Usage: ")[1].split("\n")[0])
    parser.add_argument("address")
    parser.add_argument("--silent", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--take-over", nargs="*", default=[])
    parser.add_argument("--rude", nargs="*", default=[])
    parser.add_argument("--web", default="")
    parser.add_argument("--spectators", type=int, default=0)
    given = parser.parse_args()
    attackers = Attackers(given.address, given.seed)
    tasks = [asyncio.create_task(one) for one in (
        *(attackers.silent() for _ in range(given.silent)),
        *map(attackers.take_over, given.take_over), *map(attackers.rude, given.rude))]
    if given.web:
        tasks += Spectators(attackers, given.web, given.spectators).tasks
    threading.Thread(target=attackers.storm, daemon=True).start()
    end = asyncio.create_task(asyncio.to_thread(sys.stdin.read))
    done, _ = await asyncio.wait([end, *tasks], return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()  # an attacker ends by an error of this program only
    print(json.dumps(attackers.done), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
