import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";

const kMaze = ["#######", "#o$!  _", "#T#$$##"];
const kSetup = {cols: 7, rows: 3, maze: kMaze};
const view = (maze, head, body, drill, steps) =>
  ({maze, head, body, coins: body.length, drill, steps, points: 1000 + 10 * body.length - steps});

const kStart = view(["#######", "# $!  _", "#T#$$##"], [1, 1], [], 0, 0);
const kDrill = view(["#######", "# $!  _", "# #$$##"], [2, 1], [], 3, 1);
const kHole = view(["#######", "# $!  _", "#  $$##"], [2, 2], [], 2, 2);
const kCoin = view(["#######", "# $!  _", "#   $##"], [2, 3], [[2, 2]], 2, 3);
const kCoins = view(["#######", "# $!  _", "#    ##"], [2, 4], [[2, 3], [2, 2]], 2, 4);
const kBite = view(["#######", "# $!  _", "#    ##"], [2, 3], [[2, 4]], 2, 5);
const kMishap = view(["#######", "# $   _", "#    ##"], [1, 3], [], 2, 6);
const kOut = view(["#######", "# $   _", "#    ##"], [1, 6], [], 2, 9);

/// Three turns: five steps, the last of which bites; a step onto the mishap, then one that is refused; nothing.
function game(...more) {
  const data = matchData(kSetup, kStart, [], 1);
  const turn = (steps, frames, move = steps, refused = false) => ({
    answers: [{seat: 0, verdict: "ok", move}], events: {steps, refused}, frames: frames.map((one) => ({view: one})),
  });
  data.turns = [
    turn("SEEEO", [kDrill, kHole, kCoin, kCoins, kBite]),
    turn("N", [kMishap], "NNE", true),
    turn("", [kMishap]),
    ...more.map(([steps, frames]) => turn(steps, frames)),
  ];
  return data;
}
const snake = (...more) => painterOf("snake", game(...more));

/// Where the head is drawn: the middle of the two eyes.
function headAt(painter, index, progress) {
  const {calls} = painted(painter, index, {progress});
  const eyes = calls.filter(({name}, at) => name === "arc" && calls[at + 1].name === "fill" && calls[at + 1].state.fillStyle === "#ffffff");
  assert.strictEqual(eyes.length, 2);
  return [0, 1].map((axis) => (eyes[0].values[axis] + eyes[1].values[axis]) / 2);
}
const said = (painter, index) => painted(painter, index).texts().filter((text) => text.length > 1);

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(snake(), 8), 8 * 30);
});

test("the largest and the smallest maze are painted", () => {
  const maze = Array.from({length: 100}, (_, row) => (row % 2 ? "#$!T_ ".repeat(17) : " # #_#".repeat(17)).slice(0, 100));
  const large = matchData({cols: 100, rows: 100, maze: [`o${maze[0].slice(1)}`, ...maze.slice(1)]}, view(maze, [0, 0], [], 0, 0), [], 1);
  assert.ok(painted(painterOf("snake", large), 0, {scale: 8}).calls.length > 5000);
  paintAllWays(painterOf("snake", matchData({cols: 2, rows: 1, maze: ["o_"]}, view([" _"], [0, 0], [], 0, 0), [], 1)), 1);
});

test("the head is between two cells while it moves, and looks ahead", () => {
  const near = ([x, y], place) => assert.ok(Math.hypot(x - place[0], y - place[1]) < 0.15, `${x} ${y}`);
  near(headAt(snake(), 2, 0), [1.64, 2.5]); // the eyes are before the middle
  near(headAt(snake(), 2, 0.5), [2.14, 2.5]);
  near(headAt(snake(), 2, 1), [2.64, 2.5]);
  near(headAt(snake(), 5, 1), [3.36, 2.5]); // it has turned round
  near(headAt(snake(), 7, 0.5), [3.5, 1.36]); // a turn without a step
});

/// Middles of the discs that were filled with that colour.
function discs(pen, color) {
  return pen.calls.flatMap(({name, state}, at) => {
    const before = pen.calls[at - 1];
    return name === "fill" && state.fillStyle === color && before?.name === "arc" ? [before.values.slice(0, 2)] : [];
  });
}

