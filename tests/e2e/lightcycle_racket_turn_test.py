"""The input of a robot of the Light Cycle handout in a turn, the effect of its answers, and that nothing it does disturbs
the protocol."""
import re
import signal

import lightcycle_racket
from lightcycle_racket import ANSWER, CYCLES, ROBOT, Driver


class Asking(Driver):
    def test_a_robot_is_told_its_team_and_all_cycles(self):
        robot = """
          (define (LightCycle_jo_doe)
            (lambda (team cycles)
              (write (list team (exact? team) (immutable? cycles) (immutable? (vector-ref cycles 0)) cycles))
              (vector (vector 1 2) (vector 3 4) (vector 5 6))))"""
        self.begin(self.handed_in(robot))
        self.start_match(seat=2)
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
            self.start_match(match)
            self.assertEqual([[[n, n]] * 3 for n in (1, 2)], [self.ask(turn, match=match) for turn in range(2)])
            self.end_match(match)
        self.start_match("two")
        self.assertEqual([[1, 1]] * 3, self.ask(match="two"))
        self.start_match("two")
        self.assertEqual([[1, 1]] * 3, self.ask(match="two"), "played again")
        self.assertEqual([[2, 2]] * 3, self.ask(1, match="two"))
        self.start_match("two")
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
        self.start_match()
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
        self.start_match()
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
        self.start_match()
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

    def test_a_signal_ends_it_in_order(self):
        self.begin(self.handed_in(ROBOT))
        self.start_match()
        self.assertEqual(ANSWER, self.ask())
        self.adapter.signal(signal.SIGTERM)
        self.assertEqual((0, ""), (self.adapter.wait().code, self.adapter.err))


class Answers(Driver):
    # A robot's answer for two living cycles and a dead one, and the move that the referee gets.
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
        self.start_match()
        cycles = [*CYCLES[:2], [-1, -1], *CYCLES[3:]]
        for turn, (text, move) in enumerate(self.SHAPES):
            self.assertEqual(move, self.ask(turn, cycles), text)
        said = self.leave().splitlines()
        self.assertEqual(sum(move is None for _, move in self.SHAPES), len(said), said)
        for line in said:
            self.assertRegex(line, r"^turn \d+: the robot returned .*, expected a vector of 3 cells #\(x y\)$")
        self.assertIn("turn 8: the robot returned '((1 2) (3 4)), expected", said[1])


if __name__ == "__main__":
    lightcycle_racket.main()
