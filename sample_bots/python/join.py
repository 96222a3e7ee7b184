#!/usr/bin/env python3
"""Lets a bot that speaks the protocol over stdin and stdout play on a referee elsewhere. COMMAND is started
anew for every game. A lost connection is made again."""
import argparse, contextlib, datetime, hashlib, io, json, os, queue, re, shutil, signal, socket, ssl, subprocess, sys
import threading, time

MAX_DIALS = 10  # in a row that got no welcome
FINAL = ("bad_token", "bad_name", "unsupported", "full", "bad_code", "too_many_names", "tls_required")  # errors
QUIET = 10  # seconds without a line, before it looks whether a referee plays elsewhere
UNSEEN = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"  # letters and marks, for Python
MAX_LINE = {"to_bot": 1048576, "from_bot": 65536}  # bytes


class Refused(Exception):
    """Dialling again would get the same answer."""


def shown(text):
    """Text of others with a question mark for each character that would change a terminal or cannot be seen, at most 500."""
    return "".join(c if c.isprintable() and c not in UNSEEN else "?" for c in str(text)[:500])


def say(*words):
    print("join:", *map(shown, words), file=sys.stderr, flush=True)


class Trace:
    """Writes all lines between the referee and the bot to a file, secrets as ***: protocol/TRACE.md has the format.
    Without a file it does nothing."""

    SECRETS = ("token", "registration_code")  # ends of keys
    # A key, behind it a value in quotes that have backslashes, in plain quotes, or in none.
    NAMED = re.compile(
        r"""(?:token|registration_code)\\*["']?[ \t]*[:=][ \t]*"""
        r"""(?:\\+(["'])(.*?)(?=\1|$)|(["'])((?:\\.|(?!\3).)*)|([^\s,;})\]"']+))""",
        re.IGNORECASE | re.DOTALL,
    )

    def __init__(self, file, name):
        self.file, self.label, self.known, self.size = file, {"bot": name}, [], 0
        self.connections, self.lock, self.began = 0, threading.Lock(), time.monotonic()
        self.fd = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o600) if file else None
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
        self.write({"event": "trace", "version": 1, "began": now, "program": "join.py", "command": "join"})

    def learn(self, secret):
        if len(secret) >= 6 and secret not in self.known:  # shorter ones may stand in other texts by chance
            self.known = self.known[-63:] + [secret]

    def masked(self, text):
        def without(match):
            secret = match[2] or match[4] or match[5]
            if not secret:
                return match[0]
            self.learn(secret)
            self.learn(re.match(r"[\w.~+/=-]*", secret, re.ASCII)[0])  # a complaint about the rest may quote this
            return match[0][: -len(secret)] + "***"

        text = self.NAMED.sub(without, text)
        for secret in self.known:
            text = text.replace(secret, "***")
        return text

    def without_secrets(self, value):
        if isinstance(value, str):
            return self.masked(value)
        if isinstance(value, list):
            return [self.without_secrets(element) for element in value]
        if not isinstance(value, dict):
            return value
        clean = {}
        for key, part in value.items():
            is_secret = key.lower().endswith(self.SECRETS) and part not in (None, "")
            if is_secret and isinstance(part, str):
                self.learn(part)
            clean[self.masked(key)] = "***" if is_secret else self.without_secrets(part)
        return clean

    def content(self, line, direction):
        """A line as JSON text behind what the trace says about it."""
        try:
            if len(line) <= MAX_LINE[direction]:
                text = line.decode()
                value = json.loads(text)
                clean = self.without_secrets(value)
                dumped = json.dumps(clean, allow_nan=False, separators=(",", ":"))
                return "line", text if clean == value and text.isascii() and text.isprintable() else dumped
        except (ValueError, RecursionError):
            pass
        raw = self.masked(line.decode("latin-1")).encode("latin-1")
        parts = {"text": raw[:4096].decode(errors="replace")}
        if len(raw) > 4096:
            parts["bytes"] = len(raw)
        try:
            raw.decode()
        except ValueError:
            parts["hex"] = raw[:64].hex()
        if len(line) > MAX_LINE[direction]:
            parts["oversize"] = True
        return None, json.dumps(parts)[1:-1]

    def line(self, direction, line, **more):
        """One line, or several that were sent at once. With `more` it belongs to no connection."""
        parts = line.split(b"\n") if self.fd is not None else [b""]
        if not parts[-1]:
            parts.pop()
        for part in parts:
            with self.lock:
                at = time.monotonic()
                key, text = self.content(part[:-1] if part.endswith(b"\r") else part, direction)
                content = f'"{key}":{text}' if key else text
                connection = {} if more else {"connection": self.connections}
                self.write({"dir": direction, **self.label, **connection, **more}, at, content)

    def event(self, event, **more):
        """A key that is None is left out."""
        with self.lock:
            entry = {"event": event, **self.label, **self.without_secrets(more)}
            self.write({key: value for key, value in entry.items() if value is not None})

    def connected(self):
        self.connections += 1
        self.event("connected", connection=self.connections, times="read")

    def closed(self, why):
        self.event("closed", connection=self.connections, why=why)

    def write(self, entry, at=None, content=""):
        if self.fd is None:
            return
        seconds = (self.began if entry.get("event") == "trace" else at or time.monotonic()) - self.began
        text = f'{{"t":{seconds:.6f},{json.dumps(entry, separators=(",", ":"))[1:-1]}{"," if content else ""}{content}}}\n'
        data = text.encode()
        try:
            while data:
                data = data[os.write(self.fd, data) :]
            self.size += len(text)
        except OSError as error:
            with contextlib.suppress(OSError):
                os.ftruncate(self.fd, self.size)  # whole lines stay
            self.fd = None
            say(f"the trace {self.file} ends here: {error.strerror}. The game goes on.")


