import assert from "node:assert/strict";
import test from "node:test";
import {Playback} from "../../../referee/pages/scripts/viewer/playback.js";

let clock = 0;  // ms; goes on from test to test as in a browser

/// Plays for `ms` with a screen of 60 frames a second and gives the frames that were shown.
const shown = (playback, ms) => {
  const frames = [];
  for (const end = clock + ms; clock <= end; clock += 1000 / 60) {
    if (playback.advance(clock)) frames.push(playback.index);
  }
  return frames;
};

test("steps stay within the frames that there are", () => {
  const playback = new Playback(() => 3);
  playback.step(-1);
  assert.equal(playback.index, 0);
  playback.step(1);
  playback.step(1);
  playback.step(1);
  assert.equal(playback.index, 2);
  playback.goTo(-7);
  assert.equal(playback.index, 0);
});

test("it plays at its speed, each frame in turn, and stops at the end", () => {
  const playback = new Playback(() => 6);
  assert.equal(playback.speed, 4);
  playback.play(1);
  assert.deepEqual(shown(playback, 1010), [1, 2, 3, 4]);
  assert.deepEqual(shown(playback, 5000), [5]);
  assert.equal(playback.playing, false);
});

test("backward it stops at the start", () => {
  const playback = new Playback(() => 4);
  playback.goTo(2);
  playback.play(-1);
  assert.deepEqual(shown(playback, 5000), [1, 0]);
  assert.equal(playback.playing, false);
});

test("playing forward at the end begins again", () => {
  const playback = new Playback(() => 4);
  playback.end();
  playback.play(1);
  assert.equal(playback.index, 0);
  assert.equal(playback.playing, true);
});

test("speeds go from a frame in 2 s to 1024 frames a second, by doubling", () => {
  const playback = new Playback(() => 10);
  for (let times = 0; times < 20; ++times) playback.slower();
  assert.equal(playback.speed, 0.5);
  playback.play(1);
  assert.deepEqual(shown(playback, 4100), [1, 2]);
  for (let times = 0; times < 20; ++times) playback.faster();
  assert.equal(playback.speed, 1024);
});

test("faster than the screen it leaves out frames and keeps the pace", () => {
  const playback = new Playback(() => 100000);
  playback.speed = 1024;
  playback.play(1);
  const frames = shown(playback, 1000);
  assert.ok(frames.length <= 61);
  assert.ok(Math.abs(frames.at(-1) - 1024) < 20, `${frames.at(-1)}`);
});

test("long matches begin faster, so that they take at most 90 s or 64 frames a second", () => {
  assert.equal(new Playback(() => 100).speed, 4);
  assert.equal(new Playback(() => 1000).speed, 16);
  assert.equal(new Playback(() => 1000000).speed, 64);
});

test("a pause remembers the direction", () => {
  const playback = new Playback(() => 10);
  playback.goTo(5);
  playback.play(-1);
  playback.toggle();
  assert.equal(playback.playing, false);
  playback.toggle();
  assert.equal(playback.playing, true);
  assert.equal(playback.direction, -1);
});

test("after a hidden tab it goes on where it was", () => {
  const playback = new Playback(() => 1000);
  playback.play(1);
  playback.speed = 4;
  playback.advance(0);
  playback.advance(3600000);
  assert.equal(playback.index, 1);
});

test("a live match is followed until somebody goes back, and again after the end or the live button", () => {
  let frames = 5;
  const playback = new Playback(() => frames);
  playback.live = true;
  playback.end();
  frames = 8;
  playback.grew(0);
  assert.equal(playback.index, 7);
  playback.step(-1);
  frames = 9;
  playback.grew(0);
  assert.equal(playback.index, 6);
  assert.equal(playback.behind, 2);
  playback.speed = 16;
  playback.play(1);
  shown(playback, 1000);
  assert.equal(playback.index, 8);
  assert.equal(playback.following, true);
  frames = 10;
  playback.grew(0);
  assert.equal(playback.index, 9);
});

test("a pause stops a live match, too", () => {
  let frames = 5;
  const playback = new Playback(() => frames);
  playback.live = true;
  playback.end();
  playback.toggle();
  frames = 6;
  playback.grew(0);
  assert.equal(playback.index, 4);
});

test("when the match is over it shows the last frame and follows no more", () => {
  let frames = 5;
  const playback = new Playback(() => frames);
  playback.live = true;
  playback.end();
  frames = 7;
  playback.ended(0);
  assert.equal(playback.index, 6);
  assert.equal(playback.following, false);
  assert.equal(playback.live, false);
});

test("a move by one frame is drawn on its way, forward and backward, a jump is not", () => {
  const playback = new Playback(() => 10);
  playback.step(1, 1000);
  assert.deepEqual(playback.picture(1050, 200), {index: 1, progress: 0.25});
  assert.deepEqual(playback.picture(1200, 200), {index: 1, progress: 1});
  assert.deepEqual(playback.picture(1050, 0), {index: 1, progress: 1});
  playback.step(-1, 2000);
  assert.deepEqual(playback.picture(2050, 200), {index: 1, progress: 0.75});
  assert.deepEqual(playback.picture(2200, 200), {index: 0, progress: 1});
  playback.goTo(5, 3000);
  assert.deepEqual(playback.picture(3050, 200), {index: 5, progress: 1});
});

test("while playing, a move takes no longer than its frame", () => {
  const playback = new Playback(() => 10);
  playback.speed = 10;
  playback.play(1);
  playback.advance(0);
  assert.equal(playback.advance(100), true);
  assert.deepEqual(playback.picture(150, 200), {index: 1, progress: 0.5});
});

test("a loop stays at its last frame for a while, and begins again", () => {
  const playback = new Playback(() => 3);
  playback.loop = true;
  playback.play(1);
  const frames = shown(playback, 5000);
  assert.deepEqual(frames.slice(0, 5), [1, 2, 0, 1, 2]);
  assert.equal(playback.playing, true);
  const other = new Playback(() => 3);
  Object.assign(other, {loop: true, live: true});
  other.play(1);
  assert.deepEqual(shown(other, 3000), [1, 2], "a live match is followed");
});
