// The slider over all frames, and above it the strip: the charged time of each answer, with marks of faults and late
// answers. A click on the strip goes there.
import {colorsOf, seatLetter} from "../painting/colors.js";
import {duration} from "../shared/duration.js";
import {element} from "../shared/elements.js";

const kLeft = 24;   // px: room for the letters of the seats; match.css aligns the slider with it
const kRight = 10;
const kLane = 22;
const kEdge = 3;    // above and below the lanes
const kMarks = 9;   // px: the width of a mark and its gap; equal faults in a row have one wherever it fits

/// What the strip says of a verdict: "ok", "late" or "fault".
export const kindOf = ({verdict}) => (verdict === undefined || verdict === "ok" ? "ok" : verdict === "late" ? "late" : "fault");

/// The charged time of an answer, or that it was given: then no player of this match has answered.
export const chargeText = (answer, given) => (given ? "given" : duration(answer.spent_us ?? 0));

/// Where frame `index` is on a strip of `width` px, and the frame nearest to `x`.
export const stripX = (index, frames, width) => kLeft + (frames > 1 ? index / (frames - 1) : 0) * (width - kLeft - kRight);
export const stripFrame = (x, frames, width) => {
  const part = (x - kLeft) / (width - kLeft - kRight);
  return Math.round(Math.max(0, Math.min(part, 1)) * (frames - 1));
};

/// The bars of one seat, from left to right: {x, width, part (of the longest charge), kind, marked (a mark has room beside
/// the one before)}. Answers that share a pixel share a bar, which shows the longest charge and the gravest verdict.
export const stripBars = (entries, reel, width, longest) => {
  const rank = {ok: 0, late: 1, fault: 2};
  const bars = [];
  for (const {turn, answer, given} of entries) {
    const x = stripX(reel.lastOf(turn - 1), reel.length, width);
    const end = stripX(reel.lastOf(turn), reel.length, width);
    const part = longest > 0 && !given ? Math.min(1, (answer.spent_us ?? 0) / longest) : 0;
    const kind = given ? "ok" : kindOf(answer);
    const bar = bars.at(-1);
    if (bar && Math.floor(bar.x) === Math.floor(x)) {
      bar.part = Math.max(bar.part, part);
      if (rank[kind] > rank[bar.kind]) bar.kind = kind;
      bar.width = Math.max(bar.width, end - bar.x);
    } else {
      bars.push({x, width: end - x, part, kind, marked: false});
    }
  }
  let last = {x: -Infinity, kind: "ok"};
  for (const bar of bars) {
    bar.marked = bar.kind !== "ok" && (bar.x - last.x >= kMarks || bar.kind !== last.kind);
    if (bar.marked) last = bar;
  }
  return bars;
};

const paintMark = (pen, x, top, kind, colors) => {
  pen.fillStyle = kind === "late" ? colors.late : colors.fault;
  pen.strokeStyle = colors.panel;
  pen.lineWidth = 2;
  pen.beginPath();
  const corners = kind === "late" ? [[-4, 0], [4, 0], [0, 7]] : [[0, 0], [4, 4], [0, 8], [-4, 4]];
  corners.forEach(([right, down]) => pen.lineTo(x + right, top + down));
  pen.closePath();
  pen.stroke();
  pen.fill();
};

const paintLane = (pen, bars, top, height, color, colors) => {
  for (const {x, width, part, kind} of bars) {
    const gap = width > 3 ? 1 : 0;
    const room = Math.max(width - gap, 1);
    if (kind !== "ok") {
      pen.globalAlpha = 0.28;
      pen.fillStyle = kind === "late" ? colors.late : colors.fault;
      pen.fillRect(x, top, room, height);
      pen.globalAlpha = 1;
    }
    const tall = Math.max(part * height, 1);
    pen.fillStyle = color;
    pen.fillRect(x, top + height - tall, room, tall);
  }
  for (const {x, width, kind, marked} of bars) {
    if (marked) paintMark(pen, x + Math.min(width, 8) / 2, top, kind, colors);
  }
};

