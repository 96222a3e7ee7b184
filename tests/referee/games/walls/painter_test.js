import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";

const player = (at, face, bricks = 0, idle = 0, stalled = false) => ({at, face, bricks, idle, stalled});
const view = (board, mover, a, b) => ({board, mover, players: [a, b]});

const kStart = view(["...", "...", "..."], 0, player([1, 0], "W"), player([1, 2], "E"));
const kTurned = view(["...", "...", "..."], 1, player([1, 0], "N", 0, 1), player([1, 2], "E"));
const kBumped = view(["...", "...", "..."], 0, player([1, 0], "N", 0, 1), player([1, 2], "E", 0, 1));
const kLaid = view(["...", "A..", "..."], 1, player([0, 0], "N", 1, 0), player([1, 2], "E", 0, 1));
const kOver = view(["AAA", "AAB", "BBB"], null, player([0, 0], "N", 5, 9, true), player([1, 2], "S", 4, 9, true));

const game = () => matchData({n: 3, first: 0}, kStart, [
  {view: kTurned, events: {laid: null, blocked: false}},
  {view: kBumped, events: {laid: null, blocked: true}},
  {view: kLaid, events: {laid: [1, 0], blocked: false}},
  {view: kOver, events: {laid: null, blocked: false}},
]);

/// Where the letter of a seat stands, in cells of the board.
function placeOf(painter, index, letter, progress = 1) {
  const {calls} = painted(painter, index, {progress});
  const end = calls.findIndex(({name, values}) => name === "fillText" && values[0] === letter);
  assert.ok(end >= 0, `${letter} is not drawn`);
  const {values: [x, y]} = calls.slice(0, end).findLast(({name}) => name === "translate");
  return [x, y];
}

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painterOf("walls", game()), 5), 5 * 30);
});

test("the largest board is painted, with a number at every tenth row and column", () => {
  const board = Array.from({length: 99}, () => "AB".repeat(49) + ".");
  const large = view(board, 1, player([0, 98], "N", 4851), player([98, 98], "S", 4851));
  const painter = painterOf("walls", matchData({n: 99, first: 0}, large, []));
  const numbers = painted(painter, 0, {scale: 20}).texts().filter((text) => /^\d+$/.test(text));
  assert.deepStrictEqual([...new Set(numbers)], ["0", "10", "20", "30", "40", "50", "60", "70", "80", "90"]);
});

test("a brick has the letter of its player, and so has each player", () => {
  const texts = painted(painterOf("walls", game()), 4).texts();
  const countOf = (letter) => texts.filter((text) => text === letter).length;
  assert.deepStrictEqual(["a", "b", "A", "B"].map(countOf), [5, 4, 1, 1]);
});

test("a small picture has no numbers and no letters on bricks", () => {
  const texts = painted(painterOf("walls", game()), 4, {small: true}).texts();
  assert.deepStrictEqual(texts.sort(), ["A", "B"]);
});

test("a player is between its squares while it moves", () => {
  const painter = painterOf("walls", game());
  assert.deepStrictEqual(placeOf(painter, 3, "A", 0), [0.5, 1.5]);
  assert.deepStrictEqual(placeOf(painter, 3, "A", 0.5), [0.5, 1]);
  assert.deepStrictEqual(placeOf(painter, 3, "A", 1), [0.5, 0.5]);
});

test("a blocked player bumps and comes back, the other one stays", () => {
  const painter = painterOf("walls", game());
  assert.ok(placeOf(painter, 2, "B", 0.5)[0] > 2.6);
  assert.deepStrictEqual(placeOf(painter, 2, "B", 1), [2.5, 1.5]);
  assert.deepStrictEqual(placeOf(painter, 2, "A", 0.5), [0.5, 1.5]);
});

test("who is to move has a ring, and nobody when the game is over", () => {
  const good = globalThis.referee.colors("light").good;
  const rings = (index) =>
    painted(painterOf("walls", game()), index).named("stroke").filter(({state}) => state.strokeStyle === good).length;
  assert.deepStrictEqual([rings(0), rings(3), rings(4)], [1, 1, 0]);
});

test("the text says what the picture shows", () => {
  const painter = painterOf("walls", game());
  assert.strictEqual(painter.describe(0),
    "It is the turn of A. " +
    "A is at row 1, column 0, faces west and has 0 bricks. It has made 0 moves in a row without a brick. " +
    "B is at row 1, column 2, faces east and has 0 bricks. It has made 0 moves in a row without a brick. " +
    "There are no bricks on the board.");
  assert.match(painter.describe(2), /The last move, by B, was blocked\./);
  assert.match(painter.describe(3), /The last brick was laid on row 1, column 0\. Row 1: bricks of A in column 0\.$/);
  assert.match(painter.describe(4), /^The game is over\. .*It is stalled\./);
  assert.match(painter.describe(4), /Row 1: bricks of A in columns 0 to 1; bricks of B in column 2\./);
});

test("the counts are those of the view", () => {
  assert.deepStrictEqual(painterOf("walls", game()).counts(3), [
    {label: "Bricks", values: [1, 0], decides: true},
    {label: "Moves without a brick", values: [0, 1]},
    {label: "Squares left", values: [8]},
  ]);
  assert.deepStrictEqual(painterOf("walls", game()).counts(4)[1].values, ["stalled", "stalled"]);
});

test("the plain painter draws a view of another shape", () => {
  const painter = painterOf("walls", matchData({n: 3}, {grid: ["ab", "cd"]}, []));
  assert.match(painter.describe(0), /d in row 1, column 1/);
  painted(painter, 0);
});
