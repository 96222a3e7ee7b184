// The canvas that a painter paints on: as large as there is room, sharp at any density of pixels.
import {colorsOf} from "../painting/colors.js";
import {element} from "../shared/elements.js";
import {forcedTheme} from "./page_options.js";

const kMargin = 6;   // px around the board: room for the ring that shows the focus
const kCrisp = 10;  // from so many pixels a unit on, whole pixels look better than the last bit of room

/// Paints frames of `painter` into `stage`, an element whose size is the room for the board.
export class Board {
  constructor(stage, redraw) {
    this.stage = stage;
    this.canvas = element("canvas", {class: "board", "aria-hidden": "true"});
    this.pen = this.canvas.getContext("2d");
    this.dark = matchMedia("(prefers-color-scheme: dark)");
    stage.append(this.canvas);
    this.redraw = redraw;
    this.sizes = new ResizeObserver(() => this.fit(redraw));
    this.sizes.observe(stage);
    this.dark.addEventListener("change", redraw);
    this.narrow = matchMedia("(max-width: 639.9px) and (orientation: portrait)");  // as match.css has it
    this.arrange = () => this.painter && this.show(this.painter, this.reel);
    this.narrow.addEventListener("change", this.arrange);
  }

  close() {
    this.sizes.disconnect();
    this.dark.removeEventListener("change", this.redraw);
    this.narrow.removeEventListener("change", this.arrange);
  }

  show(painter, reel) {
    painter.arrange?.(this.narrow.matches);
    Object.assign(this, {painter, reel, size: painter.size});
    this.stage.style.setProperty("--aspect", `${painter.size.width} / ${painter.size.height}`);
    this.fit(this.redraw);
  }

  get theme() {
    return forcedTheme() ?? (this.dark.matches ? "dark" : "light");
  }

  fit(redraw) {
    if (!this.painter) return;
    const density = globalThis.devicePixelRatio || 1;
    const {width, height} = this.size;
    const room = this.stage.getBoundingClientRect();
    const most = Math.min((room.width - 2 * kMargin) / width, (room.height - 2 * kMargin) / height) * density;
    if (!(most > 0)) return;
    this.scale = most >= kCrisp ? Math.floor(most) : most;
    this.canvas.width = Math.round(width * this.scale);
    this.canvas.height = Math.round(height * this.scale);
    this.canvas.style.width = `${this.canvas.width / density}px`;
    this.canvas.style.height = `${this.canvas.height / density}px`;
    redraw();
  }

  paint({index, progress}) {
    if (!this.scale) return;
    this.pen.setTransform(1, 0, 0, 1, 0, 0);
    this.pen.globalAlpha = 1;
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.pen.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    const options = {theme: this.theme, colors: colorsOf(this.theme), progress, small: false};
    this.pen.save();
    this.painter.paint(this.pen, index, options);
    this.pen.restore();
    if (this.painter.size !== this.size) this.show(this.painter, this.reel);  // the plain painter has taken over
  }
}

/// Dragging on the board goes through frames, a tap pauses. `at()`: the frame at the start of a drag.
export const addSwipes = (stage, at, {goTo, tap}) => {
  const kFrame = 36;  // px
  let start = null;
  stage.addEventListener("pointerdown", (event) => {
    if (event.button === 0) start = {x: event.clientX, frame: at(), moved: false};
  });
  stage.addEventListener("pointermove", (event) => {
    if (!start || event.buttons === 0) return;
    const frames = -Math.trunc((event.clientX - start.x) / kFrame);
    if (frames === 0 && !start.moved) return;
    start.moved = true;
    goTo(start.frame + frames);
  });
  stage.addEventListener("pointerup", () => {
    if (start && !start.moved) tap();
    start = null;
  });
  stage.addEventListener("pointercancel", () => { start = null; });
};
