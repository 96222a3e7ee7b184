"""Submissions to the letter of the E7 Planets handout, played by GNU Octave: what the function is given, what becomes of its
answers, and that nothing it prints or does gets into the protocol's way.
Usage: planets_octave_test.py REFEREE; exit code 77 where there is no Octave"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "handouts/planets/examples"
PATIENCE = 120  # seconds; only a hang takes so long
CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall", "late": "wait"}
# Two ghosts, a nebula, an asteroid: the map of engines/planets/README.md.
SMALL = {
    "name": "small",
    "grid": [[0, 0, 0, 0], [0, None, 2, 0], [0, 0, 0, 0]],
    "ship": [0, 0],
    "scraps": [{"location": [2, 0], "value": 5}, {"location": [1, 2], "value": 10}],
    "ghosts": [{"location": [1, 3], "type": "backandforth", "heading": "D", "transparency": 0},
               {"location": [2, 3], "type": "towardplayer", "transparency": 1}],
    "turns": 20,
}
LONELY = {"name": "lonely", "grid": [[0, 0, 0, 0]], "ship": [0, 0], "scraps": [{"location": [0, 3], "value": 7}],
          "ghosts": [], "turns": 3}
# Prints all of its map: for each value its name, class, size and content.
PROBE = """
function direction = e7planets_player(map)
  show('map', map);
  directions = 'U.';
  direction = directions(min(2, size(map.player.location, 1) - 1));
