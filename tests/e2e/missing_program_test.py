"""A bot's program that nobody but its owner may read: its entrant is absent, the others play on. Programs that vanish in
mid-tournament: tests/referee/tournament/run/match_scheduler_launched_test.cpp, tests/world."""
import os
import unittest

from fixture.program import PYTHON
from fixture.tournament import TournamentCase, all_dialled, launched, round_robin


class MissingProgram(TournamentCase):
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


if __name__ == "__main__":
    unittest.main()
