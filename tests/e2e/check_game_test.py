"""`referee check-game`: the games of the examples pass, and a game with one vice fails exactly the check for it."""
import concurrent.futures
import json
import shutil
import unittest

from fixture.case import RefereeCase
from fixture.program import ROOT

EXAMPLES = ROOT / "examples/games"
PROGRAMS = ROOT / "tests/referee/rules/programs"

STICKS = {"options": {"sticks": {"type": "integer", "minimum": 1, "maximum": 1000, "default": 7}}}
CARDS = {"seats": "players", "at_once": True, "hidden": True,
         "options": {"players": {"type": "integer", "minimum": 2, "maximum": 4, "default": 2}}}
PICKS = {"seats": "players", "hidden": True, "options": {"players": {"type": "integer", "minimum": 2, "maximum": 3, "default": 2}}}
FACTS = {"sticks": STICKS, "cards": CARDS, "picks": PICKS}
ENTRY = '    entry = request["moves"][0]\n'
# What each program gets right only so: sticks never asks a seat that is out, cards refuses true.
SOUND = {"sticks": (ENTRY, ENTRY + '    out = entry.get("forfeited")\n    if out:\n        matches[match] = (0, 1)\n        return position(0, 1)\n'),
         "picks": ("ROUNDS = 3", "ROUNDS = 3"),
         "cards": ('entry["move"] not in (1, 2, 3)', '(type(entry["move"]) is not int or not 1 <= entry["move"] <= 3)')}

END_OF_POSITION = "    return answer\n\n\ndef answer"

# Vice, program, what is changed in it, check that fails, more of game.json.
VICES = [
    ("draws by itself", "sticks", ('"view": {"left": left', '"view": {"luck": __import__("random").random(), "left": left'), "the same twice", {}),
    ("counts its matches", "sticks", ('request["options"]["sticks"], 0)', 'request["options"]["sticks"] + len(matches) % 3, 0)'), "the same twice", {}),
    ("accepts true", "sticks", ("type(move) is not int", "not isinstance(move, int)"), "malformed moves", {}),
    ("accepts too many", "sticks", ("1 <= move <= min(left, 3)", "1 <= move <= 3"), "other moves", {}),
    ("lists too many", "sticks", ("range(1, min(left, 3) + 1)", "range(1, 4)"), "listed moves", {}),
    ("changes when it refuses", "sticks", ('return {"refused": [{"seat": mover, "why": "expected', 'matches[match] = (left + 1, mover)\n        return {"refused": [{"seat": mover, "why": "expected'),
     "refusals", {}),
    ("does not end", "sticks", ("(left - move, 1 - mover)", "(left, 1 - mover)"), "ends", {"max_turns": 200}),
    ("has a score that is no number", "sticks", ('"scores": [1 if', '"scores": ["1" if'), "form of answers", {}),
    ("dies at every seventh request", "sticks", (ENTRY, ENTRY + '    if request["id"] % 7 == 0:\n        raise SystemExit(3)\n'), "starts and answers", {}),
    ("sleeps", "sticks", (ENTRY, ENTRY + "    __import__('time').sleep(60)\n"), "starts and answers", {"answer_ms": 200}),
    ("prints", "sticks", (ENTRY, ENTRY + '    print("thinking")\n'), "starts and answers", {}),
    ("has another name in its hello", "sticks", ('serve("sticks"', 'serve("stones"'), "starts and answers", {}),
    ("fails at options", "sticks", ('    match = request["match"]\n', '    match = request["match"]\n    if request["type"] == "new":\n        return {"error": "no sticks"}\n'),
     "no errors", {}),
    ("forgets no match", "sticks", (ENTRY, ENTRY + '    matches[request["id"]] = bytearray(b"x" * 100000)\n'), "memory", {}),
    ("has a picture with a wrong key", "sticks", ('{"grid": [', '{"gird": ['), "pictures", {}),
    ("lists by hidden cards", "cards", ("[[1, 2, 3] for _ in seats_in]", '[[1, 2, 3] if sum(state["cards"]) % 2 else [3, 2, 1] for _ in seats_in]'), "secrets", {}),
    ("refuses with hidden cards", "cards", ('"why": "bid 1, 2 or 3"', '"why": str(state["cards"])'), "secrets", {}),
    ("shows cards to spectators", "cards", ('"spectator": {"sums": state["sums"]},', '"spectator": {"cards": state["cards"]},'), "secrets", {}),
    ("tells cards in events", "cards", ('{"events": [{"dealt": len(state["cards"])}]}', '{"events": [{"dealt": state["cards"]}]}'), "secrets", {}),
    ("shows the seed", "cards", ('{"sums": [0] * request["seats"], "cards"', '{"sums": [request["seed"]] * request["seats"], "cards"'), "secrets", {}),
    ("asks a seat that is out", "cards", ('state["out"].append(entry["seat"])', "pass"), "seats that are out", {}),
    ("asks the last seat that is out", "cards", ('state["out"].append(entry["seat"])', 'state["out"].append(entry["seat"] % 1 if entry["seat"] < 1 else 9)'),
     "seats that are out", {}),
    ("lists by a hidden choice", "picks", ('"legal": [list(range(10))]', '"legal": [sorted(range(10), key=lambda pick: pick in state["picks"])]'), "secrets", {}),
    ("tells a choice in events", "picks", ('position(state, [{"seat": entry["seat"]}])', 'position(state, [{"seat": entry["seat"], "pick": pick}])'), "secrets", {}),
    ("refuses with a hidden choice", "picks", ('"why": "expected 0 to 9"', '"why": f"not {state[\'picks\']}"'), "secrets", {}),
    ("shows a choice to spectators", "picks", ('(seat, "all")', '(seat, "all", "spectator")'), "secrets", {}),
    ("tells a choice to the third of three seats", "picks", ('"legal": [list(range(10))]',
     '"legal": [sorted(range(10), key=lambda pick: len(state["picks"]) == 2 and pick == state["picks"][0])]'), "secrets", {}),
    ("hides nothing from any reader", "picks", ('if reader in (seat, "all") else None', "if True else None"), "secrets", {}),
    ("has one view for all", "cards", (END_OF_POSITION, '    answer.pop("pictures")\n    answer["view"] = answer.pop("views")["all"]\n' + END_OF_POSITION), "secrets", {}),
    ("shows an integer of 65 bits", "sticks", ('answer = {"view": {', 'answer = {"view": {"hash": 2**65, '), "form of answers", {}),
    ("cannot bear the least option", "sticks", ('    match = request["match"]\n', '    match = request["match"]\n    1 // (request.get("options", {}).get("sticks") != 1)\n'),
     "starts and answers", {}),
    ("scores no number with the greatest option", "sticks", ('answer = {"view": {', 'answer = {"view" if left != 1000 else "veiw": {'), "form of answers", {}),
    ("knows more than its state", "cards", ('state = request["state"]\n', 'state = request["state"]\n    seen.append(1)\n    state["sums"][0] += len(seen) == 4\n'),
     "the same twice", {}),
]


