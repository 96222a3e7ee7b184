"""referee-kit: its records verify with `referee verify`, and the other way round; no bot can spoil a match; Windows' rules of quoting."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from fixture.program import PATIENCE, PYTHON, REFEREE, ROOT

KIT = ROOT / "build/wasm/referee-kit"
NODE = shutil.which("node")
SEATS = {"battleship": 2, "lightcycle": 4, "planets": 1, "snake": 1, "superball": 1, "walls": 2}
HELLO = 'import json, sys, time\nprint(json.dumps({"type": "hello", "protocol": 1}), flush=True)\n'
EACH_TURN = HELLO + """
def answer(turn, move):
    print(json.dumps({"type": "move", "match": turn["match"], "turn": turn["turn"], "move": move}), flush=True)
for line in sys.stdin:
    turn = json.loads(line)
    if turn["type"] == "turn":
"""
# What a bot does, and the verdict of its first turn.
FAULTS = {
    "malformed": EACH_TURN + "        print('{nonsense', flush=True)",
    "illegal_shape": EACH_TURN + "        answer(turn, 'up')",
    "oversize": EACH_TURN + "        print('x' * 70000, flush=True)",
    "too_deep": EACH_TURN + "        print('{\"type\":\"move\",\"match\":\"walls-1g1\",\"turn\":%d,\"move\":%s}' % (turn['turn'], '[' * 9000 + ']' * 9000), flush=True)",
    "broken_character": EACH_TURN + "        print('{\"type\":\"move\",\"match\":\"walls-1g1\",\"turn\":%d,\"move\":\"\\\\ud800\"}' % turn['turn'], flush=True)",
    "late": EACH_TURN + "        time.sleep(0.3)\n        answer(turn, 'left')",
    "disconnected": EACH_TURN + "        sys.exit(3)",
}
EXPECTED = {name: name if name in ("malformed", "oversize", "late", "disconnected") else "malformed" for name in FAULTS}


def sample(game):
    return " ".join([*PYTHON, str(ROOT / f"sample_bots/python/{game}_random.py")])


@unittest.skipUnless((KIT / "cli.js").exists(), "skipped: there is no build/wasm: scripts/setup --wasm and scripts/build wasm make it")
@unittest.skipUnless(NODE, "skipped: node is not here")
class Kit(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def kit(self, *words, code=0):
        done = subprocess.run([NODE, KIT / "cli.js", *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(code, done.returncode, done.stderr)
        return done.stdout if code == 0 or not done.stderr else done.stderr

    def referee(self, *words):
        return subprocess.run([REFEREE, *map(str, words)], cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)

    def play(self, game, bots, *words):
        said = json.loads(self.kit("match", game, *[word for bot in bots for word in ("--bot", bot)], "--seed", 5, "--json", *words))
        lines = [json.loads(line) for line in (self.folder / said["record"]).read_text().splitlines()]
        return said, lines

    def verdicts(self, lines, seat):
        return [answer["verdict"] for line in lines[1:-1] for answer in line["answers"] if answer["seat"] == seat]

    def test_records_of_all_games_are_true_for_both_and_say_how_time_was_taken(self):
        for game, seats in SEATS.items():
            _, lines = self.play(game, [sample(game)] * seats, "--clock", '{"kind":"per_move","ms":600000}')
            self.assertEqual((["read"] * seats, ["wall"] * seats, ["none"] * seats), tuple(lines[0][key] for key in ("stamp", "measure", "sandbox")))
            self.assertEqual({"ok"}, {verdict for seat in range(seats) for verdict in self.verdicts(lines, seat)})
        self.referee("match", "walls", "--sandbox", "none", "--as-root", "--seed", 5, *["--bot", sample("walls")] * 2, "--reports", "theirs")
        shutil.copy(self.folder / "theirs/records/walls-1g1.jsonl", self.folder / "out/records/theirs.jsonl")
        (self.folder / "out/records/bad.jsonl").write_text((self.folder / "out/records/walls-1g1.jsonl").read_text().replace('"turn":2', '"turn":3', 1))
        native = self.referee("verify", "out")
        self.assertEqual(1, native.returncode, native.stderr)
        self.assertEqual(native.stdout, self.kit("verify", "out", code=1))
        self.assertIn("8 records: 7 ok, 1 different", native.stdout)

    def test_a_match_has_the_rules_of_referee_for_the_same_answers(self):
        _, lines = self.play("walls", [sample("walls")] * 2)
        moves = [line["answers"][0]["move"] for line in lines[1:-1]]
        told = subprocess.run([REFEREE, "step", "walls", "--seed", "5"], input="".join(json.dumps(move) + "\n" for move in moves), text=True,
                              capture_output=True, timeout=PATIENCE, check=True)
        self.assertEqual(json.loads(told.stdout)["view"], lines[-1]["view"])

    def test_a_fault_costs_the_bot_its_turn_and_the_record_is_true(self):
        for name, text in FAULTS.items():
            with self.subTest(name):
                (self.folder / f"{name}.py").write_text(text)
                _, lines = self.play("walls", [" ".join([*PYTHON, f"{name}.py"]), sample("walls")], "--option", "n=3", "--reports", name,
                                     *(["--clock", '{"kind":"per_move","ms":100}'] if name == "late" else []))
                self.assertEqual(EXPECTED[name], self.verdicts(lines, 0)[0])
                self.assertEqual(0, self.referee("verify", name).returncode, self.referee("verify", name).stdout)

    def test_a_bank_that_is_empty_ends_the_game_for_the_seat(self):
        (self.folder / "slow.py").write_text(EACH_TURN + "        time.sleep(0.05)\n        answer(turn, 'left')")
        _, lines = self.play("walls", [" ".join([*PYTHON, "slow.py"]), sample("walls")], "--clock", '{"kind":"bank","ms":120}')
        self.assertIn("forfeited", self.verdicts(lines, 0))
        self.assertEqual(0, self.referee("verify", "out").returncode, self.referee("verify", "out").stdout)

    def test_the_sample_bot_plays_every_game(self):
        for game, seats in SEATS.items():
            said, lines = self.play(game, ["sample:random", *[f"sample:{game}_random"] * (seats - 1)], "--clock", '{"kind":"per_move","ms":600000}')
            self.assertEqual("random", said["players"][0])
            self.assertEqual({"ok"}, {verdict for seat in range(seats) for verdict in self.verdicts(lines, seat)})
        self.assertEqual(0, self.referee("verify", "out").returncode)
        self.assertIn("sample:random", self.kit("match", "planets", "--bot", "sample:planets_planner", code=2))

    def test_a_bot_that_does_not_come_is_absent(self):
        said, lines = self.play("walls", ["there-is-no-such-program", sample("walls")])
        self.assertEqual(([0], [2, 1]), (lines[-1]["no_show"], said["result"]["rank"]))
        self.assertEqual(0, self.referee("verify", "out").returncode)

    def test_wrong_use_is_told_in_one_line(self):
        for words, expected in [(["match", "chess", "--bot", "x"], "chess"), (["match", "walls", "--bot", "x"], "expected 2"),
                                (["match", "walls", "--bot", "x", "--bot", "y", "--option", "n=4"], "options.n: got 4"),
                                (["match", "walls", "--bot", 'x "y', "--bot", "y"], "open"), (["match", "walls", "--seed", "-1", "--bot", "x"], "--seed"),
                                (["verify", "none.jsonl"], "none.jsonl: cannot be read: no such file"), (["verify"], "RECORD"), (["match", "--what"], "--what")]:
            with self.subTest(words):
                said = self.kit(*words, code=2)
                self.assertIn(expected, said)
                self.assertNotIn("    at ", said)

    def test_launching_follows_the_rules_of_each_system(self):
        done = subprocess.run([NODE, "--test", ROOT / "tests/bindings/kit/"], capture_output=True, text=True, timeout=PATIENCE, env={**os.environ, "KIT": str(KIT)})
        self.assertEqual(0, done.returncode, done.stdout)
        self.assertIn("# pass 6", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
