"""Bots that keep their process between the games of a series (PROTOCOL.md, new_match)."""
import json
import re
import unittest

from fixture.case import PATIENT_CLOCK, UNCONFINED, RefereeCase
from fixture.lobby import LobbyCase
from fixture.program import PYTHON
from fixture.record import Record

SMALL = ["--option", "n=3"]
# Tells its process and the number of its game; what else it does between two games is its first argument.
PLAYER = """
import json, os, sys, time
how = sys.argv[1]
hello = {"type": "hello", "protocol": 1}
if how != "unable":
    hello["features"] = ["new_match", "telepathy"]
games = 0
def say(message):
    print(json.dumps(message), flush=True)
say(hello)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        games += 1
        print("process", os.getpid(), "game", games, file=sys.stderr, flush=True)
    elif message["type"] == "turn":
        if how == "sleeps" and games == 2:
            how = ""
            time.sleep(60)
        if how == "crashes" and games == 2:
            sys.exit(7)
        say({"type": "move", "match": message["match"], "turn": message["turn"], "move": "left"})
    elif message["type"] == "new_match":
        if how == "dies":
            sys.exit(3)
        if how == "burns":
            begun = time.process_time()
            while time.process_time() < begun + 0.6:
                pass
        say(hello)
    elif message["type"] == "bye":
        print("bye", file=sys.stderr, flush=True)
        break
"""


class KeptCase(RefereeCase):
    def player(self, name, how):
        """The command of a player that is called so."""
        script = self.write("player.py", PLAYER)
        return f"{name}=" + " ".join([*PYTHON, str(script), how])

    def play(self, one, *words, other="other=sample:walls_random --seed 2", clock=PATIENT_CLOCK, sandbox=UNCONFINED):
        """Plays games of "one" against "other"."""
        bots = [self.player("one", one), other]
        return self.referee(*self.match("walls", bots, *SMALL, *sandbox, "--json", "results.json", *words, clock=clock))

    def told(self, name="one"):
        """What the player told in each game, by the game's number: words of a line each."""
        games = re.findall(r"== walls-1g(\d+)\n((?:(?!== ).*\n)*)", self.read(f"out/bots/{name}.stderr"))
        return {int(number): [line.split() for line in text.splitlines()] for number, text in games}

    def processes(self, name="one"):
        """(process, number of the game in it), by game."""
        return [(int(lines[0][1]), int(lines[0][3])) for _, lines in sorted(self.told(name).items())]

    def assert_no_faults(self):
        for page in self.read_json("results.json")["bots"]:
            self.assertEqual([], page["faults"])


class Kept(KeptCase):
    def test_a_bot_that_says_it_can_plays_all_games_in_one_process(self):
        self.play("able", "--games", "5", "--jobs", "1")
        self.assertEqual([1, 2, 3, 4, 5], [game for _, game in self.processes()])
        self.assertEqual(1, len({process for process, _ in self.processes()}))
        self.assertEqual({1: 1, 2: 1, 3: 1, 4: 1, 5: 2}, {game: len(lines) for game, lines in self.told().items()})
        self.assert_no_faults()

    def test_restart_starts_each_anew(self):
        self.play("able", "--games", "3", "--jobs", "1", "--restart")
        self.assertEqual([1, 1, 1], [game for _, game in self.processes()])

    def test_a_sandbox_keeps_them_too(self):
        self.play("able", "--games", "3", "--jobs", "1", sandbox=[])
        self.assertEqual([1, 2, 3], [game for _, game in self.processes()])
        self.assert_no_faults()

    def test_processor_time_between_games_is_charged_to_none(self):
        clock = {"kind": "bank", "ms": 500, "wall_ms": 60000, "init_ms": 60000}
        self.play("burns", "--games", "3", "--jobs", "1", clock=clock)
        self.assertEqual([1, 2, 3], [game for _, game in self.processes()])
        self.assert_no_faults()

    def test_the_games_are_those_of_bots_that_are_started_anew(self):
        bots = ["a=sample:walls_random --seed 1", "b=sample:walls_random --seed 2"]
        moves = []
        for reports, words in [("kept", []), ("anew", ["--restart"])]:
            self.referee(*self.match("walls", bots, *SMALL, "--pairs", "4", "--salt", "0" * 32, "--reports", reports, *words))
            moves.append([[(answer["seat"], answer["move"]) for line in Record(path).lines for answer in line.get("answers", [])]
                          for path in self.record_files(reports)])
            self.referee("verify", *self.record_files(reports))
        self.assertEqual(8, len(moves[0]))
        self.assertEqual(*moves)


