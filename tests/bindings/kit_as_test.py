"""--as of referee-kit: what programs of handouts are tried with in `referee`, by the same tests."""
import importlib
import json
import pathlib
import shutil
import signal
import sys
import tempfile
import unittest

from fixture.case import UNCONFINED, RefereeCase
from fixture.handout import FOREVER, HandoutCase
from fixture.program import REFEREE, ROOT
from fixture.record import Record

sys.path.insert(0, str(ROOT / "tests/e2e"))
KIT = ROOT / "build/wasm/referee-kit"
NODE = shutil.which("node")
PRESENT = (KIT / "kit.wasm").exists() and NODE
# What the kit does not have: sandboxes, pages for it, the superball tools, and who is killed by force ends nothing.
NOT_THERE = ["test_one_that_speaks_the_protocol_finds_the_files_beside_it_without_a_sandbox_too", "test_an_adapter_that_is_killed_takes_its_program_along",
             "test_good_wins_in_the_sandboxes_too", "test_wrong_usage", "test_the_same_game_over_a_connection", "test_samples_beside_it_speak_the_protocol",
             "test_every_example_says_in_its_first_line_what_it_is",
             # What the library `conventions` and the rules decide, or another test shows as well: for time's sake.
             "test_one_line_of_steps_is_the_move", "test_the_reason_is_in_the_record_and_the_reports", "test_too_slow", "test_illegal", "test_throwing",
             "test_wrong_signature", "test_snake_crashing", "test_snake_illegal", "test_superball_illegal", "test_snake_too_slow", "test_the_first_line_is_the_move",
             "test_what_is_no_move_is_told_and_never_breaks_the_protocol"]


class KitCase(RefereeCase):
    """The kit in place of the referee in matches, and its adapter in place of `referee adapt`."""

    ADAPT = [NODE, str(KIT / "adapt.js")]

    def kit(self, *words, code=0):
        done = self.spawn(NODE, KIT / "cli.js", *words).wait()
        self.assertEqual(code, done.code, f"{done.words}\n{done.out}\n{done.err}")
        return done


class KitPrograms(KitCase, HandoutCase):
    """Plays a program; what bots print to standard error comes after that of the kit."""

    sandbox = []
    PROGRAM = r"/\S+/program"

    def match_words(self, game, bot, *options, clock=None):
        words = super().match_words(game, bot, *(word for word in options if word not in UNCONFINED), clock=clock)
        return [word for word in words if word not in UNCONFINED]

    def run_match(self, *arguments, code=0, environment=None, **more):
        done = self.kit(*self.match_words(*arguments, **more), code=code)
        self.bot_stderr = done.err
        return done

    def referee(self, *words, **how):
        if words[0] != "match":
            return super().referee(*words, **how)
        done = self.kit(*words)
        self.bot_stderr = done.err
        return done.out

    def played(self):
        return super().played()._replace(stderr=self.bot_stderr)


class KitOctave(KitCase):
    def play(self, submission, world=None, clock=None, *options):
        octave = importlib.import_module("planets_octave")
        reports = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.said = self.kit("match", "planets", "--as", "planets-octave", "--bot", f"'{submission}'", "--option", f"map={json.dumps(world or octave.SMALL)}",
                             "--clock", json.dumps(clock or octave.CLOCK), "--reports", reports).err
        self.assertEqual([], list((self.folder / "tmp").iterdir()), "nothing is left behind")
        (record,) = map(Record, self.record_files(reports))
        return record.lines[1:-1], record.last["result"]


def of_kit(plays, module, name, missing=None):
    """The tests of that class, played by the kit. `missing`: a program without which none can be."""
    tests = getattr(importlib.import_module(module), name)
    less = {test: None for test in NOT_THERE if hasattr(tests, test)}
    kit = type(f"{plays.__name__}{name}", (plays, tests), {"__module__": __name__, **less})
    if not PRESENT:
        return unittest.skip("skipped: there is no build/wasm, or no node")(kit)
    return unittest.skipIf(missing and shutil.which(missing) is None, f"skipped: {missing} is not here; scripts/setup --all installs it")(kit)


KitExamples = of_kit(KitPrograms, "handout_programs_test", "Examples")
KitSuperball = of_kit(KitPrograms, "handout_programs_test", "SuperballConvention")
KitSnake = of_kit(KitPrograms, "handout_programs_test", "SnakeConvention")
KitAdapter = of_kit(KitPrograms, "handout_adapter_test", "Adapter")
KitPlanets = of_kit(KitOctave, "planets_octave_test", "Examples", "octave-cli")


