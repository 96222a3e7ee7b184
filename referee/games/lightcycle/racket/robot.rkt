; Loads robots of the Light Cycle handout, and asks them.
(module robot racket/base
  (require "source.rkt" racket/list racket/path)
  (provide load-robot ask fault? fault-text refuse-exit)

  (struct left ())
  ; An exit-handler: (exit) is a fault of the robot.
  (define (refuse-exit code) (raise (left)))

  ; Whether it is the robot's fault: all is that can be raised, but a signal.
  (define (fault? raised) (not (exn:break? raised)))

  (define (here) (path->directory-path (current-directory))) ; the submission's folder

  ; Where in the submission's folder the fault came up, as far as the compiler has kept it: "good.scm:31", or #f.
  (define (place-of raised)
    (define (text-of where)
      (and where
           (path? (srcloc-source where))
           (equal? (path-only (srcloc-source where)) (here))
           (srcloc-line where)
           (format "~a:~a" (file-name-from-path (srcloc-source where)) (srcloc-line where))))
    (and (exn? raised)
         (for/or ([frame (continuation-mark-set->context (exn-continuation-marks raised))])
           (text-of (cdr frame)))))

  ; Racket's messages have several lines, and whole paths.
  (define (message-of raised)
    (cond
      [(left? raised) "it called (exit)"]
      [(exn? raised)
       (regexp-replaces (exn-message raised)
                        `([,(regexp-quote (path->string (here))) ""] [":\n *" ": "] [";?\n *" "; "]))]
      [else (format "it raised ~e" raised)]))

  ; One line, of a fault while a robot was asked.
  (define (fault-text raised)
    (define place (place-of raised))
    (string-append (message-of raised) (if place (string-append "; at " place) "")))

  ; All values that the robot returns for team `seat` with its cycles at `places`, '((x y) ...): each robot gets vectors of
  ; its own. The prompt bounds what a robot that keeps a continuation keeps.
  (define (ask robot seat places)
    (define cycles (for/vector #:length (length places) ([place places]) (list->vector place)))
    (call-with-values
     (lambda () (call-with-continuation-prompt (lambda () (robot seat cycles))))
     list))

  ; A robot out of the file at `path`, in a state of its own. #f, and a message on standard error, if there is none.
  (define (load-robot path)
    (define line #f)
    (define (complain raised)
      (define text (message-of raised))
      (define name (file-name-from-path path))
      (define has-place? (regexp-match? (string-append "^" (regexp-quote (path->string name)) ":[0-9]") text))
      (define place (if has-place? "" (string-append (or (place-of raised) (format "~a:~a" name (or line 1))) ": ")))
      (eprintf "~a~a\n" place text)
      #f)
    (current-directory (path-only path))
    (with-handlers ([fault? complain])
      (define spaces (load-file path (lambda (form) (set! line (syntax-line form)))))
      (robot-of path (append-map candidates spaces))))

  ; The pairs (name . value) of all procedures in `space` that are named as a robot. R5RS writes them in lower case.
  (define (candidates space)
    (for*/list ([name (namespace-mapped-symbols space)]
                #:when (regexp-match? #rx"^(?i:LightCycle_)." (symbol->string name))
                [value (in-value (namespace-variable-value name #t (lambda () #f) space))]
                #:when (procedure? value))
      (cons (symbol->string name) value)))

  (define (robot-of path found)
    (when (null? found)
      (error "no procedure LightCycle_first_last is defined, with the student's names for first and last"))
    (define chosen (if (null? (cdr found)) (car found) (one-of path found)))
    (define (is-robot? value) (and (procedure? value) (procedure-arity-includes? value 2)))
    (define maker (cdr chosen))
    (cond
      [(is-robot? maker) maker]
      [(procedure-arity-includes? maker 0)
       (define robot (maker))
       (unless (is-robot? robot)
         (error (format "(~a) returned ~e, expected a procedure of team and cycles" (car chosen) robot)))
       robot]
      [else (error (format "~a takes neither no arguments nor team and cycles" (car chosen)))]))

  ; Of several: the one with the file's name, else the one that is defined last.
  (define (one-of path found)
    (define stem (path->string (path-replace-extension (file-name-from-path path) #"")))
    (define text (call-with-input-file path (lambda (in) (read-string (file-size path) in))))
    (define (place name)
      (define definition (pregexp (string-append "define[\\s(\\[]+(?i:" (regexp-quote name) ")(?=[\\s()\\[\\]]|$)")))
      (define places (regexp-match-positions* definition text))
      (if (null? places) -1 (car (last places))))
    (define chosen (or (assoc stem found string-ci=?) (argmax (lambda (one) (place (car one))) found)))
    (eprintf "~a: of ~a robots ~a plays\n" (file-name-from-path path) (length found) (car chosen))
    chosen))
