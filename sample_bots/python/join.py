#!/usr/bin/env python3
"""Lets a bot that speaks the protocol over stdin and stdout play on a referee elsewhere. COMMAND is started
anew for every match; a lost connection is dialled again."""
import argparse, contextlib, hashlib, io, json, os, queue, shutil, signal, socket, ssl, subprocess, sys, threading, time

MAX_DIALS = 10  # in a row that got no welcome


class Bot:
    """COMMAND in one match. Threads serve its pipes, so that a bot that hangs does not block us."""

    def __init__(self, command, start, welcome, send):
        self.match, self.turn, self.past, self.said, self.ended = start["match"], None, 0, b"", False
        self.over = b""  # what tells the referee that it has ended in mid-match
        self.live, self.lock = True, threading.Lock()  # live: its lines are sent at once
        self.commitment = start["commitment"]  # another one means: the match is played again
        self.inbox, self.send = queue.SimpleQueue(), send
        self.inbox.put(welcome)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_")}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe)
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        if self.process.stdout.readline():  # its hello: the referee already has ours
            threading.Thread(target=self.write, daemon=True).start()
        for line in self.process.stdout:
            with self.lock:
                self.said += line  # kept until the next turn: the connection may lose it
                if self.live:
                    self.send(line)
        code = self.process.wait()
        if code > 0 or not self.ended:
            print(f"join: the bot ended with code {code} in match {self.match}", file=sys.stderr)
        if not self.ended:
            how = f"exit status {code}" if code >= 0 else f"signal {-code}"
            self.over = json.dumps({"type": "ended", "match": self.match, "how": how}).encode() + b"\n"
            self.send(self.over)  # so that the referee does not wait for its answers

    def write(self):
        try:
            for line in iter(self.inbox.get, b""):
                self.process.stdin.write(line)
                self.process.stdin.flush()
            self.process.stdin.close()
        except OSError:
            pass  # the bot has ended; read() reports it

    def pause(self):
        """The connection is lost: what the bot says is kept until the next ask()."""
        with self.lock:
            self.live = False

    def ask(self, turn, line):
        with self.lock:
            repeated, self.turn, self.live = turn == self.turn, turn, True
            if repeated:  # after a reconnect: it is at it still, or has answered in vain
                self.send(self.said)
            else:
                self.said = b""
                self.inbox.put(line)

    def end(self):
        self.ended = True
        self.inbox.put(b"")
        threading.Timer(1, self.process.kill).start()


class Tls(io.RawIOBase):
    """A connection that speaks TLS. Two threads use it, and OpenSSL wants one at a time: hence the lock."""

    def __init__(self, connection, context, host, pin):
        self.connection, self.lock = connection, threading.Lock()
        self.inbound, self.outbound = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.inbound, self.outbound, server_hostname=host)
        self.go_on(self.tls.do_handshake)
        if pin and hashlib.sha256(self.tls.getpeercert(True)).hexdigest() != pin:
            raise ssl.SSLError(1, "its certificate has another SHA-256 than --pin says")

    def go_on(self, step):
        """The result of `step`, which is tried again after each arrival; None at the end of the connection."""
        while True:
            with self.lock:
                try:
                    return step()
                except ssl.SSLWantReadError:
                    pass
                finally:
                    self.connection.sendall(self.outbound.read())
            received = self.connection.recv(65536)
            if not received:
                if self.tls.version() is None:
                    raise ConnectionError("the connection was closed before TLS was agreed on")
                return None
            with self.lock:
                self.inbound.write(received)

    def readable(self):
        return True

    def readinto(self, buffer):
        return self.go_on(lambda: self.tls.read(len(buffer), buffer)) or 0

    def sendall(self, data):
        with self.lock:
            while data:
                data = data[self.tls.write(data) :]
            self.connection.sendall(self.outbound.read())

    def close(self):
        with self.lock, contextlib.suppress(OSError):
            with contextlib.suppress(ssl.SSLError):
                self.tls.unwrap()
            self.connection.sendall(self.outbound.read())
        super().close()

    def makefile(self, mode):
        return io.BufferedReader(self)


def tls_context(ca, pin):
    context = ssl.create_default_context(cafile=ca)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if pin:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


