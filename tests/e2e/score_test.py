"""`referee score` with real bots: points, exit codes, what is hidden, builds, archives, deadlines, replays."""
import json
import os
import re
import shlex
import signal
import subprocess
import unittest
from xml.etree import ElementTree

from fixture.archive import tarred, zipped
from fixture.bot_text import BOT, bot_text
from fixture.case import PATIENT_CLOCK, UNCONFINED, RefereeCase
from fixture.program import REFEREE, SANITIZER

ILLEGAL = bot_text("sideways")
# Goes forward where it can: wins against BOT.
WALKER = BOT.replace('    say(type="move"', """    view = turn["view"]
    seat = view["mover"]
    me, other = view["players"][seat], view["players"][1 - seat]
    step = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}[me["face"]]
    row, column = me["at"][0] + step[0], me["at"][1] + step[1]
    inside = 0 <= row < len(view["board"]) and 0 <= column < len(view["board"])
    free = inside and [row, column] != other["at"] and view["board"][row][column] in (".", "AB"[seat])
    WORD = "forward" if free else "left"
    say(type="move\"""")
# Opens its standard input and output by name, which works if they are pipes.
OPENS = bot_text(first='sys.stdin, sys.stdout = open("/dev/stdin"), open("/dev/stdout", "w")\n')
DIES = bot_text(each_turn="sys.exit('boom')")
NEVER = bot_text(each_turn="time.sleep(1000)")


def item(name="walls", **more):
    return {
        "name": name,
        "points": 10,
        "opponents": [["/usr/bin/python3", "-BS", "../rival.py"]],
        "games": 2,
        "criterion": {"measure": "faults", "at_most": 0},
        **more,
    }


def rubric(*items, **more):
    return {
        "name": "Try",
        "game": "walls",
        "options": {"n": 3},
        "clock": PATIENT_CLOCK,
        "seed": 7,
        "sandbox": "none",
        "items": items or [item()],
        **more,
    }


def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(inner) for key, inner in value.items() if key not in ("seconds", "started")}
    return [without_times(inner) for inner in value] if isinstance(value, list) else value


class Score(RefereeCase):
    """Works in a folder `hand_in` with bot.py; beside it are rival.py, an opponent, and rubric.json."""

    def setUp(self):
        super().setUp()
        self.hand_in = self.folder / "hand_in"
        self.hand_in.mkdir()
        self.write("hand_in/bot.py", BOT)
        self.write("rival.py", BOT)

    def words(self, content, *options, bot=("/usr/bin/python3", "-BS", "bot.py")):
        self.write("rubric.json", json.dumps(content))
        reports = [] if "--reports" in options else ["--reports", "../out"]
        return ["score", "../rubric.json", "--json", "../score.json", *reports, *options, "--", *bot]

    def score(self, content, *options, code=0, **more):
        """Runs `referee score`; returns its JSON report."""
        self.done = self.run_referee(*self.words(content, *options, **more), folder=self.hand_in, code=code)
        return self.report() if (self.folder / "score.json").exists() else None

    def report(self):
        return self.read_json("score.json")

    def refused(self, content, expected, *options, **more):
        self.assertIsNone(self.score(content, *options, code=2, **more))
        self.assertRegex(self.done.err, expected)
        self.assertFalse((self.folder / "out/records").exists() and list((self.folder / "out/records").iterdir()))

    def records(self):
        return sorted(path.name for path in (self.folder / "out/records").iterdir())


