// Where a person at the page chooses a move: a button for each legal one if they are few, else a field.
import {element} from "../shared/elements.js";

const kMostButtons = 12;
// Moves that have a direction, by the arrow keys; in Walls these turn and go forward.
const kArrows = {ArrowUp: ["forward", "U", "N"], ArrowLeft: ["left", "L", "O"], ArrowRight: ["right", "R", "E"], ArrowDown: ["D", "S", "."]};

const textOf = (move) => (typeof move === "string" ? move : JSON.stringify(move));

/// What a person typed: JSON, or else a text.
const moveOf = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/// Fills `place`. `onMove` is called with the move that was chosen.
export class YourMove {
  constructor(place, onMove) {
    Object.assign(this, {place, onMove, legal: null});
    place.addEventListener("keydown", (event) => this.onKey(event));
  }

  /// `asked`: {turn, legal: moves, or null, any: one}.
  ask({turn, legal, any}) {
    this.legal = legal;
    const few = legal !== null && legal.length <= kMostButtons;
    this.place.replaceChildren(element("h3", {}, `Your move, turn ${turn}`), few ? this.buttons(legal) : this.field(legal, any));
    this.place.hidden = false;
    this.place.querySelector("button, input").focus({preventScroll: true});
  }

  buttons(legal) {
    return element("div", {class: "actions"}, ...legal.map((move) => element("button", {type: "button", on: {click: () => this.choose(move)}}, textOf(move))));
  }

  field(legal, any) {
    const input = element("input", {"aria-label": "Your move", placeholder: "a move as JSON; the button suggests one", list: "legal-moves", autocomplete: "off", spellcheck: "false", required: true,
      on: {input: () => input.setCustomValidity("")}});
    return element("form", {class: "line", on: {submit: (event) => {
      event.preventDefault();
      const move = moveOf(input.value);
      if (legal === null || legal.some((one) => textOf(one) === textOf(move))) return this.choose(move);
      input.setCustomValidity("The rules do not allow this move now.");
      return input.reportValidity();
    }}}, input, element("datalist", {id: "legal-moves"}, ...(legal ?? []).map((move) => element("option", {value: textOf(move)}))),
    element("button", {type: "submit", class: "main-button"}, "Move"),
    element("button", {type: "button", on: {click: () => {
      input.value = textOf(any);
      input.setCustomValidity("");
    }}}, "Suggest any move"));
  }

  onKey(event) {
    const wanted = kArrows[event.key];
    if (!wanted || event.target.tagName === "INPUT" || this.legal === null) return;
    const move = this.legal.find((one) => wanted.includes(one));
    if (move === undefined) return;
    event.preventDefault();
    this.choose(move);
  }

  choose(move) {
    this.close();
    this.onMove(move);
  }

  close() {
    this.legal = null;
    this.place.hidden = true;
    this.place.replaceChildren();
  }
}
