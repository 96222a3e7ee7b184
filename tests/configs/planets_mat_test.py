"""The converters from .mat files and to them: our own maps, saved by Octave in the layout of the E7 handout, convert
back unchanged, and the engine accepts them; for a wrong file the message is clear."""
import json
import shutil
import subprocess
import sys
import unittest

from fixture.case import FolderCase
from fixture.program import PATIENCE, REFEREE, ROOT

OCTAVE = shutil.which("octave-cli")
if OCTAVE is None:
    print("skipped: octave-cli is not here; scripts/setup --all installs it")
    sys.exit(77)
MAPS = ROOT / "configs/maps/planets"
BEHIND = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}

GOOD = """
function map = good()
  map.grid = [0 Inf 2; 0 0 0; 0 0 1];
  map.player = struct('location', [NaN NaN; 1 1], 'score', 0);
  map.scraps = struct('location', {[3 3]; [1 3]}, 'value', {5; 6});
  map.ghosts = struct('location', {[2 2; 2 3]; [NaN NaN; 3 2]}, 'type', {'backandforth'; 'towardplayer'}, ...
                      'transparency', {0; 2});
  map.remaining_turns = 12;
end
"""
GOOD_JSON = {
    "name": "good",
    "grid": [[0, None, 2], [0, 0, 0], [0, 0, 1]],
    "ship": [0, 0],
    "scraps": [{"location": [2, 2], "value": 5}, {"location": [0, 2], "value": 6}],
    "ghosts": [{"location": [1, 2], "type": "backandforth", "heading": "R", "transparency": 0},
               {"location": [2, 1], "type": "towardplayer", "transparency": 2}],
    "turns": 12,
}

# A change of a good map, and the message after the name of the .mat file.
MISTAKES = [
    ("x = rmfield(good, 'scraps');", "x.scraps: missing"),
    ("x = good; x.speed = 1;",
     "x.speed: unknown, expected only the fields grid player scraps ghosts remaining_turns"),
    ("x = good; x.grid(2,3) = -1;", "x.grid(2,3): got -1, expected Inf for an asteroid or an integer from 0 to 100000"),
    ("x = good; x.grid(3,1) = NaN;",
     "x.grid(3,1): got NaN, expected Inf for an asteroid or an integer from 0 to 100000"),
    ("x = good; x.grid = 'map';", "x.grid: got 'map', expected a matrix of numbers"),
    ("x = good; x.grid = zeros(201, 3);", "x.grid: got a 201x3 double, expected at most 200 rows and 200 columns"),
    ("x = good; x.remaining_turns = 1.5;", "x.remaining_turns: got 1.5, expected an integer from 1 to 100000"),
    ("x = good; x.player.score = 5;", "x.player.score: got 5, expected 0: the map of a game that is not begun"),
    ("x = good; x.player.location = [1 2];",
     "x.player.location: got [1 2], expected a passable cell: there is an asteroid"),
    ("x = good; x.player.location = [NaN NaN; 0 1];",
     "x.player.location: got [0 1], expected a cell from [1 1] to [3 3]"),
    ("x = good; x.player.location = [1 1; 1 1; 2 1];",
     "x.player.location: got [1 1;1 1;2 1], expected [row column], or two rows, before and now, of a game that is "
     "not begun"),
    ("x = good; x.scraps(2).location = [3 3];",
     "x.scraps(2).location: got [3 3], expected a cell where nothing else starts"),
    ("x = good; x.scraps(1).value = 0;", "x.scraps(1).value: got 0, expected an integer from 1 to 1000000000"),
    ("x = good; x.scraps = x.scraps([]);", "x.scraps: got a 0x0 struct, expected a struct array of 1 to 1000 scraps"),
    ("x = good; x.ghosts(1).location = [2 3];",
     "x.ghosts(1).location: got [2 3], expected [before; now] with neighbouring cells: they are the heading of a "
     "ghost of type backandforth"),
    ("x = good; x.ghosts(2).type = 'sleeper';",
     "x.ghosts(2).type: got 'sleeper', expected 'backandforth' or 'towardplayer'"),
    ("x = good; x.ghosts(2).transparency = 3;", "x.ghosts(2).transparency: got 3, expected an integer from 0 to 2"),
    ("x = good; x.ghosts = 5;", "x.ghosts: got 5, expected a struct array of at most 250 ghosts"),
    ("x.a = good; x.b = good; x.b.grid = 7;", "x.b.scraps(1).location: got [3 3], expected a cell from [1 1] to [1 1]"),
]


