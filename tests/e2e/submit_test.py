"""Versions of bots that are handed in while a tournament is open: by every client, good and bad ones, and what is left of
them when the referee is killed."""
import hashlib
import http.client
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import unittest

import jsonschema

from fixture.archive import tarred, zipped
from fixture.dial_in import token_of
from fixture.program import PYTHON, REFEREE, ROOT
from fixture.tournament import dialled, launched
from fixture.web import WebCase

GOOD = (ROOT / "sample_bots/python/walls_protocol.py").read_text()
VERSION = jsonschema.Draft202012Validator(json.loads((ROOT / "protocol/schema/version.schema.json").read_text()))
RANDOM = [*PYTHON, str(ROOT / "sample_bots/python/walls_random.py")]
LAUNCHED = launched("cat", *RANDOM)
CLIENTS = [[sys.executable, str(ROOT / "sample_bots/python/submit.py")], [str(REFEREE), "submit"]]


def bot(remark=""):
    return tarred({"bot.py": GOOD + f"\n# {remark}\n"})


class SubmitTest(WebCase):
    CONFIG = {"game": "walls", "options": {"n": 3}, "clock": {"kind": "per_move", "ms": 10000, "wall_ms": 60000},
              "sandbox": "basic", "between_rounds": "manual", "format": {"kind": "round_robin", "cycles": 4, "best_of": 1},
              "entrants": [dialled("ada"), LAUNCHED], "start": {"when": "manual"}, "no_show_ms": 100}

    def open(self, submissions=None, **more):
        self.config = {**self.CONFIG, "submissions": submissions or {}, **more}
        self.serve(self.config)

    def open_again(self):
        self.serve(self.config)

    def put(self, body, token=None, name="bot.tar"):
        headers = {"Authorization": "Bearer " + (token_of("ada") if token is None else token)}
        return self.request("PUT", f"/submissions?name={name}", body, headers, encode_chunked=not isinstance(body, bytes))

    def mine(self, path):
        return self.me_as(path, "ada")

    def versions(self):
        return self.mine("/api/submissions").json()["versions"]

    def version(self, number):
        return self.mine(f"/api/submissions/{number}").json()

    def over(self, number):
        """The version, once it has been built and tried."""
        version = self.until(lambda: (told := self.version(number))["status"] != "waiting" and told)
        VERSION.validate(version)
        return version

    def hand_in(self, body, **more):
        reply = self.put(body, **more)
        self.assertEqual(reply.status, 202, reply.body)
        return self.over(reply.json()["number"])

    def start_round(self):
        self.until(lambda: self.ctl("start").code == 0)

    def play_round(self, round_no):
        """The header of the match of that round, after it."""
        self.start_round()
        self.until_done(round_no)
        self.until(lambda: self.has_record(f"r{round_no}t1g1"))
        return self.record_of(f"r{round_no}t1g1").header

    def played(self, header):
        """The SHA-256 that the record names for ada."""
        return header.get("versions", [None, None])[header["players"].index("ada")]

    def folders(self, name):
        return sorted((self.folder / "spring.db.versions" / name).iterdir())

    def kill(self):
        self.served.signal(signal.SIGKILL)
        self.served.wait()


