import assert from "node:assert/strict";
import test from "node:test";
import {homeOf, mineOf} from "../../../referee/pages/scripts/shared/mine.js";

const storage = () => {
  const kept = new Map();
  return {kept, getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key)};
};

test("each tournament has its own choice", () => {
  const store = storage();
  const mine = mineOf(homeOf("/spring/entrants/3.html"), () => store);
  assert.equal(mine.entrant, null);
  assert.equal(mine.choose(2), true);
  assert.equal(mineOf("/spring/", () => store).entrant, 2);
  assert.equal(mineOf("/autumn/", () => store).entrant, null);
  mine.choose(null);
  assert.equal(store.kept.size, 0);
});

test("what is kept is a number, and nothing else is believed", () => {
  const store = storage();
  store.kept.set("referee-mine:/", "<img>");
  assert.equal(mineOf("/", () => store).entrant, null);
});

test("a browser that keeps nothing is no fault", () => {
  const told = console.info;
  console.info = () => {};
  const mine = mineOf("/", () => { throw new Error("refused"); });
  assert.equal(mine.entrant, null);
  assert.equal(mine.choose(1), false);
  console.info = told;
});
