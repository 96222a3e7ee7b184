import assert from "node:assert";
import {test} from "node:test";
import {matchData, painterOf, painted, paintAllWays} from "../painting.js";

const kSetup = {size: 5, ships: [2, 3], touching: true};
const kEmpty = [".....", ".....", ".....", ".....", "....."];
const kFleet = {ships: [{at: [0, 0], across: true, length: 3}, {at: [1, 0], across: true, length: 2}]};
const view = (phase, mover, boards, afloat) => ({phase, mover, boards, afloat});
const placed = () => [0, 1].map((seat) => ({seat, verdict: "ok", move: kFleet, spent_us: 1}));
const shot = (seat) => [{seat, verdict: "ok", move: [0, 0], spent_us: 1}];
const withShips = (first, second) => [first, second, ".....", ".....", "....."];

/// A sinks the ship of 2 with its second shot; B misses once and is late once.
function game({ships = true, answers = placed()} = {}) {
  const cover = (boards) => boards.map((board) => board.map((line) => (ships ? line : line.replaceAll("S", "."))));
  const both = [[3, 2], [3, 2]];
  const own = withShips("SSS..", "SS...");
  const at = (phase, mover, boards, afloat) => view(phase, mover, cover(boards), afloat);
  return matchData(kSetup, view("place", null, [kEmpty, kEmpty], [[], []]), [
    {view: at("shoot", 0, [own, own], both), answers},
    {view: at("shoot", 1, [own, withShips("SSS..", "xS...")], both), answers: shot(0),
      events: {shot: [1, 0], hit: true, sunk: null}},
    {view: at("shoot", 0, [withShips("SSSo.", "SS..."), withShips("SSS..", "xS...")], both), answers: shot(1),
      events: {shot: [0, 3], hit: false, sunk: null}},
    {view: at("shoot", 1, [withShips("SSSo.", "SS..."), withShips("SSS..", "##...")], [[3, 2], [3]]),
      answers: shot(0), events: {shot: [1, 1], hit: true, sunk: 2}},
    {view: at("over", null, [withShips("SSSo.", "SS..."), withShips("SSS..", "##...")], [[3, 2], [3]]),
      answers: [{seat: 1, verdict: "late", fault: "late", spent_us: 1}], events: {shot: null, hit: false, sunk: null}},
  ]);
}

/// How often the fill or line of a colour was used while frame `index` was painted.
const used = (painter, index, name, color, options) =>
  painted(painter, index, options).calls.filter((call) =>
    call.name === name && call.state[name === "fill" ? "fillStyle" : "strokeStyle"] === color).length;
const colors = globalThis.referee.colors("light");

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painterOf("battleship", game()), 6), 6 * 30);
  assert.strictEqual(paintAllWays(painterOf("battleship", game({ships: false})), 6), 6 * 30);
});

test("a spectator's frames and answers without moves are painted, too", () => {
  const data = game({ships: false, answers: [{seat: 0, spent_us: 1}, {seat: 1, spent_us: 1}]});
  const painter = painterOf("battleship", data);
  assert.strictEqual(paintAllWays(painter, 6), 6 * 30);
  assert.deepStrictEqual([painter.shipsOf(0), painter.shipsOf(1)], [[], []]);
  // Hits, 1 then 2, and no ship but those below the boards.
  assert.deepStrictEqual([0, 1, 2, 3, 4].map((index) => used(painter, index, "fill", colors.fault)), [0, 0, 1, 1, 2]);
});

test("ships are those that were placed, also where they touch", () => {
  assert.deepStrictEqual(painterOf("battleship", game()).shipsOf(0), kFleet.ships);
  // Two ships of two on a square: across and down fill the same cells.
  const square = {ships: [2, 2]};
  const board = ["SS...", "SS...", ".....", ".....", "....."];
  for (const across of [true, false]) {
    const ships = [0, 1].map((i) => ({at: across ? [i, 0] : [0, i], across, length: 2}));
    const data = matchData({...kSetup, ...square}, view("place", null, [kEmpty, kEmpty], [[], []]), [
      {view: view("shoot", 0, [board, board], [[2, 2], [2, 2]]), answers: [{seat: 0, verdict: "ok", move: {ships}}]},
    ]);
    assert.deepStrictEqual(painterOf("battleship", data).shipsOf(0), ships);
  }
});

