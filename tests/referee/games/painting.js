"use strict";

/// What tests of painters share: the scripts of pages in node, and frames painted with a pen that records.

const assert = require("node:assert");
const path = require("node:path");
const {recordingPen} = require("./recording_pen.js");

const kRoot = path.join(__dirname, "../../..");
for (const script of ["colors.js", "reel.js", "drawing.js", "plain_painter.js", "picture_painter.js"]) {
  require(path.join(kRoot, "referee/pages/scripts", script));
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

/// Paints a frame and gives back the pen. Options as painters have them, and `scale`, pixels a unit.
function painted(painter, index, {theme = "light", progress = 1, small = false, scale = 40} = {}) {
  const pen = recordingPen(scale);
  painter.paint(pen, index, {theme, progress, small, colors: globalThis.referee.colors(theme)});
  assert.strictEqual(pen.depth, 0, "a save has no restore");
  return pen;
}

/// Paints, describes and counts all frames in all ways; returns how many pictures that were. What a page asks for must
/// be there, whatever the frame.
function paintAllWays(painter, length) {
  let pictures = 0;
  for (let index = 0; index < length; ++index) {
    for (const theme of ["light", "dark"]) {
      for (const progress of [0, 0.3, 0.5, 0.8, 1]) {
        for (const [small, scale] of [[false, 60], [false, 5], [true, 12]]) {
          assert.ok(painted(painter, index, {theme, progress, small, scale}).calls.length > 0);
          ++pictures;
        }
      }
    }
    assert.match(painter.describe(index), /^[A-Z].*\.$/s);
    for (const {label, values} of painter.counts(index)) {
      assert.ok(typeof label === "string" && values.every((value) => value !== undefined), label);
    }
  }
  for (const {swatch, text} of painter.legend) {
    const pen = recordingPen(32);
    swatch(pen, globalThis.referee.colors("dark"));
    assert.ok(pen.calls.length > 0 && text.length > 0);
    assert.strictEqual(pen.depth, 0);
  }
  assert.ok(painter.size.width > 0 && painter.size.height > 0);
  return pictures;
}

module.exports = {matchData, painterOf, painted, paintAllWays};
