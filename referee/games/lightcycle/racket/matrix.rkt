; The matrices of the handout. Rows and columns are counted from 0.
;   (matrix rows cols), (matrix rows cols fill), (matrix rows cols (lambda (i j) ...)); make-matrix is the same
;   (matrix-ref m i j), (matrix-set! m i j value), matrix-rows, matrix-cols, matrix?
; The curried forms of textbooks work too: ((matrix 2 2) a b c d), ((matrix-ref m) i j), ((matrix-set! m) i j value).
(module matrix racket/base
  (provide matrix make-matrix matrix? matrix-ref matrix-set! matrix-rows matrix-cols)

  (struct grid (rows cols cells)
    #:property prop:procedure
    (lambda (self . values)
      (define wanted (vector-length (grid-cells self)))
      (unless (= (length values) wanted)
        (error 'matrix "got ~a values for ~a rows and ~a columns, expected ~a"
               (length values) (grid-rows self) (grid-cols self) wanted))
      (grid (grid-rows self) (grid-cols self) (list->vector values))))

  (define (matrix rows cols [fill 0])
    (for ([size (list rows cols)])
      (unless (exact-nonnegative-integer? size)
        (raise-argument-error 'matrix "exact-nonnegative-integer?" size)))
    (define cells (make-vector (* rows cols) fill))
    (when (procedure? fill)
      (for* ([i rows] [j cols])
        (vector-set! cells (+ (* i cols) j) (fill i j))))
    (grid rows cols cells))
  (define make-matrix matrix)
  (define matrix? grid?)
  (define matrix-rows grid-rows)
  (define matrix-cols grid-cols)

  ; Where the cell is among the cells of `m`.
  (define (index who m i j)
    (unless (grid? m)
      (raise-argument-error who "matrix?" m))
    (define cols (grid-cols m))
    (unless (and (fixnum? i) (fixnum? j) (< -1 i (grid-rows m)) (< -1 j cols))
      (error who "row ~e and column ~e are not in a matrix of ~a rows and ~a columns" i j (grid-rows m) cols))
    (+ (* i cols) j))

  (define matrix-ref
    (case-lambda
      [(m i j)
       (define at (index 'matrix-ref m i j))
       (vector-ref (grid-cells m) at)]
      [(m) (lambda (i j) (matrix-ref m i j))]))

  (define matrix-set!
    (case-lambda
      [(m i j value)
       (define at (index 'matrix-set! m i j))
       (vector-set! (grid-cells m) at value)]
      [(m) (lambda (i j value) (matrix-set! m i j value))])))