class Bot:
    """COMMAND in one match: that of `start`, or the one with which begin() is called. Threads serve its pipes, so that a
    bot that hangs does not block us. `ready` is called when it has said hello, or has ended without it."""

    def __init__(self, command, start, welcome, send, ready, trace):
        self.turn, self.past, self.said, self.ended = None, 0, b"", False
        self.gone, self.over = False, b""  # over: what tells the referee that it has ended in mid-match
        self.live, self.lock = True, threading.Lock()  # live: its lines are sent at once
        self.match, self.commitment = start.get("match"), start.get("commitment")  # the same match with another
        self.inbox, self.send, self.ready, self.trace = queue.SimpleQueue(), send, ready, trace  # one is played again
        self.is_ready = False
        self.inbox.put(welcome)
        environment = {key: value for key, value in os.environ.items() if not key.startswith("REFEREE_")}
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe)
        trace.event("bot_started", match=self.match)
        threading.Thread(target=self.read, daemon=True).start()

    def begin(self, start):
        """Returns whether it plays this match: not if it has ended, or has another."""
        with self.lock:
            if self.gone or self.match:
                return False
            self.match, self.commitment = start["match"], start["commitment"]
            return True

    def read(self):
        hello = self.process.stdout.readline()
        if hello:  # our own goes to the referee
            self.trace.line("from_bot", hello, passed_on=False)
            threading.Thread(target=self.write, daemon=True).start()
            self.is_ready = True
            self.ready(self)
        for line in self.process.stdout:
            with self.lock:
                self.said += line  # kept until the next turn: the connection may lose it
                if self.live:
                    self.send(line)
        code = self.process.wait()
        how = f"exit status {code}" if code >= 0 else f"signal {-code}"
        with self.lock:
            self.gone = True
        self.trace.event("bot_ended", match=self.match, how=how)
        if code > 0 or not self.ended:
            say(f"the bot ended with code {code}", f"in game {self.match}" if self.match else "before its game began")
        if self.match and not self.ended:
            self.over = json.dumps({"type": "ended", "match": self.match, "how": how}).encode() + b"\n"
            self.send(self.over)  # so that the referee does not wait for its answers
        if not hello:
            self.is_ready = True
            self.ready(self)

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
            raise ssl.SSLError(1, "its certificate is not the one of --pin: its SHA-256 is another")

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


def word_in(path):
    """The token or code in a file, also as the shells and editors of Windows write it: in UTF-16, or with a mark."""
    with open(path, "rb") as file:
        text = file.read()
    wide = text[:2] in (b"\xff\xfe", b"\xfe\xff")
    return text.decode("utf-16" if wide else "utf-8-sig", errors="replace").strip()


def message_of(line):
    with contextlib.suppress(ValueError):
        message = json.loads(line)
        if isinstance(message, dict) and isinstance(message.get("type"), str):
            return message
    start = ascii(line[:60].strip())[1:]
    raise Refused(f"no referee answers there: it said {start}. Is that the port for bots?")


def token_in(file):
    """Its only word; "" without a file. Raises ValueError if that is no token."""
    if not file or not os.path.exists(file):
        return ""
    word = word_in(file)
    if len(word) > 1024 or not word.isascii() or len(word.split()) > 1:
        raise ValueError("expected a token: one word without spaces")
    return word


