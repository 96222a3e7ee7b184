; The referee's messages, which are JSON: objects are hashes with symbols for names, arrays are lists, null is 'null.
; Racket's own library `json` loads contracts, which take as long as all the rest of a start.
(module message racket/base
  (provide read-message write-message)

  ; The message in a line of the referee, who sends valid JSON only.
  (define (read-message line) (read-value (open-input-string line)))

  ; The next character that is no blank; it stays.
  (define (peek-next in)
    (define char (peek-char in))
    (cond
      [(and (char? char) (char-whitespace? char)) (read-char in) (peek-next in)]
      [else char]))
  (define (read-next in)
    (peek-next in)
    (read-char in))

  (define (read-value in)
    (define char (read-next in))
    (case char
      [(#\{) (for/hasheq ([name+value (read-items in #\} read-member)])
               (values (car name+value) (cdr name+value)))]
      [(#\[) (read-items in #\] read-value)]
      [(#\") (read-text in)]
      [else (read-word in char)]))

  ; What stands between commas up to `end`, each read by `read-item`.
  (define (read-items in end read-item)
    (define (rest)
      (define item (read-item in))
      (cons item (if (eqv? (read-next in) #\,) (rest) '())))
    (cond
      [(eqv? (peek-next in) end) (read-char in) '()]
      [else (rest)]))

  (define (read-member in)
    (read-next in) ; "
    (define name (string->symbol (read-text in)))
    (read-next in) ; :
    (cons name (read-value in)))

  ; A string whose first quotation mark has been read.
  (define (read-text in)
    (define out (open-output-string))
    (let loop ()
      (define char (read-char in))
      (case char
        [(#\") (get-output-string out)]
        [(#\\) (write-char (read-escaped in) out) (loop)]
        [else (write-char char out) (loop)])))

  (define (read-escaped in)
    (define char (read-char in))
    (case char
      [(#\b) #\backspace] [(#\f) #\page] [(#\n) #\newline] [(#\r) #\return] [(#\t) #\tab]
      [(#\u) (unit->char (read-unit in) in)]
      [else char]))

  (define (read-unit in) (string->number (read-string 4 in) 16))

  ; The character that begins with the UTF-16 unit `unit`.
  (define (unit->char unit in)
    (cond
      [(<= #xD800 unit #xDBFF)
       (read-string 2 in) ; \u
       (integer->char (+ #x10000 (* (- unit #xD800) #x400) (- (read-unit in) #xDC00)))]
      [else (integer->char unit)]))

  ; A number, true, false or null that begins with `first`.
  (define (read-word in first)
    (define text
      (list->string
       (cons first
             (let loop ()
               (define char (peek-char in))
               (if (or (eof-object? char) (memv char '(#\, #\] #\} #\space))) '() (cons (read-char in) (loop)))))))
    (case text
      [("null") 'null] [("true") #t] [("false") #f]
      [else (string->number text)]))

  (define (escaped char)
    (cond
      [(memv char '(#\" #\\)) (string #\\ char)]
      [(char<? char #\space)
       (define digits (number->string (char->integer char) 16))
       (string-append "\\u" (make-string (- 4 (string-length digits)) #\0) digits)]
      [else (string char)]))

  ; Writes strings, integers, lists, hashes and 'null.
  (define (write-message value out)
    (define (write-between open items write-item close [comma ","])
      (write-string open out)
      (for ([item items] [number (in-naturals)])
        (unless (zero? number) (write-string comma out))
        (write-item item))
      (write-string close out))
    (define (write-any value) (write-message value out))
    (cond
      [(hash? value)
       (write-between "{" (hash->list value)
                      (lambda (member)
                        (write-any (symbol->string (car member)))
                        (write-string ":" out)
                        (write-any (cdr member)))
                      "}")]
      [(list? value) (write-between "[" value write-any "]")]
      [(string? value) (write-between "\"" value (lambda (char) (write-string (escaped char) out)) "\"" "")]
      [else (display value out)])))
