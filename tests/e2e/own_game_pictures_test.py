"""Pictures of games of one's own, in the built referee: in text, in files, on pages, and for people who play."""
import json
import re
import shutil
import unittest

from fixture.case import UNCONFINED
from fixture.program import PYTHON, REFEREE, ROOT
from fixture.terminal import Pane
from fixture.tournament import launched
from fixture.web import WebCase

BOTS = {"tictactoe": "careful", "dice": "honest"}
DICE = {"game": "./dice", "format": {"kind": "round_robin", "best_of": 1}, "between_rounds": "manual"}


class OwnGamePictures(WebCase):
    def setUp(self):
        super().setUp()
        shutil.copytree(ROOT / "examples/games/tictactoe", self.folder / "tictactoe")
        self.referee("new-game", "--painter", "python", "dice")

    def bot(self, game):
        return [*PYTHON, str(self.folder / game / "bots" / f"{BOTS[game]}.py")]

    def record(self, game):
        self.referee("match", f"./{game}", *UNCONFINED, "--seed", 1, "--reports", "out",
                     *(word for _ in range(2) for word in ("--bot", " ".join(self.bot(game)))))
        return self.folder / f"out/records/{game}-1g1.jsonl"

    def test_a_match_is_shown_as_text_and_gif(self):
        record = self.record("tictactoe")
        text = self.referee("show", record)
        self.assertRegex(text, r"turn 0 of \d, .*\n([.·] [.·] [.·]\n){3}")
        self.assertRegex(text, r"turn (\d) of \1, .*\n([XO.·] ?){3}\n")
        self.referee("show", record, "--gif", "all.gif")
        self.assertTrue((self.folder / "all.gif").read_bytes().startswith(b"GIF89a"))

    def test_a_person_plays_by_typing_legal_moves(self):
        played = self.run_referee("play", "./tictactoe", *UNCONFINED, "--bot", " ".join(self.bot("tictactoe")), "--reports", "out",
                                  stdin="9\n" + "".join(f"{field}\n" for field in range(9)) * 5)
        self.assertIn("Legal moves:  0  1  2  3  4  5  6  7  8\n", played.out)
        self.assertIn("9 is not a legal move", played.out)
        self.assertRegex(played.out, r"The game is over\. Scores: (careful 1, person -1|person 0, careful 0|person 1, careful -1)\n")

    def test_a_person_plays_in_a_window_with_the_arrows_or_by_typing(self):
        pane = Pane([REFEREE, "play", "./tictactoe", *UNCONFINED, "--bot", " ".join(self.bot("tictactoe")), "--reports", "out"],
                    cwd=self.folder)
        self.addCleanup(pane.close)
        pane.see(r"\[0\]  1  2  3  4  5  6  7  8   9 legal")
        pane.press("Right", "Enter")
        pane.see(r"(?m)^. X .*\n(.*\n)*.* 7 legal")
        pane.press("q")

    def test_a_page_has_the_games_painter_and_allows_its_frame(self):
        self.referee("show", self.record("dice"), "--html", "match.html")
        html = (self.folder / "match.html").read_text()
        data = json.loads(re.search(r'id="data">(.*?)</script>', html, re.S)[1])
        self.assertEqual(data["painter"], (self.folder / "dice/painter.js").read_text())
        self.assertIn("worker-src blob:", html)

    def test_pages_of_a_tournament_and_its_site_allow_the_frame_of_the_painter(self):
        entrants = [launched(name, *self.bot("dice")) for name in ("ada", "bob")]
        self.serve({**DICE, "entrants": entrants})
        self.until_done(1)
        for path, framed in (("/matches/r1t1g1", True), ("/me", True), ("/", False)):
            page = self.get(path)
            policy = page.headers["Content-Security-Policy"]
            self.assertEqual(policy.endswith("; worker-src blob:"), framed, path)
            self.assertEqual(bool(re.search(r"script-src 'self' 'sha256-[^']+';", policy)), framed, path)
            self.assertEqual(b"assets/painter.js" in page.body, framed, path)
        self.assertIn("painter", self.get("/api/matches/r1t1g1").json())
        self.assertIn(b"frameSources", self.get("/assets/painter.js").body)


if __name__ == "__main__":
    unittest.main()