class Join:
    def __init__(self, addresses, command, name, token_file, code, context, pin, trace):
        self.addresses, self.command, self.token_file = addresses, command, token_file
        self.context, self.pin = context, pin
        self.hello = {"type": "hello", "protocol": 1, "resume": True, "features": ["new_match"], "name": name}
        self.hello["token"] = os.getenv("REFEREE_TOKEN", "")
        if code:
            self.hello["registration_code"] = code
        self.hello["token"] = token_in(token_file) or self.hello["token"]
        self.trace = trace
        trace.learn(self.hello["token"])
        trace.learn(code)
        self.connection, self.bot, self.welcome, self.dials, self.pause = None, None, b"", 0, 0
        self.owes_hello, self.lock = False, threading.Lock()  # it was told new_match, and says hello when the bot has
        self.socket, self.heard, self.present, self.next, self.welcomed = None, 0, 0, 0, False
        if len(addresses) > 1:
            threading.Thread(target=self.watch, daemon=True).start()

    def send(self, line):
        try:
            self.trace.line("from_bot", line)  # before it is sent: what the referee says to it comes later
            self.connection.sendall(line)
        except OSError:
            pass  # the connection is lost; talk() finds that out too

    def run(self):
        """Returns "" at the end, otherwise why it gives up."""
        while self.dials < MAX_DIALS:
            self.dials += 1
            for _ in self.addresses:  # at one of them a referee plays, at the others one may stand by for it
                self.present, self.next = self.next, (self.next + 1) % len(self.addresses)
                host, port = self.addresses[self.present]
                try:
                    if self.talk(host, socket.create_connection((host, port))):
                        return ""
                    say("the connection was closed")
                except ssl.SSLError as error:
                    return f"no TLS with {host}: {error}"
                except Refused as why:
                    return str(why)
                except ConnectionRefusedError:
                    say(f"nobody listens at {host}:{port}: is the address right, and does the referee run?")
                except OSError as error:
                    say(f"{host}:{port}: {error}")
                if self.bot:
                    self.bot.pause()
            if self.dials < MAX_DIALS:
                time.sleep(max(self.pause, min(0.05 * 2**self.dials, 5)))
        return f"gave up after {MAX_DIALS} tries to connect"

    def watch(self):
        """Hangs up on a referee that hangs, when another one plays: who stands by does not listen."""
        while True:
            time.sleep(QUIET)
            if not self.socket or time.monotonic() < self.heard + QUIET:
                continue
            for i, address in enumerate(self.addresses):
                try:
                    if i != self.present and not socket.create_connection(address, 2).close():
                        self.next = i
                        self.socket.shutdown(socket.SHUT_RDWR)
                        break
                except OSError:
                    pass  # nobody listens there, or the connection has ended by itself

    def talk(self, host, connection):
        """Returns whether the referee said bye."""
        self.socket, self.heard = connection, time.monotonic()
        with connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self.context:
                connection = Tls(connection, self.context, host, self.pin)
            self.trace.connected()
            self.welcomed = False  # on this connection
            said_bye = False
            try:
                with connection.makefile("rb") as lines:
                    said_bye = self.converse(connection, lines)
            finally:
                self.trace.closed("bot" if said_bye else "referee")
        return said_bye

    def converse(self, connection, lines):
        """Returns whether the referee said bye."""
        hello = json.dumps(self.hello).encode() + b"\n"
        with self.lock:
            self.owes_hello = False
        self.trace.line("from_bot", hello)
        connection.sendall(hello)
        self.connection = connection  # not before the hello, because the bot's thread sends there, too
        for line in lines:
            self.heard = time.monotonic()
            self.trace.line("to_bot", line)
            message = message_of(line)
            if message["type"] == "bye":
                say("the referee says bye:", message.get("reason"))
                return True
            self.handle(message, line)
        return False

    def handle(self, message, line):
        kind, known = message["type"], self.bot and self.bot.match == message.get("match")
        if kind == "welcome":
            self.save(message.pop("token", None))
            self.welcome = json.dumps(message).encode() + b"\n"
            self.welcomed, self.dials, self.pause = True, 0, 0
            host, port = self.addresses[self.present]
            say(f"connected to {host}:{port}; the bot is {message.get('name')}")
        elif kind == "wait":
            say("waiting:", message.get("reason"))
        elif kind == "start" and not (known and self.bot.commitment == message["commitment"]):
            self.trace.label["match"] = message["match"]
            say(f"game {message['match']} of {message.get('game')} begins")
            if not (self.bot and self.bot.begin(message)):
                self.start_bot(message)
            self.bot.inbox.put(line)
        elif kind == "start":
            self.send(self.bot.over)  # after a reconnect: the connection before may have lost it
        elif kind == "new_match":  # the bot starts up now: the match begins when it is ready
            self.owes_hello = True
            if not self.bot or self.bot.match or self.bot.gone:
                self.start_bot()
            elif self.bot.is_ready:
                self.greet(self.bot)
        elif known and kind == "turn":
            self.bot.ask(message["turn"], line)
        elif known and kind == "past":
            if self.bot.turn is None and message["turn"] >= self.bot.past:  # else it has had it
                self.bot.past = message["turn"] + 1
                self.bot.inbox.put(line)
        elif self.bot and kind not in ("past", "wait", "turn") and (self.bot.match or kind != "error"):
            self.bot.inbox.put(line)
            if kind == "end":
                say(f"game {message['match']} is over: rank {message.get('rank')}, scores {message.get('scores')}")
                self.end_bot()
        if kind == "error":
            if not self.welcomed and message.get("code") in FINAL:
                raise Refused(message.get("message"))
            say(message.get("message"))
            self.pause = message.get("retry_after_ms", 0) / 1000

    def start_bot(self, start={}):
        """Each match has a bot that is started anew. `start`: of a match that has begun already."""
        self.end_bot()
        try:
            with self.lock:
                self.bot = Bot(self.command, start, self.welcome, self.send, self.greet, self.trace)
        except OSError as error:
            sys.exit(f"join: cannot start {self.command[0]}: {error}")

    def greet(self, bot):
        """Says the hello that the referee waits for, also when a match has begun without it: then it asks again
        before the next."""
        with self.lock:
            owed = self.owes_hello and self.bot is bot
            self.owes_hello = self.owes_hello and not owed
        if owed:
            self.send(json.dumps(self.hello).encode() + b"\n")

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
    description=__doc__, usage="%(prog)s HOST:PORT[,HOST:PORT...] --name NAME [--token-file FILE] [--code-file FILE] [--trace FILE] "
    "[--tls [--ca FILE | --pin SHA256]] "
    "-- COMMAND...",
)
parser.add_argument("addresses", metavar="HOST:PORT", help="where the referee listens; several with commas between, where "
                    "others stand by for it")
