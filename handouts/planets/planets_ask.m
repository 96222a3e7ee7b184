function [move, complaint] = planets_ask(player, map)
% PLANETS_ASK  Asks a player of E7 Planets for its direction.
%
%   [move, complaint] = planets_ask(player, map) calls player(map). `move` is what it returned as JSON, if that is
%   text, right or wrong: the referee judges it. Otherwise it is null, which is no move, and `complaint` is a line
%   for the player's author.

  move = 'null';
  complaint = '';
  name = func2str(player);
  try
    direction = player(map);
  catch thrown
    complaint = [name ': ' error_text(name, thrown)];
    return
  end
  if ischar(direction) || isstring(direction)
    move = jsonencode(direction);
  else
    complaint = sprintf('%s: got a %s as direction, expected ''U'', ''D'', ''L'', ''R'' or ''.''', name, ...
                        class(direction));
  end
end

% The line is the innermost one in the function's own file.
function text = error_text(name, thrown)
  text = 'error';
  for k = 1:numel(thrown.stack)
    [~, file] = fileparts(thrown.stack(k).file);
    if strcmp(file, name)
      text = sprintf('%s in line %d', text, thrown.stack(k).line);
      break
    end
  end
  text = [text ': ' thrown.message];
  if ~isempty(thrown.identifier)
    text = [text ' (' thrown.identifier ')'];
  end
end
