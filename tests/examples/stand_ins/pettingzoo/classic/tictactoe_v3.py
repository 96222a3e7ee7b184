"""A turn-based game: a mask says which fields are free."""
from pettingzoo.aec import AECEnv, Discrete

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class env(AECEnv):  # as PettingZoo names it
    possible_agents = ["player_1", "player_2"]

    def begin(self, seed):
        self.fields = [0] * 9

    def action_space(self, agent):
        return Discrete(9)

    def observe(self, agent):
        mine = self.possible_agents.index(agent) + 1
        mask = [int(field == 0) for field in self.fields] if agent == self.agent_selection else [0] * 9
        return {"observation": [[int(field == mine), int(field == 3 - mine)] for field in self.fields], "action_mask": mask}

    def play(self, agent, action):
        mark = self.possible_agents.index(agent) + 1
        self.fields[action] = mark
        won = any(all(self.fields[field] == mark for field in line) for line in LINES)
        if won:
            self.rewards = {other: 1 if other == agent else -1 for other in self.agents}
        if won or 0 not in self.fields:
            self.terminations = dict.fromkeys(self.agents, True)
