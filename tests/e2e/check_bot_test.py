"""`referee check-bot`: the sample bots pass, and a bot with one vice fails exactly the check for it."""
import concurrent.futures
import json
import shutil
import unittest

from fixture.case import PATIENT_CLOCK, RefereeCase, rude_bot
from fixture.program import ROOT, sample_bot

OPENS_DEVICES = rude_bot("opens_devices")
# A bot that never says hello: only the start-up time matters.
SHORT_START = {"kind": "per_move", "ms": 60000, "init_ms": 1000}
STINGY_CLOCK = {"kind": "per_move", "ms": 150, "measure": "cpu"}
SHORT_WALL = {"kind": "per_move", "ms": 20, "margin_ms": 0, "measure": "wall"}  # the bot sleeps 50 ms, and 1 s at first

SAMPLES = {
    "planets": ["planets_greedy", "planets_planner --nodes 200", "planets_random.py"],
    "lightcycle": ["lightcycle_dumb", "lightcycle_smart", "lightcycle_random.py"],
    "snake": ["snake_random", "snake_right_hand", "snake_search --nodes 2000", "snake_random.py"],
    "walls": ["walls_random", "walls_search --nodes 500", "walls_random.py"],
    "superball": ["sb_play", "sb_play2", "sb_play3", "sb_best --nodes 50", "superball_random.py"],
    "battleship": ["battleship_random", "battleship_hunt", "battleship_random.py"],
    "": ["random_bot.js"]}

# What a process, a pipe or a terminal can do wrong; all checks, also of bots that dial in: tests/referee/lab/examination_test.cpp.
# Vice, check, part of the line that the report quotes ("": none), more words, and how it is checked.
VICES = [
    ("hello_without_newline", "hello in time", '{"type":"hello","protocol":1}', [], {"clock": SHORT_START}),
    ("prints_a_banner", "hello first", r"Loading \x1b[1mweights", [], {}),
    ("does_not_flush", "answers every turn", "", ["--answer-s", "1"], {}),
    ("crashes", "answers every turn", "", [], {}),
    ("loops", "answers every turn", "", ["--answer-s", "1"], {}),
    ("computes_too_long", "answers in time", '"turn": 0', [], {"clock": STINGY_CLOCK}),
    ("sleeps", "answers in time", '"turn": 0', ["--stdio", "pipe"], {"clock": SHORT_WALL}),
    ("stays_without_input", "end of input", "", ["--answer-s", "1"], {}),
    ("stays_after_bye", "leaves at bye", "", ["--answer-s", "1"], {}),
    ("leaves_with_status_3", "leaves at bye", "", [], {}),
]

CPU = json.dumps({"kind": "per_move", "ms": 5, "measure": "cpu"})
MISTAKES = [
    ([], "the bot's command after --, or --listen"),
    (["--listen", "127.0.0.1:0", "--", "true"], "expected either"),
    (["--listen", "127.0.0.1:0"], "--listen: expected the GAME too"),
    (["--game", "chess", "--", "true"], "--game: got 'chess', expected one of planets, "),
    (["chess", "--", "true"], "no game 'chess': expected one of planets, "),
    (["wlals", "--bot", "true"], "did you mean 'walls'?"),
    (["walls", "true", "--bot", "true"], "unexpected argument 'true'"),
    (["--", "sample:chess"], "expected one of sample:"),
    (["--", "sample:referee.py"], "expected one of sample:"),
    (["--", "no-such-program"], 'got "no-such-program", expected a program'),
    (["--option", "n=3", "--", "true"], "--option: expected one GAME"),
    (["--game", "walls", "--option", "n=4", "--", "true"], "options.n: got 4, expected an odd integer"),
    (["--game", "walls", "--listen", "127.0.0.1:0", "--clock", CPU], 'clock.measure: got "cpu", expected'),
]


def breaks(vice, *more):
    """The bot of breaks.py with that vice."""
    return rude_bot("breaks", vice, *more)