class Points(Score):
    def test_a_submission_that_does_what_is_asked_gets_all_points(self):
        report = self.score(rubric(item(), item("wins", opponents=[["sample:walls_random", "--seed", "{seed}"]])))
        self.assertEqual((20, 20, 20), (report["points"], report["max_points"], report["threshold"]))
        self.assertEqual(["full", "full"], [one["status"] for one in report["items"]])
        self.assertEqual(["1.1.jsonl", "1.2.jsonl", "2.1.jsonl", "2.2.jsonl"], self.records())
        self.assertEqual([0, 1], [game["seat"] for game in report["items"][0]["games"]], "seats rotate")
        self.assertTrue(report["finished"])

    def test_points_below_the_threshold_are_code_1_and_exit_zero_makes_it_0(self):
        self.write("hand_in/bot.py", ILLEGAL)
        content = rubric(item(), item("plays", criterion={"measure": "score", "at_least": 0}), threshold=10.5)
        self.assertEqual(10, self.score(content, code=1)["points"])
        self.assertEqual(10, self.score(content, "--exit-zero", code=0)["points"])
        self.assertEqual(10, self.score({**content, "threshold": 10}, code=0)["points"])

    def test_the_best_item_counts_among_levels(self):
        report = self.score(rubric(item(points=21), item("more", points=25, criterion={"measure": "wins", "at_least": 3}), total="best", threshold=21))
        self.assertEqual((21, 25), (report["points"], report["max_points"]))

    def test_the_same_submission_gets_the_same_report(self):
        self.write("hand_in/bot.py", WALKER)
        content = rubric(item(opponents=[["sample:walls_random", "--seed", "{seed}"]], games=4, criterion={"measure": "score", "linear": {"from": 0, "to": 3}}))
        first = self.score(content, code=1)
        second = self.score(content, code=1)
        self.assertIn("earlier records are now in ../out/records.1", self.done.out)
        self.assertEqual(without_times(first), without_times(second))
        side_by_side = self.score(content, "--jobs", "3", code=1)
        self.assertEqual(without_times(first), without_times(side_by_side))

    def test_the_first_fault_is_told_with_turn_view_and_answer(self):
        self.write("hand_in/bot.py", BOT.replace("    say(type=\"move\"", "    WORD = 'left' if turn['turn'] < 4 else 'up'\n    say(type=\"move\""))
        game = self.score(rubric(), code=1)["items"][0]["games"][0]
        fault = game["first_fault"]
        self.assertEqual((4, '"up"'), (fault["turn"], fault["answer"]))
        self.assertIn("expected one of", fault["message"])
        turns = [json.loads(line) for line in self.read("out/records/1.1.jsonl").splitlines()[1:]]
        asked = json.loads(fault["view"])
        self.assertEqual(0, asked["mover"])
        self.assertEqual("malformed", turns[4]["answers"][0]["verdict"])

    def test_the_printed_command_plays_the_same_game_again(self):
        self.write("hand_in/bot.py", WALKER)
        (self.hand_in / "it's $HOME").mkdir()
        self.write("hand_in/it's $HOME/bot.py", WALKER)
        opponents = [["sample:walls_random", "--seed", "{seed}"]]
        report = self.score(rubric(item(opponents=opponents, instances=[{"n": 5}])), bot=["/usr/bin/python3", "-BS", "it's $HOME/bot.py"])
        for game in report["items"][0]["games"]:
            words = shlex.split(game["replay"])
            self.assertEqual("referee", words[0])
            self.referee(*words[1:], "--reports", "../again", folder=self.hand_in)
            again = max((self.folder / "again/records").iterdir(), key=lambda path: path.stat().st_mtime_ns)
            self.assertEqual(self.course(self.folder / "out/records" / (game["id"] + ".jsonl")), self.course(again))

    def course(self, record):
        """The events of the matches, without times."""
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        turns = [(line["events"], [(answer["verdict"], answer.get("move")) for answer in line["answers"]]) for line in lines[1:-1]]
        return lines[0]["seed"], lines[0]["salt"], lines[0]["options"], turns, lines[-1]["result"]


