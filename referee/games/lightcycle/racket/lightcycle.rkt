; Plays a robot of the Light Cycle handout over the referee's protocol. Its only argument is the submission's file.
(module lightcycle racket/base
  (require racket/path "answer.rkt" "message.rkt" "robot.rkt")

  ; A robot in a match: team `seat` has `size` cycles, from number `first` on. `turn` and `move` are those of its latest
  ; answer, #f before the first. `robot` is #f if none could be loaded.
  (struct game (match seat first size [robot #:mutable] [turn #:mutable] [move #:mutable]))

  ; After a reconnect the robot of the match goes on.
  (define (begin-game start before new-robot)
    (define match (hash-ref start 'match))
    (define seat (hash-ref start 'seat))
    (define sizes (map length (hash-ref (hash-ref start 'setup) 'starts)))
    (define first (for/sum ([size sizes] [team seat]) size))
    (define goes-on? (and before (equal? match (game-match before))))
    (game match seat first (list-ref sizes seat)
          (if goes-on? (game-robot before) (new-robot))
          (and goes-on? (game-turn before))
          (and goes-on? (game-move before))))

  ; The robot is asked once a turn, even if the referee, after a reconnect, asks again; a match that is played again begins
  ; with a robot in a new state.
  (define (move-for now turn new-robot)
    (define number (hash-ref turn 'turn))
    (when (and (game-turn now) (zero? number))
      (set-game-robot! now (new-robot))
      (set-game-turn! now #f))
    (unless (equal? number (game-turn now))
      (set-game-move! now (asked-move now number (hash-ref (hash-ref turn 'view) 'cycles)))
      (set-game-turn! now number))
    (game-move now))

  ; The robot's answer as JSON. All that goes wrong is told on standard error, and is no move.
  (define (asked-move now number places)
    (define alive?
      (for/list ([cycle (in-range (game-first now) (+ (game-first now) (game-size now)))])
        (>= (car (list-ref places cycle)) 0)))
    (define (complain text)
      (eprintf "turn ~a: ~a\n" number text)
      'null)
    (define robot (game-robot now))
    (if robot
        (with-handlers ([fault? (lambda (raised) (complain (fault-text raised)))])
          (define answers (ask robot (game-seat now) places))
          (or (and (= (length answers) 1) (moves-of (car answers) alive?))
              (complain (returned-text answers (game-size now)))))
        'null))

  (define (play in out file)
    (define (say message)
      (write-message message out)
      (newline out)
      (flush-output out))
    (define prepared (load-robot file))
    (define unused prepared)
    (define (new-robot)
      (begin0
        (or unused (and prepared (load-robot file)))
        (set! unused #f)))
    (collect-garbage) ; so that what was loaded is not collected in a turn, on the robot's time
    (say (hasheq 'type "hello" 'protocol 1))
    (let loop ([now #f])
      (define line (read-line in))
      (unless (eof-object? line)
        (define message (read-message line))
        (case (hash-ref message 'type)
          [("start") (loop (begin-game message now new-robot))]
          [("turn")
           (say (hasheq 'type "move"
                        'match (hash-ref message 'match)
                        'turn (hash-ref message 'turn)
                        'move (move-for now message new-robot)))
           (loop now)]
          [("error")
           (eprintf "referee: ~a\n" (hash-ref message 'message))
           (loop now)]
          [("end") (loop #f)]
          [("bye") (void)]
          [else (loop now)]))))

  ; What the submission prints goes to standard error, and what it reads is empty.
  (define in (current-input-port))
  (define out (current-output-port))
  (define file (simple-form-path (vector-ref (current-command-line-arguments) 0)))
  (current-input-port (open-input-string ""))
  (current-output-port (current-error-port))
  (current-command-line-arguments (vector))
  (error-print-width 200)
  ; SIGTERM, which the referee sends to bots that take long to leave, ends it in order.
  (with-handlers ([exn:break? void])
    (parameterize ([exit-handler refuse-exit])
      (play in out file))))
