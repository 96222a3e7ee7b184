function e7planets_show(record)
% E7PLANETS_SHOW  Shows the last game that e7planets_play has played, frame by frame.
%
%   In a terminal it fills the window, and has the keys of the course's figure: right or down is the next frame,
%   left or up the one before, home and end the first and the last, enter plays forward, backspace backward, f
%   and s faster and slower, h lists the keys, q or escape leaves. Where no terminal is, as in MATLAB's desktop,
%   all frames are printed as text.
%
%   e7planets_play calls it with the text of the game's record, which it keeps.

  persistent kept
  if nargin == 1
    kept = record;
    return
  end
  if isempty(kept)
    error('planets:show', 'no game has been played yet: game_stats = e7planets_play(map, @e7planets_player)');
  end
  file = [tempname() '.jsonl'];
  planets_write(file, 'w', kept);
  no_file = onCleanup(@() delete(file)); %#ok<NASGU>
  system([planets_word(planets_referee()) ' show ' planets_word(file)]);
end