class Unfit(KeptCase):
    def test_one_that_ends_or_is_too_late_is_started_anew_for_the_next(self):
        for how, clock, games in [("dies", PATIENT_CLOCK, [1, 1, 1, 1]), ("crashes", PATIENT_CLOCK, [1, 2, 1, 2]),
                                  ("sleeps", {"kind": "mean", "ms": 1000, "measure": "wall"}, [1, 2, 1, 2])]:
            with self.subTest(how=how):
                self.play(how, "--games", "4", "--jobs", "1", clock=clock)
                self.assertEqual(games, [game for _, game in self.processes()])
                self.forget()


class KeptByOrder(KeptCase):
    """In tournaments and rubrics bots stay only if the file says so."""

    def command(self, how):
        return [*PYTHON, str(self.write("player.py", PLAYER)), how]

    def lives(self, name="one"):
        """The numbers of its games in each process, in the order of the games."""
        lives = {}
        for process, game in re.findall(r"^process (\d+) game (\d+)$", self.read(f"out/bots/{name}.stderr"), re.MULTILINE):
            lives.setdefault(process, []).append(int(game))
        return list(lives.values())

    def play_rounds(self, how="able", **keys):
        """Two rounds, an encounter of two games each."""
        content = {
            "name": "Spring", "game": "walls", "options": {"n": 3}, "clock": PATIENT_CLOCK, "sandbox": "none", "as_root": True, "seed": 1,
            "format": {"kind": "round_robin", "cycles": 2, "best_of": 2}, **keys,
            "entrants": [{"name": name, "command": self.command(how)} for name in ("one", "other")],
        }
        self.write("spring.json", json.dumps(content))
        self.referee("run", "spring.json", "--store", "spring.db", "--reports", "out")

    def test_a_tournament_keeps_a_bot_for_the_games_of_an_encounter_and_no_longer(self):
        self.play_rounds(keep_bots=True)
        self.assertEqual([[1, 2], [1, 2]], self.lives())
        self.assertEqual([[1, 2], [1, 2]], self.lives("other"))

    def test_a_tournament_that_does_not_say_so_keeps_nobody(self):
        self.play_rounds()
        self.assertEqual([[1], [1], [1], [1]], self.lives())

    def test_a_rubric_keeps_bots_for_the_games_of_an_item_and_no_longer(self):
        item = {"points": 1, "games": 3, "opponents": [["sample:walls_random"]], "criterion": {"measure": "score", "at_least": 0}}
        content = {"name": "Try", "game": "walls", "options": {"n": 3}, "clock": PATIENT_CLOCK, "sandbox": "none",
                   "items": [{"name": "first", **item}, {"name": "second", **item}]}
        for keys, lives in [({"keep_bots": True}, [[1, 2, 3], [1, 2, 3]]), ({}, [[1]] * 6)]:
            with self.subTest(**keys):
                self.write("rubric.json", json.dumps({**content, **keys}))
                self.referee("score", "rubric.json", "--reports", "out", "--as-root", "--name", "one", "--", *self.command("able"))
                self.assertEqual(lives, self.lives())
                (self.folder / "out/bots/one.stderr").unlink()


class Dialled(LobbyCase):
    ABLE = {"features": ["new_match"]}

    def test_pairs_are_played_by_bots_that_say_they_can(self):
        self.listen("--pairs", "2")
        error = self.refusal("old")
        self.assertEqual("unsupported", error["code"])
        self.assertIn("new_match", error["message"])
        anna = self.join("anna", **self.ABLE)
        seats, asked = [], 0
        while (message := anna.next()) is not None and message["type"] != "bye":
            if message["type"] == "start":
                seats.append(message["seat"])
            elif message["type"] == "turn":
                anna.answer(message)
            elif message["type"] == "new_match":
                asked += 1
                anna.hello("anna", token=self.welcome["token"], **self.ABLE)
        self.assertEqual([1, 0, 1, 0], seats)
        self.assertEqual(4, asked)  # before the first game, too
        self.finish()
        headers = [json.loads(path.read_text().splitlines()[0]) for path in self.record_files()]
        self.assertEqual([1, 1, 2, 2], [header["seed"] for header in headers])

    def test_a_sequential_test_says_when_to_end(self):
        self.listen("--sprt", "elo0=0,elo1=300,model=logistic", "--random-plies", "2")
        loser = self.join("loser", **self.ABLE)
        reasons = []
        while (message := loser.next()) is not None and message["type"] != "bye":
            if message["type"] == "turn":
                loser.answer(message)
            elif message["type"] == "new_match":
                loser.hello("loser", token=self.welcome["token"], **self.ABLE)
            elif message["type"] == "wait":
                reasons.append(message["reason"])
        self.finish()
        self.assertRegex(self.served.out, r"SPRT elo0 = 0, elo1 = 300 \(logistic\), honest_walls against loser: LLR .* after \d+ pairs")
        self.assertEqual("game 2 starts when all players are here", reasons[1])
        self.assertEqual("the last game is over", reasons[-1])


if __name__ == "__main__":
    unittest.main()
