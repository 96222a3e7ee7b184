"""Does nothing wrong: goes forward in Walls where it can, else turns left."""
import talk

STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


def can_step(view):
    seat = view["mover"]
    me, other = view["players"][seat], view["players"][1 - seat]
    row, column = (at + step for at, step in zip(me["at"], STEPS[me["face"]]))
    size = len(view["board"])
    if not (0 <= row < size and 0 <= column < size) or [row, column] == other["at"]:
        return False
    return view["board"][row][column] in (".", "AB"[seat])


talk.hello()
for turn in talk.messages("turn"):
    talk.answer(turn, "forward" if can_step(turn["view"]) else "left")
