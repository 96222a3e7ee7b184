"""Kuhn poker: three cards, two seats, one bet. The referee deals: see chance() and draw()."""
from referee_game import Game, serve

CARDS = "JQK"  # by value
SEATS = (0, 1)


class KuhnPoker(Game):
    def begin(self, options):
        self.hands = options["hands"]
        self.hand = 0  # the number of this one
        self.chips = [0, 0]  # won so far
        self.last = None  # what every seat knows of the hand before
        self.deal()

    def deal(self):
        self.cards = []  # by seat
        self.actions = []  # of this hand

    def mover(self):
        return (self.hand + len(self.actions)) % 2  # the seats begin in turn

    def is_over(self):
        return self.hand == self.hands

    def chance(self):
        if self.is_over() or len(self.cards) == 2:
            return None
        return [(card, 1) for card in CARDS if card not in self.cards]

    def draw(self, card):
        self.cards.append(card)
        return []

    def to_move(self):
        return [] if self.is_over() else [self.mover()]

    def legal(self, seat):
        return ["pass", "bet"]

    def play(self, seat, move):
        if seat in self.out:  # by the clock: each hand that is left costs the ante
            self.settle(1 - seat, self.hands - self.hand)
            self.hand = self.hands
            return [{"seat": seat, "action": "out"}]
        action = move or "pass"  # a bot that gives no valid move passes
        self.actions.append(action)
        events = [{"seat": seat, "action": action}]
        if self.actions[-2:] in (["pass", "pass"], ["bet", "bet"]):
            events.append(self.pay(max(SEATS, key=lambda owner: CARDS.index(self.cards[owner])), self.cards))
        elif self.actions[-2:] == ["bet", "pass"]:
            events.append(self.pay(1 - seat, None))
        return events

    def settle(self, winner, stake):
        self.chips[winner] += stake
        self.chips[1 - winner] -= stake

    def pay(self, winner, shown):
        """Ends the hand. The loser has put 2 into the pot if both have bet, else its ante of 1."""
        stake = 2 if self.actions[-2:] == ["bet", "bet"] else 1
        self.settle(winner, stake)
        self.last = {"winner": winner, "stake": stake, "cards": shown, "actions": self.actions}
        self.hand += 1
        self.deal()
        return self.last

    def view(self, reader):
        cards = [card if reader.sees(seat) else None for seat, card in enumerate(self.cards)]
        return {"hand": self.hand, "cards": cards, "actions": self.actions, "chips": self.chips, "last": self.last}

    def picture(self, reader):
        cards = [card if reader.sees(seat) else "?" for seat, card in enumerate(self.cards)]
        grid = [["A", "B"], [*cards, ".", "."][:2], [f"{chips:+d}" for chips in self.chips]]
        legend = {"A": {"seat": 0, "name": "seat 0"}, "B": {"seat": 1, "name": "seat 1"}}
        return {"grid": grid, "legend": legend, "caption": f"hand {self.hand}: {', '.join(self.actions) or 'dealt'}"}

    def scores(self):
        return self.chips

    def outcome(self):
        return {"chips": self.chips, "hands": self.hand}


serve(KuhnPoker)
