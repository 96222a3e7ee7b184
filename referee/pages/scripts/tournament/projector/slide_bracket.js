// The projector's slide of a bracket: as many rounds and encounters as can be read from the back of a hall.
import {drawn} from "../../shared/dom.js";
import {element} from "../../shared/elements.js";
import {plain} from "../../shared/texts.js";
import {bracketPages, bracketPlaces} from "./bracket_layout.js";
import {drawOnce} from "./slide_standings.js";

// Measures in letters' heights.
const kLine = 1.2;     // an entrant's line
const kBetween = 0.45; // between a box and the one below it
const kGap = 1.2;      // between columns
const kLeast = 9;      // the width of a box
const kUsual = 12;
const kMost = 17;
const kLargest = 1.8;  // letters, where there is room

const isDecided = (boxes, shown) => shown.every((index) => boxes[index].sides.some(({won}) => won));

export class BracketSlide {
  constructor() {
    Object.assign(this, {kind: "bracket", seconds: 20});
  }

  /// What is decided is shown no more, but for the end, unless the slide is pinned.
  pages({data: {bracket}, room, text, pinned}) {
    if (!bracket) return [];
    const fits = {
      columns: Math.max(1, Math.floor((room.width / text + kGap) / (kLeast + kGap))),
      rows: Math.max(1, Math.floor((room.height / text - kLine + kBetween) / (2 * kLine + kBetween))),
    };
    const pages = bracket.parts.flatMap((part) => bracketPages(part, fits).map((page) => ({...page, part})));
    const open = pages.filter(({part, boxes}) => !isDecided(part.boxes, boxes));
    const last = pages.filter(({part}) => part === bracket.parts.at(-1)).slice(-1);
    return pinned ? pages : open.length > 0 ? open : last;
  }

  title({data: {bracket}, names}, {part, from, to}) {
    const winner = bracket.winner === null ? "" : `, winner: ${names.text(bracket.winner)}`;
    const whole = to - from === part.columns.length;
    return `${plain(part.title, 40)}${whole ? "" : `, ${plain(part.columns[from], 30)} to ${plain(part.columns[to - 1], 30)}`}${winner}`;
  }

  draw(stage, view, page) {
    const {room, text, names} = view;
    const shown = page.boxes.map((index) => page.part.boxes[index]);
    drawOnce(stage, [this.kind, page.from, page.boxes, shown, room, text, shown.map(({sides}) => sides.map(({entrant}) => entrant === null ? "" : names.text(entrant)))],
                     () => this.drawing(view, page));
  }

  drawing({room, text: least, names}, {part, from, to, boxes}) {
    const columns = to - from;
    const text = this.sizeOf(room, least, columns, bracketPlaces(part.boxes, boxes).count);
    const width = Math.min(kMost * text, (room.width - (columns - 1) * kGap * text) / columns);
    const {places} = bracketPlaces(part.boxes, boxes);
    const pitch = (2 * kLine + kBetween) * text;
    const at = (index) => ({
      left: (part.boxes[index].column - from) * (width + kGap * text),
      middle: (2 * kLine + kBetween) * text + places[index] * pitch,  // below the titles of the columns
    });
    const ways = boxes.flatMap((index) => part.boxes[index].sides.map(({from: before}, side) =>
      (places[before ?? -1] === undefined ? null : this.way(at(before), at(index), width, (side - 0.5) * kLine * text))));
    const node = element("div", {class: "large-bracket"},
        drawn("svg", {"aria-hidden": "true", width: room.width, height: room.height}, ways),
        Array.from({length: columns}, (_, column) => this.placed(element("h3", {}, plain(part.columns[from + column], 30)), column * (width + kGap * text), 0, width)),
        boxes.map((index) => this.placed(this.box(part.boxes[index], names), at(index).left, at(index).middle - kLine * text, width)));
    node.style.fontSize = `${text}px`;
    return node;
  }

  /// The height of letters for which there is room.
  sizeOf(room, least, columns, count) {
    const high = room.height / (kLine + (count + 0.2) * (2 * kLine + kBetween));
    const wide = room.width / (columns * (kUsual + kGap) - kGap);
    return Math.max(least, Math.min(high, wide, kLargest * least));
  }

  placed(node, left, top, width) {
    Object.assign(node.style, {left: `${left}px`, top: `${top}px`, width: `${width}px`});
    return node;
  }

  way(begin, end, width, down) {
    const x = begin.left + width;
    return drawn("path", {d: `M${x} ${begin.middle}H${(x + end.left) / 2}V${end.middle + down}H${end.left}`});
  }

  box({sides, paired}, names) {
    return element("ul", {class: paired ? "box" : "box forecast"}, sides.map(({entrant, label, score, won}) =>
      element("li", {class: won ? "won" : entrant === null ? "open" : null},
          entrant === null ? element("span", {class: "who"}, plain(label, 40)) : element("span", {class: "who"}, names.node(entrant)),
          element("span", {class: "score"}, plain(score, 8)))));
  }
}
