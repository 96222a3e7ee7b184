"""`referee new-game`: a folder that plays at once in each language, and nothing that is there is overwritten."""
import json
import shutil
import subprocess
import unittest

from fixture.case import RefereeCase

NEEDS = {"python": [], "javascript": ["node"], "java": ["make", "javac"], "cpp": ["make", "c++"]}


class NewGame(RefereeCase):
    def new_game(self, language):
        """The command of the bot, as the last lines say it."""
        out = self.referee("new-game", language, f"my_{language}").splitlines()
        match = next(line for line in out if line.startswith("    referee match"))
        self.assertIn(f"    referee check-game ./my_{language}", out)
        self.assertIn("    referee docs your-game", out)
        return match.split('"')[1]

    def test_each_language_plays_as_the_last_lines_say(self):
        for language, needs in NEEDS.items():
            with self.subTest(language=language):
                missing = [need for need in needs if not shutil.which(need)]
                if missing:
                    self.skipTest(f"{missing} is not installed")
                bot = self.new_game(language)
                folder = self.folder / f"my_{language}"
                self.assertEqual(f"my_{language}", json.loads((folder / "game.json").read_text())["name"])
                self.assertFalse([file for file in folder.rglob("*") if file.is_file() and "@NAME@" in file.read_text()])
                if (folder / "Makefile").exists():
                    subprocess.run(["make", "-s"], cwd=folder, check=True, capture_output=True)
                self.referee("match", f"./my_{language}", "--bot", bot, "--bot", bot, "--seed", "1")
        self.assertTrue(self.record_files())

    def test_wrong_words_write_nothing_and_are_told_what_was_meant(self):
        for words, meant in [(["pyton", "x"], "'python'"), (["python", "My Game!"], "my_game"), (["python", "walls"], "my_walls"),
                             (["python", "../x"], "instance x"), (["python", "3d"], "game_3d"), (["python", "a" * 33], "a" * 32)]:
            with self.subTest(words=words):
                self.assertIn(meant, self.run_referee("new-game", *words, code=2).err)
        self.assertEqual([], list(self.folder.iterdir()))

    def test_what_is_there_stays(self):
        (self.folder / "mine").symlink_to("nowhere")
        self.assertIn("is there already", self.run_referee("new-game", "python", "mine", code=2).err)
        self.assertTrue((self.folder / "mine").is_symlink())


if __name__ == "__main__":
    unittest.main()
