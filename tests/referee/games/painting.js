"use strict";

/// What tests of painters share: the scripts of pages in node, and frames painted with a pen that records.

const assert = require("node:assert");
const path = require("node:path");
const trial = require("../../../referee/pages/trial/trial_painting.js");

const kRoot = path.join(__dirname, "../../..");
for (const script of ["colors.js", "reel.js", "drawing.js", "plain_painter.js", "picture_painter.js"]) {
  require(path.join(kRoot, "referee/pages/scripts/painting", script));
}

/// Match data of a game of these positions: `start`, and {view, events, answers} after each turn, a frame each.
function matchData(setup, start, turns, seats = 2) {
  return {
    format: 1, setup, view: start, players: Array.from({length: seats}, (_, seat) => `bot${seat}`), hidden: false,
    turns: turns.map(({view, events = {}, answers = []}) => ({answers, events, frames: [{view}]})),
  };
}

/// The painter of a game for match data. `games`: where the game's folder is.
function painterOf(game, data, games = "referee/games") {
  require(path.join(kRoot, games, game, "painter.js"));
  return globalThis.referee.painters[game](new globalThis.referee.Reel(data));
}

/// trial.paintAllWays(), and whether the frames are described in sentences.
function paintAllWays(painter, length) {
  const pictures = trial.paintAllWays(painter, length);
  for (let index = 0; index < length; ++index) assert.match(painter.describe(index), /^[A-Z].*\.$/s);
  return pictures;
}

module.exports = {matchData, painterOf, painted: trial.painted, paintAllWays};
