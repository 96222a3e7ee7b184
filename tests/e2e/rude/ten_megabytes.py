"""Answers its first turn with 10 MB without a newline, and the others correctly."""
import talk

CHUNK = b"x" * 65536

talk.hello()
for number, turn in enumerate(talk.messages("turn")):
    if number == 0:
        for _ in range(160):
            talk.write(CHUNK)
        talk.write(b"\n")
        continue
    talk.answer(turn)
