"""`referee collect`: hand-ins as Windows, macOS and Linux laptops, and people who do not read, make them."""
import io
import json
import lzma
import tarfile
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
        self.assertIn("4 in: ", self.collect(code=1))
        self.assertEqual({"al", "bo", "cy", "ed"}, self.ready())
        self.assertEqual(["di"], list(self.outs()))
        self.assertIn("di.rar is no zip, tar, 7z or rar, or damaged", self.outs()["di"])

    def test_of_canvas_each_is_unpacked_or_listed(self):
        self.lay({f"{key[:2]}_{101 + i}_{i}_bot.{key[3:]}": data for i, (key, data) in enumerate(self.FILES.items(), 2)})
        self.collect(code=1)
        self.assertEqual({"cy", "ed"}, self.ready())
        self.assertIn("or damaged", self.outs()["di"])

    def test_loose_files_are_of_those_after_whom_they_are_called(self):
        self.lay({"al.py": BOT, "bo.py": BOT, "cy.py": BOT})
        self.collect()
        self.assertEqual({"al", "bo", "cy"}, self.ready())

    def test_what_is_left_out_makes_the_exit_code_1(self):
        self.lay({"al/bot.py": BOT, "bo/bot.py": BOT, "notes.txt": b"x"})
        self.assertIn("1 not in: 1 listed", self.collect(code=1))
        self.assertIn("notes", self.outs()["notes.txt"])
        (self.folder / "download/notes.txt").unlink()
        (self.folder / "download/eve").symlink_to("/etc")
        self.collect(code=1)
        self.assertIn("link", self.outs()["eve"])


if __name__ == "__main__":
    unittest.main()
