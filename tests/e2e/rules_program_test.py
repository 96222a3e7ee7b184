"""Rules that are a program, killed and broken while a tournament is played: no bot pays for it, and nothing is lost."""
import contextlib
import json
import os
import pathlib
import shlex
import shutil
import signal
import unittest

from fixture.case import RefereeCase
from fixture.program import PYTHON, ROOT
from fixture.tournament import launched

TICTACTOE = ROOT / "examples/games/tictactoe"
KILLS = int(os.environ.get("RULES_KILLS", "4"))

# Plays by a hash of its name and the board: so the standings are the same however often a match is played.
BOT = """
import hashlib, json, sys
print(json.dumps({"type": "hello", "protocol": 1, "name": sys.argv[1]}), flush=True)
for message in map(json.loads, sys.stdin):
    if message["type"] == "turn":
        board = message["view"]["board"]
        free = [field for field, mark in enumerate(board) if mark == "."]
        draw = int(hashlib.sha256((sys.argv[1] + board).encode()).hexdigest(), 16)
        answer = {"type": "move", "match": message["match"], "turn": message["turn"], "move": free[draw % len(free)]}
        print(json.dumps(answer), flush=True)
    elif message["type"] == "bye":
        break
"""


def rules_of(referee):
    """The processes of rules programs that a referee has started."""
    found, waiting = [], [referee]
    while waiting:
        parent = waiting.pop()
        for task in pathlib.Path(f"/proc/{parent}/task").glob("*/children"):
            try:
                waiting.extend(map(int, task.read_text().split()))
            except OSError:
                pass  # it has ended meanwhile
        try:
            if b"rules.py" in pathlib.Path(f"/proc/{parent}/cmdline").read_bytes():
                found.append(parent)
        except OSError:
            pass
    return found


