; Evaluates a file of Scheme as DrRacket does: a module, or definitions without one.
(module source racket/base
  (require racket/path "forms.rkt" "language.rkt")
  (provide load-file)

  (define our-matrix
    (build-path (path-only (variable-reference->module-source (#%variable-reference))) "matrix.rkt"))

  ; Evaluates `path` in new namespaces, telling `begin-form` of each form at its turn. Returns the namespaces that its
  ; definitions are in.
  (define (load-file path begin-form)
    (define space (make-base-namespace))
    (current-namespace space) ; for good: robots may call eval
    (parameterize ([current-load-relative-directory (path-only path)]
                   [current-load (with-our-matrix (current-load))])
      (define forms (prepared-forms path))
      (for/fold ([spaces (list space)]) ([form forms])
        (begin-form form)
        (cond
          [(module-form? form)
           (parameterize ([current-module-declare-name (make-resolved-module-path path)])
             (eval form))
           (dynamic-require path #f)
           (cons (module->namespace path) spaces)]
          [else
           (eval form)
           spaces]))))

  ; The forms of `path`; the present namespace has what they need.
  (define (prepared-forms path)
    (define forms (read-forms path))
    (share! our-matrix)
    (cond
      [(andmap module-form? forms)
       (for-each share-language! forms)
       (when (reaches-for-names? forms)
         (extend-for forms))
       (map include-our-matrix forms)]
      [else
       (define own (build-path (path-only path) "Matrix.scm"))
       (define own-forms (if (file-exists? own) (read-forms own) '()))
       (define all (with-loaded-forms (append forms own-forms)))
       (when (ignores-case? all)
         (read-case-sensitive #f))
       (extend-for all)
       (unless (null? own-forms)
         (load-own-matrix own own-forms))
       (map include-our-matrix (if (read-case-sensitive) forms (read-forms path)))]))

  ; What a course has in its own Matrix.scm goes before ours.
  (define (load-own-matrix path forms)
    (if (andmap module-form? forms)
        (namespace-require path)
        (load path)))

  ; A module's language is not loaded anew with each robot.
  (define (share-language! form)
    (define language (caddr (syntax->datum form)))
    (when (or (symbol? language) (and (pair? language) (eq? (car language) 'lib)))
      (with-handlers ([exn:fail? void]) ; evaluating the module tells
        (share! language))))

  ; Whether `name` is the handout's file of matrices, on whatever machine, and was not handed in.
  (define (missing-matrix? name)
    (and (regexp-match? #rx"(?i:(^|[/\\])matrix[.](scm|ss|rkt))$" name)
         (not (file-exists? name))))

  ; For (load "Matrix.scm") and (require "Matrix.scm"), of which the first has all it needs.
  (define ((with-our-matrix load) path expected)
    (cond
      [(not (missing-matrix? (path->string path))) (load path expected)]
      [expected
       (when (or (symbol? expected) (car expected))
         (eval `(,(namespace-module-identifier) Matrix racket/base
                 (require (file ,(path->string our-matrix)))
                 (provide (all-from-out (file ,(path->string our-matrix)))))))]
      [else (void)]))

  ; (include "Matrix.scm") asks no handler.
  (define (include-our-matrix form)
    (define (replaced inner)
      (define parts (syntax->datum inner))
      (if (and (string? (cadr parts)) (missing-matrix? (cadr parts)))
        (datum->syntax inner `(require (file ,(path->string our-matrix))) inner)
        inner))
    (cond
      [(begins-with? '(module #%module-begin begin) form)
       (datum->syntax form (map include-our-matrix (syntax->list form)) form form)]
      [(begins-with? '(include) form) (replaced form)]
      [else form])))
