// The tournament for a hall: slides in large type, which change over by themselves.
import {setText} from "../../shared/dom.js";
import {element} from "../../shared/elements.js";
import {plain} from "../../shared/texts.js";
import {EntrantNames} from "../entrant_names.js";
import {wholeData} from "../whole_data.js";
import {BoardsSlide} from "./slide_boards.js";
import {BracketSlide} from "./slide_bracket.js";
import {ChartSlide} from "./slide_chart.js";
import {CrosstableSlide} from "./slide_crosstable.js";
import {ElementSlide} from "./slide_element.js";
import {ShowSlide} from "./slide_show.js";
import {StandingsSlide} from "./slide_standings.js";

const kTick = 250;         // milliseconds
const kBetween = 3;        // pages between two showings of the boards
const kTextOf = 30;        // letters are at least this part of the window's height
const kLettersAcross = 42; // of which at least so many have room side by side

/// What the projector shows one after the other: what people wait for comes back after every three other pages.
export const projectorSequence = (awaited, others) =>
  (others.length === 0 ? awaited : others.flatMap((page, index) => (index % kBetween === 0 ? [...awaited, page] : [page])));

/// What an address says: {kind, seconds}. `?projector=bracket` pins a slide, `&seconds=20` is the time of a page; "" and null:
/// it says nothing.
export const projectorAddress = (search) => {
  const parameters = new URLSearchParams(search);
  const seconds = Number(parameters.get("seconds"));
  return {kind: parameters.get("projector") ?? "", seconds: seconds >= 1 && seconds <= 3600 ? seconds : null};
};

export class Projector {
  constructor(parent) {
    Object.assign(this, {parent, at: 0, shownFor: 0, paused: false, pinned: "", seconds: null, data: null, boards: [], timer: null});
    this.awaited = [new ElementSlide("lobby", 20), new ElementSlide("reveal", 20), new ElementSlide("podium", 20), new ShowSlide(), new BoardsSlide()];
    this.others = [new StandingsSlide(), new BracketSlide(), new CrosstableSlide(), new ChartSlide()];
    this.title = element("h1");
    this.facts = element("p", {class: "facts"});
    this.state = element("p", {class: "connection"});
    this.stage = element("div", {class: "slides"});
    this.heading = element("h2");
    this.number = element("span", {class: "number"});
    this.bar = element("span", {class: "bar"});
    this.buildControls();
    parent.replaceChildren(
        element("header", {}, element("div", {class: "title"}, this.title, this.facts), this.state),
        element("main", {}, this.heading, this.stage),
        element("footer", {}, this.previous, this.button, this.next, this.pinner, this.number, element("span", {class: "time", "aria-hidden": "true"}, this.bar), this.hint, this.leave));
  }

  buildControls() {
    this.hint = element("p", {class: "hint"}, "Space: pause · arrows: pages · P: pin this slide · Escape: back to the tournament");
    this.button = element("button", {type: "button"}, "Pause");
    this.previous = element("button", {type: "button", "aria-label": "Previous page"}, "◀");
    this.next = element("button", {type: "button", "aria-label": "Next page"}, "▶");
    this.pinner = element("button", {type: "button", "aria-pressed": "false"}, "Pin");
    this.leave = element("a", {href: "./"}, "Leave");
    this.button.addEventListener("click", () => this.pause(!this.paused));
    this.previous.addEventListener("click", () => this.turn(-1));
    this.next.addEventListener("click", () => this.turn(1));
    this.pinner.addEventListener("click", () => this.togglePin());
  }

