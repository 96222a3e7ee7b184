"""e7planets_play at a student's prompt, in GNU Octave: the same game as in a match, and the statistics of the handout. Then the
page of the handout: its commands run."""
import json
import re

from fixture.program import REFEREE, ROOT, SANITIZER

import planets_octave
from planets_octave import AT_TURN_0, AT_TURN_1, EXAMPLES, PROBE, SMALL, Octave, location

HANDOUT = ROOT / "handouts/planets"
# SMALL, as in the handout.
SMALL_STRUCT = """
map.grid = [0 0 0 0; 0 Inf 2 0; 0 0 0 0];
map.player = struct('location', [NaN NaN; 1 1], 'score', 0);
map.scraps = struct('location', {[3 1]; [2 3]}, 'value', {5; 10});
map.ghosts = struct('location', {[1 4; 2 4]; [NaN NaN; 3 4]}, 'type', {'backandforth'; 'towardplayer'}, ...
                    'transparency', {0; 1});
map.remaining_turns = 20;
"""
SHOW = PROBE[PROBE.index("function show"):].replace("function show(name, value)", "function show_struct(name, value)")


def shown_scraps(name, scraps):
    lines = [f"{name} struct {len(scraps)}x1 location value"]
    for number, scrap in enumerate(scraps, 1):
        prefix = name if len(scraps) == 1 else f"{name}({number})"
        row, column = location(scrap["location"])
        lines += [f"{prefix}.location double 1x2 [{row} {column}]", f"{prefix}.value double 1x1 {scrap['value']}"]
    return lines


def shown_numbers(name, indices):
    text = " ".join(str(index + 1) for index in indices)
    if len(indices) != 1:
        text = f"[{text}]"
    return f"{name} double 1x{len(indices)} {text}"


def shown_stats(outcome):
    """What show prints of game_stats, from the outcome in a record."""
    def number(key):
        return f"game_stats.{key} double 1x1 {outcome[key]}"

    def flag(key):
        return f"game_stats.{key} logical 1x1 {str(outcome[key]).lower()}"

    return ["game_stats struct 1x1 win max_turns n_turns score scraps_total_value scraps_picked_up scraps_left caught "
            "ghosts_catch_samespot ghosts_catch_switch",
            flag("win"), number("max_turns"), number("n_turns"), number("score"), number("scraps_total_value"),
            *shown_scraps("game_stats.scraps_picked_up", outcome["scraps_picked_up"]),
            *shown_scraps("game_stats.scraps_left", outcome["scraps_left"]), flag("caught"),
            shown_numbers("game_stats.ghosts_catch_samespot", outcome["ghosts_catch_samespot"]),
            shown_numbers("game_stats.ghosts_catch_switch", outcome["ghosts_catch_switch"])]


