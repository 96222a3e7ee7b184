"""Any environment of kaggle_environments. Its agents sit on the seats 0, 1, ...; those that are ACTIVE are asked at once."""
import contextlib
import random

import kaggle_environments
from kaggle_environments.errors import DeadlineExceeded, InvalidArgument
from kaggle_environments.utils import process_schema
from referee_game import Game, Refused, serve

SEEDS = ("seed", "randomSeed")  # the keys of environments that draw


class KaggleEnvironment(Game):
    def begin(self, options):
        seed = self.random.below(1 << 31)
        self.drawn = random.Random(seed).getstate()
        name, configuration = options["environment"], options["configuration"]
        try:
            known = kaggle_environments.make(name).specification.configuration
            with self._drawing():
                self.env = kaggle_environments.make(name, {**{key: seed for key in SEEDS if key in known}, **configuration})
                self.env.reset(self.seats)
        except InvalidArgument as error:
            raise Refused(f"options: {name} with {self.seats} agents and {configuration}: {error}") from error
        self.actions = []

    @contextlib.contextmanager
    def _drawing(self):
        """Environments draw from Python's own random numbers, which all matches of this program share: each match has them
        in a state of its own."""
        outside = random.getstate()
        random.setstate(self.drawn)
        try:
            yield
        finally:
            self.drawn = random.getstate()
            random.setstate(outside)

    def to_move(self):
        return [] if self.env.done else [seat for seat in self._active() if seat not in self.out]

    def _active(self):
        return [seat for seat, state in enumerate(self.env.state) if state["status"] == "ACTIVE"]

    def check(self, seat, move):
        error = "null" if move is None else process_schema(self.env.specification.action, move)[0]
        if error:
            raise Refused(f"no action of this environment: {error}", malformed=True)

    def play_together(self, moves):
        """The environment decides what a wrong action costs, and one that has not come in time."""
        while True:
            late = {seat: DeadlineExceeded() for seat in self._active()}
            actions = [late.get(seat) if moves.get(seat) is None else moves[seat] for seat in range(self.seats)]
            with self._drawing():
                self.env.step(actions)
            if self.env.done or self.to_move():
                return []  # the views say what the seats may know of it
            moves = {}  # only seats that the clock has taken out are left

    def setup(self):
        return {key: value for key, value in self.env.configuration.items() if key not in SEEDS}

    def view(self, reader):
        if reader.seat is None:
            return {"states": self.env.state} if reader.sees(0) else {"statuses": [state["status"] for state in self.env.state]}
        return {"observation": self._observation(reader.seat), "status": self.env.state[reader.seat]["status"]}

    def _observation(self, seat):
        """Only agent 0 has what all share; nobody sees what is hidden."""
        first, own = self.env.state[0]["observation"], self.env.state[seat]["observation"]
        kinds = self.env.specification.observation
        shared = {key: first[key] for key, kind in kinds.items() if kind.get("shared") and key in first}
        return {key: value for key, value in {**own, **shared}.items() if not kinds.get(key, {}).get("hidden")}

    def scores(self):
        rewards = [state["reward"] for state in self.env.state]
        least = min((reward for reward in rewards if reward is not None), default=0)
        return [least - 1 if reward is None else reward for reward in rewards]  # None: INVALID, TIMEOUT or ERROR

    def outcome(self):
        return {"statuses": [state["status"] for state in self.env.state]}


serve(KaggleEnvironment)
