"""Writes half a line and exits."""
import talk

talk.hello()
next(talk.messages("turn"))
talk.write(b'{"type":"mo')
