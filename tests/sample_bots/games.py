"""Just enough of the games to send views to bots and to judge their moves."""

from battleship_game import Battleship
from snake_game import Snake
from solo_games import Planets, Superball

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
FACES = "NESW"


class Walls:
    """A walk of player 0 alone; the opponent stays on its square."""

    name = "walls"
    seat = 0

    def __init__(self, size=5):
        middle = (size - 1) // 2
        self.size = size
        self.blocked = 0  # moves forward that changed nothing, which is legal
        self.board = [["."] * size for _ in range(size)]
        self.players = [{"at": [middle, middle - 1], "face": "W"}, {"at": [middle, middle + 1], "face": "E"}]
        for player in self.players:
            player.update(bricks=0, idle=0, stalled=False)

    def setup(self):
        return {"n": self.size, "first": 0}

    def view(self):
        return {"board": ["".join(row) for row in self.board], "players": self.players, "mover": 0}

    def _ahead(self):
        me, other = self.players
        row, column = (place + step for place, step in zip(me["at"], STEPS[me["face"]]))
        inside = 0 <= row < self.size and 0 <= column < self.size
        is_open = inside and self.board[row][column] in ".A" and [row, column] != other["at"]
        return [row, column] if is_open else None

    def play(self, move):
        """Returns what is wrong with the move, or None."""
        me = self.players[0]
        if move not in ("forward", "left", "right"):
            return "not a move: %r" % (move,)
        me["idle"] += 1
        if move == "forward":
            target = self._ahead()
            if target is None:
                self.blocked += 1
                return None
            row, column = me["at"]
            if self.board[row][column] == ".":
                me.update(bricks=me["bricks"] + 1, idle=0)
            self.board[row][column] = "A"
            me["at"] = target
        else:
            me["face"] = FACES[(FACES.index(me["face"]) + (1 if move == "right" else 3)) % 4]
        return None


class LightCycle:
    """Team 0 moves, team 1 stays at the far end; one of its cycles dies after some turns."""

    name = "lightcycle"
    seat = 0

    def __init__(self, size=20):
        self.size = size
        self.starts = [[[0, 3], [0, 8], [0, 13]], [[19, 3], [19, 8], [19, 13]]]
        self.cycles = [cell for team in self.starts for cell in team]
        self.trails = [{tuple(cell)} for cell in self.cycles]
        self.turns = 0

    def setup(self):
        return {"size": self.size, "starts": self.starts}

    def view(self):
        return {"cycles": [list(cell) for cell in self.cycles]}

    def play(self, move):
        """Returns what is wrong with the move, or None. A walled-in cycle may name any cell, and dies."""
        taken = set().union(*self.trails)
        walled_in = []
        for cycle, target in enumerate(move[:3]):
            if self.cycles[cycle] == [-1, -1]:
                continue
            free = [cell for cell in self._neighbours(self.cycles[cycle]) if cell not in taken]
            if not free:
                walled_in.append(cycle)
            elif target is None or tuple(target) not in free:
                return "cycle %d at %r goes to %r, free are %r" % (cycle, self.cycles[cycle], target, free)
            else:
                self.cycles[cycle] = target
                self.trails[cycle].add(tuple(target))
                taken.add(tuple(target))
        self.turns += 1
        for cycle in walled_in + [5] * (self.turns == 4):
            self.cycles[cycle], self.trails[cycle] = [-1, -1], set()
        return None

    def _neighbours(self, cell):
        x, y = cell
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        return [(u, v) for u, v in near if 0 <= u < self.size and 0 <= v < self.size]


GAMES = (Planets, LightCycle, Snake, Walls, Superball, Battleship)


def game_for(bot):
    """A new game for the bot. For kits, which play all games, one in which a bot needs a memory."""
    if bot.startswith("sb_"):  # the handout's names
        return Superball()
    return next((game for game in GAMES if bot.startswith(game.name)), LightCycle)()
