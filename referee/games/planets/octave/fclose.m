function status = fclose(file)
% FCLOSE  For a player: fclose('all') leaves the way to the referee open, which was made of /dev/null.
  status = 0;
  if ~strcmp(file, 'all')
    status = builtin('fclose', file);
    return
  end
  for opened = fopen('all')'
    if ~strcmp(fopen(opened), '/dev/null')
      status = min(status, builtin('fclose', opened));
    end
  end
end
