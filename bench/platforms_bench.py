"""The rules as WebAssembly: request lines that a second answers, over those of the native program in the same run, and sizes, over what they
may be. Prints rows, what | floor | measured | ratio | asked. What is not built here is left out, and standard error says so.
Usage: platforms_bench.py REFEREE [ROUNDS]"""
import base64
import gzip
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/bindings"))
from seeded_games import seeded_games  # noqa: E402

REFEREE = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
TIMES = 4  # the lines of all games are sent once, and so many times more: the difference is without the start
WASM = ROOT / "build/wasm/referee-rules"
LIBRARY = ROOT / "build/release/bindings/c/librules.so"
REQUESTS = ["step", "--requests"]
NODE = ["node", ROOT / "tests/bindings/wasm_answers.mjs", WASM]
ASKED = 0.2  # which share of the native rate
# Bytes that a file may have.
SIZES = {WASM / "rules.wasm": 250_000, LIBRARY: 4_000_000}


def native_lines():
    with subprocess.Popen([REFEREE, *REQUESTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        def answer(line):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            return referee.stdout.readline()
        return seeded_games(answer, range(1, 11))[0]


def seconds(command, lines):
    text = b"\n".join(lines) + b"\n"
    if command[0] == "node":
        text = json.dumps({"lines": [base64.b64encode(line).decode() for line in lines], "records": []}).encode()
    begun = time.monotonic()
    subprocess.run([str(word) for word in command], input=text, stdout=subprocess.DEVNULL, check=True, timeout=600)
    return time.monotonic() - begun


def rate(command, lines):
    more = seconds(command, lines * (1 + TIMES)) - seconds(command, lines)
    return TIMES * len(lines) / max(more, 1e-3)


def print_row(what, floor, measured, ratio, asked):
    print(f"{what} | {floor} | {measured} | {ratio:.2f} | {asked}", flush=True)


def main():
    lines = native_lines()
    if (WASM / "rules.wasm").exists():
        rates = [(rate([REFEREE, *REQUESTS], lines), rate(NODE, lines)) for _ in range(ROUNDS)]
        floor, measured = (statistics.median(one) for one in zip(*rates))
        ratio = statistics.median(here / native for native, here in rates)
        print_row("Requests of all games, WebAssembly, Node", f"{floor:.0f} lines/s", f"{measured:.0f} lines/s", ratio, f">= {ASKED}")
    else:
        print(f"skipped: there is no {WASM.relative_to(ROOT)}/rules.wasm", file=sys.stderr)
    for file, most in SIZES.items():
        if file.exists():
            packed = file.suffix == ".wasm"
            size = len(gzip.compress(file.read_bytes(), 9)) if packed else file.stat().st_size
            print_row(f"Size of {file.name}{', compressed' if packed else ''}", f"{most / 1000:.0f} kB", f"{size / 1000:.0f} kB", size / most, "<= 1")


main()
