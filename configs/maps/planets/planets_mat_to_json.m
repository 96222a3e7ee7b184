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
%   What is none of these, such as the text maps_version, is skipped, and named on standard error. All maps are
%   checked before the first file is written, and no file is overwritten. PLANETS_JSON_TO_MAT is the way back.

  if nargin ~= 2
    error('planets:usage', 'usage: planets_mat_to_json(mat_file, folder)');
  end
  here = fileparts(mfilename('fullpath'));
  addpath(fullfile(here, '..', '..', '..', 'handouts', 'planets'));  % planets_map_json
  maps = find_maps(load_variables(mat_file), mat_file);
  texts = cell(size(maps));
  names = cell(size(maps));
  for k = 1:numel(maps)
    texts{k} = planets_map_json(maps{k}.name, maps{k}.value, [mat_file ': ' maps{k}.path]);
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
    planets_write(names{k}, 'w', texts{k});
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
  skipped = {};
  names = fieldnames(variables);
  for k = 1:numel(names)
    [found, others] = maps_in(variables.(names{k}), names{k}, names{k});
    maps = [maps, found]; %#ok<AGROW>
    skipped = [skipped, others]; %#ok<AGROW>
  end
  if isempty(maps)
    error('planets:file', '%s: no map in it: %s', mat_file, joined(skipped));
  end
  for k = 1:numel(skipped)
    fprintf(2, 'note: %s: skipped %s\n', mat_file, skipped{k});
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

% The maps in a value: itself, or one level deeper. `skipped`: what is no map there, in words.
function [maps, skipped] = maps_in(value, name, path)
  maps = {};
  skipped = {};
  [parts, names, paths] = parts_of(value, name, path);
  for k = 1:numel(parts)
    if is_map(parts{k})
      map = struct('name', names{k}, 'path', paths{k});
      map.value = parts{k};
      maps{end+1} = map; %#ok<AGROW>
    else
      skipped{end+1} = [paths{k} ' (' kind_of(parts{k}) ')']; %#ok<AGROW>
    end
  end
  if isempty(maps)
    skipped = {[path ' (' kind_of(value) ')']};
  end
end

% The elements of a cell array or struct array, the fields of a struct that is no map, or the value itself.
function [parts, names, paths] = parts_of(value, name, path)
  if iscell(value)
    parts = value(:)';
    marks = '{}';
  elseif isstruct(value) && numel(value) > 1
    parts = arrayfun(@(one) {one}, value(:)');
    marks = '()';
  elseif isstruct(value) && numel(value) == 1 && ~is_map(value)
    inner = fieldnames(value)';
    parts = struct2cell(value)';
    names = cellfun(@(field) [name '_' field], inner, 'UniformOutput', false);
    paths = cellfun(@(field) [path '.' field], inner, 'UniformOutput', false);
    return
  else
    parts = {value};
    names = {name};
    paths = {path};
    return
  end
  names = arrayfun(@(k) {sprintf('%s_%d', name, k)}, 1:numel(parts));
  paths = arrayfun(@(k) {sprintf('%s%c%d%c', path, marks(1), k, marks(2))}, 1:numel(parts));
end

% Any struct with a grid is meant to be a map: planets_map_json says what is wrong with it.
function yes = is_map(value)
  yes = isstruct(value) && numel(value) == 1 && isfield(value, 'grid');
end

function text = kind_of(value)
  if ischar(value)
    text = 'text';
  else
    text = sprintf('%dx%d %s', size(value, 1), size(value, 2), class(value));
  end
end

function text = joined(texts)
  text = sprintf(', %s', texts{:});
  text = text(3:end);
end
