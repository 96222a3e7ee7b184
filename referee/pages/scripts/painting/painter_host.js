// Runs in the worker of a game's own painter, before it and behind the scripts that painters use: takes the match and
// requests for pictures from the page, and answers with images and words. The page trusts none of it.
import {referee} from "../shared/globals.js";
import "./contract.js";
import {colorsOf} from "./colors.js";
import {Reel} from "./reel.js";

const kSwatch = 48;       // px
const kMostLegend = 24;

// The policy allows no network, and the origin has no store. More workers could only waste time.
for (const name of ["Worker", "SharedWorker", "WebSocket", "WebTransport", "EventSource", "XMLHttpRequest", "fetch",
  "importScripts", "BroadcastChannel", "indexedDB", "caches"]) {
  Object.defineProperty(globalThis, name, {value: undefined, configurable: false, writable: false});
}

/// What `paint(pen)` draws on so many pixels.
const imageOf = (width, height, paint) => {
  const canvas = new OffscreenCanvas(width, height);
  paint(canvas.getContext("2d"));
  return canvas.transferToImageBitmap();
};

const swatchOf = ({swatch}, theme) => imageOf(kSwatch, kSwatch, (pen) => {
  pen.scale(kSwatch, kSwatch);
  swatch(pen, colorsOf(theme));
});

const helloOf = (painter) => ({
  size: {width: painter.size.width, height: painter.size.height},
  animates: painter.animates === true,
  legend: (painter.legend ?? []).slice(0, kMostLegend).map((entry) => (
    {text: String(entry.text), light: swatchOf(entry, "light"), dark: swatchOf(entry, "dark")})),
});

const pictureOf = (painter, {index, width, height, scale, theme, progress, small}) => ({
  image: imageOf(width, height, (pen) => {
    pen.scale(scale, scale);
    painter.paint(pen, index, {theme, colors: colorsOf(theme), progress, small});
  }),
  words: String(painter.describe(index)),
  counts: painter.counts(index).map(({label, values}) => ({label: String(label), values: values.map(String)})),
});

let mistake = null;  // of the script that sets the painter
addEventListener("error", (event) => { mistake ??= event.message; });

addEventListener("message", (event) => {
  const port = event.ports[0];
  const attempt = (action) => {
    try {
      port.postMessage(action());
    } catch (error) {
      port.postMessage({problem: String(error)});
    }
  };
  let reel = null;
  let painter = null;
  port.onmessage = ({data: request}) => attempt(() => {
    reel.append(request.from, request.turns);
    return {id: request.id, ...pictureOf(painter, request)};
  });
  attempt(() => {
    reel = new Reel(event.data);
    if (!Object.hasOwn(referee.painters, event.data.game)) throw new Error(mistake ?? `painter.js sets no referee.painters.${event.data.game}`);
    painter = referee.painters[event.data.game](reel);
    return {hello: helloOf(painter)};
  });
}, {once: true});
