function map = planets_first_map(setup)
% PLANETS_FIRST_MAP  The struct that a player of E7 Planets gets, before the game's first view.
%
%   map = planets_first_map(setup) takes what the referee says of a game once and for all ("setup", decoded
%   JSON). Locations, scraps and ghosts are empty until planets_next_map has added a view.

  map = struct();
  map.grid = grid_of(setup.grid);
  map.player = struct('location', zeros(0, 2), 'score', 0);
  map.scraps = planets_scraps([]);
  map.ghosts = struct('location', cell(0, 1), 'type', cell(0, 1), 'transparency', cell(0, 1));
  map.remaining_turns = 0;
end

% Asteroids are null in JSON, which becomes NaN, or an empty matrix where rows were decoded as cells.
function grid = grid_of(rows)
  if iscell(rows)
    for k = 1:numel(rows)
      if iscell(rows{k})
        rows{k}(cellfun(@isempty, rows{k})) = {NaN};
        rows{k} = cell2mat(rows{k});
      end
      rows{k} = reshape(rows{k}, 1, []);
    end
    rows = vertcat(rows{:});
  end
  grid = double(rows);
  grid(isnan(grid)) = Inf;
end
