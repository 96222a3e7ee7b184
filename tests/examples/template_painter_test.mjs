// The painter that `referee new-game --painter` writes.

import assert from "node:assert";
import {mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import path from "node:path";
import {after, test} from "node:test";
import {fileURLToPath} from "node:url";
import {matchData, painterOf, painted, paintAllWays} from "../referee/games/painting.js";

const kHere = fileURLToPath(new URL(".", import.meta.url));
const kTemplate = path.join(kHere, "../../examples/games/templates/painter/painter.js");
const kStart = {round: 0, hands: [[1, 6], [3, 3]], bid: null, points: [0, 0], last: null};
const kBid = {...kStart, hands: [null, [3, 3]], bid: [2, 3]};
const kOver = {...kStart, round: 1, points: [0, 1]};

const folder = mkdtempSync(path.join(tmpdir(), "painter-"));
after(() => rmSync(folder, {recursive: true}));
mkdirSync(path.join(folder, "dice"));
writeFileSync(path.join(folder, "dice/painter.js"), readFileSync(kTemplate, "utf8").replaceAll("@NAME@", "dice"));
const relative = path.relative(path.join(kHere, "../.."), folder);

const painter = () => painterOf("dice", matchData({dice: 2}, kStart, [{view: kBid}, {view: kOver}]), relative);

test("all frames are painted in all ways", () => {
  assert.strictEqual(paintAllWays(painter(), 3), 3 * 30);
});

test("dice have as many dots as their faces, and hidden ones a question mark", () => {
  const discs = (index) => painted(painter(), index).named("arc").length;
  assert.deepStrictEqual([discs(0), discs(1)], [1 + 6 + 3 + 3, 3 + 3]);
  assert.deepStrictEqual(painted(painter(), 1).texts(), ["0 p", "?", "?", "0 p", "bid: 2 x 3"]);
  assert.ok(!painted(painter(), 1, {small: true}).texts().includes("bid: 2 x 3"));
});

test("the text says what the picture shows", () => {
  assert.strictEqual(painter().describe(1), "Round 0. Seat 0 has hidden dice. Seat 1 has 3 3. The bid is 2 times 3.");
  assert.deepStrictEqual(painter().counts(2), [{label: "Points", values: [0, 1]}]);
});

test("the plain painter draws a view of another shape", () => {
  painted(painterOf("dice", matchData({}, {grid: ["ab", "cd"]}, []), relative), 0);
});
