"""A bot in Botzone's form, for the sample judge: it bids the card that the prize shows, if it still has it."""
import json

turns = json.loads(input())
left = [card for card in (1, 2, 3) if card not in turns["responses"]]
prize = turns["requests"][-1]["prize"]
print(json.dumps({"response": prize if prize in left else left[-1]}))