class RulesProgram(RefereeCase):
    def setUp(self):
        super().setUp()
        self.game_folder = self.folder / "tictactoe"
        shutil.copytree(TICTACTOE, self.game_folder)
        self.bot = str(self.write("bots/bot.py", BOT))

    def tournament(self, bots, **more):
        names = [f"bot-{number:02}" for number in range(bots)]
        config = {"name": "Spring", "game": "./tictactoe", "seed": 5, "store": "t.db", "reports": "out",
                  "entrants": [launched(name, *PYTHON, self.bot, name) for name in names], **more}
        self.write("spring.json", json.dumps(config))

    def change_rules(self, at_each_step):
        """Has the program do that before it answers a step."""
        rules = self.game_folder / "rules.py"
        text, place = rules.read_text().replace("import json, sys", "import json, sys, time"), "        if \"move\" not in"
        self.assertIn(place, text)
        rules.write_text(text.replace(place, f"        {at_each_step}\n{place}", 1))

    def standings(self, reports):
        page = self.read_json(f"{reports}/standings.json")
        return [(row["rank"], row["name"], row["points"], row["games"]) for row in page["standings"]], page["standings"]

    def test_a_tournament_whose_rules_and_referee_are_killed_ends_as_an_unbroken_one(self):
        self.expects_errors = True
        self.tournament(16, format={"kind": "swiss", "rounds": 4})
        self.referee("run", "spring.json", "--store", "whole.db", "--reports", "whole")
        matches = len(self.record_files("whole"))
        for kill in range(KILLS):
            running = self.start("run", "spring.json")
            enough = (kill + 1) * matches // (KILLS + 1)
            while running.process.poll() is None and len(self.record_files()) < enough:
                running.read_some()
            for process in [running.pid] if kill % 2 else rules_of(running.pid):
                with contextlib.suppress(ProcessLookupError):  # the rules may end by themselves with the tournament
                    os.kill(process, signal.SIGKILL)
            if kill % 2 == 0:
                running.signal(signal.SIGTERM)
            running.wait()
        self.referee("run", "spring.json")
        broken, rows = self.standings("out")
        self.assertEqual(self.standings("whole")[0], broken)
        self.assertEqual([0] * 16, [row["faults"] for row in rows])

    def test_a_match_whose_rules_take_long_costs_no_bot_of_another_one(self):
        self.change_rules('time.sleep(0.3 * (int(request["match"]) % 2 and board.count(".") > 6))')
        self.tournament(4, format={"kind": "round_robin", "best_of": 1}, parallel=4, clock={"kind": "per_move", "ms": 50})
        self.referee("run", "spring.json")
        self.assertEqual([0] * 4, [row["faults"] for row in self.standings("out")[1]])

    def series(self, **how):
        bot = f"{shlex.join(PYTHON)} {self.bot}"
        return self.run_to_end("match", "tictactoe", "--seed", "1", "--games", "2", "--random-plies", "2", "--bot", f"a={bot} a", "--bot", f"b={bot} b", **how)

    def test_a_program_that_dies_while_an_opening_is_drawn_is_asked_again(self):
        self.expects_errors = True
        sound = (self.game_folder / "rules.py").read_text()
        # The first 16 matches of the program are tried deals: each is begun and drawn in.
        self.change_rules('if request["match"] in ("18", "19"): sys.exit("the board is lost")')
        done = self.series()
        self.assertEqual(0, done.code, done.err)
        self.assert_words(done.err, "while its opening was drawn", "the board is lost")
        self.assertEqual(2, len(self.record_files()))
        self.change_rules('sys.exit("the board is lost")')
        done = self.series()
        self.assertEqual(3, done.code, done.err)
        self.assert_words(done.err, "3 attempts", "while its opening was drawn", "the board is lost")
        (self.game_folder / "rules.py").write_text(sound)  # verifies the records

    def test_a_ladder_pauses_when_its_openings_cannot_be_drawn(self):
        self.expects_errors = True
        self.change_rules('sys.exit("the board is lost")')
        self.tournament(2, format={"kind": "ladder", "matches": 4, "openings": {"plies": 2}}, listen={"port": 0})
        running = self.start("serve", "spring.json")
        running.wait_for_error("paused. Mend that")
        self.assert_words(running.err, "while its opening was drawn", "the board is lost")
        running.signal(signal.SIGTERM)
        running.wait()

    def test_a_program_that_dies_in_each_attempt_pauses_the_tournament_and_costs_no_bot_anything(self):
        self.expects_errors = True
        self.change_rules('sys.exit("the board is lost")')
        self.tournament(2, format={"kind": "round_robin", "best_of": 1}, listen={"port": 0}, web={"listen": "127.0.0.1:0"})
        running = self.start("serve", "spring.json", "--exit-when-done")
        running.wait_for_error("paused. Mend that")
        self.assertIn("the board is lost", running.err)
        self.assertIn("3 attempts", running.err)
        self.assertIn("paused", self.referee("ctl", "status"))
        running.signal(signal.SIGTERM)
        running.wait()
        records = [json.loads(path.read_text().splitlines()[-1]) for path in self.record_files()]
        self.assertEqual(["void"] * 3, [record["status"] for record in records])
        self.assertEqual([0, 0], [row["faults"] for row in self.standings("out")[1]])

    def test_a_tournament_goes_on_with_the_mended_rules_where_the_arbiter_says_so(self):
        self.expects_errors = True
        sound = (self.game_folder / "rules.py").read_text()
        self.change_rules('if int(request["match"]) > 2: sys.exit("the board is lost")')
        self.tournament(3, format={"kind": "round_robin", "best_of": 1})
        self.assertNotEqual(0, self.run_to_end("run", "spring.json").code)
        kept = [path for path in self.record_files() if json.loads(path.read_text().splitlines()[-1])["status"] == "done"]
        self.assertTrue(0 < len(kept) < 3, kept)
        (self.game_folder / "rules.py").write_text(sound)
        self.assert_words(self.run_referee("run", "spring.json", code=2).err, f"{len(kept)} finished match", "--changed-game")
        self.referee("run", "spring.json", "--changed-game")
        self.assertEqual([2] * 3, [games for _, _, _, games in self.standings("out")[0]])
        editions = {json.loads(path.read_text().splitlines()[0])["rules_sha256"] for path in self.record_files()}
        self.assertEqual(2, len(editions))
        notes = json.loads(self.read("out/standings.json"))["notes"]
        old = json.loads(kept[0].read_text().splitlines()[0])["rules_sha256"][:12]
        self.assert_words(notes[-1]["text"], f"{len(kept)} finished match", f"t.db.rules/{old}")
        checked = self.run_referee("verify", kept[0], "--game", self.folder / "t.db.rules" / old)
        self.assertEqual((0, ""), (checked.code, checked.err))
        self.referee("verify", "out")
        self.assertEqual("ok", json.loads(self.referee("verify", kept[0], "--json"))["records"][0]["status"])


if __name__ == "__main__":
    unittest.main()
