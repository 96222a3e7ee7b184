// Draws the pictures that the rules of a game put into its views, as key "picture": a grid with a legend, marks over it,
// and a caption (protocol/RULES_PROGRAM.md). A view without a picture is drawn as the plain painter draws it.
import {colorsOf, seatLetter} from "./colors.js";
import {drawing} from "./drawing.js";
import {plainPainter} from "./plain_painter.js";

const kMostCells = 200;     // along a side
const kMostMarks = 2000;
const kMostPoints = 100000; // of all lines of a picture
const kFarthest = 1000;     // a coordinate
const kCaption = {room: 0.045, size: 0.028, least: 13, most: 18};  // shares of the board's longer side; pixels of the screen
const kEdge = 0.6;          // of the names of rows and columns
const kMostNamed = 60;      // cells that a description names

const kColors = {
  light: {red: "#c22f1e", orange: "#c85400", yellow: "#b58900", green: "#00805c", blue: "#0072b2", purple: "#b0508a",
          gray: "#6b7683", black: "#1b2128", white: "#ffffff"},
  dark: {red: "#ff7d6b", orange: "#f0793a", yellow: "#f0e442", green: "#2fc397", blue: "#56b4e9", purple: "#dd92bd",
         gray: "#8d99a6", black: "#05080b", white: "#f4f6f8"},
};
const kShapes = new Set(["circle", "square", "triangle", "diamond", "cross", "dot", "fill"]);

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isNumber = (value) => typeof value === "number" && Math.abs(value) <= kFarthest;
const isPoint = (value) => Array.isArray(value) && value.length === 2 && value.every(isNumber);
const isSide = (value) => isNumber(value) && value > 0 && value <= kMostCells;
const plain = (value, most) => [...String(value)].slice(0, most).join("");

// ---- what a picture says ----

/// The cells of a grid as rows of texts; null if it is none.
function cellsOf(grid) {
  if (!Array.isArray(grid) || grid.length < 1 || grid.length > kMostCells) return null;
  const rows = grid.map((row) => (typeof row === "string" ? [...row] : row));
  const {length} = rows[0] ?? [];
  const fits = (row) => Array.isArray(row) && row.length === length && row.every((cell) => typeof cell === "string");
  return length >= 1 && length <= kMostCells && rows.every(fits) ? rows : null;
}

/// The names of so many rows or columns; [] if there are none.
const namesOf = (names, count) => (Array.isArray(names) && names.length === count && names.every((name) => typeof name === "string")
  ? names.map((name) => plain(name, 8)) : []);

const formOf = (mark) => ["line", "circle", "box", "text"].find((form) => Object.hasOwn(mark, form));

const isMark = (mark) => isObject(mark) && ({
  line: () => Array.isArray(mark.line) && mark.line.length > 1 && mark.line.every(isPoint),
  circle: () => isPoint(mark.circle) && (mark.r === undefined || (isNumber(mark.r) && mark.r >= 0)),
  box: () => Array.isArray(mark.box) && mark.box.length === 4 && mark.box.every(isNumber) && mark.box[2] >= 0 && mark.box[3] >= 0,
  text: () => typeof mark.text === "string" && isPoint(mark.at),
})[formOf(mark)]?.() === true;

/// Marks that can be drawn, no more than a page can bear.
function marksOf(marks) {
  let points = 0;
  return (Array.isArray(marks) ? marks.slice(0, kMostMarks) : []).filter((mark) => {
    points += mark?.line?.length ?? 0;
    return points <= kMostPoints && isMark(mark);
  });
}

