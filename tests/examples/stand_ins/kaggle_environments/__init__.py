"""A stand-in for kaggle_environments: what examples/games/kaggle_env calls, with a game of turns and one of all at once."""
import copy
import random

from .errors import DeadlineExceeded, InvalidArgument
from .utils import process_schema


class Struct(dict):
    """A dictionary whose keys are attributes, too."""

    def __getattr__(self, key):
        if key not in self:
            raise AttributeError(key)
        return self[key]

    def __setattr__(self, key, value):
        self[key] = value


def structify(value):
    if isinstance(value, dict):
        return Struct({key: structify(part) for key, part in value.items()})
    return [structify(part) for part in value] if isinstance(value, list) else value


class Environment:
    def __init__(self, specification, interpreter, configuration):
        self.specification = structify(specification)
        unknown = set(configuration) - set(specification["configuration"])
        if unknown:
            raise InvalidArgument(f"Configuration Invalid: {unknown}")
        defaults = {key: kind["default"] for key, kind in specification["configuration"].items()}
        self.configuration = structify({**defaults, **configuration})
        self.interpreter = interpreter
        self.reset(specification["agents"][0])

    @property
    def done(self):
        return all(state.status != "ACTIVE" for state in self.state)

    def reset(self, num_agents):
        if num_agents not in self.specification.agents:
            raise InvalidArgument(f"{num_agents} is not a valid number of agent(s).")
        self.state = structify([{"action": None, "reward": 0, "info": {}, "status": "INACTIVE", "observation": {"remainingOverageTime": 60}}
                                for _ in range(num_agents)])
        self.interpreter(self.state, self, True)

    def step(self, actions):
        states = copy.deepcopy(self.state)
        for state, action in zip(states, actions):
            state.action = None
            error, value = (None, None) if isinstance(action, DeadlineExceeded) else process_schema(self.specification.action, action)
            if isinstance(action, DeadlineExceeded):
                state.status = "TIMEOUT" if state.status == "ACTIVE" else state.status
            elif error and state.status == "ACTIVE":
                state.status = "INVALID"
            else:
                state.action = value
        self.state = states
        self.interpreter(self.state, self, False)
        for state in self.state:
            if state.status in ("TIMEOUT", "INVALID", "ERROR"):
                state.reward = None
        return self.state


def _connectx(state, env, begins):
    columns, rows, inarow = (env.configuration[key] for key in ("columns", "rows", "inarow"))
    first = state[0].observation
    if begins:
        first.board = [0] * (columns * rows)
        for seat in (0, 1):
            state[seat].observation.mark = seat + 1
            state[seat].status = "INACTIVE" if seat else "ACTIVE"
        return
    if any(one.status == "TIMEOUT" for one in state):
        for one in state:
            one.status = one.status if one.status == "TIMEOUT" else "DONE"
        return
    active = next(one for one in state if one.status == "ACTIVE")
    other = next(one for one in state if one is not active)
    column, mark = active.action, active.observation.mark
    if column >= columns or first.board[column]:
        active.status, other.status = "INVALID", "DONE"
        return
    row = max(row for row in range(rows) if first.board[column + row * columns] == 0)
    first.board[column + row * columns] = mark
    has = lambda r, c: 0 <= r < rows and 0 <= c < columns and first.board[c + r * columns] == mark
    if any(all(has(r + i * down, c + i * right) for i in range(inarow)) for r in range(rows) for c in range(columns)
           for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))):
        active.reward, other.reward, active.status, other.status = 1, -1, "DONE", "DONE"
    elif 0 not in first.board:
        active.status = other.status = "DONE"
    else:
        active.status, other.status = "INACTIVE", "ACTIVE"


def _guess(state, env, begins):
    """All guess a number at once; who is nearest to what Python's random numbers say gets a point."""
    if begins:
        for one in state:
            one.status, one.observation.secret, one.observation.round = "ACTIVE", 0, 0
        random.seed(env.configuration.seed)
        return
    number = random.randrange(10)
    playing = [one for one in state if one.status == "ACTIVE"]
    for one in playing:
        one.observation.secret = number
        one.observation.round += 1
        one.reward += 10 - abs(one.action - number)
        if one.observation.round == env.configuration.rounds:
            one.status = "DONE"


def _number(default):
    return {"type": "integer", "default": default}


_ENVIRONMENTS = {
    "connectx": ({"agents": [2], "action": {"type": "integer", "minimum": 0, "default": 0},
                  "configuration": {"columns": _number(7), "rows": _number(6), "inarow": _number(4)},
                  "observation": {"board": {"type": "array", "shared": True}, "mark": {"type": "integer"}}}, _connectx),
    "guess": ({"agents": [2, 3, 4], "action": {"type": "integer", "minimum": 0, "maximum": 9, "default": 0},
               "configuration": {"rounds": _number(4), "seed": _number(0)},
               "observation": {"secret": {"type": "integer", "hidden": True}, "round": {"type": "integer"}}}, _guess),
}


def make(environment, configuration=None):
    if environment not in _ENVIRONMENTS:
        raise InvalidArgument("Unknown Environment Specification")
    return Environment(*_ENVIRONMENTS[environment], configuration or {})
