// What is being played now: a small board for each match.
import {foreign, KeyedList, setText} from "../shared/dom.js";
import {element} from "../shared/elements.js";
import {plain} from "../shared/texts.js";
import {matchHref} from "./entrant_names.js";
import {LiveBoard} from "./live_board.js";

const kShownAtFirst = 12;

/// The boards of all running matches, and the running matches that have none.
export class LiveBoards {
  constructor(parent) {
    this.boards = new Map();  // by match
    this.all = false;         // also those after the first ones
    this.grid = element("div", {class: "boards"});
    this.rest = element("ul", {class: "running"});
    this.more = element("button", {type: "button", hidden: true});
    this.more.addEventListener("click", () => {
      this.all = !this.all;
      this.draw();
    });
    parent.replaceChildren(this.grid, this.more, this.rest);
    this.list = new KeyedList(this.grid, {
      key: ({match}) => match,
      create: ({match}) => {
        this.boards.set(match, new LiveBoard());
        return this.boards.get(match).node;
      },
      update: (_, board) => this.boards.get(board.match).show(board),
    });
    this.newest = [];
    this.running = [];
    globalThis.matchMedia?.("(prefers-color-scheme: dark)").addEventListener("change", () => this.boards.forEach((board) => board.paint()));
  }

  showBoards(boards) {
    this.newest = boards;
    this.draw();
  }

  /// Matches that are being played, by the tournament data.
  showRunning(running) {
    this.running = running;
    this.draw();
  }

  /// Whether there is anything to show.
  get any() {
    return this.newest.length + this.running.length > 0;
  }

  draw() {
    const shown = this.all ? this.newest : this.newest.slice(0, kShownAtFirst);
    this.list.show(shown);
    const kept = new Set(shown.map(({match}) => match));
    for (const match of [...this.boards.keys()].filter((match) => !kept.has(match))) this.boards.delete(match);
    this.more.hidden = this.newest.length <= kShownAtFirst;
    setText(this.more, this.all ? `Show ${kShownAtFirst} boards` : `Show all ${this.newest.length} boards`);
    this.drawRest();
  }

  drawRest() {
    const boards = new Set(this.newest.map(({match}) => match));
    const rest = this.running.filter(({match}) => !boards.has(match));
    const shown = JSON.stringify(rest);
    if (shown === this.rest.shown) return;
    this.rest.shown = shown;
    this.rest.replaceChildren(...rest.map((match) => {
      const players = match.players.flatMap((name, seat) => [seat > 0 ? " – " : "", foreign(name, 40)]);
      const what = match.shown ? element("a", {href: matchHref(match.match)}, players) : element("span", {}, players);
      return element("li", {}, what, match.why_not ? element("small", {}, plain(match.why_not, 200)) : null);
    }));
    this.rest.hidden = rest.length === 0;
  }
}
