"""Plays 100 random matches with your rules, without a referee: python3 test_rules.py"""
import json
import random

from referee_game import Server
from rules import Rules

FACTS = json.load(open("game.json"))
OPTIONS = {name: option["default"] for name, option in FACTS["options"].items()}


def play(seed):
    """A match of legal moves by chance: all answers."""
    server, chance = Server(Rules, FACTS), random.Random(seed)
    request = {"type": "new", "options": OPTIONS, "seats": FACTS["seats"], "seed": seed, "salt": f"{seed:032x}"}
    answers = []
    while len(answers) <= FACTS.get("max_turns", 10000):
        answer = json.loads(server.answer({"id": len(answers) + 1, "match": "test", **request}))
        assert "error" not in answer, answer["error"]
        answers.append(answer)
        if not answer["to_move"]:
            return answers
        moves = [{"seat": seat, "move": chance.choice(legal), "spent_us": 0} for seat, legal in zip(answer["to_move"], answer["legal"])]
        wrong = [{**move, "move": {"no": "move"}} for move in moves]
        refused = json.loads(server.answer({"id": 0, "match": "test", "type": "step", "moves": wrong}))
        assert "refused" in refused, "a move of a wrong form must be refused, and change nothing"
        request = {"type": "step", "moves": moves}
    raise AssertionError(f"a match is not over after {len(answers) - 1} turns (max_turns): count turns, and end it")


for seed in range(100):
    answers = play(seed)
    assert answers == play(seed), "the same seed and moves must give the same match"
    # Below: what is true of your game only.
    hands = [view["hands"] for view in answers[0]["views"]["seats"]]
    assert hands[0][1] is None and hands[1][0] is None, "only its owner sees a hand"
    assert sum(answers[-1]["scores"]) == OPTIONS["rounds"], "each round has a winner"
print("100 matches are well")
