"""Robots to the letter of the Light Cycle handout, played by Racket: the examples in matches, and what the adapter does with
files, answers and faults of all kinds.
Usage: lightcycle_racket_test.py REFEREE [SANITIZER]; exit code 77 where there is no Racket"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
# Within a sandbox's limits there is no room for a sanitizer's memory.
SANITIZER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "handouts/lightcycle/README.md"
EXAMPLES = ROOT / "handouts/lightcycle/examples"
PATIENCE = 120  # seconds; only a hang takes so long
# On a busy machine four robots take their time to start.
PATIENT = {"init_ms": PATIENCE * 1000, "wall_ms": PATIENCE * 1000}
CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall", **PATIENT}
HANDOUT_CLOCK = {"kind": "mean", "ms": 50, **PATIENT}
SIZE = 20
STARTS = [[[19, 5], [19, 10], [19, 15]], [[5, 19], [10, 19], [15, 19]], [[0, 5], [0, 10], [0, 15]], [[5, 0], [10, 0], [15, 0]]]
CYCLES = [cell for team in STARTS for cell in team]
ANSWER = [[1, 2], [3, 4], [5, 6]]
# Answers ANSWER.
ROBOT = "(define (LightCycle_jo_doe) (lambda (team cycles) (vector (vector 1 2) (vector 3 4) (vector 5 6))))"
# Answers ANSWER by way of all that our Matrix.scm has.
WITH_MATRIX = """
(define (LightCycle_jo_doe)
  (let ((m (matrix 3 4)) (filled (make-matrix 2 6 6)) (made (matrix 2 2 (lambda (i j) (+ (* 10 i) j)))) (given ((matrix 2 2) 1 2 3 4)))
    (matrix-set! m 2 3 5)
    ((matrix-set! m) 1 1 (- (matrix-rows m) 1))
    (lambda (team cycles)
      (vector (vector (- (matrix-ref made 1 0) 9) (matrix-ref m 1 1))
              (vector (matrix-ref given 1 0) (matrix-cols m))
              (vector (matrix-ref m 2 3) ((matrix-ref filled) 1 5))))))
