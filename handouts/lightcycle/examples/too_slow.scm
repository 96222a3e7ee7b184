; Thinks for 0.3 s of processor time in every turn, where a mean of 0.05 s is allowed: the clock takes it out.
(define (think-until time)
  (when (< (current-process-milliseconds) time)
    (think-until time)))

(define (LightCycle_too_slow)
  (lambda (team cycles)
    (think-until (+ (current-process-milliseconds) 300))
    (build-vector 3 (lambda (i)
                      (let ((cell (vector-ref cycles (+ (* 3 team) i))))
                        (vector (+ (vector-ref cell 0) 1) (vector-ref cell 1)))))))
