"""Hostile bots: attack.py VICE [ARGUMENTS]. Each tries its vice, then plays Walls if it still can. It reports every
attempt that should have been impossible to standard error, as a line ESCAPED; the last line before the game is the
number of attempts, so that a test sees that they were made."""
import ctypes
import mmap
import os
import signal
import socket
import struct
import sys
import threading
import time

import talk

LIBC = ctypes.CDLL(None, use_errno=True)
MIB = 1 << 20
tried = 0


def say(text):
    os.write(2, (text + "\n").encode())


def attempt(what, action):
    """Runs `action`, which must fail."""
    global tried
    tried += 1
    try:
        result = action()
    except (OSError, MemoryError, RuntimeError, ValueError):
        return
    if result is not False:
        say(f"ESCAPED: {what}")


def try_out(action):
    global tried
    tried += 1
    try:
        action()
    except OSError:
        pass


def call(function, *arguments):
    """A call of the C library; False if it fails."""
    return function(*arguments) != -1 or False


def read(path):
    with open(path, "rb") as file:
        file.read(1)


def write(path):
    with open(path, "ab") as file:
        file.write(b"x")


def files(*paths):
    """Reads and writes files of others, and writes to its own folder. The test checks all from outside:
    inside bubblewrap the bot may have its own files of the same name."""
    attempt("opened /etc/shadow", lambda: open("/etc/shadow", "rb").close())
    attempt("opened /etc/shadow to write", lambda: open("/etc/shadow", "r+b").close())
    for path in paths:
        attempt(f"read {path}", lambda: read(path))
        try_out(lambda: write(path))
    for folder in (os.path.dirname(os.path.abspath(__file__)), os.path.dirname(paths[0]), "/etc", "/usr", "/var/tmp"):
        try_out(lambda: write(folder + "/planted"))
    try_out(lambda: write(__file__))
    try_out(lambda: os.remove(__file__))


def proc():
    """Reads files of other processes in /proc."""
    around = range(max(2, os.getpid() - 2000), os.getpid() + 2000)
    for pid in {1, os.getppid(), *around} - {os.getpid()}:
        for name in ("environ", "mem", "maps"):
            attempt(f"read {name} of {pid}", lambda: own_or_read(pid, name))


def own_or_read(pid, name):
    """Inside bubblewrap, process 1 is the init of the bot's sandbox: to read its files is no escape."""
    if os.getppid() == pid == 1:
        return False
    return read(f"/proc/{pid}/{name}")


