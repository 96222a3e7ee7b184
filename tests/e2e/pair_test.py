"""`referee pair` and what it writes. Pairings by the rules: tests/referee/swiss; what is refused: tests/referee/cli/arbiter."""
import csv
import io
import json
import pathlib
import unittest

from fixture.case import RefereeCase

FILES = pathlib.Path(__file__).parent / "report_files"


def player(number, points, *rounds):
    """A 001 record. A round is given in the short form: "2 w 1", "- - U"."""
    line = f"{f'001 {number:4}':14}Player {number}"
    line = f"{f'{line:48}{2500 - number}':80}{points:>4} {number:4}"
    for column, one in enumerate(rounds):
        opponent, rest = one.split(" ", 1)
        line = f"{line:{91 + 10 * column}}{'0000' if opponent == '-' else f'{opponent:>4}'} {rest}"
    return line


def players(count):
    return [player(number, "0.0") for number in range(1, count + 1)]


# Round 2 of four players; the game of 2 and 4 has no result.
OPEN_GAME = ["XXR 3", player(1, "1.0", "3 w 1"), player(2, "0.0", "4 b"), player(3, "0.0", "1 b 0"), player(4, "0.0", "2 w")]


class Pair(RefereeCase):
    def file(self, *lines):
        """A report file of these lines."""
        self.write("a.trf", "".join(line + "\r\n" for line in lines).encode())
        return "a.trf"

    def test_open_games_want_a_word(self):
        file = self.file(*OPEN_GAME)
        self.referee("pair", file, code=2)
        self.assert_words(self.said, "referee: a.trf: 1 game has no result, as 4-2 in round 1: ", "--open-as draw or leave-out\n")
        self.assertEqual("2\n2 1\n3 4\n", self.referee("pair", file, "--open-as", "draw"))
        self.referee("pair", file, "--open-as", "leave-out", code=1)  # 1 and 3 have met
        self.referee("pair", "--check", file)  # the last round needs no results

    def test_writes_the_round_that_results_go_into(self):
        file = self.file("XXR 3", "152 W", "997 of another program", *players(4), player(5, "0.0", "- - H"))
        self.assertEqual("2\n1 3\n4 2\n", self.referee("pair", file, "--write", "b.trf"))
        self.assertIn(b"997 of another program\r\n", (self.folder / "b.trf").read_bytes())
        self.referee("pair", "--check", "b.trf")
        self.referee("pair", "b.trf", code=2)  # its games are open
        self.assertEqual("2\n1 3\n4 2\n", self.referee("pair", "b.trf", "--round", "1"))
        self.referee("pair", "b.trf", "--round", "3", code=2)
        self.referee("pair", "b.trf", "--round", "1", "--write", "c.trf", code=2)

    def test_tells_names_explanation_and_json(self):
        file = self.file("XXR 3", "152 W", *players(3))
        self.assertEqual("Round 1\n  board     white        black\n  1      1  Player 1  2  Player 2\n"
                         "  -      3  Player 3     bye\n", self.referee("pair", file, "--names"))
        self.assertEqual("Bracket of 0 points: 1 2 3\n  pairs: 1-2\n  float down: 3\n  It is the first candidate.\n"
                         "The bye: 3\n", self.referee("pair", file, "--explain"))
        one, two, three = [{"id": number, "name": f"Player {number}"} for number in (1, 2, 3)]
        pairing = {"bye": three, "pairs": [{"black": two, "board": 1, "white": one}], "round": 1}
        self.assertEqual(json.dumps(pairing, separators=(",", ":")) + "\n", self.referee("pair", file, "--json"))

    def test_a_check_of_many_files_is_told_as_json(self):
        wrong = self.file("XXR 3", player(1, "1.0", "4 w 1"), player(2, "1.0", "3 b 1"), player(3, "0.0", "2 w 0"), player(4, "0.0", "1 b 0"))
        files = json.loads(self.referee("pair", "--check", "--json", wrong, "missing.trf", code=2))["files"]
        self.assertEqual(["different", "unreadable"], [file["status"] for file in files])
        self.assertEqual((1, 1), (files[0]["rounds"], files[0]["differences"][0]["round"]))
        self.assertIn("missing.trf", files[1]["why"])

    def test_standings_of_a_report_file(self):
        """Ranks by C.07, and the file with them."""
        file = self.file("012 Spring", "XXR 1", player(1, "0.0", "2 w 0"), player(2, "1.0", "1 b 1"))
        table = self.referee("standings", file, "--tie-breaks", "ARO", "--format", "csv")
        self.assertEqual("rank,id,name,rating,points,ARO\r\n1,2,Player 2,2498,1,2499\r\n2,1,Player 1,2499,0,2498\r\n", table)
        self.assert_words(self.referee("standings", file, "--tie-breaks", "DE", "--format", "trf"),
                          "202 DE\r\n001    1 ", " 0.0    2 ")
        self.assertIn("Player 2 (2) is number 1 of 2", self.referee("standings", file, "--explain", "2"))
        self.referee("standings", file, "--explain", "Player 2", code=2)
        self.assertEqual('referee: a.trf: --explain: got "Player 2", expected an id from 1 to 2\n', self.said)
        self.referee("standings", file, "--format", "html", code=2)
        self.referee("standings", "x.db", "--tie-breaks", "BH", code=2)

    def test_the_edition_of_2024(self):
        """A file of 88 players: values and ranks by C.07 as it was until February 2026, from another program."""
        file = str(FILES / "open_of_2025.trf")
        with (FILES / "open_of_2025_by_2024.csv").open() as expected:
            rows = {row["id"]: row for row in csv.DictReader(expected)}
        self.assertEqual(88, len(rows))
        for code in ("BH", "AOB", "WIN", "WON"):
            text = self.referee("standings", file, "--tie-breaks", code, "--edition", "2024", "--format", "csv")
            self.assertEqual("", self.said)
            for row in csv.DictReader(io.StringIO(text)):
                right = rows[row["id"]]
                self.assertEqual((float(right[code]), right[f"rank by {code}"]), (float(row[code] or 0), row["rank"]), row)
        self.referee("standings", file)
        self.assertIn("--edition 2024", self.said)
        self.referee("standings", file, "--edition", "2025", code=2)
        self.referee("standings", "x.db", "--edition", "2024", code=2)

    def test_a_report_file_is_known_by_its_content(self):
        """Chess servers name their files otherwise. A store is a store whatever it is called."""
        text = "012 Spring\r\nXXR 1\r\n" + player(1, "0.0", "2 w 0") + "\r\n" + player(2, "1.0", "1 b 1") + "\r\n"
        for name in ("open.txt", "open", "open.TRFx"):
            self.write(name, text.encode())
            self.assertIn("Spring, after round 1 of 1\n", self.referee("standings", name, "--tie-breaks", "DE"))
        self.write("empty.trf", b"")
        self.referee("standings", "empty.trf", code=2)
        self.assertIn("got no player", self.said)
        self.write("notes.txt", b"no players\n")
        self.referee("standings", "notes.txt", code=2)

    def test_utf_16_is_named_and_read(self):
        text = "XXR 3\r\n152 W\r\n" + "".join(line + "\r\n" for line in players(4))
        for encoding in ("utf-16", "utf-16-be", "utf-16-le"):
            self.write("wide.txt", text.encode(encoding))
            self.assertEqual("2\n1 3\n4 2\n", self.referee("pair", "wide.txt"))
            self.assertEqual("wide.txt: is UTF-16, and is read as UTF-8; what is written is UTF-8\n", self.said)
            self.referee("standings", "wide.txt", "--edition", "2026", "--format", "trf")
            self.assertIn("is UTF-16", self.said)

    def test_a_bye_of_the_round_to_come_is_told(self):
        self.referee("pair", self.file("XXR 5", "XXC white1", player(1, "1.0", "3 w 1"), player(2, "1.0", "4 b 1"),
                                       player(3, "1.0", "1 b 0", "- - U"), player(4, "0.0", "2 w 0"), player(5, "1.0", "- - U")))
        self.assert_words(self.said, "a.trf:5: round 2 has no game, only the bye of player 3")

    def test_standings_of_players_in_teams(self):
        file = self.file("XXR 1", "013 Blue", "013 Red", player(1, "0.0", "2 w 0"), player(2, "1.0", "1 b 1"),
                         player(3, "0.0", "- - -"))
        self.assertIn("rank,id", self.referee("standings", file, "--edition", "2026", "--format", "csv"))
        self.assert_words(self.said, "a.trf:2: 013: teams are left out")
        self.referee("pair", file, code=2)


if __name__ == "__main__":
    unittest.main()
