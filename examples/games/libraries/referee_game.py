"""Serves a game of yours to the referee: you write its rules as a class. This file does the rest.

    from referee_game import Game, serve

    class Nim(Game):
        def begin(self, options):
            self.sticks, self.mover, self.loser = options["sticks"], 0, None

        def to_move(self):
            return [] if self.loser is not None or self.sticks == 0 else [self.mover]

        def legal(self, seat):
            return [n for n in (1, 2, 3) if n <= self.sticks]

        def play(self, seat, move):
            if move is None:  # the bot has given no valid move
                self.loser = seat
            else:
                self.sticks, self.mover = self.sticks - move, 1 - seat

        def view(self, reader):
            return {"sticks": self.sticks}

        def scores(self):
            loser = self.mover if self.loser is None else self.loser
            return [0, 1] if loser == 0 else [1, 0]

    serve(Nim)

Keep this file beside your program. It needs Python 3.8 or newer and nothing else.
"""
import hashlib
import json
import os
import sys

MOST_WORDS = 500  # characters of what is refused or has failed: fewer than 2000 bytes


class Refused(Exception):
    """What the rules do not allow. The words are for the author of the bot.

    Raised in check(): the move is refused. `malformed`: it has the wrong form. Raised in begin(): the options are refused."""

    def __init__(self, why, malformed=False):
        super().__init__(why)
        self.malformed = malformed


class Game:
    """The rules of one match. Each match has an object of its own.

    Before begin() it has `seats`, how many bots play, and `random`, the only source of chance. Before each play() it has
    `out`, the seats that the clock has taken out of the game, and `spent_us`, the thinking time by seat in this step."""

    def begin(self, options):
        """A match begins. `options` has all options of game.json."""

    def to_move(self):
        """The seats that are asked now, ascending. None of them: the match is over. Never a seat that is in `out`."""
        raise NotImplementedError("write to_move(self)")

    def legal(self, seat):
        """All legal moves of a seat that is to move; None if they are too many. Then write check(), too."""
        return None

    def check(self, seat, move):
        """Raises Refused if the move is not legal. It changes nothing. `move` may be any JSON. Without a check of yours
        the moves of legal() are legal."""
        legal = self.legal(seat)
        if legal is None:
            raise NotImplementedError("write legal(self, seat) or check(self, seat, move)")
        if not any(_is_same(move, other) for other in legal):
            raise Refused(f"{_brief(move, 80)} is no legal move now. Legal: {_brief(legal, 200)}")

    def play(self, seat, move):
        """Plays a checked move; None if the bot has given no valid one. Returns the events: what has happened, as JSON
        that every seat may know. In a game with chance() a list."""
        raise NotImplementedError("write play(self, seat, move)")

    def play_together(self, moves):
        """Plays the moves of all seats that were to move, by seat. For games that ask several at once."""
        ((seat, move),) = moves.items()
        return self.play(seat, move)

    def chance(self):
        """At a chance node the list of (outcome, weight), weights integers from 1; else None. It comes before to_move()."""
        return None

    def draw(self, outcome):
        """The referee has drawn this outcome of chance(). Returns a list of events, as play() does."""
        raise NotImplementedError("write draw(self, outcome)")

    def view(self, reader):
        """What the reader may see, as JSON. With "hidden" in game.json ask `reader.sees(seat)` before you show what only that
        seat may know."""
        raise NotImplementedError("write view(self, reader)")

    def picture(self, reader):
        """The picture for this reader, or None."""
        return None

    def scores(self):
        """A number for each seat. More is better."""
        return [0] * self.seats

    def outcome(self):
        """The game's own report of a match that is over."""
        return None

    def setup(self):
        """What never changes in this match, and every seat may know. None: the options."""
        return None

    def save(self):
        """All of the match as JSON, if the referee shall keep it for you: then write load(), too. None: this program
        remembers the match."""
        return None

    def load(self, state):
        """Takes up what save() has given, in a new object instead of begin()."""
        raise NotImplementedError("write load(self, state)")


class Reader:
    """Who gets a view: one seat; a spectator, who sees what all seats may know; or everybody after the match."""

    def __init__(self, seat=None, everything=False):
        self.seat = seat  # None: no seat
        self._everything = everything

    def sees(self, owner):
        """Whether this reader may see what only the seat `owner` may know."""
        return self._everything or self.seat == owner