class Play(Octave):
    def prompt(self, script, submission, referee=str(REFEREE)):
        """Runs a script as a student would; returns the lines of standard error, where show prints."""
        folder = self.folder / "work"
        folder.mkdir(exist_ok=True)
        (folder / "show_struct.m").write_text(SHOW.replace("show(", "show_struct("))
        (folder / "session.m").write_text(f"addpath('{HANDOUT}');\naddpath('{submission}');\n{script}\n")
        done = self.spawn("octave-cli", "--norc", "--no-history", "--quiet", "session.m", folder=folder,
                          environment={**self.environment, "REFEREE": referee}).wait()
        self.assertEqual([], list((self.folder / "tmp").iterdir()), "nothing is left behind")
        self.printed = done.out
        return done.err.splitlines()

    def expect_same_game(self, submission, world, maps_struct):
        """Plays in a match, and at the prompt; returns the prompt's output."""
        _, result = self.play(submission, world)
        said = self.prompt(f"{maps_struct}\ngame_stats = e7planets_play(map, @e7planets_player);\n"
                           "show_struct('game_stats', game_stats);", submission)
        stats = shown_stats(result["outcome"])
        self.assertEqual(stats, [line for line in said if line.startswith("game_stats")], said)
        return said

    def test_a_player_gets_the_same_map_and_the_same_game(self):
        said = self.expect_same_game(self.submission(PROBE), SMALL, SMALL_STRUCT)
        shown = [line for line in said if line.startswith("map")]
        self.assertEqual(AT_TURN_0 + AT_TURN_1, shown[:len(AT_TURN_0) + len(AT_TURN_1)])

    def test_a_win(self):
        self.expect_same_game(EXAMPLES / "good", {**SMALL, "ghosts": []}, SMALL_STRUCT + "map.ghosts = [];")

    def test_a_map_of_the_referee(self):
        self.expect_same_game(EXAMPLES / "good", "two_scrap_nebula_ghosts", "map = 'two_scrap_nebula_ghosts';")

    def test_a_switch(self):
        row = {"name": "row", "grid": [[0, 0, 0, 0]], "ship": [0, 0], "turns": 5, "scraps": [{"location": [0, 3], "value": 7}],
               "ghosts": [{"location": [0, 1], "type": "towardplayer", "transparency": 0}]}
        struct = """map.grid = [0 0 0 0]; map.player = struct('location', [1 1], 'score', 0);
            map.scraps = struct('location', [1 4], 'value', 7); map.remaining_turns = 5;
            map.ghosts = struct('location', [1 2], 'type', 'towardplayer', 'transparency', 0);"""
        right = self.submission("function d = e7planets_player(map)\n d = 'R';\nend\n")
        self.assertIn("game_stats.ghosts_catch_switch double 1x1 1", self.expect_same_game(right, row, struct))

    def test_catches_are_row_vectors(self):
        said = self.prompt("map = 'one_scrap'; s = e7planets_play(map, @e7planets_player);\n"
                           "show_struct('size', size(s.ghosts_catch_samespot)); show_struct('size', size(s.ghosts_catch_switch));",
                           EXAMPLES / "good")
        self.assertEqual(["size double 1x2 [1 0]"] * 2, said)

    def test_the_frames_of_the_last_game(self):
        said = self.prompt("e7planets_play('two_scrap', @e7planets_player); e7planets_play('one_scrap', @e7planets_player);\n"
                           "disp('-- shown'); e7planets_show", EXAMPLES / "good")
        self.assertEqual([], said)
        played, shown = self.printed.split("-- shown\n")
        self.assertEqual(2, played.count("e7planets_show goes through the frames of this game\n"))
        turns = re.findall(r"^planets: planets, turn (\d+) of (\d+), seat0$", shown, re.M)
        self.assertEqual([(str(turn), turns[0][1]) for turn in range(len(turns))], turns, shown[:2000])
        self.assertEqual(int(turns[0][1]) + 1, len(turns), "the position before each turn, and the final one")
        self.assertIn("score 10, scraps left 0", shown[-1000:])

    def test_without_a_game_there_are_no_frames(self):
        self.assertEqual(["error: no game has been played yet: game_stats = e7planets_play(map, @e7planets_player)"],
                         self.prompt("e7planets_show", EXAMPLES / "good")[:1])

    def test_what_is_no_move(self):
        for name, warning in [
            ("illegal", 'warning: turn 3: expected one of "U", "D", "L", "R", ".", got "north": no move'),
            ("throwing", "warning: turn 3: e7planets_player: error in line 4: map(3): out of bound 2"),
        ]:
            said = self.expect_same_game(EXAMPLES / name, {**SMALL, "turns": 4}, SMALL_STRUCT + "map.remaining_turns = 4;")
            self.assertIn(warning, "\n".join(said))

    def test_too_slow(self):
        said = self.prompt(SMALL_STRUCT + "map.remaining_turns = 1;\ngame_stats = e7planets_play(map, @e7planets_player);\n"
                           "show_struct('game_stats', game_stats);", EXAMPLES / "too_slow")
        self.assertRegex(said[0], r"^warning: turn 0: e7planets_player: took \d+\.\d\d s of processor time, expected 1 s at most: no move$")
        self.assertIn("game_stats.score double 1x1 0", said)

    def test_a_new_game_finds_no_persistent_variables_of_the_last_one(self):
        player = self.submission("function d = e7planets_player(map)\n persistent n\n if isempty(n), n = 0; end\n n = n + 1;\n"
                                 " fprintf(2, 'call %d\\n', n);\n d = '.';\nend\n")
        game = SMALL_STRUCT + "map.ghosts = []; map.remaining_turns = 2;\n" + "e7planets_play(map, @e7planets_player);" * 2
        self.assertEqual(["call 1", "call 2"] * 2, self.prompt(game, player))

    def test_mistakes_have_one_message(self):
        play = "e7planets_play(map, @e7planets_player);"
        for script, expected in [
            (SMALL_STRUCT + "map.grid(2, 3) = -1;" + play,
             "error: map.grid(2,3): got -1, expected Inf for an asteroid or an integer from 0 to 100000"),
            ("map = 'nowhere';" + play, "error: referee: options.map: got \"nowhere\", expected "),
            ("map = 5;" + play, "error: map: got 5, expected a map: a struct with the field grid"),
            (SMALL_STRUCT + "e7planets_play(map);", "error: usage: game_stats = e7planets_play(map, @e7planets_player)"),
        ]:
            self.assertTrue(self.prompt(script, EXAMPLES / "good")[0].startswith(expected), expected)

    def test_rows_of_asteroids_as_some_decoders_give_them(self):
        grid = "planets_first_map(struct('grid', {{{[]; []}, [0; 3]}})).grid"
        self.assertEqual(["grid double 2x2 [Inf Inf;0 3]"], self.prompt(f"show_struct('grid', {grid});", EXAMPLES / "good"))


