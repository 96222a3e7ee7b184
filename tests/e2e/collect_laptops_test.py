"""`referee collect`: hand-ins as Windows, macOS and Linux laptops, and people who do not read, make them."""
import io
import json
import lzma
import tarfile
import unicodedata
import unittest

from fixture.case import RefereeCase

from class_downloads import TOURNAMENT
from class_hand_ins import PYTHON, program, zip_of

BOT = program(PYTHON, "frl")
NAMES = {"al": "A, Al", "bo": "B, Bo", "cy": "C, Cy", "di": "D, Di", "ed": "E, Ed"}


def tar_of(files, mode="w:gz"):
    """A tar of these files; a text that begins with "-> " is a link to what follows."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, data in files.items():
            entry = tarfile.TarInfo(name)
            if isinstance(data, str):
                entry.type, entry.linkname = tarfile.SYMTYPE, data.removeprefix("-> ")
            else:
                entry.size = len(data)
            archive.addfile(entry, io.BytesIO(b"" if isinstance(data, str) else data))
    return out.getvalue()


class Laptops(RefereeCase):
    def lay(self, files):
        for name, data in files.items():
            path = self.folder / "download" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)

    def collect(self, *words, code=0, names=NAMES):
        self.write("tournament.json", json.dumps(TOURNAMENT))
        rows = [f'"{name}",{101 + i},s{i},{login},M' for i, (login, name) in enumerate(names.items())]
        self.write("gradebook.csv", "\n".join(["Student,ID,SIS User ID,SIS Login ID,Section", *rows]) + "\n")
        out = self.referee("collect", "download", "--tournament", "tournament.json", "--roster", "gradebook.csv", "--out", "class", *words,
                           code=code)
        self.report = json.loads((self.folder / "class/collect.json").read_text())
        return out

    def ready(self):
        return {row["name"] for row in self.report["entrants"] if row["in"]}

    def outs(self):
        """Why what is not in is not, by entrant or by what it is called in the download."""
        failed = {row["name"]: row["problem"] for row in self.report["entrants"] if not row["in"]}
        return {**failed, **{row["hand_in"]: row["why"] for row in self.report["listed"]}}


class Archives(Laptops):
    FILES = {"cy.ZIP": zip_of({"bot.py": BOT}), "di.rar": b"Rar!\x1a\7\1\0" + bytes(range(1, 201)), "ed.tar.xz": lzma.compress(tar_of({"bot.py": BOT}, "w"))}

    def test_in_a_plain_folder_each_is_unpacked_or_listed(self):
        self.lay({"al/bot.zip": tar_of({"bot.py": BOT}), "bo/bot (1)": zip_of({"bot.py": BOT}), **self.FILES})
        self.assertIn("4 can play: ", self.collect(code=1))
        self.assertEqual({"al", "bo", "cy", "ed"}, self.ready())
        self.assertEqual(["di"], list(self.outs()))
        self.assertIn("di.rar is no zip, tar, 7z or rar, or damaged", self.outs()["di"])

    def test_what_is_left_out_makes_the_exit_code_1(self):
        self.lay({"al/bot.py": BOT, "bo/bot.py": BOT, "notes.txt": b"x"})
        self.assertIn("1 cannot play: 1 listed", self.collect(code=1))
        self.assertIn("notes", self.outs()["notes.txt"])
        (self.folder / "download/notes.txt").unlink()
        (self.folder / "download/eve").symlink_to("/etc")
        self.collect(code=1)
        self.assertIn("link", self.outs()["eve"])


class LeftBehind(Laptops):

    def test_links_that_stay_inside_are_kept_and_others_left_out_with_a_note(self):
        secret = self.folder / "secret.py"
        secret.write_bytes(BOT)
        self.lay({"al.tar": tar_of({"bot/real.py": BOT, "bot/bot.py": "-> real.py", "bot/.bin/tool": "-> ../real.py"}, "w"),
                  "bo.tar": tar_of({"bot/helper.json": b"{}", "bot/bot.py": f"-> {secret}", "bot/out": "-> ../../..", "bot/again": "-> out/secret.py"}, "w")})
        (self.folder / "download/cy").mkdir()
        (self.folder / "download/cy/bot.py").write_bytes(BOT)
        (self.folder / "download/cy/data").symlink_to("/etc/passwd")
        self.collect(code=1)
        self.assertEqual({"al", "cy"}, self.ready())
        self.assertEqual("real.py", str((self.folder / "class/bots/al/bot.py").readlink()))
        told = {row["name"]: row["left_out"] + row["notes"] for row in self.report["entrants"]}
        self.assertEqual([], told["al"])
        self.assertEqual({"bot/bot.py, a link that leads outside", "bot/out, a link that leads outside"}, set(told["bo"]))
        self.assertEqual(["data, a link that leads outside"], told["cy"])
        self.assertFalse((self.folder / "class/bots/cy/data").is_symlink())


class Started(Laptops):

    def test_what_cannot_be_started_is_told_what_it_has(self):
        self.lay({"al/report.pdf": b"%PDF", "bo/walls.ipynb": b"{}", "cy/Makefile": b"all:\n\ttrue\n", "di/bot.exe": b"MZ", "ed/bot.zip": zip_of({"x.json": b"1"})})
        self.collect(code=1)
        for login, words in [("al", "report.pdf"), ("bo", "walls.ipynb (a notebook: save it as a script bot.py)"),
                             ("cy", "Makefile without a target 'bot'"), ("di", "bot.exe (a program for Windows)"), ("ed", "x.json")]:
            self.assertIn(f"it has {words}; expected one of run", self.outs()[login])

    def test_a_command_of_one_student(self):
        self.lay({"al/first.py": b"raise SystemExit(1)\n", "al/second.py": BOT, "bo/bot.py": BOT, "cy/bot.py": BOT})
        self.collect(code=1)
        self.assertIn("first.py and second.py: ", self.outs()["al"])
        self.write("overrides.csv", 'student,command\n"A, Al",python3 second.py\ndi,python3 bot.py\n')
        self.assertIn("overrides.csv: line 3: di ", self.collect("--overrides", "overrides.csv"))
        self.assertEqual({"al"}, {row["name"] for row in self.report["entrants"] if not row["reused"]}, "the others are as before")
        self.referee("run", "class/tournament.json")
        self.write("overrides.csv", "student,command\nnobody,python3 second.py\n")
        self.referee("collect", "download", "--tournament", "tournament.json", "--roster", "gradebook.csv", "--out", "class",
                     "--overrides", "overrides.csv", code=2)
        self.assertIn("overrides.csv: line 2: got \"nobody\"", self.said)


class Names(Laptops):
    PEOPLE = {"jg": "García, José", "zm": "Müller, Zoë", "vn": "Nguyễn, Văn", "kim": "김, 민준", "es": "Ström, Émile"}

    def test_of_folders_are_the_rosters_however_systems_write_them(self):
        given = [unicodedata.normalize("NFD", " ".join(reversed(name.split(", ")))) for name in self.PEOPLE.values()]
        self.lay({f"{given[0]}/bot.py": BOT, f"{given[1]}.py": BOT, f"{given[2]}.zip": zip_of({"bot.py": BOT}), f"{given[3]}/bot.py": BOT,
                  "STRÖM, ÉMILE/bot.py": BOT})
        self.collect(names=self.PEOPLE)
        self.assertEqual(set(self.PEOPLE), self.ready())


if __name__ == "__main__":
    unittest.main()
