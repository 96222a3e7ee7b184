function word = planets_word(text)
% PLANETS_WORD  A text as one word for the shell.
  word = ['''' strrep(text, '''', '''\''''') ''''];
end
