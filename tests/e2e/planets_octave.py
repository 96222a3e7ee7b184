"""What the tests of --as planets-octave share: maps, a player that prints its map, and how submissions are played."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

REFEREE = pathlib.Path(sys.argv.pop(1)).resolve()
# Within a sandbox's limits there is no room for a sanitizer's memory.
SANITIZER = sys.argv.pop(1) if len(sys.argv) > 1 else ""
UNCONFINED = ["--sandbox", "none", "--as-root"] if SANITIZER else []
ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "handouts/planets/examples"
NO_OCTAVE = 77  # exit code of a skipped test
PATIENCE = 300  # seconds; only a hang takes so long
# Octave may load slowly from the disk.
PATIENT = {"init_ms": PATIENCE * 1000, "late": "wait"}
CLOCK = {"kind": "per_move", "ms": 60000, "measure": "wall", **PATIENT}
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
# The ship went up, across the edge and to a scrap.
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


def location(cell):
    """From a JSON cell to the handout's, which counts from 1."""
    return [cell[0] + 1, cell[1] + 1]


class Octave(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.folder.chmod(0o711)  # bots of root are other users
        (self.folder / "tmp").mkdir()
        self.environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}

    def submission(self, text, name="e7planets_player.m"):
        folder = self.folder / "handed in"
        folder.mkdir(exist_ok=True)
        (folder / name).write_text(text.lstrip())
        return folder

    def match(self, submission, world=SMALL, clock=CLOCK, *options):
        """Plays a game; returns its turns and the result, from the record. self.said has the bot's standard error."""
        bot = ["--as", "planets-octave", "--bot", f"'{submission}'"]
        reports = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        command = [REFEREE, "match", "planets", *bot, "--option", f"map={json.dumps(world)}", "--clock", json.dumps(clock),
                   "--reports", reports, *UNCONFINED, *options]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.said = "".join(path.read_text() for path in reports.glob("bots/*.stderr"))
        self.assertEqual([], list((self.folder / "tmp").iterdir()), "nothing is left behind")
        (record,) = reports.glob("records/*.jsonl")
        lines = [json.loads(line) for line in record.read_text().splitlines()]
        return lines[1:-1], lines[-1]["result"]

    def verdicts(self, turns):
        return [turn["answers"][0]["verdict"] for turn in turns]


def main():
    """Runs the tests of the calling script."""
    if shutil.which("octave-cli") is None:
        print("skipped: octave-cli is not here; scripts/setup --all installs it")
        sys.exit(NO_OCTAVE)
    unittest.main(module="__main__")
