// The keys, and what the marks on the board mean.
(() => {
"use strict";
const referee = (globalThis.referee ??= {});

const kSwatch = 22;  // px

const swatchOf = ({swatch}, colors) => {
  const canvas = referee.element("canvas", {class: "swatch", "aria-hidden": "true"});
  const density = globalThis.devicePixelRatio || 1;
  canvas.width = canvas.height = kSwatch * density;
  const pen = canvas.getContext("2d");
  pen.scale(canvas.width, canvas.height);
  swatch(pen, colors);
  return canvas;
};

referee.Help = class {
  constructor(board) {
    this.board = board;
    this.legend = referee.element("ul", {class: "legend"});
    this.legendTitle = referee.element("h2", {}, "On the board");
    const close = referee.iconButton("close", "Close", "Esc", () => this.dialog.close());
    const keys = referee.keyTable.map(([key, effect]) => referee.element(
        "tr", {}, referee.element("th", {scope: "row"}, ...key.split(", ").flatMap((one, at) => [at ? " " : "", referee.element("kbd", {}, one)])),
        referee.element("td", {}, effect)));
    this.dialog = referee.element("dialog", {class: "help", "aria-label": "Keys and marks"}, close,
        referee.element("div", {class: "help-columns"},
            referee.element("section", {}, referee.element("h2", {}, "Keys"), referee.element("table", {}, referee.element("tbody", {}, ...keys)),
                referee.element("p", {class: "note"}, "They act while the board or a button beside it has the focus. Swipe or drag on the board to go through frames; tap it to pause and go on.")),
            referee.element("section", {}, this.legendTitle, this.legend)));
    this.dialog.addEventListener("click", (event) => {
      if (event.target === this.dialog) this.dialog.close();
    });
  }

  toggle(painter) {
    if (this.dialog.open) return this.dialog.close();
    const colors = referee.colors(this.board.theme);
    this.legend.replaceChildren(...painter.legend.map((entry) => referee.element("li", {}, swatchOf(entry, colors), entry.text)));
    this.legendTitle.hidden = painter.legend.length === 0;
    return this.dialog.showModal();
  }
};
})();
