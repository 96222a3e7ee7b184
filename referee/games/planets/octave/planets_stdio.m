function [next_line, send] = planets_stdio()
% PLANETS_STDIO  The way to the referee: GNU Octave's standard input and output.
%
%   next_line() waits for a line; what it returns is no text when there are no more. send(text) sends one. What
%   else is printed, forgotten semicolons too, goes to standard error from now on, which the author sees.

  crash_dumps_octave_core(false);
  sigterm_dumps_octave_core(false);
  nowhere = '/dev/null';
  if ispc()
    nowhere = 'NUL';
  end
  way = fopen(nowhere, 'w');
  dup2(stdout, way);
  dup2(stderr, stdout);
  next_line = @read_line;
  send = @(text) write_line(way, text);
end

% Not fgetl, which holds a line back until the next one has come. The end of input is an error.
function line = read_line()
  try
    line = builtin('input', '', 's');
  catch
    line = [];
  end
end

function write_line(way, text)
  fflush(stdout);
  fputs(way, [text char(10)]);
  fflush(way);
end
