"""Says hello and never reads: what is sent to it stays in the kernel, and then in the referee."""
import signal

import talk

talk.hello()
signal.pause()
