function text = planets_error_text(name, problem)
% PLANETS_ERROR_TEXT  One line about an error that a player's function has thrown.
%
%   text = planets_error_text(name, problem): `name` is the function's, `problem` what was caught. The line number
%   is the innermost one in the function's own file.

  text = [name ': error'];
  for k = 1:numel(problem.stack)
    [~, file] = fileparts(problem.stack(k).file);
    if strcmp(file, name)
      text = sprintf('%s in line %d', text, problem.stack(k).line);
      break
    end
  end
  text = [text ': ' problem.message];
  if ~isempty(problem.identifier)
    text = [text ' (' problem.identifier ')'];
  end
end
