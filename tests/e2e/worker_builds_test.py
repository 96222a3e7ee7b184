"""Builds by workers: hand-ins of a class and versions that are handed in while a tournament is open become what they become on
one machine, whatever happens to a worker meanwhile. Usage: worker_builds_test.py REFEREE"""
import hashlib
import http.client
import io
import json
import os
import pathlib
import re
import shutil
import signal
import stat
import subprocess
import tarfile
import time
import unittest
import urllib.parse
import zipfile

from hostile_archives import hostile_archive
from in_folder import PATIENCE, REFEREE
from postgresql import WithServer

ROOT = pathlib.Path(__file__).resolve().parents[2]
BOT = (ROOT / "sample_bots/python/walls_random.py").read_text()
FRAME = {
    "name": "Spring",
    "game": "walls",
    "options": {"n": 3},
    "clock": {"kind": "per_move", "ms": 60000, "measure": "wall", "init_ms": 60000},
    "format": {"kind": "round_robin"},
    "sandbox": "none",
    "as_root": True,
    "web": None,
}
RUBRIC = {"name": "Spring", "game": "walls", "build": {"timeout_s": 600},
          "items": [{"name": "walls", "points": 1, "opponents": [["sample:walls_random"]], "criterion": {"measure": "faults", "at_most": 0}}]}
TIMES = {"build_seconds", "turn_ms"}


