"""What the campaigns of this folder need of Linux: processes, as /proc shows them, and writes, by inotify."""
import ctypes
import errno
import os
import pathlib
import select
import signal
import struct
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
IN_MODIFY, IN_CREATE = 0x2, 0x100
EVENT = struct.Struct("iIII")  # inotify_event without its name


def adopt_orphans():
    """From now on a process whose parent dies becomes a child of this program, so that it can be found."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)


def end_with_parent():
    """In a child: lets the kernel kill it when this program ends for any reason."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def table():
    """(parent, state) of all processes, by number."""
    found = {}
    for folder in os.scandir("/proc"):
        if folder.name.isdigit():
            try:
                text = pathlib.Path(folder.path, "stat").read_text()
            except OSError:
                continue  # it has ended meanwhile
            state, parent = text[text.rindex(")") + 2:].split()[:2]
            found[int(folder.name)] = int(parent), state
    return found


def descendants(root, without=()):
    """All processes that came from `root` and still run, leaving out those that came from `without`."""
    processes = table()
    found, heads = [], [root]
    while heads:
        head = heads.pop()
        children = [pid for pid, (parent, _) in processes.items() if parent == head and pid not in without]
        heads += children
        found += [pid for pid in children if processes[pid][1] != "Z"]
    return found


def await_ends(root, without, patience):
    """Waits until all descendants of `root` have ended, but those of `without`; returns those that have not.
    Reaps orphans that have become children of this program."""
    until = time.monotonic() + patience
    while True:
        reap_orphans(without)
        left = descendants(root, without)
        if not left or time.monotonic() > until:
            return left
        try:
            descriptor = os.pidfd_open(left[0])
        except ProcessLookupError:
            continue
        try:
            poller = select.poll()
            poller.register(descriptor, select.POLLIN)
            poller.poll(max(0, until - time.monotonic()) * 1000)
        finally:
            os.close(descriptor)


def reap_orphans(without):
    for pid, (parent, state) in table().items():
        if parent == os.getpid() and state == "Z" and pid not in without:
            try:
                os.waitpid(pid, os.WNOHANG)
            except ChildProcessError:
                pass


class Writes:
    """Tells writes to the files of the folder `path`, which another process may make later. A user has few inotify instances and watches,
    which all its programs share: where none is left, the files' times are looked at instead, and a write just after another may be missed."""

    LOOK_EVERY_MS = 1

    def __init__(self, path):
        self.path, self.libc = pathlib.Path(path), ctypes.CDLL(None, use_errno=True)
        self.descriptor = self.libc.inotify_init1(os.O_CLOEXEC)
        self.left = self.descriptor >= 0
        self.above = self.watch(self.path.parent, IN_CREATE)
        self.watch(self.path, IN_MODIFY)
        if not self.left:
            print(f"no inotify instance or watch is left ({os.strerror(ctypes.get_errno())}): looks at the times of files, every "
                  f"{self.LOOK_EVERY_MS} ms. See fs.inotify.max_user_instances and max_user_watches", file=sys.stderr)  # fmt: skip

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        if self.descriptor >= 0:
            os.close(self.descriptor)

    def watch(self, folder, events):
        if not self.left:
            return -1
        watch = self.libc.inotify_add_watch(self.descriptor, os.fsencode(folder), events)
        self.left = watch >= 0 or ctypes.get_errno() != errno.ENOSPC
        return watch  # -1: there is no such folder

    def until(self, count, pid, patience):
        """Waits for so many writes, or for the end of the process `pid`; returns whether there were as many."""
        ended = os.pidfd_open(pid)
        try:
            return (self.notified if self.left else self.looked)(count, ended, patience)
        finally:
            os.close(ended)

    def notified(self, count, ended, patience):
        poller = select.poll()
        poller.register(self.descriptor, select.POLLIN)
        poller.register(ended, select.POLLIN)
        while count > 0:
            ready = [descriptor for descriptor, _ in poller.poll(patience * 1000)]
            if self.descriptor not in ready:
                return False
            count -= self.take()
            if not self.left:
                return self.looked(count, ended, patience)
        return True

    def looked(self, count, ended, patience):
        poller = select.poll()
        poller.register(ended, select.POLLIN)
        before, last = self.times(), time.monotonic()
        while count > 0:
            if poller.poll(self.LOOK_EVERY_MS) or time.monotonic() - last > patience:
                return False
            now = self.times()
            if now != before:
                count, before, last = count - 1, now, time.monotonic()
        return True

    def times(self):
        found = {}
        try:
            for file in os.scandir(self.path):
                status = file.stat()
                found[file.name] = (status.st_mtime_ns, status.st_size)
        except FileNotFoundError:
            pass  # not yet, or no longer
        return found

    def take(self):
        """Reads what there is; returns the number of writes."""
        data, writes, at = os.read(self.descriptor, 65536), 0, 0
        while at < len(data):
            watch, _, _, size = EVENT.unpack_from(data, at)
            if watch != self.above:
                writes += 1
            elif data[at + EVENT.size:at + EVENT.size + size].rstrip(b"\0") == os.fsencode(self.path.name):
                self.watch(self.path, IN_MODIFY)
            at += EVENT.size + size
        return writes


def name_of(pid):
    """What a process is called by, for messages."""
    try:
        words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return f"process {pid}, which has ended"
    return f"process {pid}: {b' '.join(words).decode(errors='replace').strip()}"
