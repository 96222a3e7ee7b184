"use strict";

const assert = require("node:assert");
const {test} = require("node:test");
const {matchData, painterOf, painted, paintAllWays} = require("../referee/games/painting.js");

const kStart = {board: Array(5).fill("....."), mover: 0, last: null, line: []};
const kFirst = {board: ["....X", ".....", ".....", ".....", "....."], mover: 1, last: [0, 4], line: []};
const kSecond = {board: ["....X", ".....", "O....", ".....", "....."], mover: 0, last: [2, 0], line: []};
const kWon = {
  board: ["....X", "...X.", "O.X..", ".X.OO", "X...O"], mover: null, last: [4, 0], line: [[0, 4], [1, 3], [2, 2], [3, 1], [4, 0]],
};

const painter = () => painterOf("gomoku", matchData({size: 5}, kStart, [{view: kFirst}, {view: kSecond}, {view: kWon}]), "examples/games");

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painter(), 4), 4 * 30);
});

test("each stone has the colour of its seat, and stones of seat 1 have a ring", () => {
  const colors = globalThis.referee.colors("light");
  const pen = painted(painter(), 3);
  const discs = (seat) => pen.named("fill").filter(({state}) => state.fillStyle === colors.seats[seat]).length;
  const rings = pen.calls.filter(({name}, at) => name === "stroke" && pen.calls[at - 1].name === "arc").length;
  assert.deepStrictEqual([discs(0), discs(1), rings], [5, 4, 4]);
});

test("a small picture has no names of lines", () => {
  assert.deepStrictEqual(painted(painter(), 3, {small: true}).texts(), []);
  assert.deepStrictEqual(painted(painter(), 3).texts().sort(), ["1", "2", "3", "4", "5", "A", "B", "C", "D", "E"]);
});

test("the text says what the picture shows", () => {
  assert.strictEqual(painter().describe(0), "Seat 0 is to move.");
  assert.strictEqual(painter().describe(2),
    "Seat 0 is to move. The newest stone is on A3. Stones of seat 0: E1. Stones of seat 1: A3.");
  assert.match(painter().describe(3), /^The match is over\. .* The line from E1 to A5 wins\.$/);
});

test("the counts are those of the view", () => {
  assert.deepStrictEqual(painter().counts(3), [{label: "Stones", values: [5, 4]}]);
});

test("the plain painter draws a view of another shape", () => {
  painted(painterOf("gomoku", matchData({}, {grid: ["ab", "cd"]}, []), "examples/games"), 0);
});