class Copy(Score):
    def test_it_plays_from_a_copy_in_which_only_the_submission_is(self):
        lists = BOT.replace("say(type=\"hello\"", "print(os.getcwd(), sorted(os.listdir()), file=sys.stderr)\nsay(type=\"hello\"", 1)
        self.write("hand_in/bot.py", lists)
        (self.hand_in / "data").mkdir()
        (self.hand_in / ".git").mkdir()
        (self.hand_in / "secret").symlink_to("/etc/passwd")
        (self.hand_in / "alias.py").symlink_to("bot.py")
        self.write("hand_in/rival.py", BOT)
        self.write("hand_in/rubric.json", json.dumps(rubric(item(opponents=[["/usr/bin/python3", "-BS", "rival.py"]]))))
        words = ["score", "rubric.json", "--json", "score.json", "--junit", "score.xml", "--", "/usr/bin/python3", "-BS", "alias.py"]
        for _ in range(2):  # the second time the folder has old reports, which must not be copied
            self.done = self.run_referee(*words, folder=self.hand_in)
            said = json.loads((self.hand_in / "score.json").read_text())["items"][0]["games"][0]["stderr_tail"]
            self.assertIn("['alias.py', 'bot.py', 'data']", said)
            self.assertNotIn(str(self.hand_in), said)
        self.assertIn("not copied: secret, a link that leads outside", self.done.out)

    def test_too_deep_a_folder_is_the_submissions_fault(self):
        for name, problem in (("d", "more than 64 folders in each other"), ("d" * 50, "a path of more than 1000 bytes")):
            at = os.open(self.hand_in, os.O_RDONLY)
            for _ in range(100):  # the second path is longer than any call may be given
                os.mkdir(name, dir_fd=at)
                inner = os.open(name, os.O_RDONLY, dir_fd=at)
                os.close(at)
                at = inner
            os.close(at)
            report = self.score(rubric(), code=1)
            subprocess.run(["rm", "-rf", self.hand_in / name], check=True)
            self.assertEqual((False, 0, True), (report["build"]["ok"], report["points"], report["finished"]))
            self.assertIn(problem, report["build"]["problem"])
            self.assertIn("could not be built: ", report["items"][0]["why_not"])

    def test_it_plays_in_the_sandbox_of_every_machine(self):
        report = self.score(rubric(sandbox="basic"))
        self.assertIn(report["sandbox"], ("basic", "bwrap", "full"))
        self.assertIn("sandbox: ", self.done.out)
        self.assertEqual(10, report["points"])

    def test_what_a_submission_does_advises_nobody_to_leave_the_sandbox_out(self):
        hostile = "import sys\nopen('debug.log', 'w').close()\nprint('x: Permission denied', file=sys.stderr)\n"
        self.write("hand_in/bot.py", hostile + self.read("hand_in/bot.py"))
        self.score(rubric(sandbox="basic"))
        self.assert_words(self.done.out, "sandbox: a bot has written debug.log", "sandbox: a bot was refused something")
        self.assertNotIn("--sandbox none", self.done.out)


class Hidden(Score):
    MARK = "MARK-of-the-bot"

    def setUp(self):
        super().setUp()
        chatty = ILLEGAL.replace("say(type=\"hello\"", f"print('{self.MARK}', file=sys.stderr)\nsay(type=\"hello\"", 1)
        self.write("hand_in/bot.py", chatty)
        self.files = {name: self.folder / f"report.{name}" for name in ("junit", "gradescope", "csv")}
        self.options = [word for name, path in self.files.items() for word in (f"--{name}", str(path))]

    def everything(self):
        """The text of all files that a student could get."""
        texts = [self.done.out, self.done.err]
        texts += [path.read_text() for path in self.folder.rglob("*") if path.is_file() and path.parent != self.hand_in and path.name not in ("rubric.json", "rival.py")]
        return "\n".join(texts)

    def test_of_a_hidden_item_there_are_points_and_kinds_of_faults_only(self):
        for visibility in ("hidden", "after_published"):
            with self.subTest(visibility):
                hidden = item("hid", visibility=visibility, instances=[{"n": 5, "seed": 123454321}], games=2)
                files = [word for word in self.options if visibility == "hidden" or "gradescope" not in word]
                report = self.score(rubric(hidden), *files, code=1)
                self.assertEqual((0, "none"), (report["items"][0]["points"], report["items"][0]["status"]))
                self.assertIn("malformed", self.done.out)
                for secret in (self.MARK, "123454321", "sideways", "rival", "referee match", "salt", '"board"'):
                    self.assertNotIn(secret, self.everything(), secret)
                self.assertEqual([], self.records())

    def test_an_opponent_that_fails_in_a_hidden_item_is_not_named(self):
        self.write("rival.py", DIES)
        self.score(rubric(item("hid", visibility="hidden")), code=3)
        self.assertIn("item 1, game 1 did not count 3 times\n", self.done.err)
        self.assertNotIn("rival", self.everything())

    def test_reveal_shows_it(self):
        hidden = item("hid", visibility="hidden", instances=[{"n": 5, "seed": 123454321}])
        self.score(rubric(hidden), "--reveal", code=1)
        for shown in (self.MARK, "123454321", "sideways", "referee match"):
            self.assertIn(shown, self.everything())
        self.assertEqual(["1.1.jsonl", "1.2.jsonl"], self.records())


