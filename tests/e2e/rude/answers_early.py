"""Answers the next turn before it answers the one that is asked."""
import talk

talk.hello()
for turn in talk.messages("turn"):
    talk.answer({**turn, "turn": turn["turn"] + 1}, "right")
    talk.answer(turn)
