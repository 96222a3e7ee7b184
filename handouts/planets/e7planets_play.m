function game_stats = e7planets_play(map, player)
% E7PLANETS_PLAY  Plays a whole game of E7 Planets with a player, by the referee's own rules.
%
%   game_stats = e7planets_play(map, @e7planets_player)
%
%   `map` is the struct of a game that is not begun, as in the handout, or the name of a map of the referee:
%   'spiral_ghosts'. The player is asked each turn; it makes no move if it throws an error, takes more than a
%   second, or returns no direction: then there is a warning. Turns count from 0, as in the referee's records.
%
%   Fields of game_stats:
%
%     win, caught            true or false
%     max_turns, n_turns     of the map; that were played
%     score                  value picked up
%     scraps_total_value     of the map
%     scraps_picked_up       struct array: location, value; in the order in which they were
%     scraps_left            struct array: location, value
%     ghosts_catch_samespot  row vector: numbers of the ghosts that came to the ship's cell
%     ghosts_catch_switch    row vector: numbers of the ghosts that exchanged cells with it
%
%   E7PLANETS_SHOW then goes through the frames of the game, with the keys of the course's figure.
%
%   Runs under MATLAB and GNU Octave. The program `referee` is looked for in the environment variable REFEREE, in
%   PATH, and in build/release/bin of the folder that this one came with.

  if nargin ~= 2 || ~isa(player, 'function_handle')
    error('planets:usage', 'usage: game_stats = e7planets_play(map, @e7planets_player)');
  end
  player = with_fresh_state(player);
  folder = tempname();
  mkdir(folder);
  map_file = fullfile(folder, 'map.json');
  moves_file = fullfile(folder, 'moves.jsonl');
  record_file = fullfile(folder, 'record.jsonl');
  no_files = onCleanup(@() remove_files(folder, {map_file, moves_file, record_file})); %#ok<NASGU>
  before = warning('query', 'backtrace');
  as_before = onCleanup(@() warning(before.state, 'backtrace')); %#ok<NASGU>
  warning('off', 'backtrace');
  planets_write(moves_file, 'a', '');
  if ischar(map)
    option = ['map=' map];
  else
    planets_write(map_file, 'a', planets_map_json('map', map, 'map'));
    option = ['map=@' map_file];
  end
  command = [planets_word(planets_referee()) ' step planets --option ' planets_word(option) ...
             ' --moves ' planets_word(moves_file)];
  game_stats = stats_of(play([command ' 2>&1'], moves_file, player));
  keep_record(command, record_file);
end

% For e7planets_show.
function keep_record(command, file)
  [status, text] = system([command ' --record ' planets_word(file) ' 2>&1']);
  if status ~= 0
    warning('planets:referee', 'no record for e7planets_show: %s', strtrim(text));
    return
  end
  e7planets_show(fileread(file));
  fprintf('e7planets_show goes through the frames of this game\n');
end

% The referee is told all moves so far, and says where the game is then.
function outcome = play(command, moves_file, player)
  state = asked_referee(command);
  map = planets_first_map(state.setup);
  while ~state.over
    turn = state.turn;
    map = planets_next_map(map, state.view, turn);
    planets_write(moves_file, 'a', [move_in_time(player, map, turn) char(10)]);
    state = asked_referee(command);
    for k = 1:numel(state.refused)
      warning('planets:player', 'turn %d: %s: no move', turn, state.refused(k).fault);
    end
  end
  outcome = state.outcome;
end

% As in a match, processor time counts: what else the machine does costs no move.
function move = move_in_time(player, map, turn)
  started = cputime();
  [move, complaint] = planets_ask(player, map);
  seconds = cputime() - started;
  if seconds > 1
    move = 'null';
    complaint = sprintf('%s: took %.2f s of processor time, expected 1 s at most', func2str(player), seconds);
  end
  if ~isempty(complaint)
    warning('planets:player', 'turn %d: %s: no move', turn, complaint);
  end
end

% As in a match, nothing is left in persistent variables from an earlier game.
function player = with_fresh_state(player)
  name = func2str(player);
  if exist(name, 'file') == 2
    clear(name);
    player = str2func(name);
  end
end

function stats = stats_of(outcome)
  stats = struct();
  stats.win = outcome.win;
  stats.max_turns = outcome.max_turns;
  stats.n_turns = outcome.n_turns;
  stats.score = outcome.score;
  stats.scraps_total_value = outcome.scraps_total_value;
  stats.scraps_picked_up = planets_scraps(outcome.scraps_picked_up);
  stats.scraps_left = planets_scraps(outcome.scraps_left);
  stats.caught = outcome.caught;
  stats.ghosts_catch_samespot = reshape(outcome.ghosts_catch_samespot, 1, []) + 1;
  stats.ghosts_catch_switch = reshape(outcome.ghosts_catch_switch, 1, []) + 1;
end

% ---- the referee ----

function state = asked_referee(command)
  [status, text] = system(command);
  if status ~= 0
    error('planets:referee', '%s', strtrim(text));
  end
  state = jsondecode(text);
end

function remove_files(folder, files)
  for k = 1:numel(files)
    if exist(files{k}, 'file') == 2
      delete(files{k});
    end
  end
  rmdir(folder);
end