class CheckBotCase(RefereeCase):
    findings_file = "findings.json"  # of the check that findings() returns

    def words(self, *more, game="walls", clock=PATIENT_CLOCK, findings="findings.json"):
        """Of check-bot; the tests are not about speed, except where a vice is."""
        of_game = ["--game", game] if game else []
        return ["check-bot", "--json", findings, "--clock", json.dumps(clock), "--pause-ms", "100", "--turns", "12",
                *of_game, *more]

    def check(self, command, *more, code=0, **how):
        return self.referee(*self.words(*more, "--", *command, **how), code=code)

    def check_all(self, checks):
        """Checks several bots at a time, as they wait most of the time. `checks`: command, more words, how. Yields each referee,
        at its end, with its findings as findings()."""
        words = [self.words(*more, "--", *command, findings=f"{at}.json", **how)
                 for at, (command, more, how) in enumerate(checks)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for at, referee in enumerate(pool.map(lambda one: self.run_to_end(*one), words)):
                self.findings_file = f"{at}.json"
                yield referee

    def check_dialled(self, *command):
        """Checks a bot that dials in: its command has HOST:PORT where the address belongs."""
        referee = self.start(*self.words("--listen", "127.0.0.1:0", "--wait-s", "60"))
        address = referee.wait_for_line("listening on ").removeprefix("listening on ").split(",")[0]
        bot = self.spawn(*(address if word == "HOST:PORT" else word for word in command))
        referee.wait()
        bot.wait()
        return referee

    def findings(self):
        return self.read_json(self.findings_file)["checks"]

    def names(self, standing):
        return [finding["name"] for finding in self.findings() if finding["standing"] == standing]

    def finding(self, name):
        (finding,) = [finding for finding in self.findings() if finding["name"] == name]
        return finding


class CleanBots(CheckBotCase):
    def test_clean_bots_have_no_violation(self):
        bots = [(game, ("sample:" + one).split()) for game, all_bots in SAMPLES.items() for one in all_bots]
        checks = [(command, [], {"game": game}) for game, command in [*bots, ("walls", breaks("none"))]]
        for (command, *_), referee in zip(checks, self.check_all(checks)):
            with self.subTest(command):
                self.assertEqual(0, referee.code, referee.out + referee.err)
                self.assertEqual(([], []), (self.names("violation"), self.names("advice")))
                self.assertEqual(["name and token", "reconnect"], self.names("not reached"))

    def test_bot_that_opens_its_pipes_anew_is_clean(self):
        self.check(OPENS_DEVICES, "--stdio", "pipe")
        self.assertEqual([], self.names("violation"))

    def test_clean_diallers_have_no_violation(self):
        dials = ["--connect", "HOST:PORT", "--name", "bob"]
        for command in [[sample_bot("walls_random"), *dials],
                        ["/usr/bin/env", "node", sample_bot("random_bot.js"), *dials],
                        ["/usr/bin/python3", sample_bot("join.py"), "HOST:PORT", "--name", "bob", "--", "/usr/bin/python3",
                         sample_bot("walls_random.py")],
                        breaks("dials_again", "HOST:PORT")]:
            with self.subTest(command):
                referee = self.check_dialled(*command)
                self.assertEqual(0, referee.code, referee.out + referee.err)
                self.assertEqual([], self.names("violation"))
                self.assertEqual(["does not sleep", "end of input"], self.names("not reached"))


class Vices(CheckBotCase):
    def test_each_vice_is_told_exactly(self):
        checks = [(breaks(vice), more, how) for vice, _, _, more, how in VICES]
        for (vice, check, line, *_), referee in zip(VICES, self.check_all(checks)):
            with self.subTest(vice):
                out = referee.out
                self.assertEqual(1, referee.code, out + referee.err)
                self.assertEqual([check], self.names("violation"), out)
                told = self.finding(check)
                self.assert_words(out, f"violation: {check}\n", f"  to mend   {told['mend']}\n")
                if line:
                    self.assertIn(line, told["line"])
                    self.assertIn(f"\n  line      {told['line']}\n", out)
                else:
                    self.assertEqual("", told["line"])


class OwnGame(CheckBotCase):
    """A game whose rules are a program, which knows the words of breaks.py as moves."""

    def game(self, old="", new=""):
        folder = self.folder / "sticks"
        folder.mkdir()
        programs = ROOT / "tests/referee/rules/programs"
        shutil.copy(programs / "loop.py", folder)
        words = '    move = {"left": 1, "jump": 9}.get(str(move), move)\n    if type(move) is not int'
        text = (programs / "sticks.py").read_text().replace("    if type(move) is not int", words)
        (folder / "rules.py").write_text(text.replace(old, new))
        (folder / "game.json").write_text(json.dumps({
            "rules_program": 1, "name": "sticks", "version": 1, "command": ["python3", "rules.py"], "seats": 2,
            "options": {"sticks": {"type": "integer", "default": 30}}}))
        return folder

    def test_its_program_judges_the_moves(self):
        game = self.game()
        for vice, check, words, more in [("none", None, "", []), ("jumps", "plays sticks", "9 sticks: take 1 to 3", []),
                                         ("fails", "plays sticks", "KeyError: 'edges'", []),
                                         ("crashes", "answers every turn", "IndexError: ", []),
                                         ("loops", "answers every turn", "nothing came in 1000 ms", ["--answer-s", "1"])]:
            with self.subTest(vice):
                self.check(breaks(vice), *more, game=game, code=0 if check is None else 1)
                self.assertEqual([check] if check else [], self.names("violation"))
                if check:
                    self.assertIn(words, self.finding(check)["note"])

    def test_its_failure_is_no_fault_of_the_bot(self):
        done = self.run_to_end(*self.words("--", *breaks("none"), game=self.game('entry = request["moves"][0]', 'raise ValueError("no stick")')))
        self.assertEqual(3, done.code, done.out + done.err)
        self.assert_words(done.err, "game sticks", "ValueError: no stick")
        self.assertNotIn("violation", done.out)


class Command(CheckBotCase):
    def test_a_bot_for_one_game_is_told_that_it_does_not_play_the_others(self):
        self.check(breaks("none"), game="")
        self.assertEqual([f"plays {game}" for game in ("planets", "lightcycle", "snake", "superball", "battleship")],
                         self.names("advice"))
        self.assert_words(self.finding("plays snake")["note"], "not played (snake, seat 0, turn 0: ", "--game")
        self.assertEqual("ok", self.finding("plays walls")["standing"])

    def test_a_bot_that_plays_none_legally_is_told_so_once(self):
        out = self.check(breaks("jumps"), game="", code=1)
        self.assertEqual(1, len(self.names("violation")), out)

    def test_shows_what_the_bot_wrote_to_standard_error(self):
        out = self.run_to_end("check-bot", "--game", "walls", "--pause-ms", "100", "--", *breaks("crashes")).out
        self.assert_words(out, "its program has ended: exit status 1: IndexError: ", "no such square", "\n1 violation, ",
                          "standard error, its last lines:\n  Traceback", " not reached\n")
        self.assertNotRegex(out, r"(?m)^  [a-z ]+ not reached$")  # the cause is told, and not what follows from it

    def test_nobody_who_dials_in_is_a_violation(self):
        self.assertIn("nobody dialled in", self.referee("check-bot", "--game", "walls", "--listen", "127.0.0.1:0", "--wait-s",
                                                        "1", code=1))

    def test_tries_a_confined_bot(self):
        out = self.referee("check-bot", "--game", "walls", "--pause-ms", "100", "--sandbox", "basic", "--", *breaks("none"))
        self.assertTrue(out.startswith("sandbox: "), out)

    def test_wrong_usage_is_refused_with_a_message(self):
        for arguments, words in MISTAKES:
            with self.subTest(words):
                self.assertEqual("", self.referee("check-bot", *arguments, code=2))
                self.assertIn(words, self.said)


if __name__ == "__main__":
    unittest.main()
