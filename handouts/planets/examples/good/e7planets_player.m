function direction = e7planets_player(map)
% Takes the first step of a shortest way to the nearest scrap: round asteroids, over edges, not next to ghosts.
  letters = 'UDLR';
  steps = [-1 0; 1 0; 0 -1; 0 1];
  blocked = isinf(map.grid);
  for k = 1:numel(map.ghosts)
    for step = [0 0; steps]'
      beside = map.ghosts(k).location(end, :) + step';
      if all(beside >= 1) && all(beside <= size(map.grid))
        blocked(beside(1), beside(2)) = true;
      end
    end
  end
  here = map.player.location(end, :);
  direction = '.';
  first = repmat(direction, size(map.grid));  % the first step on the way to each cell that has been reached
  blocked(here(1), here(2)) = true;
  way = here;  % cells reached, in the order of their distance
  next = 1;
  while next <= size(way, 1)
    at = way(next, :);
    for k = 1:numel(map.scraps)
      if isequal(map.scraps(k).location, at)
        direction = first(at(1), at(2));
        return
      end
    end
    for k = 1:4
      to = mod(at + steps(k, :) - 1, size(map.grid)) + 1;
      if ~blocked(to(1), to(2))
        blocked(to(1), to(2)) = true;
        first(to(1), to(2)) = first(at(1), at(2));
        if next == 1
          first(to(1), to(2)) = letters(k);
        end
        way(end + 1, :) = to; %#ok<AGROW>
      end
    end
    next = next + 1;
  end
end
