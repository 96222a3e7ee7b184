// A game's own painter, which the page does not trust: it runs in a frame of its own that can do nothing but draw. Where it
// fails or is silent, the game is drawn as one that has no painter.
import {element} from "../shared/elements.js";
import {referee} from "../shared/globals.js";
import {colorsOf} from "./colors.js";
import {drawing} from "./drawing.js";
import {generalPainter} from "./general_painter.js";

const kPatience = {hello: 10000, picture: 4000};  // ms until the painter has begun, and until a picture is there
const kMostPixels = 4096;   // along a side of a picture
const kMostSize = 10000;    // of a painter's units
const kMostShape = 20;      // how many times longer one side may be than the other
const kMostLegend = 24;
const kMostWords = 5000;
const kMostCounts = 12;
const kMostKept = 2000;     // frames whose words are kept

/// What the painter may know of a match: what the page shows.
const kTold = ["format", "game", "setup", "players", "hidden", "seat", "status", "result"];

const plain = (text, most) => [...String(text).slice(0, 4 * most)].slice(0, most).join("");
const isSide = (value) => typeof value === "number" && value > 0 && value <= kMostSize;
const isImage = (value, width, height) => value instanceof ImageBitmap && value.width === width && value.height === height;

/// The turns of a reel from number `from` on, as match data have them.
const turnsOf = (reel, from) => reel.data.turns.slice(from, reel.turns).map(({answers, events, given}, at) => (
  {answers, events, given, frames: reel.framesOf(from + at)}));

const matchOf = (reel) => ({
  ...Object.fromEntries(kTold.map((key) => [key, reel.data[key]])), view: reel.view(0), turns: turnsOf(reel, 0),
});

/// What a painter says when it begins, as far as it can be used; throws where it cannot.
const readHello = ({size, animates, legend}) => {
  if (!isSide(size?.width) || !isSide(size?.height)) throw new Error(`its size must be numbers from 0 to ${kMostSize}`);
  if (Math.max(size.width / size.height, size.height / size.width) > kMostShape) throw new Error(`one side is over ${kMostShape} times as long as the other`);
  return {
    size: {width: size.width, height: size.height}, animates: animates === true,
    legend: (Array.isArray(legend) ? legend.slice(0, kMostLegend) : []).filter(({light, dark}) => light instanceof ImageBitmap && dark instanceof ImageBitmap)
        .map(({text, light, dark}) => ({
          text: plain(text, 200),
          swatch: (pen, colors) => pen.drawImage(colors === colorsOf("dark") ? dark : light, 0, 0, 1, 1),
        })),
  };
};

const readCounts = (counts, seats) => (Array.isArray(counts) ? counts.slice(0, kMostCounts) : []).map(({label, values}) => (
  {label: plain(label, 60), values: (Array.isArray(values) ? values : []).slice(0, seats).map((value) => plain(value, 40))}));

/// The document of the frame. Its policy is no weaker than that of the page, which it inherits as well.
const documentOf = ({boot, hash}) => `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="` +
    `default-src 'none'; script-src '${hash}'; worker-src blob:"><script>${boot}<\/script>`;

/// The frame with the worker, and the port to it. `on`: message(data), problem(text).
class Frame {
  constructor(sources, painter, match, on) {
    const {port1, port2} = new MessageChannel();
    this.port = port1;
    this.on = on;
    this.listener = (event) => {
      if (event.source !== this.element.contentWindow) return;
      if (event.data?.problem !== undefined) on.problem(plain(event.data.problem, 300));
      else if (!this.began) {
        this.began = true;
        this.element.contentWindow.postMessage({source: `${sources.worker}\n${painter}`, match}, "*", [port2]);
      }
    };
    this.port.onmessage = ({data}) => on.message(data);
    addEventListener("message", this.listener);
    this.element = element("iframe", {sandbox: "allow-scripts", hidden: true, "aria-hidden": "true", tabindex: "-1", title: "the game's own picture"});
    this.element.srcdoc = documentOf(sources);
    document.body.append(this.element);
  }

  send(message) {
    this.port.postMessage(message);
  }

  close() {
    removeEventListener("message", this.listener);
    this.port.onmessage = null;
    this.port.close();
    this.element.remove();
  }
}

