// The rules of @NAME@: a game of dice and lies. Change them into your own.
//
// Two seats roll dice that the other does not see. They bid in turn: [3, 5] says "there are at least 3 fives among all dice".
// Each bid is higher than the one before. Instead of a bid a seat may say "liar": all dice are shown, and the bid was true or not.
"use strict";

const { Game, serve } = require("./referee_game.js");

class Rules extends Game {
  // There is one object for each match. Keep all of the match in it, and nothing outside of it.
  begin({ dice, rounds }) {
    Object.assign(this, { dice, rounds, round: 0, points: [0, 0], last: null }); // game.json has the options and their defaults
    this.roll();
  }

  roll() {
    // All chance comes from this.random. So the referee can play a match again, and finds the same dice.
    this.hands = [0, 1].map(() => Array.from({ length: this.dice }, () => 1 + this.random.below(6)).sort());
    this.bid = null;
    this.mover = this.round % 2; // the seats begin in turn
  }

  toMove() {
    // The seats that are asked now. An empty list ends the match.
    return this.round === this.rounds ? [] : [this.mover];
  }

  legal() {
    // All moves of this seat. The library refuses every other one, so that play() gets none of those.
    const bids = [];
    for (let count = 1; count <= 2 * this.dice; ++count) {
      for (let face = 1; face <= 6; ++face) bids.push([count, face]);
    }
    if (this.bid === null) return bids;
    const [count, face] = this.bid;
    return [...bids.slice(6 * (count - 1) + face), "liar"];
  }

  play(seat, move) {
    // Returns what has happened. Everybody reads it at once: never what only one seat may know.
    if (this.out.has(seat)) {
      this.points[1 - seat] += this.rounds - this.round; // the clock has taken it out of the game: it loses all rounds that are left
      this.round = this.rounds;
      return [{ seat, out: true }];
    }
    if (move === undefined) return this.endRound(1 - seat); // late, or no valid move: it loses the round
    if (move === "liar") {
      const [count, face] = this.bid;
      const isTrue = this.hands.flat().filter((die) => die === face).length >= count;
      return this.endRound(isTrue ? 1 - seat : seat);
    }
    Object.assign(this, { bid: move, mover: 1 - seat });
    return [{ seat, bid: move }];
  }

  endRound(winner) {
    this.points[winner] += 1;
    this.last = { winner, bid: this.bid, hands: this.hands };
    this.round += 1;
    this.roll();
    return [this.last];
  }

  view(reader) {
    // What a bot gets. `reader` is a seat, a spectator, or everybody after the match: sees() says who may know what.
    const { round, bid, points, last } = this;
    return { round, hands: this.hands.map((hand, seat) => (reader.sees(seat) ? hand : null)), bid, points, last };
  }

  picture(reader) {
    // What people see: a row for each seat, its points first. Without this method they see the view.
    const row = (hand, seat) => hand.map((die) => (reader.sees(seat) ? String(die) : "?"));
    const grid = this.hands.map((hand, seat) => [`${this.points[seat]} p`, ...row(hand, seat)]);
    return { grid, caption: `round ${this.round}, bid: ${this.bid?.join(" x ") ?? "none"}` };
  }

  scores() {
    // A number for each seat. More is better.
    return this.points;
  }

  outcome() {
    // Your own report of a match that is over, for records.
    return { points: this.points };
  }
}

if (require.main === module) serve(Rules);

module.exports = { Rules };
