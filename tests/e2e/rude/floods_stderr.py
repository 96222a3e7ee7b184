"""Plays well, but a thread of it writes to standard error without end."""
import os
import threading

import talk


def write_on():
    while True:
        os.write(2, b"trouble\n" * 4096)


threading.Thread(target=write_on, daemon=True).start()
talk.hello()
talk.answer_all()
os._exit(3)
