"""Looks for descriptors that the referee forgot to close, and lists all that it has in its last message.
Logs how many the referee has during the match."""
import os
import sys

import talk


def is_open(descriptor):
    try:
        os.fstat(descriptor)
        return True
    except OSError:
        return False


descriptors = sorted(int(name) for name in os.listdir("/proc/self/fd"))
found = [descriptor for descriptor in descriptors if is_open(descriptor)]
talk.hello()
first = next(talk.messages("turn"))
talk.log(str(len(os.listdir("/proc/%d/fd" % os.getppid()))))
talk.answer(first)
talk.answer_all()
print("descriptors", *found, file=sys.stderr)
sys.exit(1)