def zipped(files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return out.getvalue()


def tree(folder):
    """All that is in a folder: what content_hash() of the program counts."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name, mode = str(path.relative_to(folder)), path.lstat().st_mode
        if stat.S_ISLNK(mode):
            found[name] = os.readlink(path)
        elif stat.S_ISDIR(mode):
            found[name] = "folder"
        else:
            found[name] = bool(mode & stat.S_IXUSR), path.read_bytes()
    return found


def comparable(value):
    """A report without times, and without the folders in which a bot was tried."""
    if isinstance(value, dict):
        return {key: comparable(part) for key, part in value.items() if key not in TIMES}
    if isinstance(value, str):
        return re.sub(r"/[^ \"]*/", "", value)
    return [comparable(part) for part in value] if isinstance(value, list) else value


def preparations(folder):
    """The processes of this machine that prepare a hand-in in the folder."""
    found = set()
    for entry in pathlib.Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0") if entry.name.isdigit() else []
            if len(words) > 2 and words[1] == b"prepare" and words[2].startswith(os.fsencode(folder)):
                found.add(int(entry.name))
        except OSError:
            pass  # it has ended
    return found


class Builds(WithServer):
    def setUp(self):
        super().setUp()
        self.top.chmod(0o755)  # bots of root are other users
        self.schema = self._testMethodName.rpartition("_")[2]
        self.store = self.server.store(self.schema)
        self.referee("store", "init", self.store)

    def worker(self, name, sandbox="none"):
        words = [REFEREE, "worker", "--store", self.store, "--name", name, "--sandbox", sandbox, "--as-root", "--cache",
                 self.top / f"cache-{name}", "--slots", "4"]
        scratch = self.top / f"scratch-{name}"
        scratch.mkdir(exist_ok=True)
        with (self.top / f"{name}.log").open("a") as log:
            worker = subprocess.Popen(words, cwd=self.top, stdout=log, stderr=log, env={**os.environ, "TMPDIR": str(scratch)})
        self.addCleanup(worker.wait, PATIENCE)
        self.addCleanup(worker.kill)
        return worker

    def end(self, worker):
        worker.terminate()
        self.assertEqual(0, worker.wait(PATIENCE))

    def until(self, condition):
        end = time.monotonic() + PATIENCE
        while not (value := condition()):
            self.assertLess(time.monotonic(), end, "it never became true")
            time.sleep(0.02)
        return value


class Collected(Builds):
    """A class in a folder, from which two others are made: here, and by workers."""

    def setUp(self):
        super().setUp()
        self.write("tournament.json", json.dumps(FRAME))
        self.write("rubric.json", json.dumps(RUBRIC))
        self.write("hand-ins/anna/bot.py", BOT)
        self.write("hand-ins/anna/empty/deep/note.txt", "")
        (self.top / "hand-ins/anna/empty/deep/note.txt").unlink()

    def write(self, name, text):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text) if isinstance(text, bytes) else path.write_text(text)

    def words(self, where, *more):
        return [REFEREE, "collect", "hand-ins", "--tournament", "tournament.json", "--rubric", "rubric.json", "--out", where, *more]

    def collect(self, where, *more, code=0):
        done = subprocess.run(self.words(where, *more), cwd=self.top, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual(code, done.returncode, done.stdout + done.stderr)
        return done.stdout

    def report(self, where):
        return json.loads((self.top / where / "collect.json").read_text())

    def outcome(self, where):
        return {row["name"]: row for row in self.report(where)["entrants"]}

    def check_same(self):
        self.assertEqual(tree(self.top / "here/bots"), tree(self.top / "there/bots"))
        self.assertEqual(comparable(self.report("here")), comparable(self.report("there")))

    def left_in_store(self):
        return [self.server.sql(f"SELECT count(*) FROM {self.schema}.{table}")[0] for table in ("job", "bundle", "built", "claim")]

    def test_a_class_becomes_the_same_although_a_worker_is_killed_in_the_middle(self):
        go = self.top / "go"
        self.write("hand-ins/bert/Makefile", f"bot:\n\twhile [ ! -e {go} ]; do sleep 0.02; done\n\tcp bot.sh bot\n\tchmod +x bot\n"
                                              "\tmkdir -p made/empty\n\tln -s ../bot made/link\n")
        self.write("hand-ins/bert/bot.sh", "#!/bin/sh\nexec python3 play.py\n")
        self.write("hand-ins/bert/play.py", BOT)
        self.write("hand-ins/clara/bot.c", "#error This is Clara's\n")
        self.write("hand-ins/dora/bot.zip", zipped({"x/bot.py": BOT, "x/b\u00fccher.txt": "a"}))
        self.write("hand-ins/emil/bot.zip", zipped({"../outside": "x"}))
        self.write("hand-ins/finn/bot.py", "raise RuntimeError('no')\n")
        go.touch()
        self.collect("here", code=1)
        go.unlink()
        collecting = subprocess.Popen(self.words("there", "--queue", self.store), cwd=self.top, stdout=subprocess.PIPE,
                                      stderr=subprocess.STDOUT, text=True)
        self.addCleanup(collecting.wait, PATIENCE)
        self.addCleanup(collecting.kill)
        first = self.worker("first")
        self.wait_for("build bert/1 begins", self.top / "first.log")
        self.until(lambda: self.left_in_store()[0] == "1")  # the others are done
        self.until(lambda: preparations(self.top / "scratch-first"))
        first.kill()
        first.wait(PATIENCE)
        self.until(lambda: not preparations(self.top / "scratch-first"))  # they die with the worker
        go.touch()
        second = self.worker("second")
        said = collecting.communicate(timeout=PATIENCE)[0]
        self.assertEqual(1, collecting.returncode, said)
        self.check_same()
        self.assertIn("build bert/2", (self.top / "second.log").read_text())
        self.assertEqual({"anna", "bert", "dora"}, {name for name, row in self.outcome("there").items() if row["in"]})
        clara = self.outcome("there")["clara"]
        self.assertEqual("build", clara["stage"])
        self.assertIn("#error This is Clara's", clara["output"])
        self.assertIn("RuntimeError: no", self.outcome("there")["finn"]["output"])
        self.assertEqual(["0"] * 4, self.left_in_store())
        self.assertEqual([], list((self.top / "scratch-second").iterdir()))
        self.end(second)
        self.assertRegex((self.top / "second.log").read_text(), r"0 matches played, \d hand-ins built")

    def test_hostile_archives_leave_a_worker_alive(self):
        shutil.rmtree(self.top / "hand-ins/anna")
        self.write("rubric.json", json.dumps({**RUBRIC, "build": {"archive": True, "timeout_s": 600}}))
        for number in range(24):
            name, data = hostile_archive(number)
            self.write(f"hand-ins/student-{number}/{name}", data)
        self.write("hand-ins/anna/bot.zip", zipped({"bot.py": BOT}))
        worker = self.worker("steady")
        self.collect("here", code=1)
        self.collect("there", "--queue", self.store, "--jobs", "8", code=1)
        self.check_same()
        self.assertTrue(self.outcome("there")["anna"]["in"])
        self.end(worker)

    def test_what_the_course_provides_travels_and_only_what_has_changed_is_built_again(self):
        self.write("course/walls.py", BOT)
        self.write("course/data/answers.txt", "left\n")
        self.write("rubric.json", json.dumps({**RUBRIC, "build": {"provide": ["course/walls.py", "course/data"], "require": ["bot.py"],
                                                                  "command": "test -s data/answers.txt && cp walls.py made.py"}}))
        self.write("hand-ins/anna/bot.py", "import runpy\nrunpy.run_path('made.py', run_name='__main__')\n")
        self.write("hand-ins/bert/other.py", "")
        worker = self.worker("steady")
        self.collect("here", code=1)
        self.collect("there", "--queue", self.store, code=1)
        self.check_same()
        self.assertIn("1 prepared now", self.collect("there", "--queue", self.store, "--retry", code=1))
        self.end(worker)

    def test_a_run_that_is_interrupted_leaves_nothing_in_the_store_behind(self):
        collecting = subprocess.Popen(self.words("there", "--queue", self.store), cwd=self.top, stdout=subprocess.DEVNULL)
        self.addCleanup(collecting.wait, PATIENCE)
        self.addCleanup(collecting.kill)
        self.until(lambda: self.left_in_store()[:2] == ["1", "1"])
        collecting.send_signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, collecting.wait(PATIENCE))
        self.assertEqual(["0"] * 4, self.left_in_store())

    def test_a_store_that_has_no_jobs_is_told_file(self):
        self.collect("there", "--queue", "class.db", code=2)


class Versions(Builds):
    """Versions that are handed in over the network while workers play."""

    def open(self):
        token = "token of ada"
        entrants = [{"name": "ada", "token_sha256": hashlib.sha256(token.encode()).hexdigest(), "command": ["sample:walls_random"]},
                    {"name": "cat", "command": ["sample:walls_random"]}]
        config = {**FRAME, "sandbox": "basic", "workers": True, "submissions": {}, "between_rounds": "manual",
                  "start": {"when": "manual"}, "entrants": entrants}
        del config["web"]
        (self.top / "config.json").write_text(json.dumps(config))
        self.token = token
        with (self.top / "log").open("a") as log:
            self.serving = subprocess.Popen([REFEREE, "serve", "config.json", "--store", self.store, "--reports", "out", "--web",
                                             "127.0.0.1:0"], cwd=self.top, stdout=log, stderr=log)
        self.addCleanup(self.serving.wait, PATIENCE)
        self.addCleanup(self.serving.kill)
        self.wait_for("watch: ", self.top / "log")
        line = [line for line in (self.top / "log").read_text().splitlines() if "watch: " in line][-1]
        self.web = urllib.parse.urlsplit(line.partition("watch: ")[2].split()[0])

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection(self.web.hostname, self.web.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {"Authorization": "Bearer " + self.token})
            reply = connection.getresponse()
            text = reply.read()
            self.assertLess(reply.status, 300, text)
            return json.loads(text)
        finally:
            connection.close()

    def hand_in(self, files):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w") as tar:
            for name, text in files.items():
                info = tarfile.TarInfo(name)
                info.size, info.mode = len(text.encode()), 0o755
                tar.addfile(info, io.BytesIO(text.encode()))
        version = self.ask("PUT", "/submissions?name=bot.tar", out.getvalue())
        self.assertEqual(hashlib.sha256(out.getvalue()).hexdigest(), version["sha256"])
        return version["number"]

    def over(self, number):
        def told():
            version = self.ask("GET", f"/api/submissions/{number}")
            return version if version["status"] != "waiting" else None

        return self.until(told)

    def test_a_version_is_built_by_a_worker_and_plays_ready(self):
        self.open()
        number = self.hand_in({"bot.py": BOT + "\n# ada's\n"})
        self.until(lambda: self.server.sql(f"SELECT count(*) FROM {self.schema}.job WHERE builds <> 0")[0] == "1")
        worker = self.worker("steady", sandbox="basic")
        self.assertEqual("ready", self.over(number)["status"])
        failed = self.over(self.hand_in({"bot.c": "#error This is Ada's\n"}))
        self.assertEqual("failed", failed["status"])
        self.assertIn("#error This is Ada's", json.dumps(failed))
        self.assertIn("build version 0-1/1", (self.top / "steady.log").read_text())
        [built] = list(self.top.glob("*.versions/built/*"))
        self.assertIn("# ada's", (built / "bot.py").read_text())
        self.referee("ctl", "--socket", next(self.top.glob("*.ctl")).name, "start")
        record = self.until(lambda: next(iter((self.top / "out/records").glob("r1t1g1.jsonl")), None))
        header = json.loads(record.read_text().splitlines()[0])
        self.assertEqual(self.ask("GET", f"/api/submissions/{number}")["sha256"], header["versions"][header["players"].index("ada")])
        self.assertRegex(header["worker"]["name"], "^steady/")
        self.serving.terminate()
        self.serving.wait(PATIENCE)
        self.end(worker)

    def test_a_version_that_waits_is_built_after_a_crash_later(self):
        self.open()
        number = self.hand_in({"bot.py": BOT})
        self.until(lambda: self.server.sql(f"SELECT count(*) FROM {self.schema}.job WHERE builds <> 0")[0] == "1")
        self.serving.kill()
        self.serving.wait(PATIENCE)
        (self.top / "log").write_text("")
        self.open()
        worker = self.worker("steady", sandbox="basic")
        self.assertEqual("ready", self.over(number)["status"])
        self.serving.terminate()
        self.serving.wait(PATIENCE)
        self.end(worker)


if __name__ == "__main__":
    unittest.main()
