"""Does what the pages in docs/tasks say, as a reader would: saves a page's file, enters its commands, and sees its outputs.

It replaces only what a reader fills in: addresses by those of the referee that listens, a database by one in a temporary folder,
SHA256 by the one that was printed, and a time by tomorrow. READERS says what a reader has beside the page."""
import datetime
import json
import os
import re
import shlex
import shutil
import signal
import unittest

from fixture.case import new_folder
from fixture.postgresql import PROGRAMS, Server
from fixture.program import REFEREE, ROOT, Program
from fixture.terminal import leave_play

TASKS = ROOT / "docs/tasks"
STEP = re.compile(
    r"^    (?P<command>(?:referee|python3) [^\n]*)$"
    r"|^```text\n(?P<output>.*?)^```"
    r"|[Ss]ave this as `(?P<file>[^`]+)`[^\n]*\n\n```\w+\n(?P<text>.*?)^```",
    re.MULTILINE | re.DOTALL)
LASTING = re.compile(r"referee (?:serve|worker) |join\.py ")
DATABASE = r"""postgresql://(\w+)@db\.example\.org/class\?schema=(\w+)[^'"]*"""
ADDRESS = re.compile(r"(?:\d+\.\d+\.\d+\.\d+|[\w.]+\.example\.org):\d+")


def pattern(line):
    """A line of a page's output: spaces count as one, `...` is any text, and an address is any address."""
    parts = (ADDRESS.sub("ADDRESS", part).split() for part in line.split("..."))
    return r"^\s*" + r".*".join(r"[ \t]+".join(map(re.escape, words)) for words in parts).replace("ADDRESS", r"\S+:\d+") + r"[ \t]*$"


def filled_in(text):
    """A tournament file with free ports and a time that is still to come; other files as they are."""
    if not text.startswith("{"):
        return text
    config = json.loads(text)
    if "format" not in config:  # a rubric
        return text
    config["listen"] = {"host": "127.0.0.1", "port": 0}
    config["web"] = {**config.get("web", {}), "listen": "127.0.0.1:0"}
    if "until" in config["format"]:
        tomorrow = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=1)
        config["format"]["until"] = tomorrow.strftime("%Y-%m-%dT%H:%M:%SZ")
    return json.dumps(config)


class Reader:
    """Somebody with a folder, who reads one page from top to bottom."""

    def __init__(self, test, folder):
        self.test, self.folder, self.fills = test, folder, []
        self.running = {}  # programs that last, by their commands
        self.others = []  # names under which a student's command is entered as well

    def fill(self, pattern, by):
        self.fills.append((pattern, by))

    def filled(self, text):
        for found, by in self.fills:
            text = re.sub(found, by, text)
        return text

    def start(self, command):
        environment = {"PATH": f"{REFEREE.parent}:{os.environ['PATH']}", "PYTHONUNBUFFERED": "1", "XDG_CACHE_HOME": str(self.folder / "cache")}
        program = Program(["bash", "-c", "exec " + self.filled(command)], self.folder, environment=environment)
        self.test.addCleanup(program.end)
        return program

    def read(self, page):
        steps = list(STEP.finditer((TASKS / page).read_text()))
        self.test.assertTrue(any(step["file"] for step in steps), "the page has a file to save")
        before = None
        for step in steps:
            if step["file"]:
                (self.folder / step["file"]).write_text(self.filled(filled_in(step["text"])))
            elif step["command"]:
                with self.test.subTest(page=page, command=step["command"]):
                    before = self.enter(step["command"])
            else:
                with self.test.subTest(page=page, output=step["output"]):
                    for line in filter(str.strip, step["output"].splitlines()):
                        before.see(pattern(line))
        self.end()

    def enter(self, command):
        if command.startswith("referee play "):
            code, output = leave_play([REFEREE, *shlex.split(command)[1:]], self.folder)
            self.test.assertEqual(0, code, output)
            self.test.assertIn("the person has left", output)
            return None
        if " ctl reveal" in command:
            next(program for running, program in self.running.items() if " serve " in running).see("the tournament is over")
        program = self.start(command)
        if LASTING.search(command):
            self.running[command] = program
            if " serve " in command:
                program.see("^results are kept in")
                for line, port in [("listening on", 7878), ("watch:", 7880)]:
                    if address := program.find(rf"^{line} .*?({ADDRESS.pattern})"):
                        self.fill(rf"class\.example\.org:{port}", address[1])
            for other in self.others if "join.py" in command else []:
                self.running[other] = self.start(command.replace("alice", other))
                self.running[other].see("connected")
            return program
        program.wait()
        self.test.assertEqual(0, program.code, f"{command}\n{program.out}{program.err}")
        if sha256 := program.find(r"\b[0-9a-f]{64}\b"):
            self.fill(r"\bSHA256\b", sha256[0])
        return program

    def end(self):
        """Students' bots leave when the tournament is over; all that is left is stopped by somebody."""
        ends_alone = any("join.py" in command for command in self.running)
        for command, program in reversed(self.running.items()):
            if not ends_alone or " serve " in command:
                program.signal(signal.SIGTERM)
            program.wait()
            self.test.assertEqual(0, program.code, f"{command}\n{program.out}{program.err}")


