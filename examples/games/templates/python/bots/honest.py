"""Bids what it has, and says "liar" when a bid needs more than luck. It shows how a bot for your game looks."""
from referee import play


def move(view, match):
    mine = view["hands"][match.seat]
    dice = 2 * len(mine)
    bids = [[count, face] for count in range(1, dice + 1) for face in range(1, 7)]
    if view["bid"] is None:
        return [1, mine[0]]
    count, face = view["bid"]
    if count > mine.count(face) + (len(mine) + 2) // 3:
        return "liar"
    for bid in bids[bids.index(view["bid"]) + 1 :]:
        if bid[0] <= mine.count(bid[1]) + 1:
            return bid
    return "liar"


play(move)
