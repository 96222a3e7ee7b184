"""`referee ask`: a bot is given the views of a recorded seat again, and its answers are compared with those of then."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import unittest

from fixture.case import UNCONFINED, RefereeCase
from fixture.program import PATIENCE, PYTHON, REFEREE


SAMPLES = REFEREE.parent / "sample_bots"
# Slow machines fail no test: no answer comes near this.
CLOCK = {"kind": "per_move", "ms": 600_000, "measure": "wall", "init_ms": 600_000}
# Each game with a bot for each seat, and options that make it short.
GAMES = {
    "planets": (["planets_greedy"], []),
    "lightcycle": (["lightcycle_dumb --seed 1", "lightcycle_dumb --seed 2"], ["size=12", "starts=[[[0,2],[0,5]],[[11,3],[11,7]]]"]),
    "snake": (["snake_right_hand"], []),
    "walls": (["walls_random --seed 1", "walls_random --seed 2"], ["n=3"]),
    "superball": (["sb_play2 --seed 1"], ["rows=5", "cols=6"]),
    "battleship": (["battleship_hunt --seed 1", "battleship_random --seed 2"], ["size=6", "ships=[3,2]"]),
}
# Writes what it is sent to LOG, and answers with what `answer` gives for the message of a turn: a move, or a line.
BOT = """import json, sys
def say(**message):
    print(json.dumps(message), flush=True)
def play(turn, move):
    say(type="move", match=turn["match"], turn=turn["turn"], move=move)
MORE
log = open(sys.argv[1], "w", buffering=1)
say(type="hello", protocol=1, resume=RESUME)
for line in sys.stdin:
    log.write(line)
    message = json.loads(line)
    if message["type"] == "turn":
        answer(message)
    elif message["type"] == "bye":
        break
"""
LEFT = "def answer(turn):\n    play(turn, 'left')"


class Ask(RefereeCase):
    def play(self, game, bots, options=(), clock=CLOCK, more=()):
        """The record of a match."""
        words = ["match", game, *UNCONFINED, "--seed", "7", "--salt", "0" * 32, "--clock", json.dumps(clock)]
        for bot in bots:
            words += ["--bot", bot if isinstance(bot, str) else shlex.join(bot)]
        for option in options:
            words += ["--option", option]
        self.run_referee(*words, *more)
        return next(self.folder.glob("out/records/*.jsonl"))

    def play_sample(self, game):
        bots, options = GAMES[game]
        return self.play(game, [f"{SAMPLES}/{bot}" for bot in bots], options)

    def ask(self, record, seat, command, more=(), code=0):
        """What it prints, and its JSON."""
        words = ["ask", record, "--seat", str(seat), *UNCONFINED, "--json", "asked.json", *more, "--", *command]
        printed = self.run_referee(*words, code=code).out
        return printed, self.read_json("asked.json")

    def refused(self, record, more, command=("sample:walls_random",), code=2):
        done = self.run_referee("ask", record, *more, *UNCONFINED, "--", *command, code=code)
        self.assertRegex(done.out, r"\A(sandbox: .*\n)?\Z")
        return done.err

    def bot(self, name, more=LEFT, resume=False):
        """The command of a bot that logs to NAME.log."""
        self.write(f"{name}.py", BOT.replace("MORE", more).replace("RESUME", str(resume)))
        return [*PYTHON, str(self.folder / f"{name}.py"), str(self.folder / f"{name}.log")]

    def log(self, name):
        return self.read_lines(f"{name}.log")

    @staticmethod
    def answers(record, seat):
        """The seat's entries in a record, by turn."""
        turns = [json.loads(line) for line in record.read_text().splitlines()[1:-1]]
        return {turn["turn"]: entry for turn in turns for entry in turn["answers"] if entry["seat"] == seat}