test("the body has a mark on each segment, and its tail follows while it moves", () => {
  const {seats} = globalThis.referee.colors("light");
  const belly = globalThis.referee.drawing.mixed(seats[2], "#fbfaf4", 0.45);
  const body = (index, progress) => discs(painted(snake(), index, {progress}), belly);
  assert.deepStrictEqual(body(2, 1), []);
  assert.deepStrictEqual(body(4, 1), [[3.5, 2.5], [2.5, 2.5]]);
  assert.deepStrictEqual(body(4, 0.5), [[3.5, 2.5], [2.5, 2.5]]); // it grows: the tail stays
  const at = (column, steps) => ["E", [view(kMishap.maze, [1, column], [[1, column - 1]], 2, steps)]];
  const crawl = snake(at(4, 7), at(5, 8));
  assert.deepStrictEqual(discs(painted(crawl, 9, {progress: 0.5}), belly), [[4.5, 1.5], [4, 1.5]]);
});

test("coins, mishaps and drills have their marks until the snake is there", () => {
  const marks = (index, progress) => painted(snake(), index, {progress}).texts().filter((text) => text.length === 1).sort().join("");
  assert.deepStrictEqual([marks(0, 1), marks(3, 0.3), marks(3, 1), marks(4, 1), marks(6, 1)], ["!$$$", "!$$$", "!$$", "!$", "$"]);
});

test("what a step met is told", () => {
  const painter = snake();
  assert.deepStrictEqual([1, 2, 3, 4, 5, 6, 7].map((index) => said(painter, index).join()),
    ["+3 drill", "drilled", "+1 coin", "+1 coin", "bite: −1", "mishap: −1", ""]);
  assert.deepStrictEqual(painted(painter, 5, {small: true}).texts().filter((text) => text.length > 1), []);
});

test("the end is told, with an exit or without", () => {
  assert.deepStrictEqual([snake(["EEE", [kOut]]).ending(8), said(snake(["EEE", [kOut]]), 8)], ["Out: 991 points", []]);
  const data = {...game(), status: "done", result: {scores: [0]}};
  assert.strictEqual(painterOf("snake", data).ending(7), "No exit: 0 points");
  assert.strictEqual(painterOf("snake", {...data, status: "running", result: null}).ending(7), null);
});

test("the text says what the picture shows", () => {
  assert.strictEqual(snake().describe(5),
    "Turns played: 1, at step 5 of 5. The head is at row 2, column 3. Around it: north a mishap, south the end of the board, " +
    "east its body, west nothing. An exit would give 1005 points now. So far: 5 steps, 1 coin. The drill can open 2 more walls. " +
    "The body has 1 segment, its tail is at row 2, column 4. In the maze: 1 coin, 1 mishap, 0 drills, exits at row 1, column 6. " +
    "It bit itself: 1 coin lost.");
  assert.match(snake().describe(6), /A mishap: 1 coin lost\. A step north was not allowed\.$/);
});

test("the counts are those of the view", () => {
  assert.deepStrictEqual(snake().counts(4).map(({label, values}) => [label, ...values]),
    [["Points at an exit now", 1016], ["Steps", 4], ["Coins", 2], ["Walls to drill", 2]]);
});

test("the legend has only what the maze has", () => {
  const texts = (maze) => {
    const data = matchData({...kSetup, maze}, kStart, [], 1);
    return painterOf("snake", data).legend.map(({text}) => text.split(":")[0]);
  };
  const always = ["head, looking where it went last", "body, a segment for each coin"];
  assert.deepStrictEqual(texts(["#######", "#o    _", "#######"]), [...always, "exit", "start"]);
  assert.ok(texts(kMaze).includes("a wall was here"));
});

test("any order of frames gives the same pictures", () => {
  const [forth, back] = [snake(), snake()];
  const calls = (painter, index) => painted(painter, index, {progress: 0.4}).calls;
  const last = calls(back, 6);
  assert.deepStrictEqual([0, 3, 5].map((index) => calls(forth, index)), [0, 3, 5].map((index) => calls(back, index)));
  assert.deepStrictEqual(calls(forth, 6), last);
});
