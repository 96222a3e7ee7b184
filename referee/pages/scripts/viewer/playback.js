// Which frame is shown, and how it goes on: direction, speed, following a live match. It has no timer of its own:
// whoever draws calls advance().
export const kSlowest = 0.5;   // frames a second
export const kFastest = 1024;
const kTypical = 4;
const kPatience = 90;   // a whole match takes at most so many seconds at first
const kLoopPause = 2;   // seconds that the last frame stays before a loop begins again
const kLongestGap = 250;  // ms; after a longer one, as of a hidden tab, frames are not made up for

const firstSpeed = (frames) => {
  let speed = kTypical;
  while (speed < 64 && frames / speed > kPatience) speed *= 2;
  return speed;
};

export class Playback {
  /// `length()`: frames there are; it may grow. `changed()`: is called after each change.
  constructor(length, changed = () => {}) {
    this.length = length;
    this.changed = changed;
    this.index = 0;
    this.from = 0;          // the frame shown before this one, and when `index` became it
    this.since = -Infinity;
    this.direction = 1;     // where `toggle` goes: 1 forward, -1 backward
    this.playing = false;
    this.following = false;
    this.live = false;      // whether frames may still come
    this.loop = false;      // whether it begins again after the last frame
    this.speed = firstSpeed(length());
    this.debt = 0;          // of a frame, while playing
    this.before = null;     // when advance() was called last
  }

  get last() {
    return this.length() - 1;
  }

  get behind() {
    return this.last - this.index;
  }

  /// Shows frame `index`, or the nearest that there is, and stops.
  goTo(index, now = -Infinity) {
    this.stop();
    this.following = false;
    this.move(index, now);
    this.changed();
  }

  step(frames, now) {
    this.goTo(this.index + frames, now);
  }

  /// The last frame; in a live match it follows from there.
  end(now) {
    this.goTo(this.last, now);
    this.following = this.live;
    this.changed();
  }

  play(direction) {
    this.direction = direction;
    if (direction < 0) this.following = false;
    if (!this.live && direction > 0 && this.index === this.last) this.move(0, -Infinity);
    this.playing = !this.following;
    this.debt = 0;
    this.before = null;
    this.changed();
  }

  /// Pauses what moves, a live match too, or goes on in the direction of before.
  toggle() {
    if (!this.playing && !this.following) return this.play(this.direction);
    this.stop();
    this.following = false;
    return this.changed();
  }

  stop() {
    this.playing = false;
  }

  faster() {
    this.speed = Math.min(this.speed * 2, kFastest);
    this.changed();
  }

  slower() {
    this.speed = Math.max(this.speed / 2, kSlowest);
    this.changed();
  }

  /// The match has grown.
  grew(now) {
    if (this.following) this.move(this.last, now);
    this.changed();
  }

  /// The match is over: there is nothing left to follow.
  ended(now) {
    this.grew(now);
    this.live = false;
    this.following = false;
    this.changed();
  }

  /// Moves as far as the time since the call before demands. `now` in ms. True if the frame changed.
  advance(now) {
    if (!this.playing) {
      this.before = null;
      return false;
    }
    const elapsed = this.before === null ? 0 : Math.min(now - this.before, Math.max(kLongestGap, 1000 / this.speed));
    this.before = now;
    this.debt += elapsed * this.speed / 1000;
    const frames = Math.floor(this.debt + 1e-9);
    this.debt -= frames;
    if (frames <= 0) return false;
    const again = this.loops && this.index === this.last;
    this.move(again ? 0 : this.index + this.direction * frames, again ? -Infinity : now);
    this.arrive();
    this.changed();
    return true;
  }

  get loops() {
    return this.loop && !this.live && this.direction > 0;
  }

  /// At the end of the frames a replay stops, or waits to begin again; a live match is followed.
  arrive() {
    if (this.index !== (this.direction > 0 ? this.last : 0)) return;
    if (this.loops) {
      this.debt = 1 - Math.max(1, kLoopPause * this.speed);
      return;
    }
    this.playing = false;
    this.following = this.live && this.direction > 0;
  }

  move(index, now) {
    const to = Math.max(0, Math.min(Math.round(index), this.last));
    if (to === this.index) return;
    this.from = this.index;
    this.index = to;
    this.since = now;
  }

  /// How to draw at `now`: {index, progress}. A move by one frame takes up to `longest` ms, others none.
  picture(now, longest) {
    const way = this.index - this.from;
    const room = this.playing ? Math.min(longest, 1000 / this.speed) : longest;
    const part = room > 0 ? Math.min(1, (now - this.since) / room) : 1;
    if (Math.abs(way) !== 1 || !(part < 1)) return {index: this.index, progress: 1};
    return way > 0 ? {index: this.index, progress: Math.max(0, part)}
                   : {index: this.from, progress: 1 - Math.max(0, part)};
  }
}
