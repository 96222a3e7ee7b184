"""The struct that a function of the E7 Planets handout gets: its content at the start, how its histories grow, and their
state after a reconnect and in the next match."""
from fixture.fake_referee import CLOCK

import planets_octave
from planets_octave import AT_TURN_0, AT_TURN_1, LONELY, PROBE, SMALL, Octave, location

COUNTING = """
function direction = e7planets_player(map)
  persistent calls
  global more_calls
  if isempty(calls), calls = 0; more_calls = 0; end
  calls = calls + 1; more_calls = more_calls + 1;
  directions = 'UDLR';
  direction = directions(calls);
  if calls ~= more_calls, direction = '.'; end
end
"""


class Map(Octave):
    def test_is_what_the_handout_says(self):
        self.play(self.submission(PROBE), {**SMALL, "turns": 20})
        shown = [line for line in self.said.splitlines() if line.startswith("map")]
        self.assertEqual(AT_TURN_0, shown[:len(AT_TURN_0)])
        self.assertEqual(AT_TURN_1, shown[len(AT_TURN_0):len(AT_TURN_0) + len(AT_TURN_1)])

    def test_histories_grow_by_a_row_a_turn(self):
        far = {**SMALL, "grid": [[0] * 12] * 9, "ship": [8, 0], "turns": 9}
        far["ghosts"] = [{"location": [0, 3], "type": "backandforth", "heading": "D", "transparency": 0},
                         {"location": [3, 11], "type": "towardplayer", "transparency": 2}]
        turns, _ = self.play(self.submission(PROBE), far)
        shown = self.said.splitlines()
        for ghost, before in enumerate(["0 4", "NaN NaN"]):
            cells = [location(far["ghosts"][ghost]["location"])]
            cells += [location(turn["events"]["ghosts"][ghost]) for turn in turns[:-1]]
            rows = ";".join([before] + [f"{row} {column}" for row, column in cells])
            self.assertIn(f"map.ghosts({ghost + 1}).location double 10x2 [{rows}]", shown)
        ship = "NaN NaN;9 1;8 1" + ";8 1" * 7
        self.assertIn(f"map.player.location double 10x2 [{ship}]", shown)
        self.assertIn("map.remaining_turns double 1x1 1", shown)

    def test_without_ghosts(self):
        self.play(self.submission(PROBE), {**LONELY, "turns": 1})
        self.assertIn("map.grid double 1x4 [0 0 0 0]", self.said)
        self.assertIn("map.scraps struct 1x1 location value", self.said)
        self.assertIn("map.ghosts struct 0x1 location type transparency", self.said)


class Driver(Octave):
    def begin(self, text):
        self.begin_adapter("planets-octave", "--", self.submission(text), hello={"resume": True})

    def start_match(self, match):
        setup = {key: value for key, value in SMALL.items() if key != "turns"}
        self.say(type="start", match=match, game="planets", seat=0, players=["x"], setup=setup, clock=CLOCK, commitment="")

    def view(self, turn):
        ghost = {"location": [turn % 3, 3], "type": "backandforth", "transparency": 0, "previous": [(turn - 1) % 3, 3],
                 "heading": "D", "held": 0}
        return {"ship": {"location": [0, turn % 4], "held": 0, "score": 0}, "scraps": SMALL["scraps"], "ghosts": [ghost],
                "remaining_turns": 20 - turn}

    def ask(self, match, turn):
        return self.answer_to(match, turn, self.view(turn))

    def test_each_match_begins_anew(self):
        self.begin(COUNTING)
        for match in ["one", "two"]:
            self.start_match(match)
            self.assertEqual("UD", self.ask(match, 0) + self.ask(match, 1))
            self.say(type="end", match=match, rank=1, scores=[0])
        self.start_match("two")
        self.assertEqual("U", self.ask("two", 0), "played again")
        self.start_match("two")
        self.assertEqual("DL", self.ask("two", 1) + self.ask("two", 2), "goes on after a reconnect")
        self.assertEqual("", self.leave())

    def test_past_turns_are_in_the_histories(self):
        self.begin(PROBE)
        self.start_match("one")
        for turn in range(2):
            self.say(type="past", match="one", turn=turn, view=self.view(turn))
        self.ask("one", 2)
        self.say(type="error", code="late", message="no answer in 1000 ms", match="one", turn=2)
        self.say(type="bye", reason="the match is over")
        said = self.leave()
        self.assertIn("map.player.location double 4x2 [NaN NaN;1 1;1 2;1 3]", said)
        self.assertIn("map.ghosts(1).location double 4x2 [3 4;1 4;2 4;3 4]", said)
        self.assertIn("turn 2: referee: no answer in 1000 ms\n", said)

    def test_what_nobody_tells_is_nan(self):
        self.begin(PROBE)
        self.start_match("one")
        self.say(type="past", match="one", turn=2, view=self.view(2))
        self.ask("one", 4)
        said = self.leave()
        self.assertIn("map.player.location double 6x2 [NaN NaN;NaN NaN;NaN NaN;1 3;NaN NaN;1 1]", said)
        self.assertIn("map.ghosts(1).location double 6x2 [NaN NaN;NaN NaN;2 4;3 4;1 4;2 4]", said)


if __name__ == "__main__":
    planets_octave.main()