class Pages(Score):
    def test_each_lost_point_has_its_replay_where_it_was_lost(self):
        self.write("hand_in/bot.py", ILLEGAL)
        self.score(rubric(item("bad"), item("also bad")),
                   "--html", "../pages", code=1)
        index = (self.folder / "pages/index.html").read_text()
        links = re.findall(r'href="(games/[^"]+)"', index)
        self.assertEqual([f"games/{number}.{game}.html#t={1 + seat}" for number in (1, 2) for game, seat in ((1, 0), (2, 1))], links)
        for link in links:
            self.assertIn('<script type="application/json" id="data">', (self.folder / "pages" / link.split("#")[0]).read_text())
        self.assert_words(index, "0 of 20 points", "1. bad", "malformed in turn 1")
        self.assertEqual(1, index.count("<script"), "the page stands without the script that sorts its tables")

    def test_hidden_items_have_points_and_no_replay(self):
        self.write("hand_in/bot.py", ILLEGAL)
        hidden = item("hid", visibility="hidden", instances=[{"n": 5, "seed": 123454321}])
        self.score(rubric(hidden, item("shown")), "--html", "../pages", code=1)
        self.assertEqual(["2.1.html", "2.2.html"], sorted(path.name for path in (self.folder / "pages/games").iterdir()))
        for path in (self.folder / "pages").rglob("*.html"):
            self.assertNotIn("123454321", path.read_text())

    def test_a_test_of_junit_fails_only_where_the_threshold_does(self):
        self.write("hand_in/bot.py", ILLEGAL)
        for threshold, options, failures in ((0, ["--junit-threshold"], 0), (0, [], 1), (5, ["--junit-threshold"], 1)):
            with self.subTest(threshold=threshold, options=options):
                self.score(rubric(item(), threshold=threshold), "--junit", "../score.xml", *options, code=1 if threshold else 0)
                suite = ElementTree.parse(self.folder / "score.xml").getroot()
                self.assertEqual((str(failures), failures), (suite.get("failures"), len(list(suite.iter("failure")))))
                [case] = suite.iter("testcase")
                self.assertEqual(1, "".join(case.itertext()).count("got "), "the fault is told once")


