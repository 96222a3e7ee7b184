// How a match has ended, in a few words: who won, and by what.
import {brief} from "./elements.js";

const kNameRoom = 40;

/// The seats that are first, by `rank`; all of them: nobody is before another.
const firstSeats = (rank) => rank.flatMap((place, seat) => (place === 1 ? [seat] : []));

const whoText = (players, rank) => {
  const first = firstSeats(rank);
  if (first.length === 1) return `${brief(players[first[0]], kNameRoom)} won`;
  return first.length === rank.length ? "Draw" : `${first.length} share the first place`;
};

/// The count that says that it decides the game, such as bricks, one number for each seat; undefined: the scores do.
const decisiveCount = (counts, seats) => counts.find(({decides, values}) => decides && values.length === seats);

/// What the rules say of the end of a match, in the list that decides it, else its painter; undefined: the scores decide.
export const decidedBy = ({decided_by: name, players, result}, counts) => {
  const values = name ? result?.outcome?.[name] : undefined;
  return Array.isArray(values) ? {label: name.replaceAll("_", " "), values} : decisiveCount(counts, players.length);
};

/// What decided, or the scores: of two the winner's first, of more with the names of the others.
const byText = (data, counts) => {
  const {players, result: {rank, scores}} = data;
  const decisive = decidedBy(data, counts);
  const values = decisive?.values ?? scores;
  const what = decisive ? ` ${decisive.label.toLowerCase()}` : "";
  const seats = [...rank.keys()].sort((a, b) => rank[a] - rank[b]);
  if (seats.length === 2) return `${seats.map((seat) => values[seat]).join(" : ")}${what}`;
  const named = (seat) => `${brief(players[seat], kNameRoom)} ${values[seat]}`;
  return firstSeats(rank).length > 1 ? `${seats.map(named).join(", ")}${what}`
    : `${values[seats[0]]}${what} (${seats.slice(1).map(named).join(", ")})`;
};

/// "ada won, 12 : 8 bricks"; "ada won, 288 (bob 93, carl 41)"; "" of a match without a result. Of a game for one `ending`, as its
/// painter tells it, or "Score 45". `counts`: the painter's, at the last frame. Beyond four seats the scores are left to the cards.
export const resultText = (data, counts, ending = null) => {
  const {players, result, no_show: absent} = data;
  if (!result) return "";
  if (players.length === 1) return ending ?? `Score ${result.scores[0]}`;
  const who = whoText(players, result.rank);
  return absent?.length || players.length > 4 ? who : `${who}, ${byText(data, counts)}`;
};