class CheckGame(RefereeCase):
    def check(self, folder, code, turns=100, more=()):
        """The findings, by name."""
        report = folder.parent / f"{folder.name}.json" if folder.is_relative_to(self.folder) else self.folder / f"{folder.name}.json"
        self.run_referee("check-game", folder, "--json", report, "--turns", str(turns), *more, code=code)
        return {check["name"]: check for check in json.loads(report.read_text())["checks"]}

    def violations(self, folder, **how):
        checks = self.check(folder, 1, **how)
        bad = {name: check for name, check in checks.items() if check["standing"] == "violation"}
        for check in bad.values():
            self.assertTrue(check["note"] and check["expected"] and check["mend"], check)
        return bad

    def folder_of(self, program, changes, more, place=None):
        folder = (place or self.folder) / program
        folder.mkdir(parents=True)
        text = (PROGRAMS / f"{program}.py").read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        (folder / "rules.py").write_text(text.replace("ROUNDS = 3", "ROUNDS = 3\nseen = []"))
        shutil.copy(PROGRAMS / "loop.py", folder)
        facts = {"rules_program": 1, "name": program, "version": 1, "command": ["python3", "rules.py"], "seats": 2, "max_turns": 3000, "start_ms": 30000, "answer_ms": 30000}  # a busy machine is no vice
        (folder / "game.json").write_text(json.dumps({**facts, **FACTS[program], **more}))
        (folder / "README.md").write_text("Moves are numbers.\n")
        return folder

    def patient(self, example):
        """A copy, whose program may be slow on a busy machine."""
        folder = self.folder / example.name
        shutil.copytree(example, folder)
        facts = json.loads((folder / "game.json").read_text())
        for file in facts.pop("files", []):
            shutil.copy((example / file).resolve(), folder)
        (folder / "game.json").write_text(json.dumps({**facts, "answer_ms": 30000}))
        return folder

    def test_sound_games_pass(self):
        examples = [self.patient(EXAMPLES / name) for name in ("kuhn_poker", "tictactoe", "connect_four")]
        folders = [*examples,
                   *(self.folder_of(program, [change], {}) for program, change in SOUND.items())]
        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            for folder, checks in zip(folders, pool.map(lambda folder: self.check(folder, 0), folders)):
                with self.subTest(folder=folder.name):
                    self.assertEqual({"ok", "not reached"}, {check["standing"] for check in checks.values()})
                    self.assertEqual("ok" if folder in examples else "not reached", checks["records"]["standing"])
                    hidden = json.loads((folder / "game.json").read_text()).get("hidden")
                    self.assertEqual("ok" if hidden else "not reached", checks["secrets"]["standing"])

    def test_each_vice_is_found_by_its_check(self):
        def found(vice):
            number, (_, program, change, name, more) = vice
            folder = self.folder_of(program, [change, SOUND[program]], more, self.folder / str(number))
            return self.violations(folder, turns=1000 if name == "memory" else 100)

        with concurrent.futures.ThreadPoolExecutor(6) as pool:
            for (vice, _, _, name, _), violations in zip(VICES, pool.map(found, enumerate(VICES))):
                with self.subTest(vice=vice):
                    self.assertIn(name, violations)

    def test_each_cause_of_no_answer_has_a_mend_of_its_own(self):
        causes = [("chmod", None, {"command": ["./rules.py"]}),
                  ("command", None, {"command": ["./missing"]}),
                  ("last words", (ENTRY, ENTRY + "    raise SystemExit(3)\n"), {}),
                  ("name and version", ('serve("sticks"', 'serve("stones"'), {}),
                  ("answer_ms", (ENTRY, ENTRY + "    __import__('time').sleep(60)\n"), {"answer_ms": 200}),
                  ("standard error", (ENTRY, ENTRY + '    print("thinking")\n'), {})]

        def mend_of(cause):
            number, (_, change, more) = cause
            folder = self.folder_of("sticks", [change] if change else [], more, self.folder / str(number))
            return self.violations(folder)["starts and answers"]["mend"]

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            mends = list(pool.map(mend_of, enumerate(causes)))
        for (words, _, _), mend in zip(causes, mends):
            with self.subTest(words=words):
                self.assertIn(words, mend)

    def test_a_seat_that_sees_all_is_advised(self):
        folder = self.folder_of("cards", [SOUND["cards"], ('"card": card} for card in state["cards"]]', '"card": state["cards"]} for card in state["cards"]]')], {})
        checks = self.check(folder, 0)
        self.assertEqual("advice", checks["secrets"]["standing"])
        self.assert_words(checks["secrets"]["note"], "seat 0", "seat 1", "2 and 3 seats")

    def test_hidden_cards_that_all_see_are_advised(self):
        """Also where each reader's view has something of its own, and where only the picture shows them."""
        own_number = '    answer["views"]["seats"] = [{**everything, "you": seat} for seat in range(seats)]\n'
        in_view = own_number + '    answer["views"]["spectator"] = everything\n    answer.pop("pictures")\n'
        for_all = '    answer["pictures"] = {"seats": [PICTURE] * seats, "spectator": PICTURE, "all": PICTURE}\n'
        shown = for_all.replace("PICTURE", '{"grid": [[str(card) for card in state["cards"]]]}')
        public = for_all.replace("PICTURE", '{"grid": [[str(total) for total in state["sums"]]]}')
        cases = {"in the view": (in_view, ("no seat saw", "reader.sees")), "in the picture": (shown, ("no seat saw",)), "a picture for all": (public, ("pictures", "spectators"))}

        def checked(case):
            change, _ = cases[case]
            folder = self.folder_of("cards", [SOUND["cards"], (END_OF_POSITION, change + END_OF_POSITION)], {}, self.folder / case.replace(" ", "_"))
            return self.check(folder, 0)["secrets"]

        with concurrent.futures.ThreadPoolExecutor(3) as pool:
            for case, secrets in zip(cases, pool.map(checked, cases)):
                with self.subTest(case=case):
                    self.assertEqual("advice", secrets["standing"], secrets)
                    self.assert_words(secrets["note"], *cases[case][1])

    def test_a_game_that_lists_no_moves_is_advised(self):
        """No check plays a valid move there: "not reached" would hide that, and a game that takes any JSON as a move."""
        no_list = ('"legal": [list(range(1, min(left, 3) + 1))]', '"legal": [None]')
        any_json = ('move = entry.get("move", 1)', "move = 1")
        strict = self.check(self.folder_of("sticks", [SOUND["sticks"], no_list], {}, self.folder / "strict"), 0)
        self.assertEqual("advice", strict["listed moves"]["standing"])
        self.assertEqual("ok", strict["refusals"]["standing"])
        lax = self.check(self.folder_of("sticks", [SOUND["sticks"], no_list, any_json], {}, self.folder / "lax"), 0)
        self.assertEqual("advice", lax["refusals"]["standing"])
        self.assert_words(lax["refusals"]["note"], "it accepts null")

    def test_what_an_author_has_still_to_write_is_advised(self):
        level = ('[1 if seat == 1 - mover else 0 for seat in (0, 1)]', "[0, 0]")
        folder = self.folder_of("sticks", [SOUND["sticks"], level], {})
        facts = json.loads((folder / "game.json").read_text())
        facts.pop("max_turns")
        (folder / "game.json").write_text(json.dumps(facts))
        (folder / "README.md").unlink()
        checks = self.check(folder, 0)
        self.assertEqual(["README", "ends", "scores"], sorted(name for name, check in checks.items() if check["standing"] == "advice"))
        self.assert_words(checks["ends"]["note"], "10000 turns", "max_turns")
        self.referee("new-game", "python", "fresh")
        self.assertEqual("advice", self.check(self.folder / "fresh", 0)["README"]["standing"])

    def test_a_slow_program_is_advised(self):
        slow = (ENTRY, ENTRY + "    __import__('time').sleep(0.03)\n")
        few = {"options": {"sticks": {**STICKS["options"]["sticks"], "maximum": 3, "default": 3}}}
        speed = self.check(self.folder_of("sticks", [SOUND["sticks"], slow], few), 0, turns=4)["speed"]
        self.assertEqual("advice", speed["standing"])
        self.assert_words(speed["note"], "turns a second", "of 30000 ms (answer_ms)")

    def test_the_painter_is_tried(self):
        if not shutil.which("node"):
            self.skipTest("node is not installed")
        self.referee("new-game", "python", "dice", "--painter")
        folder = self.folder / "dice"
        tried = self.check(folder, 0)["painter"]
        self.assertEqual("ok", tried["standing"], tried)
        painter = (folder / "painter.js").read_text()
        (folder / "painter.js").write_text(painter.replace("const {points, bid} =", "const {points, bit} ="))
        self.assert_words(self.violations(folder)["painter"]["note"], "painter.js:", "bid")

    def test_what_there_was_no_time_for_is_named(self):
        slow = (ENTRY, ENTRY + "    __import__('time').sleep(0.3)\n")
        checks = self.check(self.folder_of("sticks", [SOUND["sticks"], slow], {}), 0, more=("--seconds", "1"))
        self.assertIn("left out: 1 s", checks["speed"]["note"])

    def test_one_cause_is_reported_once(self):
        with_chance = ("left, mover = matches[match]\n", "left, mover = matches[match]\n    left = left if left < 3 else left - __import__('random').randrange(2)\n")
        folder = self.folder_of("sticks", [with_chance, SOUND["sticks"]], {})
        checks = self.check(folder, 1)
        self.assertEqual(["the same twice"], [name for name, check in checks.items() if check["standing"] == "violation"])
        self.assertEqual("see: the same twice", checks["after a restart"]["note"])

    def test_bots_of_the_folder_play_a_match(self):
        folder = self.folder / "tictactoe"
        shutil.copytree(EXAMPLES / "tictactoe", folder)
        self.assertEqual("ok", self.check(folder, 0)["bots"]["standing"])
        facts = json.loads((folder / "game.json").read_text())
        (folder / "bots/leaves.py").write_text("""print('{"type":"hello","protocol":1}', flush=True)\n""")
        (folder / "game.json").write_text(json.dumps({**facts, "bots": {"leaves": ["python3", "bots/leaves.py"]}}))
        self.assertIn("leaves", self.violations(folder)["bots"]["note"])

    def test_a_folder_that_is_none_is_a_finding(self):
        (self.folder / "empty").mkdir()
        self.assertEqual(["game.json"], list(self.violations(self.folder / "empty")))

    def test_a_record_that_plays_otherwise_is_named(self):
        folder = self.folder / "tictactoe"
        shutil.copytree(EXAMPLES / "tictactoe", folder)
        bot = f"python3 {next((folder / 'bots').glob('*.py'))}"
        self.referee("match", folder, "--bot", bot, "--bot", bot, "--seed", "1")
        (folder / "records").mkdir(exist_ok=True)
        kept = folder / "records/kept.jsonl"
        shutil.copy(self.record_files()[0], kept)
        self.assertEqual("ok", self.check(folder, 0)["records"]["standing"])
        lines = kept.read_text().splitlines(keepends=True)
        lines[2] = lines[2].replace('"move":', '"move": 8, "was":', 1)
        kept.write_text("".join(lines))
        self.assertIn("kept.jsonl", self.violations(folder)["records"]["note"])


if __name__ == "__main__":
    unittest.main()
