function text = planets_map_json(name, map, where)
% PLANETS_MAP_JSON  A map of E7 Planets as the text of a map file of the referee.
%
%   text = planets_map_json(name, map, where): `map` is a struct as in the handout, of a game that is not begun.
%   What is wrong in it is an error, with a message that names the place, beginning with `where`.

  if ~isstruct(map) || ~isfield(map, 'grid') || numel(map) ~= 1
    error('planets:map', '%s: got %s, expected a map: a struct with the field grid', where, described(map));
  end
  expect_fields(map, {'grid', 'player', 'scraps', 'ghosts', 'remaining_turns'}, where);
  grid = checked_grid(map.grid, [where '.grid']);
  turns = whole(map.remaining_turns, 1, 100000, [where '.remaining_turns']);
  [ship, taken] = checked_ship(map.player, grid, [where '.player']);
  [scraps, taken] = scrap_texts(map.scraps, grid, taken, [where '.scraps']);
  ghosts = ghost_texts(map.ghosts, grid, taken, [where '.ghosts']);
  text = sprintf('{\n  "name": "%s",\n  "grid": [\n%s\n  ],\n  "ship": %s,\n', name, grid_text(grid), ...
                 cell_text(ship));
  text = [text sprintf('  "scraps": %s,\n  "ghosts": %s,\n  "turns": %d\n}\n', list_text(scraps), ...
                       list_text(ghosts), turns)];
end

function grid = checked_grid(value, where)
  if ~isnumeric(value) || ~isreal(value) || ndims(value) ~= 2 || isempty(value)
    error('planets:grid', '%s: got %s, expected a matrix of numbers', where, described(value));
  end
  grid = full(double(value));
  if any(size(grid) > 200)
    error('planets:grid', '%s: got %s, expected at most 200 rows and 200 columns', where, described(value));
  end
  bad = ~(grid == Inf | (grid >= 0 & grid <= 100000 & grid == floor(grid)));
  if any(bad(:))
    [row, col] = find(bad, 1);
    error('planets:grid', '%s(%d,%d): got %s, expected Inf for an asteroid or an integer from 0 to 100000', ...
          where, row, col, num2str(grid(row, col)));
  end
end

function [ship, taken] = checked_ship(player, grid, where)
  expect_struct(player, where);
  expect_fields(player, {'location', 'score'}, where);
  if ~isequal(player.score, 0)
    error('planets:player', '%s.score: got %s, expected 0: the map of a game that is not begun', where, ...
          described(player.score));
  end
  history = locations(player.location, [where '.location']);
  ship = history(end, :);
  taken = claimed(ship, grid, zeros(0, 2), [where '.location']);
end

function [texts, taken] = scrap_texts(scraps, grid, taken, where)
  if ~isstruct(scraps) || isempty(scraps) || numel(scraps) > 1000
    error('planets:scraps', '%s: got %s, expected a struct array of 1 to 1000 scraps', where, described(scraps));
  end
  expect_fields(scraps, {'location', 'value'}, where);
  texts = cell(1, numel(scraps));
  for k = 1:numel(scraps)
    one = sprintf('%s(%d)', where, k);
    history = locations(scraps(k).location, [one '.location']);
    at = history(end, :);
    taken = claimed(at, grid, taken, [one '.location']);
    value = whole(scraps(k).value, 1, 1e9, [one '.value']);
    texts{k} = sprintf('{"location": %s, "value": %d}', cell_text(at), value);
  end
end

function texts = ghost_texts(ghosts, grid, taken, where)
  texts = {};
  if isempty(ghosts)
    return
  end
  if ~isstruct(ghosts) || numel(ghosts) > 250
    error('planets:ghosts', '%s: got %s, expected a struct array of at most 250 ghosts', where, described(ghosts));
  end
  expect_fields(ghosts, {'location', 'type', 'transparency'}, where);
  for k = 1:numel(ghosts)
    one = sprintf('%s(%d)', where, k);
    history = locations(ghosts(k).location, [one '.location']);
    taken = claimed(history(end, :), grid, taken, [one '.location']);
    transparency = whole(ghosts(k).transparency, 0, 2, [one '.transparency']);
    texts{k} = sprintf('{"location": %s, %s, "transparency": %d}', cell_text(history(end, :)), ...
                       type_text(ghosts(k).type, history, one), transparency); %#ok<AGROW>
  end
end