def matrix(rows):
    return "[" + ";".join(" ".join("Inf" if v is None else str(v) for v in row) for row in rows) + "]"


def one_based(cell):
    return [cell[0] + 1, cell[1] + 1]


def history(ghost):
    now = one_based(ghost["location"])
    if ghost["type"] == "towardplayer":
        return f"[NaN NaN; {now[0]} {now[1]}]"
    down, right = BEHIND[ghost["heading"]]
    return matrix([[now[0] + down, now[1] + right], now])


def octave_struct(world):
    """Octave code of a map in the handout's layout."""
    ship = one_based(world["ship"])
    scraps = ";".join(matrix([one_based(scrap["location"])]) for scrap in world["scraps"])
    values = ";".join(str(scrap["value"]) for scrap in world["scraps"])
    ghosts = world["ghosts"]
    cells = ";".join(history(ghost) for ghost in ghosts)
    types = ";".join(f"'{ghost['type']}'" for ghost in ghosts)
    transparencies = ";".join(str(ghost["transparency"]) for ghost in ghosts)
    return (f"struct('grid', {matrix(world['grid'])}, "
            f"'player', struct('location', [NaN NaN; {ship[0]} {ship[1]}], 'score', 0), "
            f"'scraps', {{struct('location', {{{scraps}}}, 'value', {{{values}}})}}, "
            f"'ghosts', {{struct('location', {{{cells}}}, 'type', {{{types}}}, "
            f"'transparency', {{{transparencies}}})}}, 'remaining_turns', {world['turns']})")


