"""`referee collect`: what a class has handed in becomes a tournament, and its grades go back."""
import csv
import hashlib
import io
import json
import re
import signal
import stat
import unittest

from fixture.case import RefereeCase
from fixture.program import ROOT

import class_downloads
from class_hand_ins import MARKUP, PYTHON, hand_ins, program

# What becomes of each broken hand-in: where it fails, words of the reason, and words of a compiler or of the bot.
FATES = {
    "compile": ("build", "", "#error"),
    "crash": ("trial", "did not say hello", "RuntimeError"),
    "sleep": ("trial", "did not say hello", ""),
    "nonsense": ("trial", "malformed", ""),
    "build loop": ("build", "longer than", ""),
    "damaged": ("unpack", "damaged", ""),
    "outside": ("unpack", "lies outside", ""),
    "nothing": ("start", "expected one of", ""),
}
# Only how long a build may take counts here: more than any build takes on a busy machine.
RUBRIC = {"name": "Spring", "game": "walls", "build": {"timeout_s": 60},
          "items": [{"name": "walls", "points": 1, "opponents": [["sample:walls_random"]], "criterion": {"measure": "faults", "at_most": 0}}]}


ENDLESS = ("sleep", "build loop")


def ending():
    """All but those that never end."""
    return [one for one in hand_ins() if one.broken not in ENDLESS]


def uncompiled():
    """ending() without those that need a compiler or a virtual machine: what is in the others, is in any format the same way."""
    return [one for one in ending() if one.language not in ("java", "c", "c++")]


def plain(count):
    """That many hand-ins that play at once: nothing of them has to be built."""
    quick = [one for one in hand_ins() if one.language in ("python", "two files", "javascript") and not one.group and not one.late]
    return quick[:count]


class Class(RefereeCase):
    """A folder of its own with a download, in which the commands run."""

    def setUp(self):
        super().setUp()
        self.write("rubric.json", json.dumps(RUBRIC))

    def download(self, form, made):
        class_downloads.write(form, self.folder, made)

    def words(self, form, *more):
        return ["collect", class_downloads.download(form), "--tournament", "tournament.json", "--rubric", "rubric.json",
                "--roster", class_downloads.roster(form), "--groups", "groups.csv", "--out", "class", *more]

    def collect(self, form, *more, code=0):
        return self.referee(*self.words(form, *more), code=code)

    def read(self, name):
        return (self.folder / name).read_bytes().decode()  # with its ends of lines

    def report(self):
        return self.read_json("class/collect.json")

    def entrants(self):
        return self.read_json("class/tournament.json")["entrants"]

    def outs(self):
        """What became of the hand-ins that are not in, by who has handed in: where they failed, why, and what was printed."""
        report = self.report()
        failed = {", ".join(row["members"]): (row["stage"], row["problem"], row["output"]) for row in report["entrants"] if not row["in"]}
        return {**failed, **{row["whose"] or row["hand_in"]: ("listed", row["why"], "") for row in report["listed"]}}

    def ready(self):
        return {row["name"] for row in self.report()["entrants"] if row["in"]}

    def built(self):
        """The names of those that are in, and that the last run has built and tried."""
        return {row["name"] for row in self.report()["entrants"] if row["in"] and not row["reused"]}

    def check_outs(self, made, late=frozenset()):
        outs = self.outs()
        expected = {one.by.name: one.broken for one in made if one.broken}
        self.assertEqual(set(expected) | late, set(outs))
        for name, kind in expected.items():
            told = outs[name]
            self.assertEqual(FATES[kind][0], told[0], told)
            self.assertTrue(told[1], name)
            for words, text in zip(FATES[kind][1:], told[1:]):
                self.assertIn(words, text, told)
        for name in late:
            self.assertEqual("listed", outs[name][0])
            self.assertIn("late", outs[name][1])


