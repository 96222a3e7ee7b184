"""Answers with bytes that are not UTF-8, inside what else would be a correct message."""
import talk

talk.hello()
for turn in talk.messages("turn"):
    head = '{"type":"move","match":"%s","turn":%d,"move":"' % (turn["match"], turn["turn"])
    talk.write(head.encode() + b"\xff\xfe\xc3(" + b'"}\n')