class Same(Ask):
    def test_a_deterministic_bot_gives_the_same_answers_in_every_game(self):
        for game, (bots, _) in GAMES.items():
            record = self.play_sample(game)
            for seat, bot in enumerate(bots):
                with self.subTest(game=game, seat=seat):
                    printed, asked = self.ask(record, seat, shlex.split(f"{SAMPLES}/{bot}"), ["--exit-code"])
                    self.assertIn("none differs; same answers cost ", printed)
                    then = self.answers(record, seat)
                    self.assertEqual(list(then), [turn["turn"] for turn in asked["turns"]])
                    self.assertEqual([], asked["differing"])
                    self.assertEqual([], asked["late"])
                    for turn in asked["turns"]:
                        self.assertTrue(turn["now"]["legal"])
                        self.assertEqual(then[turn["turn"]]["move"], turn["now"]["answer"])
                        self.assertEqual(then[turn["turn"]]["spent_us"], turn["then"]["charged_us"])
            record.unlink()

    def test_the_lines_are_those_of_the_match(self):
        # Left, illegal, no message, silence and a crowd of lines: what the bot is told of each is sent again.
        odd = """def answer(turn):
    if turn["turn"] // 2 == 1:
        play(turn, {"no": "move"})
    elif turn["turn"] // 2 == 2:
        print("thinking", flush=True)
    elif turn["turn"] // 2 != 3:
        play(turn, "left")"""
        clock = {**CLOCK, "ms": 2000, "wall_ms": 2000}
        record = self.play("walls", [self.bot("then", odd), f"{SAMPLES}/walls_random --seed 2"], ["n=3"], clock)
        faults = [entry["verdict"] for entry in self.answers(record, 0).values() if entry["verdict"] != "ok"]
        self.assertEqual(["malformed", "malformed", "late"], faults[:3])
        printed, asked = self.ask(record, 0, self.bot("now"))
        self.assertEqual(self.log("then"), self.log("now"))
        self.assertEqual(["welcome", "wait", "start", "turn"], [message["type"] for message in self.log("now")[:4]])
        self.assertEqual(["end", "bye"], [message["type"] for message in self.log("now")[-2:]])
        self.assertEqual([2, 4, 6], asked["differing"][:3])
        self.assertIn("turn 6 then: late: no answer in ", printed)

    def test_the_views_of_a_seat_show_nothing_of_the_other(self):
        relay = [*PYTHON, str(self.folder / "relay.py")]
        self.write("relay.py", """import subprocess, sys
log = open(sys.argv[1], "w", buffering=1)
bot = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, text=True, bufsize=1)
for line in sys.stdin:
    log.write(line)
    bot.stdin.write(line)
bot.stdin.close()
bot.wait()
""")
        bots = [shlex.split(f"{SAMPLES}/{bot}") for bot in GAMES["battleship"][0]]
        watched = [[*relay, str(self.folder / f"then{seat}.log"), *bot] for seat, bot in enumerate(bots)]
        record = self.play("battleship", watched, GAMES["battleship"][1])
        for seat, bot in enumerate(bots):
            self.ask(record, seat, [*relay, str(self.folder / f"now{seat}.log"), *bot])
            self.assertEqual(self.log(f"then{seat}"), self.log(f"now{seat}"))
        self.assertNotEqual(self.log("now0"), self.log("now1"))


