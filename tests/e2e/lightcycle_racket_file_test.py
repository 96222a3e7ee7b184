"""Files of the Light Cycle handout: languages, names, matrices, and the messages for files that are no robot."""
import lightcycle_racket
from lightcycle_racket import ANSWER, ROBOT, Driver

# Answers ANSWER, and calls all functions of our Matrix.scm for it.
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


class Files(Driver):
    LANGUAGES = ["#lang racket\n", "#lang racket/base\r\n", "#lang scheme\n", "#lang r5rs\n",
                 "(module robot mzscheme ", "\ufeff", '#reader(lib "htdp-advanced-reader.ss" "lang")'
                 "((modname robot) (read-case-sensitive #t) (teachpacks ()) (htdp-settings #(#t constructor repeating-decimal #f #t none #f ())))\n"]

    def test_languages_of_drracket(self):
        for language in self.LANGUAGES:
            with self.subTest(language=language):
                answer = self.answer_of(language + ROBOT + (")" if "(module" in language else ""))
                self.assertEqual((ANSWER, ""), (answer, self.said))

    # What Scheme of 2008 has otherwise than Racket. Each is a file of which LightCycle_jo_doe, a procedure of team and cycles,
    # answers ANSWER.
    OLD = [
        ("one-armed if", """
            (define last 0)
            (define (LightCycle_jo_doe team cycles)
              (if (= team 0) (set! last 6))
              (if (= team 1) (set! last 7))
              (vector (vector 1 2) (vector 3 4) (vector 5 last)))"""),
        ("pairs can be written to", """
            (define queue (list 0 2 9))
            (define table '((x . 0) (y . 0)))
            (define ring (list 3 4))
            (define (LightCycle_jo_doe team cycles)
              (let ((own '(0 6)))
                (set-car! queue 1)
                (set-cdr! (cdr queue) '())
                (set-cdr! (assq 'x table) 5)
                (set-car! own (cdr (assq 'x table)))
                (append! ring '())
                (list queue (reverse! (reverse! ring)) own)))"""),
        ("vectors in the text, too", """
            (define last '#(0 0))
            (define (LightCycle_jo_doe team cycles)
              (vector-set! last 0 5) (vector-set! last 1 6)
              (vector (vector 1 2) (vector 3 4) last))"""),
        ("a streak of SICP", """
            (define (from n) (cons-stream n (from (inc n))))
            (define s (from 1))
            (define (LightCycle_jo_doe team cycles)
              (cons (list (stream-car s) (stream-car (stream-cdr s))) (cons '(3 4) (cons (list (dec 6) (1+ 5)) nil))))"""),
        ("MzScheme", """
            (require (lib "list.ss") (only mzlib/etc rec))
            (define-struct point (x y) (make-inspector))
            (define table (make-hash-table 'equal))
            (define p (make-point 3 0))
            (define (LightCycle_jo_doe team cycles)
              (set-point-y! p 4)
              (hash-table-put! table '(a) 5)
              (fluid-let ((team 2))
                (vector (vector 1 team) (vector (point-x p) (point-y p)) (vector (hash-table-get table '(a) (lambda () 0)) 6))))"""),
        ("Pretty Big", """
            (define p (make-posn 1 2))
            (define f (opt-lambda (x (y 4)) (list x y)))
            (define (LightCycle_jo_doe team cycles)
              (evcase team (0 (list (list (posn-x p) (posn-y p)) (f 3) (quicksort '(6 5) <)))))"""),
        ("names of libraries are the file's own", """
            (define (LightCycle_jo_doe team cycles) (list (first cycles) (match 3 4) (list (posn-x 5) (range 0))))
            (define (first cycles) '(1 2))
            (define (match x y) (list x y))
            (define (range n) 6)
            (define-struct posn (z))
            (define (posn-x x) x)"""),
        ("upper and lower case", """
            (Define (LightCycle_Jo_Doe Team Cycles)
              (LET ((One 1)) (list (list one 2) '(3 4) (list 5 (VECTOR-REF (vector 6) 0)))))"""),
        ("case counts where both are names", """
            (define X 1) (define x 2)
            (define (LightCycle_jo_doe team cycles) (list (list X x) '(3 4) '(5 6)))"""),
    ]

    def test_scheme_of_2008(self):
        for what, robot in self.OLD:
            with self.subTest(what=what):
                self.assertEqual((ANSWER, ""), (self.answer_of(robot, anew="case" in what), self.said))

    def test_names_of_a_loaded_file_count(self):
        self.handed_in("(define (LightCycle_jo_doe team cycles) (if #f #f) (list (helper) '(3 4) (vector-map add1 '#(4 5))))", "helper.scm")
        self.assertEqual((ANSWER, ""), (self.answer_of('(load "helper.scm") (define (helper) (list 1 2))'), self.said))
        self.assertEqual((ANSWER, ""), (self.answer_of('(load (string-append "helper" ".scm")) (define (helper) (list 1 2))'), self.said))

    def test_names(self):
        literal = ROBOT.replace("LightCycle_jo_doe", "LightCycle_first_last")
        self.assertEqual(ANSWER, self.answer_of(literal))
        several = "(define (LightCycle_helper x) x) (define (LightCycle_one) #f) (define (LightCycle_two t c) #f)\n" + literal
        self.assertEqual((ANSWER, "robot.scm: of 4 robots LightCycle_first_last plays\n"), (self.answer_of(several), self.said))
        self.assertIsNone(self.answer_of(several, "LightCycle_two.scm", anew=True))
        self.assertIn("of 4 robots LightCycle_two plays", self.said)

    def test_other_files_of_the_student_are_there(self):
        self.handed_in("(define three 3)", "helper.scm")
        robot = ROBOT.replace("vector 3 4", "vector three 4")
        self.assertEqual(ANSWER, self.answer_of('(load "helper.scm")' + robot))
        self.assertEqual(ANSWER, self.answer_of('#lang racket\n(include "helper.scm")' + robot))
        self.handed_in("#lang racket\n(provide three)(define three 3)", "helper.scm")
        self.assertEqual(ANSWER, self.answer_of('(require "helper.scm")' + robot))

    # Files that are no robot, and the message about each, which appears once.
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

    def test_faults_while_loading_are_told_with_their_line(self):
        self.answer_of(ROBOT)
        for text, told in self.FAULTS:
            with self.subTest(told=told):
                self.assertIsNone(self.answer_of(text))
                self.assertTrue(self.said.startswith(told), self.said)
                self.assertEqual(1, self.said.count("\n"), self.said)

    def test_a_fault_while_loading_is_told_once(self):
        text, told = self.FAULTS[0]
        self.begin(self.handed_in(text))
        for match in ["one", "two"]:
            self.start_match(match)
            self.assertEqual([None, None], [self.ask(turn, match=match) for turn in range(2)])
            self.end_match(match)
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
        self.start_match()
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
    lightcycle_racket.main()
