"""Games of one seat: one bot, and the effects of its faults."""
import json
import unittest

from fixture.case import PATIENT_CLOCK, SHORT_CLOCK, UNCONFINED, RefereeCase, bot

# The next turn starts when the late answer has arrived.
WAITING_CLOCK = {"kind": "per_move", "ms": 400, "late": "wait", "measure": "wall"}


def row(cells, scrap, name="row"):
    """A map of one row, of three turns, with the ship at its left end."""
    return json.dumps({"name": name, "grid": [cells], "ship": [0, 0],
                       "scraps": [{"location": [0, scrap], "value": 5}], "ghosts": [], "turns": 3})


class OneSeat(RefereeCase):
    def play_game(self, game, name, *arguments, clock=PATIENT_CLOCK, options=()):
        """Plays with that rude bot; the referee ends without an error. What it prints."""
        words = self.match(game, [bot(name, self.folder / "log", *arguments)], *options, *UNCONFINED, clock=clock)
        out = self.referee(*words)
        self.assertEqual("", self.said)
        return out

    def assert_played(self, verdicts, score):
        self.played = self.record()
        self.outcome = self.played.last["result"]["outcome"]
        self.assertEqual(verdicts, self.played.verdicts(0))
        self.assertEqual([score], self.played.last["result"]["scores"])

    def log(self):
        return self.read("log")


class OneSeatPlanets(OneSeat):
    """Three turns on a map in a separate file: a scrap three steps to the right of the ship."""

    def setUp(self):
        super().setUp()
        self.write("three.json", row([0, 0, 0, 0, None], 3, "three"))

    def play(self, name, *move, **how):
        return self.play_game("planets", name, *move, options=["--option", "map=three.json"], **how)

    def ship(self):
        return self.record().last["view"]["ship"]["location"]

    def test_garbage_leaves_the_ship_where_it_is(self):
        self.play("garbage", "R")
        self.assert_played(["malformed"] * 3, 0)
        self.assertEqual((3, [0, 0]), (self.outcome["n_turns"], self.ship()))

    def test_a_bot_that_dies_plays_no_more(self):
        out = self.play("dies_in_mid_game", "R")
        self.assert_played(["ok", "ok", "disconnected"], 0)
        self.assertEqual([0, 2], self.ship())
        self.assertIn("dies_in_mid_game ended with signal 9", out)

    def test_a_bot_that_is_silent_is_waited_for_until_silence_forfeits_it(self):
        """Planets 6.4: over at once, and that turn is not counted."""
        self.play("says_nothing", clock={"kind": "per_move", "ms": 100, "late": "wait", "silence_ms": 500, "measure": "wall"})
        played = self.record()
        self.assertEqual(["forfeited"], played.verdicts(0))
        self.assertRegex(played.faults(0)[0], r"^no answer for 500 ms \(silence_ms\): .*did you flush\?$")
        self.assertEqual(0, played.last["result"]["outcome"]["n_turns"])
        self.assert_words(self.log(), "late: no answer in 100 ms", "forfeited: no answer for 500 ms")

    def test_a_late_move_is_waited_for_charged_in_full_and_not_applied(self):
        self.play("answers_late", "R", clock=WAITING_CLOCK)
        self.assertEqual(["late", "late", "ok"], self.record().verdicts(0))
        for answer in self.record().answers(0)[:2]:
            self.assertEqual("R", answer["offered"])
            self.assertNotIn("move", answer)
            self.assertGreater(answer["spent_us"], 400_000)
        self.assertEqual([0, 1], self.ship(), "one move of three")
        self.assertIn("late: no answer in 400 ms", self.log())
        self.assertNotIn("stale", self.log())

    def test_a_bot_that_does_not_come_has_no_turns(self):
        """Tournaments 4.4: absent, it scores 0."""
        out = self.play("closes_at_once")
        last = self.record().last
        self.assertEqual(([0], [0]), (last["no_show"], last["result"]["scores"]))
        self.assertNotIn("view", last)
        self.assertIn("was absent", out)

    def test_a_series_prints_the_mean_score(self):
        out = self.play_game("planets", "honest", "R", options=["--option", "map=three.json", "--games", "3"])
        self.assertEqual(3, len(self.record_files()))
        self.assert_words(out, "mean score  least  greatest", "honest      3       5.000      5         5")
        self.assertNotIn("rank", out)

    def test_a_mistake_in_a_map_is_told_by_its_file(self):
        self.write("bad.json", row([0, 0, 0], 3, "bad"))
        self.referee("match", "planets", "--option", "map=bad.json", "--bot", bot("honest", self.folder / "log", "R"), code=2)
        self.assertIn("referee: options.map: bad.json: scraps[0].location: got [0,3], expected ", self.said)

    def test_two_bots_play_the_same_games(self):
        right, left = (f"{name}=" + bot("honest", self.folder / "log", name[0].upper()) for name in ("right", "left"))
        out = self.referee("match", "planets", "--option", "map=three.json", *UNCONFINED, "--bot", right, "--bot", left)
        self.assert_words(out, "right against left on 1 instance: ", "better on 1, worse on 0, equal on 0")

    def test_a_bot_is_needed(self):
        self.referee("match", "planets", code=2)
        self.assert_words(self.said, "planets has 1 seat", "got 0 --bot, expected 1")


