"""What the tests of --as planets-octave share: maps, a player that prints its map, and how submissions are played."""
import json
import pathlib
import shutil
import sys
import tempfile
import unittest

from fixture.adapter import AdapterCase
from fixture.case import PATIENT_CLOCK, UNCONFINED
from fixture.program import PATIENCE, ROOT, SANITIZER
from fixture.record import Record

# Within a sandbox's limits there is no room for a sanitizer's memory.
SANDBOX = UNCONFINED if SANITIZER else []
EXAMPLES = ROOT / "handouts/planets/examples"
NO_OCTAVE = 77  # exit code of a skipped test
# Octave may load slowly from the disk.
PATIENT = {"init_ms": PATIENCE * 1000, "late": "wait"}
CLOCK = {**PATIENT_CLOCK, **PATIENT}
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


class Octave(AdapterCase):
    def setUp(self):
        super().setUp()
        (self.folder / "tmp").mkdir()
        self.environment["TMPDIR"] = str(self.folder / "tmp")

    def submission(self, text, name="e7planets_player.m"):
        return self.write(f"handed in/{name}", text.lstrip()).parent

    def play(self, submission, world=SMALL, clock=CLOCK, *options):
        """Plays a game; returns its turns and the result, from the record. self.said has the bot's standard error."""
        bot = ["--as", "planets-octave", "--bot", f"'{submission}'"]
        reports = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        self.referee("match", "planets", *bot, "--option", f"map={json.dumps(world)}", "--clock", json.dumps(clock),
                     "--reports", reports, *SANDBOX, *options)
        self.said = "".join(path.read_text() for path in reports.glob("bots/*.stderr"))
        self.assertEqual([], list((self.folder / "tmp").iterdir()), "nothing is left behind")
        (record,) = map(Record, self.record_files(reports))
        return record.lines[1:-1], record.last["result"]

    def verdicts(self, turns):
        return [turn["answers"][0]["verdict"] for turn in turns]


def main():
    """Runs the tests of the calling script."""
    if shutil.which("octave-cli") is None:
        print("skipped: octave-cli is not here; scripts/setup --all installs it")
        sys.exit(NO_OCTAVE)
    unittest.main(module="__main__")
