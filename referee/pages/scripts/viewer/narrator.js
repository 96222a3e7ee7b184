// Tells people who do not see the board what is on it: at once while it stands still, else every five seconds.
const kBetween = 5000;  // ms

/// `region`: the live region; `text()`: the frame in words.
export class Narrator {
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
}
