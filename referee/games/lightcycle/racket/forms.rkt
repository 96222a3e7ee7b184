; The forms of a file of Scheme, and what can be said of them before they are evaluated.
(module forms racket/base
  (require racket/list)
  (provide read-forms begins-with? module-form? with-loaded-forms symbols-in reaches-for-names? defined-by binders-in)

  (define (read-forms path)
    (call-with-input-file path
      (lambda (in)
        (port-count-lines! in)
        (when (equal? (peek-char in) #\uFEFF) ; Windows begins files so
          (read-char in))
        (parameterize ([read-accept-reader #t] [read-accept-lang #t])
          (let loop ()
            (define form (read-syntax path in))
            (if (eof-object? form) '() (cons form (loop))))))))

  (define (begins-with? names form)
    (define parts (syntax->list form))
    (and (pair? parts) (memq (syntax-e (car parts)) names) #t))
  (define (module-form? form) (begins-with? '(module) form))

  ; Calls `visit` with `datum` and all that is in it. What `visit` says no to is not entered.
  (define (for-each-part visit datum)
    (define (visit-rest rest)
      (cond
        [(pair? rest)
         (for-each-part visit (car rest))
         (visit-rest (cdr rest))] ; it is no form
        [(not (null? rest)) (visit rest)]))
    (when (visit datum)
      (cond
        [(pair? datum) (visit-rest datum)]
        [(vector? datum) (visit-rest (vector->list datum))])))
  (define (for-each-in forms visit)
    (for ([form forms])
      (for-each-part visit (syntax->datum form))))

  (define (head-in? datum names) (and (pair? datum) (memq (car datum) names) #t))
  (define (second-of datum) (and (pair? datum) (pair? (cdr datum)) (cadr datum)))

  (define load-forms '(load load-relative include))

  ; `forms`, and those of all files that they load. What cannot be read is an error when it is loaded.
  (define (with-loaded-forms forms)
    (define seen (make-hash))
    (define (add forms)
      (define names '())
      (for-each-in forms
                   (lambda (datum)
                     (define name (and (head-in? datum load-forms) (second-of datum)))
                     (when (and (string? name) (file-exists? name) (not (hash-ref seen name #f)))
                       (hash-set! seen name #t)
                       (set! names (cons name names)))
                     #t))
      (append forms (append-map (lambda (name) (add (forms-of name))) names)))
    (add forms))
  (define (forms-of name)
    (with-handlers ([exn:fail? (lambda (raised) '())])
      (read-forms name)))

  ; All symbols, as the keys of a hash.
  (define (symbols-in forms #:quoted? [quoted? #t])
    (define names (make-hasheq))
    (for-each-in forms
                 (lambda (datum)
                   (when (symbol? datum)
                     (hash-set! names datum #t))
                   (or quoted? (not (head-in? datum '(quote))))))
    names)

  ; Whether they may use names that are not written in them.
  (define (reaches-for-names? forms)
    (define any? #f)
    (for-each-in forms
                 (lambda (datum)
                   (when (or (memq datum '(eval namespace-require dynamic-require interaction-environment))
                             (and (head-in? datum load-forms) (not (string? (second-of datum)))))
                     (set! any? #t))
                   #t))
    any?)

  ; The names that the form defines at the top level.
  (define (defined-by form)
    (define parts (or (syntax->list form) '()))
    (define datum (syntax->datum form))
    (define second (second-of datum))
    (filter symbol?
            (case (and second (car datum))
              [(define) (list (head-of second))]
              [(define-values) (if (list? second) second '())]
              [(define-struct) (struct-names (head-of second) (second-of (cdr datum)))]
              [(begin) (append-map defined-by (cdr parts))]
              [else '()])))
  (define (head-of target) (if (pair? target) (head-of (car target)) target))

  (define (struct-names name fields)
    (define (made pattern . more) (string->symbol (apply format pattern name more)))
    (append (list name (made "struct:~a") (made "make-~a") (made "~a?"))
            (append-map (lambda (field) (list (made "~a-~a" field) (made "set-~a-~a!" field)))
                        (if (list? fields) fields '()))))

  ; The names that they bind somewhere, and others beside them, as the keys of a hash.
  (define (binders-in forms)
    (define names (make-hasheq))
    (define (note! datum)
      (cond
        [(symbol? datum) (hash-set! names datum #t)]
        [(pair? datum) (note! (car datum)) (note! (cdr datum))]))
    (define heads '(define define-values define-syntax define-struct lambda let let* letrec let-values do))
    (for-each-in forms
                 (lambda (datum)
                   (define second (and (head-in? datum heads) (second-of datum)))
                   (when second
                     (note! second)
                     (when (symbol? second) ; a named let
                       (note! (and (eq? (car datum) 'let) (second-of (cdr datum))))))
                   #t))
    names))
