"""TLS of the built referee, with each of our clients, and with openssl as a peer that knows nothing of us."""
import contextlib
import hashlib
import json
import os
import pty
import re
import signal
import socket
import ssl
import stat
import subprocess
import unittest

from fixture.case import PATIENT_CLOCK, rude_bot
from fixture.program import PATIENCE, REFEREE, ROOT, sample_bot
from fixture.record import Record
from fixture.tournament import TournamentCase

HONEST = rude_bot("honest_walls")
PYTHON_JOIN = ["/usr/bin/python3", "-B", ROOT / "sample_bots/python/join.py"]
NODE = ["node", ROOT / "sample_bots/javascript/random_bot.js"]
HELLO = b'{"type":"hello","protocol":1,"name":"NAME"}\n'


class TlsTest(TournamentCase):
    def certificate(self, stem="localhost"):
        """Makes STEM.crt and STEM.key, for localhost; returns the pin."""
        (self.folder / "made").mkdir()
        made = self.referee("certificate", "localhost", "127.0.0.1", "--out", "made")
        for suffix in (".crt", ".key"):
            (self.folder / "made" / ("localhost" + suffix)).replace(self.folder / (stem + suffix))
        (self.folder / "made").rmdir()
        return re.search(r"^SHA-256: ([0-9a-f]{64})$", made, re.M)[1]

    def configure(self, entrants=2, tls={}, **more):
        config = {
            "name": "Spring", "game": "walls", "options": {"n": 3}, "format": {"kind": "round_robin"},
            "clock": PATIENT_CLOCK, "registration": "open", "store": "spring.db",
            "start": {"when": "all", "min_entrants": entrants}, "listen": {"host": "127.0.0.1", "port": 0}, **more,
        }
        if tls is not None:
            config["tls"] = {"certificate": "localhost.crt", "key": "localhost.key", **tls}
        self.write_config(config)

    def open(self, *prefix):
        """Starts `serve` on configure(), with a program that starts it, and waits until it is ready."""
        self.served = self.spawn(*prefix, REFEREE, "serve", "config.json", "--exit-when-done")
        found = self.served.see(r"^listening on (\S+):(\d+)")
        self.served.see("^(results are kept|going on)")
        self.where, self.host, self.port = found[0], found[1], int(found[2])

    def start_join(self, name, *options, command=HONEST):
        return self.start("join", self.address, "--name", name, "--token-file", name + ".token", *options, "--", *command)

    def secure_socket(self, pin=None):
        """A TLS connection of Python's own."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        secure = context.wrap_socket(socket.create_connection((self.host, self.port), timeout=PATIENCE))
        self.addCleanup(secure.close)
        if pin:
            self.assertEqual(hashlib.sha256(secure.getpeercert(True)).hexdigest(), pin)
        return secure

    def openssl(self, *words):
        return self.spawn("openssl", "s_client", "-connect", self.address, *words, stdin=subprocess.PIPE)

    def say(self, program, line):
        program.write(line)

    # ---- whole tournaments ----

    def test_every_client_plays_over_tls(self):
        pin = self.certificate()
        self.configure(entrants=4)
        self.open()
        port = str(self.port)
        clients = [
            self.start_join("joined", "--tls", "--pin", ":".join(re.findall("..", pin.upper()))),
            self.spawn(*PYTHON_JOIN, "localhost:" + port, "--name",
                       "python", "--token-file", "python.token", "--tls", "--ca", "localhost.crt", "--", *HONEST),
            self.spawn(*NODE, "--connect", "localhost:" + port,
                       "--name", "node", "--token-file", "node.token", "--tls", "--ca", "localhost.crt"),
            self.spawn(sample_bot("walls_random"), "--connect", self.address, "--name", "cpp", "--token-file",
                       "cpp.token", "--tls", "--pin", pin),
        ]
        self.assertEqual(self.served.wait().code, 0, self.served.err)
        for client in clients:
            self.assertEqual(client.wait().code, 0, client.err)
            self.assertIn("bye", client.err)
        self.assertTrue(self.standings()["finished"])
        turns = 0
        for file in self.record_files():
            record = Record(file)
            for answer in record.answers(0) + record.answers(1):
                turns += 1
                self.assertEqual(answer["verdict"], "ok", answer)
                self.assertNotEqual(answer.get("stamp"), "read", answer)
        self.assertGreater(turns, 100)
        tokens = [path.read_text().strip() for path in self.folder.glob("*.token")]
        self.assertEqual(len(tokens), 4)
        said = self.served.out + self.served.err + "".join(client.err + client.out for client in clients)
        written = b"".join(path.read_bytes() for path in self.folder.rglob("*")
                           if path.is_file() and path.suffix != ".token")
        for token in tokens:
            self.assertNotIn(token, said)
            self.assertNotIn(token.encode(), written)

    # ---- what a client does not accept ----

    def test_wrong_certificates_are_refused_before_hello(self):
        self.certificate()
        self.configure()
        self.open()
        other = self.certificate("other")
        at_name = "localhost:" + str(self.port)
        for trust in (["--pin", other], ["--ca", "other.crt"], []):
            with self.subTest(trust=trust):
                joined = self.start_join("alice", "--tls", *trust)
                self.assertEqual(joined.wait().code, 2, joined.err)
                self.assertRegex(joined.err, "join: no TLS with 127.0.0.1: its certificate (has another|is not)")
                scripted = self.spawn(*PYTHON_JOIN, at_name, "--name", "bob", "--tls", *trust, "--", "true").wait()
                self.assertEqual(scripted.code, 1)
                self.assertIn("no TLS with localhost", scripted.err)
                kit = self.spawn(*NODE, "--connect", at_name, "--name", "carol", "--tls", *trust)
                self.assertIn("certificate", kit.see("certificate")[0])
                bot = self.spawn(sample_bot("walls_random"), "--connect", at_name, "--name", "dave", "--tls", *trust)
                bot.see("no TLS: ")
        self.assertNotRegex(self.ctl("status").out, "alice|bob|carol|dave")

    # ---- what a port accepts ----

    def test_plaintext_is_refused_in_words_that_can_be_read(self):
        self.certificate()
        self.configure()
        self.open()
        with socket.create_connection((self.host, self.port), timeout=PATIENCE) as plain:
            plain.sendall(HELLO.replace(b"NAME", b"plain"))
            lines = plain.makefile("rb").readlines()  # to the end of the connection
        self.assertEqual(len(lines), 1)
        self.assertEqual(json.loads(lines[0])["code"], "tls_required")
        joined = self.start_join("alice")
        self.assertEqual(joined.wait().code, 2)
        self.assertIn("referee: tls_required: ", joined.err)
        self.assertNotRegex(self.ctl("status").out, "plain|alice")

    def test_openssl_agrees(self):
        pin = self.certificate()
        self.configure(entrants=9)
        self.open()
        for version in ("-tls1_2", "-tls1_3"):
            client = self.openssl(version, "-CAfile", "localhost.crt", "-verify_return_error", "-verify_ip", "127.0.0.1", "-ign_eof")
            self.say(client, HELLO.replace(b"NAME", b"openssl" + version.encode()))
            client.see('"type":"welcome"')
            self.assertIn("Verify return code: 0 (ok)", client.out)
            self.assertIn("Secure Renegotiation IS supported" if version == "-tls1_2" else "TLSv1.3", client.out)
            self.assertNotIn("TLS session ticket:", client.out)
        old = self.openssl("-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
        self.assertNotEqual(old.wait().code, 0)
        shown = self.spawn("openssl", "x509", "-in", "localhost.crt", "-noout", "-fingerprint", "-sha256", "-text").wait()
        self.assertEqual(shown.out.split("Fingerprint=")[1].splitlines()[0].replace(":", "").lower(), pin)
        self.assertIn("NIST CURVE: P-256", shown.out)
        self.assertIn("DNS:localhost, IP Address:127.0.0.1", shown.out)

    # ---- files of the certificate ----

    def test_key_is_for_its_owner_alone_and_never_overwritten(self):
        self.certificate()
        key = self.folder / "localhost.key"
        self.assertEqual(stat.S_IMODE(key.stat().st_mode), 0o600)
        before = key.read_bytes()
        again = self.run_to_end("certificate", "localhost")
        self.assertEqual(again.code, 2)
        self.assertIn("is there already", again.err)
        self.assertEqual(key.read_bytes(), before)
        wrong = self.run_to_end("certificate", "not a host")
        self.assertEqual(wrong.code, 2)
        self.assertIn("expected a host name", wrong.err)

    def test_its_lines_for_the_tournament_file_are_right(self):
        made = self.run_to_end("certificate", "127.0.0.1", "--out", ".")
        line = re.search(r'^  "tls": (\{.*\})$', made.out, re.M)[1]
        self.configure(tls=json.loads(line))
        self.open()
        self.secure_socket(re.search("SHA-256: (.*)", made.out)[1])

    def test_wrong_files_are_refused_before_anything_begins(self):
        self.certificate()
        self.certificate("other")
        for tls, complaint in (({"key": "other.key"}, "tls.key: other.key: does not fit the certificate"),
                               ({"certificate": "missing.crt"}, "tls.certificate: missing.crt: cannot be read"),
                               ({"key": "localhost.crt"}, "tls.key: localhost.crt: holds no private key"),
                               ({"optional": 1}, "config.json: tls.optional"),
                               ({"keys": 1}, "config.json: tls.keys")):
            with self.subTest(tls=tls):
                self.configure(tls=tls)
                for command in ("check", "serve"):
                    refused = self.run_to_end(command, "config.json")
                    self.assertEqual(refused.code, 2, refused.err)
                    self.assertIn(complaint, refused.err)
                self.assertFalse((self.folder / "spring.db").exists())

    def test_reload_is_for_new_connections(self):
        old = self.certificate()
        self.configure(entrants=9)
        self.open()
        before = self.secure_socket(old)
        self.certificate("wrong")
        os.replace(self.folder / "wrong.key", self.folder / "localhost.key")
        refused = self.ctl("reload")
        self.assertEqual(refused.code, 1)
        self.assertIn("tls.key: localhost.key: does not fit", refused.err)
        self.secure_socket(old)
        new = self.certificate()
        reloaded = self.ctl("reload")
        self.assertEqual(reloaded.code, 0, reloaded.err)
        self.assertIn(new, reloaded.out)
        self.secure_socket(new)
        before.sendall(HELLO.replace(b"NAME", b"before"))
        self.assertEqual(json.loads(before.makefile("rb").readline())["type"], "welcome")

    def test_hangup_reloads_without_a_terminal(self):
        self.expects_errors = True
        self.certificate()
        self.configure(entrants=9)
        self.open("setsid")
        new = self.certificate()
        self.served.signal(signal.SIGHUP)
        self.served.see("SIGHUP: new connections use this certificate: SHA-256 " + new)
        self.secure_socket(new)
        (self.folder / "localhost.key").write_text("nonsense")
        self.served.signal(signal.SIGHUP)
        self.served.see("SIGHUP: tls.key: .*nothing has changed")
        self.secure_socket(new)

    def test_hangup_of_its_terminal_ends_it_in_order(self):
        self.certificate()
        self.configure(entrants=9)
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execv(REFEREE, [str(REFEREE), "serve", "config.json", "--exit-when-done", "--log-file", "log"])
        said = b""
        while b"results are kept" not in said:
            said += os.read(terminal, 4096)
        os.kill(pid, signal.SIGHUP)
        with contextlib.suppress(OSError):  # the terminal ends with the referee
            while os.read(terminal, 4096):
                pass
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), 0)
        self.assertIn("signal 1: no new game begins", (self.folder / "log").read_text())

    # ---- what else keeps secrets ----

    def test_port_for_other_machines_warns_without_tls_only(self):
        everywhere = {"host": "0.0.0.0", "port": 0}
        self.configure(tls=None, listen=everywhere)
        self.open()
        self.ctl("status")
        self.assertIn("is open to other machines and has no TLS", self.served.err)
        self.stop()
        self.certificate()
        self.configure(listen=everywhere)
        self.open()
        self.ctl("status")
        self.assertNotIn("has no TLS", self.served.err)

    def test_there_is_no_core_file(self):
        def dumps_core(program):
            program.signal(signal.SIGSEGV)
            return os.WCOREDUMP(os.waitpid(program.pid, 0)[1])

        unlimited = ["prlimit", "--core=unlimited"]
        control = self.spawn(*unlimited, "sh", "-c", "echo begun; exec sleep 1000")
        control.wait_for_line("begun")
        if not dumps_core(control):
            self.skipTest("no program dumps core on this machine")
        self.configure(tls=None)
        self.open(*unlimited)
        self.assertFalse(dumps_core(self.served))


if __name__ == "__main__":
    unittest.main()
