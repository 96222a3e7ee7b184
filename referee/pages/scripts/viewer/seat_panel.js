// What is told of each seat beside the board: name, answer, verdict, charged time, fault, the game's counts, and at
// the end score and rank.
import {seatLetter} from "../painting/colors.js";
import {brief, element, nameElement} from "../shared/elements.js";
import {chargeText, kindOf} from "./timeline.js";
import {turningPoints} from "./turning_point.js";

const kMoveRoom = 200;
const kFaultRoom = 600;

const places = ["1st", "2nd", "3rd"];
const placeText = (rank, ranks) => {
  const place = places[rank - 1] ?? `${rank}th`;
  return ranks.filter((other) => other === rank).length > 1 ? `shared ${place}` : place;
};

const jsonText = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/// The move of an answer, or what was offered instead; null if there is nothing to tell.
const moveText = (answer) => {
  if ("move" in answer) return brief(jsonText(answer.move), kMoveRoom);
  if ("offered" in answer) return `${brief(jsonText(answer.offered), kMoveRoom)}${answer.offered_cut ? " …" : ""}`;
  return null;
};

/// A badge with the letter and color of a seat.
export const seatBadge = (seat) => element("span", {class: `seat-badge seat-${seat % 8}`}, seatLetter(seat));

const setText = (node, text) => {
  if (node.textContent !== text) node.textContent = text;
  node.hidden = text === "";
};

/// The card of one seat.
class SeatCard {
  constructor(seat, data) {
    Object.assign(this, {seat, data});
    const part = (name, kind) => (this[kind] = element(name, {class: kind}));
    const badge = data.players.length > 1 ? seatBadge(seat) : null;
    const clock = data.measure?.[seat] === "cpu" ? "processor time" : "wall-clock time";
    this.element = element("article", {class: "seat-card", "aria-label": `Seat ${seatLetter(seat)}`},
        element("header", {}, badge, element("h2", {}, nameElement(data.players[seat])), part("span", "outcome")),
        element("p", {class: "answer"}, part("span", "verdict"), part("span", "spent"), part("span", "asked"), part("code", "move")),
        part("p", "fault-text"), part("dl", "counts"), part("p", "turning"));
    this.turning.hidden = true;
    this.spent.title = `thinking time, as ${clock}`;
  }

  update(entry, turn, counts, over) {
    const answer = entry?.answer ?? {};
    const verdict = entry ? (answer.verdict ?? "answered") : "";
    setText(this.verdict, verdict.replaceAll("_", " "));
    this.verdict.dataset.kind = entry?.given ? "ok" : kindOf(answer);
    setText(this.spent, entry && answer.spent_us !== undefined ? chargeText(answer, entry.given) : "");
    setText(this.asked, entry && entry.turn !== turn ? `in turn ${entry.turn}` : "");
    this.element.classList.toggle("earlier", Boolean(entry) && entry.turn !== turn);
    setText(this.move, moveText(answer) ?? "");
    const why = [answer.fault ?? "", answer.forfeited ? "It has forfeited, and is asked no more." : ""];
    setText(this["fault-text"], brief(why.filter(Boolean).join(". "), kFaultRoom));
    setText(this.outcome, over ? this.outcomeText() : "");
    this.element.classList.toggle("winner", over && this.wins());
    fillCounts(this.counts, counts);
  }

  /// `points`: of this seat, as turningPoints() tells them.
  setTurning(points, goTo) {
    this.turning.replaceChildren(...points.map(({turn, text}) => element(
        "button", {type: "button", class: "turning-point", on: {click: () => goTo(turn)}}, text)));
    this.turning.hidden = points.length === 0;
  }

  outcomeText() {
    const {scores, rank} = this.data.result;
    const place = this.data.players.length > 1 ? `${placeText(rank[this.seat], rank)} · ` : "";
    return `${place}score ${scores[this.seat]}`;
  }

  wins() {
    const {rank} = this.data.result;
    return rank.length > 1 && rank[this.seat] === 1 && rank.some((other) => other !== 1);
  }
}

/// Fills a list with [[label, value], ...] and touches only what has changed.
const fillCounts = (list, counts) => {
  while (list.children.length > counts.length) list.lastElementChild.remove();
  counts.forEach(([label, value], at) => {
    const row = list.children[at] ?? list.appendChild(
        element("div", {}, element("dt"), element("dd")));
    if (row.children[0].textContent !== label) row.children[0].textContent = label;
    if (row.children[1].textContent !== value) row.children[1].textContent = value;
  });
  list.hidden = counts.length === 0;
};

/// The cards of all seats, and the counts that belong to none of them.
export class SeatPanel {
  /// `goTo(turn)`: is called when a person goes to where a match was lost.
  constructor(host, goTo) {
    this.goTo = goTo;
    this.cards = element("div", {class: "seat-cards"});
    this.common = element("dl", {class: "counts common"});
    host.append(this.cards, this.common);
  }

  /// `countsAt(index)`: the painter's counts.
  show(reel, answers, countsAt) {
    Object.assign(this, {reel, answers, countsAt});
    this.seats = reel.data.players.map((_, seat) => new SeatCard(seat, reel.data));
    this.cards.replaceChildren(...this.seats.map((card) => card.element));
    this.turning = null;
  }

  /// Found when the end is shown first: that takes the counts of all frames.
  showTurning() {
    this.turning = turningPoints(this.reel, this.answers, this.countsAt);
    this.seats.forEach((card, seat) => card.setTurning(this.turning.filter((point) => point.seat === seat), this.goTo));
  }

  /// `counts`: the painter's, at frame `index`.
  update(index, counts) {
    const turn = this.reel.turnOf(index);
    const over = this.reel.data.result !== null && index === this.reel.length - 1 && this.reel.data.status !== "running";
    if (over && this.turning === null) this.showTurning();
    const bySeat = (count) => this.seats.length > 1 && count.values.length === this.seats.length;
    this.seats.forEach((card, seat) => card.update(
        this.answers.newest(seat, turn), turn,
        counts.filter(bySeat).map(({label, values}) => [label, String(values[seat])]).filter(([, value]) => value !== ""), over));
    fillCounts(this.common, counts.filter((count) => !bySeat(count))
        .map(({label, values}) => [label, values.map(String).join(" : ")]));
  }
}
