"""Answers its first two turns only once it has been told that it is too late for them. A second argument is its move."""
import talk

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number < 2:
        talk.await_error("late")
    talk.answer(turn, talk.honest_move())
