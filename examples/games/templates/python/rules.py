"""The rules of @NAME@: a game of dice and lies. Change them into your own.

Two seats roll dice that the other does not see. They bid in turn: [3, 5] says "there are at least 3 fives among all dice".
Each bid is higher than the one before. Instead of a bid a seat may say "liar": all dice are shown, and the bid was true or not.
"""
from referee_game import Game, serve


class Rules(Game):
    # There is one object for each match. Keep all of the match in it, and nothing outside of it.
    def begin(self, options):
        self.dice, self.rounds = options["dice"], options["rounds"]  # game.json has the options and their defaults
        self.round, self.points, self.last = 0, [0, 0], None
        self.roll()

    def roll(self):
        # All chance comes from self.random. So the referee can play a match again, and finds the same dice.
        self.hands = [sorted(1 + self.random.below(6) for _ in range(self.dice)) for _ in range(2)]
        self.bid = None
        self.mover = self.round % 2  # the seats begin in turn

    def to_move(self):
        # The seats that are asked now. An empty list ends the match.
        return [] if self.round == self.rounds else [self.mover]

    def legal(self, seat):
        # All moves of this seat. The library refuses every other one, so that play() gets none of those.
        bids = [[count, face] for count in range(1, 2 * self.dice + 1) for face in range(1, 7)]
        if self.bid is None:
            return bids
        return [*bids[bids.index(self.bid) + 1 :], "liar"]

    def play(self, seat, move):
        # Returns what has happened. Everybody reads it at once: never what only one seat may know.
        if seat in self.out:  # the clock has taken it out of the game: it loses all rounds that are left
            self.points[1 - seat] += self.rounds - self.round
            self.round = self.rounds
            return [{"seat": seat, "out": True}]
        if move is None:  # the bot was late, or has given no valid move: it loses the round
            return self.end_round(1 - seat)
        if move == "liar":
            count, face = self.bid
            is_true = sum(hand.count(face) for hand in self.hands) >= count
            return self.end_round(1 - seat if is_true else seat)
        self.bid, self.mover = move, 1 - seat
        return [{"seat": seat, "bid": move}]

    def end_round(self, winner):
        self.points[winner] += 1
        self.last = {"winner": winner, "bid": self.bid, "hands": self.hands}
        self.round += 1
        self.roll()
        return [self.last]

    def view(self, reader):
        # What a bot gets. `reader` is a seat, a spectator, or everybody after the match: sees() says who may know what.
        hands = [hand if reader.sees(seat) else None for seat, hand in enumerate(self.hands)]
        return {"round": self.round, "hands": hands, "bid": self.bid, "points": self.points, "last": self.last}

    def picture(self, reader):
        # What people see: a row for each seat, its points first. Without this method they see the view.
        rows = [[str(die) if reader.sees(seat) else "?" for die in hand] for seat, hand in enumerate(self.hands)]
        grid = [[f"{points} p", *row] for points, row in zip(self.points, rows)]
        bid = "{} x {}".format(*self.bid) if self.bid else "none"
        return {"grid": grid, "caption": f"round {self.round}, bid: {bid}"}

    def scores(self):
        # A number for each seat. More is better.
        return self.points

    def outcome(self):
        # Your own report of a match that is over, for records.
        return {"points": self.points}


if __name__ == "__main__":
    serve(Rules)