class Formats(Class):
    """The same class from each platform: the same ones are in, and the others are out for the same reasons."""

    def check_files(self, made, form):
        entrants = self.entrants()
        shown = {one.group or (class_downloads.moodle_team(one)[0] if form == "moodle-teams" else one.by.name) for one in made}
        self.assertEqual(shown, {entrant["display"] for entrant in entrants})
        for key in ["name", "author"]:  # two students have the same name
            self.assertEqual(len(made), len({entrant[key] for entrant in entrants}))
        tokens = {path.name: path for path in (self.folder / "class/tokens").glob("*.token")}
        self.assertEqual({entrant["name"] + ".token" for entrant in entrants}, set(tokens))
        for entrant in entrants:
            path = tokens[entrant["name"] + ".token"]
            self.assertEqual(0o600, stat.S_IMODE(path.stat().st_mode))
            self.assertEqual(hashlib.sha256(path.read_text().strip().encode()).hexdigest(), entrant["token_sha256"])
        self.assertEqual(0o700, stat.S_IMODE((self.folder / "class/bots").stat().st_mode), "programs of students")

    def check_form(self, form, late, *options, made=None):
        made = made or uncompiled()
        self.download(form, made)
        out = self.collect(form, *options, code=1)
        late = {one.by.name for one in made if one.late} if late else set()
        play = [one for one in made if not one.broken and one.by.name not in late]
        self.assertIn(f"{len(play)} can play: class/tournament.json", out)
        self.assertIn(f"{len(made) - len(play)} cannot play: ", out)
        self.check_outs(made, late)
        self.check_files(play, form)
        self.assertIn("at most", self.referee("check", "class/tournament.json"))

    def test_canvas(self):
        """With all languages, for which it takes over 5 s: those of the class have eight bots to compile."""
        self.check_form("canvas", True, made=ending())

    def test_gradescope(self):
        self.check_form("gradescope", True, "--deadline", "2026-11-21T00:00:00+01:00")

    def test_moodle(self):
        self.check_form("moodle", False)


class Again(Class):
    """A second run builds what has changed, and nothing else."""

    def bots(self):
        return {path.name: path.stat().st_ino for path in (self.folder / "class/bots").iterdir()}

    def names(self, made):
        return {one.by.login for one in made}

    def test_interrupted_it_goes_on(self):
        made = plain(6)
        self.download("canvas", made)
        run = self.start(*self.words("canvas", "--jobs", "1"))
        self.until(lambda: list(self.folder.glob("class/bots/*")))
        run.signal(signal.SIGINT)
        self.assertEqual(130, run.wait().code, run.out + run.err)
        self.assertFalse((self.folder / "class/tournament.json").exists())
        before = self.ready()
        self.collect("canvas")
        self.assertEqual(self.names(made) - before, self.built())
        self.assertEqual(self.names(made), set(self.bots()))


class Told(Class):
    """What cannot be told of a hand-in is listed, and what authors have written is shown as text."""

    def test_hand_ins_that_are_no_programs_or_nobodys(self):
        made = plain(2) + class_downloads.strays() + [class_downloads.stranger()]
        self.download("canvas", made)
        # The one whom nobody knows is in no roster.
        known = [one for one in made if one.by.login != "knobody"]
        (self.folder / "gradebook.csv").write_bytes(class_downloads.gradebook(class_downloads.all_people(known)))
        self.collect("canvas", code=1)
        self.assertEqual({one.by.login for one in plain(2)}, self.ready())
        outs = self.outs()
        for name, words in [("Empty Extra", "is empty"), ("Bomb Extra", "256 MiB"), ("Text Extra", "a text"), ("Link Extra", "a link"),
                            ("nobodyknows_40450", "40450")]:
            self.assertIn(words, outs.pop(name)[1])
        self.assertEqual({}, outs)
        self.assertEqual(["Abe Absent"], self.report()["absent"])

    def test_what_an_author_has_written_is_text(self):
        made = [one for one in hand_ins() if one.broken in ("compile", "crash", "nothing", "nonsense")]
        made[0].by.first = "<b>Bold"
        self.download("gradescope", made)
        self.collect("gradescope", code=1)
        page = self.read("class/collect.html")
        self.assertIn("#error", page)
        for markup in [MARKUP, "<script>alert", "<img src=x", "<b>"]:
            self.assertNotIn(markup, page)
        self.assertNotRegex(page, r"https?://(?!www\.w3\.org)")
        for row in csv.reader(io.StringIO(self.read("class/collect.csv").lstrip("\ufeff"))):
            for cell in row:
                self.assertNotRegex(cell, r"^[=+\-@\t\r]", row)

    def test_a_command_for_all(self):
        made = plain(2)
        for one in made:
            one.files = {"player.py": program(PYTHON, "ffl"), "helper.py": b""}
        self.download("canvas", made)
        self.collect("canvas", code=1)
        self.assertEqual({"start"}, {stage for stage, _, _ in self.outs().values()})
        self.collect("canvas", "--", "python3", "player.py")
        self.assertEqual({}, self.outs())

    def test_spectators_see_aliases(self):
        made = plain(3)
        self.download("canvas", made)
        self.collect("canvas", "--alias")
        shown = json.dumps([[entrant["name"], entrant.get("display")] for entrant in self.entrants()])
        for one in made:
            self.assertNotIn(one.by.login, shown)
            self.assertNotIn(one.by.last, shown)
        names = [entrant["name"] for entrant in self.entrants()]
        self.collect("canvas", "--alias")
        self.assertEqual(names, [entrant["name"] for entrant in self.entrants()])

    def test_wrong_words_are_refused_and_nothing_is_written(self):
        self.download("canvas", plain(1))
        tournament = self.read_json("tournament.json")
        tournament["entrants"] = [{"name": "ada", "command": ["sample:walls_random"]}]
        (self.folder / "with.json").write_text(json.dumps(tournament))
        for words, expected in [
            (["collect", "none.zip", "--tournament", "tournament.json", "--out", "class"], "none.zip"),
            (["collect", "download.zip", "--tournament", "with.json", "--out", "class"], "entrants"),
            (["collect", "download.zip", "--tournament", "none.json", "--out", "class"], "none.json"),
            (["collect", "download.zip", "--tournament", "tournament.json", "--roster", "rubric.json", "--out", "class"], "rubric.json"),
            (["collect", "download.zip", "--tournament", "tournament.json", "--late", "never", "--out", "class"], "--late"),
            (["collect", "download.zip", "--tournament", "tournament.json"], "--out"),
        ]:
            self.referee(*words, code=2)
            self.assertIn(expected, self.said)
        self.assertFalse((self.folder / "class").exists())


