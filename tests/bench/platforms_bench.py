"""The rules on each platform: request lines that a second answers, over those of the native program in the same run, and sizes, over what they
may be. Prints rows, what | floor | measured | ratio | asked. What is not built here is left out, and standard error says so.
Usage: platforms_bench.py REFEREE [ROUNDS]"""
import base64
import gzip
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bindings"))
from seeded_games import seeded_games  # noqa: E402

REFEREE = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 5
TIMES = 4  # the lines of all games are sent once, and so many times more: the difference is without the start
WASM = ROOT / "build/wasm/referee-rules"
WINDOWS = ROOT / "build/windows/rules.exe"
ARM = ROOT / "build/arm64-rules/rules"
LIBRARY = ROOT / "build/release/bindings/c/librules.so"
REQUESTS = ["step", "--requests"]
# By platform: the file that it takes, the command, and which share of the native rate is asked for; None where an emulation is measured, too.
PLATFORMS = {
    "WebAssembly, Node": (WASM / "rules.wasm", ["node", ROOT / "tests/bindings/wasm_answers.mjs", WASM], 0.2),
    "Windows, Wine": (WINDOWS, ["wine", WINDOWS, *REQUESTS], None),
    "64-bit ARM, qemu": (ARM, ["qemu-aarch64-static", ARM, *REQUESTS], None),
}
# Bytes that a file may have.
SIZES = {WASM / "rules.wasm": 250_000, LIBRARY: 4_000_000, WINDOWS: 4_000_000, ARM: 5_000_000}


def native_lines():
    with subprocess.Popen([REFEREE, *REQUESTS], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        def answer(line):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            return referee.stdout.readline()
        return seeded_games(answer, range(1, 11))[0]


def seconds(command, lines, environment):
    text = b"\n".join(lines) + b"\n"
    if command[0] == "node":
        text = json.dumps({"lines": [base64.b64encode(line).decode() for line in lines], "records": []}).encode()
    begun = time.monotonic()
    subprocess.run([str(word) for word in command], input=text, stdout=subprocess.DEVNULL, check=True, env=environment, timeout=600)
    return time.monotonic() - begun


def rate(command, lines, environment):
    more = seconds(command, lines * (1 + TIMES), environment) - seconds(command, lines, environment)
    return TIMES * len(lines) / max(more, 1e-3)


def print_row(what, floor, measured, ratio, asked):
    print(f"{what} | {floor} | {measured} | {ratio:.2f} | {asked}", flush=True)


def main():
    lines = native_lines()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as prefix:
        environment = {**os.environ, "WINEPREFIX": prefix, "WINEDEBUG": "-all", "DISPLAY": ""}
        for name, (file, command, asked) in PLATFORMS.items():
            if not file.exists():
                print(f"{name}: skipped: there is no {file.relative_to(ROOT)}", file=sys.stderr)
                continue
            rates = [(rate([REFEREE, *REQUESTS], lines, environment), rate(command, lines, environment)) for _ in range(ROUNDS)]
            floor, measured = (statistics.median(one) for one in zip(*rates))
            ratio = statistics.median(here / native for native, here in rates)
            print_row(f"Requests of all games, {name}", f"{floor:.0f} lines/s", f"{measured:.0f} lines/s", ratio, f">= {asked}" if asked else "-")
    for file, most in SIZES.items():
        if file.exists():
            packed = file.suffix == ".wasm"
            size = len(gzip.compress(file.read_bytes(), 9)) if packed else file.stat().st_size
            print_row(f"Size of {file.name}{', compressed' if packed else ''}", f"{most / 1000:.0f} kB", f"{size / 1000:.0f} kB", size / most, "<= 1")


main()
