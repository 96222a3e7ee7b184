"""Does nothing wrong: its second argument is its move in every turn."""
import talk

talk.hello()
talk.answer_all(talk.honest_move())
