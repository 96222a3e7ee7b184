// How a page that the server writes whole follows it: when it fetches, and what it says of the connection.
import assert from "node:assert/strict";
import test from "node:test";
import {PageSource} from "../../../referee/pages/scripts/workers/page_source.js";

/// A source, and what the test tells it: `answers` are texts or Errors or statuses, used one by one.
const started = async (...answers) => {
  const timers = [];
  const told = {pages: [], states: []};
  const fetched = [];
  const source = new PageSource("workers", {onPage: (text) => told.pages.push(text), onState: (state) => told.states.push(state)}, {
    fetch: async (url) => {
      fetched.push(url);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return {ok: typeof answer === "string", status: answer, text: async () => answer};
    },
    later: (act, wait) => timers.push({act, wait}),
  });
  await source.start();
  const next = async () => {
    const {act, wait} = timers.shift();
    await act();
    return wait;
  };
  return {source, told, fetched, timers, next};
};

test("a page is fetched at once, and every three seconds", async () => {
  const {told, fetched, next} = await started("one", "two");
  assert.deepEqual([fetched.length, told.pages], [1, ["one"]]);
  assert.equal(await next(), 3000);
  assert.deepEqual(told, {pages: ["one", "two"], states: ["connecting", "live", "live"]});
  assert.deepEqual(fetched, ["workers", "workers"]);
});

test("a server that is away or answers an error is lost, and tried again after growing pauses", async () => {
  const {told, next} = await started(new Error("away"), 503, 404, "back", "more");
  assert.deepEqual([await next(), await next(), await next()], [1000, 2000, 5000]);
  assert.deepEqual(told.states, ["connecting", "lost", "lost", "lost", "live"]);
  assert.equal(await next(), 3000);
  assert.deepEqual(told.pages, ["back", "more"]);
});

test("a page that nobody sees fetches nothing, and goes on when it is seen again", async () => {
  const {source, told, fetched, timers, next} = await started("one", "two", "three");
  source.stop();
  await next();
  assert.equal(fetched.length, 1);
  await source.start();
  assert.deepEqual(told.pages, ["one", "two"]);
  source.start();  // once more, as by two events of the browser
  assert.equal(timers.length, 1);
  await next();
  await new Promise(setImmediate);
  assert.deepEqual([fetched.length, timers.length], [3, 1], "one of the two goes on");
});
