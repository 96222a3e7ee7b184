"use strict";

// Tries painter.js on the match in match.json, for `referee check-game`: says how many pictures were drawn, or what is wrong.

const {readFileSync} = require("node:fs");
require("./scripts.js");
const {paintAllWays} = require("./trial_painting.js");

try {
  const data = JSON.parse(readFileSync("match.json", "utf8"));
  globalThis.referee.painters = {};
  require("./painter.js");
  const make = globalThis.referee.painters[data.game];
  if (typeof make !== "function") throw new Error(`painter.js sets no referee.painters.${data.game}`);
  const reel = new globalThis.referee.Reel(data);
  console.log(`${paintAllWays(make(reel), reel.length)} pictures of ${reel.length} positions`);
} catch (error) {
  const place = /painter\.js:\d+/.exec(error.stack ?? "");
  console.log(`${place ? `${place[0]}: ` : ""}${String(error.message).split("\n")[0]}`);
  process.exitCode = 1;
}
