import assert from "node:assert/strict";
import test from "node:test";
import {colorsOf} from "../../../referee/pages/scripts/painting/colors.js";
import {painterOf} from "../../../referee/pages/scripts/painting/painter_of.js";
import {hasPictures} from "../../../referee/pages/scripts/painting/picture_painter.js";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {matchData, painted, paintAllWays} from "../games/painting.js";

const kLegend = {X: {seat: 0, shape: "cross", name: "cross"}, O: {seat: 1, shape: "circle"}};
const picture = (grid, more = {}) => ({board: grid.join(""), picture: {grid, legend: kLegend, caption: "X to move", ...more}});
const reelOf = (...views) => new Reel({...matchData({}, views[0], views.slice(1).map((view) => ({view}))), game: "noughts"});
const kStart = picture(["X.O", "...", "..."]);

test("a view with a picture is drawn by the picture, whatever else it has", () => {
  const painter = painterOf(reelOf(kStart));
  assert.ok(painter.size.width > 3 && painter.size.width < 3.5 && painter.size.height > 3);
  const texts = painted(painter, 0).texts();
  assert.ok(texts.includes("O"), "a circle has its letter");
  assert.ok(!texts.includes("X"), "a cross is a shape of its own");
  assert.ok(texts.includes("X to move"));
  assert.ok(!painted(painter, 0, {small: true}).texts().includes("X to move"));
});

test("names of rows and columns stand outside of the board, and in its description", () => {
  const painter = painterOf(reelOf(picture(["X.O", "...", "..."], {rows: ["3", "2", "1"], columns: ["a", "b", "c"]})));
  assert.ok(painter.size.width > 3.5 && painter.size.height > 3.5);
  const texts = painted(painter, 0).texts();
  for (const name of ["3", "2", "1", "a", "b", "c"]) assert.ok(texts.includes(name), name);
  assert.ok(painter.describe(0).includes("cross of A in row 3, column a"));
  assert.ok(painterOf(reelOf(picture(["X"], {rows: ["1", "2"], columns: [1]}))).describe(0).includes("in row 0, column 0"), "names that do not fit are none");
});

test("a caption has the size of the page's text, whatever that of the cells", () => {
  for (const [cells, scale] of [[3, 200], [8, 75], [40, 15]]) {
    const grid = Array.from({length: cells}, () => ".".repeat(cells));
    const pen = painted(painterOf(reelOf(picture(grid))), 0, {scale});
    const at = pen.calls.findLastIndex(({name, values}) => name === "fillText" && values[0] === "X to move");
    const {values, state} = pen.calls.slice(0, at).findLast(({name}) => name === "scale");
    const pixels = values[0] * Number(/(\d+)px/.exec(state.font)?.[1] ?? 64) * scale;
    assert.ok(pixels >= 12 && pixels <= 19, `${cells} cells: ${pixels} px`);
  }
});

test("a match whose first picture comes with its first move is drawn by it", () => {
  const reel = reelOf({}, picture(["XXO"], {caption: "O to move"}));
  assert.ok(hasPictures(reel));
  assert.ok(painted(painterOf(reel), 1).texts().includes("O to move"));
});

test("all that a picture may have can be drawn in all ways", () => {
  const shapes = ["circle", "square", "triangle", "diamond", "cross", "dot", "fill", undefined];
  const tints = ["red", "orange", "yellow", "green", "blue", "purple", "gray", "black", "white"];
  const legend = Object.fromEntries(shapes.flatMap((shape, row) => tints.map((color, column) =>
    [String.fromCharCode(97 + row) + column, {shape, color}])));
  const grid = shapes.map((_, row) => tints.map((_color, column) => String.fromCharCode(97 + row) + column));
  const marks = [
    {line: [[0, 0], [3, 3], [1, 0]], seat: 1}, {circle: [1, 1], r: 0.4, seat: 70, fill: true}, {circle: [1, 1], color: "red"},
    {circle: [2, 2], seat: 1, fill: true}, {box: [0, 0, 2, 2], fill: true}, {box: [1, 1, 0.5, 3]}, {text: "A", at: [1, 1], color: "no"},
  ];
  assert.equal(paintAllWays(painterOf(reelOf({picture: {grid, legend, marks, caption: "All"}})), 1), 30);
  assert.equal(paintAllWays(painterOf(reelOf({picture: {size: [7.5, 3], marks}})), 1), 30);
  assert.equal(paintAllWays(painterOf(reelOf(kStart, picture(["XOX", "...", "..."]))), 2), 60);
});