class WholeWay(Class):
    """From a download to the grades that the platform takes back."""

    def grade(self, csv_file):
        self.referee("grade", "spring.db", "--extra", "20,10,5", "--csv", csv_file, "--json", "extra.json")
        extra = self.read_json("extra.json")["entrants"]
        return {entrant["name"]: f'{entrant["extra"]:g}' for entrant in extra}

    def points_of(self, made, points):
        """By login, for every member of a group."""
        names = {entrant["display"]: entrant["name"] for entrant in self.entrants()}
        return {member.login: points[names[one.group or one.by.name]] for one in made for member in one.members}

    def test_moodle(self):
        made = plain(3)
        self.download("moodle", made)
        self.collect("moodle")
        self.referee("run", "class/tournament.json")
        points = self.points_of(made, self.grade("moodle:back.csv"))
        given = {row["Identifier"]: row for row in csv.DictReader(io.StringIO(self.read("worksheet.csv")))}
        back = {row["Identifier"]: row for row in csv.DictReader(io.StringIO(self.read("back.csv")))}
        self.assertEqual({f"Participant {one.by.moodle}" for one in made}, set(back))
        for one in made:
            identifier = f"Participant {one.by.moodle}"
            self.assertEqual(float(points[one.by.login]), float(back[identifier]["Grade"]))
            for column in ["Full name", "Email address", "Status", "Maximum Grade", "Last modified (submission)"]:
                self.assertEqual(given[identifier][column], back[identifier][column])


class Libraries(RefereeCase):
    """The smallest bots of the page for beginners, each handed in with the library that it needs."""

    def test_a_bot_and_the_library_beside_it_are_one_program(self):
        page = (ROOT / "docs/tasks/first-bot.md").read_text()
        bots = dict(re.findall(r"```(\w+)\n(.*?)```", page, flags=re.DOTALL))
        (self.folder / "sub").mkdir()
        for language, prefix, name, library in [("python", "liddellalice_101_7001_", "my_bot.py", "python/referee.py"),
                                                ("javascript", "bakerben_102_7002_", "my_bot.js", "javascript/referee.js"),
                                                ("c", "clarkecy_103_7003_", "my_bot.c", "c/referee.h"),
                                                ("java", "davisdi_104_7004_", "MyBot.java", "java/Referee.java")]:
            self.write(f"sub/{prefix}{name}", bots[language])
            self.write(f"sub/{prefix}{library.split('/')[1]}", (ROOT / "sample_bots" / library).read_text())
        example = ROOT / "examples/class"
        said = self.referee("collect", "sub", "--tournament", example / "walls.json", "--roster", example / "gradebook.csv", "--out", "class")
        self.assertIn("\n4 can play: ", said)


if __name__ == "__main__":
    unittest.main()
