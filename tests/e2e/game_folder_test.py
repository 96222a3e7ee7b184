"""Games whose rules are a folder, wherever the folder has to be found: a rubric, a class, versions, records and stores."""
import json
import shlex
import shutil
import unittest

from fixture.archive import tarred
from fixture.dial_in import token_of
from fixture.program import PYTHON, ROOT
from fixture.tournament import dialled, launched
from fixture.web import WebCase

GAMES = ROOT / "examples/games"
BOT = (GAMES / "tictactoe/bots/careful.py").read_text()
FRAME = {"name": "Spring", "format": {"kind": "round_robin"}, "sandbox": "basic", "seed": 7}


class GameFolder(WebCase):
    def setUp(self):
        super().setUp()
        shutil.copytree(GAMES / "tictactoe", self.folder / "course/tictactoe")
        self.game = self.game_folder = self.folder / "course/tictactoe"
        self.bot = [*PYTHON, str(self.write("bots/bot.py", BOT))]

    def change_rules(self, old, new):
        rules = self.game / "rules.py"
        text = rules.read_text()
        self.assertIn(old, text)
        rules.write_text(text.replace(old, new))

    def play(self):
        self.referee("match", "course/tictactoe", "--seed", "1", "--bot", shlex.join(self.bot), "--bot", shlex.join(self.bot))
        [record] = self.record_files()
        return record

    def verify(self, record, code):
        """What `verify --json` says of one record."""
        [told] = json.loads(self.referee("verify", record, "--game", self.game, "--json", code=code))["records"]
        return told

    def test_a_record_apart_from_its_game_is_read_with_its_folder(self):
        record = self.play()
        self.assert_words(self.referee("verify", record, code=1), "tictactoe", "--game")
        self.referee("verify", record, "--game", self.game)
        self.assert_words(self.referee("show", record, "--turn", "1", "--game", self.game), "tictactoe, turn 1")
        self.assert_words(self.referee("ask", record, "--seat", "0", "--game", self.game, "--", *self.bot), "seat 0")
        self.referee("match", "course/tictactoe", "--from", record, "--turn", "2", "--bot", shlex.join(self.bot), "--bot",
                     shlex.join(self.bot), "--reports", "on")
        self.referee("verify", record, "--game", GAMES / "kuhn_poker", code=2)
        self.assert_words(self.said, "a record of tictactoe")

    def test_rules_that_have_changed_are_named_whether_the_record_is_true_or_not(self):
        record = self.play()
        self.assertNotIn("other_rules", self.verify(record, 0))
        self.change_rules('"""Tic', '"""Tic, ')
        told = self.verify(record, 0)
        self.assertEqual(str(self.game), told["other_rules"]["folder"])
        self.referee("verify", record, record, "--game", self.game)
        self.assert_words(self.said, told["other_rules"]["recorded"], told["other_rules"]["here"])
        self.assertEqual(1, self.said.count("rules_sha256"), "said once, of many records")
        self.change_rules('{"board": "".join(board)}', '{"cells": "".join(board)}')
        self.assertEqual("different", self.verify(record, 1)["status"])
        self.assertIn("rules_sha256", self.referee("verify", record, "--game", self.game, code=1))
        record.unlink()

    def test_a_bot_of_the_folder_has_a_name_in_commands_and_files(self):
        ready = ["--bot", "game:careful"]
        self.assert_words(self.referee("match", "course/tictactoe", "--seed", "1", *ready, *ready), "careful", "careful-2")
        self.referee("match", "course/tictactoe", *ready, "--bot", "game:carefull", code=2)
        self.assert_words(self.said, "no bot 'game:carefull'", "did you mean 'game:careful'?")
        self.referee("match", "walls", *ready, *ready, code=2)
        self.assert_words(self.said, "no bot 'game:careful'", "a game of your own")
        self.referee("check-bot", "course/tictactoe", "--pause-ms", "50", "--", "game:careful")
        entrants = [{"name": name, "command": ["game:careful"]} for name in ("alice", "bob")]
        self.write("cup.json", json.dumps({**FRAME, "game": "./course/tictactoe", "entrants": entrants, "house_bot": ["game:careful"]}))
        self.referee("run", "cup.json")
        entrants[1]["command"] = ["game:carefree"]
        self.write("wrong.json", json.dumps({**FRAME, "game": "./course/tictactoe", "entrants": entrants}))
        self.referee("check", "wrong.json", code=2)
        self.assert_words(self.said, "entrants[1].command[0]", "game:careful")

    def test_people_meet_a_bot_of_the_folder(self):
        out = self.referee("play", "course/tictactoe", "--seed", "1", stdin="0\n")
        self.assert_words(out, "Legal moves")
        self.assertRegex(out, r"X [O·] [O·]\n", "the person's move, and an answer to it")

    def test_a_report_of_score_can_be_played_again(self):
        self.write("mine/bot.py", BOT)
        self.write("course/rubrics/rubric.json", json.dumps({"name": "Lab", "game": "../tictactoe", "items": [
            {"name": "legal", "points": 1, "opponents": [self.bot], "criterion": {"measure": "faults", "at_most": 0}},
            {"name": "secret", "points": 1, "visibility": "hidden", "opponents": [self.bot], "criterion": {"measure": "faults", "at_most": 0}}]}))  # fmt: skip
        self.referee("score", "course/rubrics/rubric.json", "--submission", "mine", "--json", "score.json", "--junit", "score.xml",
                     "--gradescope", "score.g.json", "--", *PYTHON, "bot.py")
        shown, secret = self.read_json("score.json")["items"]
        self.assertNotIn("referee match", json.dumps(secret))
        [game] = shown["games"]
        words = shlex.split(game["replay"])
        self.assertEqual(["referee", "match", "course/tictactoe"], words[:3])
        self.assertIn(game["replay"], self.read("score.g.json").encode().decode("unicode_escape"))
        shutil.copy(self.folder / "mine/bot.py", self.folder)
        self.referee(*words[1:], "--reports", "again")

    def test_a_class_is_collected_and_plays_and_only_what_has_changed_is_tried_again(self):
        self.write("course/frame.json", json.dumps({**FRAME, "game": "tictactoe"}))
        for name in ("anna", "bert"):
            self.write(f"hand-ins/{name}/bot.py", BOT)
        self.write("course/rubric.json", json.dumps({"name": "Lab", "game": "./tictactoe", "items": [
            {"name": "legal", "points": 1, "opponents": [self.bot], "criterion": {"measure": "faults", "at_most": 0}}]}))  # fmt: skip
        collect = ["collect", "hand-ins", "--tournament", "course/frame.json", "--rubric", "course/rubric.json", "--out", "class"]
        self.assert_words(self.referee(*collect), "2 built and tried now")
        self.assert_words(self.referee(*collect), "2 unchanged")
        self.assertEqual("../course/tictactoe", self.read_json("class/tournament.json")["game"])
        self.referee("run", "class/tournament.json")
        self.referee("verify", "class/out", "--game", self.game)
        self.change_rules('"""Tic', '"""Tic, ')
        self.assert_words(self.referee(*collect), "2 built and tried now")
        self.referee("run", "class/tournament.json", code=2)
        self.assert_words(self.said, "has changed")

    def test_who_cannot_play_is_named_with_the_words_of_the_rules(self):
        self.write("frame.json", json.dumps({**FRAME, "game": "./course/tictactoe"}))
        self.write("hand-ins/anna/bot.py", BOT)
        self.write("hand-ins/bert/bot.py", BOT.replace('"move": move', '"move": 99'))
        out = self.referee("collect", "hand-ins", "--tournament", "frame.json", "--out", "class", code=1)
        self.assert_words(out, "1 cannot play", "  bert: does not play: ", "illegal: 99 is no free field")

    def test_init_takes_the_folder(self):
        self.referee("init", "course/cup.json", "--game", "course/tictactoe", "--yes")
        self.assertIn('"game": "./tictactoe"', self.read("course/cup.json"))
        self.referee("run", "course/cup.json")
        self.referee("init", "no.json", "--game", "./course", "--yes", code=2)
        self.assert_words(self.said, "--game: ", "./course", "game.json")

    # RULES_PROGRAM.md, decided_by
    def test_pages_say_what_decides_where_scores_are_only_points_for_it(self):
        self.change_rules('"picture":', '"outcome": {"marks_set": [board.count("X"), board.count("O")]}, "picture":')
        game = self.game / "game.json"
        game.write_text(json.dumps({**json.loads(game.read_text()), "decided_by": "marks_set", "title": "Noughts & crosses"}))
        self.write("t.json", json.dumps({**FRAME, "game": "course/tictactoe", "store": "t.db", "reports": "t",
                                         "entrants": [launched(name, *self.bot) for name in ("anna", "bert")]}))
        self.referee("run", "t.json")
        self.assertRegex(self.read("t/site/index.html"), r">\d : \d marks set<")
        self.assertIn("Noughts &amp; crosses", self.read("t/standings.html"))
        self.change_rules('"marks_set"', '"other"')
        self.assert_words(self.referee("match", "course/tictactoe", "--bot", shlex.join(self.bot), "--bot", shlex.join(self.bot), code=3),
                          "outcome", '"marks_set"', '"decided_by" of game.json')

    def test_a_store_can_be_read_when_the_folder_has_gone(self):
        self.write("t.json", json.dumps({**FRAME, "game": "course/tictactoe", "web": None, "store": "t.db", "reports": "t",
                                         "entrants": [launched(name, *self.bot) for name in ("anna", "bert")]}))
        self.referee("run", "t.json")
        standings = self.referee("standings", "t.db")
        shutil.move(self.game, self.folder / "elsewhere")
        self.assertEqual(standings, self.referee("standings", "t.db"))
        self.assert_words(self.referee("check", "t.db"), "ok, 2 entrants")
        self.referee("backup", "t.db", "backup.db")
        self.referee("forget", "t.db", "anna")
        self.referee("check", "--deep", "t.db", code=2)
        self.assert_words(self.said, str(self.game))
        self.assert_words(self.referee("site", "t.db", "public"), "2 games")
        self.assert_words(self.said, "2 pages say")
        self.assertIn("refuse", self.read("public/matches/r1t1g1.js"))
        shutil.move(self.folder / "elsewhere", self.game)
        self.referee("site", "t.db", "public")
        self.assertIn("receive", self.read("public/matches/r1t1g1.js"))
        self.assert_words(self.referee("check", "--deep", "t.db"), "ok, 2 entrants")

    def test_versions_are_tried_by_the_rules_of_the_running_tournament(self):
        self.serve({**FRAME, "game": "course/tictactoe", "submissions": {}, "between_rounds": "manual", "start": {"when": "manual"},
                    "entrants": [dialled("ada"), launched("cat", *self.bot)]})
        self.change_rules('"""Tic', "raise SystemExit\n'''")  # the running tournament does not mind
        reply = self.request("PUT", "/submissions?name=bot.tar", tarred({"bot.py": BOT}), {"Authorization": "Bearer " + token_of("ada")})
        number = reply.json()["number"]
        version = self.until(lambda: (one := self.me_as(f"/api/submissions/{number}", "ada").json())["status"] != "waiting" and one)
        self.assertEqual("ready", version["status"], version)
        self.referee("ctl", "--socket", next(self.folder.glob("*.ctl")).name, "start")
        self.until(lambda: self.has_record("r1t1g1"))
        self.stop()
        self.game_folder = GAMES / "tictactoe"


if __name__ == "__main__":
    unittest.main()
