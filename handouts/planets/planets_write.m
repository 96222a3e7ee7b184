function planets_write(name, mode, text)
% PLANETS_WRITE  Writes a text to a file: a new one with mode 'w', behind what is there with 'a'.
  [file, why] = fopen(name, mode);
  if file < 0
    error('planets:write', '%s: cannot be written: %s', name, why);
  end
  fwrite(file, text, 'char');
  if fclose(file) ~= 0
    error('planets:write', '%s: could not be written to its end', name);
  end
end
