// The keys, and what the marks on the board mean.
import {colorsOf} from "../painting/colors.js";
import {element, iconButton} from "../shared/elements.js";
import {keyTable} from "./keys.js";

const kSwatch = 22;  // px

const swatchOf = ({swatch}, colors) => {
  const canvas = element("canvas", {class: "swatch", "aria-hidden": "true"});
  const density = globalThis.devicePixelRatio || 1;
  canvas.width = canvas.height = kSwatch * density;
  const pen = canvas.getContext("2d");
  pen.scale(canvas.width, canvas.height);
  swatch(pen, colors);
  return canvas;
};

export class Help {
  constructor(board) {
    this.board = board;
    this.legend = element("ul", {class: "legend"});
    this.legendTitle = element("h2", {}, "On the board");
    const close = iconButton("close", "Close", "Esc", () => this.dialog.close());
    const keys = keyTable.map(([key, effect]) => element(
        "tr", {}, element("th", {scope: "row"}, ...key.split(", ").flatMap((one, at) => [at ? " " : "", element("kbd", {}, one)])),
        element("td", {}, effect)));
    this.dialog = element("dialog", {class: "help", "aria-label": "Keys and marks"}, close,
        element("div", {class: "help-columns"},
            element("section", {}, element("h2", {}, "Keys"), element("table", {}, element("tbody", {}, ...keys)),
                element("p", {class: "note"}, "They act while the board or a button beside it has the focus. Swipe or drag on the board to go through frames; tap it to pause and go on.")),
            element("section", {}, this.legendTitle, this.legend)));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  toggle(painter) {
    if (this.dialog.open) return this.dialog.close();
    const colors = colorsOf(this.board.theme);
    this.legend.replaceChildren(...painter.legend.map((entry) => element("li", {}, swatchOf(entry, colors), entry.text)));
    this.legendTitle.hidden = painter.legend.length === 0;
    return this.dialog.showModal();
  }
}
