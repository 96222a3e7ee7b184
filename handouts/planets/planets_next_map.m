function map = planets_next_map(map, view, turn)
% PLANETS_NEXT_MAP  The struct that a player of E7 Planets gets, with one view more.
%
%   map = planets_next_map(map, view, turn): `view` is what the referee shows at turn `turn`, which counts from 0
%   (decoded JSON). Location histories then have turn + 2 rows: before the start, and one for each view. Rows
%   that nobody has told are NaN, as the ship's first one is.

  map.player.location = longer(map.player.location, [], view.ship.location, turn);
  map.player.score = view.ship.score;
  if numel(map.scraps) ~= numel(view.scraps)  % they never move
    map.scraps = planets_scraps(view.scraps);
  end
  if isempty(map.ghosts)
    map.ghosts = ghosts_of(view.ghosts);
  end
  for k = 1:numel(map.ghosts)
    ghost = view.ghosts(k);
    map.ghosts(k).location = longer(map.ghosts(k).location, ghost.previous, ghost.location, turn);
  end
  map.remaining_turns = view.remaining_turns;
end

% A history up to `turn`. `previous` is the cell one turn before; empty: not told.
function history = longer(history, previous, now, turn)
  untold = turn + 1 - size(history, 1);
  if untold > 0
    history = [history; NaN(untold, 2)];
    if ~isempty(previous)
      history(end, :) = one_based(previous);
    end
  end
  history(turn + 2, :) = one_based(now);
end

% Without their histories.
function ghosts = ghosts_of(list)
  count = numel(list);
  types = cell(count, 1);
  transparencies = cell(count, 1);
  for k = 1:count
    types{k} = list(k).type;
    transparencies{k} = list(k).transparency;
  end
  histories = repmat({zeros(0, 2)}, count, 1);
  ghosts = struct('location', histories, 'type', types, 'transparency', transparencies);
end

% [row; column] from 0, as JSON has it, as [row column] from 1.
function cell_of_grid = one_based(location)
  cell_of_grid = location(:)' + 1;
end