% Type, and heading of a ghost that has one.
function text = type_text(type, history, where)
  if ~ischar(type) || ~any(strcmp(type, {'backandforth', 'towardplayer'}))
    error('planets:ghosts', '%s.type: got %s, expected ''backandforth'' or ''towardplayer''', where, ...
          described(type));
  end
  text = sprintf('"type": "%s"', type);
  if strcmp(type, 'towardplayer')
    return
  end
  steps = [-1 0; 1 0; 0 -1; 0 1];
  letters = 'UDLR';
  moved = zeros(1, 0);
  if size(history, 1) == 2
    moved = find(all(steps == repmat(history(2, :) - history(1, :), 4, 1), 2));
  end
  if numel(moved) ~= 1
    error('planets:ghosts', ['%s.location: got %s, expected [before; now] with neighbouring cells: ' ...
          'they are the heading of a ghost of type backandforth'], where, mat2str(history));
  end
  text = sprintf('%s, "heading": "%s"', text, letters(moved));
end

% ---- checks ----

% The cells of a location: [now] or [before; now].
function history = locations(value, where)
  if ~isnumeric(value) || ~isreal(value) || ndims(value) ~= 2 || size(value, 2) ~= 2 || size(value, 1) < 1 || ...
     size(value, 1) > 2
    error('planets:location', ['%s: got %s, expected [row column], or two rows, before and now, of a game that ' ...
          'is not begun'], where, described(value));
  end
  history = double(value);
end

% `taken` and one cell more, on which something starts.
function taken = claimed(at, grid, taken, where)
  on_grid = all(at == floor(at)) && all(at >= 1) && all(at <= size(grid));
  if ~on_grid
    error('planets:location', '%s: got %s, expected a cell from [1 1] to %s', where, mat2str(at), ...
          mat2str(size(grid)));
  end
  if isinf(grid(at(1), at(2)))
    error('planets:location', '%s: got %s, expected a passable cell: there is an asteroid', where, mat2str(at));
  end
  if any(taken(:, 1) == at(1) & taken(:, 2) == at(2))
    error('planets:location', '%s: got %s, expected a cell where nothing else starts', where, mat2str(at));
  end
  taken = [taken; at];
end

function number = whole(value, low, high, where)
  if ~isnumeric(value) || ~isreal(value) || numel(value) ~= 1 || ~(value >= low && value <= high) || ...
     value ~= floor(value)
    error('planets:number', '%s: got %s, expected an integer from %d to %d', where, described(value), low, high);
  end
  number = double(value);
end

function expect_struct(value, where)
  if ~isstruct(value) || numel(value) ~= 1
    error('planets:field', '%s: got %s, expected one struct', where, described(value));
  end
end

function expect_fields(value, names, where)
  for k = 1:numel(names)
    if ~isfield(value, names{k})
      error('planets:field', '%s.%s: missing', where, names{k});
    end
  end
  there = fieldnames(value);
  for k = 1:numel(there)
    if ~any(strcmp(there{k}, names))
      error('planets:field', '%s.%s: unknown, expected only the fields%s', where, there{k}, ...
            sprintf(' %s', names{:}));
    end
  end
end

function text = described(value)
  if ischar(value) && size(value, 1) <= 1
    text = ['''' value ''''];
  elseif isnumeric(value) && isreal(value) && numel(value) <= 6 && ndims(value) == 2
    text = mat2str(full(double(value)));
  else
    text = sprintf('a %s %s', sprintf('%dx%d', size(value, 1), size(value, 2)), class(value));
  end
end

% ---- JSON ----

% One line a row; as wide as null.
function text = grid_text(grid)
  rows = cell(1, size(grid, 1));
  for row = 1:size(grid, 1)
    cells = cell(1, size(grid, 2));
    for col = 1:size(grid, 2)
      if isinf(grid(row, col))
        cells{col} = 'null';
      else
        cells{col} = sprintf('%4d', grid(row, col));
      end
    end
    rows{row} = ['    [' joined(cells, ',') ']'];
  end
  text = joined(rows, sprintf(',\n'));
end

% From 1-based to 0-based.
function text = cell_text(at)
  text = sprintf('[%d, %d]', at(1) - 1, at(2) - 1);
end

function text = list_text(entries)
  if isempty(entries)
    text = '[]';
  else
    text = sprintf('[\n    %s\n  ]', joined(entries, sprintf(',\n    ')));
  end
end

function text = joined(parts, separator)
  text = parts{1};
  for k = 2:numel(parts)
    text = [text separator parts{k}]; %#ok<AGROW>
  end
end
