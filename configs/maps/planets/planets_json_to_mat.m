function planets_json_to_mat(folder, mat_file)
% PLANETS_JSON_TO_MAT  Puts map files of the referee into one .mat file, as structs that students `load`.
%
%   planets_json_to_mat(folder, mat_file) reads all files NAME.json in `folder`; or `folder` is the name of one
%   map file. Each becomes a variable NAME with the fields that the handout of E7 Planets documents, as
%   e7planets_play takes it. Runs under MATLAB and GNU Octave:
%
%     octave-cli --path configs/maps/planets --eval "planets_json_to_mat('configs/maps/planets', 'maps.mat')"
%
%   In variables' names "_" stands for "." and "-". All maps are checked before the file is written, which must
%   not be there yet. PLANETS_MAT_TO_JSON is the way back.

  if nargin ~= 2
    error('planets:usage', 'usage: planets_json_to_mat(folder, mat_file)');
  end
  here = fileparts(mfilename('fullpath'));
  addpath(fullfile(here, '..', '..', '..', 'handouts', 'planets'));  % planets_map_json and others
  files = map_files(folder);
  if exist(mat_file, 'file') == 2
    error('planets:exists', '%s: is there already; remove it or choose another name', mat_file);
  end
  maps = struct();
  for k = 1:numel(files)
    name = variable_of(files{k});
    if isfield(maps, name)
      error('planets:name', '%s: another file''s map is called "%s", too', files{k}, name);
    end
    maps.(name) = map_in(files{k});
  end
  save('-v7', mat_file, '-struct', 'maps');
  fprintf('%s: %s\n', mat_file, strjoin(fieldnames(maps)', ' '));
end

function files = map_files(folder)
  if exist(folder, 'dir') ~= 7
    files = {folder};
    return
  end
  found = dir(fullfile(folder, '*.json'));
  if isempty(found)
    error('planets:file', '%s: no map file NAME.json in it', folder);
  end
  files = cellfun(@(name) fullfile(folder, name), sort({found.name}), 'UniformOutput', false);
end

function name = variable_of(file)
  [~, name] = fileparts(file);
  name = regexprep(name, '[.-]', '_');
  if ~isvarname(name)
    error('planets:name', '%s: "%s" is no name for a variable: letters, digits and "_", a letter first', file, name);
  end
end

% The struct of the game on this map that is not begun.
function map = map_in(file)
  world = decoded(file);
  wanted = {'grid', 'ship', 'scraps', 'ghosts', 'turns'};
  if ~isstruct(world) || ~all(isfield(world, wanted))
    error('planets:map', '%s: expected a map: an object with the keys %s', file, strjoin(wanted, ', '));
  end
  try
    view = struct('remaining_turns', world.turns);
    view.ship = struct('location', world.ship, 'score', 0);
    view.scraps = each_of(world.scraps);
    view.ghosts = with_previous(each_of(world.ghosts));
    map = planets_next_map(planets_first_map(world), view, 0);
  catch problem
    error('planets:map', '%s: is no map: %s', file, problem.message);
  end
  planets_map_json('map', map, file);
end

function world = decoded(file)
  try
    world = jsondecode(fileread(file));
  catch problem
    error('planets:file', '%s: cannot be read: %s', file, problem.message);
  end
end

% Objects with different keys are decoded as cells, and those of no objects as a matrix.
function list = each_of(value)
  list = struct('location', {}, 'value', {}, 'type', {}, 'heading', {}, 'transparency', {});
  for k = 1:numel(value)
    if iscell(value)
      one = value{k};
    else
      one = value(k);
    end
    keys = fieldnames(one);
    list(k).location = [];
    for l = 1:numel(keys)
      list(k).(keys{l}) = one.(keys{l});
    end
  end
end

% The cell behind the heading, which may be off the grid; none for a ghost toward the player.
function ghosts = with_previous(ghosts)
  steps = [-1 0; 1 0; 0 -1; 0 1];
  for k = 1:numel(ghosts)
    ghosts(k).previous = [];
    if strcmp(ghosts(k).type, 'backandforth')
      ghosts(k).previous = ghosts(k).location(:)' - steps('UDLR' == ghosts(k).heading, :);
    end
  end
end
