"""A stand-in for PettingZoo: what examples/games/pettingzoo calls, with two small environments in `classic`."""
