"""Prints debug text to standard output, before the answer."""
import talk

talk.hello()
for turn in talk.messages("turn"):
    talk.write(b"thinking about turn %d\n" % turn["turn"])
    talk.answer(turn)