class Random:
    """Chance from the seed of a match: the same draws on every machine, and in this library's other languages. Nobody who
    sees some draws can tell the next ones, because each 32 bytes are the SHA-256 of "seed:salt:number"."""

    def __init__(self, seed, salt, drawn=0):
        self.seed, self.salt = seed, salt
        self.drawn = drawn  # 32-bit words so far
        self._block, self._words = None, b""

    def below(self, n):
        """An integer from 0 to n - 1, all equally likely. n: 1 to 2^32."""
        if not 1 <= n <= 1 << 32:
            raise ValueError(f"below({n}): expected 1 to 2^32")
        end = (1 << 32) - (1 << 32) % n  # words from here on would favour small numbers
        while True:
            word = self._word()
            if word < end:
                return word % n

    def choose(self, things):
        """One of a list."""
        return things[self.below(len(things))]

    def shuffle(self, things):
        """Puts a list into any order, all equally likely."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def _word(self):
        block, place = divmod(self.drawn, 8)
        if block != self._block:
            self._block = block
            self._words = hashlib.sha256(f"{self.seed}:{self.salt}:{block}".encode()).digest()
        self.drawn += 1
        return int.from_bytes(self._words[4 * place : 4 * place + 4], "big")


def serve(rules):
    """Serves matches of the class `rules`, in the folder of game.json, until the referee ends."""
    if sys.stdin.isatty():
        print("This program waits for a referee, which starts it. Try: referee match . --bot ...", file=sys.stderr)
    with open("game.json", encoding="utf-8") as file:
        facts = json.load(file)
    answers = _own_standard_output()
    server = Server(rules, facts)
    try:
        _say(answers, json.dumps({"type": "hello", **{key: facts[key] for key in ("rules_program", "name", "version")}}))
        for line in sys.stdin.buffer:
            answer = server.answer(json.loads(line))
            if answer:
                _say(answers, answer)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the referee has gone, or somebody has stopped us


class Server:
    """Your class as a program that answers requests. `facts`: game.json."""

    def __init__(self, rules, facts):
        self.rules, self.facts = rules, facts
        self.matches = {}

    def answer(self, request):
        """The line that answers one request, or None."""
        match = request["match"]
        if request["type"] == "end":
            self.matches.pop(match, None)
            return None
        try:
            answer = self._begin(request) if request["type"] == "new" else self._step(request)
            return json.dumps({"id": request["id"], **answer}, allow_nan=False)
        except Exception as error:
            self.matches.pop(match, None)
            return json.dumps({"id": request["id"], "error": _words_of(error)})

    def _begin(self, request):
        game = self.rules()
        game.seats, game.out, game.spent_us = request["seats"], set(), {}
        game.random = Random(request["seed"], request["salt"])
        game.begin(request["options"])
        setup = game.setup()
        return {**self._position(request["match"], game), **({} if setup is None else {"setup": setup})}

    def _step(self, request):
        game = self._loaded(request["state"]) if "state" in request else self.matches[request["match"]]
        if "chance" in request:
            events = game.draw(request["chance"])
        else:
            moves = request["moves"]
            refused = [entry for entry in (_refusal(game, move) for move in moves if "move" in move) if entry]
            if refused:
                return {"refused": refused}
            game.out |= {move["seat"] for move in moves if move.get("forfeited")}
            game.spent_us = {move["seat"]: move.get("spent_us", 0) for move in moves}
            events = game.play_together({move["seat"]: move.get("move") for move in moves})
        return {**self._position(request["match"], game), **({} if events is None else {"events": events})}

    def _position(self, match, game):
        answer = {}
        chance = game.chance()
        if chance is not None:
            answer["chance"] = chance
        else:
            movers = list(game.to_move())
            answer["to_move"] = movers
            legal = [game.legal(seat) for seat in movers]
            if any(moves is not None for moves in legal):
                answer["legal"] = legal
            answer["scores"] = game.scores()
            if not movers:
                answer["outcome"] = game.outcome()
        self._show("view", "views", game.view, game, answer)
        self._show("picture", "pictures", game.picture, game, answer)
        state = game.save()
        if state is None:
            self.matches[match] = game
        else:
            chance = [game.random.seed, game.random.salt, game.random.drawn]
            answer["state"] = {"game": state, "seats": game.seats, "out": sorted(game.out), "random": chance}
        return answer

    def _show(self, one, many, show, game, answer):
        """Adds views or pictures, if there are any."""
        if not self.facts.get("hidden", False):
            shown = show(Reader(everything=True))
            if shown is not None or one == "view":
                answer[one] = shown
            return
        seats = [show(Reader(seat)) for seat in range(game.seats)]
        if one == "view" or any(shown is not None for shown in seats):
            answer[many] = {"seats": seats, "spectator": show(Reader()), "all": show(Reader(everything=True))}

    def _loaded(self, state):
        game = self.rules()
        game.seats, game.out, game.spent_us = state["seats"], set(state["out"]), {}
        game.random = Random(*state["random"])
        game.load(state["game"])
        return game


def _refusal(game, entry):
    """Why a move is refused, as an entry of the answer; None if it is legal."""
    try:
        game.check(entry["seat"], entry["move"])
    except Refused as refused:
        malformed = {"malformed": True} if refused.malformed else {}
        return {"seat": entry["seat"], "why": str(refused)[:MOST_WORDS], **malformed}
    return None


def _is_same(one, other):
    """Whether two values are the same JSON: 1, 1.0 and true are three."""
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(map(_is_same, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_is_same(value, other[key]) for key, value in one.items())
    return type(one) is type(other) and one == other


def _brief(value, most):
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if len(text) <= most else text[: most - 3] + "..."


def _words_of(error):
    """What is wrong with the options, or what failed and where."""
    if isinstance(error, Refused):
        return str(error)[:MOST_WORDS]
    import traceback

    lines = traceback.format_exception(type(error), error, error.__traceback__)
    yours = [line for line in lines if f'File "{__file__}"' not in line]
    return "".join(yours).rstrip()[-MOST_WORDS:]


def _own_standard_output():
    """Where answers go. What is printed goes to standard error from now on: a stray line would be an answer."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


def _say(answers, line):
    answers.write(line.encode() + b"\n")
    answers.flush()
