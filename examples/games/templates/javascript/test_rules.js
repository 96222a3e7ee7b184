// Plays 100 random matches with your rules, without a referee: node test_rules.js
"use strict";

const assert = require("node:assert");
const { readFileSync } = require("node:fs");

const { Random, Server } = require("./referee_game.js");
const { Rules } = require("./rules.js");

const facts = JSON.parse(readFileSync("game.json", "utf8"));
const options = Object.fromEntries(Object.entries(facts.options).map(([name, option]) => [name, option.default]));

/** A match of legal moves by chance: all answers. */
function play(seed) {
  const server = new Server(Rules, facts);
  const chance = new Random(seed, "test");
  const answers = [];
  let request = { type: "new", options, seats: facts.seats, seed, salt: String(seed).padStart(32, "0") };
  while (answers.length <= (facts.max_turns ?? 10000)) {
    const answer = JSON.parse(server.answer({ id: answers.length + 1, match: "test", ...request }));
    assert.strictEqual(answer.error, undefined);
    answers.push(answer);
    if (answer.to_move.length === 0) return answers;
    const moves = answer.to_move.map((seat, place) => ({ seat, move: chance.choose(answer.legal[place]), spent_us: 0 }));
    const wrong = moves.map((entry) => ({ ...entry, move: { no: "move" } }));
    const refused = JSON.parse(server.answer({ id: 1, match: "test", type: "step", moves: wrong }));
    assert("refused" in refused, "a move of a wrong form must be refused, and change nothing");
    request = { type: "step", moves };
  }
  assert.fail(`a match is not over after ${answers.length - 1} turns (max_turns): count turns, and end it`);
}

for (let seed = 0; seed < 100; ++seed) {
  const answers = play(seed);
  assert.deepStrictEqual(answers, play(seed), "the same seed and moves must give the same match");
  // Below: what is true of your game only.
  const [first, second] = answers[0].views.seats;
  assert(first.hands[1] === null && second.hands[0] === null, "only its owner sees a hand");
  const [a, b] = answers.at(-1).scores;
  assert.strictEqual(a + b, options.rounds, "each round has a winner");
}
console.log("100 matches are well");