class Infrastructure(Score):
    def test_an_opponent_that_dies_is_never_the_submissions_fault(self):
        self.write("rival.py", DIES)
        fine = item("fine", opponents=[["sample:walls_random", "--seed", "1"]])
        report = self.score(rubric(fine, item("broken"), item("later")), code=3)
        self.assertEqual(["full", "not_played", "not_played"], [one["status"] for one in report["items"]])
        self.assertEqual((10, False), (report["points"], report["finished"]))
        self.assertRegex(self.done.err, "item 2, game 1 did not count 3 times: rival, .*turn 1: disconnected, ")
        self.assertEqual(["1.1.jsonl", "1.2.jsonl", "2.1.a1.jsonl", "2.1.a2.jsonl", "2.1.a3.jsonl"], self.records())

    def test_the_deadline_stops_what_is_running_and_keeps_what_is_complete(self):
        # The first item has 5 s, of which it needs one: a machine may be busy.
        # "Result files are complete after every item, unplayed items marked; --deadline stops in time."
        self.write("hand_in/bot.py", BOT.replace("        answer(message)", "        time.sleep(1000) if len(message['view']['board']) == 5 else answer(message)"))
        slow = item("slow", options={"n": 5})
        report = self.score(rubric(item(), slow, item("never")), "--deadline", "5", "--junit", "../score.xml", code=3)
        self.assertEqual(["full", "not_played", "not_played"], [one["status"] for one in report["items"]])
        self.assertEqual(["the time for all games was over (5 s)"] * 2, [one["why_not"] for one in report["items"][1:]])
        self.assertEqual(10, report["points"])
        self.assertIn("the time for all games was over (5 s)", self.read("score.xml"))
        self.assertIn("the time for all games was over (5 s)", self.done.err)

    def test_a_signal_stops_in_order(self):
        os.mkfifo(self.folder / "asked")
        self.write("hand_in/bot.py", NEVER.replace("        time.sleep", f"        open('{self.folder}/asked', 'w').close(); time.sleep"))
        referee = self.start(*self.words(rubric(), *UNCONFINED), folder=self.hand_in)
        self.read("asked")  # returns once the bot has been asked
        referee.signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, referee.wait().code, referee.err)
        report = self.report()
        self.assertEqual(("not_played", "interrupted by signal 15"), (report["items"][0]["status"], report["items"][0]["why_not"]))

    def test_a_weaker_sandbox_than_asked_is_code_4(self):
        self.score(rubric(), "--sandbox", "basic")
        reached = re.search(r"^sandbox: (\w+)", self.done.out).group(1)
        (self.folder / "score.json").unlink()
        if reached == "full":
            self.assertEqual("full", self.score(rubric(), "--sandbox", "full")["sandbox"])
        else:
            self.assertIsNone(self.score(rubric(sandbox="full"), code=4))
            self.assertIn("full", self.done.err)


class Pipes(Score):
    def setUp(self):
        super().setUp()
        self.write("hand_in/bot.py", OPENS)

    def test_the_rubric_says_whether_submissions_have_them(self):
        for sandbox in ("none", "basic"):
            report = self.score(rubric(stdio="pipe", sandbox=sandbox))
            self.assertEqual(10, report["points"])
        header = json.loads(self.read("out/records/1.1.jsonl").splitlines()[0])
        self.assertEqual(["read", "kernel"], header["stamp"])
        replay = report["items"][0]["games"][0]["replay"]
        self.assertIn(" --stdio pipe --bot ", replay)

    def test_the_command_line_overrides_it(self):
        self.assertEqual(10, self.score(rubric(), "--stdio", "pipe")["points"])
        self.assertEqual(0, self.score(rubric(stdio="pipe"), "--stdio", "tcp", code=1)["points"])


class Usage(Score):
    def test_what_is_wrong_is_named_before_anything_is_played(self):
        self.refused(rubric(game="chess"), r'rubric.json: game: got "chess"')
        self.refused({key: value for key, value in rubric().items() if key != "items"}, "rubric.json: items: missing")
        self.refused(rubric(), "--as: racket not in {json,lightcycle-racket,planets-octave,snake,snake-final,superball}", "--as", "racket")
        self.refused(rubric(), "--as: superball", "--as", "superball")
        self.refused(rubric(), "--name: expected 1 to 32 letters", "--name", "../x")
        self.refused(rubric(), r"COMMAND: got './nobody'", bot=["./nobody"])
        self.refused(rubric(), "COMMAND: got 'sample:nobody'", bot=["sample:nobody"])
        self.refused(rubric(), r"COMMAND\[1\]: got 'nobody.py'", bot=["python3", "nobody.py"])
        self.refused(rubric(), "submission ../nowhere: expected a folder", "--submission", "../nowhere")
        self.refused(rubric(), "no/such/report.xml", "--junit", "no/such/report.xml")
        self.refused(rubric(), "--reports ../rival.py/x: cannot be written: Not a directory", "--reports", "../rival.py/x")

    def test_where_a_platform_reads_the_result_a_missing_script_costs_the_points_and_no_game_is_played(self):
        report = self.score(rubric(), "--exit-zero", bot=["python3", "nobody.py"])
        self.assertEqual(0, report["points"])
        self.assertIn("nobody.py", json.dumps(report))
        self.assertEqual([], self.record_files())

    def test_a_command_may_name_a_program_of_the_submission_as_collect_tells_it(self):
        self.write("other/bot.py", BOT)
        self.write("other/bot", "#!/bin/sh\nexec /usr/bin/python3 -BS bot.py\n").chmod(0o755)
        self.assertEqual(10, self.score(rubric(), "--submission", "../other", bot=["./bot"])["points"])


