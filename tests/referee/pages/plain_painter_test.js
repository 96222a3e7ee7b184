import assert from "node:assert/strict";
import test from "node:test";
import {colorsOf} from "../../../referee/pages/scripts/painting/colors.js";
import {painterOf} from "../../../referee/pages/scripts/painting/painter_of.js";
import {plainPainter} from "../../../referee/pages/scripts/painting/plain_painter.js";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {recordingPen} from "../../../referee/pages/trial/recording_pen.js";
import {match} from "./match_samples.js";

const of = (view) => plainPainter(new Reel({...match([]), view}));
const painted = (painter) => {
  const pen = recordingPen();
  painter.paint(pen, 0, {theme: "light", colors: colorsOf("light"), progress: 1, small: false});
  return pen;
};

test("the largest grid of the view is the board", () => {
  const painter = of({small: ["abc", "def"], state: {board: ["....", ".A..", "...b"]}});
  assert.deepEqual(painter.size, {width: 4, height: 3});
  assert.match(painter.describe(0), /3 rows and 4 columns: A in row 1, column 1; b in row 2, column 3/);
  assert.ok(painted(painter).calls.some((call) => JSON.stringify(call).includes('"A"')));
});

test("lists of numbers are a grid, pairs are not", () => {
  assert.deepEqual(of({cells: [[0, 1, 2], [3, 4, 5]]}).size, {width: 3, height: 2});
  assert.deepEqual(of({pairs: [[0, 1], [2, 3]]}).size, {width: 80, height: 40});
});

test("a view without a grid is text, whatever it is", () => {
  for (const view of [{}, {a: null}, null, 7, "text", [], [[]], {rows: ["abc", "ab"]}, {rows: [["a", {}, 1], [1, 2, 3]]}]) {
    const painter = of(view);
    assert.deepEqual(painter.size, {width: 80, height: 40}, JSON.stringify(view));
    painted(painter);
    assert.equal(typeof painter.describe(0), "string");
    assert.ok(Array.isArray(painter.counts(0)));
  }
});

test("single values and lists by seat are counts", () => {
  assert.deepEqual(of({turn: 3, scores: [1, 2], other: [1, 2, 3]}).counts(0),
                   [{label: "turn", values: ["3"]}, {label: "scores", values: ["1", "2"]}]);
});

test("a game without a painter has the plain one", () => {
  globalThis.referee.painters = {};
  const reel = new Reel({...match([]), game: "constructor"});
  assert.equal(painterOf(reel).animates, false);
});

test("a painter that fails is replaced by the plain one, and the console says why", (context) => {
  const told = context.mock.method(console, "error", () => {});
  globalThis.referee.painters = {broken: () => ({size: {width: 1, height: 1}, describe: () => { throw new Error("no"); }}),
                                 late: () => { throw new Error("at once"); }};
  const board = {board: ["...", ".A.", "..."]};
  const broken = painterOf(new Reel({...match([]), game: "broken", view: board}));
  assert.deepEqual(broken.size, {width: 1, height: 1});
  assert.match(broken.describe(0), /A in row 1, column 1/);
  assert.deepEqual(broken.size, {width: 3, height: 3});
  assert.equal(painterOf(new Reel({...match([]), game: "late", view: board})).failed, true);
  assert.equal(told.mock.callCount(), 2);
});
