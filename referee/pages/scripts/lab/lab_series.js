// Games of the lab's bot in a row, and the table of their results.
import {seatLetter} from "../painting/colors.js";
import {scrolling} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {countText, plain} from "../shared/texts.js";

const kOwn = "my_bot";

const milliseconds = (us) => `${(us / 1000).toFixed(us < 10000 ? 1 : 0)} ms`;

const random = (bytes) => [...crypto.getRandomValues(new Uint8Array(bytes))];

/// A salt, 32 hex digits.
const newSalt = () => random(16).map((byte) => byte.toString(16).padStart(2, "0")).join("");

/// A seed that people can copy.
export const newSeed = () => random(4).reduce((number, byte) => number * 256 + byte, 0);

/// How a game ended for a seat: "won", "lost", "drawn"; "" if nobody else played.
const resultOf = (rank, seat) => {
  if (rank.length === 1) return "";
  if (rank[seat] > 1) return "lost";
  return rank.filter((place) => place === 1).length > 1 ? "drawn" : "won";
};

/// What there is to tell of a game that was played.
const gameOf = (number, order, seat, over) => {
  const {turns, faults, first, spent_us, worst_us} = over.seats[seat];
  return {number, order, seat, over, result: resultOf(over.result.rank, seat), score: over.result.scores[seat], turns, faults, first,
          isPerson: order.bots[seat].person === true, mean_us: turns > 0 ? spent_us / turns : 0, worst_us, absent: new Map(over.absent).get(seat) ?? null};
};

// For people: nobody is late.
const kPatientClock = {kind: "per_move", ms: 86400000, silence_ms: 86400000};

/// The games of one press of a button. `terms`: {game, seats, options, seed, own: a player without a name, opponent: (seat) => a player, breakpoint}, with
/// {seat}, where the player sits, or null: in turn, and {from}, {record, turn}: the games go on there.
export class LabSeries {
  constructor(rules, terms, hear) {
    Object.assign(this, {rules, terms, hear, games: []});
  }

  /// Plays so many games; `onGame` is told each. The bot changes seats from game to game. Ends early where going on makes no sense:
  /// with a bot that does not come, or that has to be stopped.
  async play(count, onGame) {
    for (let number = 1; number <= count; number += 1) {
      const game = await this.playOne(number);
      this.games.push(game);
      onGame(game);
      if (game.absent !== null || game.over.stuck[game.seat]) return;
    }
  }

  async playOne(number) {
    const {terms} = this;
    const {seats} = terms;
    const own = terms.seat ?? (number - 1) % seats;
    const bots = Array.from({length: seats}, (_, seat) => (seat === own ? {...terms.own, name: terms.own.person ? "you" : kOwn} : terms.opponent(seat)));
    const order = {match: `lab-${number}`, game: terms.game, options: terms.options, seed: terms.seed + number - 1, salt: newSalt(), bots,
                   ...(terms.from ? {from: terms.from} : {}), ...(terms.own.person ? {legal: true, clock: kPatientClock} : {}), breakpoint: number === 1 ? terms.breakpoint : null};
    return gameOf(number, order, own, await this.rules.play(order, (said) => this.hear(said, number, own)));
  }
}

/// The words of all results: "7 won, 1 drawn, 2 lost", or the mean score.
export const summaryOf = (games) => {
  if (games.length === 0) return "";
  const of = (result) => games.filter((game) => game.result === result).length;
  const {isPerson} = games[0];
  const worst = Math.max(...games.map((game) => game.worst_us));
  const scores = games.reduce((sum, game) => sum + game.score, 0) / games.length;
  const points = games[0].result === "" ? `mean score ${Number(scores.toFixed(1))}` : `${of("won")} won, ${of("drawn")} drawn, ${of("lost")} lost`;
  return `${countText(games.length, "game")}: ${points}.${isPerson ? "" : ` Your slowest turn took ${milliseconds(worst)} here.`}`;
};

/// What was wrong first; "" if nothing was.
export const firstFaultOf = (games) => {
  const game = games.find(({first}) => first);
  return game ? `First fault: game ${game.number}, turn ${game.first.turn}: ${game.first.verdict}: ${plain(game.first.fault, 200)}.` : "";
};

const kHeads = [["Game", ""], ["Seed", ""], ["Seat", ""], ["Result", "text"], ["Score", ""], ["Turns", ""], ["Faults", ""], ["Mean", ""], ["Slowest", ""]];

/// The table of games. `onShow` is called with the game whose button was pressed.
export const gamesTable = (games, onShow) => {
  const row = (game) => element("tr", {}, element("th", {scope: "row"}, element("button", {type: "button", "aria-label": `Show game ${game.number}`, on: {click: () => onShow(game)}}, String(game.number))),
      ...[game.order.from ? "given" : game.order.seed, seatLetter(game.seat)].map((text) => element("td", {}, String(text))),
      element("td", {class: "text"}, game.absent !== null ? "did not play" : game.result || "played"),
      element("td", {}, String(game.score)), element("td", {}, String(game.turns)), element("td", {class: game.faults > 0 ? "fault" : "none"}, String(game.faults)),
      ...[game.mean_us, game.worst_us].map((us) => element("td", {}, milliseconds(us))));
  return scrolling("Games", element("table", {class: "lab-games"},
      element("thead", {}, element("tr", {}, ...kHeads.map(([text, kind]) => element("th", {scope: "col", class: kind || null}, text)))),
      element("tbody", {}, ...games.map(row))));
};
