"""The rules of all games of the referee for Python 3.8 or newer: one file over librules.so, with the standard library alone.

    from referee_rules import Game

    game = Game("walls", {"n": 5})
    while game.to_move():
        seat = game.to_move()[0]
        game.apply(random.choice(game.legal(seat)))
    print(game.scores())

`Rules` answers the requests of `referee step`, and says whether a record is true. `AECEnv` and `ParallelEnv` have the form of
PettingZoo's environments, `SeatEnv` that of Gymnasium's. docs/reference/rules-library.md is the page.

librules.so is looked for in the variable RULES_LIBRARY, beside this file, in the folders above it, and where the system looks.
"""
import array
import ctypes
import ctypes.util
import json
import os
import pathlib
import random
from typing import Any, Callable, Dict, Iterator, List, NoReturn, Optional, Tuple, Union

Json = Any  # what json.loads returns
EVERYBODY = -1


class RulesError(ValueError):
    """A call that the rules refused: its text says what was wrong."""


def _places() -> Iterator[str]:
    if "RULES_LIBRARY" in os.environ:
        yield os.environ["RULES_LIBRARY"]
        return
    for folder in pathlib.Path(__file__).resolve().parents:
        for pattern in ("librules.so", "build/release/bindings/c/librules.so", "lib/*/librules.so"):
            yield from map(str, sorted(folder.glob(pattern)))
    yield ctypes.util.find_library("rules") or "librules.so.0"


class _Turn(ctypes.Structure):
    """rules_turn of rules.h."""
    _fields_ = [("count", ctypes.c_size_t), ("games", ctypes.POINTER(ctypes.c_void_p)), ("moves", ctypes.c_char_p), ("moves_size", ctypes.c_size_t),
                ("width", ctypes.c_size_t), ("actions", ctypes.c_void_p), ("seeds", ctypes.c_void_p), ("movers", ctypes.c_void_p),
                ("rewards", ctypes.c_void_p), ("masks", ctypes.c_void_p)]