class Join:
    def __init__(self, address, command, name, token_file, code, context, pin):
        self.address, self.command, self.token_file = address, command, token_file
        self.context, self.pin = context, pin
        self.hello = {"type": "hello", "protocol": 1, "resume": True, "name": name}
        self.hello["token"] = os.getenv("REFEREE_TOKEN", "")
        if code:
            self.hello["registration_code"] = code
        if token_file and os.path.exists(token_file):
            with open(token_file) as file:
                self.hello["token"] = file.read().strip()
        self.connection, self.bot, self.welcome, self.dials, self.pause = None, None, b"", 0, 0

    def send(self, line):
        try:
            self.connection.sendall(line)
        except OSError:
            pass  # the connection is lost; talk() finds that out too

    def run(self):
        while self.dials < MAX_DIALS:
            self.dials += 1
            try:
                if self.talk(socket.create_connection(self.address)):
                    return 0
                print("join: the connection was closed", file=sys.stderr)
            except ssl.SSLError as error:
                return f"join: no TLS with {self.address[0]}: {error}"
            except OSError as error:
                print("join:", error, file=sys.stderr)
            if self.bot:
                self.bot.pause()
            if self.dials < MAX_DIALS:
                time.sleep(max(self.pause, min(0.05 * 2**self.dials, 5)))
        return f"join: gave up after dialling {MAX_DIALS} times"

    def talk(self, connection):
        """Returns whether the referee said bye."""
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context:
                connection = Tls(connection, self.context, self.address[0], self.pin)
            with connection.makefile("rb") as lines:
                connection.sendall(json.dumps(self.hello).encode() + b"\n")
                self.connection = connection  # not before the hello, because the bot's thread sends there, too
                for line in lines:
                    message = json.loads(line)
                    if message["type"] == "bye":
                        print("join: the referee says bye:", message.get("reason"), file=sys.stderr)
                        return True
                    self.handle(message, line)
        return False

    def handle(self, message, line):
        kind, known = message["type"], self.bot and self.bot.match == message.get("match")
        if kind == "welcome":
            self.save(message.pop("token", None))
            self.welcome = json.dumps(message).encode() + b"\n"
            self.dials, self.pause = 0, 0
        elif kind == "start" and not (known and self.bot.commitment == message["commitment"]):
            self.end_bot()
            try:
                self.bot = Bot(self.command, message, self.welcome, self.send)
            except OSError as error:
                sys.exit(f"join: cannot start {self.command[0]}: {error}")
            self.bot.inbox.put(line)
        elif kind == "start":
            self.send(self.bot.over)  # after a reconnect: the connection before may have lost it
        elif known and kind == "turn":
            self.bot.ask(message["turn"], line)
        elif known and kind == "past":
            if self.bot.turn is None and message["turn"] >= self.bot.past:  # else it has had it
                self.bot.past = message["turn"] + 1
                self.bot.inbox.put(line)
        elif self.bot and kind not in ("start", "past", "wait", "turn"):  # which it has after a reconnect
            self.bot.inbox.put(line)
            if kind == "end":
                self.end_bot()
        if kind == "error":
            print("join:", message.get("message"), file=sys.stderr)
            self.pause = message.get("retry_after_ms", 0) / 1000

    def end_bot(self):
        if self.bot:
            self.bot.end()
        self.bot = None

    def save(self, token):
        self.hello["token"] = token or self.hello["token"]
        if token and self.token_file:
            with open(os.open(self.token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
                file.write(token + "\n")


cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
parser = argparse.ArgumentParser(
    description=__doc__, usage="%(prog)s HOST:PORT --name NAME [--token-file FILE] [--code-file FILE] [--tls [--ca FILE | --pin SHA256]] "
    "-- COMMAND...",
)
parser.add_argument("address", metavar="HOST:PORT")
parser.add_argument("--name", required=True, help="the bot's name on the referee")
parser.add_argument("--token-file", help="holds the token (or REFEREE_TOKEN); a new one is saved here")
parser.add_argument("--code-file", help="holds the class's registration code (or REFEREE_REGISTRATION_CODE)")
parser.add_argument("--tls", action="store_true", help="speak TLS, as the referee's certificate allows")
parser.add_argument("--ca", metavar="FILE", help="certificates to trust, in place of the system's")
parser.add_argument("--pin", metavar="SHA256", help="of the referee's certificate; its name is not checked then")
args, command = parser.parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]
host, _, port = args.address.rpartition(":")
if not host or not port.isdigit():
    parser.error(f"got {args.address}, expected HOST:PORT")
if not command or not shutil.which(command[0]):
    parser.error("expected the bot's command after --, got " + (command[0] if command else "nothing"))
code = os.getenv("REFEREE_REGISTRATION_CODE", "")
if args.code_file:
    try:
        with open(args.code_file) as file:
            code = file.read().strip()
    except OSError as error:
        parser.error(f"--code-file: {error}")
pin = (args.pin or "").replace(":", "").lower()
if (args.ca or args.pin) and not args.tls or args.ca and args.pin:
    parser.error("expected --ca FILE or --pin SHA256 behind --tls")
if args.pin and (len(pin) != 64 or pin.strip("0123456789abcdef")):
    parser.error(f"--pin: got {args.pin}, expected 64 hex digits")
try:
    context = tls_context(args.ca, pin) if args.tls else None
except OSError as error:
    parser.error(f"--ca {args.ca}: {error}")
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
join = Join((host.strip("[]"), port), command, args.name, args.token_file, code, context, pin)
result = join.run()
join.end_bot()
sys.exit(result)
