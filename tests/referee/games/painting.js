/// What tests of painters share: frames of a match, painted with a pen that records.

import assert from "node:assert";
import {createRequire} from "node:module";
import "../../../referee/pages/scripts/painting/contract.js";
import {Reel} from "../../../referee/pages/scripts/painting/reel.js";
import {painted, paintAllWays as paintedAllWays} from "../../../referee/pages/trial/trial_painting.js";

const load = createRequire(import.meta.url);  // a painter.js is no module

/// Match data of a game of these positions: `start`, and {view, events, answers} after each turn, a frame each.
export function matchData(setup, start, turns, seats = 2) {
  return {
    format: 1, setup, view: start, players: Array.from({length: seats}, (_, seat) => `bot${seat}`), hidden: false,
    turns: turns.map(({view, events = {}, answers = []}) => ({answers, events, frames: [{view}]})),
  };
}

/// The painter of a game for match data. `games`: where the game's folder is, from the top of the sources.
export function painterOf(game, data, games = "referee/games") {
  load(`../../../${games}/${game}/painter.js`);
  return globalThis.referee.painters[game](new Reel(data));
}

/// paintAllWays() of the trial, and whether the frames are described in sentences.
export function paintAllWays(painter, length) {
  const pictures = paintedAllWays(painter, length);
  for (let index = 0; index < length; ++index) assert.match(painter.describe(index), /^[A-Z].*\.$/s);
  return pictures;
}

export {painted};