class OneSeatSnake(OneSeat):
    """The handout's anchor: EEEE scores 1006."""

    def play(self, name, max_turns, clock=PATIENT_CLOCK):
        self.write("anchor.txt", b"#####\r\no $ _\r\n#####\r\n")
        self.play_game("snake", name, "E", clock=clock,
                       options=["--option", "maze=anchor.txt", "--option", f"max_turns={max_turns}"])

    def test_an_honest_bot_walks_through_a_maze_of_a_file(self):
        self.play("honest", 9)
        self.assertEqual([1006], self.record().last["result"]["scores"])
        self.assertEqual(["#####", "o $ _", "#####"], self.record().header["options"]["maze"])

    def test_garbage_is_no_move_until_the_turns_are_used_up(self):
        """Snake 3.9, 6.3, 7.2: turns without a move count, and without an exit the score is 0."""
        self.play("garbage", 3)
        self.assert_played(["malformed"] * 3, 0)

    def test_a_bot_that_dies_never_comes_out(self):
        self.play("dies_in_mid_game", 5)
        self.assert_played(["ok", "ok", *["disconnected"] * 3], 0)
        self.assertIs(self.outcome["exited"], False)

    def test_a_late_step_costs_nothing_and_is_not_taken(self):
        self.play("answers_late", 9, SHORT_CLOCK)
        self.assert_played(["late", "late", *["ok"] * 4], 1006)
        self.assertIn("stale: turn 0 is over\n", self.log())


class OneSeatSuperball(OneSeat):
    """Three honest turns, then a vice. With sets of one piece the bot can score at once."""

    def play(self, vice, clock=PATIENT_CLOCK, *more):
        self.play_game("superball", "superball_then", vice, clock=clock, options=["--option", "min_score_size=1", *more])

    def test_a_turn_without_a_legal_move_loses_the_game(self):
        """Superball 5.1: it ends the game with score 0."""
        for vice, verdict, clock in [("garbage", "malformed", PATIENT_CLOCK), ("crash", "disconnected", PATIENT_CLOCK),
                                     ("silent", "late", {"kind": "per_move", "ms": 1500, "measure": "wall"})]:
            with self.subTest(vice):
                self.play(vice, clock)
                self.assert_played(["ok"] * 3 + [verdict], 0)
            self.forget()

    def test_the_clock_ends_the_game_and_leaves_the_score(self):
        """Superball 5.3."""
        self.play("silent", {"kind": "score_rate", "ms_per_1000": 0, "floor_ms": 1500, "measure": "wall"})
        points = sum(events["scored"] for events in self.record().events())
        self.assertGreater(points, 0)
        self.assert_played(["ok"] * 3 + ["forfeited"], points)
        # floor_ms and the least that is too much
        self.assertEqual(1_500_001, sum(answer["spent_us"] for answer in self.played.answers(0)))

    def test_a_secret_deal_is_played_again_from_the_salt_of_the_record(self):
        self.play("garbage", PATIENT_CLOCK, "--option", "deal=secret", "--games", "2")
        for file in self.record_files():
            self.assertIn("ok, 4 turns", self.referee("verify", file))


class OneSeatConfig(OneSeat):
    """A tournament file and its maps, in their own folder."""

    def setUp(self):
        super().setUp()
        self.write("class/maps/good.json", row([0, 0, 0], 2))
        self.write("class/maps/bad.json", row([0, 0, 0], 3))

    def assert_refused(self, message, **keys):
        """A tournament file with the required keys and these."""
        self.write("class/maps.json", json.dumps({"name": "Maps", "format": {"kind": "none"}, **keys}))
        self.referee("check", "class/maps.json", code=2)
        self.assertIn(f"referee: class/maps.json: {message}", self.said)

    def test_files_count_from_the_folder_of_the_tournament_file(self):
        # The referee reads the format after the options: an error in the format shows that it found the maps.
        self.assert_refused('format.kind: got "none"', game="planets", options={"map": "maps/good.json"},
                            instances=[{"map": "spiral"}, {"map": "maps/good.json", "seed": 3}])

    def test_a_mistake_is_told_by_key_and_by_file(self):
        bad = "map: maps/bad.json: scraps[0].location: got [0,3], expected "
        self.assert_refused(f"options.{bad}", game="planets", options={"map": "maps/bad.json"})
        self.assert_refused(f"instances[1].{bad}", game="planets", instances=[{"seed": 1}, {"map": "maps/bad.json"}])
        self.assert_refused("options.map: class/maps/none.json: cannot be read", game="planets",
                            options={"map": "maps/none.json"})
        self.write("class/syntax.json", "{\n")
        self.assert_refused("instances[0].map: syntax.json: not JSON: line 2, column 1: ", game="planets",
                            instances=[{"map": "syntax.json"}])
        self.write("class/maze.txt", "#####\no ? _\n#####\n")
        self.assert_refused('options.maze: maze.txt: line 2: got "o ? _", expected ', game="snake",
                            options={"maze": "maze.txt"})


if __name__ == "__main__":
    unittest.main()
