import assert from "node:assert/strict";
import test from "node:test";
import {BeginButton} from "../../../referee/pages/scripts/tournament/begin_button.js";

const kToken = "0123456789abcdef0123456789abcdef";

/// A world whose address has this fragment; `answers`: what the server says, one after the other.
const worldOf = (hash, ...answers) => {
  const kept = new Map();
  const world = {
    kept, asked: [], location: {hash, pathname: "/", search: ""}, address: null,
    storage: {getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value), removeItem: (key) => kept.delete(key)},
    history: {replaceState: (state, title, url) => { world.address = url; }},
    fetch: (url, options) => {
      world.asked.push([url, options]);
      const [status, json] = answers.shift();
      return status ? Promise.resolve({status, ok: status === 200, json: () => Promise.resolve(json)}) : Promise.reject(new Error("gone"));
    },
  };
  return world;
};

globalThis.document = {createElement: () => ({hidden: false, disabled: false, textContent: "", addEventListener() {}, setAttribute() {}, append() {}})};

const buttonIn = (world) => {
  const place = {hidden: true, nodes: [], append(...nodes) { this.nodes.push(...nodes); }};
  return new BeginButton(place, world);
};

test("the token leaves the address and is kept in the tab", () => {
  const world = worldOf(`#begin=${kToken}`);
  const begin = buttonIn(world);
  assert.equal(world.address, "/");
  assert.equal(begin.token, kToken);
  begin.show(true);
  assert.deepEqual([begin.place.hidden, begin.button.hidden], [false, false]);
  begin.show(false);
  assert.equal(begin.place.hidden, true, "it has begun");
});

test("spectators have no button", () => {
  for (const hash of ["", "#projector", "#begin=", "#begin=<img>"]) {
    const world = worldOf(hash);
    const begin = buttonIn(world);
    begin.show(true);
    assert.equal(begin.place.hidden, true, hash);
    assert.equal(world.address, null);
  }
});

test("a click sends the token once, and is told what became of it", async () => {
  const world = worldOf(`#begin=${kToken}`, [409, {detail: "it needs at least 2 entrants"}], [0], [200, {text: "the tournament begins"}]);
  const begin = buttonIn(world);
  await begin.begin();
  assert.equal(begin.status.textContent, "it needs at least 2 entrants");
  assert.equal(begin.token, kToken, "it can be tried again");
  await begin.begin();
  assert.match(begin.status.textContent, /does not answer/);
  await begin.begin();
  assert.equal(begin.status.textContent, "the tournament begins");
  assert.equal(begin.token, null);
  assert.deepEqual(world.asked[0], ["api/begin", {method: "POST", headers: {Authorization: `Bearer ${kToken}`}}]);
});

test("a token of an earlier start is forgotten, and the reason stays", async () => {
  const begin = buttonIn(worldOf(`#begin=${kToken}`, [403, {detail: "not the token"}]));
  await begin.begin();
  assert.equal(begin.token, null);
  assert.deepEqual([begin.place.hidden, begin.button.hidden, begin.status.textContent], [false, true, "not the token"]);
});
