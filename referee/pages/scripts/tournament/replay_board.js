// A board that plays a game which is over from its first turn to its last, at reading speed.
import {painterOf} from "../painting/painter_of.js";
import {Reel} from "../painting/reel.js";
import {setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {decidedBy, resultText} from "../shared/match_result.js";
import {gamePlaceText, plain} from "../shared/texts.js";
import {LiveBoard} from "./live_board.js";

const kHold = 6000;   // milliseconds for which the result stands
const kTick = 50;

const numberText = (value) => String(Number(value.toFixed(2)));

/// What a game is decided by, one number for each player: {label, values} at a frame; null: nothing that is known.
const measureAt = (painter, index, players) =>
  (painter.counts?.(index) ?? []).find(({values}) => values.length === players && values.every((value) => typeof value === "number")) ?? null;

/// The only first of `values`, by its place; null: there is none.
export const leaderOf = (values) => {
  const best = Math.max(...values);
  const first = values.indexOf(best);
  return values.length > 1 && first === values.lastIndexOf(best) ? first : null;
};

/// How often another player came to lead, turn after turn.
export const leadChanges = (reel, painter) => {
  let [changes, leader] = [0, null];
  for (let turn = 0; turn <= reel.turns; ++turn) {
    const measure = measureAt(painter, reel.lastOf(turn), reel.data.players.length);
    const now = measure ? leaderOf(measure.values) : null;
    if (now !== null && leader !== null && now !== leader) ++changes;
    leader = now ?? leader;
  }
  return changes;
};

const listText = (names) => names.join(", ");

/// Why a game is worth to be shown; "" if nothing is special about it.
const meritText = ({result, players}, changes) => {
  const level = players.length > 1 && result && leaderOf(result.scores) === null;
  return [level ? "level to the end" : "", changes > 0 ? `the lead changed ${changes === 1 ? "once" : `${changes} times`}` : ""].filter(Boolean).join(", ");
};

export class ReplayBoard extends LiveBoard {
  /// `data`: match data of a game that is over. `kind`: of its tournament. `isPaused()`: whether it stands still now. It plays as long as it is in
  /// the page.
  constructor(data, kind, turnMs, isPaused = () => false) {
    super();
    this.place = gamePlaceText(data.match, kind);
    this.fetching = true;  // all turns are here
    Object.assign(this, {data, turnMs, isPaused, elapsed: 0, index: -1, reel: new Reel(data)});
    this.painter = painterOf(this.reel);
    this.merit = meritText(data, leadChanges(this.reel, this.painter));
    this.caption = element("span", {class: "caption"});
    this.node.append(this.caption);
    this.node.classList.add("replay");
    this.showFrame(0);
  }

  /// Milliseconds from the first turn to the end of the result.
  get duration() {
    return this.reel.turns * this.turnMs + kHold;
  }

  get isOver() {
    return this.elapsed >= this.duration;
  }

  /// Plays until it is taken out of the page, or over; then calls `ended()` if it is over.
  play(ended = () => {}) {
    this.timer = setInterval(() => {
      if (!this.node.isConnected || this.isOver) {
        clearInterval(this.timer);
        if (this.isOver && this.node.isConnected) ended();
      } else if (!this.isPaused()) {
        this.advance(kTick);
      }
    }, kTick);
  }

  advance(milliseconds) {
    this.elapsed += milliseconds;
    const turns = Math.min(this.reel.turns, this.elapsed / this.turnMs);
    const turn = Math.floor(turns);
    const [from, to] = [this.reel.lastOf(turn), this.reel.lastOf(Math.min(turn + 1, this.reel.turns))];
    this.showFrame(turn === this.reel.turns ? from : Math.min(to - 1, from + Math.floor((turns - turn) * (to - from))));
  }

  showFrame(index) {
    if (index === this.index) return;
    this.index = index;
    const {match, game, players, result, round, table} = this.data;
    const counts = this.painter.counts?.(index) ?? [];
    const measure = measureAt(this.painter, index, players.length);
    const ended = index === this.reel.length - 1;
    const turn = this.reel.turnOf(index);
    this.show({match, game, players, round, table, place: this.place, turn, scores: ended ? decidedBy(this.data, counts)?.values ?? result?.scores : measure?.values});
    setText(this.caption, ended ? [resultText(this.data, counts, this.painter.ending?.(index)) || "No result", this.merit].filter(Boolean).join(" · ") : this.stateText(measure));
  }

  /// What decides, the leader's first, and who leads.
  stateText(measure) {
    const {players} = this.data;
    if (!measure) return listText(players.map((name) => plain(name, 32)));
    const leader = leaderOf(measure.values);
    const state = players.length < 2 ? "" : leader === null ? "level" : `${plain(players[leader], 32)} leads`;
    const values = [...measure.values].sort((a, b) => b - a);
    return [`${measure.label} ${values.map(numberText).join(" : ")}`, state].filter(Boolean).join(" · ");
  }
}
