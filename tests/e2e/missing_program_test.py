"""A bot's program that vanishes in mid-tournament: its entrant is absent, the others play on; programs of several entrants at
once are a disk that is gone, and cost no entrant anything."""
import os
import shutil
import unittest

from fixture.case import ROOT
from fixture.program import PYTHON
from fixture.tournament import TournamentCase, all_dialled, launched, round_robin


class MissingProgram(TournamentCase):
    def play_first_round(self):
        """Cat and dog, launched from a folder each, and alice and bob, who dial in; plays the first of three rounds."""
        entrants = []
        for name in ("cat", "dog"):
            (self.folder / name).mkdir()
            program = shutil.copy(ROOT / "tests/e2e/rude/honest_walls.py", self.folder / name / "bot.py")
            shutil.copy(ROOT / "tests/e2e/rude/talk.py", self.folder / name)
            entrants.append(launched(name, *PYTHON, str(program)))
        config = round_robin(entrants + all_dialled("alice", "bob"))
        config["format"]["best_of"] = 1
        self.serve({**config, "between_rounds": "manual"})
        self.polite("alice")
        self.polite("bob")
        self.status_with("waits for the arbiter")

    def take_away(self, *names):
        for name in names:
            (self.folder / name).rename(self.folder / f"{name}.away")

    def put_back(self, *names):
        for name in names:
            (self.folder / f"{name}.away").rename(self.folder / name)

    def play_next_round(self, number):
        self.order("start")
        self.status_with(f"round {number} of 3, {2 * number} games played, waits for the arbiter")

    def assert_no_shows(self, **counts):
        self.assertEqual(counts, {name: self.row(name)["faults_by_kind"].get("no_show", 0) for name in counts})

    def assert_note(self, start):
        self.assertTrue([note for note in self.notes() if note.startswith(start)], self.notes())

    @unittest.skipUnless(os.geteuid() == 0, "only root reads with the rights of others")
    def test_that_its_owner_locks_before_the_start_is_its_own_loss(self):
        entrants = [launched("cat", *PYTHON, str(self.folder / "cat/bot.py"))] + all_dialled("alice", "bob", "carol")
        (self.folder / "cat").mkdir(mode=0o700)
        self.write("cat/bot.py", "")
        (self.folder / "cat/bot.py").chmod(0)
        for path in (self.folder / "cat", self.folder / "cat/bot.py"):
            os.chown(path, 54321, 54321)
        config = round_robin(entrants)
        config["format"]["best_of"] = 1
        self.serve({**config, "between_rounds": "manual"})
        for name in ("alice", "bob", "carol"):
            self.polite(name)
        self.status_with("waits for the arbiter")
        self.assert_note("cat is absent from match r1t")
        self.stop()
        self.assert_no_shows(cat=1, alice=0, bob=0, carol=0)

    def test_of_one_entrant_is_its_own_loss(self):
        self.play_first_round()
        self.take_away("cat")
        self.play_next_round(2)
        self.assert_note("cat is absent from match r2t")
        self.assertIn("round 2 of 3", self.order("status"))
        self.put_back("cat")
        self.play_next_round(3)
        self.stop()
        self.assert_no_shows(cat=1, dog=0, alice=0, bob=0)

    def test_of_two_entrants_at_once_pauses_the_tournament(self):
        self.expects_errors = True
        self.play_first_round()
        self.take_away("cat", "dog")
        self.order("start")
        status = self.status_with("paused by the referee: match r2t")
        self.assert_words(status, "2 entrants went missing at once (cat, dog)")
        self.put_back("cat", "dog")
        self.order("resume")
        self.status_with("round 2 of 3, 4 games played, waits for the arbiter")
        self.play_next_round(3)
        self.assert_note("paused by the referee: match r2t")
        self.stop()
        self.assert_no_shows(cat=0, dog=0, alice=0, bob=0)


if __name__ == "__main__":
    unittest.main()