/// {cells, width, height, rows, columns, legend, marks, caption}; null if it is no picture. `cells` is null without a grid.
function readPicture(picture) {
  if (!isObject(picture)) return null;
  const cells = cellsOf(picture.grid);
  const size = cells ? [cells[0].length, cells.length] : picture.grid === undefined && picture.size;
  if (!Array.isArray(size) || size.length !== 2 || !size.every(isSide)) return null;
  const legend = new Map(Object.entries(isObject(picture.legend) ? picture.legend : {}).filter(([, look]) => isObject(look)));
  const caption = typeof picture.caption === "string" ? plain(picture.caption, 300) : "";
  const [rows, columns] = cells ? [namesOf(picture.rows, size[1]), namesOf(picture.columns, size[0])] : [[], []];
  return {cells, width: size[0], height: size[1], rows, columns, legend, marks: marksOf(picture.marks), caption};
}

const read = new WeakMap();  // views are immutable: by the picture's object, what readPicture() made of it

/// The picture of a view, or null.
function pictureOf(view) {
  const picture = isObject(view) ? view.picture : undefined;
  if (!isObject(picture)) return null;
  if (!read.has(picture)) read.set(picture, readPicture(picture));
  return read.get(picture);
}

/// The picture of the first of these views that has one: before its first move a match may have nothing to show.
const firstPicture = (reel) => [0, 1, reel.length - 1].map((index) => pictureOf(reel.view(Math.min(index, reel.length - 1)))).find(Boolean) ?? null;

const isEmpty = (picture, cell) => ["", ".", " "].includes(cell) && !picture.legend.has(cell);
const isSeat = (seat) => Number.isInteger(seat) && seat >= 0 && seat < 64;

/// The colour of a cell or a mark: that of its seat, or another one; null if it has none.
function colorOf(of, {colors, theme}) {
  if (isSeat(of.seat)) return colors.seats[of.seat % colors.seats.length];
  return Object.hasOwn(kColors[theme], of.color) ? kColors[theme][of.color] : null;
}

/// What is written on a cell. A shape that no other cell has says all: then there is no letter on it.
function textOf(picture, cell, look) {
  if (typeof look.text === "string") return plain(look.text, 8);
  const alone = [...picture.legend.values()].filter(({shape}) => shape === look.shape).length < 2;
  if (alone && (look.shape === "cross" || look.shape === "dot")) return "";
  const wall = look.shape === "fill" && !isSeat(look.seat) && ["gray", "black", undefined].includes(look.color);
  return wall ? "" : plain(cell, 8);
}

// ---- painting ----

function paintShape(pen, shape, x, y, color, {colors, theme}) {
  const {box, disc, polygon, corners, cross, frame, ring} = drawing;
  const edge = [kColors[theme].black, kColors[theme].white].includes(color) ? colors.edge : null;
  if (shape === "fill") box(pen, x, y, 1, 1, 0, color);
  else if (shape === "circle") disc(pen, x + 0.5, y + 0.5, 0.4, color);
  else if (shape === "square") box(pen, x + 0.14, y + 0.14, 0.72, 0.72, 0.04, color);
  else if (shape === "triangle") polygon(pen, corners(x + 0.5, y + 0.58, 0.46, 3), color);
  else if (shape === "diamond") polygon(pen, corners(x + 0.5, y + 0.5, 0.46, 4), color);
  else if (shape === "cross") cross(pen, x + 0.5, y + 0.5, 0.27, 0.16, color);
  else if (shape === "dot") disc(pen, x + 0.5, y + 0.5, 0.13, color);
  else box(pen, x + 0.07, y + 0.07, 0.86, 0.86, 0.14, color);
  if (edge && shape === "circle") ring(pen, x + 0.5, y + 0.5, 0.4, 0.03, edge);
  else if (edge && (shape === undefined || shape === "square")) frame(pen, x + 0.1, y + 0.1, 0.8, 0.8, 0.1, 0.03, edge);
}

function paintLook(pen, picture, cell, look, x, y, style) {
  const {text, inkOn} = drawing;
  const shape = kShapes.has(look.shape) ? look.shape : undefined;
  const color = colorOf(look, style) ?? (shape ? style.colors.wall : null);
  if (color) paintShape(pen, shape, x, y, color, style);
  const written = textOf(picture, cell, look);
  if (written === "") return;
  const thin = shape === "cross" || shape === "dot" || !color;
  const size = {triangle: 0.34, diamond: 0.38, circle: 0.48, square: 0.48}[shape] ?? 0.56;
  text(pen, written, x + 0.5, y + (shape === "triangle" ? 0.64 : 0.5), {
    size, width: size * 1.4, weight: 700, fill: thin ? style.colors.ink : inkOn(color), halo: thin ? style.colors.board : null,
  });
}

