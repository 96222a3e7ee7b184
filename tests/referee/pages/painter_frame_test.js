// What the page does with a painter that runs elsewhere, without a browser. tests/pages/painter_frame_test.py has the frame.
import assert from "node:assert/strict";
import test from "node:test";
import {colorsOf} from "../../../referee/pages/scripts/painting/colors.js";
import {FramedPainter} from "../../../referee/pages/scripts/painting/painter_frame.js";
import {painterOf} from "../../../referee/pages/scripts/painting/painter_of.js";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {matchData, painted} from "../games/painting.js";

globalThis.ImageBitmap = class {
  constructor(width, height) { Object.assign(this, {width, height, closed: false}); }
  close() { this.closed = true; }
};

const view = (text) => ({picture: {grid: [text]}});
const reel = (turns = 2) => new Reel({...matchData({}, view("A."), Array.from({length: turns}, () => ({view: view(".A"), answers: [], events: {}}))), game: "own", painter: "x"});
const kHello = {hello: {size: {width: 4, height: 2}, animates: false, legend: []}};

/// A painter whose frame is played by the test: `sent` are the page's requests, `say` what the frame sends.
const framed = (context, of = reel()) => {
  context.mock.timers.enable({apis: ["setTimeout"]});
  const frame = {sent: [], closed: false, send: (message) => frame.sent.push(message), close: () => { frame.closed = true; }};
  let on = null;
  const painter = new FramedPainter(of, (given) => { on = given; return frame; });
  let changes = 0;
  painter.listen(() => { ++changes; });
  return {painter, frame, say: (data) => on.message(data), trouble: (text) => on.problem(text), changes: () => changes};
};

/// Paints with a pen of so many pixels a unit that draws images only; the images that were drawn.
const images = (painter, index, scale = 10) => {
  const drawn = [];
  const pen = {getTransform: () => ({a: scale, b: 0}), drawImage: (image) => drawn.push(image)};
  painter.paint(pen, index, {theme: "light", colors: colorsOf("light"), progress: 1, small: false});
  return drawn;
};
const answerTo = ({id, width, height, index}, more = {}) => ({id, image: new ImageBitmap(width, height), words: `Frame ${index}.`, counts: [{label: "n", values: [1]}], ...more});

test("until the painter has begun, the general one draws and tells", (context) => {
  const {painter, say, changes} = framed(context);
  assert.ok(painted(painter, 0).calls.length > 0);
  assert.match(painter.describe(0), /A in row 0, column 0/);
  say(kHello);
  assert.deepEqual(painter.size, {width: 4, height: 2});
  assert.equal(painter.size, painter.size, "the board compares it");
  assert.equal(changes(), 1);
});

test("one picture at a time is asked for, and the newest that was wanted comes next", (context) => {
  const {painter, frame, say} = framed(context);
  say(kHello);
  assert.deepEqual(images(painter, 0), []);
  images(painter, 1);
  images(painter, 2);
  assert.deepEqual(frame.sent.map(({index}) => index), [0]);
  const [first] = frame.sent;
  assert.deepEqual([first.width, first.height, first.scale], [40, 20, 10]);
  say(answerTo(first));
  assert.deepEqual(frame.sent.map(({index}) => index), [0, 2]);
  assert.equal(images(painter, 2).length, 1, "the last one, until the right one is there");
  say(answerTo(frame.sent[1]));
  images(painter, 2);
  assert.equal(frame.sent.length, 2);
  assert.equal(painter.describe(2), "Frame 2.");
  assert.deepEqual(painter.counts(2), [{label: "n", values: ["1"]}]);
});

test("turns that are played later are sent with the next request, once", (context) => {
  const of = reel(1);
  const {painter, frame, say} = framed(context, of);
  say(kHello);
  images(painter, 0);
  say(answerTo(frame.sent[0]));
  of.append(1, [{answers: [], events: {}, frames: [{view: view("AA")}]}]);
  images(painter, 2);
  say(answerTo(frame.sent[1]));
  images(painter, 1);
  assert.deepEqual(frame.sent.map(({from, turns}) => [from, turns.length]), [[1, 0], [1, 1], [2, 0]]);
});

test("a painter that fails is taken away, says why, and the general one goes on", (context) => {
  const wrong = [
    [{problem: "mine"}, /mine/], [{hello: {}}, /size/], [{hello: {size: {width: 1, height: 0}}}, /size/],
    [{hello: {size: {width: 1, height: 1e6}}}, /size/], [{hello: {size: {width: 1, height: 21}}}, /times as long/], [null, /size/],
  ];
  for (const [data, told] of wrong) {
    const {painter, frame, say, changes} = framed(context);
    say(data);
    assert.match(painter.problem, told);
    assert.ok(frame.closed && painter.failed);
    assert.equal(changes(), 1);
    assert.ok(painted(painter, 0).calls.length > 0);
    context.mock.timers.reset();
  }
});

test("an answer that nobody has asked for, or of another size, is a failure", (context) => {
  for (const wrong of [(asked) => answerTo({...asked, id: 7}), (asked) => answerTo({...asked, width: 41}), (asked) => answerTo(asked, {image: {width: 40, height: 20}}), () => kHello]) {
    const {painter, frame, say} = framed(context);
    say(kHello);
    images(painter, 0);
    say(wrong(frame.sent[0]));
    assert.match(painter.problem, /nobody has asked/);
    context.mock.timers.reset();
  }
});

test("silence is a failure: before the painter begins, and when a picture is asked for", (context) => {
  const {painter} = framed(context);
  context.mock.timers.tick(10000);
  context.mock.timers.tick(500);
  assert.match(painter.problem, /begun/);
  context.mock.timers.reset();
  const later = framed(context);
  later.say(kHello);
  context.mock.timers.tick(60000);
  assert.equal(later.painter.problem, null, "nothing was asked");
  images(later.painter, 1);
  context.mock.timers.tick(4000);
  context.mock.timers.tick(500);
  assert.match(later.painter.problem, /frame 1/);
});

test("words, counts and pictures are bounded", (context) => {
  const {painter, frame, say} = framed(context);
  say(kHello);
  images(painter, 0);
  say(answerTo(frame.sent[0], {words: "x".repeat(1e6), counts: Array(100).fill({label: "y".repeat(1000), values: Array(100).fill("z".repeat(1000))})}));
  assert.equal(painter.describe(0).length, 5000);
  const counts = painter.counts(0);
  assert.deepEqual([counts.length, counts[0].label.length, counts[0].values.length, counts[0].values[0].length], [12, 60, 2, 40]);
  images(painter, 1, 100000);
  assert.equal(frame.sent[1].width, 4096);
});

test("only a page that has the frame's scripts runs a painter that came with the match", () => {
  assert.ok(!(painterOf(reel()) instanceof FramedPainter));
});
