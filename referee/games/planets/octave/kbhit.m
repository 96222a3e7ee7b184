function varargout = kbhit(varargin) %#ok<STOUT>
% KBHIT  For a player: the referee's messages come in where it would read.
  error('planets:keyboard', 'kbhit: nobody is at the keyboard in a match');
end
