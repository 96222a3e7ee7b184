"""Does nothing wrong: every cycle of its team in Light Cycle goes on along x, to the right."""
import talk

talk.hello()
start = next(talk.messages("start"))
teams = start["setup"]["starts"]
first = sum(len(team) for team in teams[:start["seat"]])
mine = range(first, first + len(teams[start["seat"]]))
for turn in talk.messages("turn"):
    cells = [turn["view"]["cycles"][cycle] for cycle in mine]
    talk.answer(turn, [[x + 1, y] for x, y in cells])
