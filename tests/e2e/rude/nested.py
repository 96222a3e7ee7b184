"""Answers with 50,000 brackets inside each other: a parser that recurses runs out of stack."""
import talk

DEPTH = 25000

talk.hello()
for turn in talk.messages("turn"):
    head = '{"type":"move","match":"%s","turn":%d,"move":' % (turn["match"], turn["turn"])
    talk.write((head + "[" * DEPTH + "]" * DEPTH + "}\n").encode())
