"""Lets a function play: it gets what your bot sees and returns its move. This file does the rest.

    import random
    from referee import play

    def move(view):
        return random.choice(["forward", "left", "right"])

    play(move)

Keep this file beside your bot and submit both. It needs Python 3.8 or newer and nothing else.
"""
import json, os, sys  # others later: they take 7 ms, and a bot is started for each match

FEATURES = ["new_match"]  # we play any number of matches in one process


class Match:
    """The match that is played now. You may keep things of your own in it: each match has a new one.

    id: its name. game: "walls". seat: yours, from 0. players: names by seat. setup: what the game says once.
    start: the whole message that began it. turn: the number of this turn. left_ms: the time left for this answer, when
    the referee asked; None if it did not say."""

    def __init__(self, start):
        self.start, self.id, self.game, self.seat = start, start["match"], start["game"], start["seat"]
        self.players, self.setup = start.get("players", []), start.get("setup", {})
        self.turn, self.left_ms = 0, None


def play(move, *, start=None, see=None, one_match=False):
    """Plays matches until the referee says bye.

    move(view) or move(view, match): returns your move. An exception in it is shown, and costs this turn only.
    start(match): a match begins. Forget the last one here, if you keep anything in variables of your own.
    see(view): called with every view before move, and with each earlier view when a match goes on in its middle.
      see(view, match) works, too. Whoever remembers views should do it here.
    one_match: True if your program cannot forget a match. Then the referee starts it anew for each match, and plays an
      interrupted match again from its beginning."""
    if sys.stdin.isatty():
        hint = f'referee match walls --bot "python3 {sys.argv[0]}" --bot sample:walls_random'
        print(f"This bot waits for a referee, which starts it. Try: {hint}", file=sys.stderr)
    answers = _own_standard_output()
    bot = Bot(move, start, see, one_match)
    try:
        _say(answers, bot.hello)
        for messages in _arrivals():
            for at, message in enumerate(messages):
                answer = bot.answer(message, messages[at + 1 :])
                if answer:
                    _say(answers, answer)
                if message["type"] == "bye":
                    return
    except (BrokenPipeError, ConnectionResetError, KeyboardInterrupt):
        pass  # the referee has gone, or somebody has stopped us


class Bot:
    """Your functions as a bot that answers messages. It prints to standard error, and reads and writes nothing else."""

    def __init__(self, move, start, see, one_match):
        self.move, self.see = _of_view_and_match(move), _of_view_and_match(see)
        self.start, self.match = start, None
        self.shown, self.failed = set(), None  # texts of this match; its last turn in which a function failed
        self.hello = {"type": "hello", "protocol": 1}
        if not one_match:
            self.hello.update(resume=True, features=FEATURES)

    def answer(self, message, later=()):
        """The answer to one message, or None. `later`: messages that are here already, behind this one."""
        kind = message["type"]
        if kind == "start":
            self.match, self.shown, self.failed = Match(message), set(), None
            if self.start:
                self.start(self.match)
        elif kind in ("past", "turn"):
            self.match.turn = message["turn"]
            self.match.left_ms = message.get("clock", {}).get("left_ms")
            if self.see:
                self.see(message["view"], self.match)
            was_late = any(other["type"] in ("turn", "start", "end") for other in later)
            if kind == "turn" and not was_late:
                move = self._choose(message["view"])
                return {"type": "move", "match": message["match"], "turn": message["turn"], "move": move}
        elif kind == "new_match":
            return self.hello
        elif kind == "error" and message.get("turn", -1) != self.failed:
            turn = f"turn {message['turn']}: " if "turn" in message else ""
            self._show(message["message"], _shown(f"{turn}the referee says {message['code']}: {message['message']}"))
        elif kind == "end" and message.get("faults"):
            count = f"{message['faults']} of your turns had no valid move in time"
            print(_shown(f"match {message['match']}: {count}"), file=sys.stderr)
        return None

    def _choose(self, view):
        """The move; if the function fails, what is no move in any game, so that the game goes on at once."""
        try:
            move = self.move(view, self.match)
        except Exception as error:
            return self._no_move(error, "your function failed:\n" + _traceback_of(error))
        try:
            json.dumps(move, allow_nan=False)
        except (TypeError, ValueError) as error:
            return self._no_move(error, f"your function returned {move!r}, which cannot be sent: {error}")
        if move is None:
            self._show("None", f"turn {self.match.turn}: your function returned None. Is a return missing?")
        return move

    def _no_move(self, error, why):
        self.failed = self.match.turn
        self._show(why, f"turn {self.match.turn}: no move, because {why}")
        return {"error": f"{type(error).__name__}: {error}"[:200]}

    def _show(self, what, text):
        """Prints to standard error what has not been said before in this match."""
        if what not in self.shown:
            self.shown.add(what)
            print(text, file=sys.stderr, flush=True)


def _of_view_and_match(function):
    """`function` with two arguments, also if it wants the view only."""
    if function is None or _wants_match(function):
        return function
    return lambda view, match: function(view)


def _wants_match(function):
    """Whether it cannot be called with the view alone."""
    if type(function).__name__ == "function":
        return function.__code__.co_argcount - len(function.__defaults__ or ()) > 1
    import inspect

    try:
        inspect.signature(function).bind(None)
    except TypeError:
        return True
    except ValueError:  # nobody knows
        pass
    return False


def _shown(text):
    """A text of the referee's without characters that would change a terminal."""
    return "".join(c if c.isprintable() else "?" for c in text)


def _traceback_of(error):
    """As Python prints it, from the first line on that is not of this file."""
    import traceback

    at = error.__traceback__
    while at and at.tb_frame.f_code.co_filename == __file__:
        at = at.tb_next
    return "".join(traceback.format_exception(type(error), error, at)).rstrip()


def _own_standard_output():
    """Where answers go. What is printed goes to standard error from now on: a stray line would be an answer."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


def _say(answers, message):
    answers.write(json.dumps(message).encode() + b"\n")
    answers.flush()


def _arrivals():
    """All messages that have arrived, a list at a time, until the end of the input."""
    rest = b""
    while True:
        chunk = os.read(0, 1 << 20)
        if not chunk:
            return
        *lines, rest = (rest + chunk).split(b"\n")
        yield [json.loads(line) for line in lines]