function paintGrid(pen, picture, style) {
  const {cell: square, mixed} = drawing;
  const ground = mixed(style.colors.board, style.colors.ground, 0.6);
  picture.cells.forEach((row, y) => row.forEach((cell, x) => {
    const hole = cell === " " && isEmpty(picture, cell);
    if (!hole) square(pen, x, y, 0.025, 0.06, ground);
    if (!isEmpty(picture, cell)) paintLook(pen, picture, cell, picture.legend.get(cell) ?? {}, x, y, style);
  }));
}

/// The names of rows and columns, outside of the board.
function paintNames(pen, {rows, columns}, {colors}) {
  const style = {size: 0.3, width: 0.9 * kEdge, weight: 600, fill: colors.ink};
  rows.forEach((name, y) => drawing.text(pen, name, -kEdge / 2, y + 0.5, style));
  columns.forEach((name, x) => drawing.text(pen, name, x + 0.5, -kEdge / 2, style));
}

function paintMark(pen, mark, style) {
  const {line, disc, ring, box, frame, text, inkOn} = drawing;
  const color = colorOf(mark, style) ?? style.colors.ink;
  const form = formOf(mark);
  if (form === "line") line(pen, mark.line, 0.1, color);
  else if (form === "circle") {
    const [x, y] = mark.circle;
    const radius = mark.r ?? 0.4;
    if (mark.fill !== true) ring(pen, x, y, radius, Math.min(0.1, radius), color);
    else {
      disc(pen, x, y, radius, color);
      if (isSeat(mark.seat) && radius > 0.15) text(pen, seatLetter(mark.seat), x, y, {size: radius, fill: inkOn(color), weight: 800});
    }
  } else if (form === "box") {
    const [x, y, width, height] = mark.box;
    if (mark.fill === true) box(pen, x, y, width, height, 0, color);
    else frame(pen, x, y, width, height, 0, 0.1, color);
  } else text(pen, plain(mark.text, 60), mark.at[0], mark.at[1], {size: 0.6, fill: color, halo: style.colors.board});
}

// ---- words ----

const ofSeat = (look) => (isSeat(look.seat) ? ` of ${seatLetter(look.seat)}` : "");
const nameOf = (cell, look) => `${typeof look.name === "string" && look.name !== "" ? plain(look.name, 60) : plain(cell, 8)}${ofSeat(look)}`;

function describeGrid(picture) {
  const named = [];
  let more = 0;
  picture.cells.forEach((row, y) => row.forEach((cell, x) => {
    if (isEmpty(picture, cell)) return;
    if (named.length < kMostNamed) named.push(`${nameOf(cell, picture.legend.get(cell) ?? {})} in row ${picture.rows[y] ?? y}, column ${picture.columns[x] ?? x}`);
    else ++more;
  }));
  const rest = more > 0 ? `, and ${more} more` : "";
  return `A grid of ${picture.height} rows and ${picture.width} columns: ${named.join("; ") || "empty"}${rest}.`;
}

function describeMarks({marks}) {
  const texts = marks.filter((mark) => formOf(mark) === "text").map((mark) => plain(mark.text, 60));
  const drawn = marks.length - texts.length;
  return [
    drawn > 0 ? `Drawn over the board: ${drawn} mark${drawn === 1 ? "" : "s"}.` : "",
    texts.length > 0 ? `Written on the board: ${texts.slice(0, kMostNamed).join("; ")}.` : "",
  ].filter((text) => text !== "").join(" ");
}

const asSentence = (text) => (text === "" || /[.!?]$/.test(text) ? text : `${text}.`);

