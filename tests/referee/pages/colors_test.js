import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import {colorsOf} from "../../../referee/pages/scripts/painting/colors.js";

const luminance = (color) => {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
};

/// The contrast of WCAG 2, from 1 to 21.
const contrast = (one, other) => {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const assertContrast = (theme, front, back, least) => {
  const of = contrast(front, back);
  assert.ok(of >= least, `${theme}: ${front} on ${back} has ${of.toFixed(2)}, expected ${least}`);
};

for (const theme of ["light", "dark"]) {
  const of = colorsOf(theme);
  const grounds = [of.page, of.panel, of.board];

  test(`${theme}: text has a contrast of 4.5`, () => {
    for (const text of [of.ink, of.soft, of.fault, of.late, of.good, of.accent]) {
      for (const ground of [...grounds, of.ground]) assertContrast(theme, text, ground, 4.5);
    }
    assertContrast(theme, of.onAccent, of.accent, 4.5);
  });

  test(`${theme}: what is drawn has a contrast of 3`, () => {
    for (const drawn of [...of.seats, of.wall, of.edge]) {
      for (const ground of grounds) assertContrast(theme, drawn, ground, 3);
    }
    of.seats.forEach((seat, at) => assertContrast(theme, of.onSeat[at], seat, 3));
  });

  test(`${theme}: no two seats have the same color`, () => {
    assert.equal(new Set(of.seats).size, 8);
  });
}

test("the style sheet has the same colors", () => {
  const css = fs.readFileSync(new URL("../../../referee/report/styles/tokens.css", import.meta.url), "utf8");
  const [light, dark] = css.split("@media (prefers-color-scheme: dark)");
  for (const [theme, part] of [["light", light], ["dark", dark.split("\n}\n")[0]]]) {
    const variables = Object.fromEntries([...part.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, color]) => [name, color]));
    const of = colorsOf(theme);
    for (const name of ["page", "panel", "ink", "soft", "line", "edge", "accent", "fault", "late", "good", "board", "wall", "ground"]) {
      assert.equal(variables[name], of[name], `${theme} ${name}`);
    }
    assert.equal(variables["on-accent"], of.onAccent);
    of.seats.forEach((seat, at) => assert.equal(variables[`seat-${at}`], seat, `${theme} seat ${at}`));
  }
});
