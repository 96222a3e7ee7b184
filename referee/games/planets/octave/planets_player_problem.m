function problem = planets_player_problem()
% PLANETS_PLAYER_PROBLEM  Why e7planets_player cannot be called as the handout says; empty: it can.
%
%   Loads the function, so that its first call does not have to.

  problem = '';
  if exist('e7planets_player', 'file') ~= 2
    problem = getenv('E7PLANETS_MISSING');  % set by the program that has copied the player's file
    if isempty(problem)
      problem = 'there is no e7planets_player.m';
    end
    return
  end
  lastwarn('', '');
  try
    inputs = nargin('e7planets_player');
    outputs = nargout('e7planets_player');
  catch reason
    problem = ['e7planets_player.m has no function that can be called: ' reason.message];
    return
  end
  [~, warned] = lastwarn();
  if strcmp(warned, 'Octave:function-name-clash')
    problem = 'the function in e7planets_player.m has another name';
  elseif inputs ~= 1 || outputs ~= 1
    problem = sprintf('e7planets_player has %s and %s', counted(inputs, 'input'), counted(outputs, 'output'));
  end
end

function text = counted(number, noun)
  if number < 0
    text = ['any number of ' noun 's'];
  elseif number == 1
    text = ['1 ' noun];
  else
    text = sprintf('%d %ss', number, noun);
  end
end