class Handout(Score):
    """ "Programs written to fixed conventions play here with no line changed" """

    RUBRIC = rubric(
        item(opponents=[], games=1),
        game="snake",
        options={"whole_path": True, "maze": ["#####", "o $ _", "#####"]},
        clock={"kind": "per_move", "ms": 10000},
    )
    PROGRAM = "#!/bin/sh\n[ $1 = --challenge ] && read m && read n && [ $m = 5 ] && [ $n = 3 ] && echo EEEE\n"

    def setUp(self):
        super().setUp()
        self.write("hand_in/iap", self.PROGRAM)
        (self.hand_in / "iap").chmod(0o755)

    @unittest.skipIf(SANITIZER, "the adapter is the referee, and wants more memory than a sandbox gives")
    def test_it_plays_and_is_replayed_the_same_way(self):
        report = self.score(self.RUBRIC, "--as", "snake", bot=["./iap"])
        (game,) = report["items"][0]["games"]
        self.assertEqual(([1006], 0), (game["scores"], game["faults"]))
        self.assertRegex(game["replay"], "--as snake --bot ./iap$")
        words = ["--reports", str(self.folder / "again")]
        again = self.spawn("sh", "-c", f"{REFEREE.parent}/{game['replay']} {' '.join(words)}", folder=self.hand_in).wait()
        self.assertIn("1006", again.out, again.err)

    def test_what_is_no_program_is_refused(self):
        self.refused(self.RUBRIC, r"COMMAND: got './nobody'", "--as", "snake", bot=["./nobody"])

    def test_pipes_are_refused(self):
        self.refused({**self.RUBRIC, "stdio": "pipe"}, "--stdio: got pipe", "--as", "snake", bot=["./iap"])


