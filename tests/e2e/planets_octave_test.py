"""Submissions exactly as the E7 Planets handout asks, played by GNU Octave: the effect of their answers, and that nothing
that they print or do disturbs the protocol."""
from fixture.program import SANITIZER

import planets_octave
from planets_octave import CLOCK, EXAMPLES, LONELY, PATIENT, SMALL, Octave

# Does something wrong at each turn, and plays on.
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


class Examples(Octave):
    """The submissions that come with the handout."""

    def expect_nothing_done(self, name, *said, world=None, clock=CLOCK, verdict="malformed"):
        turns, result = self.play(EXAMPLES / name, world or {**SMALL, "turns": 4, "ghosts": []}, clock)
        self.assertEqual({verdict}, set(self.verdicts(turns)))
        self.assertEqual(([0], False), (result["scores"], result["outcome"]["win"]))
        self.assertNotIn("picked", [key for turn in turns for key, value in turn["events"].items() if value])
        for words in said:
            self.assertIn(words, self.said)
        return turns

    def test_good_wins(self):
        turns, result = self.play(EXAMPLES / "good", {**SMALL, "ghosts": []})
        self.assertEqual({"ok"}, set(self.verdicts(turns)))
        self.assertTrue(result["outcome"]["win"])
        self.assertEqual(([15], ""), (result["scores"], self.said.partition("\n")[2]), "it is silent")

    def test_good_wins_in_the_sandboxes_too(self):
        if SANITIZER:
            self.skipTest("a program with a sanitizer cannot be confined")
        for path in [self.folder, self.folder / "tmp"]:
            path.chmod(0o755)  # a bot in a sandbox may run as another user
        for most in ["basic", "full"]:
            self.environment["REFEREE_SANDBOX_AT_MOST"] = most
            with self.subTest(most=most):
                turns, result = self.play(EXAMPLES / "good", {**SMALL, "ghosts": []}, CLOCK, "--sandbox", "basic")
                self.assertEqual({"ok"}, set(self.verdicts(turns)))
                self.assertEqual([15], result["scores"])

    def test_illegal(self):
        turns = self.expect_nothing_done("illegal", 'turn 3: referee: expected one of "U", "D", "L", "R", ".", got "north"')
        self.assertEqual("north", turns[0]["answers"][0]["offered"])

    def test_throwing(self):
        self.expect_nothing_done("throwing", "turn 0: e7planets_player: error in line 4: ",
                                 "turn 3: e7planets_player: error in line 4: ", "(Octave:index-out-of-bounds)")
        self.assertNotIn("referee: ", self.said)

    def test_the_reason_is_in_the_record_and_the_reports(self):
        for name, reason in [("wrong_name", "there is no e7planets_player.m"),
                             ("wrong_signature", "e7planets_player has 2 inputs and 1 output"),
                             ("throwing", "e7planets_player: error in line 4: ")]:
            for turn in self.expect_nothing_done(name):
                self.assertTrue(turn["answers"][0]["offered"].startswith(reason), turn)
                self.assertIn(f'got "{reason}', turn["answers"][0]["fault"])

    def test_too_slow(self):
        second = {"kind": "per_move", "ms": 1000, **PATIENT}
        self.expect_nothing_done("too_slow", world={**SMALL, "turns": 2, "ghosts": []}, clock=second, verdict="late")


class Names(Octave):
    """Names that learning platforms give to files that are handed in."""

    WINS = "function d = e7planets_player(map)\n d = 'L';\nend\n"

    def test_of_learning_platforms(self):
        for name in ["e7planets_player-4.m", "adalovelace_LATE_4711_0815_e7planets_player.m", "e7planets_player (1).m",
                     "E7Planets_Player.m"]:
            with self.subTest(name):
                folder = self.submission(self.WINS, name)
                turns, result = self.play(folder, LONELY)
                self.assertEqual((["ok"], [7]), (self.verdicts(turns), result["scores"]), self.said)
                self.assertIn(f"'{name}' is taken for e7planets_player.m\n", self.said)
                (folder / name).unlink()

    def test_the_right_name_goes_first(self):
        self.submission("function d = e7planets_player(map)\n d = '.';\nend\n", "e7planets_player-1.m")
        self.submission("nothing", "._e7planets_player-1.m")
        turns, _ = self.play(self.submission(self.WINS), LONELY)
        self.assertEqual(["ok"], self.verdicts(turns))
        self.assertNotIn("is taken", self.said)

    def test_of_several_none_is_taken(self):
        self.submission(self.WINS, "e7planets_player-1.m")
        turns, _ = self.play(self.submission(self.WINS, "e7planets_player-2.m"), {**LONELY, "turns": 1})
        why = "several files may be e7planets_player.m: 'e7planets_player-1.m' and 'e7planets_player-2.m'"
        self.assertEqual([why], [turn["answers"][0]["offered"] for turn in turns])
        self.assertIn(why, self.said)


class Signature(Octave):
    def refused(self, text, expected):
        turns, result = self.play(self.submission(text), {**LONELY, "turns": 2})
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
        self.assertEqual({"malformed"}, set(self.verdicts(self.play(folder, LONELY)[0])))
        self.assertIn("'helper' undefined", self.said)


class Words(Octave):
    def test_what_is_no_folder_is_refused(self):
        file = self.submission(ODD) / "e7planets_player.m"
        for words in [f"'{file}'", "nowhere", f"'{file.parent}' more"]:
            done = self.run_to_end("match", "planets", "--as", "planets-octave", "--bot", words)
            self.assertEqual((2, ""), (done.code, done.out))
            self.assertRegex(done.err, "planets-octave: got '.*', expected a folder with e7planets_player.m\n$")

    def test_behind_links(self):
        (self.folder / "link").symlink_to(EXAMPLES)
        turns, _ = self.play(self.folder / "link/good", LONELY)
        self.assertEqual({"ok"}, set(self.verdicts(turns)))


class Manners(Octave):
    def test_nothing_that_a_player_does_costs_another_turn(self):
        turns, _ = self.play(self.submission(ODD), {**LONELY, "grid": [[0] * 4] * 3, "turns": 16})
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
        turns, _ = self.play(self.submission(player), {**LONELY, "turns": 3})
        self.assertEqual(["ok", "disconnected", "disconnected"], self.verdicts(turns))


if __name__ == "__main__":
    planets_octave.main()
