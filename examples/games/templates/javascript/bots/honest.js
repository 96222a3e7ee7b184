// Bids what it has, and says "liar" when a bid needs more than luck. It shows how a bot for your game looks.
"use strict";

const { play } = require("./referee.js");

function move(view, match) {
  const mine = view.hands[match.seat];
  const mineOf = (face) => mine.filter((die) => die === face).length;
  if (view.bid === null) return [1, mine[0]];
  const [count, face] = view.bid;
  if (count > mineOf(face) + Math.floor((mine.length + 2) / 3)) return "liar";
  for (let more = count; more <= 2 * mine.length; ++more) {
    for (let other = more === count ? face + 1 : 1; other <= 6; ++other) {
      if (more <= mineOf(other) + 1) return [more, other];
    }
  }
  return "liar";
}

play(move);
