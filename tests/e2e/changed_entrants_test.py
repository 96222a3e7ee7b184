"""A round robin goes on with other entrants: only what is missing is played, whenever the referee is killed (Tournaments 1.4)."""
import collections
import json
import signal
import unittest

from fixture.case import RefereeCase
from fixture.program import KILLED, sample_bot
from fixture.random_cases import random_cases
from fixture.record import Record
from fixture.tournament import launched, plain_round_robin

KILLS = random_cases(3)


class ChangedEntrants(RefereeCase):
    def tournament(self, **editions):
        """Writes the tournament file. Each entrant has a program of its own, another one for each edition."""
        bots = []
        for name, edition in editions.items():
            script = f"#!/bin/sh\n# {name}, edition {edition}\nexec '{sample_bot('walls_random')}' --seed {edition}\n"
            bots.append(launched(name, str(self.write(f"bots/{name}", script, 0o755))))
        self.write("spring.json", json.dumps(plain_round_robin(bots, as_root=True, store="spring.db", reports="out")))

    def counting(self):
        """The records of games that count, by match."""
        return {file.stem: file.read_bytes() for file in self.record_files() if "." not in file.stem}

    def players(self, match):
        return tuple(sorted(Record(self.folder / f"out/records/{match}.jsonl").header["players"]))

    def standings(self):
        page = self.read_json("out/standings.json")
        return page, {row["name"]: row for row in page["standings"]}

    def test_only_what_is_missing_is_played(self):
        self.tournament(ann=1, bob=1, cy=1, dee=1)
        self.referee("run", "spring.json")
        played, before = self.counting(), self.read("out/standings.json")
        self.tournament(ann=1, bob=2, cy=1, dee=1, eve=1)
        said = self.run_referee("run", "spring.json", code=2).err
        self.assert_words(said, "spring.json: entrants", "--changed-entrants", "new: eve (4 matches in rounds 4 to 7, at most 8 games",
                          "another program: bob (6 games void", "6 other results stay")
        self.assertEqual((before, played), (self.read("out/standings.json"), self.counting()))

        for kill in range(KILLS):
            running = self.start("run", "spring.json", *([] if kill else ["--changed-entrants"]))
            running.see(r"^r\d+t\d+g\d+: ")
            running.signal(signal.SIGKILL)
            self.assertEqual(KILLED, running.wait().code)
        self.referee("run", "spring.json")

        now = self.counting()
        stay = [match for match in played if "bob" not in self.players(match)]
        self.assertEqual(6, len(stay))
        self.assertEqual([], [match for match in stay if now[match] != played[match]], "they were played again")
        self.assertEqual({4, 5, 6, 7}, {int(match[1]) for match in now if "eve" in self.players(match)})
        self.assertEqual({2}, set(collections.Counter(map(self.players, now)).values()), "two games of each two")
        self.assertEqual(10 * 2, len(now))
        self.assert_no_old_game_of("bob", played, now)
        page, rows = self.standings()
        self.assertTrue(page["finished"])
        self.assertEqual({4}, {row["encounters"] for row in rows.values()})
        self.assertEqual(10, sum(row["points"] for row in rows.values()))
        self.assert_words(str(page["notes"]), "entered late: eve", "another program of bob")
        self.referee("check", "--deep", "spring.db")
        for form in ("json", "md"):  # all follows from the store
            self.assertEqual(self.read(f"out/standings.{form}"), self.referee("standings", "spring.db", "--format", form))
        self.referee("run", "spring.json")
        self.assertEqual(now, self.counting())

    def assert_no_old_game_of(self, name, played, now):
        """Its games with the earlier program are void, and each has another attempt that counts."""
        for match in played:
            if name in self.players(match):
                self.assertNotEqual(played[match], now[match])
                void = Record(self.folder / f"out/records/{match}.a1.jsonl")
                self.assert_words(str(void.last), "another program of " + name)


if __name__ == "__main__":
    unittest.main()
