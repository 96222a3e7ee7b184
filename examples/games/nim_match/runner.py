"""Plays a match of Nim between two bots: a match program, which has clocks, rules and a replay of its own."""
import json
import pathlib
import random
import re
import select
import subprocess
import sys
import time

LONGEST_ANSWER = 100  # bytes


class Fault(Exception):
    """A bot has done wrong: its verdict, and why."""


class Bot:
    """A bot's process: a line to it, a line from it."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.read = b""

    def ask(self, line, seconds):
        """Its answer to a line. Raises Fault."""
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise Fault("disconnected", "the bot has ended") from error
        deadline = time.monotonic() + seconds
        output = self.process.stdout.fileno()
        while b"\n" not in self.read:
            if len(self.read) > LONGEST_ANSWER:
                raise Fault("malformed", f"an answer of more than {LONGEST_ANSWER} bytes")
            if not select.select([output], [], [], max(0, deadline - time.monotonic()))[0]:
                raise Fault("late", f"no answer in {seconds * 1000:.0f} ms")
            more = self.process.stdout.read1(4096)
            if not more:
                raise Fault("disconnected", "the bot has ended")
            self.read += more
        answer, _, self.read = self.read.partition(b"\n")
        return answer.decode(errors="replace").strip()

    def stop(self):
        """The end of its input tells the bot that the match is over."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass  # it has ended by itself
        try:
            self.process.wait(1)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def move_of(answer, heaps):
    """(heap, sticks) of an answer. Raises Fault."""
    if not re.fullmatch(r"[0-9]{1,3} [0-9]{1,3}", answer):
        raise Fault("malformed", f"got {answer!r:.60}, expected two numbers: the heap, from 0, and how many sticks")
    heap, sticks = map(int, answer.split())
    if heap >= len(heaps) or not 1 <= sticks <= heaps[heap]:
        raise Fault("illegal", f"{sticks} sticks of heap {heap}, of the heaps {heaps}")
    return heap, sticks


def say(kind, **rest):
    print(json.dumps({"type": kind, **rest}), flush=True)


def play(order, bots, replay):
    """The seat that wins, and why. Who takes the last stick wins; who does wrong loses."""
    options = order["options"]
    heaps, seat = replay["heaps"][:], 0
    answer_s, extra_s = options["answer_ms"] / 1000, [options["start_ms"] / 1000] * len(bots)
    while True:
        try:
            answer = bots[seat].ask(" ".join(map(str, heaps)), answer_s + extra_s[seat])
            heap, sticks = move_of(answer, heaps)
        except Fault as fault:
            verdict, why = fault.args
            say("fault", seat=seat, verdict=verdict, why=why)
            return 1 - seat, verdict
        extra_s[seat] = 0
        heaps[heap] -= sticks
        replay["moves"].append({"seat": seat, "heap": heap, "sticks": sticks})
        say("progress", turn=len(replay["moves"]), text=f"{order['players'][seat]['name']} takes {sticks} of heap {heap}",
            picture={"grid": ["|" * size + "." * (options["most"] - size) for size in heaps]})
        if not any(heaps):
            return seat, "last stick"
        seat = 1 - seat


def main(order):
    options = order["options"]
    dice = random.Random(f"{order['seed']}:{order['salt']}")
    replay = {"players": [player["name"] for player in order["players"]], "heaps": [dice.randint(1, options["most"]) for _ in range(options["heaps"])], "moves": []}
    bots = [Bot(player["command"]) for player in order["players"]]
    try:
        winner, reason = play(order, bots, replay)
    finally:
        for bot in bots:
            bot.stop()
    pathlib.Path(order["folder"], "replay.json").write_text(json.dumps(replay))
    say("result", scores=[int(seat == winner) for seat in (0, 1)], turns=len(replay["moves"]), outcome={"reason": reason}, replay="replay.json")


main(json.loads(pathlib.Path(sys.argv[1]).read_text()))
