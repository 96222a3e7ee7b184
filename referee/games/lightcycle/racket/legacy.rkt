; What Scheme of 2008 has otherwise than Racket: R5RS, and DrScheme's languages of PLT Scheme up to version 372. The names
; here go before Racket's in a file without #lang.
(module legacy racket/base
  (require (for-syntax racket/base) racket/promise)
  (provide (rename-out [old-if if] [old-quote quote] [old-define-struct define-struct] [old-require require]
                       [old-open-output-file open-output-file] [old-with-output-to-file with-output-to-file]
                       [old-call-with-output-file call-with-output-file])
           set-car! set-cdr! append! reverse!
           interaction-environment scheme-report-environment null-environment
           nil inc dec 1+ -1+ runtime
           cons-stream stream-car stream-cdr the-empty-stream stream-null?)

  ; An if without an else is allowed.
  (define-syntax old-if
    (syntax-rules ()
      [(_ test then) (if test then (void))]
      [(_ . more) (if . more)]))

  ; Lists and vectors in a program's text can be written to, as all others. A list that the compiler knew as a constant
  ; would keep its old values for it; so it is the value of a call.
  (define-syntax (old-quote form)
    (syntax-case form ()
      [(_ datum)
       (or (pair? (syntax-e #'datum)) (vector? (syntax-e #'datum)))
       (let ([value (writable (syntax->datum #'datum))])
         (datum->syntax #'here (list (lambda () value)) form))]
      [(_ . more) #'(quote . more)]))

  (begin-for-syntax
    (define (writable value)
      (cond
        [(pair? value) (cons (writable (car value)) (writable (cdr value)))]
        [(vector? value) (list->vector (map writable (vector->list value)))]
        [else value])))

  ; Fields can be set; an inspector may follow them.
  (define-syntax old-define-struct
    (syntax-rules ()
      [(_ name fields) (define-struct name fields #:mutable)]
      [(_ name fields inspector) (define-struct name fields #:mutable #:inspector inspector)]
      [(_ . more) (define-struct . more)]))

  ; (only module name ...), (prefix name module) and their like go beside the forms of today.
  (define-syntax (old-require form)
    (define (old? clause)
      (define parts (syntax-e clause))
      (and (pair? parts) (memq (syntax-e (car parts)) '(only prefix rename all-except prefix-all-except)) #t))
    (syntax-case form ()
      [(_ clause ...)
       #`(begin #,@(for/list ([clause (syntax->list #'(clause ...))])
                     (if (old? clause) #`(#%require #,clause) #`(require #,clause))))]))

  ; ---- pairs: all are mutable ----

  (define (unsafe name)
    (dynamic-require 'racket/unsafe/ops name (lambda () (lambda _ (error name "needs Racket 8")))))
  (define set-first! (unsafe 'unsafe-set-immutable-car!))
  (define set-rest! (unsafe 'unsafe-set-immutable-cdr!))

  (define (set-car! pair value)
    (cond
      [(pair? pair) (set-first! pair value)]
      [(mpair? pair) (set-mcar! pair value)]
      [else (raise-argument-error 'set-car! "pair?" pair)]))
  (define (set-cdr! pair value)
    (cond
      [(pair? pair) (set-rest! pair value)]
      [(mpair? pair) (set-mcdr! pair value)]
      [else (raise-argument-error 'set-cdr! "pair?" pair)]))

  (define (append! . lists)
    (define (join! first rest)
      (cond
        [(null? first) rest]
        [else
         (let loop ([pair first])
           (if (pair? (cdr pair)) (loop (cdr pair)) (set-cdr! pair rest)))
         first]))
    (if (null? lists) '() (join! (car lists) (apply append! (cdr lists)))))

  (define (reverse! items)
    (let loop ([left items] [done '()])
      (cond
        [(null? left) done]
        [else
         (define next (cdr left))
         (set-cdr! left done)
         (loop next left)])))

  ; ---- files: (open-output-file name 'replace) ----

  (define ((with-modes open) . arguments)
    (define-values (modes others)
      (for/fold ([modes '()] [others '()] #:result (values modes (reverse others))) ([argument arguments])
        (if (symbol? argument) (values (cons argument modes) others) (values modes (cons argument others)))))
    (define exists (remq* '(text binary) modes))
    (if (null? exists) (apply open others) (keyword-apply open '(#:exists) (list (car exists)) others)))
  (define-syntax-rule (define-with-modes name original)
    (define name
      (let ([old (with-modes original)])
        (make-keyword-procedure (lambda (keys values . others) (keyword-apply original keys values others)) old))))
  (define-with-modes old-open-output-file open-output-file)
  (define-with-modes old-with-output-to-file with-output-to-file)
  (define-with-modes old-call-with-output-file call-with-output-file)

  ; ---- R5RS and "Structure and Interpretation of Computer Programs" ----

  (define (interaction-environment) (current-namespace))
  (define (scheme-report-environment version) (current-namespace))
  (define (null-environment version) (current-namespace))

  (define nil '())
  (define (inc number) (add1 number))
  (define (dec number) (sub1 number))
  (define (1+ number) (add1 number))
  (define (-1+ number) (sub1 number))
  (define (runtime) (current-process-milliseconds))

  (define-syntax-rule (cons-stream first rest) (cons first (delay rest)))
  (define (stream-car stream) (car stream))
  (define (stream-cdr stream) (force (cdr stream)))
  (define the-empty-stream '())
  (define (stream-null? stream) (null? stream)))