  /// Starts to change over. `onLeave()`: the reader wants the whole page.
  start(onLeave) {
    this.onLeave = onLeave;
    this.leave.addEventListener("click", (event) => {
      event.preventDefault();
      onLeave();
    });
    const {kind, seconds} = projectorAddress(location.search);
    this.seconds = seconds;
    if (kind && this.kinds.some((slide) => slide.kind === kind)) this.pin(kind);
    document.addEventListener("keydown", (event) => !this.parent.hidden && this.key(event));
    globalThis.addEventListener("resize", () => this.draw());
    this.timer = setInterval(() => this.tick(), kTick);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onControl = event.target instanceof Element && event.target.closest("button, a");
    if (event.key === " " && !onControl) this.pause(!this.paused);
    else if (event.key === "ArrowRight" || event.key === "PageDown") this.turn(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") this.turn(-1);
    else if (event.key === "p" || event.key === "P") this.togglePin();
    else if (event.key === "Escape") this.onLeave();
    else return;
    event.preventDefault();
  }

  pause(paused) {
    this.paused = paused;
    setText(this.button, paused ? "Go on" : "Pause");
    this.parent.classList.toggle("paused", paused);
  }

  get kinds() {
    return [...this.awaited, ...this.others];
  }

  /// What a pinned slide stands for: the first of these that has pages. After the places are revealed comes the podium. Before it
  /// the standings are shown, which have all results then.
  get pinnedKinds() {
    return this.pinned === "reveal" ? ["reveal", "podium", "standings"] : [this.pinned];
  }

  /// Shows the pages of one kind of slide only; "": of all. The address says so, too, so that it can be kept.
  pin(kind) {
    this.pinned = kind;
    this.pinner.setAttribute("aria-pressed", String(kind !== ""));
    setText(this.pinner, kind ? "Unpin" : "Pin");
  }

  togglePin() {
    const {shown} = this;
    const kind = this.pinned ? "" : (shown?.slide.kind ?? "");
    this.pin(kind);
    const address = new URLSearchParams(location.search);
    address.set("projector", kind);
    history.replaceState(null, "", `?${address.toString().replace("projector=&", "projector&").replace(/projector=$/, "projector")}`);
    const pages = this.pages();
    const same = pages.findIndex(({slide, page}) => slide === shown?.slide && JSON.stringify(page) === JSON.stringify(shown.page));
    this.at = Math.max(0, same >= 0 ? same : pages.findIndex(({slide}) => slide === shown?.slide));
    this.draw();
  }

  tick() {
    if (this.paused || this.parent.hidden || !this.data) return;
    const time = 1000 * (this.shown?.slide.wholeSeconds ?? this.seconds ?? this.shown?.slide.seconds ?? 1);
    this.shownFor += kTick;
    this.bar.style.width = `${Math.min(100, (100 * this.shownFor) / time)}%`;
    if (this.shownFor >= time) this.turn(1);
  }

  turn(step) {
    const count = this.pages().length;
    this.at = count === 0 ? 0 : (this.at + step + count) % count;
    this.shownFor = 0;
    this.bar.style.width = "0";
    this.draw();
  }

  /// `facts`: about the tournament, for the head. What the arbiter has just revealed is shown at once, and so is the podium.
  showData(data, facts) {
    this.told = data;
    this.data = {...this.tables, ...data};
    setText(this.title, plain(data.name, 60));
    setText(this.facts, facts);
    this.draw();
  }

  /// The page has come without its tables, which the server has. Until they come, the slides of the tables before stay.
  async complete() {
    const {told} = this;
    if (this.asked === told) return;
    this.asked = told;
    const whole = await wholeData(told);
    if (!whole || this.told !== told) return;
    this.tables = this.data = whole;
    this.draw();
  }

  /// Turns to the section of the page that has changed.
  showSection(kind) {
    const at = this.pages().findIndex(({slide}) => slide.kind === kind);
    if (at < 0) return;
    this.at = at;
    this.shownFor = 0;
    this.draw();
  }

  showBoards(boards) {
    this.boards = boards;
    this.draw();
  }

  get view() {
    return {
      data: this.data, boards: this.boards, names: new EntrantNames(this.data), pinned: this.pinned !== "",
      isPaused: () => this.paused, redraw: () => this.draw(),
      room: {width: this.stage.clientWidth, height: this.stage.clientHeight},
      text: Math.max(12, Math.min(globalThis.innerHeight / kTextOf, globalThis.innerWidth / kLettersAcross)),
    };
  }

  /// All pages in their order: [{slide, page}].
  pages() {
    if (!this.data) return [];
    const {view} = this;
    const pagesOf = (slides) => slides.flatMap((slide) => slide.pages(view).map((page) => ({slide, page})));
    if (this.pinned) return this.pinnedKinds.map((pinned) => pagesOf(this.kinds.filter(({kind}) => kind === pinned))).find(({length}) => length > 0) ?? [];
    return projectorSequence(pagesOf(this.awaited), pagesOf(this.others));
  }

  draw() {
    if (this.parent.hidden || !this.data) return;
    void this.complete();
    const pages = this.pages();
    this.at = Math.min(this.at, Math.max(0, pages.length - 1));
    setText(this.number, pages.length > 0 ? `${this.at + 1} of ${pages.length}` : "");
    for (const control of [this.previous, this.next]) control.disabled = pages.length < 2;
    this.button.disabled = pages.length < 2 && !this.paused;
    this.pinner.disabled = pages.length === 0 && !this.pinned;
    this.shown = pages[this.at];
    this.stage.dataset.kind = this.shown?.slide.kind ?? "nothing";
    if (!this.shown) return this.drawNothing();
    setText(this.heading, this.shown.slide.title(this.view, this.shown.page));
    return this.shown.slide.draw(this.stage, this.view, this.shown.page);
  }

  drawNothing() {
    setText(this.heading, this.pinned ? "There is nothing to show here yet" : "The tournament has not begun");
    this.stage.replaceChildren();
  }
}