"""
OWN_MATRIX = "(define (matrix-ref . where) 77)"
WITH_OWN_MATRIX = "(define (LightCycle_jo_doe team cycles) (build-vector 3 (lambda (i) (vector (matrix-ref 0 0 0) i))))"
FROM_OWN_MATRIX = [[77, 0], [77, 1], [77, 2]]


class Racket(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.folder.chmod(0o755)  # in a sandbox a bot may be a user of its own
        (self.folder / "tmp").mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}

    def handed_in(self, text, name="robot.scm", folder="hand in"):
        path = self.folder / folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        return path


class Match(Racket):
    def match(self, *files, clock=CLOCK, sandbox="none", environment=None):
        """These robots at a table, and sample bots for None and in the seats that are left. Returns the turns and the result, from
        the record."""
        seats = [*files, *[None] * (len(STARTS) - len(files))]
        bots = [word for file in seats for word in ("--bot", f"'{file}'" if file else "sample:lightcycle_dumb --seed 1")]
        command = [REFEREE, "match", "lightcycle", "--as", "lightcycle-racket", *bots, "--option", f"size={SIZE}", "--option",
                   f"starts={json.dumps(STARTS)}", "--clock", json.dumps(clock), "--seed", "1", "--sandbox", sandbox]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE,
                              env={**self.environment, **(environment or {})})
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        (record,) = (self.folder / "out/records").glob("*.jsonl")
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        return lines[1:-1], lines[-1]["result"]

    def said_by(self, bot):
        return (self.folder / f"out/bots/{bot}.stderr").read_text()

    def verdicts(self, turns, seat):
        return [answer["verdict"] for turn in turns for answer in turn["answers"] if answer["seat"] == seat]

    def causes(self, turn, seat):
        return [one["cause"] for one in turn["events"].get("terminated", []) if one["cycle"] // 3 == seat]

    def example(self, name):
        """A copy that knows the size of this board."""
        text = (EXAMPLES / f"{name}.scm").read_text()
        return self.handed_in(text.replace("(define size 170)", f"(define size {SIZE})"), f"{name}.scm")

    def test_good_and_direct_play_to_the_end(self):
        turns, result = self.match(self.example("good"), self.example("direct"))
        for seat in range(2):
            self.assertEqual({"ok"}, set(self.verdicts(turns, seat)))
            self.assertEqual([], [cause for turn in turns for cause in self.causes(turn, seat) if cause == "no_move"])
            self.assertGreaterEqual(result["outcome"]["teams"][seat]["turns"], 10)

    def test_illegal_reverses(self):
        turns, result = self.match(None, None, self.example("illegal"))
        self.assertEqual(["ok", "ok"], self.verdicts(turns, 2))
        self.assertEqual(([], ["occupied"] * 3), (self.causes(turns[0], 2), self.causes(turns[1], 2)))
        self.assertEqual({"cycles_left": 0, "turns": 1}, result["outcome"]["teams"][2])

    def test_throwing_gives_no_answer(self):
        turns, _ = self.match(self.example("throwing"))
        self.assertEqual(["malformed"], self.verdicts(turns, 0))
        self.assertEqual(["no_move"] * 3, self.causes(turns[0], 0))
        self.assertRegex(self.said_by("throwing"), r"turn 0: vector-ref: index is out of range; index: 12; .*; at throwing.scm:\d+\n")

    def test_too_slow_is_taken_out_by_the_clock(self):
        turns, _ = self.match(self.example("direct"), self.example("too_slow"), clock=HANDOUT_CLOCK)
        self.assertEqual(["forfeited"], self.verdicts(turns, 1))
        self.assertEqual(["clock"] * 3, self.causes(turns[0], 1))
        self.assertEqual({"ok"}, set(self.verdicts(turns, 0)))

    def test_writing_to_the_vector_harms_nobody(self):
        turns, _ = self.match(None, None, self.example("writes_to_vector"))
        for turn in range(2):
            self.assertEqual([[1 + turn, 5], [1 + turn, 10], [1 + turn, 15]], turns[turn]["answers"][2]["move"])
        self.assertEqual({"ok"}, set(self.verdicts(turns, 2)))

    def test_in_the_sandboxes(self):
        if SANITIZER:
            self.skipTest("skipped: a program with a sanitizer cannot be confined")
        for most in ["basic", "full"]:
            with self.subTest(most=most):
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                turns, _ = self.match(self.example("direct"), sandbox="basic", environment={"REFEREE_SANDBOX_AT_MOST": most})
                self.assertEqual({"ok"}, set(self.verdicts(turns, 0)))

    def test_what_is_no_file_is_refused(self):
        for word in [str(self.folder), "missing.scm"]:
            command = [REFEREE, "match", "lightcycle", "--as", "lightcycle-racket", "--bot", word]
            done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(2, done.returncode)
            self.assertIn(f"lightcycle-racket: got '{word}', expected a Scheme file that defines LightCycle_first_last", done.stderr)

    def test_the_page_is_true(self):
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(REFEREE.parent)
        (self.folder / "handouts").symlink_to(ROOT / "handouts")
        commands = re.findall(r"(?m)^    (build/release/bin/referee .*(?:\n      .*)*)", PAGE.read_text())
        self.assertTrue(commands)
        for command in commands:
            done = subprocess.run(command.replace("\\\n", " "), shell=True, cwd=self.folder, capture_output=True, text=True,
                                  timeout=PATIENCE, env=self.environment)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            self.assertIn("record", done.stdout)


class Driver(Racket):
    """The adapter's process itself, over pipes."""

    def begin(self, file):
        errors = (self.folder / "stderr").open("w+")
        self.process = subprocess.Popen([REFEREE, "adapt", "lightcycle-racket", "--", file], text=True, env=self.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self.addCleanup(errors.close)
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(self.process.kill)
        self.assertEqual({"type": "hello", "protocol": 1}, json.loads(self.process.stdout.readline()))

    def say(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def start(self, match="one", seat=0):
        self.say(type="welcome", protocol=1, server="x", name="x")
        self.say(type="wait", reason="x")
        self.say(type="start", match=match, game="lightcycle", seat=seat, players=["x"] * 4, setup={"size": SIZE, "starts": STARTS},
                 clock=CLOCK, commitment="")

    def end(self, match="one"):
        self.say(type="end", match=match, rank=1, scores=[0] * 4, outcome={}, faults=0, seed=1, salt="")

    def ask(self, turn=0, cycles=CYCLES, match="one"):
        self.say(type="turn", match=match, turn=turn, view={"cycles": cycles}, clock={"left_ms": 1000, "used_ms": 0})
        answer = json.loads(self.process.stdout.readline())
        self.assertEqual(("move", match, turn), (answer["type"], answer["match"], answer["turn"]))
        return answer["move"]

    def leave(self):
        """Ends the input; returns all that was said to people."""
        self.process.stdin.close()
        self.assertEqual(0, self.process.wait(PATIENCE))
        self.assertEqual("", self.process.stdout.read())
        return (self.folder / "stderr").read_text()

    def answer_of(self, *file, **more):
        """Of a robot's first turn; what it has said is in self.said."""
        self.begin(self.handed_in(*file, **more))
        self.start()
        move = self.ask()
        self.said = self.leave()
        return move


class Asking(Driver):
    def test_a_robot_is_told_its_team_and_all_cycles(self):
        robot = """
          (define (LightCycle_jo_doe)
            (lambda (team cycles)
              (write (list team (exact? team) (immutable? cycles) (immutable? (vector-ref cycles 0)) cycles))
              (vector (vector 1 2) (vector 3 4) (vector 5 6))))"""
        self.begin(self.handed_in(robot))
        self.start(seat=2)
        self.assertEqual(ANSWER, self.ask(cycles=[[-1, -1], *CYCLES[1:]]))
        cells = " ".join(f"#({x} {y})" for x, y in [[-1, -1], *CYCLES[1:]])
        self.assertEqual(f"(2 #t #f #f #({cells}))", self.leave())

    COUNTING = """
      (define calls 0)
      (define (LightCycle_jo_doe)
        (let ((turns 0))
          (lambda (team cycles)
            (set! calls (+ calls 1))
            (set! turns (+ turns 1))
            (build-vector 3 (lambda (i) (vector calls turns))))))"""

    def test_each_match_has_a_robot_in_a_new_state(self):
        self.begin(self.handed_in(self.COUNTING))
        for match in ["one", "two"]:
            self.start(match)
            self.assertEqual([[[n, n]] * 3 for n in (1, 2)], [self.ask(turn, match=match) for turn in range(2)])
            self.end(match)
        self.start("two")
        self.assertEqual([[1, 1]] * 3, self.ask(match="two"))
        self.start("two")
        self.assertEqual([[1, 1]] * 3, self.ask(match="two"), "played again")
        self.assertEqual([[2, 2]] * 3, self.ask(1, match="two"))
        self.start("two")
        self.say(type="past", match="two", turn=0, view={"cycles": CYCLES})
        self.assertEqual([[2, 2]] * 3, self.ask(1, match="two"), "asked again after a reconnect")
        self.assertEqual([[3, 3]] * 3, self.ask(2, match="two"))
        self.assertEqual("", self.leave())

    def test_nothing_of_a_turn_is_left_in_the_next(self):
        robot = """
          (define (LightCycle_jo_doe team cycles)
            (let ((answer (vector (vector-copy (vector-ref cycles 0)) (vector 3 4) (vector 5 6))))
              (vector-set! (vector-ref cycles 0) 0 99)
              (vector-fill! cycles 'gone)
              answer))"""
        self.begin(self.handed_in(robot))
        self.start()
        for turn in range(2):
            self.assertEqual([[19, 5], [3, 4], [5, 6]], self.ask(turn))
        self.assertEqual("", self.leave())

    def test_a_robot_may_go_on_with_a_continuation(self):
        robot = """
          (define return #f)
          (define resume #f)
          (define (give move) (call/cc (lambda (k) (set! resume k) (return move))))
          (define (LightCycle_jo_doe team cycles)
            (call/cc (lambda (k)
              (set! return k)
              (if resume
                  (resume #f)
                  (let loop ((n 0)) (give (build-vector 3 (lambda (i) (vector n i)))) (loop (+ n 1)))))))"""
        self.begin(self.handed_in(robot))
        self.start()
        self.assertEqual([0, 1, 2], [self.ask(turn)[0][0] for turn in range(3)])
        self.leave()

    def test_what_a_robot_does_costs_no_other_turn(self):
        acts = ['(begin (display "shown") (newline) (printf "printed\\n") (system "echo of a child") good)', "(begin (read) (read-line) good)",
                "(exit)", "(exit 3)", '(error "I am" \'lost)', "(raise 'up)", "(car 5)", "(undefined-name 5)", "(values good good)",
                "(eval '(vector (vector 1 2) (vector 3 4) (vector 5 6)))", "(call/cc (lambda (k) (abort-current-continuation (default-continuation-prompt-tag) void)))",
                "good"]
        cases = "\n".join(f"((= turn {turn}) {act})" for turn, act in enumerate(acts))
        robot = f"""
          (define turn -1)
          (define good '#(#(1 2) #(3 4) #(5 6)))
          (define (LightCycle_jo_doe team cycles)
            (set! turn (+ turn 1))
            (cond {cases}))"""
        self.begin(self.handed_in(robot))
        self.start()
        moves = [self.ask(turn) for turn in range(len(acts))]
        self.assertEqual([0, 1, 9, 11], [turn for turn, move in enumerate(moves) if move == ANSWER])
        self.assertEqual({None}, {move for turn, move in enumerate(moves) if turn not in (0, 1, 9, 11)})
        self.say(type="error", code="malformed", message="expected a list")
        said = self.leave()
        for line in ["shown", "printed", "of a child", "turn 2: it called (exit)", "turn 3: it called (exit)", "turn 4: I am 'lost",
                     "turn 5: it raised 'up", "turn 6: car: contract violation; expected: pair?; given: 5", "turn 7: undefined-name: undefined; ",
                     "turn 8: the robot returned 2 values, expected a vector of 3 cells #(x y)", "turn 10: the robot returned #<void>, expected",
                     "referee: expected a list"]:
            self.assertRegex(said, rf"(?m)^{re.escape(line)}")
        self.assertRegex(said, r"turn 7: .*; at robot.scm:\d+\n")


class Answers(Driver):
    # What is returned for two living cycles and a dead one, and what the referee gets.
    SHAPES = [
        ("(vector (vector 1 2) (vector 3 4) (vector 5 6))", ANSWER),
        ("'((1 2) (3 4) (5 6))", ANSWER),
        ("(list (cons 1 2) '#(3 4) (list 5 6))", ANSWER),
        ("(mcons (mcons 1 (mcons 2 '())) (mcons (mcons 3 4) (mcons '#(5 6) '())))", ANSWER),
        ("'#((1.0 2.0) (6/2 4) (-5 6))", [[1, 2], [3, 4], [-5, 6]]),
        ("'#((1 2) (3 4) #f)", [[1, 2], [3, 4], None]),
        ("'#((1 2) (3 4) ((1 2) (3 4)))", [[1, 2], [3, 4], None]),
        ("(vector #f '(3 4) '(5 6))", None),
        ("'((1 2) (3 4))", None),
        ("'((1 2) (3 4) (5 6) (7 8))", None),
        ("'((1.5 2) (3 4) (5 6))", None),
        ("'((1 2 3) (3 4) (5 6))", None),
        ("'((+inf.0 +nan.0) (3 4) (5 6))", None),
        ("'((\"1\" \"2\") (3 4) (5 6))", None),
        ("(let ((ring (mcons 1 '()))) (set-mcdr! ring ring) ring)", None),
        ("(let ((ring (make-vector 3))) (vector-fill! ring ring) ring)", None),
        ("(void)", None),
        ("(lambda (x) x)", None),
        ("\"up\"", None),
    ]

    def test_all_shapes_that_mean_three_cells_are_taken(self):
        shapes = "\n".join(f"(lambda () {text})" for text, _ in self.SHAPES)
        robot = f"""
          (define shapes (list {shapes}))
          (define (LightCycle_jo_doe team cycles)
            (let ((shape (car shapes)))
              (set! shapes (cdr shapes))
              (shape)))"""
        self.begin(self.handed_in(robot))
        self.start()
        cycles = [*CYCLES[:2], [-1, -1], *CYCLES[3:]]
        for turn, (text, move) in enumerate(self.SHAPES):
            self.assertEqual(move, self.ask(turn, cycles), text)
        said = self.leave().splitlines()
        self.assertEqual(sum(move is None for _, move in self.SHAPES), len(said), said)
        for line in said:
            self.assertRegex(line, r"^turn \d+: the robot returned .*, expected a vector of 3 cells #\(x y\)$")
        self.assertIn("turn 8: the robot returned '((1 2) (3 4)), expected", said[1])


class Files(Driver):
    LANGUAGES = ["#lang racket\n", "#lang racket/base\r\n", "#lang scheme\n", "#lang r5rs\n",
                 "(module robot mzscheme ", "\ufeff", '#reader(lib "htdp-advanced-reader.ss" "lang")'
                 "((modname robot) (read-case-sensitive #t) (teachpacks ()) (htdp-settings #(#t constructor repeating-decimal #f #t none #f ())))\n"]

    def test_languages_of_drracket(self):
        for language in self.LANGUAGES:
            with self.subTest(language=language):
                self.assertEqual(ANSWER, self.answer_of(language + ROBOT + (")" if "(module" in language else "")), self.said_so_far())
                self.assertEqual("", self.said)

    def said_so_far(self):
        return (self.folder / "stderr").read_text() if (self.folder / "stderr").exists() else ""

    def test_names(self):
        literal = ROBOT.replace("LightCycle_jo_doe", "LightCycle_first_last")
        self.assertEqual(ANSWER, self.answer_of(literal))
        several = "(define (LightCycle_helper x) x) (define (LightCycle_one) #f) (define (LightCycle_two t c) #f)\n" + literal
        self.assertEqual((ANSWER, "robot.scm: of 4 robots LightCycle_first_last plays\n"), (self.answer_of(several), self.said))
        self.assertIsNone(self.answer_of(several, name="LightCycle_two.scm"))
        self.assertIn("of 4 robots LightCycle_two plays", self.said)

    def test_other_files_of_the_student_are_there(self):
        self.handed_in("(define three 3)", "helper.scm")
        robot = ROBOT.replace("vector 3 4", "vector three 4")
        self.assertEqual(ANSWER, self.answer_of('(load "helper.scm")' + robot))
        self.assertEqual(ANSWER, self.answer_of('#lang racket\n(include "helper.scm")' + robot))
        self.handed_in("#lang racket\n(provide three)(define three 3)", "helper.scm")
        self.assertEqual(ANSWER, self.answer_of('(require "helper.scm")' + robot))

    # Files that are no robot, and what is said about each, once.
    FAULTS = [
        ("(define x 1)\n(define (LightCycle_jo_doe)\n  (lambda (t c) 3)", "robot.scm:2:0: read-syntax: expected a `)` to close `(`"),
        (ROBOT + "\n)", "robot.scm:2:0: read-syntax: unexpected `)`"),
        ("(define x 1)\n\n(define y)\n" + ROBOT, "robot.scm:3:0: define: bad syntax"),
        ("(define x 1)\n(foo 3)\n" + ROBOT, "robot.scm:2: foo: undefined; "),
        ("#lang racket\n(define x 1)\n(define (f) (foo 3))\n" + ROBOT, "robot.scm:3:13: foo: unbound identifier; in: foo"),
        ("(define x 1)\n(load \"missing.scm\")\n" + ROBOT, "robot.scm:2: open-input-file: cannot open input file; path: missing.scm; "),
        ("#lang nothing\n" + ROBOT, "robot.scm:1: standard-module-name-resolver: collection not found; for module path: nothing/lang/reader; "),
        ("(exit)\n" + ROBOT, "robot.scm:1: it called (exit)"),
        ("", "robot.scm:1: no procedure LightCycle_first_last is defined, with the student's names for first and last"),
        ("(define (LightCycle_jo_doe team) team)", "robot.scm:1: LightCycle_jo_doe takes neither no arguments nor team and cycles"),
        ("(define x 1)\n(define (LightCycle_jo_doe) x)", "robot.scm:2: (LightCycle_jo_doe) returned 1, expected a procedure of team and cycles"),
        ("(define x 1)\n(define (LightCycle_jo_doe) (+ 1 (car x)))", "robot.scm:2: car: contract violation; expected: pair?; given: 1"),
    ]

    def test_faults_while_loading_are_told_once_with_their_line(self):
        for text, told in self.FAULTS:
            with self.subTest(told=told):
                self.begin(self.handed_in(text))
                for match in ["one", "two"]:
                    self.start(match)
                    self.assertEqual([None, None], [self.ask(turn, match=match) for turn in range(2)])
                    self.end(match)
                said = self.leave()
                self.assertTrue(said.startswith(told), said)
                self.assertEqual(1, said.count("\n"), said)


class Matrices(Driver):
    WAYS = ["", '(load "Matrix.scm")\n', '(load "C:\\\\scheme\\\\matrix.ss")\n', '(require "Matrix.scm")\n', '(include "Matrix.scm")\n',
            '#lang racket\n(require "Matrix.scm")\n', '#lang scheme\n(include "Matrix.scm")\n', '#lang r5rs\n(#%require "Matrix.scm")\n']

    def test_ours_is_there_however_it_is_asked_for(self):
        for way in self.WAYS:
            with self.subTest(way=way):
                self.assertEqual((ANSWER, ""), (self.answer_of(way + WITH_MATRIX), self.said))

    def test_the_students_own_goes_before_it(self):
        self.handed_in(OWN_MATRIX, "Matrix.scm")
        for way in ["", '(load "Matrix.scm")\n', '(include "Matrix.scm")\n', '#lang racket\n(include "Matrix.scm")\n']:
            with self.subTest(way=way):
                self.assertEqual((FROM_OWN_MATRIX, ""), (self.answer_of(way + WITH_OWN_MATRIX), self.said))
        self.handed_in("#lang racket\n(provide matrix-ref)" + OWN_MATRIX, "Matrix.scm")
        for way in ["", '(require "Matrix.scm")\n', '#lang racket\n(require "Matrix.scm")\n']:
            with self.subTest(way=way):
                self.assertEqual((FROM_OWN_MATRIX, ""), (self.answer_of(way + WITH_OWN_MATRIX), self.said))

    def test_wrong_uses_are_told(self):
        uses = ["(matrix 2 -1)", "(matrix-ref (matrix 2 3) 2 0)", "(matrix-ref (matrix 2 3) 0 3)", "(matrix-ref (matrix 2 3) 0 1.0)",
                "(matrix-set! '#(1) 0 0 0)", "((matrix 2 2) 1 2 3)"]
        cases = "\n".join(f"((= turn {turn}) {use})" for turn, use in enumerate(uses))
        self.begin(self.handed_in(f"(define turn -1) (define (LightCycle_jo_doe t c) (set! turn (+ turn 1)) (cond {cases}))"))
        self.start()
        for turn in range(len(uses)):
            self.assertIsNone(self.ask(turn))
        for line, told in zip(self.leave().splitlines(), [
                "matrix: contract violation; expected: exact-nonnegative-integer?; given: -1",
                "matrix-ref: row 2 and column 0 are not in a matrix of 2 rows and 3 columns",
                "matrix-ref: row 0 and column 3 are not in", "matrix-ref: row 0 and column 1.0 are not in",
                "matrix-set!: contract violation; expected: matrix?; given: '#(1)",
                "matrix: got 3 values for 2 rows and 2 columns, expected 4"], strict=True):
            self.assertIn(told, line)


if __name__ == "__main__":
    if shutil.which("racket") is None:
        print("skipped: racket is not here; scripts/setup --all installs it")
        sys.exit(77)
    unittest.main()