class HandInTest(SubmitTest):
    def test_a_version_plays_from_the_next_round_on_and_the_record_names_it(self):
        self.open()
        reply = self.put(bot("first"))
        self.assertEqual(reply.status, 202)
        told = reply.json()
        self.assertEqual(told["sha256"], hashlib.sha256(bot("first")).hexdigest())
        self.assertEqual((told["number"], told["status"], told["url"]), (1, "waiting", "/api/submissions/1"))
        version = self.over(1)
        self.assertEqual((version["status"], version["plays"], version["problem"]), ("ready", "next", ""))
        self.assertEqual(self.played(self.play_round(1)), version["sha256"])
        self.assertEqual(self.version(1)["plays"], "now")
        bad = self.hand_in(tarred({"bot.py": "print('no hello')\n"}))
        self.assertEqual((bad["status"], bad["stage"], bad["plays"]), ("failed", "trial", "no"))
        self.assertEqual(self.played(self.play_round(2)), version["sha256"], "the old one goes on playing")
        second = self.hand_in(zipped({"bot.py": GOOD + "\n# second\n"}), name="bot.zip")
        self.assertEqual(self.played(self.play_round(3)), second["sha256"])
        back = self.ctl("rollback", "ada", "1")
        self.assertEqual((back.code, back.out), (0, "ada plays submission 1 from the next round on\n"))
        self.assertEqual(self.played(self.play_round(4)), version["sha256"])
        table = self.ctl("versions", "ada")
        self.assertEqual(table.code, 0)
        self.assertEqual(len(table.out.splitlines()), 4, table.out)
        self.assertEqual(self.ctl("rollback", "ada", "2").code, 1)
        self.assertEqual(self.ctl("rollback", "ada", "9").code, 1)
        self.assertEqual(self.ctl("rollback", "ada", "x").code, 1)
        self.start_round()
        self.finish()
        self.assertEqual(len(self.record_files()), 4)
        self.assertEqual(self.run_to_end("check", "spring.db", "--deep").code, 0)

    def test_a_trial_shows_nothing_of_the_instances_that_are_played(self):
        secret = ["#####", "o$ _ ", "#####"]
        teller = tarred({"bot.py": "import sys\nprint('{\"type\":\"hello\",\"name\":\"x\",\"protocol\":1}', flush=True)\n"
                                   "for line in sys.stdin:\n    print(line, file=sys.stderr, flush=True)\n"
                                   "    if '\"view\"' in line: break\n"})
        maze = {"game": "snake", "options": {"maze": secret}, "format": {"kind": "field"}}
        self.open(**maze, instances=[{"max_turns": 7}])
        told = self.hand_in(teller)
        self.assertEqual((told["status"], told["stage"]), ("failed", "trial"))
        self.assertIn("maze", told["output"], "the bot has told what it was shown")
        self.assertNotIn(secret[1], told["output"])

    def test_a_version_is_shown_no_more_than_a_launched_bot(self):
        hello = """printf '{"type":"hello","protocol":1}\\n'; exec cat > /dev/null"""
        self.open(game="superball", options={}, format={"kind": "field"}, entrants=[dialled("ada"), launched("mute", "sh", "-c", hello)])
        player, library = ((ROOT / "sample_bots/python" / name).read_text() for name in ("superball_random.py", "referee.py"))
        player = "import sys\nprint('words', file=sys.stderr)\n" + player
        self.assertEqual(self.hand_in(tarred({"mine.py": player, "referee.py": library}))["status"], "ready")
        self.start_round()

        def own():
            return [match for match in self.mine("/api/me").json()["matches"] if match["status"] == "done"]
        match = self.until(own)[0]
        self.assertEqual((match["shown"], match["why_not"]), (False, "Others still have to play the same instance (map, maze or deal)."))
        me = self.mine("/api/me").json()
        self.assertEqual((me["dials_in"], me["stderr"], me["stderr_why"]), (False, None, match["why_not"]))
        self.assertEqual(self.mine(f"/api/me/matches/{match['match']}").status, 403)

    def test_a_build_is_told_with_the_words_of_the_compiler(self):
        self.open({"build": {"command": "cp draft.py bot.py && cat remark", "require": ["draft.py"]}, "command": ["./bot.py"]})
        good = self.hand_in(tarred({"draft.py": GOOD, "remark": "two warnings"}))
        self.assertEqual((good["status"], good["command"]), ("ready", ["./bot.py"]))
        bad = self.hand_in(tarred({"draft.py": GOOD}))
        self.assertEqual((bad["status"], bad["stage"]), ("failed", "build"))
        self.assertIn("remark", bad["output"])
        lacking = self.hand_in(tarred({"other.py": GOOD}))
        self.assertEqual((lacking["status"], lacking["stage"]), ("failed", "unpack"))
        self.assertIn("draft.py", lacking["problem"])

    def test_who_is_launched_hands_in_with_the_token_of_its_pages(self):
        entrants = [{**dialled("ada"), "command": RANDOM}, LAUNCHED]
        self.open(entrants=entrants)
        self.assertIsNone(self.played(self.play_round(1)))
        version = self.hand_in(bot())
        self.assertEqual(self.played(self.play_round(2)), version["sha256"])
        self.assertEqual(self.ctl("rollback", "ada", "0").code, 0)
        self.assertIsNone(self.played(self.play_round(3)))

    def test_who_is_connected_as_well_is_told_that_its_version_plays(self):
        self.open()
        connected = self.join("ada", resume=True)
        self.hand_in(bot())
        self.play_round(1)
        while "of your bot plays" not in (reason := connected.next("wait").get("reason", "")):
            self.assertNotIn("match", reason.split()[:1])
        connected.close()