/// `host`: the element it goes into. `goTo(index)`: is called when a person goes somewhere.
export class Timeline {
  constructor(host, board, goTo) {
    Object.assign(this, {board, goTo, painted: ""});
    this.strip = element("canvas", {class: "strip", "aria-hidden": "true"});
    this.cursor = element("div", {class: "strip-cursor"});
    this.caption = element("p", {class: "strip-caption"});
    this.slider = element("input", {type: "range", class: "slider", min: 0, step: 1, "aria-label": "Frame"});
    this.slider.addEventListener("input", () => goTo(Number(this.slider.value)));
    this.box = element("div", {class: "strip-box"}, this.strip, this.cursor);
    host.append(this.box, this.slider, this.caption);
    this.listen();
  }

  listen() {
    const frameAt = (event) => {
      const box = this.box.getBoundingClientRect();
      return stripFrame(event.clientX - box.left, this.reel.length, box.width);
    };
    this.box.addEventListener("pointerdown", (event) => {
      this.box.setPointerCapture(event.pointerId);
      this.goTo(frameAt(event));
    });
    this.box.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.goTo(frameAt(event));
      this.caption.textContent = this.told(frameAt(event));
    });
    this.box.addEventListener("pointerleave", () => { this.caption.textContent = this.captionText(); });
  }

  show(reel, answers) {
    Object.assign(this, {reel, answers, painted: ""});
    this.box.hidden = reel.turns === 1 && reel.data.status !== "running";  // one bar would say no more than its number
    this.strip.style.height = this.box.style.height = `${this.height}px`;
  }

  get height() {
    return Math.min(this.laneCount, 6) * this.lane + 2 * kEdge;
  }

  get laneCount() {
    return this.reel.data.players.length;
  }

  get lane() {
    return this.laneCount === 1 ? 2 * kLane : this.laneCount > 3 ? 0.6 * kLane : kLane;
  }

  captionText() {
    const {longest, faults} = this.answers;
    if (this.box.hidden) return `${this.told(this.reel.length - 1).replace(/^Turn 1: /, "Thinking time of the one answer: ")}.`;
    const charged = longest > 0 ? `Thinking time of each answer. The longest took ${duration(longest)}.` : "";
    return faults.length > 0 ? `${charged} A triangle marks a late answer, a diamond another fault.` : charged;
  }

  /// What the strip says at frame `index`.
  told(index) {
    const turn = this.reel.turnOf(index);
    const said = this.reel.answers(index).map((answer) => {
      const verdict = kindOf(answer) === "ok" ? "" : ` ${answer.verdict}`;
      return `${seatLetter(answer.seat)}${verdict} ${chargeText(answer, this.reel.isGiven(index))}`;
    });
    return turn === 0 ? "Before turn 1" : `Turn ${turn}: ${said.join(", ")}`;
  }

  /// Shows that frame `index` is the present one.
  point(index, text) {
    if (this.box.hidden) this.caption.textContent = this.captionText();
    const width = this.box.clientWidth;
    this.slider.max = this.reel.length - 1;
    this.slider.value = index;
    this.slider.setAttribute("aria-valuetext", text);
    this.cursor.style.transform = `translateX(${stripX(index, this.reel.length, width)}px)`;
    const state = [width, this.reel.length, this.board.theme, globalThis.devicePixelRatio].join();
    if (width > 0 && state !== this.painted) this.paint(width, state);
  }

  paint(width, state) {
    const density = globalThis.devicePixelRatio || 1;
    const colors = colorsOf(this.board.theme);
    const {height} = this;
    const lane = (height - 2 * kEdge) / this.laneCount;
    const pen = this.strip.getContext("2d");
    this.strip.width = width * density;
    this.strip.height = height * density;
    pen.scale(density, density);
    pen.translate(0, kEdge);
    this.answers.bySeat.forEach((entries, seat) => {
      const bars = stripBars(entries, this.reel, width, this.answers.longest);
      const color = colors.seats[seat % colors.seats.length];
      paintLane(pen, bars, seat * lane + 1, lane - 2, color, colors);
      pen.fillStyle = color;
      pen.font = `600 ${Math.min(13, lane)}px system-ui, sans-serif`;
      pen.textBaseline = "middle";
      if (this.laneCount > 1) pen.fillText(seatLetter(seat), 6, (seat + 0.5) * lane);
    });
    this.painted = state;
    this.caption.textContent = this.captionText();
  }
}
