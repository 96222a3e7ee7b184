function planets_driver(transport)
% PLANETS_DRIVER  Plays with e7planets_player for a referee, until that says bye or leaves.
%
%   transport() returns next_line and send, as planets_stdio does. The current folder is the player's. Keeps
%   nothing in variables that `clear all` in the player would take away.

  [next_line, send] = transport();
  home = pwd();
  folders = path();
  warm_up();
  problem = planets_player_problem();
  if ~isempty(problem)
    tell('%s: expected "function direction = e7planets_player(map)". No turn will be a move', problem);
  end
  send('{"type":"hello","protocol":1,"resume":true}');
  match = '';
  asked = false;
  move = '';
  told = false;
  while true
    line = next_line();
    if ~ischar(line)
      return
    end
    message = jsondecode(line);
    switch message.type
      case 'start'
        if ~strcmp(message.match, match)
          match = message.match;
          asked = begin_anew(asked);
        end
        map = planets_first_map(message.setup);
      case 'past'
        map = planets_next_map(map, message.view, message.turn);
      case 'turn'
        if message.turn == 0  % again, if the match is played again
          asked = begin_anew(asked);
        end
        map = planets_next_map(map, message.view, message.turn);
        [move, told] = move_of(problem, map, message.turn);
        asked = true;
        if ~strcmp(pwd(), home)  % cd reads all folders of the path again: some milliseconds
          cd(home);
        end
        if ~strcmp(path(), folders)
          path(folders);
        end
        send(['{"type":"move","match":' jsonencode(match) sprintf(',"turn":%d,"move":', message.turn) move '}']);
      case 'error'
        if ~isfield(message, 'turn')
          tell('referee: %s', message.message);
        elseif ~told
          tell('turn %d: referee: %s', message.turn, message.message);
        end
      case 'bye'
        return
    end
  end
end

% Calls once what the first turn needs, which nobody times yet.
function warm_up()
  setup = '{"grid":[[0,null],[1,0]]}';
  view = ['{"ship":{"location":[0,0],"score":0},"scraps":[{"location":[1,1],"value":1}],"ghosts":[{"location":[1,0],' ...
          '"type":"towardplayer","transparency":0,"previous":null}],"remaining_turns":1}'];
  planets_next_map(planets_first_map(jsondecode(setup)), jsondecode(view), 0);
  jsonencode('U');
end

% Forgets what the player has kept, if it was `asked`. Returns false, as it is not any more.
function asked = begin_anew(asked)
  if asked
    clear('e7planets_player');
    clear('global');
    planets_player_problem();  % loads it
  end
  asked = false;
end

% The move as JSON. Where there is none it is the reason, so that the match's summary and record have it; `told`:
% the author has read more about it here.
function [move, told] = move_of(problem, map, turn)
  reason = problem;
  if isempty(problem)
    [move, reason] = planets_ask(@e7planets_player, map);
    if ~isempty(reason)
      tell('turn %d: %s', turn, reason);
    end
  end
  told = ~isempty(reason);
  if told
    move = as_json(reason);
  end
end

% A line of printable ASCII, of at most 200 characters.
function text = as_json(reason)
  reason = reason(1:min(end, 200));
  reason(reason < 32 | reason > 126) = ' ';
  text = jsonencode(reason);
end

% A line for the author, on standard error.
function tell(varargin)
  fprintf(2, '%s\n', sprintf(varargin{:}));
end