class RefusalTest(SubmitTest):

    def test_without_the_key_nothing_is_taken(self):
        self.config = dict(self.CONFIG)
        self.serve(self.config)
        self.assertEqual(self.put(bot()).status, 405)
        self.assertEqual(self.mine("/api/submissions").status, 404)

    def test_beyond_this_machine_tls_is_needed(self):
        self.write_config({**self.CONFIG, "submissions": {}})
        refused = self.run_to_end("serve", "config.json", "--exit-when-done", "--web", "0.0.0.0:0")
        self.assertEqual(refused.code, 2)
        self.assertIn("--insecure", refused.err)
        self.write_config({**self.CONFIG, "submissions": {}, "web": None})
        self.assertEqual(self.run_to_end("serve", "config.json", "--exit-when-done").code, 2)
        self.write_config({**self.CONFIG, "submissions": {}})
        self.start("serve", "config.json", "--exit-when-done", "--web", "0.0.0.0:0", "--insecure").see("without TLS .--insecure")


class ClientCase(SubmitTest):
    def submit(self, client, url, *more):
        return self.spawn(*client, url, "--token-file", "token", *more).wait()


class ClientTest(ClientCase):
    def test_clients_hand_in_and_say_what_became_of_it(self):
        self.open({"max_bytes": 100_000}, entrants=[dialled("ada"), LAUNCHED])
        url = f"http://{self.web_at[0]}:{self.web_at[1]}/"
        for number, client in enumerate(CLIENTS):
            with self.subTest(client=client):
                encoding = ("utf-16", "utf-8-sig")[number % 2]  # as Windows writes it
                (self.folder / "token").write_bytes((token_of("ada") + "\r\n").encode(encoding))
                folder = self.folder / f"bot{number}"
                (folder / "lib").mkdir(parents=True)
                (folder / "bot.py").write_text(GOOD + f"# {number}\n")
                (folder / "lib/data.txt").write_text("data")
                good = self.submit(client, url, folder)
                self.assertEqual(good.code, 0, good.err + good.out)
                self.assertIn("it plays from the next round on", good.out)
                again = self.submit(client, url, folder)
                self.assertEqual(again.code, 0, again.err)
                self.assertIn("the same as before", again.out)
                (self.folder / "bad.py").write_text(f"import sys; sys.exit('it is broken {number}')\n")
                bad = self.submit(client, url, "bad.py")
                self.assertEqual(bad.code, 1, bad.out)
                (folder / "large").write_bytes(random.Random(number).randbytes(200_000))
                large = self.submit(client, url, folder)
                self.assertEqual(large.code, 1)
                self.assertIn("at most 100000", large.err)
                self.assertEqual(self.submit(client, url, "missing").code, 2)
                self.assertEqual(self.submit(client, "http://127.0.0.1:1/", "bad.py").code, 3)
                (self.folder / "token").write_text("wrong")
                self.assertEqual(self.submit(client, url, "bad.py").code, 1)
                waits = tarred({"bot.py": GOOD + f"# no wait {number}\n"})
                (self.folder / "later.tar").write_bytes(waits)
                (self.folder / "token").write_text(token_of("ada"))
                later = self.submit(client, url, "later.tar", "--no-wait")
                self.assertEqual(later.code, 0)
                self.assertIn(hashlib.sha256(waits).hexdigest(), later.out)


class TlsTest(ClientCase):
    """The certificate of the bots' port is that of the pages."""

    def test_clients_hand_in_over_tls_to_the_referee_that_they_trust(self):
        made = self.run_to_end("certificate", "localhost", "127.0.0.1", "--out", ".")
        self.assertEqual(made.code, 0, made.err)
        pin = re.search(r"^SHA-256: ([0-9a-f]{64})$", made.out, re.M)[1]
        (self.folder / "other").mkdir()
        self.assertEqual(self.run_to_end("certificate", "localhost", "127.0.0.1", "--out", "other").code, 0)
        self.open(entrants=[dialled("ada"), LAUNCHED], tls={"certificate": "localhost.crt", "key": "localhost.key"})
        (self.folder / "token").write_text(token_of("ada"))
        for number, client in enumerate(CLIENTS):
            with self.subTest(client=client):
                url = f"https://localhost:{self.web_at[1]}/"
                (self.folder / "bot.py").write_text(GOOD + f"# over TLS {number}\n")
                good = self.submit(client, url, "bot.py", "--ca", "localhost.crt")
                self.assertEqual(good.code, 0, good.err + good.out)
                self.assertIn("it plays from the next round on", good.out)
                pinned = self.submit(client, url, "bot.py", "--pin", pin)
                self.assertEqual(pinned.code, 0, pinned.err)
                for trust in ([], ["--ca", "other/localhost.crt"], ["--pin", "0" * 64]):
                    refused = self.submit(client, url, "bot.py", *trust)
                    self.assertEqual(refused.code, 3, (trust, refused.out))
                    self.assertRegex(refused.err, "(?i)certificate")
                    self.assertNotIn(token_of("ada"), refused.err + refused.out)
                plain = self.submit(client, url.replace("https", "http"), "bot.py")
                self.assertNotEqual(plain.code, 0)
                self.assertIn("TLS", plain.err)


