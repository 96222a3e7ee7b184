/// A match of as many turns as `bricks` has entries but one: the count that decides, by frame.
import assert from "node:assert/strict";
import test from "node:test";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {SeatAnswers} from "../../../referee/pages/scripts/viewer/seat_answers.js";
import {turningPoints} from "../../../referee/pages/scripts/viewer/turning_point.js";
import {plainMatch} from "./match_samples.js";

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

/// A match of seat 1 alone with these charges in milliseconds, of which the last one forfeits it.
const forfeitedAfter = (clock, charges) => pointsOf(charges.concat(0).map(() => [0, 0]), (data) => {
  data.clock = clock;
  data.turns.forEach((turn, index) => { turn.answers = [{seat: 1, verdict: "ok", spent_us: charges[index] * 1000}]; });
  Object.assign(data.turns.at(-1).answers[0], {verdict: "forfeited", forfeited: true});
});

test("who lost by the clock is told from which turn on it used more than the clock gives", () => {
  const mean = {kind: "mean", ms: 50, burst_ms: 100};
  assert.deepEqual(forfeitedAfter(mean, [50, 20, 80, 50, 10, 110, 120, 200]), [
    [1, 6, "From turn 6 on it took 143 ms a turn, more than the 50 ms of its clock"], [1, 8, "Its first fault was in turn 8"]]);
  assert.deepEqual(forfeitedAfter({kind: "bank", ms: 300, increment_ms: 10}, [10, 100, 250])[0],
    [1, 2, "From turn 2 on it took 175 ms a turn, more than the 10 ms of its clock"]);
});

test("a clock that gives nothing for a turn, and a seat that it did not forfeit, have no such turn", () => {
  assert.deepEqual(forfeitedAfter({kind: "bank", ms: 300}, [10, 100, 250]), [[1, 3, "Its first fault was in turn 3"]]);
  const slow = (data) => {
    data.clock = {kind: "mean", ms: 1};
    data.turns.forEach((turn) => { turn.answers = [{seat: 1, verdict: "ok", spent_us: 9000}]; });
  };
  assert.deepEqual(pointsOf([[0, 0], [0, 0]], slow), []);
});

test("a draw, and a game without a count that decides, have no such turn", () => {
  assert.deepEqual(pointsOf(kCourse, (data) => { data.result.rank = [1, 1]; }), []);
  assert.deepEqual(pointsOf(kCourse, (data) => { data.result = null; }), []);
  assert.deepEqual(pointsOf(kCourse, () => {}, false), []);
});