/// How many cells each seat has; nothing if no cell belongs to a seat.
function countsOfSeats(picture, seats) {
  const owned = picture.cells?.flat().map((cell) => picture.legend.get(cell)?.seat).filter(isSeat) ?? [];
  if (![...picture.legend.values()].some(({seat}) => isSeat(seat))) return [];
  return [{label: "Cells", values: Array.from({length: seats}, (_, seat) => owned.filter((one) => one === seat).length)}];
}

// ---- the painter ----

class PicturePainter {
  constructor(reel) {
    this.reel = reel;
    this.plain = plainPainter(reel);
    const first = firstPicture(reel);
    const hasCaptions = [0, 1, reel.length - 1].some((index) => pictureOf(reel.view(Math.min(index, reel.length - 1)))?.caption);
    const caption = hasCaptions ? kCaption.room * Math.max(first.width, first.height) : 0;
    this.board = {width: first.width, height: first.height};
    this.margin = 0.02 * Math.max(first.width, first.height);
    this.edge = {left: first.rows.length > 0 ? kEdge : 0, top: first.columns.length > 0 ? kEdge : 0};
    this.size = {width: first.width + 2 * this.margin + this.edge.left, height: first.height + 2 * this.margin + this.edge.top + 1.6 * caption};
    this.caption = caption;
    this.animates = false;
    this.legend = [...first.legend].filter(([, {name, seat}]) => (typeof name === "string" && name !== "") || isSeat(seat)).map(([cell, look]) => ({
      text: nameOf(cell, look),
      swatch: (pen, colors) => paintLook(pen, first, cell, look, 0, 0, {colors, theme: colors === colorsOf("dark") ? "dark" : "light"}),
    }));
  }

  paint(pen, index, options) {
    const picture = pictureOf(this.reel.view(index));
    const drawn = picture ?? this.plain.size;
    const scale = Math.min(this.board.width / drawn.width, this.board.height / drawn.height);
    pen.save();
    pen.translate(this.margin + this.edge.left, this.margin + this.edge.top);
    pen.scale(scale, scale);
    if (picture) paintNames(pen, picture, options);
    if (picture) this.paintBoard(pen, picture, options);
    else this.plain.paint(pen, index, options);
    pen.restore();
    if (picture && !options.small && picture.caption !== "" && this.caption > 0) {
      const {width, height} = this.size;
      drawing.text(pen, picture.caption, width / 2, height - 0.8 * this.caption,
        {size: this.captionSize(pen), width: width * 0.96, fill: options.colors.ink});
    }
  }

  /// The size of the page's text, whatever that of the cells.
  captionSize(pen) {
    const pixel = 1 / drawing.pixels(pen);
    const share = (kCaption.size / kCaption.room) * this.caption;
    return Math.min(this.caption, Math.max(kCaption.least * pixel, Math.min(share, kCaption.most * pixel)));
  }

  paintBoard(pen, picture, options) {
    pen.beginPath();
    pen.rect(0, 0, picture.width, picture.height);
    pen.clip();
    if (picture.cells) paintGrid(pen, picture, options);
    else drawing.box(pen, 0, 0, picture.width, picture.height, 0, options.colors.ground);
    for (const mark of picture.marks) paintMark(pen, mark, options);
  }

  describe(index) {
    const picture = pictureOf(this.reel.view(index));
    if (!picture) return this.plain.describe(index);
    const words = [asSentence(picture.caption), picture.cells ? describeGrid(picture) : "", describeMarks(picture)];
    return words.filter((text) => text !== "").join(" ") || "The board is empty.";
  }

  counts(index) {
    const view = this.reel.view(index);
    const picture = pictureOf(view);
    const seats = this.reel.data.players.length;
    return [...(picture ? countsOfSeats(picture, seats) : []), ...this.plain.counts(index)];
  }
}

/// Whether the match's views have pictures that can be drawn.
export const hasPictures = (reel) => firstPicture(reel) !== null;

export const picturePainter = (reel) => new PicturePainter(reel);
