; The language of files without #lang: all of Racket, what Scheme of 2008 had otherwise, and our matrices. Of the libraries
; that have it, those are loaded of which a file uses a name: all of them take as long as the rest of a start.
(module language racket/base
  (require racket/list racket/path "forms.rkt")
  (provide extend-for share! ignores-case?)

  (define (neighbour name)
    (build-path (path-only (variable-reference->module-source (#%variable-reference))) name))
  (define ours (list (neighbour "legacy.rkt") (neighbour "matrix.rkt")))

  ; Parts of `racket`, for files that use no others of its names.
  (define parts '(racket/list racket/vector racket/string racket/function racket/bool racket/local racket/math racket/match))
  ; They have what PLT Scheme had up to version 372, under the old names.
  (define old-libraries '(mzscheme lang/plt-pretty-big-text))

  ; ---- libraries ----

  (define-namespace-anchor here)
  (define libraries (namespace-anchor->empty-namespace here))

  ; Runs `library` once, for the present namespace and all later ones.
  (define (share! library)
    (parameterize ([current-namespace libraries])
      (dynamic-require library #f))
    (namespace-attach-module libraries library))

  ; The names that `library` provides, which is loaded for that, but does not run. None, if it is not installed.
  (define (exports library)
    (with-handlers ([exn:fail:filesystem? (lambda (raised) '())])
      (parameterize ([current-namespace libraries])
        (module-declared? library #t)
        (define-values (variables forms) (module->exports library))
        (for*/list ([level (append variables forms)] #:when (eqv? (car level) 0) [export (cdr level)])
          (car export)))))

  ; Lets the present namespace know the names that `forms` use. Ours go before the names of libraries, and definitions of
  ; `forms` before all: where a file defines a library's name, procedures above the definition mean it, too.
  (define (extend-for forms)
    (define all? (reaches-for-names? forms))
    (define used (symbols-in forms))
    (define bound (make-hasheq))
    (define (bind! names) (for ([name names]) (hash-set! bound name #t)))
    (define (add! library old?)
      (define names (exports library))
      (define wanted
        (for/list ([name names] #:unless (hash-ref bound name #f) #:when (or all? (hash-ref used name #f)))
          name))
      (unless (null? wanted)
        (share! library)
        (namespace-require (if old? `(only ,library ,@wanted) library))
        (bind! (if old? wanted names))))
    (for ([library (cons 'racket/base ours)])
      (bind! (exports library)))
    (for ([library (if all? '(racket) (append parts '(racket)))])
      (add! library #f))
    (for ([library old-libraries])
      (add! library #t))
    (for ([library ours])
      (share! library)
      (namespace-require library))
    (for-each own! (remove-duplicates (append-map defined-by forms))))

  (define (own! name)
    (when (identifier-binding (namespace-symbol->identifier name))
      (define before ; #f for a form
        (with-handlers ([exn:fail? (lambda (raised) #f)])
          (namespace-variable-value name)))
      (namespace-set-variable-value! name before #t)))

  ; ---- upper and lower case ----

  ; Whether `forms` were written for a language that takes Car and car for the same, as "Standard (R5RS)" does: they use a
  ; name that nothing has, but for its case.
  (define (ignores-case? forms)
    (define used (filter mixed-case? (hash-keys (symbols-in forms #:quoted? #f))))
    (define own (binders-in forms))
    (define folded (for/hasheq ([name (in-hash-keys own)]) (values (folded-name name) #t)))
    (and (pair? used)
         (= (hash-count own) (hash-count folded))
         (let ([libraries (for*/hasheq ([library (append '(racket/base racket) old-libraries ours)] [name (exports library)])
                            (values name #t))])
           (for/or ([name used])
             (define small (folded-name name))
             (and (not (hash-ref own name #f))
                  (not (hash-ref libraries name #f))
                  (or (hash-ref libraries small #f) (hash-ref folded small #f)))))))

  (define (folded-name name) (string->symbol (string-foldcase (symbol->string name))))
  (define (mixed-case? name) (not (eq? name (folded-name name)))))
