"""A game with chance and with actions that are lists: each agent throws three times at a place that only the seed knows."""
import random

from pettingzoo.aec import AECEnv, Pairs


class env(AECEnv):  # as PettingZoo names it
    def __init__(self, players=3):
        self.possible_agents = [f"thrower_{number}" for number in range(players)]

    def begin(self, seed):
        self.random = random.Random(seed)
        self.throws = 0

    def action_space(self, agent):
        return Pairs()

    def observe(self, agent):
        return (self.throws, float(self.rewards.get(agent, 0)))

    def play(self, agent, action):
        target = self.random.random(), self.random.random()
        self.rewards[agent] = -sum(abs(one - other) for one, other in zip(action, target))
        self.throws += 1
        if self.throws == 3 * len(self.possible_agents):
            self.truncations = dict.fromkeys(self.agents, True)
