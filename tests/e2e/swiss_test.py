"""A Swiss at tables of two, and its report files for arbiters."""
import unittest

from fixture.tournament import TournamentCase, randoms, round_robin, walls


class Swiss(TournamentCase):
    def run_to_standings(self, config):
        self.write_config(config)
        self.referee("run", "config.json")

    def report(self, number):
        return (self.folder / f"out/round-{number}.trf").read_bytes().decode()

    # A report file after each round, which the check of `referee pair` accepts.
    def test_leaves_report_files_that_the_check_accepts_and_the_next_round_is_paired_from(self):
        # Seven entrants; two are of one author, two ask for byes, two are kept apart.
        entrants = randoms(7)
        for index, more in ((0, {"author": "Ada"}), (3, {"author": "Ada"}), (1, {"byes": [{"round": 2, "kind": "half"}]}),
                            (6, {"byes": [{"round": 3, "kind": "zero"}]})):
            entrants[index].update(more)
        self.run_to_standings({**walls(4, entrants), "forbidden_pairs": [["random-2", "random-5"]]})
        self.referee("pair", "--check", *(f"out/round-{number}.trf" for number in range(1, 5)))
        self.assertEqual("", self.said)
        self.assertFalse((self.folder / "out/round-5.trf").exists())
        self.assertIn("240 H 002    2\r\n", self.report(1))
        self.assert_words(self.report(4), "192 FIDE_DUTCH\r\n202 BH/C1,BH,SB,DE,WIN\r\n", "XXP 1 4\r\n", "XXP 2 5\r\n")
        self.assertRegex(self.report(4), "\r\n042 [0-9]{4}/[0-9]{2}/[0-9]{2}\r\n")
        self.assertEqual(self.report(4), self.referee("standings", "spring.db", "--format", "trf"))

        # Tournaments 8.1: a round's file gives the next round's pairing.
        for number in (1, 2, 3):
            self.assertEqual(self.boards_of(number + 1), self.referee("pair", f"out/round-{number}.trf"))

    def boards_of(self, number):
        """The pairing of that round as `referee pair` prints it: the number of boards, and a line for each."""
        boards = []
        for encounter in self.standings()["encounters"]:
            if encounter["round"] == number and encounter["kind"] in ("play", "bye"):
                numbers = [name.removeprefix("random-") for name in encounter["entrants"]]
                boards.append(" ".join(numbers if encounter["kind"] == "play" else [numbers[0], "0"]) + "\n")
        return f"{len(boards)}\n{''.join(boards)}"

    # Tournaments 8.6: meetings are repeated, and notes say so.
    def test_goes_on_when_everybody_has_met_everybody(self):
        self.run_to_standings(walls(4, randoms(2)))
        self.assertEqual(4, len(self.standings()["encounters"]))
        notes = self.notes()
        self.assertEqual(3, len(notes), notes)
        for number, note in enumerate(notes, 2):
            repeated = "round 1" if number == 2 else f"rounds 1 to {number - 1}"
            self.assert_words(note, f"round {number} has no pairing by the rules", f"byes of {repeated} may be repeated")
        self.assertNotIn("192 ", self.report(4))
        self.assertIn("round 2", self.referee("pair", "--check", "out/round-4.trf", code=1))

    def test_has_no_report_file_in_another_format(self):
        self.run_to_standings(round_robin(randoms(2)))
        self.assertFalse((self.folder / "out/round-1.trf").exists())
        self.referee("standings", "spring.db", "--format", "trf", code=2)
        self.assertIn("only a swiss at tables of two", self.said)
        self.referee("standings", "spring.db", "--hall-of-fame", "--format", "trf", code=2)


if __name__ == "__main__":
    unittest.main()
