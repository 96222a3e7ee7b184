"""TLS of the built referee, with each of our clients, and with openssl as a peer that knows nothing of us.
Usage: tls_test.py REFEREE SAMPLE_BOTS"""
import contextlib
import hashlib
import json
import os
import pathlib
import pty
import queue
import re
import resource
import signal
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import threading
import unittest

BOTS = pathlib.Path(sys.argv.pop()).resolve()
REFEREE = pathlib.Path(sys.argv.pop()).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
HONEST = ["/usr/bin/python3", "-BS", str(ROOT / "tests/e2e/rude/honest_walls.py")]
PATIENCE = 300  # seconds; only a hang takes so long
HELLO = b'{"type":"hello","protocol":1,"name":"NAME"}\n'


class Program:
    """A process whose output is read line by line, so that every wait has an end."""

    def __init__(self, argv, folder, **more):
        self.process = subprocess.Popen([str(word) for word in argv], cwd=folder, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)
        self.lines, self.said = queue.Queue(), {1: b"", 2: b""}
        self.threads = [threading.Thread(target=self.read, args=(number, pipe), daemon=True)
                        for number, pipe in ((1, self.process.stdout), (2, self.process.stderr))]
        for thread in self.threads:
            thread.start()

    def read(self, number, pipe):
        for line in pipe:
            self.said[number] += line
            self.lines.put(line.decode(errors="replace"))
        self.lines.put(None)

    def until(self, pattern):
        """The match of the first line that has it."""
        ends = 0
        while ends < 2:
            line = self.lines.get(timeout=PATIENCE)
            ends += line is None
            if found := line and re.search(pattern, line):
                return found
        raise AssertionError(f"ended before '{pattern}': {self.said}")

    def end(self):
        code = self.process.wait(PATIENCE)
        for thread in self.threads:
            thread.join(PATIENCE)
        return code

    @property
    def out(self):
        return self.said[1].decode(errors="replace")

    @property
    def err(self):
        return self.said[2].decode(errors="replace")


class TlsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self, *argv, **more):
        program = Program(argv, self.folder, **more)
        self.addCleanup(program.end)
        self.addCleanup(program.process.kill)
        return program

    def run_to_end(self, *argv):
        program = self.start(*argv)
        program.end()
        return program

    def certificate(self, stem="localhost"):
        """Makes STEM.crt and STEM.key, for localhost; returns the pin."""
        (self.folder / "made").mkdir()
        made = self.run_to_end(REFEREE, "certificate", "localhost", "127.0.0.1", "--out", "made")
        self.assertEqual(made.process.returncode, 0, made.err)
        for suffix in (".crt", ".key"):
            (self.folder / "made" / ("localhost" + suffix)).replace(self.folder / (stem + suffix))
        (self.folder / "made").rmdir()
        return re.search(r"^SHA-256: ([0-9a-f]{64})$", made.out, re.M)[1]

    def config(self, entrants=2, tls={}, **more):
        config = {
            "name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"},
            "clock": {"kind": "per_move", "ms": 60000, "measure": "wall"}, "registration": "open",
            "start": {"when": "all", "min_entrants": entrants}, "listen": {"host": "127.0.0.1", "port": 0}, **more,
        }
        if tls is not None:
            config["tls"] = {"certificate": "localhost.crt", "key": "localhost.key", **tls}
        (self.folder / "spring.json").write_text(json.dumps(config))

    def serve(self, *prefix, **more):
        """Starts `serve` on config(), and waits until it listens."""
        self.referee = self.start(*prefix, REFEREE, "serve", "spring.json", **more)
        self.address = self.referee.until(r"listening on (\S+)")[1]
        self.referee.until("results are kept|going on")
        self.host, _, port = self.address.rpartition(":")
        self.port = int(port)

    def join(self, name, *options, command=HONEST):
        return self.start(REFEREE, "join", self.address, "--name", name, "--token-file", name + ".token", *options,
                          "--", *command)

    def ctl(self, *words):
        return self.run_to_end(REFEREE, "ctl", *words)

    def dial(self, pin=None):
        """A TLS connection of Python's own."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        plain = socket.create_connection((self.host, self.port), timeout=PATIENCE)
        secure = context.wrap_socket(plain)
        self.addCleanup(secure.close)
        if pin:
            self.assertEqual(self.fingerprint(secure), pin)
        return secure

    @staticmethod
    def fingerprint(secure):
        return hashlib.sha256(secure.getpeercert(True)).hexdigest()

    # ---- whole tournaments ----

    def test_every_client_plays_over_tls(self):
        pin = self.certificate()
        self.config(entrants=4)
        self.serve()
        port = str(self.port)
        clients = [
            self.join("joined", "--tls", "--pin", ":".join(re.findall("..", pin.upper()))),
            self.start("/usr/bin/python3", "-B", ROOT / "sample_bots/python/join.py", "localhost:" + port, "--name",
                       "python", "--token-file", "python.token", "--tls", "--ca", "localhost.crt", "--", *HONEST),
            self.start("node", ROOT / "sample_bots/javascript/random_bot.js", "--connect", "localhost:" + port,
                       "--name", "node", "--token-file", "node.token", "--tls", "--ca", "localhost.crt"),
            self.start(BOTS / "walls_random", "--connect", self.address, "--name", "cpp", "--token-file",
                       "cpp.token", "--tls", "--pin", pin),
        ]
        self.assertEqual(self.referee.end(), 0, self.referee.err)
        for client in clients:
            self.assertEqual(client.end(), 0, client.err)
            self.assertIn("bye", client.err)
        standings = json.loads((self.folder / "out/standings.json").read_text())
        self.assertTrue(standings["finished"])
        turns = 0
        for record in (self.folder / "out/records").glob("*.jsonl"):
            for line in record.read_text().splitlines():
                for answer in json.loads(line).get("answers", []):
                    turns += 1
                    self.assertEqual(answer["verdict"], "ok", line)
                    self.assertNotEqual(answer.get("stamp"), "read", line)
        self.assertGreater(turns, 100)
        tokens = [path.read_text().strip() for path in self.folder.glob("*.token")]
        self.assertEqual(len(tokens), 4)
        said = self.referee.out + self.referee.err + "".join(client.err + client.out for client in clients)
        written = b"".join(path.read_bytes() for path in self.folder.rglob("*")
                           if path.is_file() and path.suffix != ".token")
        for token in tokens:
            self.assertNotIn(token, said)
            self.assertNotIn(token.encode(), written)

    def test_pin_in_other_clients(self):
        pin = self.certificate()
        self.config()
        self.serve()
        clients = [
            self.start("/usr/bin/python3", "-B", ROOT / "sample_bots/python/join.py", self.address, "--name", "python",
                       "--tls", "--pin", pin, "--", *HONEST),
            self.start("node", ROOT / "sample_bots/javascript/random_bot.js", "--connect", self.address, "--name",
                       "node", "--token-file", "node.token", "--tls", "--pin", pin),
        ]
        self.assertEqual(self.referee.end(), 0, self.referee.err)
        for client in clients:
            self.assertEqual(client.end(), 0, client.err)

    # ---- what a client does not accept ----

    def test_wrong_certificates_are_refused_before_hello(self):
        self.certificate()
        self.config()
        self.serve()
        other = self.certificate("other")
        at_name = "localhost:" + str(self.port)
        python = ["/usr/bin/python3", "-B", ROOT / "sample_bots/python/join.py"]
        node = ["node", ROOT / "sample_bots/javascript/random_bot.js"]
        for trust in (["--pin", other], ["--ca", "other.crt"], []):
            with self.subTest(trust=trust):
                joined = self.join("alice", "--tls", *trust)
                self.assertEqual(joined.end(), 2, joined.err)
                self.assertRegex(joined.err, "join: no TLS with 127.0.0.1: its certificate (has another|is not)")
                scripted = self.run_to_end(*python, at_name, "--name", "bob", "--tls", *trust, "--", "true")
                self.assertEqual(scripted.process.returncode, 1)
                self.assertIn("no TLS with localhost", scripted.err)
                kit = self.start(*node, "--connect", at_name, "--name", "carol", "--tls", *trust)
                self.assertIn("certificate", kit.until("certificate")[0])
                bot = self.start(BOTS / "walls_random", "--connect", at_name, "--name", "dave", "--tls", *trust)
                bot.until("no TLS: ")
        self.assertNotRegex(self.ctl("status").out, "alice|bob|carol|dave")

    def test_wrong_host_is_refused(self):
        self.certificate()
        self.config()
        self.serve()
        made = self.run_to_end(REFEREE, "certificate", "class.example.org")
        self.assertEqual(made.process.returncode, 0)
        for suffix in (".crt", ".key"):
            (self.folder / ("class.example.org" + suffix)).rename(self.folder / ("localhost" + suffix))
        self.assertEqual(self.ctl("reload").process.returncode, 0)
        joined = self.join("alice", "--tls", "--ca", "localhost.crt")
        self.assertEqual(joined.end(), 2)
        self.assertIn("IP address mismatch", joined.err)

    def test_referee_without_tls_is_named(self):
        self.config(tls=None, clock={"kind": "per_move", "ms": 60000, "measure": "wall", "init_ms": 300})
        self.serve()
        joined = self.join("alice", "--tls")
        self.assertEqual(joined.end(), 2, joined.err)
        self.assertIn("the other side does not speak TLS", joined.err)

    # ---- what a port accepts ----

    def test_plaintext_is_refused_in_words_that_can_be_read(self):
        self.certificate()
        self.config()
        self.serve()
        with socket.create_connection((self.host, self.port), timeout=PATIENCE) as plain:
            plain.sendall(HELLO.replace(b"NAME", b"plain"))
            lines = plain.makefile("rb").readlines()  # to the end of the connection
        self.assertEqual(len(lines), 1)
        self.assertEqual(json.loads(lines[0])["code"], "tls_required")
        joined = self.join("alice")
        self.assertEqual(joined.end(), 2)
        self.assertIn("referee: tls_required: this port speaks TLS only", joined.err)
        self.assertNotRegex(self.ctl("status").out, "plain|alice")

    def test_plaintext_is_let_in_where_tls_is_optional(self):
        self.certificate()
        self.config(tls={"optional": True})
        self.serve()
        with socket.create_connection((self.host, self.port), timeout=PATIENCE) as plain:
            plain.sendall(HELLO.replace(b"NAME", b"plain"))
            self.assertEqual(json.loads(plain.makefile("rb").readline())["type"], "welcome")
            secure = self.dial()
            secure.sendall(HELLO.replace(b"NAME", b"secure"))
            self.assertEqual(json.loads(secure.makefile("rb").readline())["type"], "welcome")
        self.assertIn("are let in too", self.referee.out)

    def test_openssl_agrees(self):
        pin = self.certificate()
        self.config(entrants=9)
        self.serve()
        for version in ("-tls1_2", "-tls1_3"):
            client = self.start("openssl", "s_client", "-connect", self.address, version, "-CAfile", "localhost.crt",
                                "-verify_return_error", "-verify_ip", "127.0.0.1", "-ign_eof")
            client.process.stdin.write(HELLO.replace(b"NAME", b"openssl" + version.encode()))
            client.process.stdin.flush()
            client.until('"type":"welcome"')
            self.assertIn("Verify return code: 0 (ok)", client.out)
            self.assertIn("Secure Renegotiation IS supported" if version == "-tls1_2" else "TLSv1.3", client.out)
            self.assertNotIn("TLS session ticket:", client.out)
        old = self.start("openssl", "s_client", "-connect", self.address, "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
        self.assertNotEqual(old.end(), 0)
        shown = self.run_to_end("openssl", "x509", "-in", "localhost.crt", "-noout", "-fingerprint", "-sha256", "-text")
        self.assertEqual(shown.out.split("Fingerprint=")[1].splitlines()[0].replace(":", "").lower(), pin)
        self.assertIn("NIST CURVE: P-256", shown.out)
        self.assertIn("DNS:localhost, IP Address:127.0.0.1", shown.out)

    def test_renegotiation_is_refused(self):
        self.certificate()
        self.config(entrants=9)
        self.serve()
        client = self.start("openssl", "s_client", "-connect", self.address, "-tls1_2", "-CAfile", "localhost.crt")
        client.until("Verify return code")
        client.process.stdin.write(b"R\n")
        client.process.stdin.flush()
        client.until("no renegotiation")

    # ---- files of the certificate ----

    def test_key_is_for_its_owner_alone_and_never_overwritten(self):
        self.certificate()
        key = self.folder / "localhost.key"
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        before = key.read_bytes()
        again = self.run_to_end(REFEREE, "certificate", "localhost")
        self.assertEqual(again.process.returncode, 2)
        self.assertIn("is there already", again.err)
        self.assertEqual(key.read_bytes(), before)
        wrong = self.run_to_end(REFEREE, "certificate", "not a host")
        self.assertEqual(wrong.process.returncode, 2)
        self.assertIn("expected a host name", wrong.err)

    def test_its_lines_for_the_tournament_file_are_right(self):
        made = self.run_to_end(REFEREE, "certificate", "127.0.0.1", "--out", ".")
        line = re.search(r'^  "tls": (\{.*\})$', made.out, re.M)[1]
        self.config(tls=json.loads(line))
        self.serve()
        self.dial(re.search("SHA-256: (.*)", made.out)[1])

    def test_wrong_files_are_refused_before_anything_begins(self):
        self.certificate()
        self.certificate("other")
        for tls, complaint in (({"key": "other.key"}, "tls.key: other.key: does not fit the certificate"),
                               ({"certificate": "missing.crt"}, "tls.certificate: missing.crt: cannot be read"),
                               ({"key": "localhost.crt"}, "tls.key: localhost.crt: holds no private key"),
                               ({"optional": 1}, "spring.json: tls.optional"),
                               ({"keys": 1}, "spring.json: tls.keys")):
            with self.subTest(tls=tls):
                self.config(tls=tls)
                for command in ("check", "serve"):
                    refused = self.run_to_end(REFEREE, command, "spring.json")
                    self.assertEqual(refused.process.returncode, 2, refused.err)
                    self.assertIn(complaint, refused.err)
                self.assertFalse((self.folder / "spring.db").exists())

    def test_check_shows_the_certificate(self):
        pin = self.certificate()
        self.config()
        self.assertIn(f"SHA-256 {pin}, valid until 20", self.run_to_end(REFEREE, "check", "spring.json").out)

    def test_reload_is_for_new_connections(self):
        old = self.certificate()
        self.config(entrants=9)
        self.serve()
        before = self.dial(old)
        self.certificate("wrong")
        os.replace(self.folder / "wrong.key", self.folder / "localhost.key")
        refused = self.ctl("reload")
        self.assertEqual(refused.process.returncode, 1)
        self.assertIn("tls.key: localhost.key: does not fit", refused.err)
        self.dial(old)
        new = self.certificate()
        reloaded = self.ctl("reload")
        self.assertEqual(reloaded.process.returncode, 0, reloaded.err)
        self.assertIn(new, reloaded.out)
        self.dial(new)
        before.sendall(HELLO.replace(b"NAME", b"before"))
        self.assertEqual(json.loads(before.makefile("rb").readline())["type"], "welcome")

    def test_hangup_reloads_without_a_terminal(self):
        self.certificate()
        self.config(entrants=9)
        self.serve(start_new_session=True)
        new = self.certificate()
        self.referee.process.send_signal(signal.SIGHUP)
        self.referee.until("SIGHUP: new connections use this certificate: SHA-256 " + new)
        self.dial(new)
        (self.folder / "localhost.key").write_text("nonsense")
        self.referee.process.send_signal(signal.SIGHUP)
        self.referee.until("SIGHUP: tls.key: .*nothing has changed")
        self.dial(new)

    def test_hangup_of_its_terminal_ends_it_in_order(self):
        self.certificate()
        self.config(entrants=9)
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execv(REFEREE, [str(REFEREE), "serve", "spring.json", "--log-file", "log"])
        said = b""
        while b"results are kept" not in said:
            said += os.read(terminal, 4096)
        os.kill(pid, signal.SIGHUP)
        with contextlib.suppress(OSError):  # the terminal ends with the referee
            while os.read(terminal, 4096):
                pass
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        self.assertIn("signal 1: no more matches begin", (self.folder / "log").read_text())

    # ---- what else keeps secrets ----

    def test_port_for_other_machines_warns_without_tls_only(self):
        everywhere = {"host": "0.0.0.0", "port": 0}
        self.config(tls=None, listen=everywhere)
        self.serve()
        self.ctl("status")
        self.assertIn("is open to other machines and has no TLS", self.referee.err)
        self.referee.process.terminate()
        self.referee.end()
        self.certificate()
        self.config(listen=everywhere)
        self.serve()
        self.ctl("status")
        self.assertNotIn("has no TLS", self.referee.err)

    def test_there_is_no_core_file(self):
        def dumps_core(process):
            process.send_signal(signal.SIGSEGV)
            return os.WCOREDUMP(os.waitpid(process.pid, 0)[1])

        unlimited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY,) * 2)}
        control = subprocess.Popen(["sleep", "1000"], cwd=self.folder, **unlimited)
        if not dumps_core(control):
            self.skipTest("no program dumps core on this machine")
        self.config(tls=None)
        self.serve(**unlimited)
        self.assertFalse(dumps_core(self.referee.process))


if __name__ == "__main__":
    unittest.main()
