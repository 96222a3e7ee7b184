; Loads robots of the Light Cycle handout, and asks them.
(module robot racket/base
  (require "source.rkt" racket/list racket/path)
  (provide load-robot ask fault-text refuse-exit)

  (struct left ())
  ; An exit-handler: (exit) is a fault of the robot.
  (define (refuse-exit code) (raise (left)))

  ; Where the fault came up, as far as it is in the submission's folder: "in choose, good.scm:31", or #f.
  (define (context-text raised)
    (define (text-of frame)
      (define where (cdr frame))
      (and where
           (own-file? (srcloc-source where))
           (srcloc-line where)
           (format "in ~a, ~a:~a"
                   (or (car frame) "the file") (file-name-from-path (srcloc-source where)) (srcloc-line where))))
    (and (exn? raised)
         (for/or ([frame (continuation-mark-set->context (exn-continuation-marks raised))])
           (text-of frame))))

  (define (own-file? source)
    (and (path? source)
         (equal? (path-only source) (path->directory-path (current-directory)))))

  (define (message-of raised)
    (cond
      [(left? raised) "it called (exit)"]
      [(exn? raised)
       (define own (path->string (path->directory-path (current-directory))))
       (regexp-replaces (exn-message raised) `([,(regexp-quote own) ""] [";?\n *" "; "]))]
      [else (format "it raised ~e" raised)]))

  ; One line, of a fault while a robot was asked.
  (define (fault-text raised)
    (define context (context-text raised))
    (string-append (message-of raised) (if context (string-append "; " context) "")))

  ; All values that the robot returns for team `seat` with its cycles at `places`, '((x y) ...): each robot gets vectors of its
  ; own. The prompt bounds what a robot that keeps a continuation keeps.
  (define (ask robot seat places)
    (define cycles (for/vector #:length (length places) ([place places]) (list->vector place)))
    (call-with-values
     (lambda () (call-with-continuation-prompt (lambda () (robot seat cycles))))
     list))

  ; A robot out of `file`, in a state of its own. #f, and a message on standard error, if there is none.
  (define (load-robot file)
    (define line #f)
    (define path (simple-form-path file))
    (define (complain raised)
      (define text (fault-text raised))
      (define name (file-name-from-path path))
      (if (regexp-match? (string-append "^" (regexp-quote (path->string name)) ":") text)
        (eprintf "~a\n" text)
        (eprintf "~a:~a: ~a\n" name (or line 1) text))
      #f)
    (current-directory (path-only path))
    (with-handlers ([(lambda (raised) #t) complain])
      (define spaces (load-file path (lambda (form) (set! line (syntax-line form)))))
      (robot-of path (append-map candidates spaces))))

  ; The pairs (name . value) of all procedures in `space` that are named as a robot.
  (define (candidates space)
    (for*/list ([name (namespace-mapped-symbols space)]
                #:when (regexp-match? #rx"^LightCycle_." (symbol->string name))
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
      (define definition (pregexp (string-append "define[\\s(\\[]+" (regexp-quote name) "(?=[\\s()\\[\\]]|$)")))
      (define places (regexp-match-positions* definition text))
      (if (null? places) -1 (car (last places))))
    (define chosen (or (assoc stem found) (argmax (lambda (one) (place (car one))) found)))
    (eprintf "~a: of ~a robots ~a plays\n" (file-name-from-path path) (length found) (car chosen))
    chosen))