/// A painter as others are. What it does not know yet, the general painter draws and tells.
export class FramedPainter {
  constructor(reel, makeFrame = (on) => new Frame(referee.frameSources, reel.data.painter, matchOf(reel), on)) {
    Object.assign(this, {reel, general: generalPainter(reel), told: null, problem: null, picture: null, wanted: null, asked: null,
                         number: 0, turnsSent: reel.turns, words: new Map(), changed: () => {}, patience: referee.frameSources?.patience ?? kPatience});
    this.frame = makeFrame({
      message: (data) => this.attempt(() => this.receive(data)),
      problem: (text) => this.fail(text),
    });
    this.await(this.patience.hello, "it has not begun to draw");
  }

  // ---- as other painters ----

  get failed() { return this.problem !== null; }
  get isDrawing() { return this.told !== null && !this.failed; }
  get size() { return this.isDrawing ? this.told.size : this.general.size; }
  get animates() { return this.isDrawing ? this.told.animates : this.general.animates; }
  get legend() { return this.isDrawing ? this.told.legend : this.general.legend; }
  describe(index) { return (this.isDrawing && this.words.get(index)?.words) || this.general.describe(index); }
  counts(index) { return (this.isDrawing && this.words.get(index)?.counts) || this.general.counts(index); }

  /// Draws the newest picture that is there, and asks for the right one if that is another.
  paint(pen, index, options) {
    if (!this.isDrawing) return this.general.paint(pen, index, options);
    this.want(pen, index, options);
    if (this.picture === null) return undefined;
    const {width, height} = this.told.size;
    pen.drawImage(this.picture.image, 0, 0, width, height);
    return undefined;
  }

  // ---- as a painter that runs elsewhere ----

  /// Calls `changed` whenever there is another picture, size or problem.
  listen(changed) {
    this.changed = changed;
  }

  close() {
    clearTimeout(this.timer);
    this.frame?.close();
    this.frame = null;
  }

  fail(why) {
    if (this.failed) return;
    this.problem = why;
    this.close();
    this.changed();
  }

  attempt(action) {
    try {
      action();
    } catch (error) {
      this.fail(plain(error.message, 300));
    }
  }

  /// Fails if nothing comes in `ms`. A page that slept looks once more: what has come meanwhile is read first.
  await(ms, why) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.timer = setTimeout(() => this.fail(why), 500); }, ms);
  }

  receive(data) {
    if (data?.problem !== undefined) throw new Error(plain(data.problem, 300));
    if (this.told === null) {
      this.told = readHello(data?.hello ?? {});
    } else {
      this.receivePicture(data);
    }
    clearTimeout(this.timer);
    this.changed();
  }

  receivePicture({id, image, words, counts}) {
    const {asked} = this;
    if (asked === null || id !== asked.id || !isImage(image, asked.width, asked.height)) throw new Error("it has sent something that nobody has asked for");
    this.picture?.image.close();
    this.picture = {key: asked.key, image};
    if (this.words.size >= kMostKept) this.words.clear();
    this.words.set(asked.index, {words: plain(words, kMostWords), counts: readCounts(counts, this.reel.data.players.length)});
    this.asked = null;
    if (this.wanted !== null && this.wanted.key !== this.picture.key) this.ask();
  }

  want(pen, index, {theme, progress = 1, small = false}) {
    const {width, height} = this.told.size;
    const scale = Math.min(drawing.pixels(pen), kMostPixels / width, kMostPixels / height);
    const request = {index, theme, progress, small, scale, width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale))};
    const key = JSON.stringify(request);
    if (this.picture?.key === key) return;
    this.wanted = {...request, key};
    if (this.asked === null) this.ask();
  }

  ask() {
    const {key, ...request} = this.wanted;
    const id = ++this.number;
    this.asked = {...this.wanted, id};
    this.frame.send({...request, id, from: this.turnsSent, turns: turnsOf(this.reel, this.turnsSent)});
    this.turnsSent = this.reel.turns;
    clearTimeout(this.timer);
    this.await(this.patience.picture, `it has not drawn frame ${request.index}`);
  }
}
