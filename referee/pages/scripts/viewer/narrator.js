// Tells people who do not see the board what is on it: at once while it stands still, else every five seconds.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const kBetween = 5000;  // ms

/// `region`: the live region; `text()`: the frame in words.
referee.Narrator = class {
  constructor(region, text) {
    Object.assign(this, {region, text, told: -Infinity});
  }

  /// `moves`: whether frames go on by themselves. `now` in ms.
  tell(moves, now) {
    if (moves && now - this.told < kBetween) return;
    this.told = now;
    const text = this.text();
    if (this.region.textContent !== text) this.region.textContent = text;
  }
};
})();
