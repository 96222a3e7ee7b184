"""Match programs: matches, tournaments and records of games that have a runner of their own, and runners that are hostile."""
import hashlib
import json
import os
import shutil
import signal
import unittest
import urllib.error
import urllib.request

from fixture.case import RefereeCase
from fixture.program import PYTHON, ROOT
from fixture.tournament import TournamentCase, dialled, launched

NIM = ROOT / "examples/games/nim_match"
PERFECT = [*PYTHON, str(NIM / "bots/perfect.py")]
ANY = [*PYTHON, str(NIM / "bots/any.py")]

# What a program of a test begins with.
BEGIN = """
import json, os, pathlib, subprocess, sys, time
order = json.loads(pathlib.Path(sys.argv[1]).read_text())
def say(kind, **rest): print(json.dumps({"type": kind, **rest}), flush=True)
def start(seat): return subprocess.Popen(order["players"][seat]["command"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
"""
END = 'say("result", scores=[1, 0])\n'

# A hostile program, and words that its author is shown.
HOSTILE = {
    "ends without a result": ("sys.stderr.write('the arena is lost\\n')", "without a result", "the arena is lost"),
    "dies": ("raise SystemExit(7)", "exit status 7"),
    "is killed": ("os.kill(os.getpid(), 9)", "signal 9"),
    "sleeps": ("time.sleep(600)", "match_ms"),
    "writes no JSON": ("print('hello', flush=True)\ntime.sleep(600)", "a JSON object"),
    "writes an endless line": ("while True: sys.stdout.write('x' * 65536)", "4 MiB"),
    # Most of each line is white space, which is read faster than text.
    "writes endless lines": ("line = json.dumps({'type': 'progress', 'text': 'x' * 900}) + ' ' * 15000 + '\\n'\nwhile True: sys.stdout.write(line * 8)", "256 MiB"),
    "goes on after its result": (END + "say('progress', turn=1)", "after its result"),
    "fails after its result": (END + "sys.exit(3)", "exit status 3"),
    "has no replay": ("say('result', scores=[1, 0], replay='replay.json')", "line.replay"),
    "links to a secret": ("os.symlink('/etc/passwd', order['folder'] + '/r.txt')\nsay('result', scores=[1, 0], replay='r.txt')", "line.replay"),
    "says that it does not count": ("say('void', why='the arena server did not start')", "the arena server did not start"),
    "runs too many bots": ("bots = [start(0) for _ in range(9)]\ntime.sleep(600)", "more than 8 times at once"),
    # In a shell, because a process of Python is much longer in copying itself.
    "forks": ("os.execlp('sh', 'sh', '-c', 'fork() { while true; do fork & done; }; fork')", "ended with"),
}


def write_program(case, text, **facts):
    """A folder with a match program of two seats."""
    game = {"match_program": 1, "name": "arena", "version": 1, "command": ["python3", "runner.py"], "seats": 2, "match_ms": 60000, **facts}
    case.write("arena/game.json", json.dumps(game))
    case.write("arena/runner.py", BEGIN + text)
    return case.folder / "arena"


