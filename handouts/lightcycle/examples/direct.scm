; Takes team and cycles directly, and remembers in the file's own variables. Its cycles turn left when they must.
(define size 170)
(define used (matrix size size #f))
(define directions (make-vector 12 '(1 0)))

(define (free? x y)
  (and (< -1 x size) (< -1 y size) (not (matrix-ref used x y))))

(define (turned direction)
  (list (- (cadr direction)) (car direction)))

(define (move cycle x y turns)
  (let* ((direction (vector-ref directions cycle))
         (new-x (+ x (car direction)))
         (new-y (+ y (cadr direction))))
    (cond
      ((or (free? new-x new-y) (= turns 4)) (list new-x new-y))
      (else
       (vector-set! directions cycle (turned direction))
       (move cycle x y (+ turns 1))))))

(define (LightCycle_direct_example team cycles)
  (for-each (lambda (cell)
              (unless (< (vector-ref cell 0) 0)
                (matrix-set! used (vector-ref cell 0) (vector-ref cell 1) #t)))
            (vector->list cycles))
  (map (lambda (cycle)
         (let ((cell (vector-ref cycles cycle)))
           (and (>= (vector-ref cell 0) 0)
                (move cycle (vector-ref cell 0) (vector-ref cell 1) 0))))
       (list (* 3 team) (+ (* 3 team) 1) (+ (* 3 team) 2))))
