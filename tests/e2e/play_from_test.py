"""`referee play --from`: on from a position of a record, in all games."""
import json
import pathlib
import unittest

from fixture.case import RefereeCase, new_folder
from fixture.program import REFEREE
from fixture.record import play
from fixture.terminal import Pane
from protocol import schemas


SMALL = 'starts=[[[29,5],[29,9]],[[0,5],[0,9]]]'
# The bots of the matches that are played on, their options, and what the window shows once the person is asked.
GAMES = {
    "planets": (["sample:planets_greedy"], ["map=one_scrap_ghosts"], r"turns left \d+"),
    "snake": (["sample:snake_random"], ["maze=c2_handout_hall"], r"coins|drill|points"),
    "superball": (["sample:sb_play"], ["max_moves=10"], None),
    "walls": (["sample:walls_random --seed 1", "sample:walls_random --seed 2"], ["n=5"], "to move$"),
    "lightcycle": (["sample:lightcycle_dumb", "sample:lightcycle_dumb"], ["size=30", SMALL], r"\(chosen\)"),
    "battleship": (["sample:battleship_random", "sample:battleship_random"], [], "enter: place or shoot"),
}


def lines_of(record):
    return [json.loads(line) for line in record.read_text().splitlines()]


class PlayFrom(RefereeCase):
    @classmethod
    def setUpClass(cls):
        folder = new_folder(cls.addClassCleanup)
        cls.old = {game: cls.played(game, folder) for game in GAMES}

    @staticmethod
    def played(game, folder):
        """The record of a match of sample bots."""
        bots, options, _ = GAMES[game]
        words = [word for bot in bots for word in ("--bot", bot)] + [word for option in options for word in ("--option", option)]
        return play(folder, game, *words)

    def middle(self, game):
        """A turn in the middle at which the person, at seat 0, is asked."""
        turns = [line for line in lines_of(self.old[game]) if "turn" in line]
        return next(line["turn"] for line in turns[len(turns) // 2 :] if any(a["seat"] == 0 for a in line["answers"]))

    def pane(self, *words, rows=50, columns=90):
        shell = '"$@"; echo CODE $?; read line'
        pane = Pane(["sh", "-c", shell, "sh", REFEREE, "play", *map(str, words)], rows=rows, columns=columns, cwd=self.folder)
        self.addCleanup(pane.close)
        return pane

    def new_record(self):
        (path,) = (self.folder / "out/records").iterdir()
        return path

    def check(self, game, turn):
        """The new record verifies by itself, is valid, and has the turns of the old one; returns its lines."""
        path = self.new_record()
        done = self.run_to_end("verify", path)
        self.assertEqual((0, ""), (done.code, done.err), done.out)
        self.assertIn(f", {turn} of them given", done.out)
        lines, old = lines_of(path), lines_of(self.old[game])
        for line in lines:
            self.assertEqual([], schemas.errors("record", line), line)
        head = lines[0]
        source = {"match": f"{game}-1g1", "attempt": 1, "turn": turn, "seal": old[-1]["seal"]}
        self.assertEqual((turn, source), (head["given_turns"], head["from"]))
        for key in ["game", "options", "seed", "salt", "commitment"]:
            self.assertEqual(old[0][key], head[key])
        for line, before in zip(lines[1 : turn + 1], old[1:]):
            self.assertEqual((True, before["events"]), (line["given"], line["events"]))
            kept = ["seat", "verdict", "move", "offered", "fault", "forfeited"]
            told = [[{key: a[key] for key in kept if key in a} for a in of["answers"]] for of in (line, before)]
            self.assertEqual(told[1], told[0])
        self.assertFalse([line for line in lines[turn + 1 :] if "given" in line])
        return lines

    def in_window(self, game):
        turn = self.middle(game)
        pane = self.pane("--from", self.old[game], "--turn", turn)
        pane.see(GAMES[game][2])
        return pane, turn

    def leave(self, pane):
        pane.press("q")
        pane.see("^CODE 0$")

    def test_each_game_in_a_window_is_played_on_from_the_middle(self):
        for game, (_, _, asked) in GAMES.items():
            if asked is None:
                continue
            with self.subTest(game=game):
                pane, turn = self.in_window(game)
                self.leave(pane)
                lines = self.check(game, turn)
                self.assertEqual("void", lines[-1]["status"])
                self.new_record().unlink()

    def test_superball_in_lines_to_the_end(self):
        old = lines_of(self.old["superball"])
        typed = "".join(line["answers"][0]["move"] + "\n" for line in old[6:-1])
        done = self.run_to_end("play", "superball", "--from", self.old["superball"], "--turn", "5", stdin=typed)
        self.assertEqual((0, ""), (done.code, done.err))
        lines = self.check("superball", 5)
        self.assertEqual(old[-1]["result"], lines[-1]["result"], "the same moves in the same position")
        self.assertEqual(len(old), len(lines))

    def test_wrong_usage_is_one_message(self):
        walls = str(self.old["walls"])
        turns = sum("turn" in line for line in lines_of(self.old["walls"]))
        secret = self.folder / "secret.jsonl"
        secret.write_text(pathlib.Path(walls).read_text().replace('"seed":7', '"seed":null', 1))
        for words, message in [
            (["snake", "--from", walls, "--turn", "2"], f"{walls}: it is a record of walls, expected one of snake"),
            (["--from", walls, "--turn", str(turns)], f"{walls}: got turn {turns}, expected 0 to {turns - 1}, as the record has {turns} turns and the game is over then"),
            (["--from", str(secret), "--turn", "1"], f"{secret}: cannot be played on: line 1, seed: got null, expected its value: it is still secret, and without it nothing can be played again"),
            (["--from", "none.jsonl", "--turn", "1"], "none.jsonl: cannot be read: no such file"),
            (["--from", walls], "--from requires --turn"),
            (["--turn", "3", "walls"], "--turn requires --from"),
            (["--from", walls, "--turn", "-1"], "--turn: Value -1 not in range 0 to 1000000000"),
            (["--from", walls, "--turn", "1", "--seed", "3"], "--seed excludes --from"),
            (["--from", walls, "--turn", "1", "--option", "n=3"], "--option excludes --from"),
            ([], "GAME is required"),
        ]:  # fmt: skip
            with self.subTest(words=words):
                done = self.run_to_end("play", *words)
                self.assertEqual((2, ""), (done.code, done.out), done.err)
                self.assertEqual(message, done.err.removeprefix("referee: ").splitlines()[0])
        self.assertFalse((self.folder / "out").exists())


if __name__ == "__main__":
    unittest.main()