class MatTest(FolderCase):
    def setUp(self):
        super().setUp()
        self.write("good.m", GOOD)

    def octave(self, script):
        """Runs a script where `good` makes a good map; returns standard output."""
        (self.folder / "run_it.m").write_text(script)
        done = subprocess.run([OCTAVE, "--no-init-file", "--quiet", "--path", str(MAPS), "run_it.m"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = done.stderr
        return done.stdout

    def converted(self, name):
        return json.loads((self.folder / "out" / f"{name}.json").read_text())

    def expect_engine_takes(self, world):
        """A match on this map, in which no bot appears, has the map in the first line of its record."""
        reports = self.folder / "reports" / world["name"]
        command = [REFEREE, "match", "planets", "--bot", "true", "--option", f"map={json.dumps(world)}",
                   "--reports", reports]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        (record,) = (reports / "records").glob("*.jsonl")
        with record.open() as lines:
            self.assertEqual(json.loads(next(lines))["options"]["map"], world)

    def test_our_own_maps_come_back_as_they_are(self):
        worlds = {path.stem: json.loads(path.read_text()) for path in sorted(MAPS.glob("*.json"))}
        self.assertEqual(len(worlds), 16)
        script = "".join(f"{name} = {octave_struct(world)};\n" for name, world in worlds.items())
        self.octave(script + "save('-v7', 'maps.mat');\nplanets_mat_to_json('maps.mat', 'out');")
        for name, world in worlds.items():
            self.assertEqual(self.converted(name), world)
            self.expect_engine_takes(self.converted(name))

    def test_every_way_of_keeping_maps_in_a_file(self):
        out = self.octave("""
          good_one = good; s.alpha = good; s.beta = good; c = {good, good}; a = [good, good];
          save('-v7', 'several.mat', 'good_one', 's', 'c', 'a');
          planets_mat_to_json('several.mat', 'out');
          map = good; save('-v6', 'week_5.mat', 'map'); planets_mat_to_json('week_5.mat', 'out');
          map.ghosts = []; map.grid = int8([0 0 0; 0 0 0; 0 0 0]); save('no_ghosts.mat', 'map');
          planets_mat_to_json('no_ghosts.mat', 'out');""")
        names = ["good_one", "s_alpha", "s_beta", "c_1", "c_2", "a_1", "a_2", "week_5"]
        self.assertEqual(out.split(), [f"out/{name}.json" for name in names + ["no_ghosts"]])
        for name in names:
            self.assertEqual(self.converted(name), {**GOOD_JSON, "name": name})
        self.assertEqual(self.converted("no_ghosts"),
                         {**GOOD_JSON, "name": "no_ghosts", "ghosts": [], "grid": [[0] * 3] * 3})
        self.expect_engine_takes(GOOD_JSON)

    def test_our_own_maps_as_one_mat_file(self):
        worlds = {path.stem: json.loads(path.read_text()) for path in sorted(MAPS.glob("*.json"))}
        saved = "".join(f"want.{name} = {octave_struct(world)};\n" for name, world in worlds.items())
        out = self.octave(f"planets_json_to_mat('{MAPS}', 'maps.mat'); got = load('maps.mat');\n{saved}"
                          # A map that struct() has made has as many columns as rows of ghosts where there are none.
                          "names = fieldnames(want); for k = 1:numel(names), name = names{k};\n"
                          "  if isempty(want.(name).ghosts), assert(isequal(size(got.(name).ghosts), [0 1]));\n"
                          "    want.(name).ghosts = got.(name).ghosts; end\n"
                          "  assert(isequaln(got.(name), want.(name)), name); end\n"
                          "disp(isequal(sort(fieldnames(got)), sort(names)));\n"
                          "planets_mat_to_json('maps.mat', 'out');")
        self.assertEqual(f"maps.mat: {' '.join(worlds)}", out.splitlines()[0])
        self.assertEqual("1", out.splitlines()[1])
        for name, world in worlds.items():
            self.assertEqual(self.converted(name), world)

    def test_one_map_file_and_its_name(self):
        (self.folder / "week-5.map.json").write_text(json.dumps(GOOD_JSON))
        out = self.octave("planets_json_to_mat('week-5.map.json', 'one.mat'); load('one.mat'); week_5_map.remaining_turns")
        self.assertEqual(["one.mat: week_5_map", "ans = 12"], out.splitlines())

    def test_map_files_that_cannot_be_used(self):
        (self.folder / "none").mkdir()
        files = {"text": "hello", "list": "[1]", "keys": '{"grid": [[0]]}', "5": json.dumps(GOOD_JSON),
                 "wrong": json.dumps({**GOOD_JSON, "turns": 0}), "ship": json.dumps({**GOOD_JSON, "ship": {}}),
                 "two/a.b": json.dumps(GOOD_JSON), "two/a-b": json.dumps(GOOD_JSON)}
        for name, text in files.items():
            (self.folder / name).parent.mkdir(exist_ok=True)
            (self.folder / f"{name}.json").write_text(text)
        (self.folder / "there.mat").write_text("")
        lines = self.octave("""1;
          function attempt(from, to)
            try, planets_json_to_mat(from, to); disp('accepted'); catch e, disp(e.message); end
          end
          for name = {'missing.json', 'none', 'text.json', 'list.json', 'keys.json', '5.json', 'wrong.json', 'ship.json', 'two'}
            attempt(name{1}, 'x.mat');
          end
          attempt('two/a.b.json', 'there.mat');""").splitlines()
        expected = [r"missing\.json: cannot be read: .*", r"none: no map file NAME\.json in it", r"text\.json: cannot be read: .*",
                    r"list\.json: expected a map: an object with the keys grid, ship, scraps, ghosts, turns",
                    r"keys\.json: expected a map: an object with the keys grid, ship, scraps, ghosts, turns",
                    r'5\.json: "5" is no name for a variable: letters, digits and "_", a letter first',
                    r"wrong\.json\.remaining_turns: got 0, expected an integer from 1 to 100000",
                    r"ship\.json: is no map: .*", r'two/a\.b\.json: another file\'s map is called "a_b", too',
                    r"there\.mat: is there already; remove it or choose another name"]
        self.assertEqual(len(expected), len(lines), lines)
        for pattern, line in zip(expected, lines):
            self.assertRegex(line, f"^{pattern}$")
        self.assertFalse((self.folder / "x.mat").exists())

    def test_what_is_no_map_is_skipped_and_named(self):
        out = self.octave("""
          maps_version = 'Spring 2017'; small = good; sizes = [1 2 3]; more.a = good; more.note = 'hard'; seen = {good, 7};
          nothing = {}; author.name = 'x'; author.term = 3;
          save('-v7', 'course.mat', 'maps_version', 'small', 'sizes', 'more', 'seen', 'nothing', 'author');
          planets_mat_to_json('course.mat', 'out');""")
        self.assertEqual(["out/small.json", "out/more_a.json", "out/seen_1.json"], out.split())
        self.assertEqual({**GOOD_JSON, "name": "small"}, self.converted("small"))
        self.assertEqual([f"note: course.mat: skipped {what}" for what in (
            "maps_version (text)", "sizes (1x3 double)", "more.note (text)", "seen{2} (1x1 double)", "nothing (0x0 cell)",
            "author (1x1 struct)")], [line for line in self.said.splitlines() if line.startswith("note")])

    def test_a_file_without_maps(self):
        out = self.octave("maps_version = '1'; x = 3; save('-v7', 'no.mat', 'maps_version', 'x');\n"
                          "try, planets_mat_to_json('no.mat', 'out'); catch e, disp(e.message); end")
        self.assertEqual("no.mat: no map in it: maps_version (text), x (1x1 double)\n", out)
        self.assertFalse((self.folder / "out").exists())

    def test_a_row_of_the_grid_is_a_line(self):
        self.octave("map = good; save('good.mat', 'map'); planets_mat_to_json('good.mat', 'out');")
        self.assertIn("\n    [   0,null,   2],\n    [   0,   0,   0],\n", (self.folder / "out/good.json").read_text())

    def test_mistakes_are_named_and_nothing_is_written(self):
        script = ""
        for number, (change, _) in enumerate(MISTAKES):
            script += (f"clear x a_good_one; {change} a_good_one = good; name = 'bad_{number}.mat';\n"
                       "save('-v7', name, 'a_good_one', 'x');\n"
                       "try, planets_mat_to_json(name, 'out'); disp('accepted'); catch e, disp(e.message); end\n")
        lines = self.octave(script).splitlines()
        self.assertEqual(lines, [f"bad_{number}.mat: {text}" for number, (_, text) in enumerate(MISTAKES)])
        self.assertFalse((self.folder / "out").exists())

    def test_files_that_cannot_be_used(self):
        (self.folder / "text.mat").write_text("hello")
        lines = self.octave("""1;
          function attempt(file)
            try, planets_mat_to_json(file, 'out'); disp('accepted'); catch e, disp(e.message); end
          end
          attempt('none.mat'); attempt('text.mat');
          map = good; save('week 5.mat', 'map'); attempt('week 5.mat');
          save('twice.mat', 'map'); planets_mat_to_json('twice.mat', 'out'); attempt('twice.mat');
          map_1 = good; map = {good}; save('both.mat', 'map', 'map_1'); attempt('both.mat');""").splitlines()
        self.assertEqual(lines[0], "none.mat: no such file")
        self.assertRegex(lines[1], r"^text.mat: cannot be read \(in MATLAB, save with -v7 for Octave\): ")
        self.assertEqual(lines[2], 'week 5.mat: "week 5" is no name for a map: letters, digits, ".", "_" and "-", '
                                   "at most 64")
        self.assertEqual(lines[4], "out/twice.json: is there already; remove it or choose another folder")
        self.assertRegex(lines[5], r'^both.mat: (map\{1\} and map_1|map_1 and map\{1\}) would both be called "map_1"$')

    def test_on_the_command_line_a_mistake_is_exit_code_1(self):
        command = [OCTAVE, "--no-init-file", "--path", str(MAPS), "--eval", "planets_mat_to_json('none.mat', 'out')"]
        done = subprocess.run(command, cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("error: none.mat: no such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
