import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";

const kDead = [-1, -1];
const kSetup = {size: 5, starts: [[[0, 0], [0, 2]], [[4, 0]]]};
const turn = (cycles, moves, terminated = []) => ({
  view: {cycles},
  events: {terminated},
  answers: moves.map((move, seat) => ({seat, verdict: "ok", move})),
});

/// Cycle 1 leaves the grid in the second turn, cycle 2 hits a trail in the last one.
const game = () => matchData(kSetup, {cycles: [[0, 0], [0, 2], [4, 0]]}, [
  turn([[1, 0], [0, 3], [4, 1]], [[[1, 0], [0, 3]], [[4, 1]]]),
  turn([[1, 1], kDead, [4, 2]], [[[1, 1], [-1, 3]], [[4, 2]]], [{cycle: 1, cause: "off_grid"}]),
  turn([[2, 1], kDead, kDead], [[[2, 1], null], [[4, 1]]], [{cycle: 2, cause: "occupied"}]),
]);
const kMargin = 0.35;

/// A game of so many turns on a large grid: two cycles go to and fro on alternate rows.
function longGame(turns) {
  const at = (time) => {
    const row = Math.floor(time / 100);
    return [row % 2 === 0 ? time % 100 : 99 - (time % 100), row];
  };
  const cycles = (time) => ({cycles: [at(time), [99 - at(time)[0], 169 - at(time)[1]]]});
  return matchData({size: 170, starts: [[[0, 0]], [[99, 169]]]}, cycles(0),
    Array.from({length: turns}, (_, i) => ({view: cycles(i + 1), events: {terminated: []}, answers: []})));
}

const letters = (pen) => pen.texts().filter((text) => /^[A-Z]$/.test(text));
/// The colours of the lines of that width.
const linesOf = (pen, width) =>
  pen.named("stroke").filter(({state}) => state.lineWidth === width).map(({state}) => [state.strokeStyle, state.globalAlpha]);

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painterOf("lightcycle", game()), 4), 4 * 30);
});

test("64 teams are painted, and the smallest grid", () => {
  const starts = Array.from({length: 64}, (_, team) => [[team, 0], [team, 3]]);
  const painter = painterOf("lightcycle", matchData({size: 64, starts}, {cycles: starts.flat()}, [], 64));
  paintAllWays(painter, 1);
  assert.strictEqual(letters(painted(painter, 0)).length, 128);
  paintAllWays(painterOf("lightcycle", matchData({size: 2, starts: [[[0, 0]], [[1, 1]]]}, {cycles: [[0, 0], [1, 1]]}, [])), 1);
});

test("each living cycle has a head with its team's letter, also between two cells", () => {
  const painter = painterOf("lightcycle", game());
  assert.deepStrictEqual([0, 1, 2, 3].map((index) => letters(painted(painter, index)).join("")), ["AAB", "AAB", "AB", "A"]);
  const {calls} = painted(painter, 1, {progress: 0.5});
  const head = calls.slice(0, calls.findIndex(({name, values}) => name === "fillText" && values[0] === "A"))
    .findLast(({name}) => name === "translate");
  assert.deepStrictEqual(head.values, [1, 0.5]);
  assert.deepStrictEqual(calls.find(({name}) => name === "translate").values, [kMargin, kMargin]);
});

test("teams differ in colour and in the pattern of their trails", () => {
  const {seats} = globalThis.referee.colors("light");
  const pen = painted(painterOf("lightcycle", game()), 1);
  assert.deepStrictEqual(linesOf(pen, 0.72).map(([color]) => color), [seats[0], seats[0], seats[1]]);
  assert.strictEqual(linesOf(pen, 0.72 * 0.3).length, 1); // the line within the trail of team B
});

test("a terminated cycle has a cross with the cause, for every cause", () => {
  assert.ok(painted(painterOf("lightcycle", game()), 2).texts().includes("A left the grid"));
  assert.ok(painted(painterOf("lightcycle", game()), 3).texts().includes("B hit a trail"));
  assert.deepStrictEqual(painted(painterOf("lightcycle", game()), 2, {small: true}).texts().filter((text) => text.length > 1), []);
  const texts = {
    clock: "out of time", no_move: "no answer", still: "stood still", not_adjacent: "jumped", off_grid: "left the grid",
    occupied: "hit a trail", lost_square: "lost the cell", other: "other",
  };
  for (const [cause, text] of Object.entries(texts)) {
    const data = game();
    data.turns[1].events.terminated[0].cause = cause;
    assert.ok(painted(painterOf("lightcycle", data), 2).texts().includes(`A ${text}`), cause);
  }
});

test("the end is told, and not across the board", () => {
  const said = (data, index) => painterOf("lightcycle", data).describe(index);
  assert.match(said(game(), 3), /Team A wins/);
  assert.deepStrictEqual(painted(painterOf("lightcycle", game()), 3).texts().filter((text) => /wins/.test(text)), []);
  const data = game();
  data.turns[2].frames = [{view: {cycles: [kDead, kDead, kDead]}}];
  assert.match(said(data, 3), /No cycle is left/);
  assert.doesNotMatch(said(data, 2), /Team A wins/);
});

test("the text says what the picture shows", () => {
  assert.strictEqual(painterOf("lightcycle", game()).describe(3),
    "Turns played: 3. Team A (bot0): 1 of 2 cycles left. Team B (bot1): 0 of 1 cycles left. " +
    "Cycle 0 of team A is at x 2, y 1, heading right. Cycle 2 of team B ended at x 4, y 2: hit a trail. Team A wins.");
});

test("the counts are by seat", () => {
  assert.deepStrictEqual(painterOf("lightcycle", game()).counts(3).map(({values}) => values),
    [["1/2", "0/1"], [3, 2], ["left the grid, turn 1", "hit a trail, turn 2"]]);
  assert.deepStrictEqual(painterOf("lightcycle", game()).counts(0).map(({values}) => values), [["2/2", "1/1"], [0, 0], ["", ""]]);
});

test("any order of frames gives the same pictures", () => {
  const [forth, back] = [painterOf("lightcycle", game()), painterOf("lightcycle", game())];
  const calls = (painter, index) => painted(painter, index, {progress: 0.4}).calls;
  const last = calls(back, 3);
  assert.deepStrictEqual([1, 2].map((index) => calls(forth, index)), [1, 2].map((index) => calls(back, index)));
  assert.deepStrictEqual(calls(forth, 3), last);
});

test("a live match grows", () => {
  const data = game();
  const late = data.turns.splice(1);
  const painter = painterOf("lightcycle", data);
  painted(painter, 1);
  assert.ok(painter.reel.append(1, late));
  assert.deepStrictEqual(painted(painter, 3).calls, painted(painterOf("lightcycle", game()), 3).calls);
});

test("a straight piece of a trail is one line, however long", () => {
  const painter = painterOf("lightcycle", longGame(8000));
  const pen = painted(painter, 8000, {scale: 5});
  assert.ok(pen.named("lineTo").length < 1500, `${pen.named("lineTo").length} lines`);
  assert.strictEqual(painted(painter, 4000, {scale: 5}).depth, 0);
});
