function pause(varargin)
% PAUSE  For a player: as ever for a number of seconds; the referee's messages come in where a key would.
  if nargin == 0
    error('planets:keyboard', 'pause: nobody is at the keyboard in a match');
  end
  builtin('pause', varargin{:});
end
