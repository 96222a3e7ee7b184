// What a seat was shown: the view to which it gave the answer of the present turn, as its bot got it. The owner of the bot
// sees beside it what the bot printed.
import {seatLetter} from "../painting/colors.js";
import {brief, copyButton, element} from "../shared/elements.js";

/// The view that `seat` was shown in turn `turn`, from 1; null where it may not be seen (yet).
const shownTo = (reel, turn) => (reel === null ? null : reel.view(reel.lastOf(Math.max(turn - 1, 0))));

export class Seen {
  constructor() {
    this.seat = 0;
    this.select = element("select", {"aria-label": "Seat", on: {change: () => this.choose()}});
    this.text = element("pre", {class: "json", tabindex: 0, role: "group", "aria-label": "The view as JSON"});
    this.note = element("p", {class: "note"});
    this.copy = copyButton("Copy", () => this.json() ?? "");
    this.element = element("details", {class: "fold", on: {toggle: () => this.refresh()}},
        this.summary = element("summary", {}, "What the bot was shown"),
        element("div", {class: "row"}, this.select, this.note, this.copy), this.text,
        this.printedNote = element("p", {class: "note", hidden: true}),
        this.printedText = element("pre", {class: "json printed", tabindex: 0, role: "group", "aria-label": "What the bot printed", hidden: true}));
  }

  /// `printed`: what the bot of one seat printed, by turn; see printed_data() of me_data.h.
  showPrinted(printed) {
    this.printed = printed;
    this.seat = printed.seat;
    this.select.value = this.seat;
    this.summary.textContent = "What the bot was shown and what it printed";
    this.refresh();
  }

  /// The lines that came before the answer of turn `turn`, from 1; null: after the last answer.
  printedIn(turn) {
    return this.printed.turns.find((part) => part.turn === (turn === null ? null : turn - 1))?.lines ?? [];
  }

  refreshPrinted() {
    const {printed} = this;
    const own = printed !== undefined && printed.seat === this.seat;
    const turn = Math.max(this.turn, 1);
    const over = this.reel.data.status !== "running" && this.turn === this.reel.turns;
    const lines = own && printed.kept ? [...this.printedIn(turn), ...(over ? this.printedIn(null) : [])] : [];
    this.printedNote.hidden = !own;
    this.printedText.hidden = lines.length === 0;
    this.printedText.textContent = lines.join("\n");
    const when = this.reel.data.clock === null ? `turn ${turn}` : `its answer of turn ${turn}`;
    this.printedNote.textContent = !own ? "" : !printed.kept ? "What it printed is not known by turn. The end of all of it is on the page My games."
        : lines.length === 0 ? `It printed nothing to standard error (stderr) in turn ${turn}.`
        : `It printed this to standard error (stderr) by ${when}${over && this.printedIn(null).length > 0 ? " and after it" : ""}:`;
  }

  show(reel) {
    const {players, hidden, seat} = reel.data;
    Object.assign(this, {reel, reels: players.map((_, of) => reel.ofSeat(of))});
    this.select.replaceChildren(...players.map((name, of) => element(
        "option", {value: of}, `${seatLetter(of)} ${brief(name, 40)}`)));
    this.seat = seat ?? Math.min(this.seat, players.length - 1);
    this.select.value = this.seat;
    this.select.hidden = !hidden || players.length === 1;
  }

  choose() {
    this.seat = Number(this.select.value);
    this.refresh();
  }

  json() {
    const view = shownTo(this.reels[this.seat], this.turn);
    return view === null ? null : JSON.stringify(view);
  }

  /// `turn`: turns played at the present frame.
  update(turn) {
    this.turn = turn;
    this.refresh();
  }

  refresh() {
    if (!this.element.open || this.turn === undefined) return;
    const json = this.json();
    this.text.textContent = json ?? "";
    this.text.hidden = this.copy.hidden = json === null;
    this.refreshPrinted();
    this.note.textContent = json === null ? "You can see this when the game is over."
        : this.reel.data.clock === null ? `The game's own program told this before turn ${Math.max(this.turn, 1)}. What it sent to the bots is not recorded.`
        : `The referee sent this to the bot in turn ${Math.max(this.turn, 1)}.`;
  }
}
