; Goes a step, then back to where it came from: reversing ends its cycles.
(define LightCycle_illegal_example
  (lambda ()
    (let ((turn 0))
      (lambda (team cycles)
        (set! turn (+ turn 1))
        (let ((step (if (odd? turn) 1 -1)))
          (build-vector 3 (lambda (i)
                            (let ((cell (vector-ref cycles (+ (* 3 team) i))))
                              (vector (+ (vector-ref cell 0) step) (vector-ref cell 1))))))))))
