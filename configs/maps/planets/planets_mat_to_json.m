function files = planets_mat_to_json(mat_file, folder)
% PLANETS_MAT_TO_JSON  Turns E7 Planets maps in a .mat file into map files of the referee.
%
%   planets_mat_to_json(mat_file, folder) writes folder/NAME.json for every map in mat_file and returns the names
%   of these files. Runs under MATLAB and GNU Octave:
%
%     octave-cli --path configs/maps/planets --eval "planets_mat_to_json('maps.mat', 'my_maps')"
%
%   A variable may be a map, a struct whose fields are maps, or a cell array or struct array of maps. Maps are
%   named after the variable, after variable and field, or variable and number; a lone map in a variable called
%   "map" is named after the .mat file. A map is a struct with these fields, as in the handout:
%
%     grid             rows by columns; Inf for an asteroid, 0 or the value of a nebula
%     player           struct: location [NaN NaN; row column], score 0
%     scraps           struct array: location [row column], value
%     ghosts           struct array, may be empty: type, transparency, location [before; now]
%     remaining_turns  turns of the game
%
%   Everything is checked before the first file is written, and no file is overwritten.

  if nargin ~= 2
    error('planets:usage', 'usage: planets_mat_to_json(mat_file, folder)');
  end
  maps = find_maps(load_variables(mat_file), mat_file);
  texts = cell(size(maps));
  names = cell(size(maps));
  for k = 1:numel(maps)
    texts{k} = map_text(maps{k}.name, maps{k}.value, [mat_file ': ' maps{k}.path]);
    names{k} = fullfile(folder, [maps{k}.name '.json']);
    if exist(names{k}, 'file') == 2
      error('planets:exists', '%s: is there already; remove it or choose another folder', names{k});
    end
  end
  if exist(folder, 'dir') ~= 7
    [made, why] = mkdir(folder);
    if ~made
      error('planets:folder', '%s: cannot be made: %s', folder, why);
    end
  end
  for k = 1:numel(maps)
    write_file(names{k}, texts{k});
    fprintf('%s\n', names{k});
  end
  if nargout > 0
    files = names;
  end
end

% ---- finding maps ----

function variables = load_variables(mat_file)
  if exist(mat_file, 'file') ~= 2
    error('planets:file', '%s: no such file', mat_file);
  end
  try
    variables = load(mat_file);
  catch problem
    error('planets:file', '%s: cannot be read (in MATLAB, save with -v7 for Octave): %s', mat_file, ...
          problem.message);
  end
  if ~isstruct(variables) || isempty(fieldnames(variables))
    error('planets:file', '%s: no variables in it', mat_file);
  end
end

function maps = find_maps(variables, mat_file)
  maps = {};
  names = fieldnames(variables);
  for k = 1:numel(names)
    maps = [maps, maps_in(variables.(names{k}), names{k}, names{k}, mat_file)]; %#ok<AGROW>
  end
  if numel(maps) == 1 && strcmp(maps{1}.path, 'map')
    [~, maps{1}.name] = fileparts(mat_file);
  end
  for k = 1:numel(maps)
    if isempty(regexp(maps{k}.name, '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$', 'once'))
      error('planets:name', '%s: "%s" is no name for a map: letters, digits, ".", "_" and "-", at most 64', ...
            mat_file, maps{k}.name);
    end
    for l = 1:k-1
      if strcmp(maps{l}.name, maps{k}.name)
        error('planets:name', '%s: %s and %s would both be called "%s"', mat_file, maps{l}.path, maps{k}.path, ...
              maps{k}.name);
      end
    end
  end
end

% The maps in a value: itself, or one level deeper.
function maps = maps_in(value, name, path, mat_file)
  maps = {};
  if iscell(value) && ~isempty(value)
    for k = 1:numel(value)
      expect_map(value{k}, sprintf('%s{%d}', path, k), mat_file);
      maps{end+1} = named(value{k}, sprintf('%s_%d', name, k), sprintf('%s{%d}', path, k)); %#ok<AGROW>
    end
  elseif is_map(value) && numel(value) == 1
    maps = {named(value, name, path)};
  elseif is_map(value) && ~isempty(value)
    for k = 1:numel(value)
      maps{end+1} = named(value(k), sprintf('%s_%d', name, k), sprintf('%s(%d)', path, k)); %#ok<AGROW>
    end
  elseif isstruct(value) && numel(value) == 1 && ~isempty(fieldnames(value))
    parts = fieldnames(value);
    for k = 1:numel(parts)
      inner = [path '.' parts{k}];
      expect_map(value.(parts{k}), inner, mat_file);
      maps{end+1} = named(value.(parts{k}), [name '_' parts{k}], inner); %#ok<AGROW>
    end
  else
    expect_map(value, path, mat_file);
  end
end

function map = named(value, name, path)
  map = struct('name', name, 'path', path);
  map.value = value;
end

function yes = is_map(value)
  yes = isstruct(value) && isfield(value, 'grid');
end

function expect_map(value, path, mat_file)
  if ~is_map(value) || numel(value) ~= 1
    error('planets:map', '%s: %s: got %s, expected a map: a struct with the field grid', mat_file, path, ...
          described(value));
  end
end

% ---- one map ----

function text = map_text(name, map, where)
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

function write_file(name, text)
  [file, why] = fopen(name, 'w');
  if file < 0
    error('planets:write', '%s: cannot be written: %s', name, why);
  end
  fwrite(file, text, 'char');
  if fclose(file) ~= 0
    error('planets:write', '%s: could not be written to its end', name);
  end
end
