import assert from "node:assert/strict";
import test from "node:test";
import {colorsOf} from "../../../referee/pages/scripts/painting/colors.js";
import {isEmbedded, pageOptions, tokensOf} from "../../../referee/pages/scripts/viewer/page_options.js";

test("an address asks for what it names, and for nothing else", () => {
  assert.deepEqual(pageOptions(""), {autoplay: false, loop: false, speed: null, theme: null});
  assert.deepEqual(pageOptions("?autoplay&loop&fps=8&theme=dark"), {autoplay: true, loop: true, speed: 8, theme: "dark"});
  assert.deepEqual(pageOptions("?autoplay=0&loop=1&fps=9999&theme=pink"), {autoplay: false, loop: true, speed: 1024, theme: null});
  for (const fps of ["", "x", "-1", "0", "NaN", "Infinityx"]) assert.equal(pageOptions(`?fps=${fps}`).speed, null, fps);
  assert.equal(pageOptions("?fps=0.001").speed, 0.5);
});

test("a theme has a value for each color of the pages", () => {
  const tokens = Object.fromEntries(tokensOf("dark"));
  assert.equal(tokens["--on-accent"], "#0a1622");
  assert.equal(tokens["--seat-7"], "#e69f00");
  assert.equal(tokens["--page"], colorsOf("dark").page);
});

test("a page in a frame is told by its folder", () => {
  assert.equal(isEmbedded("/embed/r1t1g1"), true);
  assert.equal(isEmbedded("/site/embed/r1t1g1.html"), true);
  assert.equal(isEmbedded("/matches/embed"), false);
});