end
function show(name, value)
  head = sprintf('%s %s %dx%d', name, class(value), size(value));
  if ~isstruct(value)
    text = value;
    if ~ischar(text), text = mat2str(text); end
    fprintf(2, '%s %s\\n', head, text);
    return
  end
  fields = fieldnames(value);
  fprintf(2, '%s %s\\n', head, strjoin(fields', ' '));
  for k = 1:numel(value)
    for l = 1:numel(fields)
      inner = [name '.' fields{l}];
      if ~isscalar(value) || any(strcmp(name, {'map.scraps', 'map.ghosts'}))
        inner = sprintf('%s(%d).%s', name, k, fields{l});
      end
      show(inner, value(k).(fields{l}));
    end
  end
end
"""
GRID = ["map struct 1x1 grid player scraps ghosts remaining_turns", "map.grid double 3x4 [0 0 0 0;0 Inf 2 0;0 0 0 0]"]
AT_TURN_0 = GRID + [
    "map.player struct 1x1 location score",
    "map.player.location double 2x2 [NaN NaN;1 1]",
    "map.player.score double 1x1 0",
    "map.scraps struct 2x1 location value",
    "map.scraps(1).location double 1x2 [3 1]",
    "map.scraps(1).value double 1x1 5",
    "map.scraps(2).location double 1x2 [2 3]",
    "map.scraps(2).value double 1x1 10",
    "map.ghosts struct 2x1 location type transparency",
    "map.ghosts(1).location double 2x2 [1 4;2 4]",
    'map.ghosts(1).type char 1x12 backandforth',
    "map.ghosts(1).transparency double 1x1 0",
    "map.ghosts(2).location double 2x2 [NaN NaN;3 4]",
    'map.ghosts(2).type char 1x12 towardplayer',
    "map.ghosts(2).transparency double 1x1 1",
    "map.remaining_turns double 1x1 20",
]
# The ship went up, round the edge and to a scrap.
AT_TURN_1 = GRID + [
    "map.player struct 1x1 location score",
    "map.player.location double 3x2 [NaN NaN;1 1;3 1]",
    "map.player.score double 1x1 5",
    "map.scraps struct 1x1 location value",
    "map.scraps(1).location double 1x2 [2 3]",
    "map.scraps(1).value double 1x1 10",
    "map.ghosts struct 2x1 location type transparency",
    "map.ghosts(1).location double 3x2 [1 4;2 4;3 4]",
    'map.ghosts(1).type char 1x12 backandforth',
    "map.ghosts(1).transparency double 1x1 0",
    "map.ghosts(2).location double 3x2 [NaN NaN;3 4;3 3]",
    'map.ghosts(2).type char 1x12 towardplayer',
    "map.ghosts(2).transparency double 1x1 1",
    "map.remaining_turns double 1x1 19",
]
# Does something else at each turn, and goes on.
ODD = """
function direction = e7planets_player(map)
  direction = '.';
  switch size(map.player.location, 1) - 2
    case 0
      x = 5
      disp('displayed'); printf('printed\\n'); fdisp(stdout, 'written'); puts("put\\n"); fprintf('to 1\\n');
      more on; display(x); fputs(stdout, "to stdout\\n"); system('echo of a child');
    case 1, input('give me: ');
    case 2, keyboard;
    case 3, pause;
    case 4, clear all; close all; direction = '.';
    case 5, cd('/'); rmpath(fileparts(which('planets_next_map')));
    case 6, fclose('all'); direction = 'U';
    case 7, direction = 3;
    case 8, direction = {'U'};
    case 9, clear direction;
    case 10, helper(zeros(2));
    case 11, direction = 'up';
    case 12, direction = '';
    case 13, error('course:own', 'my own words');
  end
end
function helper(x)
  x(3, 1);
end
"""
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


def location(cell):
    return [cell[0] + 1, cell[1] + 1]


class Octave(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        (self.folder / "tmp").mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}

    def submission(self, text, name="e7planets_player.m"):
        folder = self.folder / "handed in"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text.lstrip())
        return folder

    def match(self, submission, world=SMALL, clock=CLOCK):
        """Plays a game; returns its turns and the result, from the record. What the bot's author sees is in self.said."""
        bot = ["--bot", f"{REFEREE} adapt planets-octave -- '{submission}'"]
        reports = self.folder / "out"
        command = [REFEREE, "match", "planets", *bot, "--option", f"map={json.dumps(world)}", "--clock", json.dumps(clock),
                   "--reports", reports]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = "".join(path.read_text() for path in reports.glob("bots/*.stderr"))
        (record,) = reports.glob("records/*.jsonl")
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        return lines[1:-1], lines[-1]["result"]

    def verdicts(self, turns):
        return [turn["answers"][0]["verdict"] for turn in turns]


class Examples(Octave):
    """The submissions that come with the handout."""

    def expect_nothing_done(self, name, *said, world=None, clock=CLOCK, verdict="malformed"):
        turns, result = self.match(EXAMPLES / name, world or {**SMALL, "turns": 4, "ghosts": []}, clock)
        self.assertEqual({verdict}, set(self.verdicts(turns)))
        self.assertEqual(([0], False), (result["scores"], result["outcome"]["win"]))
        self.assertNotIn("picked", [key for turn in turns for key, value in turn["events"].items() if value])
        for words in said:
            self.assertIn(words, self.said)
        return turns

    def test_good_wins(self):
        turns, result = self.match(EXAMPLES / "good", {**SMALL, "ghosts": []})
        self.assertEqual({"ok"}, set(self.verdicts(turns)))
        self.assertTrue(result["outcome"]["win"])
        self.assertEqual(([15], ""), (result["scores"], self.said.partition("\n")[2]), "it is silent")

    def test_illegal(self):
        turns = self.expect_nothing_done("illegal", 'expected one of "U", "D", "L", "R", ".", got "north"')
        self.assertEqual("north", turns[0]["answers"][0]["offered"])

    def test_throwing(self):
        self.expect_nothing_done("throwing", "turn 0: e7planets_player: error in line 4: ",
                                 "turn 3: e7planets_player: error in line 4: ", "(Octave:index-out-of-bounds)")
        self.assertNotIn("referee: ", self.said)

    def test_too_slow(self):
        second = {"kind": "per_move", "ms": 1000, "late": "wait"}
        self.expect_nothing_done("too_slow", world={**SMALL, "turns": 2, "ghosts": []}, clock=second, verdict="late")

    def test_wrong_name(self):
        self.expect_nothing_done("wrong_name", "there is no e7planets_player.m")
        self.assertEqual(1, self.said.count("there is no"), "once")

    def test_wrong_signature(self):
        self.expect_nothing_done("wrong_signature", "e7planets_player has 2 inputs and 1 output: expected ")


class Signature(Octave):
    def refused(self, text, expected):
        turns, result = self.match(self.submission(text), {**LONELY, "turns": 2})
        self.assertEqual((["malformed"] * 2, [0]), (self.verdicts(turns), result["scores"]))
        self.assertIn(expected, self.said)
        self.assertEqual(1, self.said.count("No turn will be a move"), self.said)

    def test_two_outputs(self):
        self.refused("function [a, b] = e7planets_player(map)\n a = 'L'; b = 1;\nend\n", "1 input and 2 outputs")

    def test_any_number(self):
        self.refused("function d = e7planets_player(varargin)\n d = 'L';\nend\n", "any number of inputs and 1 output")

    def test_another_function(self):
        self.refused("function d = player(map)\n d = 'L';\nend\n", "the function in e7planets_player.m has another name")

    def test_a_script(self):
        self.refused("clc; clear;\nfunction d = e7planets_player(map)\n d = 'L';\nend\n", "no function that can be called")

    def test_a_syntax_error(self):
        self.refused("function d = e7planets_player(map)\n d = [1 2;\n x = = 'L';\nend\n", "parse error near line 3")

    def test_a_helper_in_a_file_of_its_own_is_not_there(self):
        folder = self.submission("function d = e7planets_player(map)\n d = helper();\nend\n")
        self.submission("function d = helper()\n d = 'L';\nend\n", "helper.m")
        self.assertEqual({"malformed"}, set(self.verdicts(self.match(folder, LONELY)[0])))
        self.assertIn("'helper' undefined", self.said)


class Map(Octave):
    def test_is_what_the_handout_says(self):
        self.match(self.submission(PROBE), {**SMALL, "turns": 20})
        shown = [line for line in self.said.splitlines() if line.startswith("map")]
        self.assertEqual(AT_TURN_0, shown[:len(AT_TURN_0)])
        self.assertEqual(AT_TURN_1, shown[len(AT_TURN_0):len(AT_TURN_0) + len(AT_TURN_1)])

    def test_histories_grow_by_a_row_a_turn(self):
        far = {**SMALL, "grid": [[0] * 12] * 9, "ship": [8, 0], "turns": 9}
        far["ghosts"] = [{"location": [0, 3], "type": "backandforth", "heading": "D", "transparency": 0},
                         {"location": [3, 11], "type": "towardplayer", "transparency": 2}]
        turns, _ = self.match(self.submission(PROBE), far)
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
        self.match(self.submission(PROBE), {**LONELY, "turns": 1})
        self.assertIn("map.grid double 1x4 [0 0 0 0]", self.said)
        self.assertIn("map.scraps struct 1x1 location value", self.said)
        self.assertIn("map.ghosts struct 0x1 location type transparency", self.said)


class Manners(Octave):
    def test_nothing_that_a_player_does_costs_another_turn(self):
        turns, _ = self.match(self.submission(ODD), {**LONELY, "grid": [[0] * 4] * 3, "turns": 16})
        no_move = {1, 2, 3, 7, 8, 9, 10, 11, 12, 13}
        self.assertEqual(["malformed" if turn in no_move else "ok" for turn in range(16)], self.verdicts(turns), self.said)
        for printed in ["x = 5", "displayed", "printed", "written", "put", "to 1", "to stdout", "of a child",
                        "turn 1: e7planets_player: error in line 8: input: nobody is at the keyboard",
                        "turn 2: e7planets_player: error in line 9: keyboard: nobody",
                        "turn 3: e7planets_player: error in line 10: pause: nobody",
                        "turn 7: e7planets_player: got a double as direction, expected",
                        "turn 8: e7planets_player: got a cell as direction, expected",
                        "turn 9: e7planets_player: error in line 22: 'direction' undefined",
                        "turn 10: e7planets_player: error in line 24: ",
                        'got "up"', 'got ""',
                        "turn 13: e7planets_player: error in line 20: my own words (course:own)"]:
            self.assertIn(printed, self.said)

    def test_who_leaves_is_gone(self):
        player = "function d = e7planets_player(map)\n d = 'U';\n if size(map.player.location, 1) > 2, exit(3), end\nend\n"
        turns, _ = self.match(self.submission(player), {**LONELY, "turns": 3})
        self.assertEqual(["ok", "disconnected", "disconnected"], self.verdicts(turns))


class Driver(Octave):
    """The adapter's process itself, over pipes."""

    def begin(self, text):
        errors = (self.folder / "stderr").open("w+")
        process = subprocess.Popen([REFEREE, "adapt", "planets-octave", "--", self.submission(text)], text=True,
                                   env=self.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors)
        self.addCleanup(errors.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.kill)
        self.process = process
        self.assertEqual({"type": "hello", "protocol": 1, "resume": True}, json.loads(process.stdout.readline()))

    def say(self, **message):
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def start(self, match):
        setup = {key: value for key, value in SMALL.items() if key != "turns"}
        self.say(type="start", match=match, game="planets", seat=0, players=["x"], setup=setup, clock=CLOCK, commitment="")

    def view(self, turn):
        ghost = {"location": [turn % 3, 3], "type": "backandforth", "transparency": 0, "previous": [(turn - 1) % 3, 3],
                 "heading": "D", "held": 0}
        return {"ship": {"location": [0, turn % 4], "held": 0, "score": 0}, "scraps": SMALL["scraps"], "ghosts": [ghost],
                "remaining_turns": 20 - turn}

    def ask(self, match, turn):
        self.say(type="turn", match=match, turn=turn, view=self.view(turn), clock={"left_ms": 1000, "used_ms": 0})
        answer = json.loads(self.process.stdout.readline())
        self.assertEqual(("move", match, turn), (answer["type"], answer["match"], answer["turn"]))
        return answer["move"]

    def leave(self):
        self.process.stdin.close()
        self.assertEqual(0, self.process.wait(PATIENCE))
        self.assertEqual("", self.process.stdout.read())
        return (self.folder / "stderr").read_text()

    def test_each_match_begins_anew(self):
        self.begin(COUNTING)
        for match in ["one", "two"]:
            self.start(match)
            self.assertEqual("UD", self.ask(match, 0) + self.ask(match, 1))
            self.say(type="end", match=match, rank=1, scores=[0])
        self.start("two")
        self.assertEqual("U", self.ask("two", 0), "played again")
        self.start("two")
        self.assertEqual("DL", self.ask("two", 1) + self.ask("two", 2), "goes on after a reconnect")
        self.assertEqual("", self.leave())

    def test_past_turns_are_in_the_histories(self):
        self.begin(PROBE)
        self.start("one")
        for turn in range(2):
            self.say(type="past", match="one", turn=turn, view=self.view(turn))
        self.ask("one", 2)
        self.say(type="error", code="late", message="no answer in 1000 ms", match="one", turn=2)
        self.say(type="bye", reason="the match is over")
        said = self.leave()
        self.assertIn("map.player.location double 4x2 [NaN NaN;1 1;1 2;1 3]", said)
        self.assertIn("map.ghosts(1).location double 4x2 [3 4;1 4;2 4;3 4]", said)
        self.assertIn("referee: no answer in 1000 ms\n", said)

    def test_what_nobody_tells_is_nan(self):
        self.begin(PROBE)
        self.start("one")
        self.say(type="past", match="one", turn=2, view=self.view(2))
        self.ask("one", 4)
        said = self.leave()
        self.assertIn("map.player.location double 6x2 [NaN NaN;NaN NaN;NaN NaN;1 3;NaN NaN;1 1]", said)
        self.assertIn("map.ghosts(1).location double 6x2 [NaN NaN;NaN NaN;2 4;3 4;1 4;2 4]", said)


if __name__ == "__main__":
    if shutil.which("octave-cli") is None:
        sys.exit(77)
    unittest.main()