class DiskTest(SubmitTest):
    def test_a_disk_that_is_full_refuses_the_version_and_leaves_nothing_half(self):
        if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", str(self.folder)], check=False, capture_output=True).returncode:
            self.skipTest("nothing can be mounted here")
        (self.folder / "disk").mkdir()
        self.write_config({**self.CONFIG, "submissions": {"max_bytes": 20 << 20, "disk_bytes": 100 << 20}})
        script = 'mount -t tmpfs -o size=6m none disk && exec "$0" serve config.json --store disk/spring.db --web 127.0.0.1:0'
        self.watch(self.spawn("unshare", "-m", "sh", "-c", script, REFEREE))
        self.assertEqual(self.hand_in(bot("before"))["status"], "ready")
        full = self.put(random.Random(1).randbytes(8 << 20))
        self.assertEqual(full.status, 507, full.body)
        self.assertIn("disk", full.json()["detail"])
        self.assertEqual([version["number"] for version in self.versions()], [1], "nothing half is left")
        self.assertEqual(self.version(1)["plays"], "next", "the old one plays")
        self.assertEqual(self.hand_in(bot("after"))["status"], "ready")


class EndTest(SubmitTest):
    """A build that would take forever does not hold up a referee that is to end."""

    BUILD = f"sleep {1_000_000 + os.getpid()}"

    def open_and_build(self):
        self.open({"build": {"command": self.BUILD}})
        self.assertEqual(self.put(bot()).status, 202)
        self.until(lambda: subprocess.run(["pgrep", "-f", self.BUILD], check=False, capture_output=True).returncode == 0)

    def test_a_signal_ends_it_while_a_version_is_built(self):
        self.open_and_build()
        self.served.signal(signal.SIGTERM)
        self.assertEqual(self.served.wait().code, 0)

    def test_the_arbiter_ends_it_while_a_version_is_built(self):
        self.open_and_build()
        self.assertEqual(self.ctl("stop").code, 0)
        self.assertEqual(self.served.wait().code, 0)

    def test_what_was_being_built_is_built_by_the_next_start(self):
        self.open_and_build()
        self.served.signal(signal.SIGTERM)
        self.served.wait()
        self.config["submissions"] = {}
        self.open_again()
        self.assertEqual(self.over(1)["status"], "ready")


class CrashTest(SubmitTest):
    def test_whatever_was_acknowledged_outlives_a_kill(self):
        self.open({"per_hour": 1000})
        chance = random.Random(20261123)
        acknowledged = {}
        for attempt in range(4):
            stop = threading.Event()

            def hand_in(attempt=attempt, stop=stop):
                for number in range(3):
                    body = bot(f"{attempt}.{number}")
                    try:
                        reply = self.put(body)
                    except (OSError, http.client.HTTPException):
                        return
                    if reply.status == 202 and not stop.is_set():
                        acknowledged[reply.json()["number"]] = hashlib.sha256(body).hexdigest()

            client = threading.Thread(target=hand_in)
            client.start()
            # Waits for no event: the kill is to hit the program anywhere in its work.
            time.sleep(chance.random() * 1.5)
            self.kill()
            client.join()
            stop.set()
            self.open_again()
        for number, sha256 in acknowledged.items():
            version = self.over(number)
            self.assertEqual((version["sha256"], version["status"]), (sha256, "ready"))
        versions = self.versions()
        self.until(lambda: not any(one["status"] == "waiting" for one in self.versions()))
        self.assertEqual([one["number"] for one in versions], list(range(len(versions), 0, -1)))
        self.assertEqual(len(self.folders("files")), min(len(versions), 5))
        self.assertEqual(self.run_to_end("check", "spring.db").code, 0)


if __name__ == "__main__":
    unittest.main()
