// The frames of a match: the position before turn 0, and one or more after each turn. Views are shared immutable
// objects: what a patch does not change is the same object as in the frame before.
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/// What `patch` makes of `target` (RFC 7396), which stays as it is.
export const mergePatch = (target, patch) => {
  if (!isObject(patch)) return patch;
  const members = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) members.delete(key);
    else members.set(key, mergePatch(members.get(key), value));
  }
  return Object.fromEntries(members);
};

const viewAfter = (before, frame) => ("view" in frame ? frame.view : mergePatch(before, frame.patch));

/// The frames that one observer sees. A frame's view is computed when somebody asks for it, and kept.
export class Reel {
  /// `data`: match data, format 1. `view` and `framesOf(turn)`: where this observer's frames are; everybody's
  /// if they are not given.
  constructor(data, view = data.view, framesOf = (turn) => data.turns[turn].frames) {
    this.data = data;
    this.framesOf = framesOf;
    this.views = [view];
    this.frames = [null];       // by frame, the patch or view that leads to it
    this.turnsPlayed = [0];     // by frame
    this.lastFrame = [0];       // by number of turns played
    this.grow();
  }

  /// Takes in the turns that `data` has and this reel does not.
  grow() {
    for (let turn = this.turns; turn < this.data.turns.length; ++turn) {
      const frames = this.framesOf(turn);
      if (!Array.isArray(frames) || frames.length === 0) {
        throw new RangeError(`turn ${turn} has no frames`);
      }
      for (const frame of frames) {
        this.frames.push(frame);
        this.turnsPlayed.push(turn + 1);
      }
      this.lastFrame.push(this.frames.length - 1);
    }
  }

  /// Adds the turns of a running match that come from turn `from` on; those that are here stay as they are.
  /// False if turns between are missing: then the caller has to fetch all again.
  append(from, turns) {
    if (from > this.turns) return false;
    this.data.turns.push(...turns.slice(this.turns - from));
    this.grow();
    return true;
  }

  get length() {
    return this.frames.length;
  }

  /// Turns that have been played.
  get turns() {
    return this.lastFrame.length - 1;
  }

  view(index) {
    for (let next = this.views.length; next <= index; ++next) {
      this.views.push(viewAfter(this.views[next - 1], this.frames[next]));
    }
    return this.views[index];
  }

  /// Turns played at frame `index`.
  turnOf(index) {
    return this.turnsPlayed[index];
  }

  /// The frame after so many turns.
  lastOf(turn) {
    return this.lastFrame[turn];
  }

  /// Events of the turn that led to frame `index`; {} at frame 0.
  events(index) {
    return index === 0 ? {} : (this.data.turns[this.turnOf(index) - 1].events ?? {});
  }

  /// Answers of the turn that led to frame `index`, one for each seat that was asked; [] at frame 0.
  answers(index) {
    return index === 0 ? [] : this.data.turns[this.turnOf(index) - 1].answers;
  }

  /// Whether the turn that led to frame `index` was given: the players were not asked.
  isGiven(index) {
    return index > 0 && this.data.turns[this.turnOf(index) - 1].given === true;
  }

  /// Which frame of its turn this is, from 1, and how many the turn has.
  stepOf(index) {
    if (index === 0) return {number: 1, of: 1};
    const before = this.lastOf(this.turnOf(index) - 1);
    return {number: index - before, of: this.lastOf(this.turnOf(index)) - before};
  }

  /// The frames as the player at `seat` saw them; null where they may not be seen. In a game that hides nothing
  /// all see the same.
  ofSeat(seat) {
    const {hidden, seat_views: views, seat: only} = this.data;
    if (!hidden || only === seat) return this;
    const own = views?.[seat];
    return own ? new Reel(this.data, own.view, (turn) => own.turns[turn]) : null;
  }
}
