; Looks for a cycle that it does not have, and fails in every turn: no answer, so that its cycles are terminated.
(define (cycle-of team i cycles)
  (vector-ref cycles (+ (* 3 team) i)))

(define (LightCycle_throwing_example)
  (lambda (team cycles)
    (vector (cycle-of team 0 cycles)
            (cycle-of team 1 cycles)
            (cycle-of team 12 cycles))))
