// Loads scripts of pages as a browser would: in order, into one global object.
"use strict";
const {readdirSync} = require("node:fs");
const path = require("node:path");

const kScripts = path.resolve(__dirname, "../../../referee/pages/scripts");
const kFiles = new Map(readdirSync(kScripts, {recursive: true}).map((file) => [path.basename(file, ".js"), path.join(kScripts, file)]));

/// Loads `names` and gives the global object that they fill.
exports.load = (...names) => {
  for (const name of names) require(kFiles.get(name));
  return globalThis.referee;
};

/// Match data of two players with as many turns as `frames` has entries, each a list of frames. `answers(turn)`: the
/// answers of a turn, from 0.
exports.match = (frames, answers = (turn) => [{seat: turn % 2, verdict: "ok", move: "forward", spent_us: 100 + turn}]) => ({
  format: 1, match: "r1t1g1", attempt: 1, game: "walls", players: ["ada", "bob"], status: "done", hidden: false,
  view: {board: ["...", "...", "..."], mover: 0}, seat_views: null, seat: null,
  turns: frames.map((of, turn) => ({answers: answers(turn), events: {turn}, frames: of})),
  result: {scores: [2, 0], rank: [1, 2], outcome: {}}, record: null, home: null,
});

/// A match with one frame a turn, in which the mover changes.
exports.plainMatch = (turns, answers) => exports.match(
    Array.from({length: turns}, (_, turn) => [{patch: {mover: (turn + 1) % 2}}]), answers);
