from referee_game import Game, Refused, serve


def deep_inside():
    return {}["missing"]


class Odd(Game):
    def begin(self, options):
        self.keep, self.what = options["keep"], options["what"]
        if self.what == "refuse":
            raise Refused("what: refused")
        if self.what == "fail":
            deep_inside()
        self.total, self.rounds, self.drawn = 0, 0, False

    def to_move(self):
        return [] if self.rounds == 2 else [seat for seat in range(self.seats) if seat not in self.out]

    def check(self, seat, move):
        if type(move) is not int:
            raise Refused("no integer", malformed=True)
        if move > 9:
            raise Refused("too large")

    def play_together(self, moves):
        print("some debugging")
        if self.what == "fail later":
            deep_inside()
        self.total += sum(move or 0 for move in moves.values()) + self.random.below(1000)
        self.rounds += 1
        return [{"moves": [moves.get(seat) for seat in range(self.seats)], "spent": [self.spent_us.get(seat) for seat in range(self.seats)]}]

    def chance(self):
        return [({"die": 1}, 1), ({"die": 2}, 3)] if self.rounds == 1 and not self.drawn else None

    def draw(self, outcome):
        self.total, self.drawn = self.total + 1000 * outcome["die"], True
        return [{"drawn": outcome}]

    def view(self, reader):
        return {"total": self.total, "rounds": self.rounds, "text": 'é世😀"\\'}

    def scores(self):
        return [float("nan")] if self.what == "no number" else [self.total + 0.5 * seat for seat in range(self.seats)]

    def outcome(self):
        return {"total": self.total}

    def setup(self):
        return {"constant": 1.5}

    def save(self):
        return [self.total, self.rounds, self.drawn] if self.keep == "referee" else None

    def load(self, state):
        self.keep, self.what = "referee", "play"
        self.total, self.rounds, self.drawn = state


serve(Odd)
