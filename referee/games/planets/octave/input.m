function varargout = input(varargin) %#ok<STOUT>
% INPUT  For a player: the referee's messages come in where it would read.
  error('planets:keyboard', 'input: nobody is at the keyboard in a match');
end
