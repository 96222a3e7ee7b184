// What draws games that have no painter of their own, and whatever a painter does wrong.
import {hasPictures, picturePainter} from "./picture_painter.js";
import {plainPainter} from "./plain_painter.js";

/// A painter whose mistakes cost its pictures, not the page: after the first one the plain painter goes on.
export class GuardedPainter {
  constructor(reel, make) {
    Object.assign(this, {reel, failed: false, painter: null});
    this.attempt(() => { this.painter ??= make(reel); });
  }

  attempt(action) {
    try {
      return action();
    } catch (error) {
      if (this.failed) throw error;
      console.error(error);
      this.failed = true;
      this.painter = plainPainter(this.reel);
      return action();
    }
  }

  get size() { return this.painter.size; }
  get animates() { return this.painter.animates; }
  get legend() { return this.painter.legend ?? []; }
  /// `tall`: the picture has little room across. Painters whose pictures can be arranged in two ways change their size.
  arrange(tall) { this.attempt(() => this.painter.arrange?.(tall)); }
  paint(pen, index, options) { this.attempt(() => this.painter.paint(pen, index, options)); }
  describe(index) { return this.attempt(() => this.painter.describe(index)); }
  ending(index) { return this.attempt(() => this.painter.ending?.(index) ?? null); }
  counts(index) { return this.attempt(() => this.painter.counts(index)); }
}

/// The painter of a game that has none of its own: its views have pictures, or are drawn as they are.
const anyPainter = (reel) => (hasPictures(reel) ? picturePainter(reel) : plainPainter(reel));

/// That painter, guarded.
export const generalPainter = (reel) => new GuardedPainter(reel, anyPainter);
