; A decent robot: it keeps the grid in a matrix, and sends each cycle where it can still reach the most cells.
(define size 170)
(define look 150) ; so many cells at most are counted

(define (LightCycle_good_example)
  (define grid (matrix size size #f))  ; whose trail a cell is on; #f: it is free
  (define trails (make-vector 12 '())) ; the cells of each cycle

  (define (occupy! cycle x y)
    (matrix-set! grid x y cycle)
    (vector-set! trails cycle (cons (cons x y) (vector-ref trails cycle))))

  (define (clear! cycle)
    (for-each (lambda (cell) (matrix-set! grid (car cell) (cdr cell) #f)) (vector-ref trails cycle))
    (vector-set! trails cycle '()))

  ; The trails of the dead are gone; the living stand on a new cell.
  (define (observe! cycles)
    (let next ((cycle 0))
      (when (< cycle (vector-length cycles))
        (let ((x (vector-ref (vector-ref cycles cycle) 0))
              (y (vector-ref (vector-ref cycles cycle) 1)))
          (if (< x 0) (clear! cycle) (occupy! cycle x y))
          (next (+ cycle 1))))))

  (define (free? x y)
    (and (< -1 x size) (< -1 y size) (not (matrix-ref grid x y))))

  (define (neighbours x y)
    (list (cons (+ x 1) y) (cons x (+ y 1)) (cons (- x 1) y) (cons x (- y 1))))

  ; How many cells can be reached from (x . y), itself included. They are marked, counted and freed again.
  (define (room x y)
    (let fill ((todo (list (cons x y))) (marked '()) (count 0))
      (if (or (null? todo) (= count look))
          (begin
            (for-each (lambda (cell) (matrix-set! grid (car cell) (cdr cell) #f)) marked)
            count)
          (let* ((cell (car todo)) (x (car cell)) (y (cdr cell)))
            (if (free? x y)
                (begin
                  (matrix-set! grid x y 'marked)
                  (fill (append (cdr todo) (neighbours x y)) (cons cell marked) (+ count 1)))
                (fill (cdr todo) marked count))))))

  ; The free neighbour with the most room; the cycle's own cell if there is none. It is taken at once, so that no
  ; cycle of the team goes there as well.
  (define (best-move x y)
    (let next ((cells (neighbours x y)) (best (cons x y)) (most 0))
      (if (null? cells)
          (begin
            (matrix-set! grid (car best) (cdr best) 'taken)
            (vector (car best) (cdr best)))
          (let* ((cell (car cells))
                 (found (if (free? (car cell) (cdr cell)) (room (car cell) (cdr cell)) 0)))
            (if (> found most)
                (next (cdr cells) cell found)
                (next (cdr cells) best most))))))

  (lambda (team cycles)
    (observe! cycles)
    (let ((moves (make-vector 3 #f)))
      (let next ((i 0))
        (if (= i 3)
            moves
            (let ((cell (vector-ref cycles (+ (* 3 team) i))))
              (unless (< (vector-ref cell 0) 0)
                (vector-set! moves i (best-move (vector-ref cell 0) (vector-ref cell 1))))
              (next (+ i 1))))))))
