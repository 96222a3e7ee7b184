; Plays a robot of the Light Cycle handout over the referee's protocol. Its only argument is the submission's file.
(module lightcycle racket/base
  (require json racket/path "answer.rkt" "robot.rkt")

  ; A robot in its match: team `seat` has `size` cycles, from number `first` on. `robot` is #f if none could be loaded.
  (struct game (robot seat first size))

  (define (begin-game robot start)
    (define sizes (map length (hash-ref (hash-ref start 'setup) 'starts)))
    (define seat (hash-ref start 'seat))
    (game robot seat (for/sum ([size sizes] [team seat]) size) (list-ref sizes seat)))

  ; The robot's answer to `turn` as JSON. All that goes wrong is told on standard error, and is no move.
  (define (move-for now turn)
    (define number (hash-ref turn 'turn))
    (define places (hash-ref (hash-ref turn 'view) 'cycles))
    (define alive?
      (for/list ([index (in-range (game-first now) (+ (game-first now) (game-size now)))])
        (>= (car (list-ref places index)) 0)))
    (define (complain text)
      (eprintf "turn ~a: ~a\n" number text)
      (json-null))
    (define robot (game-robot now))
    (if robot
        (with-handlers ([fault? (lambda (raised) (complain (fault-text raised)))])
          (define answers (ask robot (game-seat now) places))
          (or (and (= (length answers) 1) (moves-of (car answers) alive?))
              (complain (returned-text answers (game-size now)))))
        (json-null)))

  (define (play in out file)
    (define (say message)
      (write-string (jsexpr->string message) out)
      (newline out)
      (flush-output out))
    (define prepared (load-robot file))
    (collect-garbage) ; so that what was loaded is not collected in a turn, on the robot's time
    (say (hasheq 'type "hello" 'protocol 1))
    (let loop ([next prepared] [now #f])
      (define line (read-line in))
      (unless (eof-object? line)
        (define message (string->jsexpr line))
        (case (hash-ref message 'type)
          [("start") (loop #f (begin-game (or next (and prepared (load-robot file))) message))]
          [("turn")
           (say (hasheq 'type "move"
                        'match (hash-ref message 'match)
                        'turn (hash-ref message 'turn)
                        'move (move-for now message)))
           (loop next now)]
          [("error")
           (eprintf "referee: ~a\n" (hash-ref message 'message))
           (loop next now)]
          [("bye") (void)]
          [else (loop next now)]))))

  ; What the submission prints goes to standard error, and what it reads is empty.
  (define in (current-input-port))
  (define out (current-output-port))
  (define file (simple-form-path (vector-ref (current-command-line-arguments) 0)))
  (current-input-port (open-input-string ""))
  (current-output-port (current-error-port))
  (current-command-line-arguments (vector))
  (error-print-width 200)
  (parameterize ([exit-handler refuse-exit])
    (play in out file)))