class Build(Score):
    """The handout's: everything in folder `iap`, an authors line, a command that makes `iap`."""

    BUILD = {"archive": True, "folder": "iap", "require": ["authors.txt", "*.c"], "command": "echo making it; cp main.c iap && chmod 755 iap"}

    def setUp(self):
        super().setUp()
        self.files = {"iap/authors.txt": "me\n", "iap/main.c": BOT}

    def lay_out(self, files=None):
        for name, text in (self.files if files is None else files).items():
            (self.hand_in / name).parent.mkdir(parents=True, exist_ok=True)
            (self.hand_in / name).write_text(text)

    def zipped(self, files=None):
        (self.hand_in / "iap.zip").write_bytes(zipped(self.files if files is None else files))

    def built(self, *options, code=0, **more):
        return self.score(rubric(build={**self.BUILD, **more}), *options, code=code, bot=["./iap"])

    def fails(self, problem, *options, **more):
        """Expects the student's result: no item played, no points, exit code 1."""
        report = self.built(*options, code=1, **more)
        self.assertEqual((False, 0, True), (report["build"]["ok"], report["points"], report["finished"]))
        self.assertRegex(report["build"]["problem"], f"^{problem}$")
        self.assertEqual("not_played", report["items"][0]["status"])
        self.assertIn("the submission could not be built", report["items"][0]["why_not"])
        return report

    def test_a_folder_is_built_and_plays(self):
        self.lay_out()
        for sandbox in ("none", "basic"):
            report = self.score(rubric(build=self.BUILD, sandbox=sandbox), bot=["./iap"])
            self.assertEqual((True, 10), (report["build"]["ok"], report["points"]))
            self.assertEqual("making it\n", report["build"]["output"])
            self.assertFalse((self.hand_in / "iap/iap").exists(), "the original stays as it is")

    def test_archives_of_each_kind_are_unpacked(self):
        self.zipped()
        self.assertEqual(10, self.built()["points"])
        (self.hand_in / "iap.zip").rename(self.folder / "mine.zip")
        self.assertEqual(10, self.built("--submission", "../mine.zip")["points"])
        for ending, mode in (("tar", "w"), ("tar.gz", "w:gz"), ("tgz", "w:gz")):
            path = self.hand_in / f"x.{ending}"
            path.write_bytes(tarred(self.files, mode))
            self.assertEqual(10, self.built(archive="x.*")["points"], ending)
            path.unlink()

    def test_the_folder_may_be_one_level_deeper(self):
        deeper = {f"gruppo 7/{name}": text for name, text in self.files.items()}
        self.zipped({**deeper, "__MACOSX/iap/._main.c": "x", ".git/iap/main.c": "x"})
        report = self.built()
        self.assertEqual((True, 10), (report["build"]["ok"], report["points"]))
        self.zipped({**deeper, "iap/readme": "all is in the folder"})
        self.assertEqual(10, self.built()["points"])
        self.zipped({f"gruppo 7/{name}": text for name, text in (("authors.txt", "me\n"), ("main.c", BOT))})
        self.assertEqual(10, self.score(rubric(build={key: self.BUILD[key] for key in ("archive", "require", "command")}),
                                        bot=["./iap"])["points"], "without a folder's name too")

    def test_of_two_folders_none_is_taken(self):
        self.zipped({f"{top}/{name}": text for top in ("a", "b") for name, text in self.files.items()})
        self.fails("there is no folder 'iap', and more than one in the folders there: a/iap and b/iap")
        self.zipped({f"a/b/{name}": text for name, text in self.files.items()})
        self.fails("there is no folder 'iap'")

    def test_an_archive_that_is_named_needs_no_key(self):
        path = self.folder / "mine.tar"
        path.write_bytes(tarred({name: BOT for name in ("iap/main.c", "iap/authors.txt", "iap/ready")}))
        build = {key: value for key, value in self.BUILD.items() if key != "archive"}
        for more in ({"build": build}, {"build": {**build, "archive": False}}):
            report = self.score(rubric(**more), "--submission", "../mine.tar", bot=["./iap"])
            self.assertEqual((True, 10), (report["build"]["ok"], report["points"]))
        report = self.score(rubric(), "--submission", "../mine.tar", bot=["iap/ready"])
        self.assertEqual((None, 10), (report["build"], report["points"]))
        self.write("mine.tar", "no archive")
        report = self.score(rubric(), "--submission", "../mine.tar", code=1, bot=["iap/ready"])
        self.assertRegex(report["build"]["problem"], "^mine.tar is no zip, tar, 7z or rar, or damaged: ")

    def test_the_courses_own_files_are_provided(self):
        self.lay_out({**self.files, "iap/course.c": "an old copy", "iap/main.c": "no program"})
        self.write("course.c", BOT)
        (self.folder / "data/inner").mkdir(parents=True)
        self.write("data/inner/weights", "1 2 3")
        build = {"command": "cat data/inner/weights; cp course.c iap && chmod 755 iap", "provide": ["course.c", "data"]}
        for sandbox in ("none", "basic"):
            report = self.score(rubric(sandbox=sandbox, build={**self.BUILD, **build}), bot=["./iap"])
            self.assertEqual((True, 10, "1 2 3"), (report["build"]["ok"], report["points"], report["build"]["output"]))
            self.assertEqual(["course.c, in place of the submission's", "data"], report["build"]["provided"])
            self.assertRegex(self.done.out, "provided +course.c, in place of the submission's\n +provided +data\n")
        self.assertEqual("an old copy", (self.hand_in / "iap/course.c").read_text())
        # The program reads them, too.
        self.write("course.c", BOT.replace('say(type="hello"', 'open("data/inner/weights").read()\nsay(type="hello"'))
        self.assertEqual(10, self.built(**build)["points"])
        self.assertNotIn("provided", self.built(command="cp /dev/null iap; exit 1", code=1)["build"])

    def test_what_cannot_be_provided_is_a_mistake_of_the_rubric(self):
        self.lay_out()
        self.write("course.c", "")
        for provide, expected in [
            (["nothing.h"], r'build.provide\[0\]: got "nothing.h", expected the path of a file or folder that exists'),
            (["course.c", "hand_in/../course.c"], r'build.provide\[1\]: got "hand_in/../course.c", expected a name that no other'),
            (7, "build.provide: got 7, expected a list of at most 100 paths"),
            ([7], r"build.provide\[0\]: got 7, expected the path"),
        ]:
            self.score(rubric(build={**self.BUILD, "provide": provide}), code=2, bot=["./iap"])
            self.assertRegex(self.done.err, expected)

    def test_what_is_missing_is_named(self):
        self.lay_out({"iap/readme": ""})
        self.fails(r"missing 'authors.txt', '\*.c' in folder 'iap'")
        self.fails("there is no folder 'src'", folder="src")
        self.fails(r"there is no file 'iap\*.zip'", archive="iap*.zip")

    def test_a_command_that_fails_is_told_with_its_output(self):
        self.lay_out()
        report = self.fails("exit status 3: two", command="echo one; echo two >&2; exit 3")
        self.assertEqual("one\ntwo\n", report["build"]["output"])
        self.assertIn("two", self.done.out)
        self.fails("there is no program './iap'", command="true")
        self.fails(r"cannot start '.*/iap'( as user \d+)?: Exec format error", command="echo junk > iap; chmod 755 iap")
        self.fails("longer than 1 s", command="sleep 1000", timeout_s=1)
        self.fails(r"signal 9 \(Killed\)", command="kill -9 $$")

    def test_names_that_no_file_can_have_are_the_submissions_fault(self):
        for names, problem in [
            (["a", "a/b"], "has 'a' twice"),
            (["a/b", "a"], "has 'a' twice"),
            (["x" * 256], f"has '{'x' * 200}.*': expected names of at most 255 bytes, and paths of at most 1000"),
            (["x/" * 600 + "f"], "expected names of at most 255 bytes, and paths of at most 1000"),
            (["x/" * 65 + "f"], "expected at most 64 folders in each other"),
        ]:
            self.zipped({**self.files, **{name: "x" for name in names}})
            self.fails(f"iap.zip .*{problem}.*")

    def test_what_a_build_leaves_is_its_fault(self):
        self.lay_out()
        deep = "i=0; while [ $i -lt 300 ]; do mkdir d; cd d; i=$((i+1)); done"
        self.fails("the build has left more than 200 folders.*", command=deep)
        ring = "rm -f iap; ln -s iap iap"
        self.fails("there is no program './iap'", command=ring)
        self.fails("there is no program './iap'", command="rm -f iap; mkdir iap")

    def test_a_signal_stops_a_build(self):
        self.lay_out()
        os.mkfifo(self.folder / "begun")
        content = rubric(build={**self.BUILD, "command": f"echo > '{self.folder}/begun'; sleep 1000"})
        words = self.words(content, "--sandbox", "none", "--as-root", bot=["./iap"])  # for the pipe
        referee = self.start(*words, folder=self.hand_in)
        self.read("begun")  # returns once the build runs
        referee.signal(signal.SIGTERM)
        self.assertEqual(128 + signal.SIGTERM, referee.wait().code, referee.err)
        self.assertEqual("interrupted by signal 15", self.report()["items"][0]["why_not"])

    def test_a_build_that_the_deadline_stops_is_not_the_students_fault(self):
        self.lay_out()
        report = self.built("--deadline", "1", code=3, command="sleep 1000")
        self.assertIsNone(report["build"])
        self.assertEqual("the time for all games was over (1 s)", report["items"][0]["why_not"])


if __name__ == "__main__":
    unittest.main()
