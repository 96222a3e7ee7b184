"""A stand-in for OpenSpiel's pyspiel: the functions that examples/games/openspiel calls, with three small games. One has
turns, one chance nodes and hidden cards, one simultaneous nodes."""
import types

WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class SpielError(RuntimeError):
    pass


class GameType:
    ChanceMode = types.SimpleNamespace(DETERMINISTIC=0, EXPLICIT_STOCHASTIC=1, SAMPLED_STOCHASTIC=2)
    Dynamics = types.SimpleNamespace(SIMULTANEOUS=0, SEQUENTIAL=1, MEAN_FIELD=2)
    Information = types.SimpleNamespace(ONE_SHOT=0, PERFECT_INFORMATION=1, IMPERFECT_INFORMATION=2)

    def __init__(self, chance_mode, dynamics, information, provides_information_state_string):
        self.chance_mode, self.dynamics, self.information = chance_mode, dynamics, information
        self.provides_information_state_string = provides_information_state_string


class State:
    """A position: the list of actions so far. -1 is the chance player, -2 means all at once, -4 the end."""

    def __init__(self):
        self.actions = []

    def history(self):
        return list(self.actions)

    def is_terminal(self):
        return self.current_player() == -4

    def is_chance_node(self):
        return self.current_player() == -1

    def is_simultaneous_node(self):
        return self.current_player() == -2

    def apply_action(self, action):
        if self.is_simultaneous_node() or action not in self._possible():
            raise SpielError(f"action {action}")
        self.actions.append(action)

    def _possible(self):
        return [action for action, _ in self.chance_outcomes()] if self.is_chance_node() else self.legal_actions(self.current_player())

    def __str__(self):
        return " ".join(map(str, self.actions))


class TicTacToe(State):
    def _line(self, player):
        mine = set(self.actions[player::2])
        return any(mine.issuperset(line) for line in WINS)

    def current_player(self):
        return -4 if self._line(0) or self._line(1) or len(self.actions) == 9 else len(self.actions) % 2

    def legal_actions(self, player):
        return [field for field in range(9) if field not in self.actions] if player == self.current_player() else []

    def action_to_string(self, player, action):
        return f"{'xo'[player]}({action // 3},{action % 3})"

    def observation_string(self, player):
        return str(self)

    def returns(self):
        return [1.0, -1.0] if self._line(0) else [-1.0, 1.0] if self._line(1) else [0.0, 0.0]


class KuhnPoker(State):
    def current_player(self):
        bets = self.actions[2:]
        if len(self.actions) < 2:
            return -1
        return -4 if bets in ([0, 0], [1, 0], [1, 1], [0, 1, 0], [0, 1, 1]) else len(bets) % 2

    def chance_outcomes(self):
        cards = [card for card in range(3) if card not in self.actions]
        return [(card, 1 / len(cards)) for card in cards]

    def legal_actions(self, player):
        return [0, 1] if player == self.current_player() else []

    def action_to_string(self, player, action):
        return f"Deal:{action}" if player == -1 else ("Pass", "Bet")[action]

    def information_state_string(self, player):
        return str(self.actions[player]) + "".join("pb"[bet] for bet in self.actions[2:])

    def returns(self):
        if not self.is_terminal():
            return [0.0, 0.0]
        bets = self.actions[2:]
        if bets in ([1, 0], [0, 1, 0]):  # a fold: the other has bet
            winner, pot = (0, 1.0) if bets == [1, 0] else (1, 1.0)
        else:
            winner, pot = (0 if self.actions[0] > self.actions[1] else 1), 2.0 if 1 in bets else 1.0
        return [pot, -pot] if winner == 0 else [-pot, pot]


class RockPaperScissors(State):
    ROUNDS = 3

    def current_player(self):
        return -4 if len(self.actions) == self.ROUNDS else -2

    def legal_actions(self, player):
        return [] if self.is_terminal() else [0, 1, 2]

    def action_to_string(self, player, action):
        return ("Rock", "Paper", "Scissors")[action]

    def apply_actions(self, actions):
        if len(actions) != 2 or not all(action in (0, 1, 2) for action in actions):
            raise SpielError(f"actions {actions}")
        self.actions.append(tuple(actions))

    def observation_string(self, player):
        return str(self)

    def returns(self):
        points = sum((0, 1, -1)[(one - other) % 3] for one, other in self.actions)
        return [float(points), float(-points)]


class Game:
    def __init__(self, kind, state, most):
        self.kind, self.new_initial_state, self.most = kind, state, most

    def get_type(self):
        return self.kind

    def num_players(self):
        return 2

    def min_utility(self):
        return -self.most

    def max_utility(self):
        return self.most


_DYNAMICS, _CHANCE, _INFORMATION = GameType.Dynamics, GameType.ChanceMode, GameType.Information
_GAMES = {
    "tic_tac_toe": Game(GameType(_CHANCE.DETERMINISTIC, _DYNAMICS.SEQUENTIAL, _INFORMATION.PERFECT_INFORMATION, False), TicTacToe, 1.0),
    "kuhn_poker": Game(GameType(_CHANCE.EXPLICIT_STOCHASTIC, _DYNAMICS.SEQUENTIAL, _INFORMATION.IMPERFECT_INFORMATION, True), KuhnPoker, 2.0),
    "repeated_rps": Game(GameType(_CHANCE.DETERMINISTIC, _DYNAMICS.SIMULTANEOUS, _INFORMATION.ONE_SHOT, False), RockPaperScissors, 3.0),
    "sampled": Game(GameType(_CHANCE.SAMPLED_STOCHASTIC, _DYNAMICS.SEQUENTIAL, _INFORMATION.PERFECT_INFORMATION, False), TicTacToe, 1.0),
}


def load_game(name):
    if name not in _GAMES:
        raise SpielError(f"Unknown game '{name}'")
    return _GAMES[name]
