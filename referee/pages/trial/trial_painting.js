"use strict";

/// All that pages ask of a painter, with a pen that records.

const assert = require("node:assert");
const {recordingPen} = require("./recording_pen.js");

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
          assert.ok(painted(painter, index, {theme, progress, small, scale}).calls.length > 0, `frame ${index}: nothing is drawn`);
          ++pictures;
        }
      }
    }
    const words = painter.describe(index);
    assert.ok(typeof words === "string" && words !== "", `describe(${index}) gives no text`);
    for (const {label, values} of painter.counts(index)) {
      assert.ok(typeof label === "string" && values.every((value) => value !== undefined), `counts(${index}): ${label}`);
    }
  }
  for (const {swatch, text} of painter.legend ?? []) {
    const pen = recordingPen(32);
    swatch(pen, globalThis.referee.colors("dark"));
    assert.ok(pen.calls.length > 0 && text.length > 0, "legend");
    assert.strictEqual(pen.depth, 0, "legend: a save has no restore");
  }
  assert.ok(painter.size.width > 0 && painter.size.height > 0, "size");
  return pictures;
}

module.exports = {painted, paintAllWays};
