// Which games of a tournament are shown again: whole ones, the newest and the closest first.
import {painterOf} from "../painting/painter_of.js";
import {Reel} from "../painting/reel.js";
import {loadFile, sourceKind} from "../shared/source.js";
import {leadChanges, leaderOf} from "./replay_board.js";

const kOfALadder = 20;   // the newest games, of those without rounds
const kCandidates = 3;   // are fetched, to see in which the lead changed

/// How close scores are: 1 if the best two are level, towards 0 if one is far ahead.
const closeness = (scores) => {
  const [first, second] = [...scores].sort((a, b) => b - a);
  return second === undefined ? 0 : 1 - (first - second) / Math.max(Math.abs(first), Math.abs(second), 1);
};

/// The games that spectators may see and that are over, by name: those of the newest round first, and in it the closest
/// first.
export const showOrder = ({rounds = [], latest = null}) => {
  const games = latest ? latest.slice(0, kOfALadder).map((game) => ({...game, round: 1}))
    : rounds.flatMap(({round, tables}) => tables.flatMap(({matches}) => matches.map((game) => ({...game, round}))));
  return games.filter(({status, shown, scores, no_show: absent = []}) => status === "done" && shown && scores && !absent.some(Boolean))
      .map((game, index) => ({...game, index}))
      .sort((a, b) => b.round - a.round || closeness(b.scores) - closeness(a.scores) || b.index - a.index)
      .map(({match}) => match);
};

export class Show {
  /// `fetchMatch(match)`: its data; null if it cannot be had.
  constructor(fetchMatch) {
    Object.assign(this, {fetchMatch, order: [], seen: new Set(), fetched: new Map()});
  }

  take(data) {
    this.order = showOrder(data);
  }

  get any() {
    return this.order.length > 0;
  }

  /// The data of the next game; all have been shown before one comes again. Null: there is none.
  async next() {
    if (!this.order.some((match) => !this.seen.has(match))) this.seen.clear();
    const candidates = this.order.filter((match) => !this.seen.has(match)).slice(0, kCandidates);
    const games = (await Promise.all(candidates.map((match) => this.dataOf(match)))).filter(Boolean);
    for (const match of candidates.filter((match) => !this.fetched.has(match))) this.seen.add(match);
    const best = games.map((data) => ({data, merit: this.meritOf(data)})).sort((a, b) => b.merit - a.merit)[0];
    if (!best) return null;
    this.seen.add(best.data.match);
    this.fetched.delete(best.data.match);
    return best.data;
  }

  async dataOf(match) {
    if (!this.fetched.has(match)) {
      const data = await this.fetchMatch(match);
      if (data && data.result && data.turns.length > 0) this.fetched.set(match, data);
    }
    return this.fetched.get(match) ?? null;
  }

  /// Level scores are worth most, then leads that changed, then close scores.
  meritOf(data) {
    const reel = new Reel(data);
    const level = data.players.length > 1 && leaderOf(data.result.scores) === null;
    return (level ? 10 : 0) + Math.min(9, leadChanges(reel, painterOf(reel))) + closeness(data.result.scores);
  }
}

/// Match data from the server, or from the files of a site; null if they are not there now: then another game is shown.
export const matchFromSource = async (match) => {
  if (sourceKind() === "files") return loadFile("match", `matches/${encodeURIComponent(match)}.js`);
  try {
    const response = await fetch(`api/matches/${encodeURIComponent(match)}`);
    return response.ok ? await response.json() : null;
  } catch (problem) {
    if (!(problem instanceof TypeError)) throw problem;  // the server is gone, which the page says by itself
    return null;
  }
};
