import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";

const kSetup = {
  name: "small", grid: [[0, 0, 0, 0], [0, null, 2, 0], [0, 0, 0, 0]], ship: [0, 0],
  scraps: [{location: [2, 0], value: 5}, {location: [1, 2], value: 1200}], ghosts: [],
};
const ghosts = (first, second, held = 0) => [
  {location: first[0], type: "backandforth", transparency: 2, previous: first[1], heading: "D", held: 0},
  {location: second[0], type: "towardplayer", transparency: 0, previous: second[1], heading: null, held},
];
const view = (location, held, score, scraps, both, turns) =>
  ({ship: {location, held, score}, scraps, ghosts: both, remaining_turns: turns});
const [kNear, kFar] = kSetup.scraps;
const kStart = view([0, 0], 0, 0, [kNear, kFar], ghosts([[0, 3], [-1, 3]], [[2, 3], null]), 20);
const kUp = view([2, 0], 0, 5, [kFar], ghosts([[1, 3], [0, 3]], [[2, 2], [2, 3]]), 19);
const kCaught = view([2, 1], 0, 5, [kFar], ghosts([[2, 3], [1, 3]], [[2, 1], [2, 2]]), 18);
const kWon = view([1, 2], 2, 1205, [], ghosts([[2, 3], [1, 3]], [[1, 2], [2, 2]], 2), 18);

const turn = (after, move, events = {}) =>
  ({view: after, events: {picked: [], caught_by: [], ...events}, answers: [{seat: 0, verdict: "ok", move}]});
const kPicksUp = turn(kUp, "U", {picked: [kNear]});
const game = (...turns) => matchData(kSetup, kStart, turns, 1);
const caught = () => painterOf("planets", game(kPicksUp, turn(kCaught, "R", {caught_by: [1]})));

/// Middles of the discs that were filled with that colour.
function discs(pen, color) {
  return pen.calls.flatMap(({name, state}, at) => {
    const before = pen.calls[at - 1];
    return name === "fill" && state.fillStyle === color && before?.name === "arc" ? [before.values.slice(0, 2)] : [];
  });
}
const shipsAt = (painter, index, progress) => discs(painted(painter, index, {progress}), "#8cc8f5"); // its window

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(caught(), 3), 3 * 30);
});

test("a map of one cell and one of 200 x 200 cells are painted", () => {
  const small = {...kSetup, grid: [[0]]};
  paintAllWays(painterOf("planets", matchData(small, view([0, 0], 0, 0, [], [], 1), [], 1)), 1);
  const row = (first) => Array.from({length: 200}, (_, column) => [null, 0, 100000][(first + column) % 3]);
  const large = {...kSetup, grid: Array.from({length: 200}, (_, first) => row(first))};
  const pen = painted(painterOf("planets", matchData(large, kStart, [], 1)), 0, {scale: 5, small: true});
  assert.ok(pen.calls.length > 200 * 200);
});

test("scraps and nebulae have their values, short where they are large", () => {
  const texts = painted(painterOf("planets", game()), 0).texts();
  assert.deepStrictEqual(texts, ["2", "5", "1.2k"]);
  assert.deepStrictEqual(painted(painterOf("planets", game()), 0, {small: true}).texts(), []);
});

test("over an edge the ship leaves on one side and comes in on the other", () => {
  const painter = caught();
  const [[leaving, from], [arriving, to]] = shipsAt(painter, 1, 0.5);
  assert.deepStrictEqual([leaving, arriving], [0.5, 0.5]);
  assert.ok(from < 0.1 && to > 2.8, `${from} ${to}`);
  assert.strictEqual(shipsAt(painter, 1, 1).length, 1);
  assert.strictEqual(shipsAt(painter, 2, 0.5).length, 1);
});

test("who is held shows for how many turns", () => {
  const texts = painted(painterOf("planets", game(kPicksUp, turn(kWon, "R", {picked: [kFar]}))), 2).texts();
  assert.deepStrictEqual(texts.filter((text) => text === "2"), ["2", "2", "2"]); // nebula, ghost, ship
});

test("the end is told, for each way to end", () => {
  const last = (after, move, events) => painterOf("planets", game(kPicksUp, turn(after, move, events)));
  const shown = (painter) => painter.ending(2);
  assert.strictEqual(shown(caught()), "Caught by ghost 1: score 5");
  assert.strictEqual(shown(last(kWon, "R", {picked: [kFar]})), "Won, all scraps picked up: score 1205");
  assert.strictEqual(shown(last({...kUp, remaining_turns: 0}, ".")), "No turns left: score 5");
  const gone = game(kPicksUp, turn(kUp, undefined));
  gone.turns[1].answers = [{seat: 0, verdict: "forfeited", forfeited: true}];
  assert.strictEqual(shown(painterOf("planets", gone)), "Forfeited: out of time");
  assert.strictEqual(caught().ending(1), null);
  assert.ok(!painted(caught(), 2).texts().includes("Caught by ghost 1: score 5"), "it covers no board");
});

test("the text says what the picture shows", () => {
  assert.strictEqual(caught().describe(2),
    "Turns played: 2. The ship is at row 2, column 1, heading right. Score 5, turns left 18. Scraps left: value 1200 at row 1, column 2. " +
    "Ghosts: back and forth at row 2, column 3, heading down, flies through asteroids; toward the player at row 2, column 1. " +
    "Caught by ghost 1: score 5.");
});

test("the counts are those of the view", () => {
  assert.deepStrictEqual(caught().counts(1).map(({label, values}) => [label, ...values]),
    [["Score", 5], ["Scraps left", 1], ["Value of the scraps", 1200], ["Turns left", 19], ["Turns still held", 0]]);
});

test("any order of frames gives the same pictures", () => {
  const [forth, back] = [caught(), caught()];
  const calls = (painter, index) => painted(painter, index, {progress: 0.4}).calls;
  const last = calls(back, 2);
  assert.deepStrictEqual(calls(forth, 0), calls(back, 0));
  assert.deepStrictEqual(calls(forth, 1), calls(back, 1));
  assert.deepStrictEqual(calls(forth, 2), last);
});
