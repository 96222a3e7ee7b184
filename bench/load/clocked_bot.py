"""A bot of Walls that notes what its own clock and the kernel's stamps on its own socket say of each turn.
Appends a line a turn to FILE: match, turn, arrival of the turn (0: no stamp), read, before and after the write of the
answer, in nanoseconds of the machine's clock. It thinks for up to MOST microseconds, and sleeps in a third of its turns.
Usage: clocked_bot.py FILE MOST
"""
import json
import random
import socket
import struct
import sys
import time

SO_TIMESTAMPNS = 35  # asks for, and is the type of, a stamp of what is received


def now():
    return time.clock_gettime_ns(time.CLOCK_REALTIME)


def stamp_of(ancillary):
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == SO_TIMESTAMPNS:
            seconds, nanoseconds = struct.unpack("qq", data[:16])
            return seconds * 10**9 + nanoseconds
    return 0


def think(most):
    length = random.randrange(most) / 1e6
    if random.random() < 1 / 3:
        time.sleep(length)
    else:
        end = time.monotonic() + length
        while time.monotonic() < end:
            pass


def main():
    most, link, text = int(sys.argv[2]), socket.socket(fileno=0), b""
    link.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
    with open(sys.argv[1], "a") as log:
        link.sendall(b'{"type":"hello","protocol":1,"features":["new_match"]}\n')
        while True:
            data, ancillary, _, _ = link.recvmsg(65536, 512)
            read, stamp = now(), stamp_of(ancillary)
            if not data:
                return
            text += data
            while b"\n" in text:
                line, text = text.split(b"\n", 1)
                message = json.loads(line)
                if message["type"] == "new_match":
                    link.sendall(b'{"type":"hello","protocol":1,"features":["new_match"]}\n')
                if message["type"] != "turn":
                    continue
                move = {"type": "move", "match": message["match"], "turn": message["turn"], "move": random.choice(["forward", "left", "right"])}
                think(most)
                answer = json.dumps(move).encode() + b"\n"
                before = now()
                link.sendall(answer)
                print(message["match"], message["turn"], stamp, read, before, now(), file=log)


main()
