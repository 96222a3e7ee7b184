import assert from "node:assert/strict";
import test from "node:test";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {duration} from "../../../referee/pages/scripts/shared/duration.js";
import {faultRuns} from "../../../referee/pages/scripts/viewer/fault_list.js";
import {SeatAnswers} from "../../../referee/pages/scripts/viewer/seat_answers.js";
import {chargeText, kindOf, stripBars, stripFrame, stripX} from "../../../referee/pages/scripts/viewer/timeline.js";
import {plainMatch} from "./match_samples.js";

const late = (seat, turn) => ({seat, verdict: "late", fault: "no answer in 50 ms", spent_us: 50000 + turn});

test("each place on the strip is the frame that is drawn there", () => {
  for (const frames of [1, 2, 7, 500]) {
    for (let index = 0; index < frames; ++index) {
      assert.equal(stripFrame(stripX(index, frames, 2000), frames, 2000), index);
    }
  }
  assert.equal(stripFrame(-50, 7, 800), 0);
  assert.equal(stripFrame(5000, 7, 800), 6);
});

test("bars are as high as the charge, and the longest fills the lane", () => {
  const data = plainMatch(4, (turn) => [{seat: 0, verdict: "ok", spent_us: 100 * (turn + 1)}]);
  const reel = new Reel(data);
  const answers = new SeatAnswers(data);
  assert.equal(answers.longest, 400);
  const bars = stripBars(answers.bySeat[0], reel, 434, answers.longest);
  assert.deepEqual(bars.map((bar) => bar.part), [0.25, 0.5, 0.75, 1]);
  assert.deepEqual(bars.map((bar) => bar.x), [24, 124, 224, 324]);
  assert.deepEqual(stripBars(answers.bySeat[1], reel, 434, answers.longest), []);
});

test("each fault has a mark, wherever one fits beside the one before", () => {
  const verdicts = ["ok", "late", "late", "illegal", "ok", "late"];
  const data = plainMatch(6, (turn) => [{seat: 0, verdict: verdicts[turn], spent_us: 1}]);
  const bars = stripBars(new SeatAnswers(data).bySeat[0], new Reel(data), 834, 1);
  assert.deepEqual(bars.map((bar) => bar.kind), ["ok", "late", "late", "fault", "ok", "late"]);
  assert.deepEqual(bars.map((bar) => bar.marked), [false, true, true, true, false, true]);
  const narrow = stripBars(new SeatAnswers(data).bySeat[0], new Reel(data), 58, 1);  // 4 px a turn
  assert.deepEqual(narrow.map((bar) => bar.marked), [false, true, false, true, false, true]);
});

test("turns that share a pixel share a bar, which hides no fault and no long charge", () => {
  const data = plainMatch(5000, (turn) => [turn === 2500 ? {seat: 0, verdict: "illegal", spent_us: 900} : {seat: 0, verdict: "ok", spent_us: 90}]);
  const bars = stripBars(new SeatAnswers(data).bySeat[0], new Reel(data), 300, 900);
  assert.ok(bars.length <= 300);
  assert.equal(bars.filter((bar) => bar.kind === "fault" && bar.part === 1 && bar.marked).length, 1);
});

test("a running match of hidden information tells no verdicts", () => {
  assert.equal(kindOf({seat: 0, spent_us: 3}), "ok");
});

test("the newest answer of a seat is found at any turn", () => {
  const data = plainMatch(9);
  const answers = new SeatAnswers(data);
  assert.equal(answers.newest(0, 0), null);
  assert.equal(answers.newest(1, 1), null);
  assert.equal(answers.newest(0, 1).turn, 1);
  assert.equal(answers.newest(0, 2).turn, 1);
  assert.equal(answers.newest(1, 9).turn, 8);
  data.turns.push(...plainMatch(1, () => [late(1, 0)]).turns);
  answers.grow();
  assert.equal(answers.newest(1, 10).answer.verdict, "late");
  assert.equal(answers.faults.length, 1);
});

test("faults in a row are told as one", () => {
  const data = plainMatch(8, (turn) => [turn >= 5 ? {seat: 0, verdict: "disconnected", fault: "gone"} : {seat: 0, verdict: "ok"},
                                        turn === 2 ? late(1, turn) : {seat: 1, verdict: "ok"}]);
  const runs = faultRuns(new SeatAnswers(data));
  assert.deepEqual(runs.map(({seat, verdict, first, last}) => [seat, verdict, first, last]),
                   [[1, "late", 3, 3], [0, "disconnected", 6, 8]]);
});

test("given turns are no faults, and have no charge", () => {
  const data = plainMatch(4, (turn) => [{...late(0, turn), spent_us: turn < 2 ? 90000 : 1000}]);
  data.turns.slice(0, 2).forEach((turn) => { turn.given = true; });
  const reel = new Reel(data);
  const answers = new SeatAnswers(data);
  assert.equal(answers.longest, 1000);
  assert.equal(answers.faults.length, 2);
  const bars = stripBars(answers.bySeat[0], reel, 434, answers.longest);
  assert.deepEqual(bars.map(({kind, part, marked}) => [kind, part, marked]),
                   [["ok", 0, false], ["ok", 0, false], ["late", 1, true], ["late", 1, true]]);
  assert.deepEqual(faultRuns(answers).map(({first, last}) => [first, last]), [[3, 4]]);
  assert.deepEqual([0, 1, 2, 3].map((index) => reel.isGiven(index)), [false, true, true, false]);
  assert.deepEqual([chargeText({spent_us: 1000}, true), chargeText({spent_us: 1000}, false)], ["given", "1 ms"]);
});

test("times are told with the unit that fits", () => {
  assert.deepEqual([0, 999, 1000, 12345, 999499, 1000000, 61234567].map(duration),
                   ["0 µs", "999 µs", "1 ms", "12.3 ms", "999 ms", "1 s", "61.2 s"]);
});