parser.add_argument("--name", required=True, help="the bot's name on the referee")
parser.add_argument("--token-file", help="holds the token (or REFEREE_TOKEN); a new one is saved here")
parser.add_argument("--code-file", help="holds the class's registration code (or REFEREE_REGISTRATION_CODE)")
parser.add_argument("--trace", metavar="FILE", help="write every line between referee and bot there, with its time; "
                    "tokens as ***")
parser.add_argument("--tls", action="store_true", help="speak TLS, as the referee's certificate allows")
parser.add_argument("--ca", metavar="FILE", help="certificates to trust, in place of the system's")
parser.add_argument("--pin", metavar="SHA256", help="of the referee's certificate; its name is not checked then")
args, command = parser.parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]
addresses = [address.rpartition(":")[::2] for address in args.addresses.split(",")]
if not all(host and port.isdigit() for host, port in addresses):
    parser.error(f"got {args.addresses}, expected HOST:PORT, or several with commas between")
addresses = [(host.strip("[]"), port) for host, port in addresses]
if not command or not shutil.which(command[0]):
    parser.error("expected the bot's command after --, got " + (command[0] if command else "nothing"))
script = next((word for word in command[1:] if re.search(r"\.(py|js|mjs|cjs|rb|pl|lua|jar|java)$", word)), None)
if script and not os.path.isfile(script):
    parser.error(f"there is no file {script} in {os.getcwd()}: is it the bot's name, and does its folder hold it?")
code = os.getenv("REFEREE_REGISTRATION_CODE", "")
if args.code_file:
    try:
        code = word_in(args.code_file)
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
try:
    trace = Trace(args.trace, args.name)
except OSError as error:
    parser.error(f"--trace: cannot write {args.trace}: {error.strerror}")
signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C ends it without a traceback
try:
    join = Join(addresses, command, args.name, args.token_file, code, context, pin, trace)
except (OSError, ValueError) as error:
    parser.error(f"--token-file {args.token_file}: {error}")
why = join.run()
join.end_bot()
if why:
    say(why)
sys.exit(1 if why else 0)
