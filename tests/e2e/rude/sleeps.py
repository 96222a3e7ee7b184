"""Uses no processor time in its first two turns, and does not answer them either."""
import select

import talk

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number < 2:
        select.select([0], [], [])
        talk.await_error("late")
    else:
        talk.answer(turn)
