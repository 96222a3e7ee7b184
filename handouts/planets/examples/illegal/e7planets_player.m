function direction = e7planets_player(map)
% Returns what is no direction, each turn: no move, the ship stays.
  direction = 'north';
end