class TaskPages(unittest.TestCase):
    def reader(self):
        return Reader(self, new_folder(self.addCleanup))

    def reader_with_downloads(self):
        """What Canvas has of a class: its submissions and its gradebook."""
        reader = self.reader()
        shutil.make_archive(str(reader.folder / "submissions"), "zip", ROOT / "examples/class/submissions")
        shutil.copy(ROOT / "examples/class/gradebook.csv", reader.folder)
        return reader

    def bring(self, reader, *names):
        """Files of the students' kit."""
        for name in names:
            shutil.copy(ROOT / "sample_bots/python" / name, reader.folder)

    def test_class_from_a_zip(self):
        reader = self.reader_with_downloads()
        reader.read("class-from-a-zip.md")
        self.assertTrue((reader.folder / "out/class/site/index.html").exists())

    def test_evening(self):
        reader = self.reader_with_downloads()
        reader.read("evening.md")
        self.assertTrue((reader.folder / "out/evening/site/index.html").exists())

    def test_class_dials_in(self):
        reader = self.reader()
        self.bring(reader, "join.py")
        reader.others = ["bob", "carol"]
        (reader.folder / "my_bot.py").symlink_to(ROOT / "sample_bots/python/walls_protocol.py")
        reader.fill(r"\bclass\.code\b", "laptops.db.code")
        reader.read("class-dials-in.md")
        self.assertTrue((reader.folder / "out/laptops/site/index.html").exists())

    def test_ladder_overnight(self):
        self.reader().read("ladder-overnight.md")

    def test_hand_in_night(self):
        reader = self.reader_with_downloads()
        self.bring(reader, "submit.py")
        shutil.copy(ROOT / "sample_bots/python/walls_protocol.py", reader.folder / "my_bot.py")
        reader.read("hand-in-night.md")

    def test_knock_out_final(self):
        reader = self.reader()
        ladder = next(step["text"] for step in STEP.finditer((TASKS / "ladder-overnight.md").read_text()) if step["file"])
        closed = {**json.loads(filled_in(ladder)), "format": {"kind": "ladder", "matches": 30}, "registration": "closed"}
        (reader.folder / "ladder.json").write_text(json.dumps(closed))
        reader.enter("referee run ladder.json")
        reader.read("knock-out-final.md")

    def test_pair_a_swiss_round(self):
        self.reader().read("pair-a-swiss-round.md")

    def test_look_at_a_match(self):
        self.reader().read("look-at-a-match.md")

    def test_disputed_mark(self):
        self.reader().read("disputed-mark.md")

    @unittest.skipUnless(PROGRAMS, "no PostgreSQL server is installed: scripts/setup --all installs one")
    def test_past_one_machine(self):
        server = Server()
        self.addCleanup(server.temporary.cleanup)
        self.addCleanup(server.end, "immediate")
        server.sql("CREATE ROLE worker LOGIN")
        reader = self.reader()
        reader.fill(DATABASE, lambda found: server.store(found[2], found[1]))
        reader.read("past-one-machine.md")
        standings = json.loads((reader.folder / "out/class/standings.json").read_text())
        self.assertEqual(6, sum(machine["matches"] for machine in standings["machines"]))


if __name__ == "__main__":
    unittest.main()
