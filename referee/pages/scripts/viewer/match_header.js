// The head of a match page: who plays what, and how the match stands.
import {brief, element, icon, iconButton, nameElement} from "../shared/elements.js";
import {MatchContext} from "./match_context.js";

const gameNames = {walls: "Walls", lightcycle: "Light Cycle", snake: "Snake Labyrinth", superball: "Superball",
                   planets: "Planets", battleship: "Battleship"};

/// How the match began, if not with the first turn: "12 turns given, from walls-1g1"; else null.
const givenText = ({turns = [], from}) => {
  const given = turns.filter((turn) => turn.given).length;
  return given === 0 ? null : `begins after ${given} recorded turn${given === 1 ? "" : "s"}${from ? ` of ${from}` : ""}`;
};

const whereText = (data) => [
  data.game_title ?? gameNames[data.game] ?? data.game, data.tournament,
  data.round === null || data.round === undefined ? null : `round ${data.round}`,
  data.table === null || data.table === undefined ? null : `table ${data.table}`,
  data.game_no === null || data.game_no === undefined ? null : `game ${data.game_no}`,
  data.round === null || data.round === undefined ? data.match : null, givenText(data),
].filter(Boolean);

const kinds = {running: "live", behind: "behind", lost: "lost", over: "over", void: "fault", broken: "fault", unfinished: "over"};
const texts = {running: "Live", lost: "Connection lost, trying again", over: "Over", void: "Does not count", broken: "Damaged record",
               unfinished: "Was running when this page was saved"};

export class MatchHeader {
  /// `heading`: the element of the title. `share()`: is called by the button that shares; null: there is none. `page`: the
  /// address of the whole page, of one in a frame of another; null: this is the whole page.
  constructor(host, heading, {share = null, page = null} = {}) {
    this.home = element("a", {class: "home", "aria-label": "Tournament", title: "Tournament"}, icon("home"));
    this.title = element(heading, {class: "match-title"});
    this.where = element("p", {class: "where"});
    this.page = page;
    this.result = element("p", {class: "match-result", hidden: true});
    this.state = element("p", {class: "state"});
    this.context = new MatchContext();
    const button = share && !page ? iconButton("share", "Share", "", share) : null;
    this.spoken = element("p", {class: "visually-hidden", role: "status"});
    this.notice = element("p", {class: "notice", role: "note"});
    host.append(element("header", {class: "match-header"}, this.home,
        element("div", {class: "titles"}, this.title, this.where), this.result, this.state, ...(button ? [button] : []), this.spoken),
        this.context.element, this.notice);
  }

  show(data) {
    this.home.hidden = !data.home || this.page !== null;
    if (data.home) this.home.setAttribute("href", data.home);
    const names = data.players.flatMap((name, seat) => [
      ...(seat > 0 ? [element("span", {class: "versus"}, " vs ")] : []), nameElement(name)]);
    this.title.replaceChildren(...(this.page === null ? names
        : [element("a", {class: "whole-page", href: this.page, target: "_blank", rel: "noopener"}, ...names)]));
    this.where.replaceChildren(...whereText(data).flatMap((text, at) => [at ? " · " : "", element("bdi", {}, text)]));
    this.setNotice(data);
  }

  /// `context`: as MatchContext takes it. A game that the arbiter has taken out is told so.
  showContext(context, data) {
    this.context.show(context, data);
    this.cancelled = context?.games.some(({match, status}) => match === data.match && status === "struck") ?? false;
    if (!this.cancelled) return;
    this.setNotice(data);
    this.setState("void");
  }

  setNotice(data) {
    const absent = (data.no_show ?? []).map((seat, at) => brief(data.players[seat] ?? "", 60)
      + (data.why_absent?.[at] ? ` (${brief(data.why_absent[at], 200)})` : ""));
    const why = (data.why ?? "").replace(/^match \S+ is cancelled(: )?/, "");
    const parts = [data.status === "void" ? `This game ${this.cancelled ? "is cancelled" : "does not count"}${why ? `: ${why}` : "."}` : "",
                   data.problem ? `The rest of the record cannot be shown: ${data.problem}` : "",
                   absent.length > 0 ? `Absent: ${absent.join(", ")}.` : ""];
    const text = brief(parts.filter(Boolean).join(" "), 600);
    this.notice.textContent = text;
    this.notice.hidden = text === "";
  }

  /// How the match has ended; "": nobody is told yet.
  setResult(text) {
    if (this.result.textContent !== text) this.result.textContent = text;
    this.result.hidden = text === "";
  }

  /// `state`: running, behind, lost, over, void, broken or unfinished. `turns`: how many turns it is behind.
  setState(state, turns = 0) {
    const told = state === "void" && this.cancelled ? "Cancelled" : texts[state];
    const text = state === "behind" ? `${turns} turn${turns === 1 ? "" : "s"} behind` : told;
    if (this.state.textContent !== text) this.state.textContent = text;
    this.state.dataset.state = kinds[state];
    // The number of turns changes too often to be told.
    const spoken = state === "behind" ? "Behind" : told;
    if (this.spoken.textContent !== spoken) this.spoken.textContent = spoken;
  }
}
