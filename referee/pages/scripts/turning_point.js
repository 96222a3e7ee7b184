// Where a match was lost: the first turn from which on a player was behind to the end, and its first fault.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});

  const kMostFrames = 20_000;  // beyond, the counts of all frames would take too long

  const decisiveOf = (counts, seats) => counts.find(({decides, values}) => decides && values.length === seats && values.every((value) => typeof value === "number"));

  /// Whether `seat` has less than another seat has most.
  const isBehind = (values, seat) => values.some((value, other) => other !== seat && value > values[seat]);

  /// The first turn from which on `seat` is behind in the count that decides, until the end; null: it is not behind at the
  /// end, or the game has no such count. `counts(index)`: the painter's.
  const behindSince = (reel, seat, counts) => {
    const seats = reel.data.players.length;
    if (reel.length > kMostFrames || !decisiveOf(counts(reel.length - 1), seats)) return null;
    let since = null;
    for (let index = reel.length - 1; index >= 0; --index) {
      const decisive = decisiveOf(counts(index), seats);
      if (!decisive || !isBehind(decisive.values, seat)) break;
      since = reel.turnOf(index);
    }
    return since;
  };

  /// The seats that have lost: those behind the first, if not all are first.
  const losersOf = ({result}) => (result ? result.rank.flatMap((place, seat) => (place > 1 ? [seat] : [])) : []);

  /// What is told of the seats that have lost: [{seat, turn, text}], at most two of a seat. `answers`: SeatAnswers.
  referee.turningPoints = (reel, answers, counts) => losersOf(reel.data).flatMap((seat) => {
    const points = [];
    const since = behindSince(reel, seat, counts);
    if (since !== null && since > 0) points.push({seat, turn: since, text: `From turn ${since} on it was behind`});
    const fault = answers.faults.find(({answer}) => answer.seat === seat);
    if (fault) points.push({seat, turn: fault.turn, text: `Its first fault was in turn ${fault.turn}`});
    return points;
  });
})();
