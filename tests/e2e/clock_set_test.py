"""A tournament during which the system's clock is set by an hour, forward and back: nobody is charged for it.
Usage: clock_set_test.py REFEREE CLOCK_SHIM"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SHIM = pathlib.Path(sys.argv.pop(2)).resolve()
REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
PATIENCE = 300  # seconds; only a hang takes so long
HOUR = 3600
# Turns left, and sets the referee's clock before some of its answers.
BOT = """
import json, os, sys
SET_AT = json.loads(sys.argv[1])
def say(**message):
    print(json.dumps(message), flush=True)
say(type="hello", protocol=1)
answers = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        seconds = SET_AT.get(str(answers))
        answers += 1
        if seconds is not None:
            with open(sys.argv[2] + ".new", "w") as file:
                file.write(str(seconds))
            os.rename(sys.argv[2] + ".new", sys.argv[2])
        say(type="move", match=message["match"], turn=message["turn"], move="left")
"""


class ClockSet(unittest.TestCase):
    def test_nobody_is_charged_for_it(self):
        self.nobody_is_charged()

    def test_nobody_is_charged_if_the_answer_comes_before_the_send_has_ended(self):
        self.nobody_is_charged(CLOCK_SHIM_SLOW_SEND="1")

    def nobody_is_charged(self, **shim):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "bot.py").write_text(BOT)
            (folder / "set_by").write_text("0")
            set_at = {"2": HOUR, "4": 0, "6": -HOUR, "8": 0}  # by the number of the answer
            bots = [["/usr/bin/python3", "-BS", "bot.py", json.dumps(set_at if seat == 0 else {}), str(folder / "set_by")] for seat in range(2)]
            config = {
                "name": "Spring",
                "game": "walls",
                "options": {"n": 3},
                "clock": {"kind": "bank", "ms": 60000, "increment_ms": 0, "measure": "wall"},
                "format": {"kind": "round_robin"},
                "seed": 7,
                "sandbox": "none",
                "as_root": True,
                "entrants": [{"name": f"bot-{seat}", "command": bots[seat]} for seat in range(2)],
            }
            (folder / "config.json").write_text(json.dumps(config))
            environment = {**os.environ, "LD_PRELOAD": str(SHIM), "CLOCK_SHIM": str(folder / "set_by"), **shim}
            done = subprocess.run([REFEREE, "run", "config.json"], cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(0, done.returncode, done.stderr)
            records = list(folder.rglob("r1t1g*.jsonl"))
            self.assertTrue(records)
            for path in records:
                lines = [json.loads(line) for line in path.read_text().splitlines()]
                answers = [(turn["turn"], answer) for turn in lines[1:-1] for answer in turn["answers"]]
                setter = lines[0]["players"].index("bot-0")
                steps = [number for number, answer in enumerate(answer for _, answer in answers if answer["seat"] == setter) if "clock_step" in answer]
                self.assertEqual({"ok"}, {answer["verdict"] for _, answer in answers})
                self.assertLess(sum(answer["spent_us"] for _, answer in answers), HOUR * 1_000_000)
                self.assertEqual([int(number) for number in set_at], steps)
                done = subprocess.run([REFEREE, "verify", path], capture_output=True, text=True, timeout=PATIENCE)
                self.assertEqual(0, done.returncode, done.stdout)


unittest.main()