class MatchProgram(RefereeCase):
    def setUp(self):
        super().setUp()
        self.environment = {**self.environment, "PYTHONDONTWRITEBYTECODE": "1"}

    def program(self, text, **facts):
        return write_program(self, text, **facts)

    def play(self, game, *bots, code=0, options=()):
        words = [word for number, bot in enumerate(bots) for word in ("--bot", f"b{number}=" + " ".join(bot))]
        return self.run_referee("match", str(game), *words, *options, code=code)

    def lines(self, file):
        return [json.loads(line) for line in file.read_text().splitlines()]

    def tournament(self, game, entrants, **more):
        self.write("spring.json", json.dumps({"name": "Spring", "game": str(game), "seed": 5, "store": "t.db", "reports": "out", "entrants": entrants,
                                              "format": {"kind": "round_robin", "best_of": 1}, **more}))

    def test_a_match_has_a_record_and_a_replay_which_verify_checks(self):
        self.play(NIM, PERFECT, ANY)
        header, *turns, last = self.lines(self.record_files()[0])
        self.assertEqual((1, None), (header["match_program"], header["clock"]))
        self.assertEqual(last["result"]["turns"], len(turns))
        replay = self.folder / "out/records" / last["replay"]["file"]
        self.assertEqual(last["replay"]["sha256"], hashlib.sha256(replay.read_bytes()).hexdigest())
        self.assertIn("cannot be checked", self.referee("verify", "out"))
        self.assertIn("its replay is " + replay.name, self.referee("show", "out"))
        replay.write_text("{}")
        self.assertIn("replay", self.referee("verify", "out", code=1))
        replay.unlink()
        self.referee("verify", "out", code=1)
        shutil.rmtree(self.folder / "out")

    def test_a_bot_that_does_wrong_has_the_fault_and_its_words_are_kept(self):
        loud = str(self.write("loud.py", "import sys\nsys.stderr.write('I shall lose\\n')\nprint('nonsense', flush=True)\nsys.stdin.read()\n"))
        done = self.play(NIM, [*PYTHON, loud], PERFECT)
        self.assertIn("malformed 1", done.out)
        self.assertIn("I shall lose", self.read("out/bots/b0.stderr"))
        self.assertEqual([{"seat": 0, "verdict": "malformed"}],
                         [{key: answer[key] for key in ("seat", "verdict")} for line in self.lines(self.record_files()[0])[1:-1]
                          for answer in line["answers"]])

    def test_what_a_bot_printed_is_known_by_the_lines_of_its_program(self):
        bot = str(self.write("words.py", "import sys\nfor line in sys.stdin:\n  print('thinks of ' + line.strip(), file=sys.stderr, flush=True)\n  print('ok', flush=True)\n"))
        game = self.program("""
bot = start(0)
for turn in range(3):
    bot.stdin.write(f"{turn}\\n".encode()), bot.stdin.flush(), bot.stdout.readline()
    say("progress", turn=turn)
bot.communicate()
""" + END)
        self.play(game, [*PYTHON, bot], [*PYTHON, bot])
        words = [(turn, word) for turn, text in self.printed("b0") for word in text.splitlines()]
        self.assertEqual([f"thinks of {turn}" for turn in range(3)], [word for _, word in words])
        # A referee that reads a line late has read what the bot printed for the next one.
        self.assertTrue(all(turn <= number for number, (turn, _) in enumerate(words)), words)

    def test_each_run_of_a_bot_is_a_new_process_that_gets_the_end_of_its_input(self):
        bot = str(self.write("count.py", "import os, sys\nfor line in sys.stdin: print(line.strip(), os.getpid(), flush=True)\nprint('end', flush=True)\nsys.exit(5)\n"))
        game = self.program("""
said = []
for run in range(3):
    bot = start(0)
    out, _ = bot.communicate(b"run\\n")
    said.append((out.decode().split(), bot.returncode))
missing = start(1)
missing.communicate()
say("result", scores=[1, 0], outcome={"said": said, "missing": missing.returncode})
""")
        self.play(game, [*PYTHON, bot], ["/bin/sh", "-c", "'exec /no/such/program'"])
        outcome = self.lines(self.record_files()[0])[-1]["result"]["outcome"]
        self.assertEqual([["run", "end"]] * 3, [[words[0], words[-1]] for words, _ in outcome["said"]])
        self.assertEqual([1] * 3, [code for _, code in outcome["said"]])
        self.assertNotEqual(0, outcome["missing"])

    def test_a_bot_is_in_another_sandbox_than_the_program(self):
        secret = "import os, pathlib\nprint(len(pathlib.Path(os.environ['HOME']).parent.joinpath('x').parts), os.path.exists(__import__('sys').argv[1]), flush=True)\n"
        bot = str(self.write("bots/look.py", secret))
        game = self.program("""
bot = start(0)
out, _ = bot.communicate()
say("result", scores=[1, 0], outcome={"sees": out.decode().split()[1:], "me": os.path.exists(sys.argv[1]), "bot": os.path.exists("%s")})
""" % bot)
        self.play(game, [*PYTHON, bot, str(game / "runner.py")], ANY)
        self.assertEqual({"sees": ["False"], "me": True, "bot": False}, self.lines(self.record_files()[0])[-1]["result"]["outcome"])

    def test_hostile_programs_are_void_with_words_for_their_author(self):
        self.expects_errors = True
        for name, (text, *words) in HOSTILE.items():
            with self.subTest(name):
                game = self.program(text + "\n", match_ms=3000 if name == "sleeps" else 60000)
                done = self.play(game, PERFECT, ANY, code=3)
                self.assert_words(done.out + done.err, "3 attempts", "arena", *words)
                shutil.rmtree(self.folder / "out")

    def test_a_program_that_fills_its_folder_is_ended(self):
        self.expects_errors = True
        game = self.program("""
for number in range(40):
    with open(f"fill{number}", "wb") as file:
        for _ in range(32): file.write(b"x" * 1024 * 1024)
time.sleep(600)
""")
        done = self.play(game, PERFECT, ANY, code=3)
        self.assert_words(done.out + done.err, "3 attempts", "too much written")

    def test_where_the_sandbox_is_basic_nothing_begins(self):
        self.environment = {**self.environment, "REFEREE_SANDBOX_AT_MOST": "basic"}
        self.assert_words(self.play(NIM, PERFECT, ANY, code=4).err, "bwrap")
        self.tournament(NIM, [launched("a", *PERFECT), launched("b", *ANY)])
        self.assert_words(self.run_referee("run", "spring.json", code=4).err, "bwrap")
        self.play(NIM, PERFECT, ANY, options=["--sandbox", "none"])

    def test_a_swiss_that_is_killed_goes_on_and_begins_its_matches_anew(self):
        entrants = [launched(f"bot-{number}", *PERFECT) for number in range(6)]
        self.tournament(NIM, entrants, format={"kind": "swiss", "rounds": 3, "best_of": 2})
        self.referee("run", "spring.json", "--store", "whole.db", "--reports", "whole")
        for kill in range(2):
            running = self.start("run", "spring.json")
            while running.process.poll() is None and len(self.record_files()) < 5 * (kill + 1):
                running.read_some()
            os.kill(running.pid, signal.SIGKILL)
            running.wait()
        self.referee("run", "spring.json")
        table = [[(row["name"], row["games"]) for row in self.read_json(f"{reports}/standings.json")["standings"]] for reports in ("whole", "out")]
        self.assertEqual(sorted(table[0]), sorted(table[1]))
        self.assertIn("nim_match", self.referee("standings", "t.db"))
        self.assertIn("own program has the clocks", self.referee("check", "spring.json"))

    def test_a_mended_game_goes_on_if_it_is_told_so(self):
        mended = self.program(END)
        self.tournament(mended, [launched("a", *PERFECT), launched("b", *ANY)], format={"kind": "round_robin", "best_of": 2})
        running = self.start("run", "spring.json")
        while running.process.poll() is None and not self.record_files():
            running.read_some()
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        (mended / "runner.py").write_text((mended / "runner.py").read_text() + "# mended\n")
        self.assert_words(self.run_referee("run", "spring.json", code=2).err, "finished match", "SHA-256", "--changed-game")
        self.expects_errors = True
        self.referee("run", "spring.json", "--changed-game")
        self.assertLessEqual({"r1t1g1.jsonl", "r1t1g2.jsonl"}, {file.name for file in self.record_files()}, "a killed one may be there, too")
        self.referee("run", "spring.json")
        self.referee("verify", "out")

    def test_browsers_get_a_replay_as_bytes_to_be_saved(self):
        page = "<html><script>alert(1)</script>"
        game = self.program("pathlib.Path(order['folder'], 'r.html').write_text(%r)\nsay('result', scores=[1, 0], replay='r.html')\n" % page)
        self.tournament(game, [launched("a", *PERFECT), launched("b", *ANY)])
        self.referee("run", "spring.json")
        site = self.folder / "out/site"
        self.assertEqual(page, (site / "records/r1t1g1.replay.html.bin").read_text())
        self.assertIn('"link":"../records/r1t1g1.replay.html.bin"', (site / "matches/r1t1g1.js").read_text())
        for source, path in (("t.db", "api/matches/r1t1g1/replay"), (site, "records/r1t1g1.replay.html.bin")):
            running = self.start("web", str(source), "--listen", "127.0.0.1:0")
            where = running.wait_for_line("watch: ").split()[-1]
            with urllib.request.urlopen(where + path) as response:
                self.assertEqual(page, response.read().decode())
                self.assertEqual(("application/octet-stream", 'attachment; filename="r1t1g1.replay.html"', "nosniff"),
                                 tuple(response.headers[name] for name in ("Content-Type", "Content-Disposition", "X-Content-Type-Options")))
            if source == "t.db":
                (self.folder / "out/records/r1t1g1.replay.html").write_text("another")
                with self.assertRaises(urllib.error.HTTPError) as missing:
                    urllib.request.urlopen(where + path)
                self.assertEqual(404, missing.exception.code)
                missing.exception.close()
                (self.folder / "out/records/r1t1g1.replay.html").write_text(page)
            running.signal(signal.SIGTERM)
            running.wait()

    def test_a_program_that_fails_pauses_the_tournament(self):
        self.expects_errors = True
        self.tournament(self.program("sys.exit('the arena is lost')\n"), [launched("a", *PERFECT), launched("b", *ANY)], listen={"port": 0},
                        web={"listen": "127.0.0.1:0"})
        running = self.start("serve", "spring.json")
        running.wait_for_error("paused. Mend that")
        self.assert_words(running.err, "3 attempts", "the arena is lost")
        running.signal(signal.SIGTERM)
        running.wait()
        self.assertEqual(["void"] * 3, [self.lines(file)[-1]["status"] for file in self.record_files()])

    def test_what_a_match_program_cannot_do_is_refused_in_words(self):
        two = [launched("a", *PERFECT), launched("b", *ANY)]
        for more, words in (({"clock": {"kind": "per_move", "ms": 100}}, ("clock", "clocks of its own")),
                            ({"registration": {"open": True}, "listen": {"port": 0}}, ("registration",)),
                            ({"entrants": [two[0], dialled("alice")], "listen": {"port": 0}}, ("entrants[1].command", "alice cannot dial in"))):
            self.tournament(NIM, **{"entrants": two, **more})
            self.assert_words(self.run_referee("check", "spring.json", code=2).err, *words)
        for words in (["step", NIM], ["play", NIM], ["check-bot", NIM, "--", *ANY], ["match", NIM, "--bot", "x", "--bot", "y", "--random-plies", "2"],
                      ["match", NIM, "--bot", "x", "--listen", "127.0.0.1:0"]):
            self.assert_words(self.run_referee(*map(str, words), code=2).err, "match program")
        self.play(NIM, PERFECT, ANY)
        record = str(self.record_files()[0])
        self.assert_words(self.run_referee("match", "--from", record, "--turn", "0", str(NIM), "--bot", "x", "--bot", "y", code=2).err, "nobody can play on")
        self.assert_words(self.run_referee("ask", record, "--seat", "0", "--", *ANY, code=2).err, "match program")
        self.assert_words(self.referee("check-game", str(NIM)), "match program", "bots: they play a match now", "bots: ok")

    def test_a_rubric_scores_a_submission(self):
        self.write("rubric.json", json.dumps({"name": "Nim", "game": str(NIM), "items": [
            {"name": "Beats any", "points": 5, "opponents": [ANY], "games": 2, "criterion": {"measure": "wins", "at_least": 2}},
            {"name": "Keeps to the rules", "points": 3, "opponents": [PERFECT], "games": 1, "criterion": {"measure": "faults", "at_most": 0}}]}))
        self.write("mine/bot.py", (NIM / "bots/perfect.py").read_text())
        self.assert_words(self.referee("score", "rubric.json", "--submission", "mine", "--", *PYTHON, "bot.py"), "8 of 8 points")


