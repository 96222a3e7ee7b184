"""`referee match` with openings, random turns, or from a position of a record."""
import json
import unittest
from pathlib import Path

import jsonschema

from fixture.case import RefereeCase

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "configs/schema/series.schema.json").read_text())
FLEET = {"ships": [{"at": [2 * row, 0], "across": True, "length": length} for row, length in enumerate([5, 4, 3, 3, 2])]}
SMALL = ["--option", "size=30", "--option", "starts=[[[29,5],[29,9]],[[0,5],[0,9]]]"]
BOTS = {
    "walls": ["--bot", "sample:walls_random --seed 1", "--bot", "sample:walls_random --seed 2"],
    "lightcycle": ["--bot", "sample:lightcycle_smart", "--bot", "sample:lightcycle_dumb", *SMALL],
    "battleship": ["--bot", "sample:battleship_random", "--bot", "sample:battleship_random"],
}
LEFT, UP = [[28, 5], [28, 9]], [[29, 4], [29, 8]]
RIGHT = [[1, 5], [1, 9]]
# Two openings of each game: as the file has them, and the moves of each of their turns.
OPENINGS = {
    "walls": [(["forward", "left"], [["forward"], ["left"]]), (["right"], [["right"]])],
    "lightcycle": [([[LEFT, RIGHT]], [[LEFT, RIGHT]]), ([[UP, RIGHT]], [[UP, RIGHT]])],
    "battleship": [([[FLEET, FLEET], [0, 0]], [[FLEET, FLEET], [[0, 0]]]), ([[FLEET, FLEET]], [[FLEET, FLEET]])],
}


def moves_of(line):
    return [answer["move"] for answer in line["answers"]]


class Openings(RefereeCase):
    def play(self, game, *words):
        """The lines of the records of the matches, which verify."""
        done = self.run_to_end("match", *([game] if "--from" not in words else []), *words)
        self.assertEqual((0, ""), (done.code, done.err))
        records = sorted((self.folder / "out/records").iterdir())
        checked = self.run_to_end("verify", *records)
        self.assertEqual((0, ""), (checked.code, checked.err), checked.out)
        return [[json.loads(line) for line in record.read_text().splitlines()] for record in records]

    def given(self, record):
        lines = [line for line in record if line.get("given")]
        self.assertEqual(record[0].get("given_turns", 0), len(lines))
        return [moves_of(line) for line in lines]

    def test_pairs_take_the_openings_of_a_file_in_order(self):
        for game, openings in OPENINGS.items():
            with self.subTest(game=game):
                file = self.folder / f"{game}.txt"
                file.write_text("# two\n\n" + "".join(json.dumps(opening) + "\n" for opening, _ in openings))
                records = self.play(game, *BOTS[game], "--seed", 7, "--games", 6, "--openings", file)
                one, other = [moves for _, moves in openings]
                self.assertEqual([one, one, other, other, one, one], [self.given(record) for record in records])
                self.assertEqual(records[0][0]["players"], records[1][0]["players"][::-1])
                for record in records:
                    (self.folder / f"out/records/{record[0]['match']}.jsonl").unlink()

    def test_results_are_told_by_opening(self):
        self.write("two.txt", '["left"]\n["right"]\n')
        words = ["match", "walls", *BOTS["walls"], "--seed", 7, "--games", 6, "--json", "out.json"]
        done = self.run_to_end(*words, "--openings", "two.txt", "--by-opening")
        self.assertEqual((0, ""), (done.code, done.err))
        found = json.loads((self.folder / "out.json").read_text())
        jsonschema.validate(found, SCHEMA)
        self.assertEqual([(1, 4), (2, 2)], [(line["opening"], line["games"]) for line in found["openings"]])
        points = sum(bot["points"] for line in found["openings"] for bot in line["bots"])
        (compared,) = found["comparisons"]
        self.assertEqual(compared["games"]["wins"] + compared["games"]["draws"] / 2, points)
        self.assertIn("points by opening\n", done.out)
        self.assertNotIn("points by opening", self.run_to_end(*words, "--openings", "two.txt").out)
        self.run_to_end(*words)
        self.assertIsNone(json.loads((self.folder / "out.json").read_text())["openings"])

    def test_all_matches_begin_at_a_position_of_a_record(self):
        (old,) = self.play("lightcycle", *BOTS["lightcycle"], "--seed", 7)
        turn = (len(old) - 2) // 2
        path = self.folder / "old.jsonl"
        (self.folder / "out/records/lightcycle-1g1.jsonl").rename(path)
        records = self.play("lightcycle", *BOTS["lightcycle"][:4], "--from", path, "--turn", turn, "--games", 2)
        self.assertEqual(2, len(records))
        for record in records:
            self.assertEqual([moves_of(line) for line in old[1 : turn + 1]], self.given(record))
            self.assertEqual([old[0][key] for key in ["seed", "salt", "options"]], [record[0][key] for key in ["seed", "salt", "options"]])
            self.assertEqual(old[-1]["seal"], record[0]["from"]["seal"])
        self.assertEqual(records[0][0]["players"], records[1][0]["players"][::-1])

    def test_wrong_usage_is_one_message(self):
        self.write("bad.txt", '["left"]\n["left","sideways"]\n')
        alike = ", expected a game that always begins alike: lightcycle, walls, battleship"
        superball = "got superball, which has no openings: vary its seed (--seed)" + alike
        for words, message in [
            (["walls", "--openings", "bad.txt"], '--openings: bad.txt:2: turn 1, seat 1: got "sideways", expected a legal move: expected one of "forward", "left", "right", got "sideways"'),
            (["walls", "--openings", "none.txt"], "none.txt: cannot be read: no such file"),
            (["superball", "--random-plies", "2"], f"--random-plies: {superball}"),
            (["snake", "--openings", "bad.txt"], f"--openings: got snake, which has no openings: vary its maze (--option maze=...) or its seed (--seed){alike}"),
            (["walls", "--random-plies", "0"], "--random-plies: Value 0 not in range 1 to 1000"),
            (["walls", "--random-plies", "2", "--openings", "bad.txt"], "--openings excludes --random-plies"),
            (["--from", "a", "--turn", "2", "--random-plies", "2"], "--from excludes --random-plies"),
            (["--from", "a", "--turn", "2", "--salt", "0" * 32], "--salt excludes --from"),
        ]:  # fmt: skip
            with self.subTest(words=words):
                done = self.run_to_end("match", *words, *BOTS["walls"])
                self.assertEqual((2, ""), (done.code, done.out), done.err)
                self.assertEqual(message, done.err.removeprefix("referee: ").splitlines()[0])


if __name__ == "__main__":
    unittest.main()
