"""The lab from zero: seconds from opening its link in a Chromium without any cache to the result of the first match, of the starter in JavaScript and in
Python; here, and over a line of 10 Mbit/s. The floor is an empty page, opened in such a Chromium over such a line. Prints rows, what | floor | measured |
ratio | asked. Without Chromium or what `scripts/build wasm python` makes, it says so on standard error.
Usage: lab_bench.py REFEREE [ROUNDS [LINE]]"""
import contextlib
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests/pages")]
sys.dont_write_bytecode = True

REFEREE = sys.argv[1]
ROUNDS = int(sys.argv[2]) if len(sys.argv) > 2 else 3
SCRIPTS = pathlib.Path(REFEREE).resolve().parents[1] / "share/referee/pages"
LINES = {"here": None, "over 10 Mbit/s": {"offline": False, "latency": 40, "downloadThroughput": 10e6 / 8, "uploadThroughput": 2e6 / 8}}  # latency in ms
READY = "return globalThis.referee?.lab?.rules && document.getElementById('clock').textContent"
PLAYED = "return referee.lab.games.length === 1 && referee.lab.games[0].faults === 0"


def in_new_browser(line, act):
    """Seconds that `act` takes in a Chromium that has seen no page."""
    with contextlib.redirect_stdout(sys.stderr):  # where it says that there is no Chromium
        from browser import Browser
        window = Browser()
    try:
        if line:
            window.driver.execute_cdp_cmd("Network.enable", {})
            window.driver.execute_cdp_cmd("Network.emulateNetworkConditions", line)
        begun = time.monotonic()
        act(window)
        return time.monotonic() - begun
    finally:
        window.close()


def first_match(window, address, language):
    window.driver.get(address)
    window.wait(READY, "the lab")
    if language != "javascript":
        window.run("const field = document.getElementById('language'); field.value = arguments[0]; field.dispatchEvent(new Event('change'))", language)
        window.wait(f"return referee.lab.opened.language === '{language}'", "the language")
    window.run("document.getElementById('play-one').click()")
    window.wait(PLAYED, "the first match")


def print_rows(address):
    for name, line in LINES.items():
        if name not in sys.argv[3:] and len(sys.argv) > 3:
            continue
        floor = statistics.median(in_new_browser(line, lambda window: window.driver.get(f"{address}/empty.html")) for _ in range(ROUNDS))
        for title, language in (("JavaScript", "javascript"), ("Python", "python")):
            if language == "python" and not (SCRIPTS / "python.js").exists():
                print("Python in the lab: skipped: scripts/build wasm python makes it", file=sys.stderr)
                continue
            measured = statistics.median(in_new_browser(line, lambda window, chosen=language: first_match(window, f"{address}/index.html", chosen)) for _ in range(ROUNDS))
            print(f"the lab, from its link to the first match, {title}, {name} | {floor:.2f} s | {measured:.2f} s | {measured / floor:.1f} | -", flush=True)


def main():
    if not (SCRIPTS / "rules.js").exists():
        print("the lab: skipped: scripts/build wasm makes it", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([REFEREE, "lab", folder], check=True, stdout=subprocess.DEVNULL)
        (pathlib.Path(folder) / "empty.html").write_text("<!doctype html><title>empty</title>")
        with subprocess.Popen([REFEREE, "web", folder, "--listen", "127.0.0.1:0"], stdout=subprocess.PIPE, text=True) as server:
            try:
                address = next(text for text in server.stdout if text.startswith("watch: ")).removeprefix("watch: ").strip().rstrip("/")
                print_rows(address)
            except SystemExit:
                print("the lab: skipped: there is no Chromium", file=sys.stderr)
            finally:
                server.terminate()


main()