def _load() -> ctypes.CDLL:
    place = next(_places())
    try:
        library = ctypes.CDLL(place)
    except OSError as error:
        raise ImportError(f"librules.so: {error}; RULES_LIBRARY names another") from error
    size, handle, text = ctypes.c_size_t, ctypes.c_void_p, ctypes.c_char_p
    numbers, seats = ctypes.POINTER(ctypes.c_double), ctypes.POINTER(size)
    for name, result, arguments in (
        ("version", text, []), ("error", text, []),
        ("open", handle, [size]), ("answer", text, [handle, text, size]), ("verify", text, [handle, text, size]), ("close", None, [handle]),
        ("make", handle, [text, text, ctypes.c_uint64, text]), ("clone", handle, [handle]), ("free", None, [handle]),
        ("apply", ctypes.c_int, [handle, text, size]), ("to_move", size, [handle, seats, size]), ("play", ctypes.c_int, [ctypes.POINTER(_Turn)]),
        ("legal", text, [handle, ctypes.c_int]), ("view", text, [handle, ctypes.c_int]), ("tell", text, [handle, ctypes.c_int]),
        ("scores", size, [handle, numbers, size]),
    ):
        function = getattr(library, "rules_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_library = _load()
version: str = _library.rules_version().decode()


def _fail() -> NoReturn:
    raise RulesError(_library.rules_error().decode("utf-8", "replace"))


def _read(text: Optional[bytes]) -> Json:
    if text is None:
        _fail()
    return json.loads(text)


class Rules:
    """Answers requests, and keeps the positions that it told. One thread at a time."""

    def __init__(self, positions: int = 10_000) -> None:
        self._handle = _library.rules_open(positions) or _fail()

    def __del__(self) -> None:
        _library.rules_close(getattr(self, "_handle", None))

    def ask(self, **request: Json) -> Dict[str, Json]:
        """The answer to a request of docs/reference/search-programs.md. Raises RulesError for one with a mistake."""
        answer: Dict[str, Json] = json.loads(self.answer(json.dumps(request).encode()))
        if "error" in answer:
            raise RulesError(answer["error"])
        return answer

    def answer(self, line: bytes) -> bytes:
        """The line that answers a request line."""
        answer: Optional[bytes] = _library.rules_answer(self._handle, line, len(line))
        return _fail() if answer is None else answer

    def verify(self, record: Union[str, bytes]) -> Dict[str, Json]:
        """Plays a record again, the text of a whole file, and compares every event, as `referee verify --json` tells it."""
        text = record.encode() if isinstance(record, str) else record
        return _read(_library.rules_verify(self._handle, text, len(text)))


class Game:
    """A game after given answers. One thread at a time; `clone()` for another."""

    def __init__(self, game: str, options: Optional[Dict[str, Json]] = None, seed: int = 0, salt: str = "", *, _handle: Optional[int] = None) -> None:
        self._handle = _handle or _library.rules_make(game.encode(), json.dumps(options or {}).encode(), seed, salt.encode()) or _fail()
        self.seats: int = _library.rules_scores(self._handle, None, 0)
        self._numbers, self._movers = (ctypes.c_double * self.seats)(), (ctypes.c_size_t * self.seats)()
        self.name = game

    def __del__(self) -> None:
        _library.rules_free(getattr(self, "_handle", None))

    def clone(self) -> "Game":
        """An independent copy."""
        return Game(self.name, _handle=_library.rules_clone(self._handle) or _fail())

    def apply(self, answers: Json) -> int:
        """Plays a turn: the answer of the seat to move, or a list of those of all seats to move. None is no move. Returns how many
        answers the rules refused, which then count as no move."""
        return self.apply_text(json.dumps(answers).encode())

    def apply_text(self, answers: bytes) -> int:
        """As apply(), for answers that are JSON already: that is quicker."""
        refused: int = _library.rules_apply(self._handle, answers, len(answers))
        if refused < 0:
            _fail()
        return refused

    def to_move(self) -> List[int]:
        """The seats to move; none: the game is over."""
        return self._movers[: _library.rules_to_move(self._handle, self._movers, self.seats)]

    def legal(self, seat: int) -> Optional[List[Json]]:
        """The legal moves of a seat to move; None where the rules do not list them. In Light Cycle a list for each cycle."""
        answer = _read(_library.rules_legal(self._handle, seat))
        return answer["parts"] if "parts" in answer else answer["moves"]

    def view(self, seat: int = EVERYBODY) -> Json:
        """What the seat may see."""
        return _read(_library.rules_view(self._handle, seat))

    def scores(self) -> List[float]:
        """By seat: those of a match that ended now."""
        _library.rules_scores(self._handle, self._numbers, self.seats)
        return self._numbers[:]

    def tell(self, seat: int = EVERYBODY) -> Dict[str, Json]:
        """turn, to_move, setup, events, refused, over, scores and outcome."""
        return _read(_library.rules_tell(self._handle, seat))


MOST_SEED = 2**53 - 1


class Games:
    """Many games of one kind, of which one call plays a turn each: for learners. `moves`: the actions, in their order.

    `games` are the games, `movers` has the seat to move of each, -1 if it is over, and `masks` 1 for each action that is legal now, else 0: arrays of
    ctypes, which numpy.asarray() shows without a copy, and the next call overwrites. `by_seat`: a turn has an action for each seat, for games in which
    several are to move; masks then have a row for each. One thread at a time."""

    def __init__(self, game: str, moves: List[Json], count: int, options: Optional[Dict[str, Json]] = None, seed: Optional[int] = None, by_seat: bool = False) -> None:
        self._chance, self._moves = random.Random(seed), json.dumps(moves).encode()
        self.games = [Game(game, options, self._chance.randint(0, MOST_SEED)) for _ in range(count)]
        seats = self.games[0].seats if count else 0
        self.width = seats if by_seat else 1
        self._handles, self._seeds = (ctypes.c_void_p * count)(*(one._handle for one in self.games)), (ctypes.c_uint64 * count)()
        self.movers, self.rewards = (ctypes.c_int32 * count)(), (ctypes.c_double * seats * count)()
        rows: Any = ctypes.c_uint8 * len(moves)
        self.masks = (rows * seats * count)() if by_seat else (rows * count)()
        self._ends: List[int] = []
        self._turn = _Turn(count, self._handles, self._moves, len(self._moves), self.width, None, ctypes.addressof(self._seeds),
                           ctypes.addressof(self.movers), ctypes.addressof(self.rewards), ctypes.addressof(self.masks))

    def step_many(self, actions: Any) -> Tuple[Any, Any, List[int]]:
        """Plays a turn of each game. `actions`: the number of a move for each game, and with `by_seat` for each seat of each; another number is no move.
        Arrays of 32-bit integers are the quickest. Returns the masks, the rewards, which are what the turn has added to each seat's score, and the
        numbers of the games that are over now. Those begin anew at the next call, in place of a turn."""
        given = memoryview(actions if hasattr(actions, "itemsize") and actions.itemsize == 4 else array.array("i", actions)).cast("B")
        if len(given) != 4 * self._turn.count * self.width:
            raise ValueError(f"actions: got {len(given) // 4}, expected {self._turn.count * self.width}")
        held = (ctypes.c_char * len(given)).from_buffer(given) if not given.readonly else ctypes.create_string_buffer(bytes(given), len(given))
        self._turn.actions = ctypes.addressof(held)
        for number in self._ends:
            self._seeds[number] = self._chance.randint(0, MOST_SEED)
        if _library.rules_play(self._turn) < 0:
            _fail()
        movers = self.movers[:]
        self._ends = [number for number, mover in enumerate(movers) if mover < 0] if -1 in movers else []
        return self.masks, self.rewards, self._ends


# ---- environments for learners ----
# An observation is {"observation": encode(view, seat), "action_mask": [...]}. An action is the number of a move in `moves`.

Encode = Callable[[Json, int], Any]


class Discrete:
    """A space of the actions 0 to n - 1, with the calls of Gymnasium's."""

    def __init__(self, n: int) -> None:
        self.n, self.start, self._random = n, 0, random.Random()

    def contains(self, action: Any) -> bool:
        return isinstance(action, int) and 0 <= action < self.n

    def seed(self, seed: Optional[int] = None) -> None:
        self._random.seed(seed)

    def sample(self, mask: Optional[List[int]] = None) -> int:
        return self._random.choice([action for action in range(self.n) if mask is None or mask[action]])


class _Env:
    def close(self) -> None:
        """Nothing is open."""


def _seed(chance: random.Random, seed: Optional[int]) -> int:
    """The seed of the next game: that which is given, or another one each time. What follows a seed that was given follows from it."""
    if seed is None:
        return chance.randint(0, MOST_SEED)
    chance.seed(seed)
    return seed


def _mask(game: Game, seat: int, moves: List[Json]) -> List[int]:
    listed = game.legal(seat) if seat in game.to_move() else []
    return [1 if listed is None or move in listed else 0 for move in moves]


class AECEnv(_Env):
    """PettingZoo's AEC form of a game. `moves`: the actions, in their order. Rewards are differences of scores."""

    def __init__(self, game: str, moves: List[Json], options: Optional[Dict[str, Json]] = None, encode: Encode = lambda view, seat: view) -> None:
        self.metadata = {"name": game, "is_parallelizable": True}
        self._game, self._options, self._encode, self.moves, self._chance = game, options, encode, moves, random.Random()
        self.possible_agents = [f"seat_{seat}" for seat in range(Game(game, options).seats)]
        self._spaces = {agent: Discrete(len(moves)) for agent in self.possible_agents}

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent]

    def observe(self, agent: str) -> Dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"observation": self._encode(self.game.view(seat), seat), "action_mask": _mask(self.game, seat, self.moves)}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Json]] = None) -> None:
        self.seed = _seed(self._chance, seed)
        self.game = Game(self._game, options or self._options, self.seed)
        self.agents = list(self.possible_agents)
        self.rewards, self._cumulative_rewards, self._scores = dict.fromkeys(self.agents, 0.0), dict.fromkeys(self.agents, 0.0), self.game.scores()
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self._chosen: List[Json] = []
        self.agent_selection = self.possible_agents[self.game.to_move()[0]]

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("an agent that is out has only the action None")
            self.agents.remove(agent)
            for kept in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
                del kept[agent]  # type: ignore[attr-defined]
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._chosen.append(None if action is None else self.moves[action])
        movers = self.game.to_move()
        if len(self._chosen) < len(movers):
            self.agent_selection = self.possible_agents[movers[len(self._chosen)]]
            return
        self.game.apply(self._chosen[0] if len(movers) == 1 else self._chosen)
        self._chosen, before, self._scores = [], self._scores, self.game.scores()
        for seat, name in enumerate(self.possible_agents):
            self.rewards[name] = self._scores[seat] - before[seat]
            self._cumulative_rewards[name] += self.rewards[name]
        movers = self.game.to_move()
        self.terminations = dict.fromkeys(self.agents, not movers)
        self.agent_selection = self.possible_agents[movers[0]] if movers else self.agents[0]

    def last(self, observe: bool = True) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        agent = self.agent_selection
        return self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1


