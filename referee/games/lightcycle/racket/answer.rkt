; What robots return, and what is said about it.
(module answer racket/base
  (provide moves-of returned-text)

  ; The `count` items of a vector or a list (mutable pairs, as R5RS has them, too); #f if it has more or fewer.
  (define (items value count)
    (cond
      [(vector? value) (and (= (vector-length value) count) (vector->list value))]
      [(zero? count) (and (null? value) '())]
      [(pair? value) (before (car value) (cdr value) count)]
      [(mpair? value) (before (mcar value) (mcdr value) count)]
      [else #f]))

  (define (before first rest count)
    (define others (items rest (sub1 count)))
    (and others (cons first others)))

  ; A cell may also be a pair (x . y).
  (define (couple value)
    (cond
      [(pair? value) (list (car value) (cdr value))]
      [(mpair? value) (list (mcar value) (mcdr value))]
      [else #f]))

  ; '(x y), or #f if `value` is no cell. 3.0 is as good as 3.
  (define (cell-of value)
    (define (cell parts) (and parts (andmap integer? parts) (map inexact->exact parts)))
    (or (cell (items value 2)) (cell (couple value))))

  ; The cells that a robot has named, as JSON, null for dead cycles without one. #f if a living cycle has none: then the
  ; rules take all of it for no answer.
  (define (moves-of value alive?)
    (define answers (items value (length alive?)))
    (define cells (and answers (map cell-of answers)))
    (and cells
         (for/and ([cell cells] [lives? alive?]) (or cell (not lives?)))
         (for/list ([cell cells]) (or cell 'null))))

  (define (returned-text values size)
    (format "the robot returned ~a, expected a vector of ~a cells #(x y)"
            (if (= (length values) 1) (format "~e" (car values)) (format "~a values" (length values)))
            size)))