class Arbiter(TournamentCase):
    """What the arbiter orders while a match program plays: its bots wait for the end of their input."""

    def begin(self):
        here = self.folder / "here"
        bot = str(self.write("waits.py", f"import os, sys\nos.write(os.open({str(here)!r}, os.O_APPEND | os.O_CREAT | os.O_WRONLY), b'.')\nsys.stdin.read()\n"))
        game = write_program(self, """
bots = [start(0), start(1)]
seat = next(number for number, player in enumerate(order["players"]) if player["name"] == "ada")
say("progress", turn=1)
bots[seat].wait()
say("fault", seat=seat, verdict="disconnected", why="it has left")
say("result", scores=[int(number != seat) for number in range(2)])
""", match_ms=600000)
        self.write_config({"name": "Spring", "game": str(game), "seed": 5, "store": "spring.db", "reports": "out", "sandbox": "none", "as_root": True,
                           "web": {"listen": "127.0.0.1:0"}, "entrants": [launched(name, *PYTHON, bot) for name in ("ada", "bob")],
                           "format": {"kind": "round_robin", "best_of": 2}})
        self.served = self.start("serve", "config.json", "--exit-when-done")
        self.bots_are_here = lambda count: here.exists() and len(here.read_bytes()) == count
        self.until(lambda: self.bots_are_here(2))

    def test_a_bot_that_is_withdrawn_gets_the_end_of_its_input_and_the_match_ends(self):
        self.begin()
        self.withdraw_ada()
        self.assertEqual(["disconnected"], self.record_of("r1t1g1").verdicts(0))

    def test_a_match_that_is_to_be_played_again_is_void_and_begins_anew(self):
        self.begin()
        self.order("rerun", "r1t1g1")
        self.until(lambda: self.bots_are_here(4))
        self.withdraw_ada()
        self.assertEqual("void", self.record_of("r1t1g1.a1").last["status"])
        self.assertEqual(2, self.record_of("r1t1g1").header["attempt"])

    def withdraw_ada(self):
        """The running game ends, and she is absent from the next one."""
        self.order("withdraw", "ada", "is ill")
        self.finish()
        self.assertEqual([0, 1], self.record_of("r1t1g1").last["result"]["scores"])
        last = self.record_of("r1t1g2").last
        self.assertEqual(([1, 0], [1]), (last["result"]["scores"], last["no_show"]))


if __name__ == "__main__":
    unittest.main()