class Different(Ask):
    def test_it_says_where_another_bot_differs(self):
        record = self.play_sample("walls")
        then = self.answers(record, 0)
        expected = [turn for turn, entry in then.items() if entry["move"] != "left"]
        printed, asked = self.ask(record, 0, self.bot("now"), ["--exit-code"], code=1)
        self.assertEqual(expected, asked["differing"])
        rows = [line.split() for line in printed.splitlines() if re.match(r"  \d+ ", line)]
        self.assertEqual(expected, [int(row[0]) for row in rows if row[1] == "differs"])
        self.assertRegex(printed, rf"\n{len(then)} turns, {len(expected)} differ: {expected[0]}, ")
        self.assertRegex(printed, r"same answers cost [\d.]+ ms then, .*different answers cost [\d.]+ ms then")
        self.ask(record, 0, self.bot("now"))

    def test_late_by_the_clock_of_the_record(self):
        clock = {"kind": "per_move", "ms": 300, "measure": "cpu", "init_ms": 600_000}
        record = self.play("walls", [f"{SAMPLES}/walls_random --seed 1", f"{SAMPLES}/walls_random --seed 2"], ["n=3"], clock)
        burn = "import time\ndef answer(turn):\n    while turn['turn'] == 0 and time.process_time() < 1:\n        pass\n    play(turn, 'left')"
        printed, asked = self.ask(record, 0, self.bot("now", burn))
        self.assertEqual(len(self.answers(record, 0)), len(asked["turns"]), "it is asked on")
        self.assertIn(0, asked["late"])
        self.assertTrue(asked["turns"][0]["now"]["late"] and asked["turns"][0]["now"]["legal"])
        self.assertGreater(asked["turns"][0]["now"]["cpu_us"], 300_000)
        self.assertIn("now too late by the clock of the record: 0", printed)
        self.assertRegex(printed, r"turn 0 now: too late by .*, 300\S* ms were left")


class Gone(Ask):
    def test_a_crash_ends_the_asking(self):
        record = self.play_sample("walls")
        crash = "def answer(turn):\n    if turn['turn'] == 4:\n        raise ValueError('no idea')\n    play(turn, 'left')"
        printed, asked = self.ask(record, 0, self.bot("now", crash), ["--exit-code"], code=1)
        self.assertEqual([0, 2, 4], [turn["turn"] for turn in asked["turns"]])
        self.assertIn("exit status 1: ValueError: no idea", printed)
        left = len(self.answers(record, 0)) - 3
        self.assertIn(f"the bot stopped: {left} turns not asked", printed)
        self.assertIsNone(asked["turns"][2]["now"]["answer"])

    def test_a_hang_ends_the_asking(self):
        record = self.play_sample("walls")
        hang = "def answer(turn):\n    if turn['turn'] != 2:\n        play(turn, 'left')"
        printed, asked = self.ask(record, 0, self.bot("now", hang), ["--patience", "1"])
        self.assertEqual([0, 2], [turn["turn"] for turn in asked["turns"]])
        self.assertRegex(printed, r"turn 2 now: no answer: nothing came in 1000 ms: .*did you flush\?")

    def test_a_bot_without_hello(self):
        record = self.play_sample("walls")
        self.assertIn("COMMAND: the bot said no hello: ", self.refused(record, ["--seat", "0"], [*PYTHON, "-c", "print('hi')"]))
        self.assertIn("no-such-program", self.refused(record, ["--seat", "0"], ["no-such-program"]))


