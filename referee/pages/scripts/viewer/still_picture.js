// A position as a picture by itself: the board, above it who plays, below it the turn. Pictures and films are made of these.
import {colorsOf} from "../painting/colors.js";
import {element} from "../shared/elements.js";
import {plain} from "../shared/texts.js";

const kLine = 0.055;  // height of a line of text, as a part of the longer side of the board
const kFamily = "system-ui, sans-serif";

/// A canvas whose board's longer side has about `side` pixels. `painter`, `theme`: as a Board's. `caption(index)`: the line
/// below the board.
export class StillPicture {
  constructor({painter, theme, players, caption}, side) {
    Object.assign(this, {painter, theme, players, caption});
    const {width, height} = painter.size;
    this.scale = Math.max(1, Math.floor((side / Math.max(width, height)) * 4) / 4);
    this.line = Math.round(side * kLine);
    this.canvas = document.createElement("canvas");
    // Even numbers: codecs of films halve them.
    this.canvas.width = 2 * Math.ceil((width * this.scale + this.line) / 2);
    this.canvas.height = 2 * Math.ceil((height * this.scale + 2.5 * this.line) / 2);
    this.pen = this.canvas.getContext("2d");
  }

  /// Paints frame `index`.
  paint(index) {
    const {pen, scale, line} = this;
    const colors = colorsOf(this.theme);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalAlpha = 1;
    pen.fillStyle = colors.page;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.write(this.players.join(" vs "), 0.7 * line, "600", colors.ink);
    this.write(this.caption(index), this.canvas.height - 0.6 * line, "400", colors.soft);
    pen.translate(line / 2, 1.25 * line);
    pen.scale(scale, scale);
    pen.fillStyle = colors.board;
    pen.fillRect(0, 0, this.painter.size.width, this.painter.size.height);
    pen.save();
    this.painter.paint(pen, index, {theme: this.theme, colors, progress: 1, small: false});
    pen.restore();
  }

  write(text, y, weight, color) {
    const {pen, line} = this;
    pen.font = `${weight} ${Math.round(0.62 * line)}px ${kFamily}`;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    pen.fillStyle = color;
    pen.fillText(plain(text, 120), line / 2, y, this.canvas.width - line);
  }
}

/// Gives the reader `blob` as a file.
export const saveFile = (blob, name) => {
  const href = URL.createObjectURL(blob);
  element("a", {href, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
};
