import assert from "node:assert/strict";
import test from "node:test";
import {mergePatch, Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {match, plainMatch} from "./match_samples.js";

test("merge patches do what the examples of RFC 7396, appendix A, say", () => {
  const cases = [
    [{a: "b"}, {a: "c"}, {a: "c"}], [{a: "b"}, {b: "c"}, {a: "b", b: "c"}], [{a: "b"}, {a: null}, {}],
    [{a: "b", b: "c"}, {a: null}, {b: "c"}], [{a: ["b"]}, {a: "c"}, {a: "c"}], [{a: "c"}, {a: ["b"]}, {a: ["b"]}],
    [{a: {b: "c"}}, {a: {b: "d", c: null}}, {a: {b: "d"}}], [{a: [{b: "c"}]}, {a: [1]}, {a: [1]}],
    [["a", "b"], ["c", "d"], ["c", "d"]], [{a: "b"}, ["c"], ["c"]], [{a: "foo"}, null, null], [{a: "foo"}, "bar", "bar"],
    [{e: null}, {a: 1}, {e: null, a: 1}], [[1, 2], {a: "b", c: null}, {a: "b"}], [{}, {a: {bb: {ccc: null}}}, {a: {bb: {}}}],
  ];
  for (const [target, patch, expected] of cases) assert.deepEqual(mergePatch(target, patch), expected);
});

test("a patch leaves its target as it was and shares what it does not change", () => {
  const before = Object.freeze({board: Object.freeze(["..."]), mover: 0});
  const after = mergePatch(before, {mover: 1});
  assert.equal(before.mover, 0);
  assert.equal(after.mover, 1);
  assert.equal(after.board, before.board);
});

test("a member called __proto__ is a member like any other", () => {
  const after = mergePatch({}, JSON.parse('{"__proto__":{"evil":1}}'));
  assert.equal(after.evil, undefined);
  assert.ok(Object.hasOwn(after, "__proto__"));
});

test("frames follow from each other, whole views and patches, asked for in any order", () => {
  const reel = new Reel(match([[{patch: {mover: 1}}], [{view: {mover: null}}], [{patch: {board: ["#"]}}]]));
  assert.equal(reel.length, 4);
  assert.deepEqual(reel.view(3), {mover: null, board: ["#"]});
  assert.deepEqual(reel.view(1), {board: ["...", "...", "..."], mover: 1});
  assert.equal(reel.view(3), reel.view(3));
});

test("frames know their turn, step, events and answers", () => {
  const step = {patch: {}};
  const reel = new Reel(match([[step, step, step], [step]]));
  assert.deepEqual([0, 1, 2, 3, 4].map((index) => reel.turnOf(index)), [0, 1, 1, 1, 2]);
  assert.deepEqual([0, 1, 2].map((turn) => reel.lastOf(turn)), [0, 3, 4]);
  assert.deepEqual(reel.stepOf(0), {number: 1, of: 1});
  assert.deepEqual(reel.stepOf(2), {number: 2, of: 3});
  assert.deepEqual(reel.stepOf(4), {number: 1, of: 1});
  assert.deepEqual(reel.events(0), {});
  assert.deepEqual(reel.events(3), {turn: 0});
  assert.deepEqual(reel.answers(0), []);
  assert.equal(reel.answers(4)[0].seat, 1);
});

test("a live match grows, and turns that are here already change nothing", () => {
  const all = plainMatch(6);
  const reel = new Reel({...all, turns: all.turns.slice(0, 2)});
  assert.equal(reel.append(0, all.turns.slice(0, 4)), true);
  assert.equal(reel.length, 5);
  assert.equal(reel.append(1, all.turns.slice(1, 3)), true);
  assert.equal(reel.length, 5);
  assert.equal(reel.append(5, all.turns.slice(5)), false);
  assert.equal(reel.length, 5);
  assert.equal(reel.append(4, all.turns.slice(4)), true);
  assert.deepEqual(reel.view(6), {board: ["...", "...", "..."], mover: 0});
});

test("a turn without frames is refused", () => {
  assert.throws(() => new Reel(match([[]])), /turn 0 has no frames/);
});

test("seats see the frames of everybody unless the game hides something", () => {
  const open = new Reel(plainMatch(2));
  assert.equal(open.ofSeat(1), open);
  const hidden = new Reel({...plainMatch(2), hidden: true});
  assert.equal(hidden.ofSeat(0), null);
  const own = new Reel({...plainMatch(2), hidden: true, seat: 1});
  assert.equal(own.ofSeat(1), own);
  assert.equal(own.ofSeat(0), null);
  const frames = [[{patch: {own: 1}}], [{patch: {own: 2}}]];
  const over = new Reel({...plainMatch(2), hidden: true, seat_views: [{view: {own: 0}, turns: frames}, {view: {}, turns: frames}]});
  assert.deepEqual(over.ofSeat(0).view(2), {own: 2});
});

test("170 x 170 Light Cycle of 3000 turns is read within a second", () => {
  const cycles = (turn) => Array.from({length: 12}, (_, cycle) => [turn % 170, cycle]);
  const frames = Array.from({length: 3000}, (_, turn) => [{patch: {cycles: cycles(turn)}}]);
  const start = performance.now();
  const reel = new Reel(match(frames));
  assert.deepEqual(reel.view(3000).cycles[0], [2999 % 170, 0]);
  assert.ok(performance.now() - start < 1000);
});
