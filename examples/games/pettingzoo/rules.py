"""Any environment of PettingZoo's AEC API. Its possible agents sit on the seats 0, 1, ... in their own order."""
import importlib

from referee_game import Game, Refused, serve


def plain(value):
    """An observation as JSON: arrays become lists."""
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(part) for part in value]
    return value.tolist() if hasattr(value, "tolist") else value


class PettingZoo(Game):
    def begin(self, options):
        try:
            self.env = importlib.import_module(options["environment"]).env(**options["arguments"])
        except (ImportError, AttributeError, TypeError) as error:
            raise Refused(f"options.environment: got {options['environment']}: {error}") from error
        self.agents = list(self.env.possible_agents)
        if len(self.agents) != self.seats:
            raise Refused(f"options.agents: got {self.seats}, expected {len(self.agents)}, which {options['environment']} has")
        self.total, self.loser = dict.fromkeys(self.agents, 0.0), None
        self.env.reset(seed=self.random.below(1 << 31))
        self._pass_the_finished()

    def _step(self, action):
        self.env.step(action)
        for agent, reward in self.env.rewards.items():
            self.total[agent] += float(reward)

    def _pass_the_finished(self):
        """The API wants a step without action from each agent that is out of the game."""
        env = self.env
        while env.agents and (env.terminations[env.agent_selection] or env.truncations[env.agent_selection]):
            self.env.step(None)

    def to_move(self):
        return [] if self.loser is not None or not self.env.agents else [self.agents.index(self.env.agent_selection)]

    def legal(self, seat):
        """Numbers of actions; None where actions are no numbers."""
        agent = self.agents[seat]
        space, observation = self.env.action_space(agent), self.env.observe(agent)
        if not hasattr(space, "n"):
            return None
        first = int(getattr(space, "start", 0))
        mask = observation.get("action_mask") if isinstance(observation, dict) else self.env.infos[agent].get("action_mask")
        return [first + i for i in range(int(space.n)) if mask is None or mask[i]]

    def check(self, seat, move):
        space = self.env.action_space(self.agents[seat])
        if hasattr(space, "n"):
            return super().check(seat, move)
        try:
            is_action = space.contains(space.from_jsonable([move])[0])
        except Exception as error:  # whatever the space makes of any JSON
            raise Refused(f"no action of {space}: {error}", malformed=True) from error
        if not is_action:
            raise Refused(f"no action of {space}")

    def play(self, seat, move):
        if move is None:  # the API has no rule for this: the match is over, and this seat has lost it
            self.loser = seat
            return []
        space = self.env.action_space(self.agents[seat])
        self._step(move if hasattr(space, "n") else space.from_jsonable([move])[0])
        self._pass_the_finished()
        return []  # the views say what the seats may know of it

    def view(self, reader):
        if reader.seat is None:
            return {"agents": self.agents, "rewards": [self.total[agent] for agent in self.agents]} if reader.sees(0) else {"agents": self.agents}
        agent = self.agents[reader.seat]
        seen = plain(self.env.observe(agent)) if agent in self.env.agents else None
        return {"agent": agent, "observation": seen, "legal": (self.legal(reader.seat) if self.to_move() == [reader.seat] else [])}

    def scores(self):
        points = [self.total[agent] for agent in self.agents]
        if self.loser is not None:
            points[self.loser] = min(points) - 1
        return points

    def outcome(self):
        return {"rewards": self.total, "without_a_move": self.loser}


serve(PettingZoo)
