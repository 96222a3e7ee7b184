import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";
import {recordingPen} from "../../../../referee/pages/trial/recording_pen.js";

const setup = (rows, cols, least = 3, colors = "pbyrg") =>
  ({rows, cols, min_score_size: least, colors, deal: "handout", max_moves: 100000});
const view = (board, score) => ({board, score, empty: board.join("").replace(/[a-z]/gi, "").length});
const answer = (move) => [{seat: 0, verdict: "ok", move, spent_us: 10}];
const cellTexts = (pen) => pen.texts().filter((text) => /^[A-Z]$/.test(text)).sort().join("");

// The goal cells of 5 by 6 are those of row 2 in columns 0, 1, 4 and 5.
const kStart = view(["r.....", "r....b", "Y*..**", "......", ".....p"], 0);
const kSwapped = view(["y.....", "r..b.b", "R*..**", "r.....", "....pp"], 0);
const kScored = view(["y.....", "...b.b", "**..G*", "......", "....pp"], 15);
const kFaulted = view(["y.....", "...b.b", "**..G*", "......", "....pp"], 0);

const game = () => matchData(setup(5, 6), kStart, [
  {view: kSwapped, answers: answer("SWAP 0 0 2 0"),
    events: {added: [[3, 0, "r"], [1, 3, "b"], [4, 4, "p"]], scored: 0}},
  {view: kScored, answers: answer("SCORE 2 0"), events: {added: [[2, 4, "g"]], scored: 15}},
  {view: kFaulted, answers: [{seat: 0, verdict: "late", fault: "late", spent_us: 9}], events: {added: [], scored: 0}},
], 1);

/// Where the only piece with that letter stands: the translation before its text.
function placeOf(painter, index, letter, progress) {
  const {calls} = painted(painter, index, {progress});
  const at = calls.findIndex(({name, values}) => name === "fillText" && values[0] === letter);
  assert.ok(at >= 0, `${letter} is not drawn`);
  return calls.slice(0, at).findLast(({name}) => name === "translate").values;
}

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painterOf("superball", game()), 4), 4 * 30);
});

test("boards of all sizes and numbers of colours are painted", () => {
  for (const [rows, cols, colors] of [[1, 5, "z"], [100, 2, "ab"], [30, 40, "abcdefghijklmnopqrstuvwxyz"]]) {
    const board = Array.from({length: rows}, (_, row) =>
      Array.from({length: cols}, (_, column) => colors[(row * 7 + column) % colors.length]).join(""));
    const painter = painterOf("superball", matchData(setup(rows, cols, 3, colors), view(board, 7), [], 1));
    assert.strictEqual(cellTexts(painted(painter, 0)).length, rows * cols);
    painted(painter, 0, {small: true, scale: 2});
  }
});

test("colours differ, and so do shapes of the handout's colours", () => {
  const painter = painterOf("superball", game());
  assert.strictEqual(new Set(painter.palette).size, 5);
  const shapes = painter.legend.slice(0, 5).map(({swatch}) => {
    const pen = recordingPen();
    swatch(pen, globalThis.referee.colors("light"));
    return `${pen.named("arc").length} arcs, ${pen.named("lineTo").length} lines, ${pen.named("lineTo")[0]?.values}`;
  });
  assert.strictEqual(new Set(shapes).size, 5);
});

test("colours that have other letters are different ones, too, as far as there are any", () => {
  const painter = painterOf("superball", matchData(setup(5, 6, 3, "rstuvwx"), view(["r....."], 0), [], 1));
  assert.strictEqual(new Set(painter.palette).size, 7);
});

test("each piece has its letter, and in a small picture none", () => {
  const painter = painterOf("superball", game());
  assert.strictEqual(cellTexts(painted(painter, 0)), "BPRRY");
  assert.strictEqual(cellTexts(painted(painter, 0, {small: true})), "");
});

test("swapped pieces are on their way, and added ones come after them", () => {
  const painter = painterOf("superball", game());
  const [x0, y0] = placeOf(painter, 1, "Y", 0);
  assert.deepStrictEqual([x0, y0 > 2.5 && y0 < 2.6], [0.5, true]);
  const [x1, y1] = placeOf(painter, 1, "Y", 0.275);
  assert.ok(Math.abs(x1 - 0.5) > 0.2 && Math.abs(y1 - 1.57) < 0.01, `${x1} ${y1}`);
  assert.strictEqual(cellTexts(painted(painter, 1, {progress: 0.4})), "BPRRY");
  assert.strictEqual(cellTexts(painted(painter, 1)), "BBPPRRRY");
  assert.ok(placeOf(painter, 1, "Y", 1)[1] < 1);
});

test("a scored set vanishes, with its points", () => {
  const painter = painterOf("superball", game());
  assert.strictEqual(cellTexts(painted(painter, 2, {progress: 0.05})), "BBPPRRRY");
  assert.strictEqual(cellTexts(painted(painter, 2, {progress: 0.5})), "BBPPY");
  assert.strictEqual(cellTexts(painted(painter, 2)), "BBGPPY");
  assert.ok(painted(painter, 2).texts().includes("+15"));
  assert.ok(!painted(painter, 1).texts().some((text) => text.startsWith("+")));
});

test("only a set that is large enough and on a goal cell has a strong edge", () => {
  const ink = globalThis.referee.colors("light").ink;
  const edges = (board) => {
    const painter = painterOf("superball", matchData(setup(5, 6), view(board, 0), [], 1));
    return painted(painter, 0).named("fill").filter(({state}) => state.fillStyle === ink).length;
  };
  assert.strictEqual(edges(["......", "r.....", "R*..**", "r....b", "..ggg."]), 3);
  assert.strictEqual(edges(["......", "......", "R*..**", "r....b", "..ggg."]), 0);
  // The end of a row is no neighbour of the next one's beginning, and corners do not touch.
  assert.strictEqual(edges(["......", ".....r", "R*..*R", ".r....", "......"]), 0);
});

test("the text says what the picture shows", () => {
  const painter = painterOf("superball", game());
  assert.strictEqual(painter.describe(0), "Score 0, 25 empty cells. No set can be scored. " +
    "Row 0: r 0. Row 1: r 0, b 5. Row 2: y 0. Row 4: p 5.");
  assert.match(painter.describe(1), /The last move swapped row 0, column 0 and row 2, column 0\. Added: r at row 3/);
  assert.match(painter.describe(1), /Sets that can be scored: 3 pieces r around row 1, column 0\./);
  assert.match(painter.describe(2), /The last move scored 3 pieces at row 2, column 0: 15 points\./);
  assert.match(painter.describe(3), /^Score 0, .* The last turn had no move\./);
});

test("the counts are those of the view", () => {
  const values = painterOf("superball", game()).counts(2).map((count) => [count.label, ...count.values]);
  assert.deepStrictEqual(values, [["Score", 15], ["Points of the last move", 15], ["Empty cells", 24], ["Turns", 2]]);
});
