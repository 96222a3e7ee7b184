"""Answers with a line that is no JSON and not even text: control characters and brackets."""
import talk

talk.hello()
for _ in talk.messages("turn"):
    talk.write(b"\x00\x01\x7f ]]}}{{ \x1b[31m\n")
