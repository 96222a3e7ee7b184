import assert from "node:assert/strict";
import test from "node:test";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {fragmentOf, frameOfFragment} from "../../../referee/pages/scripts/viewer/fragment.js";
import {match} from "./match_samples.js";

const step = {patch: {}};
const reel = new Reel(match([[step], [step, step, step], [step]]));  // frames 0, 1, 2 3 4, 5

test("a fragment names the frame after so many turns", () => {
  assert.equal(frameOfFragment("#t=0", reel), 0);
  assert.equal(frameOfFragment("#t=1", reel), 1);
  assert.equal(frameOfFragment("#t=2", reel), 4);
  assert.equal(frameOfFragment("#t=-1", reel), 5);
  assert.equal(frameOfFragment("#t=2&step=1", reel), 2);
  assert.equal(frameOfFragment("#x=1&t=1", reel), 1);
});

test("too large numbers name the nearest frame", () => {
  assert.equal(frameOfFragment("#t=999", reel), 5);
  assert.equal(frameOfFragment("#t=-99", reel), 0);
  assert.equal(frameOfFragment("#t=2&step=99", reel), 4);
  assert.equal(frameOfFragment("#t=2&step=0", reel), 2);
  assert.equal(frameOfFragment("#t=0&step=4", reel), 0);
});

test("what is no fragment of ours names nothing", () => {
  for (const other of ["", "#", "#t", "#t=", "#t=x", "#t=1x", "#at=1", "#t=99999999999", "#<img>"]) {
    assert.equal(frameOfFragment(other, reel), null, other);
  }
});

test("each frame has a fragment that names it", () => {
  for (let index = 0; index < reel.length; ++index) {
    assert.equal(frameOfFragment(fragmentOf(index, reel), reel), index);
  }
  assert.equal(fragmentOf(4, reel), "#t=2");
  assert.equal(fragmentOf(3, reel), "#t=2&step=2");
});
