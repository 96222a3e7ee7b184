"use strict";
const assert = require("node:assert/strict");
const test = require("node:test");
const {load, plainMatch} = require("./page_scripts.js");

const {Reel, SeatAnswers, turningPoints} = load("reel", "duration", "colors", "timeline", "seat_answers", "turning_point");

/// A match of as many turns as `bricks` has entries but one: the count that decides, by frame.
const pointsOf = (bricks, change = () => {}, decides = true) => {
  const data = plainMatch(bricks.length - 1);
  data.result = {scores: [2, 0], rank: [1, 2], outcome: {}};
  change(data);
  const counts = (index) => [{label: "Bricks", values: bricks[index], decides}];
  return turningPoints(new Reel(data), new SeatAnswers(data), counts).map(({seat, turn, text}) => [seat, turn, text]);
};
const kCourse = [[0, 0], [1, 0], [1, 1], [1, 2], [2, 2], [3, 2], [4, 2]];

test("who lost is told from which turn on it was behind to the end", () => {
  assert.deepEqual(pointsOf(kCourse), [[1, 5, "From turn 5 on it was behind"]]);
  assert.deepEqual(pointsOf([[0, 0], [1, 0], [2, 0]]), [[1, 1, "From turn 1 on it was behind"]]);
});

test("who lost by a fault is told its first one, also if it was never behind", () => {
  const late = (data) => Object.assign(data.turns[3].answers[0], {seat: 1, verdict: "late"});
  assert.deepEqual(pointsOf([[0, 0], [0, 1], [0, 2], [0, 2], [0, 2]], late), [[1, 4, "Its first fault was in turn 4"]]);
});

test("a draw, and a game without a count that decides, have no such turn", () => {
  assert.deepEqual(pointsOf(kCourse, (data) => { data.result.rank = [1, 1]; }), []);
  assert.deepEqual(pointsOf(kCourse, (data) => { data.result = null; }), []);
  assert.deepEqual(pointsOf(kCourse, () => {}, false), []);
});
