/// A browser's event source and timers, in the hands of the test.
import assert from "node:assert/strict";
import test from "node:test";
import {LiveMatch} from "../../../referee/pages/scripts/match/live.js";
import {Narrator} from "../../../referee/pages/scripts/viewer/narrator.js";

const environment = () => {
  const made = {sources: [], timers: []};
  made.EventSource = class {
    constructor(url) {
      Object.assign(this, {url, handlers: {}, open: true});
      made.sources.push(this);
    }
    addEventListener(name, handler) { this.handlers[name] = handler; }
    close() { this.open = false; }
    send(name, data) { this.handlers[name]({data: JSON.stringify(data)}); }
  };
  made.setTimeout = (handler, wait) => made.timers.push({handler, wait});
  made.clearTimeout = () => {};
  return made;
};

const listener = () => {
  const heard = [];
  return {heard, on: {turns: (event) => heard.push(event), again: () => heard.push("again"), state: (state) => heard.push(state)}};
};

test("turns come from the first one that is missing, and after a break again", () => {
  const world = environment();
  const {heard, on} = listener();
  let turns = 3;
  const live = new LiveMatch((from) => `events?from=${from}`, () => turns, on, world);
  assert.equal(world.sources[0].url, "events?from=3");
  world.sources[0].send("open");
  world.sources[0].send("turns", {from: 3, turns: [1, 2]});
  turns = 5;
  world.sources[0].send("error");
  assert.equal(world.sources[0].open, false);
  world.timers[0].handler();
  assert.equal(world.sources[1].url, "events?from=5");
  world.sources[1].send("open");
  assert.deepEqual(heard, ["connected", {from: 3, turns: [1, 2]}, "lost", "connected"]);
  live.close();
  assert.equal(world.sources[1].open, false);
});

test("it waits longer after each try that fails, up to a bound, and as at first after one that does not", () => {
  const world = environment();
  new LiveMatch(() => "events", () => 0, listener().on, world);
  for (let times = 0; times < 10; ++times) {
    world.sources.at(-1).send("error");
    world.timers.at(-1).handler();
  }
  const waits = world.timers.map(({wait}) => wait);
  assert.ok(waits[0] >= 750 && waits[0] <= 1250);
  assert.ok(waits[9] >= 11250 && waits[9] <= 18750);
  world.sources.at(-1).send("open");
  world.sources.at(-1).send("error");
  assert.ok(world.timers.at(-1).wait <= 1250);
});

test("at the end, and when the attempt is void, the match is fetched again and the stream is closed", () => {
  for (const event of ["end", "reset"]) {
    const world = environment();
    const {heard, on} = listener();
    new LiveMatch(() => "events", () => 0, on, world);
    world.sources[0].send(event);
    assert.deepEqual(heard, ["again"]);
    assert.equal(world.sources[0].open, false);
  }
});

test("frames are told at once while they stand still, else every five seconds", () => {
  const region = {textContent: ""};
  let frame = 0;
  const narrator = new Narrator(region, () => `frame ${frame}`);
  const tell = (of, moves, now) => {
    frame = of;
    narrator.tell(moves, now);
    return region.textContent;
  };
  assert.equal(tell(1, false, 0), "frame 1");
  assert.equal(tell(2, false, 10), "frame 2");
  assert.equal(tell(3, true, 20), "frame 2");
  assert.equal(tell(4, true, 5009), "frame 2");
  assert.equal(tell(5, true, 5011), "frame 5");
});
