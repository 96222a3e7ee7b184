function varargout = keyboard(varargin) %#ok<STOUT>
% KEYBOARD  For a player: the referee's messages come in where it would read.
  error('planets:keyboard', 'keyboard: nobody is at the keyboard in a match');
end