class Page(Octave):
    """handouts/planets/README.md, run from a folder that looks like the top of a built checkout."""

    def setUp(self):
        super().setUp()
        (self.folder / "build/release").mkdir(parents=True)
        (self.folder / "build/release/bin").symlink_to(REFEREE.parent)
        for name in ["handouts", "configs", "sample_bots"]:
            (self.folder / name).symlink_to(ROOT / name)
        self.write("save_it.m", SMALL_STRUCT + "small = map; save('-v7', 'maps.mat', 'small');\n")
        self.run_shell("octave-cli --norc --no-history save_it.m")
        # The program under test may have a sanitizer, which needs more memory than a sandbox gives.
        config = json.loads((HANDOUT / "examples.json").read_text())
        self.assertEqual("basic", config.pop("sandbox"))
        if SANITIZER:
            config.update(sandbox="none", as_root=True)
        self.write("examples.json", json.dumps(config))

    def run_shell(self, command):
        done = self.spawn("sh", "-c", command).wait()
        self.assertEqual(0, done.code, f"{command}\n{done.out}\n{done.err}")
        return done.out

    def test_commands(self):
        """Over 5 s: the page plays a tournament of all examples in Octave."""
        commands = re.findall(r"^    ((?:build/release/bin/referee|octave-cli) .*)$", (HANDOUT / "README.md").read_text(), re.M)
        unconfined = r"referee \1 --sandbox none --as-root" if SANITIZER else r"referee \1"
        said = [self.run_shell(re.sub("referee (score|match)", unconfined, command)
                               .replace("handouts/planets/examples.json", "examples.json"))
                for command in commands if " join " not in command]
        for expected in ["my_maps/small.json", "students.mat: corners", "score", "15 of 15 points", "at most 6 games", "1.  good", "win = 1"]:
            self.assertIn(expected, said.pop(0))
        self.assertEqual([], said)


if __name__ == "__main__":
    planets_octave.main()
