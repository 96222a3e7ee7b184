"""Builds by workers: hand-ins of a class and versions that are handed in while a tournament is open become what they become on
one machine, whatever happens to a worker meanwhile."""
import hashlib
import json
import os
import pathlib
import re
import signal
import stat
import unittest

from fixture.archive import tarred, zipped
from fixture.case import PATIENT_CLOCK
from fixture.dial_in import token_of
from fixture.program import ROOT
from fixture.tournament import dialled
from fixture.web import WebCase
from fixture.workers import WorkersCase


BOT = (ROOT / "sample_bots/python/walls_protocol.py").read_text()
FRAME = {"name": "Spring", "game": "walls", "options": {"n": 3}, "clock": {**PATIENT_CLOCK, "init_ms": 60000},
         "format": {"kind": "round_robin"}, "sandbox": "none", "as_root": True, "web": None}
RUBRIC = {"name": "Spring", "game": "walls", "build": {"timeout_s": 600},
          "items": [{"name": "walls", "points": 1, "opponents": [["sample:walls_random"]], "criterion": {"measure": "faults", "at_most": 0}}]}
TIMES = {"build_seconds", "turn_ms", "turn_wall_ms"}


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


class Builds(WorkersCase):
    def setUp(self):
        super().setUp()
        self.referee("store", "init", self.store)

    def worker(self, name, sandbox="none"):
        scratch = self.folder / f"scratch-{name}"
        scratch.mkdir()
        return super().worker(name, sandbox=sandbox, slots=4, environment={"TMPDIR": str(scratch)})


class Collected(Builds):
    """A class in a folder, from which two others are made: here, and by workers."""

    def setUp(self):
        super().setUp()
        self.write("tournament.json", json.dumps(FRAME))
        self.write("rubric.json", json.dumps(RUBRIC))
        self.write("hand-ins/anna/bot.py", BOT)
        self.write("hand-ins/anna/empty/deep/note.txt", "")
        (self.folder / "hand-ins/anna/empty/deep/note.txt").unlink()

    def words(self, where, *more):
        return ["collect", "hand-ins", "--tournament", "tournament.json", "--rubric", "rubric.json", "--out", where, *more]

    def collect(self, where, *more, code=0):
        return self.referee(*self.words(where, *more), code=code)

    def report(self, where):
        return self.read_json(f"{where}/collect.json")

    def outcome(self, where):
        return {row["name"]: row for row in self.report(where)["entrants"]}

    def check_same(self):
        self.assertEqual(tree(self.folder / "here/bots"), tree(self.folder / "there/bots"))
        self.assertEqual(comparable(self.report("here")), comparable(self.report("there")))

    def left_in_store(self):
        return [self.count(table) for table in ("job", "bundle", "built", "claim")]

    def test_a_class_becomes_the_same_although_a_worker_is_killed_in_the_middle(self):
        go = self.folder / "go"
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
        collecting = self.start(*self.words("there", "--queue", self.store))
        first = self.worker("first")
        first.see("build bert/1 begins")
        self.until(lambda: self.left_in_store()[0] == 1)  # the others are done
        self.until(lambda: preparations(self.folder / "scratch-first"))
        first.signal(signal.SIGKILL)
        first.wait()
        self.until(lambda: not preparations(self.folder / "scratch-first"))  # they die with the worker
        self.end_leases("first")
        go.touch()
        second = self.worker("second")
        self.assertEqual(1, collecting.wait().code, collecting.err)
        self.check_same()
        second.see("build bert/2")
        self.assertEqual({"anna", "bert", "dora"}, {name for name, row in self.outcome("there").items() if row["in"]})
        clara = self.outcome("there")["clara"]
        self.assertEqual("build", clara["stage"])
        self.assertIn("#error This is Clara's", clara["output"])
        self.assertIn("RuntimeError: no", self.outcome("there")["finn"]["output"])
        self.assertEqual([0] * 4, self.left_in_store())
        self.assertEqual([], list((self.folder / "scratch-second").iterdir()))
        self.stop_workers(second)
        self.assertRegex(second.out + second.err, r"0 games played, \d submissions built")

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
        self.assertIn("1 built and tried now", self.collect("there", "--queue", self.store, "--retry", code=1))
        self.stop_workers(worker)

    def test_a_run_that_is_interrupted_leaves_nothing_in_the_store_behind(self):
        collecting = self.start(*self.words("there", "--queue", self.store))
        self.until(lambda: self.left_in_store()[:2] == [1, 1])
        collecting.signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, collecting.wait().code)
        self.assertEqual([0] * 4, self.left_in_store())

    def test_a_store_that_has_no_jobs_is_told_file(self):
        self.collect("there", "--queue", "class.db", code=2)


class Versions(WebCase, Builds):
    """Versions that are handed in over the network while workers play."""

    def open(self):
        config = {**FRAME, "sandbox": "basic", "workers": True, "submissions": {}, "between_rounds": "manual", "store": self.store,
                  "start": {"when": "manual"},
                  "entrants": [{**dialled("ada"), "command": ["sample:walls_random"]},
                               {"name": "cat", "command": ["sample:walls_random"]}]}
        del config["web"]
        self.serve(config)

    def ask(self, method, path, body=None):
        reply = self.request(method, path, body, {"Authorization": "Bearer " + token_of("ada")})
        self.assertLess(reply.status, 300, reply.body)
        return reply.json()

    def hand_in(self, files):
        archive = tarred(files)
        version = self.ask("PUT", "/submissions?name=bot.tar", archive)
        self.assertEqual(hashlib.sha256(archive).hexdigest(), version["sha256"])
        return version["number"]

    def until_it_waits(self):
        self.until(lambda: self.sql("SELECT count(*) FROM SCHEMA.job WHERE builds <> 0") == "1")

    def over(self, number):
        """The version, once it has been built and tried."""
        return self.until(lambda: (version := self.ask("GET", f"/api/submissions/{number}"))["status"] != "waiting" and version)

    def test_a_version_is_built_by_a_worker_and_plays(self):
        self.open()
        number = self.hand_in({"bot.py": BOT + "\n# ada's\n"})
        self.until_it_waits()
        worker = self.worker("steady", sandbox="basic")
        self.assertEqual("ready", self.over(number)["status"])
        failed = self.over(self.hand_in({"bot.c": "#error This is Ada's\n"}))
        self.assertEqual("failed", failed["status"])
        self.assertIn("#error This is Ada's", json.dumps(failed))
        worker.see("build version 0-1/1")
        [built] = list(self.folder.glob("*.versions/built/*"))
        self.assertIn("# ada's", (built / "bot.py").read_text())
        self.referee("ctl", "--socket", next(self.folder.glob("*.ctl")).name, "start")
        self.until(lambda: self.has_record("r1t1g1"))
        header = self.record_of("r1t1g1").header
        self.assertEqual(self.ask("GET", f"/api/submissions/{number}")["sha256"], header["versions"][header["players"].index("ada")])
        self.assertRegex(header["worker"]["name"], "^steady/")
        self.stop()
        self.stop_workers(worker)


if __name__ == "__main__":
    unittest.main()