class ParallelEnv(_Env):
    """PettingZoo's parallel form: `step` takes an action of each agent, and that of a seat that is not to move is not looked at."""

    def __init__(self, game: str, moves: List[Json], options: Optional[Dict[str, Json]] = None, encode: Encode = lambda view, seat: view) -> None:
        self._aec = AECEnv(game, moves, options, encode)
        self.metadata, self.possible_agents, self.action_space = self._aec.metadata, self._aec.possible_agents, self._aec.action_space
        self.agents: List[str] = []

    def _observed(self) -> Dict[str, Any]:
        return {agent: self._aec.observe(agent) for agent in self.possible_agents}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Json]] = None) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        self._aec.reset(seed, options)
        self.agents = list(self.possible_agents)
        return self._observed(), {agent: {} for agent in self.agents}

    def step(self, actions: Dict[str, int]) -> Tuple[Dict[str, Any], Dict[str, float], Dict[str, bool], Dict[str, bool], Dict[str, Any]]:
        for seat in self._aec.game.to_move():
            self._aec.step(actions.get(self.possible_agents[seat]))
        over, names = not self._aec.game.to_move(), self.agents
        if over:
            self.agents = []
        return (self._observed(), {name: self._aec.rewards[name] for name in names}, dict.fromkeys(names, over),
                dict.fromkeys(names, False), {name: {} for name in names})


