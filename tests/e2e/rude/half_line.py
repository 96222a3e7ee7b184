"""Writes half a line and is gone."""
import talk

talk.hello()
next(talk.messages("turn"))
talk.write(b'{"type":"mo')
