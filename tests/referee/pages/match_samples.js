// Match data for tests of scripts of pages.

/// Match data of two players with as many turns as `frames` has entries, each a list of frames. `answers(turn)`: the
/// answers of a turn, from 0.
export const match = (frames, answers = (turn) => [{seat: turn % 2, verdict: "ok", move: "forward", spent_us: 100 + turn}]) => ({
  format: 1, match: "r1t1g1", attempt: 1, game: "walls", players: ["ada", "bob"], status: "done", hidden: false,
  view: {board: ["...", "...", "..."], mover: 0}, seat_views: null, seat: null,
  turns: frames.map((of, turn) => ({answers: answers(turn), events: {turn}, frames: of})),
  result: {scores: [2, 0], rank: [1, 2], outcome: {}}, record: null, home: null,
});

/// A match with one frame a turn, in which the mover changes.
export const plainMatch = (turns, answers) => match(
    Array.from({length: turns}, (_, turn) => [{patch: {mover: (turn + 1) % 2}}]), answers);