class SeatEnv(_Env):
    """Gymnasium's form for the player at `seat`. `others`: chooses for the other seats, from their observation as AECEnv tells it."""

    def __init__(self, game: str, moves: List[Json], options: Optional[Dict[str, Json]] = None, encode: Encode = lambda view, seat: view,
                 seat: int = 0, others: Optional[Callable[[Dict[str, Any]], Optional[int]]] = None) -> None:
        self._aec, self._others = AECEnv(game, moves, options, encode), others
        self._agent = self._aec.possible_agents[seat]
        self.action_space, self.metadata = self._aec.action_space(self._agent), self._aec.metadata
        self._random = random.Random()

    def _chosen(self, observed: Dict[str, Any]) -> Optional[int]:
        if self._others is not None:
            return self._others(observed)
        legal = [action for action, is_legal in enumerate(observed["action_mask"]) if is_legal]
        return self._random.choice(legal) if legal else None

    def _play_others(self) -> float:
        reward = 0.0
        while self._aec.game.to_move() and self._aec.agent_selection != self._agent:
            self._aec.step(self._chosen(self._aec.observe(self._aec.agent_selection)))
            reward += self._aec.rewards[self._agent]
        return reward

    def reset(self, *, seed: Optional[int] = None, options: Optional[Dict[str, Json]] = None) -> Tuple[Any, Dict[str, Any]]:
        if seed is not None:
            self._random.seed(seed)
        self._aec.reset(seed, options)
        self._owed = self._play_others()  # which the first step tells
        return self._aec.observe(self._agent), {}

    def step(self, action: int) -> Tuple[Any, float, bool, bool, Dict[str, Any]]:
        self._aec.step(action)
        reward, self._owed = self._owed + self._aec.rewards[self._agent] + self._play_others(), 0.0
        return self._aec.observe(self._agent), reward, not self._aec.game.to_move(), False, {}
