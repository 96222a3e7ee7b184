"""What the environments of the stand-in have in common: the AEC API."""


class Discrete:
    def __init__(self, n):
        self.n, self.start = n, 0


class Pairs:
    """A space whose actions are lists of two numbers, from 0 to 1 each."""

    def from_jsonable(self, samples):
        return [tuple(float(part) for part in sample) for sample in samples]

    def contains(self, action):
        return len(action) == 2 and all(0 <= part <= 1 for part in action)

    def __repr__(self):
        return "Pairs(0, 1)"


class AECEnv:
    def reset(self, seed=None, options=None):
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.begin(seed)

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("an agent that is out has only the action None")
            self.agents.remove(agent)
            for kept in (self.rewards, self.terminations, self.truncations, self.infos):
                del kept[agent]
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        self.rewards = dict.fromkeys(self.agents, 0)
        self.play(agent, action)
        if any(self.terminations.values()) or any(self.truncations.values()):
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.agents[(self.agents.index(agent) + 1) % len(self.agents)]
