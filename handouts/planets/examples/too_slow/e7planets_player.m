function direction = e7planets_player(map)
% Computes for longer than a second, each turn: its moves come too late.
  started = cputime();
  while cputime() - started < 1.2
  end
  direction = 'U';
end
