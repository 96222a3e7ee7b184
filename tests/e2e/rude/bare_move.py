"""Answers with a move that names neither match nor turn nor move."""
import talk

talk.hello()
for _ in talk.messages("turn"):
    talk.send({"type": "move"})