class OneTurn(Ask):
    def test_the_turns_before_are_the_past_for_a_bot_that_resumes(self):
        record = self.play_sample("walls")
        printed, asked = self.ask(record, 0, self.bot("now", resume=True), ["--turn", "6"])
        self.assertEqual([6], [turn["turn"] for turn in asked["turns"]])
        log = self.log("now")
        self.assertEqual(["welcome", "wait", "start", *["past"] * 6, "turn", "bye"], [message["type"] for message in log])
        self.assertEqual(list(range(6)), [message["turn"] for message in log if message["type"] == "past"])
        self.assertIn("1 turn, ", printed)
        self.assertIn('the bot says "resume"', printed)

    def test_any_other_bot_is_asked_them_without_comparing(self):
        record = self.play_sample("walls")
        _, asked = self.ask(record, 0, self.bot("now"), ["--turn", "6"])
        self.assertEqual([6], [turn["turn"] for turn in asked["turns"]])
        log = [message for message in self.log("now") if message["type"] in ("past", "turn")]
        self.assertEqual([("turn", turn) for turn in (0, 2, 4, 6)], [(message["type"], message["turn"]) for message in log])
        self.ask(record, 0, self.bot("all"))
        self.assertEqual([message for message in self.log("all") if message["type"] == "turn"][:4], log)

    def ask_and_wait(self):
        """An `ask --wait` that has stopped before turn 6, and the process of its bot."""
        asking = self.start("ask", self.play_sample("walls"), "--seat", "0", "--turn", "6", "--wait", *UNCONFINED, "--", *self.bot("now"),
                            stdin=subprocess.PIPE)
        return asking, int(asking.wait_for_line("stopped").split("process ")[1].split()[0])

    def test_wait_stops_before_the_turn(self):
        asking, pid = self.ask_and_wait()
        self.assertRegex(asking.out, rf"(?m)^stopped before turn 6: process {pid} \(python3[^)]*\), gdb -p {pid}\n")
        os.kill(pid, 0)
        self.assertIn(b"now.py", pathlib.Path(f"/proc/{pid}/cmdline").read_bytes())
        self.assertEqual([0, 2, 4], [message["turn"] for message in self.log("now") if message["type"] == "turn"])
        asking.wait_for_line("Enter goes on")
        asking.write("\n")
        self.assertEqual(0, asking.wait().code)
        self.assertIn("1 turn, ", asking.out)
        self.assertEqual([0, 2, 4, 6], [message["turn"] for message in self.log("now") if message["type"] == "turn"])

    def test_with_wait_no_clock_matters(self):
        clock = {"kind": "per_move", "ms": 300, "measure": "cpu", "init_ms": 600_000}
        record = self.play("walls", [f"{SAMPLES}/walls_random --seed 1", f"{SAMPLES}/walls_random --seed 2"], ["n=3"], clock)
        burn = "import time\ndef answer(turn):\n    while turn['turn'] == 2 and time.process_time() < 1:\n        pass\n    play(turn, 'left')"
        words = [REFEREE, "ask", record, "--seat", "0", "--turn", "2", "--wait", *UNCONFINED, "--json", "asked.json", "--", *self.bot("now", burn)]
        subprocess.run(words, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=PATIENCE)  # the end of input goes on, too
        self.assertEqual([], self.read_json("asked.json")["late"])


class Refused(Ask):
    def changed(self, record, change):
        """A record with another header; its digest and seal do not matter for what is refused here."""
        lines = record.read_text().splitlines()
        header = json.loads(lines[0])
        change(header)
        self.write("changed.jsonl", "\n".join([json.dumps(header), *lines[1:]]) + "\n")
        return "changed.jsonl"

    def test_seats_and_turns_that_are_not_there(self):
        record = self.play_sample("walls")
        last = list(self.answers(record, 0))[-1]
        self.assertIn("--seat: got 2, expected 0 to 1", self.refused(record, ["--seat", "2"]))
        self.assertIn("--turn: got 3, ", self.refused(record, ["--seat", "0", "--turn", "3"]))
        self.assertIn(f"--turn: got 9999, expected at most {last}, the last turn at which seat 0 was asked", self.refused(record, ["--seat", "0", "--turn", "9999"]))
        self.assertIn("--turn: got 0, expected at least 1", self.refused(record, ["--seat", "1", "--turn", "0"]))
        self.assertIn("--wait: expected --turn too", self.refused(record, ["--seat", "0", "--wait"]))
        self.assertIn("--as: superball", self.refused(record, ["--seat", "0", "--as", "superball"], ["/bin/true"]).replace("'", ""))

    def test_void_records_are_asked_as_far_as_they_go(self):
        self.write("moves", '"left"\n"left"\n"left"\n')
        self.run_referee("step", "walls", "--option", "n=3", "--moves", "moves", "--record", "void.jsonl")
        printed, asked = self.ask("void.jsonl", 0, self.bot("now"), ["--exit-code"])
        self.assertEqual([0, 2], [turn["turn"] for turn in asked["turns"]])
        self.assertTrue(asked["void"])
        self.assertIn("does not count: the game is not over", printed)
        self.assertEqual("referee_error", self.log("now")[-2]["code"])
        self.write("none", "")
        self.run_referee("step", "walls", "--moves", "none", "--record", "empty.jsonl")
        self.assertIn("the match has no turns", self.refused("empty.jsonl", ["--seat", "0"]))


if __name__ == "__main__":
    unittest.main()