def kill(*pids):
    for pid in [int(pid) for pid in pids] + [os.getppid()]:
        if pid not in (0, 1):
            attempt(f"killed {pid}", lambda: os.kill(pid, signal.SIGKILL))
            attempt(f"stopped {pid}", lambda: os.kill(pid, signal.SIGSTOP))
            attempt(f"lamed {pid}", lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
    try:
        os.kill(-1, signal.SIGCONT)  # to all processes; harmless to the bot itself
        os.kill(-1, 0)
    except OSError:
        pass
    for pid in pids:
        attempt(f"ptraced {pid}", lambda: call(LIBC.ptrace, 16, int(pid), 0, 0))
        attempt(f"looked into {pid}", lambda: call(LIBC.process_vm_readv, int(pid), None, 0, None, 0, 0))


def kill_all():
    """Kills all processes that it may: this must be only the bot itself."""
    say("tried 1")
    os.kill(-1, signal.SIGKILL)


def sockets(port):
    there = ("127.0.0.1", int(port))
    attempt("connected", lambda: socket.create_connection(there, timeout=5))
    attempt("connected elsewhere", lambda: socket.create_connection(("10.0.0.1", 9), timeout=1))
    attempt("sent UDP", lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("10.0.0.1", 9)))
    attempt("opened AF_PACKET", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
    attempt("opened AF_VSOCK", lambda: socket.socket(40, socket.SOCK_STREAM))
    attempt("opened a raw socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
    attempt("reached a socket of the machine's", lambda: unix_connect("/run/systemd/journal/dev-log"))


def unix_connect(path):
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
        end.connect(path)


def reconnect(port):
    """Connects the socket of its standard input to another address."""
    own = socket.socket(fileno=os.dup(0))
    no_address = struct.pack("=H14x", socket.AF_UNSPEC)
    there = struct.pack("=H", socket.AF_INET) + struct.pack("!H", int(port)) + bytes([127, 0, 0, 1]) + bytes(8)
    fast_open = 0x20000000
    attempt("left", lambda: call(LIBC.connect, own.fileno(), no_address, 16)
            and call(LIBC.connect, own.fileno(), there, 16))
    attempt("left by fast open", lambda: own.sendto(b"x", fast_open, ("127.0.0.1", int(port))))


def fork_bomb():
    global tried
    for _ in range(2000):
        tried += 1
        try:
            if os.fork() == 0:
                time.sleep(600)
                os._exit(0)
        except OSError:
            return
    say("ESCAPED: 2000 processes")


def thread_bomb():
    """Starts as many threads as it can: there must be a bound, without an effect on other processes."""
    global tried
    stop = threading.Event()
    threading.stack_size(64 * 1024)
    try:
        for _ in range(20000):
            tried += 1
            threading.Thread(target=stop.wait, daemon=True).start()
        say("ESCAPED: 20000 threads")
    except RuntimeError:
        stop.set()


def memory():
    attempt("had 2 GiB shared", lambda: mmap.mmap(-1, 2048 * MIB))
    attempt("had a file in memory", lambda: os.ftruncate(os.memfd_create("hog"), 2048 * MIB))
    say(f"tried {tried}")
    block = b"x" * 4096
    attempt("had 4 GiB", lambda: block * (MIB + 1))  # memory that is reserved and not used is nothing: this one is used


def disk():
    """Fills its private folder: one file that is too large, then many."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    room = os.environ["TMPDIR"]
    attempt("wrote a file of 1 GiB", lambda: fill(f"{room}/one", 1024))
    say(f"tried {tried}")
    for number in range(1000):
        try:
            fill(f"{room}/many{number}", 32)
        except OSError:
            return
    say("ESCAPED: 32 GB")


def fill(path, mib):
    with open(path, "wb") as file:
        for _ in range(mib):
            file.write(bytes(MIB))
            file.flush()


def flood(number):
    """Writes a gigabyte without a newline: on standard output, a line would count as an answer."""
    global tried
    tried += 1
    chunk = b"x" * MIB
    for _ in range(1024):
        view = chunk
        while view:
            view = view[os.write(int(number), view):]


def daemonise():
    """Leaves a daemon process behind."""
    global tried
    tried += 1
    try:
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(600)
            os._exit(0)
    except OSError:
        pass


def descriptors():
    for number in range(3, 1000):
        attempt(f"has descriptor {number}", lambda: os.fstat(number))
        attempt(f"wrote to descriptor {number}", lambda: os.write(number, b'{"type":"move"}\n'))


def stay():
    """Does not exit, neither at the end of the match nor at SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def namespaces():
    attempt("made a user namespace", lambda: call(LIBC.unshare, 0x10000000))
    attempt("mounted", lambda: call(LIBC.mount, b"none", b"/tmp", b"tmpfs", 0, None))
    attempt("became root", lambda: os.setuid(0) if os.getuid() != 0 else False)
    attempt("changed the root", lambda: os.chroot("/"))


def late_sleep():
    talk.hello()
    time.sleep(600)


vice, arguments = sys.argv[1], sys.argv[2:]
globals()[vice](*arguments)
say(f"tried {tried}")
talk.hello()
for turn in talk.messages("turn"):
    talk.answer(turn)
if vice == "stay":
    while True:
        signal.pause()
