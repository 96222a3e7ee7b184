// Which games are shown again, in which order, and what is said of them.
import assert from "node:assert/strict";
import test from "node:test";
import {Show, showOrder} from "../../../referee/pages/scripts/tournament/show.js";
import {match} from "./match_samples.js";

globalThis.ResizeObserver = class { observe() {} };

const game = (name, scores, more = {}) => ({match: name, status: "done", shown: true, scores, no_show: [false, false], ...more});
const rounds = (...of) => ({rounds: of.map((matches, index) => ({round: index + 1, tables: [{matches}]}))});

/// A game of two whose lead by turn is in `leads`: [[1, 0], [1, 2]].
const played = (name, leads, scores) => {
  const data = match(leads.map((values) => [{patch: {values}}]));
  return {...data, match: name, game: "counted", view: {values: [0, 0]}, result: {scores, rank: [], outcome: {}}};
};
globalThis.referee.painters = {counted: (reel) => ({counts: (index) => [{label: "Points", values: reel.view(index).values}]})};

test("the newest round comes first, and in it the closest game", () => {
  const order = showOrder(rounds([game("r1t1g1", [5, 5])], [game("r2t1g1", [30, 2]), game("r2t2g1", [12, 11]), game("r2t3g1", [7, 7])]));
  assert.deepEqual(order, ["r2t3g1", "r2t2g1", "r2t1g1", "r1t1g1"]);
});

test("what spectators may not see, what is not over and what nobody played is left out", () => {
  const order = showOrder(rounds([
    game("secret", [1, 1], {shown: false}), game("running", null, {status: "running"}), game("hidden", null),
    game("absent", [0, 0], {no_show: [true, false]}), game("seen", [2, 0])]));
  assert.deepEqual(order, ["seen"]);
});

test("a ladder shows the closest of its newest games", () => {
  const latest = Array.from({length: 30}, (_, index) => game(`m${index}`, index === 25 ? [1, 1] : index === 7 ? [9, 8] : [9, 0]));
  assert.equal(showOrder({latest})[0], "m7", "the level game is older than the newest twenty");
});

test("level scores come before a lead that changed, and that before close scores; each game once", async () => {
  const games = {a: played("a", [[1, 0], [2, 0]], [20, 19]), b: played("b", [[1, 0], [1, 2], [3, 2]], [3, 2]), c: played("c", [[1, 0], [1, 1]], [1, 1])};
  const asked = [];
  const show = new Show(async (name) => {
    asked.push(name);
    return games[name];
  });
  show.take(rounds([game("a", [20, 19]), game("b", [3, 2]), game("c", [1, 1])]));
  const seen = [];
  for (let i = 0; i < 3; ++i) seen.push((await show.next()).match);
  assert.deepEqual(seen, ["c", "b", "a"]);
  assert.deepEqual(asked.sort(), ["a", "b", "c"], "each is fetched once");
  assert.equal((await show.next()).match, "c", "then they come again");
});

test("a newer game comes before those of before", async () => {
  const show = new Show(async (name) => played(name, [[1, 0]], [2, 1]));
  show.take(rounds([game("r1t1g1", [1, 1]), game("r1t2g1", [2, 1])]));
  await show.next();
  show.take(rounds([game("r1t1g1", [1, 1]), game("r1t2g1", [2, 1])], [game("r2t1g1", [9, 0]), game("r2t2g1", [9, 0]), game("r2t3g1", [9, 0])]));
  assert.match((await show.next()).match, /^r2/);
});

test("a game that cannot be had is passed over", async () => {
  const show = new Show(async (name) => (name === "gone" ? null : played(name, [[1, 0]], [1, 0])));
  show.take(rounds([game("gone", [1, 1]), game("there", [1, 0])]));
  assert.equal((await show.next()).match, "there");
  const none = new Show(async () => null);
  none.take(rounds([game("gone", [1, 1])]));
  assert.equal(await none.next(), null);
});
