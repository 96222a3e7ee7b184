"""Any game of OpenSpiel, as it is: its chance nodes are drawn by the referee, its simultaneous nodes ask several seats at once,
and each seat sees its own information state."""
import pyspiel
from referee_game import Game, Refused, serve


class OpenSpiel(Game):
    def begin(self, options):
        try:
            self.game = pyspiel.load_game(options["game"])
        except pyspiel.SpielError as error:
            raise Refused(f"options.game: got {options['game']}. OpenSpiel says: {error}") from error
        kind = self.game.get_type()
        if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC or kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
            raise Refused(f"options.game: {options['game']} draws by itself, or has no single players. A match of it cannot be repeated")
        if self.game.num_players() != self.seats:
            raise Refused(f"options.players: got {self.seats}, expected {self.game.num_players()}, which {options['game']} has")
        self.is_open = kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
        self.recalls = kind.provides_information_state_string
        self.state, self.losers = self.game.new_initial_state(), []

    def to_move(self):
        if self.losers or self.state.is_terminal():
            return []
        if self.state.is_simultaneous_node():
            return [seat for seat in range(self.seats) if self.state.legal_actions(seat)]
        return [self.state.current_player()]

    def legal(self, seat):
        return list(self._actions(seat))

    def _actions(self, seat):
        """OpenSpiel's actions by their names. Two of one name have their numbers as names."""
        actions = self.state.legal_actions(seat)
        names = [self.state.action_to_string(seat, action) for action in actions]
        return {name if names.count(name) == 1 else str(action): action for name, action in zip(names, actions)}

    def play_together(self, moves):
        self.losers = [seat for seat, move in moves.items() if move is None]
        if self.losers:  # OpenSpiel has no rule for this: the match is over, and they have lost it
            pass
        elif self.state.is_simultaneous_node():  # seats without a choice play 0
            actions = {seat: self._actions(seat)[move] for seat, move in moves.items()}
            self.state.apply_actions([actions.get(seat, 0) for seat in range(self.seats)])
        else:
            ((seat, move),) = moves.items()
            self.state.apply_action(self._actions(seat)[move])
        return []  # the views say what the seats may know of it

    def chance(self):
        if self.losers or not self.state.is_chance_node():
            return None
        return [[action, max(1, round(chance * 10**9))] for action, chance in self.state.chance_outcomes() if chance > 0]

    def draw(self, outcome):
        self.state.apply_action(outcome)
        return []

    def view(self, reader):
        if reader.seat is None:  # spectators, or everybody after the match
            return {"state": str(self.state)} if self.is_open or reader.sees(0) else {}
        if self.state.is_chance_node():
            return {}
        seen = self.state.information_state_string if self.recalls else self.state.observation_string
        legal = self.legal(reader.seat) if reader.seat in self.to_move() else []
        return {"seat": reader.seat, "knows": seen(reader.seat), "legal": legal}

    def scores(self):
        if not self.losers:
            return list(self.state.returns())
        return [self.game.min_utility() if seat in self.losers else self.game.max_utility() for seat in range(self.seats)]

    def outcome(self):
        return {"history": list(self.state.history()), "without_a_move": self.losers}


serve(OpenSpiel)
