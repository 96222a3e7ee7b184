// Where a match was lost: the first turn from which on a player was behind to the end, or used more time than its clock
// gives, and its first fault.
import {duration} from "../shared/duration.js";

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

/// What the clock adds for each answer, in microseconds; null: it is none that adds up.
const grantOf = (clock) => ({mean: clock?.ms, bank: clock?.increment_ms}[clock?.kind] ?? 0) * 1000 || null;

/// The first turn from which on a seat that the clock has forfeited was charged, on average, more than the clock gives for a
/// turn: {turn, mean_us, grant_us}. Null: the clock has not forfeited it, or gives nothing for a turn.
/// `entries`: of SeatAnswers.
const overSince = (clock, entries) => {
  const grant = grantOf(clock);
  const asked = entries.filter(({given}) => !given);
  const end = asked.findIndex(({answer}) => answer.forfeited === true && answer.verdict === "forfeited");
  if (grant === null || end < 0) return null;
  let left = 0;
  let most = 0;
  let first = 0;
  for (let index = 0; index <= end; ++index) {
    if (left >= most) [most, first] = [left, index];
    left += grant - asked[index].answer.spent_us;
  }
  return left >= most ? null : {turn: asked[first].turn, mean_us: Math.round((most - left) / (end + 1 - first)) + grant, grant_us: grant};
};

const overText = ({turn, mean_us: mean, grant_us: grant}) =>
  `From turn ${turn} on it took ${duration(mean)} a turn, more than the ${duration(grant)} of its clock`;

/// The seats that have lost: those behind the first, if not all are first.
const losersOf = ({result}) => (result ? result.rank.flatMap((place, seat) => (place > 1 ? [seat] : [])) : []);

/// What is told of the seats that have lost: [{seat, turn, text}], at most three of a seat. `answers`: SeatAnswers.
export const turningPoints = (reel, answers, counts) => losersOf(reel.data).flatMap((seat) => {
  const points = [];
  const since = behindSince(reel, seat, counts);
  if (since !== null && since > 0) points.push({seat, turn: since, text: `From turn ${since} on it was behind`});
  const over = overSince(reel.data.clock, answers.bySeat[seat]);
  if (over !== null) points.push({seat, turn: over.turn, text: overText(over)});
  const fault = answers.faults.find(({answer}) => answer.seat === seat);
  if (fault) points.push({seat, turn: fault.turn, text: `Its first fault was in turn ${fault.turn}`});
  return points;
});