test("a seat's cells have its colour, and a letter where colours alone would tell them apart", () => {
  const legend = {R: {seat: 0, shape: "circle"}, Y: {seat: 1, shape: "circle"}};
  const pen = painted(painterOf(reelOf({picture: {grid: ["RY"], legend}})), 0);
  const fills = pen.named("fill").map(({state}) => state.fillStyle);
  for (const seat of [0, 1]) assert.ok(fills.includes(colorsOf("light").seats[seat]));
  assert.ok(pen.texts().includes("R") && pen.texts().includes("Y"));
  const crosses = {a: {seat: 0, shape: "cross"}, b: {seat: 1, shape: "cross"}};
  assert.deepEqual(painted(painterOf(reelOf({picture: {grid: ["ab"], legend: crosses}})), 0).texts(), ["a", "b"]);
});

test("words name the cells, by row and column", () => {
  const painter = painterOf(reelOf(kStart));
  assert.equal(painter.describe(0),
               "X to move. A grid of 3 rows and 3 columns: cross of A in row 0, column 0; O of B in row 0, column 2.");
  const marks = [{circle: [0, 0]}, {text: "go", at: [0, 0]}];
  assert.match(painterOf(reelOf(picture(["...", "..."], {marks}))).describe(0), /columns: empty\. Drawn over the board: 1 mark\. .*board: go\.$/);
  const all = painterOf(reelOf({picture: {grid: Array(200).fill("X".repeat(200))}})).describe(0);
  assert.match(all, /and 39940 more\.$/);
});

test("counts are the cells of each seat and what the view has", () => {
  assert.deepEqual(painterOf(reelOf({...kStart, turn: 4})).counts(0),
                   [{label: "Cells", values: [1, 1]}, {label: "board", values: ["X.O......"]}, {label: "turn", values: ["4"]}]);
});

test("the legend has what has a name or a seat", () => {
  assert.deepEqual(painterOf(reelOf(kStart)).legend.map(({text}) => text), ["cross of A", "O of B"]);
});

test("what is no picture is drawn as if there were none", () => {
  for (const wrong of [null, 7, {}, {grid: []}, {grid: ["ab", "c"]}, {grid: [[1]]}, {size: [0, 1]}, {size: [1, 201]}, {grid: 1, size: [1, 1]},
    {grid: Array(201).fill(".")}]) {
    assert.equal(hasPictures(reelOf({picture: wrong})), false, JSON.stringify(wrong));
  }
  const painter = painterOf(reelOf(kStart, {board: ["ab", "cd"]}, {picture: {grid: [["1024", ""]], legend: [], marks: {}}}));
  for (const index of [1, 2]) assert.ok(painted(painter, index).calls.length > 0);
  assert.equal(painter.failed, false);
  assert.match(painter.describe(1), /d in row 1, column 1/);
});

test("marks that are none are left out, and there are no more than a page can bear", () => {
  const marks = [null, 7, {}, {line: [[0, 0]]}, {line: [[0, 0], [1e9, 0]]}, {circle: [0]}, {circle: [0, 0], r: -1}, {box: [0, 0, -1, 1]}, {text: 1, at: [0, 0]},
    {text: "A"}];
  const strokes = (list) => painted(painterOf(reelOf({picture: {size: [3, 3], marks: list}})), 0).named("stroke").length;
  assert.equal(strokes(marks), 0);
  assert.equal(strokes(Array(5000).fill({circle: [1, 1]})), 2000);
});
