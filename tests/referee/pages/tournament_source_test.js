// How the tournament page follows a server: what it fetches, when, and what it says of the connection.
import assert from "node:assert/strict";
import test from "node:test";
import {TournamentSource} from "../../../referee/pages/scripts/tournament/tournament_source.js";

/// A server whose answers the test gives, and a clock that it moves.
class World {
  constructor() {
    Object.assign(this, {time: 0, timers: [], fetched: [], streams: [], answers: []});
  }

  now() {
    return this.time;
  }

  later(act, wait) {
    this.timers.push({act, at: this.time + wait});
  }

  read(data) {
    return {data};
  }

  listen(url) {
    const handlers = {};
    const stream = {url, readyState: 1, close: () => { stream.readyState = 2; },
                    addEventListener: (name, handler) => { handlers[name] = handler; },
                    tell: (name, data) => handlers[name]({data: JSON.stringify(data)})};
    this.streams.push(stream);
    return stream;
  }

  async fetch(url, {headers}) {
    this.fetched.push({url, headers, at: this.time});
    const answer = this.answers.shift() ?? {status: 304};
    if (answer instanceof Error) throw answer;
    this.time += answer.took ?? 0;
    return {status: answer.status, text: async () => answer.data, headers: {get: () => answer.tag ?? null}};
  }

  /// Lets `milliseconds` pass.
  async pass(milliseconds) {
    const end = this.time + milliseconds;
    for (;;) {
      const next = this.timers.filter(({at}) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers.splice(this.timers.indexOf(next), 1);
      this.time = Math.max(this.time, next.at);
      next.act();
      await new Promise(setImmediate);
    }
    this.time = end;
  }
}

const started = (...answers) => startedWith(null, ...answers);

/// `version`: of the page that is shown already.
const startedWith = async (version, ...answers) => {
  const world = new World();
  world.answers.push(...answers);
  const told = {data: [], boards: [], states: []};
  const source = new TournamentSource({
    version, onPage: ({data}) => told.data.push(data), onBoards: (boards) => told.boards.push(boards), onState: (state) => told.states.push(state),
  }, world);
  source.start();
  await world.pass(0);
  return {world, told, source};
};

const first = {status: 200, data: {version: 1}, tag: '"a"'};

test("a page fetches the tournament at once, and again with its tag when there is a new version", async () => {
  const {world, told} = await started(first, {status: 200, data: {version: 2}, tag: '"b"'});
  world.streams[0].tell("tournament", {version: 1});
  await world.pass(5000);
  assert.equal(world.fetched.length, 1);
  world.streams[0].tell("tournament", {version: 2});
  await world.pass(5000);
  assert.deepEqual(world.fetched.map(({headers}) => headers["If-None-Match"]), [undefined, '"a"']);
  assert.deepEqual(told.data.map(({version}) => version), [1, 2]);
});

test("a page that has just been loaded is fetched when the server has a newer version, or is another server", async () => {
  const {world} = await startedWith(4, {status: 200, data: {version: 5}, tag: '"b"'});
  world.streams[0].tell("open", null);
  world.streams[0].tell("tournament", {version: 4});
  await world.pass(5000);
  assert.equal(world.fetched.length, 0);
  world.streams[0].tell("tournament", {version: 5});
  await world.pass(5000);
  assert.equal(world.fetched.length, 1);
  world.streams[0].tell("error", null);
  world.streams[0].tell("open", null);  // it may have been started anew, and count to 5 again
  world.streams[0].tell("tournament", {version: 5});
  await world.pass(5000);
  assert.equal(world.fetched.length, 2);
});

test("a page that nobody sees holds no connection, but fetches every 30 seconds until it is seen again", async () => {
  const {world, source} = await started(first);
  source.rest();
  assert.equal(world.streams[0].readyState, 2);
  await world.pass(29000);
  assert.equal(world.fetched.length, 1);
  await world.pass(32000);
  assert.equal(world.fetched.length, 3);
  source.start();
  await world.pass(100000);
  assert.deepEqual([world.fetched.length, world.streams.length], [4, 2]);
  source.stop();
  source.rest();
  source.stop();
  await world.pass(100000);
  assert.equal(world.fetched.length, 4);
});

test("many changes are fetched at most once a second", async () => {
  const {world} = await started(first);
  for (let version = 2; version < 52; ++version) {
    world.streams[0].tell("tournament", {version});
    await world.pass(100);
  }
  assert.ok(world.fetched.length >= 5 && world.fetched.length <= 7, `${world.fetched.length} fetches in 5 s`);
  for (let i = 1; i < world.fetched.length; ++i) assert.ok(world.fetched[i].at - world.fetched[i - 1].at >= 1000);
});

test("a tournament that takes long is fetched less often", async () => {
  const {world} = await started({...first, took: 3000});
  world.streams[0].tell("tournament", {version: 2});
  await world.pass(20000);
  assert.deepEqual(world.fetched.map(({at}) => at), [0, 12000]);
});

test("an unchanged tournament is not shown again", async () => {
  const {world, told} = await started(first, {status: 304});
  world.streams[0].tell("tournament", {version: 9});
  await world.pass(5000);
  assert.equal(world.fetched.length, 2);
  assert.equal(told.data.length, 1);
});

test("boards are handed on", async () => {
  const {world, told} = await started(first);
  world.streams[0].tell("boards", [{match: "r1t1g1"}]);
  assert.deepEqual(told.boards, [[{match: "r1t1g1"}]]);
});

test("a lost connection is told; what the browser opens again is told as live and fetched", async () => {
  const {world, told} = await started(first);
  world.streams[0].tell("open", null);
  await world.pass(2000);
  const before = world.fetched.length;
  world.streams[0].readyState = 0;
  world.streams[0].tell("error", null);
  assert.equal(told.states.at(-1), "lost");
  await world.pass(60000);
  assert.equal(world.streams.length, 1, "the browser tries by itself");
  world.streams[0].tell("open", null);
  await world.pass(2000);
  assert.equal(told.states.at(-1), "live");
  assert.equal(world.fetched.length, before + 1);
});

test("a stream that the server refused is opened again, later each time", async () => {
  const {world} = await started(first);
  const opened = [];
  for (let i = 0; i < 3; ++i) {
    const stream = world.streams.at(-1);
    stream.readyState = 2;
    stream.tell("error", null);
    const count = world.streams.length;
    const since = world.time;
    while (world.streams.length === count) await world.pass(100);
    opened.push(world.time - since);
  }
  assert.deepEqual(opened, [1000, 2000, 5000]);
});

test("a page that nobody sees gives its connection back, and is up to date when it is seen again", async () => {
  const {world, source} = await started(first);
  source.stop();
  assert.equal(world.streams[0].readyState, 2);
  await world.pass(60000);
  assert.equal(world.streams.length, 1);
  source.start();
  source.start();
  await world.pass(2000);
  assert.equal(world.streams.length, 2, "one stream, however often it is started");
  assert.equal(world.fetched.length, 2);
});

test("a fetch that fails is told and tried again", async (context) => {
  const warn = context.mock.method(console, "warn", () => {});
  const {world, told} = await started(new Error("no route"), {status: 503}, first);
  assert.equal(told.states.at(-1), "lost");
  await world.pass(10000);
  assert.equal(world.fetched.length, 3);
  assert.deepEqual(told.data.map(({version}) => version), [1]);
  assert.equal(warn.mock.callCount(), 2);
});
