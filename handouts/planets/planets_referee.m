function program = planets_referee()
% PLANETS_REFEREE  The program `referee`, which has the rules: from the environment variable REFEREE, from PATH, or
% from build/release/bin of the folder that this file came with.
  program = getenv('REFEREE');
  if ~isempty(program)
    return
  end
  program = 'referee';
  [status, ~] = system('command -v referee');
  if status == 0
    return
  end
  here = fileparts(mfilename('fullpath'));
  program = fullfile(here, '..', '..', 'build', 'release', 'bin', 'referee');
  if exist(program, 'file') ~= 2
    error('planets:referee', ['the program referee is not found: put it into PATH, or its file''s name into the ' ...
          'environment variable REFEREE']);
  end
end
