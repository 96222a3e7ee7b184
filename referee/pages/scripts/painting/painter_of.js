// Which painter draws a match.
import {referee} from "../shared/globals.js";
import "./contract.js";
import {GuardedPainter, generalPainter} from "./general_painter.js";
import {FramedPainter} from "./painter_frame.js";

/// The painter of the match's game, or the general one where the game has none. `failed` tells whether the game's own
/// made a mistake; then `size` is another one. A painter that came with the match is not trusted: it draws in a frame
/// of its own, and only on pages that have one. Close it.
export const painterOf = (reel) => {
  if (Object.hasOwn(referee.painters, reel.data.game)) return new GuardedPainter(reel, referee.painters[reel.data.game]);
  return reel.data.painter && referee.frameSources ? new FramedPainter(reel) : generalPainter(reel);
};
