"""referee-kit: its records verify with `referee verify`, and the other way round; no bot can spoil a match; Windows' rules of quoting."""
import json
import os
import re
import shutil
import signal
import unittest

import jsonschema

from fixture.case import UNCONFINED, RefereeCase
from fixture.program import PYTHON, ROOT, run
from fixture.wasm import KIT, NODE, of_wasm

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


@of_wasm
class Kit(RefereeCase):
    def kit(self, *words, code=0):
        done = self.spawn(NODE, KIT / "cli.js", *words).wait()
        self.assertEqual(code, done.code, done.err)
        return done.out if code == 0 or not done.err else done.err

    def play(self, game, bots, *words):
        said = self.kit("match", game, *[word for bot in bots for word in ("--bot", bot)], "--seed", 5, *words)
        record = re.search(r"^  record  (.*)$", said, re.M)[1]
        return said, self.read_lines(record)

    def records(self, folder="out"):
        """By the number of its game."""
        return {int(file.stem.split("g")[-1]): self.read_lines(file) for file in (self.folder / folder / "records").glob("*.jsonl")}

    def verdicts(self, lines, seat):
        return [answer["verdict"] for line in lines[1:-1] for answer in line["answers"] if answer["seat"] == seat]

    def test_records_of_all_games_are_true_for_both_and_say_how_time_was_taken(self):
        for game, seats in SEATS.items():
            _, lines = self.play(game, [sample(game)] * seats, "--clock", '{"kind":"per_move","ms":600000}')
            self.assertEqual((["read"] * seats, ["wall"] * seats, ["none"] * seats), tuple(lines[0][key] for key in ("stamp", "measure", "sandbox")))
            self.assertEqual({"ok"}, {verdict for seat in range(seats) for verdict in self.verdicts(lines, seat)})
        self.referee("match", "walls", *UNCONFINED, "--seed", 5, *["--bot", sample("walls")] * 2, "--reports", "theirs")
        shutil.copy(self.folder / "theirs/records/walls-1g1.jsonl", self.folder / "out/records/theirs.jsonl")
        self.write("out/records/bad.jsonl", self.read("out/records/walls-1g1.jsonl").replace('"turn":2', '"turn":3', 1))
        native = self.referee("verify", "out", code=1)
        self.assertEqual(native, self.kit("verify", "out", code=1))
        self.assertIn("8 records: 7 ok, 1 different", native)
        (self.folder / "out/records/bad.jsonl").unlink()

    def test_a_match_has_the_rules_of_referee_for_the_same_answers(self):
        _, lines = self.play("walls", [sample("walls")] * 2)
        moves = [line["answers"][0]["move"] for line in lines[1:-1]]
        told = self.referee("step", "walls", "--seed", 5, stdin="".join(json.dumps(move) + "\n" for move in moves))
        self.assertEqual(json.loads(told)["view"], lines[-1]["view"])

    def test_a_fault_costs_the_bot_its_turn_and_the_record_is_true(self):
        for name, text in FAULTS.items():
            with self.subTest(name):
                self.write(f"{name}.py", text)
                _, lines = self.play("walls", [" ".join([*PYTHON, f"{name}.py"]), sample("walls")], "--option", "n=3", "--reports", name,
                                     *(["--clock", '{"kind":"per_move","ms":100}'] if name == "late" else []))
                self.assertEqual(EXPECTED[name], self.verdicts(lines, 0)[0])
                self.referee("verify", name)

    def test_a_bank_that_is_empty_ends_the_game_for_the_seat(self):
        self.write("slow.py", EACH_TURN + "        time.sleep(0.05)\n        answer(turn, 'left')")
        _, lines = self.play("walls", [" ".join([*PYTHON, "slow.py"]), sample("walls")], "--clock", '{"kind":"bank","ms":120}')
        self.assertIn("forfeited", self.verdicts(lines, 0))

    def test_the_sample_bot_plays_every_game(self):
        for game, seats in SEATS.items():
            others = [f"sample:{game}_random", f"sample:{game}_random.py", "sample:random_bot.js"]
            _, lines = self.play(game, ["sample:random", *others[:seats - 1]], "--clock", '{"kind":"per_move","ms":600000}')
            self.assertEqual("random", lines[0]["players"][0])
            self.assertEqual({"ok"}, {verdict for seat in range(seats) for verdict in self.verdicts(lines, seat)})
        self.assertIn("sample:random", self.kit("match", "planets", "--bot", "sample:planets_none", code=2))

    def test_a_sample_bot_in_cpp_plays_as_its_program_does(self):
        options = ["match", "walls", "--option", "n=5", "--seed", 5, "--salt", "0" * 32]
        bots = ["--bot", "sample:walls_search --nodes 2000", "--bot", "sample:walls_random --seed 7"]
        self.kit(*options, *bots)
        self.referee(*options, *bots, *UNCONFINED, "--reports", "theirs")
        ours, theirs = [[line["answers"] for line in self.read_lines(f"{folder}/records/walls-1g1.jsonl")[1:-1]] for folder in ("out", "theirs")]
        self.assertEqual([[answer["move"] for answer in turn] for turn in theirs], [[answer["move"] for answer in turn] for turn in ours])

    def test_a_bot_that_does_not_come_is_absent(self):
        said, lines = self.play("walls", ["there-is-no-such-program", sample("walls")])
        self.assertEqual(([0], [2, 1]), (lines[-1]["no_show"], lines[-1]["result"]["rank"]))
        self.assertIn("there-is-no-such-program was absent", said)
        self.write("watcher.py", HELLO.replace("1}", '1, "role": "watcher"}') + "open('told', 'w').write(sys.stdin.readline())")
        said, lines = self.play("walls", [" ".join([*PYTHON, "watcher.py"]), sample("walls")])
        self.assertEqual([0], lines[-1]["no_show"])
        self.assertIn("was absent: role 'watcher': expected bot", said)
        self.assertEqual("unsupported", self.read_json("told")["code"])

    def test_a_series_has_the_words_and_figures_of_referee(self):
        bots = ["one=" + sample("walls"), "two=sample:random"]
        said = self.kit("match", "walls", *[word for bot in bots for word in ("--bot", bot)], "--option", "n=3", "--seed", 5, "--pairs", 2, "--json",
                        "series.json", "--csv", "series.csv", "--verbose")
        self.assertIn("totals of 4 games\n", said)
        self.assertIn("one against two: 2 pairs with 0, 1/2, 1, 3/2, 2 points:", said)
        records = [self.read_lines(f"out/records/walls-1g{number}.jsonl") for number in range(1, 5)]
        self.assertEqual([["one", "two"], ["two", "one"]] * 2, [record[0]["players"] for record in records])
        self.assertEqual([5, 5, 6, 6], [record[0]["seed"] for record in records])
        self.assertEqual([True, False, True], [one[0]["salt"] == other[0]["salt"] for one, other in zip(records, records[1:])])
        series = self.read_json("series.json")
        schema = json.loads((ROOT / "configs/schema/series.schema.json").read_text())
        jsonschema.Draft202012Validator(schema).validate(series)
        scores = {"one": 0, "two": 0}
        for record in records:
            for seat, player in enumerate(record[0]["players"]):
                scores[player] += record[-1]["result"]["scores"][seat]
        rows = self.read("series.csv").splitlines()
        self.assertEqual(9, len(rows))
        self.assertEqual(sum(scores.values()), sum(float(row.split(",")[5]) for row in rows[1:]))

    def test_games_are_played_at_the_same_time(self):
        bots = ["--bot", "one=sample:walls_random --seed 1", "--bot", "two=sample:walls_random --seed 2"]
        words = ["match", "walls", *bots, "--option", "n=3", "--seed", 5, "--salt", "0" * 32, "--games", 6, "--clock", '{"kind":"per_move","ms":60000}']
        self.assertIn("3 games at a time", self.kit(*words, "--jobs", 3, "--reports", "many"))
        self.kit(*words, "--reports", "one")
        moves = [[[turn["answers"][0]["move"] for turn in record[1:-1]] for _, record in sorted(self.records(folder).items())] for folder in ("one", "many")]
        self.assertEqual(6, len(moves[0]))
        self.assertEqual(*moves)
        self.referee("verify", "many")

    def test_pairs_begin_with_the_turns_that_referee_draws_or_reads(self):
        self.write("openings.txt", '# two\n["left","right"]\n["right"]\n')
        bots = ["--bot", "one=" + sample("walls"), "--bot", "two=" + sample("walls")]
        for words in (["--random-plies", 4], ["--openings", "openings.txt"]):
            both = ["match", "walls", *bots, "--option", "n=5", "--seed", 5, "--pairs", 2, *words, "--json", "series.json"]
            self.kit(*both, "--reports", "ours" + words[0])
            openings = self.read_json("series.json")["openings"]
            self.referee(*both, *UNCONFINED, "--reports", "theirs" + words[0])
            given = [[[line["answers"] for line in record[1:] if line.get("given")] for _, record in sorted(self.records(who + words[0]).items())]
                     for who in ("theirs", "ours")]
            self.assertEqual(*given)
            self.assertTrue(all(given[0]))
            self.referee("verify", "ours" + words[0])
            self.assertEqual(words[0] == "--openings", openings is not None)
        self.write("openings.txt", '["left","up"]\n')
        self.assertIn("openings.txt:1: turn 1", self.kit(*both, code=2))

    def test_others_fill_seats_and_are_met(self):
        self.write("pool.txt", "# those\nsample:walls_random\nbest=sample:walls_search --nodes 50\n")
        self.kit("match", "walls", "--bot", "mine=" + sample("walls"), "--opponents", "pool.txt", "--option", "n=3", "--games", 2)
        met = [record[0]["players"] for _, record in sorted(self.records().items())]
        self.assertEqual([{"mine", "walls_random"}, {"mine", "best"}] * 2, [set(players) for players in met])
        self.kit("match", "lightcycle", "--bot", "a=sample:lightcycle_dumb", "--bot", "b=sample:lightcycle_smart", "--fill", "sample:lightcycle_dumb", "--pairs", 1,
                 "--sprt", "elo0=0,elo1=10", "--option", "size=12", "--option", "starts=[[[11,3]],[[3,11]],[[0,8]],[[8,0]]]", "--reports", "filled")
        filled = [record[0]["players"] for _, record in sorted(self.records("filled").items())]
        self.assertEqual([["a", "b"], ["b", "a"]], [[name for name in sorted({"a", "b"}, key=lambda name: name not in players)] for players in filled])
        self.assertIn("--fill", self.kit("match", "lightcycle", "--bot", "a=sample:lightcycle_dumb", code=2))
        self.assertIn("no bot", self.kit("match", "walls", "--bot", "x", "--opponents", str(self.folder / "filled"), code=2))

    def test_a_series_goes_on_where_it_was_interrupted(self):
        words = ["match", "walls", "--bot", "one=" + sample("walls"), "--bot", "two=" + sample("walls"), "--option", "n=3", "--seed", 5]
        self.kit(*words, "--games", 2)
        first = self.records()
        self.assertIn("continues walls-1: 2 games were played before", self.kit(*words, "--games", 4, "--resume"))
        self.assertEqual([first[1], first[2]], [self.records()[1], self.records()[2]])
        self.assertEqual({1, 2, 3, 4}, set(self.records()))
        self.assertIn("has no run", self.kit(*words, "--games", 4, "--option", "n=5", "--resume", code=2))
        file = self.folder / "out/records/walls-1g3.jsonl"
        file.write_text(file.read_text().replace('"turn":2', '"turn":3', 1))
        self.assertIn("walls-1g3.jsonl", self.kit(*words, "--games", 4, "--resume", code=2))
        file.unlink()

    def test_a_game_that_ctrl_c_has_ended_does_not_count(self):
        self.write("bot.py", EACH_TURN + """
        if turn["match"].endswith("g2") and turn["turn"] == 3:
            print("in the second game", file=sys.stderr, flush=True)
            sys.stdin.readline()
        answer(turn, "left")""")
        words = ["match", "walls", "--bot", "one=" + " ".join([*PYTHON, "bot.py"]), "--bot", "two=" + sample("walls"), "--option", "n=3", "--seed", 5, "--games", 3,
                 "--clock", '{"kind":"per_move","ms":600000}']
        program = self.spawn("setsid", NODE, KIT / "cli.js", *words)
        program.wait_for_error("in the second game")
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does
        self.assertEqual(130, program.wait().code, program.err)
        self.assertIn("totals of 1 game\n", program.out)
        self.assertIn("does not count", program.err)
        self.assertEqual({1}, set(self.records()))
        self.write("bot.py", EACH_TURN + "        answer(turn, 'left')")
        self.assertIn("continues walls-1: 1 game was played before", self.kit(*words, "--resume"))
        self.assertEqual({"ok"}, {verdict for lines in self.records().values() for seat in (0, 1) for verdict in self.verdicts(lines, seat)})

    def test_a_game_of_one_seat_compares_bots_on_the_same_instances(self):
        said = self.kit("match", "planets", "--bot", "a=sample:random", "--bot", "b=" + sample("planets"), "--games", 2, "--seed", 3)
        self.assertIn("a against b on 2 instances", said)
        self.assertEqual(4, len(list((self.folder / "out/records").glob("planets-1g*.jsonl"))))

    def test_a_page_is_the_one_of_referee(self):
        self.play("walls", [sample("walls"), "sample:random"], "--option", "n=3")
        record = "out/records/walls-1g1.jsonl"
        for words in ([], ["--seat", 1]):
            self.referee("show", record, "--html", "theirs.html", *words)
            self.assertIn("ours.html", self.kit("replay", record, "--no-open", "--html", "ours.html", *words))
            self.assertEqual(self.read("theirs.html"), self.read("ours.html"))
        self.assertIn("walls-1g1.html", self.kit("replay", "--no-open"))
        self.assertIn("--seat: got 7, expected 0 to 1", self.kit("replay", "--no-open", "--seat", 7, code=2))
        self.write("cut.jsonl", "".join((self.folder / record).read_text().splitlines(True)[:-2]))
        self.assertIn("cut.jsonl", self.kit("replay", "cut.jsonl", "--no-open", code=1))

    def test_a_good_bot_is_found_good(self):
        said = self.kit("check", "walls", "--turns", 5, "--pause-ms", 200, "--json", "found.json", "--", *PYTHON, ROOT / "sample_bots/python/walls_random.py")
        self.assertIn("0 violations", said)
        self.assertIn("not reached  processor time is not known here", said)
        found = self.read_json("found.json")["checks"]
        self.assertEqual(["does not sleep", "name and token", "reconnect"],
                         sorted(check["name"] for check in found if check["standing"] not in ("ok", "advice")))

    def test_faults_are_found_with_the_words_of_check_bot(self):
        bots = {"two": EACH_TURN + "        answer(turn, 'left'); answer(turn, 'left')", "loud": "print('I am a bot', flush=True)\n" + EACH_TURN + "        answer(turn, 'left')",
                "gone": "import sys; sys.exit('no such module')", "silent": HELLO + "import sys\nfor line in sys.stdin: pass",
                "illegal": EACH_TURN + "        answer(turn, 'up')"}
        for name, text in bots.items():
            with self.subTest(name):
                self.write(f"{name}.py", text)
                words = ["walls", "--turns", 3, "--pause-ms", 200, "--answer-s", 2, "--json", "found.json", "--", *PYTHON, f"{name}.py"]
                self.referee("check-bot", *words[:-4], *UNCONFINED, *words[-4:], code=1)
                native = self.read_json("found.json")
                self.kit("check", *words, code=1)
                self.assertEqual(self.violations(native), self.violations(self.read_json("found.json")))

    def violations(self, found):
        """Names, notes without figures of time, and advice. What a silent bot waits for is known on Linux only."""
        return [(check["name"], re.sub(r"[0-9.]+ ms", "TIME", check["note"]).replace("it waits for input: ", ""), check["expected"], check["mend"])
                for check in found["checks"]
                if check["standing"] == "violation"]

    def test_wrong_use_is_told_in_one_line(self):
        for words, expected in [(["match", "chess", "--bot", "x"], "chess"), (["match", "walls", "--bot", "x"], "expected 2"),
                                (["match", "walls", "--bot", "x", "--bot", "y", "--option", "n=4"], "options.n: got 4"),
                                (["match", "walls", "--bot", 'x "y', "--bot", "y"], "open"), (["match", "walls", "--seed", "-1", "--bot", "x"], "--seed"),
                                (["verify", "none.jsonl"], "none.jsonl: cannot be read: no such file"), (["verify"], "RECORD"), (["match", "--what"], "--what"),
                                (["match", "walls", "--bot", "x", "--bot", "y", "--games", "0"], "--games: got '0'"), (["check", "walls"], "command"),
                                (["match", "walls", "--bot", "x", "--bot", "y", "--sprt", "elo0=1"], "--sprt"),
                                (["check", "chess", "--", "x"], "chess"), (["check", "walls", "--", "there-is-no-such-program"], "cannot start"),
                                (["replay", "none.jsonl"], "no such file"), (["what"], "what")]:
            with self.subTest(words):
                said = self.kit(*words, code=2)
                self.assertIn(expected, said)
                self.assertNotIn("    at ", said)

    def test_a_file_that_cannot_be_written_is_told_before_anything_is_played(self):
        self.write("file", "")
        for words, option in [(["match", "planets", "--bot", sample("planets"), "--json", "none/a.json"], "--json"), (["match", "planets", "--bot", "x", "--csv", "."], "--csv"),
                              (["check", "--bot", "x", "--json", "file/a.json"], "--json"), (["match", "planets", "--bot", sample("planets"), "--reports", "file"], "file")]:
            with self.subTest(words):
                said = self.kit(*words, code=2)
                self.assertRegex(said, rf"^referee-kit: {option}.*: cannot be written: ")
                self.assertNotIn("    at ", said)
        self.assertFalse((self.folder / "out").exists())

    def test_files_of_json_may_be_as_windows_writes_them(self):
        clock = '{"kind":"per_move","ms":600000}'
        for encoding in ["utf-8-sig", "utf-16"]:
            (self.folder / "clock.json").write_bytes(clock.encode(encoding))
            _, lines = self.play("planets", ["sample:random"], "--clock", "@clock.json")
            self.assertEqual(600000, lines[0]["clock"]["ms"])

    def test_a_command_whose_dashes_powershell_has_taken_is_shown_with_bot(self):
        self.assertIn('--bot "python3 my_bot.py"', self.kit("check", "walls", "python3", "my_bot.py", code=2))
        self.assertIn('--bot "COMMAND"', self.kit("check", "walls", code=2))

    def test_npm_installs_both_packages_from_their_files_alone(self):
        about = json.loads((KIT / "package.json").read_text())
        self.assertNotIn("dependencies", about, "npm would look for them by a name that anybody could take")
        self.assertEqual("referee-kit", about["name"])

    def test_what_node_decides_alone(self):
        self.assertIn("# pass 18", run(NODE, "--test", ROOT / "tests/bindings/kit/", env={**os.environ, "KIT": str(KIT)}))


if __name__ == "__main__":
    unittest.main(verbosity=2)
