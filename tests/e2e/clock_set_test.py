"""A tournament during which the system's clock is set by an hour, forward and back: nobody is charged for it."""
import json
import os
import unittest

from fixture.bot_text import bot_text
from fixture.case import RefereeCase
from fixture.program import PYTHON
from fixture.record import Record

SHIM = os.environ["CLOCK_SHIM"]
HOUR = 3600
# Turns left, and sets the referee's clock before some of its answers.
BOT = bot_text(first="answers = 0\n", each_turn="""seconds = json.loads(sys.argv[1]).get(str(answers))
answers += 1
if seconds is not None:
    with open(sys.argv[2] + ".new", "w") as file:
        file.write(str(seconds))
    os.rename(sys.argv[2] + ".new", sys.argv[2])
""")


class ClockSet(RefereeCase):
    def test_nobody_is_charged_for_it(self):
        self.nobody_is_charged()

    def test_nobody_is_charged_if_the_answer_comes_before_the_send_has_ended(self):
        self.nobody_is_charged(CLOCK_SHIM_SLOW_SEND="1")

    def nobody_is_charged(self, **shim):
        self.write("bot.py", BOT)
        set_by = str(self.write("set_by", "0"))
        set_at = {"2": HOUR, "4": 0, "6": -HOUR, "8": 0}  # by the number of the answer
        bots = [[*PYTHON, "bot.py", json.dumps(set_at if seat == 0 else {}), set_by] for seat in range(2)]
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
        self.write("config.json", json.dumps(config))
        self.referee("run", "config.json", environment={"LD_PRELOAD": SHIM, "CLOCK_SHIM": set_by, **shim})
        records = self.record_files()
        self.assertTrue(records)
        for path in records:
            record = Record(path)
            answers = record.answers(0) + record.answers(1)
            steps = [number for number, answer in enumerate(record.answers(record.seat_of("bot-0"))) if "clock_step" in answer]
            self.assertEqual({"ok"}, {answer["verdict"] for answer in answers})
            self.assertLess(sum(answer["spent_us"] for answer in answers), HOUR * 1_000_000)
            self.assertEqual([int(number) for number in set_at], steps)


if __name__ == "__main__":
    unittest.main()
