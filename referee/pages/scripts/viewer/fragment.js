// The part of an address after #, which names a turn: #t=37, or #t=37&step=4 within a turn of several steps.
/// The frame that `fragment` names, the nearest one if there are fewer; null if it names none.
export const frameOfFragment = (fragment, reel) => {
  const turn = /^#?(?:.*&)?t=(-?\d{1,9})(?:&|$)/.exec(fragment);
  if (!turn) return null;
  const asked = Number(turn[1]) < 0 ? reel.turns + 1 + Number(turn[1]) : Number(turn[1]);
  const turns = Math.max(0, Math.min(asked, reel.turns));
  const step = /&step=(\d{1,9})(?:&|$)/.exec(fragment);
  if (!step || turns === 0 || turns !== asked) return reel.lastOf(turns);
  const before = reel.lastOf(turns - 1);
  return Math.max(before + 1, Math.min(before + Number(step[1]), reel.lastOf(turns)));
};

/// The fragment that names frame `index`.
export const fragmentOf = (index, reel) => {
  const {number, of} = reel.stepOf(index);
  return `#t=${reel.turnOf(index)}${number < of ? `&step=${number}` : ""}`;
};