test("ships that the rules drew are found in the view", () => {
  const none = [0, 1].map((seat) => ({seat, verdict: "late", fault: "late", spent_us: 1}));
  assert.deepStrictEqual(painterOf("battleship", game({answers: none})).shipsOf(0), kFleet.ships);
});

test("the largest fleet on the largest board is found and painted at once", () => {
  const ships = Array.from({length: 20}, () => 20);
  const board = Array.from({length: 20}, () => "S".repeat(20));
  const sea = Array.from({length: 20}, () => ".".repeat(20));
  const data = matchData({size: 20, ships, touching: true}, view("place", null, [sea, sea], [[], []]), [
    {view: view("shoot", 0, [board, board], [ships, ships]), answers: []},
  ]);
  const painter = painterOf("battleship", data);
  assert.strictEqual(painter.shipsOf(1).length, 20);
  paintAllWays(painter, 2);
});

test("cells that no fleet fills are drawn one by one", () => {
  const data = game({answers: []});
  data.setup = {...kSetup, ships: [4]};
  assert.strictEqual(painterOf("battleship", data).shipsOf(0).length, 5);
});

test("ships that sank one after another keep their own outlines", () => {
  const painter = painterOf("battleship", game());
  assert.deepStrictEqual(painter.sunkAt(5), [{seat: 1, ship: {at: [1, 0], across: true, length: 2}}]);
  assert.deepStrictEqual(painter.sunkAt(3), []);
  // A hit of the last turn is drawn when the shot has fallen, and the ship is outlined then.
  assert.strictEqual(used(painter, 4, "fill", colors.fault, {progress: 0.4}), 1);
  assert.strictEqual(used(painter, 4, "fill", colors.fault), 2);
});

test("frames that come later are drawn when they are there", () => {
  const data = game();
  const later = data.turns.splice(2);
  const reel = new globalThis.referee.Reel(data);
  const painter = globalThis.referee.painters.battleship(reel);
  assert.deepStrictEqual(painter.sunkAt(2), []);
  reel.append(2, later);
  assert.strictEqual(painter.sunkAt(5).length, 1);
  painted(painter, 5);
});

test("it is told who shoots, and at the end how many hits each has", () => {
  const painter = painterOf("battleship", game());
  const labels = (index) => painted(painter, index).texts().filter((text) => /shoots|hit/.test(text));
  assert.deepStrictEqual([labels(0), labels(1), labels(5)], [[], ["shoots"], ["2 hits", "0 hits"]]);
});

test("on a narrow screen the boards are one below the other", () => {
  const painter = painterOf("battleship", game());
  const wide = painter.size;
  painter.arrange(true);
  assert.ok(painter.size.width < 0.6 * wide.width && painter.size.height > 1.5 * wide.height);
  for (let index = 0; index < 6; ++index) painted(painter, index);
  painter.arrange(false);
  assert.deepStrictEqual(painter.size, wide);
});

test("the text says what the picture shows", () => {
  const painter = painterOf("battleship", game());
  assert.strictEqual(painter.describe(0), "Both players place their ships now.");
  assert.strictEqual(painter.describe(4),
    "It is the turn of B to shoot. The last shot, by A at row 1, column 1, was a hit that sank a ship of 2. " +
    "A has ships of 3, 2 afloat and 2 hits. B has ships of 3 afloat and 0 hits. " +
    "Board of A, by row and column: ships at 0,0 0,1 0,2 1,0 1,1; misses at 0,3. " +
    "Board of B, by row and column: ships at 0,0 0,1 0,2; sunk ships at 1,0 1,1.");
  assert.match(painter.describe(5), /^The game is over\. The last turn had no shot\./);
});

test("the counts are those of the view", () => {
  const painter = painterOf("battleship", game());
  assert.deepStrictEqual(painter.counts(4).map(({values}) => values), [[2, 0], [2, 1], [2, 1]]);
  assert.deepStrictEqual(painter.counts(0).map(({values}) => values), [[0, 0], [0, 0], [2, 2]]);
});