@unittest.skipUnless(PRESENT, "skipped: there is no build/wasm, or no node")
class Commands(KitPrograms):
    """What the kit's commands say, and what `referee` says."""

    def test_words_that_cannot_play_are_refused_as_by_referee(self):
        for words in (["match", "snake", "--as", "superball", "--bot", "true"], ["match", "superball", "--as", "superball", "--bot", "nothing"]):
            with self.subTest(words):
                theirs = self.run_to_end(*words)
                self.assertEqual(2, theirs.code)
                said = theirs.err.splitlines()[0].removeprefix("referee: ")
                self.assertEqual(said, self.kit(*words, code=2).err.strip().removeprefix("referee-kit: "))

    def test_nothing_stays_however_a_game_ends(self):
        line = self.lifeline()
        program = self.program(importlib.import_module("handout_ends_test").SPINS.format(setsid="").replace("lifeline_path", str(line.path)))
        played = self.play("superball", program, clock={"kind": "score_rate", "ms_per_1000": 300, "floor_ms": 300})
        self.assertEqual(["forfeited"], played.verdicts)
        line.until_cut()
        killed = self.spawn(NODE, KIT / "cli.js", *self.match_words("superball", program))
        line.line()
        killed.signal(signal.SIGKILL)
        line.until_cut()

    def test_samples_beside_it_speak_the_protocol(self):
        self.kit("match", "snake", "--as", "snake", "--bot", self.example("snake", "good"), "--bot", "sample:snake_right_hand", "--clock",
                 json.dumps(FOREVER["snake"]))
        self.assertEqual({1, 2}, {int(file.stem.split("g")[-1]) for file in self.record_files()})

    def test_check_tries_the_adapters_program_as_check_bot_does(self):
        words = ["--turns", "2", "--pause-ms", "100", "--answer-s", "20", "--json", "found.json", "--", self.example("superball", "illegal")]
        violations = []
        for check in (lambda: self.run_referee("check-bot", "--as", "superball", *UNCONFINED, *words, code=1), lambda: self.kit("check", "--as", "superball", *words, code=1)):
            check()
            found = json.loads(self.read("found.json"))["checks"]
            violations.append([(one["name"], one["note"], one["expected"]) for one in found if one["standing"] == "violation"])
        self.assertEqual(*violations)
        self.assertEqual(["plays superball"], [name for name, *_ in violations[0]])
        self.assertIn("superball is for superball", self.kit("check", "snake", "--as", "superball", "--", "true", code=2).err)


@unittest.skipUnless(PRESENT, "skipped: there is no build/wasm, or no node")
@unittest.skipIf(shutil.which("racket") is None, "skipped: racket is not here; scripts/setup --all installs it")
class Racket(KitCase):
    def setUp(self):
        super().setUp()
        (self.folder / "tmp").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "tmp")
        self.racket = importlib.import_module("lightcycle_racket")

    def play(self, *robots, **clock):
        """The verdicts of these robots, at a table with sample bots; self.said has their standard error."""
        bots = [*(f"{name}.scm" for name in robots), *["sample:lightcycle_dumb"] * (4 - len(robots))]
        self.said = self.kit("match", "lightcycle", "--as", "lightcycle-racket", *[word for bot in bots for word in ("--bot", bot)], "--clock",
                             json.dumps({**self.racket.CLOCK, **clock}), "--option", f"size={self.racket.SIZE}", "--option",
                             f"starts={json.dumps(self.racket.STARTS)}").err
        self.assertEqual([], list((self.folder / "tmp").iterdir()), "nothing is left behind")
        return [[answer["verdict"] for answer in self.record().answers(seat)] for seat in range(len(robots))]

    def test_robots_play_to_the_end(self):
        for name in ("good", "throwing"):
            text = (ROOT / f"handouts/lightcycle/examples/{name}.scm").read_text()
            self.write(f"{name}.scm", text.replace("(define size 170)", f"(define size {self.racket.SIZE})"))
        good, throwing = self.play("good", "throwing")
        self.assertEqual(({"ok"}, ["malformed"]), (set(good), throwing))
        self.assertRegex(self.said, r"turn 0: vector-ref: index is out of range; index: \d+; .*; at throwing.scm:\d+\n")

    def test_a_robot_that_never_answers_is_ended_with_its_interpreter(self):
        self.write("endless.scm", "(define (LightCycle_a_b) (lambda (team cycles) (let loop () (loop))))")
        self.assertEqual([["late"]], self.play("endless", ms=300))
        command_lines = importlib.import_module("handout_ends_test").command_lines
        self.until(lambda: not [line for line in command_lines() if str(self.folder) in line])


del KitCase, KitPrograms, KitOctave
if __name__ == "__main__":
    unittest.main(verbosity=2)
