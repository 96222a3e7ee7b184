// Shapes, colours and texts that the painters of all games share. A pen is a CanvasRenderingContext2D, scaled so that lengths are in
// units of the drawing (cells, as a rule). Angles are in radians, clockwise from "to the right". Colours are "#rrggbb" where a
// function computes with them, else any CSS colour. No function changes the state of the pen beyond its path and its styles of
// filling and stroking; text() and faded() restore all that they change.
const kFont = 64; // texts are set at this size and scaled: browsers round the widths of tiny letters
const kFamily = 'system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif';

// ---- numbers ----

/// From a to b; t is 0 to 1.
const between = (a, b, t) => a + (b - a) * t;

/// t, 0 to 1, slow at both ends.
const eased = (t) => t * t * (3 - 2 * t);

/// t cut to low..high.
const clamped = (t, low, high) => Math.min(high, Math.max(low, t));

/// A number 0 <= n < 1 that always is the same for the same three integers: texture that does not flicker.
function noise(x, y, kind = 0) {
  let n = Math.imul(x + 1, 0x27d4eb2d) ^ Math.imul(y + 1, 0x165667b1) ^ Math.imul(kind + 1, 0x9e3779b1);
  n = Math.imul(n ^ (n >>> 15), 0x85ebca6b);
  n = Math.imul(n ^ (n >>> 13), 0xc2b2ae35);
  return ((n ^ (n >>> 16)) >>> 0) / 4294967296;
}

/// Pixels of the screen a unit; 24 for a pen that cannot tell. For details that only large cells have room for.
function pixels(pen) {
  const matrix = pen.getTransform?.();
  const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 24;
  return Number.isFinite(scale) && scale > 0 ? scale : 24;
}

// ---- colours ----

/// [red, green, blue], 0 to 255, of "#rgb" or "#rrggbb"; grey for what is neither.
function channels(color) {
  let hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(String(color))?.[1] ?? "808080";
  if (hex.length === 3) hex = [...hex].map((digit) => digit + digit).join("");
  return [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

/// "#rrggbb": color a at t = 0, color b at t = 1.
function mixed(a, b, t) {
  const to = channels(b);
  const parts = channels(a).map((part, i) => Math.round(between(part, to[i], clamped(t, 0, 1))));
  return "#" + parts.map((part) => part.toString(16).padStart(2, "0")).join("");
}

/// The color with an opacity of 0 to 1, as CSS.
const sheer = (color, opacity) => `rgba(${channels(color).join(",")},${clamped(opacity, 0, 1)})`;

/// 0 (black) to 1 (white): the relative luminance of WCAG 2.
function luminance(color) {
  const [r, g, b] = channels(color).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/// Near-black or white, whichever is easier to read on the color.
const inkOn = (color) => (luminance(color) > 0.18 ? "#101418" : "#ffffff");

// ---- shapes, filled ----

/// The path of a rectangle with round corners of that radius.
function roundedPath(pen, x, y, width, height, radius) {
  const r = Math.max(0, Math.min(radius, width / 2, height / 2));
  pen.beginPath();
  pen.moveTo(x + r, y);
  pen.arcTo(x + width, y, x + width, y + height, r);
  pen.arcTo(x + width, y + height, x, y + height, r);
  pen.arcTo(x, y + height, x, y, r);
  pen.arcTo(x, y, x + width, y, r);
  pen.closePath();
}

/// A rectangle with round corners of that radius.
function box(pen, x, y, width, height, radius, fill) {
  roundedPath(pen, x, y, width, height, radius);
  pen.fillStyle = fill;
  pen.fill();
}

/// The cell of that column and row as a box; inset is the gap to the cell's edge on each side.
const cell = (pen, column, row, inset, radius, fill) =>
  box(pen, column + inset, row + inset, 1 - 2 * inset, 1 - 2 * inset, radius, fill);

/// A disc about (x, y).
function disc(pen, x, y, radius, fill) {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
}

/// A polygon; points are [x, y].
function polygon(pen, points, fill) {
  trace(pen, points);
  pen.closePath();
  pen.fillStyle = fill;
  pen.fill();
}

/// Corners of a regular polygon about (x, y), one of them in the direction of the angle.
const corners = (x, y, radius, number, angle = -Math.PI / 2) =>
  Array.from({length: number}, (_, i) => {
    const a = angle + (2 * Math.PI * i) / number;
    return [x + radius * Math.cos(a), y + radius * Math.sin(a)];
  });

/// Corners of a star about (x, y) with that number of points, the first in the direction of the angle.
const star = (x, y, outer, inner, number, angle = -Math.PI / 2) =>
  Array.from({length: 2 * number}, (_, i) => {
    const a = angle + (Math.PI * i) / number;
    const r = i % 2 === 0 ? outer : inner;
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  });

// ---- shapes, stroked ----

/// Begins a path along the points [x, y], without drawing it.
function trace(pen, points) {
  pen.beginPath();
  points.forEach(([x, y], i) => (i === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
}

/// A line along the points with round corners and with ends as lineCap has them.
function line(pen, points, width, stroke, ends = "round") {
  if (points.length < 2) return;
  trace(pen, points);
  pen.lineWidth = width;
  pen.lineCap = ends;
  pen.lineJoin = "round";
  pen.strokeStyle = stroke;
  pen.stroke();
}

/// A circle; its line lies half within the radius.
function ring(pen, x, y, radius, width, stroke) {
  pen.beginPath();
  pen.arc(x, y, Math.max(0, radius), 0, 2 * Math.PI);
  pen.lineWidth = width;
  pen.strokeStyle = stroke;
  pen.stroke();
}

/// The outline of a box.
function frame(pen, x, y, width, height, radius, line_width, stroke) {
  roundedPath(pen, x, y, width, height, radius);
  pen.lineWidth = line_width;
  pen.strokeStyle = stroke;
  pen.stroke();
}

/// An X about (x, y) whose arms reach `radius` in x and y.
function cross(pen, x, y, radius, width, stroke) {
  line(pen, [[x - radius, y - radius], [x + radius, y + radius]], width, stroke);
  line(pen, [[x + radius, y - radius], [x - radius, y + radius]], width, stroke);
}

/// An arrowhead (a wedge) about (x, y) that points in the direction of the angle.
const arrow = (pen, x, y, radius, angle, fill) =>
  polygon(pen, [0, 2.5, Math.PI, -2.5].map((turn, i) => {
    const r = i === 2 ? radius * 0.4 : radius;
    return [x + r * Math.cos(angle + turn), y + r * Math.sin(angle + turn)];
  }), fill);

/// Grid lines of that many columns and rows, at most `width` wide.
function grid(pen, columns, rows, width, stroke) {
  pen.beginPath();
  for (let column = 1; column < columns; ++column) {
    pen.moveTo(column, 0);
    pen.lineTo(column, rows);
  }
  for (let row = 1; row < rows; ++row) {
    pen.moveTo(0, row);
    pen.lineTo(columns, row);
  }
  pen.lineWidth = width;
  pen.strokeStyle = stroke;
  pen.stroke();
}

// ---- seats ----

/// The seat's shape, filled: disc, square, triangle, diamond, pentagon, star of five, star of four, hexagon; then the same again.
function seatShape(pen, seat, x, y, radius, fill) {
  const shapes = [
    null,
    () => corners(x, y, radius * 1.15, 4, -Math.PI / 4),
    () => corners(x, y + radius * 0.05, radius * 1.5, 3),
    () => corners(x, y, radius * 1.15, 4),
    () => corners(x, y, radius * 1.08, 5),
    () => star(x, y, radius * 1.2, radius * 0.55, 5),
    () => star(x, y, radius * 1.25, radius * 0.5, 4),
    () => corners(x, y, radius * 1.05, 6, 0),
  ];
  const shape = shapes[seat % shapes.length];
  if (shape) polygon(pen, shape(), fill);
  else disc(pen, x, y, radius, fill);
}

// ---- texts and layers ----

/// A text about (x, y). options: size (height of the letters' line in units, default 0.6), fill, weight (default 600),
/// align ("center", "left", "right"), width (the text gets smaller where it would be wider), halo (a colour about the letters).
function text(pen, string, x, y, options = {}) {
  const {size = 0.6, fill = "#000000", weight = 600, align = "center", width = Infinity, halo = null} = options;
  pen.save();
  pen.font = `${weight} ${kFont}px ${kFamily}`;
  pen.textAlign = align;
  pen.textBaseline = "middle";
  const natural = ((pen.measureText(string)?.width ?? 0) * size) / kFont;
  const scale = (size / kFont) * (natural > width ? width / natural : 1);
  pen.translate(x, y);
  pen.scale(scale, scale);
  if (halo) {
    pen.lineWidth = kFont * 0.22;
    pen.lineJoin = "round";
    pen.strokeStyle = halo;
    pen.strokeText(string, 0, kFont * 0.06);
  }
  pen.fillStyle = fill;
  pen.fillText(string, 0, kFont * 0.06); // letters without descenders look centred so
  pen.restore();
}

/// Calls draw() with the pen at that opacity, 0 to 1, of what it had before.
function faded(pen, opacity, draw) {
  pen.save();
  pen.globalAlpha = (pen.globalAlpha ?? 1) * clamped(opacity, 0, 1);
  draw();
  pen.restore();
}

/// What does not change from frame to frame: draw(pen) into an image that is shown again while `key` and the size of a cell
/// stay the same. `cache` is an object of the caller's that keeps the image. A pen that is no canvas of a page gets draw(pen) itself.
function still(pen, cache, key, width, height, draw) {
  const scale = pixels(pen);
  const fits = Math.max(width, height) * scale <= 4096;
  const onPage = typeof HTMLCanvasElement !== "undefined" && pen.canvas instanceof HTMLCanvasElement;
  if (typeof OffscreenCanvas === "undefined" || !onPage || !fits) {
    draw(pen);
    return;
  }
  const full_key = `${key} ${scale}`;
  if (cache.key !== full_key) {
    cache.image = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    const layer = cache.image.getContext("2d");
    layer.scale(scale, scale);
    draw(layer);
    cache.key = full_key;
  }
  pen.drawImage(cache.image, 0, 0, cache.image.width / scale, cache.image.height / scale);
}

/// A way along the points [x, y] that fades towards its beginning; null among the points is a gap in the line.
function way(pen, points, width, color) {
  const [group, groups] = [4, 6]; // points that are equally strong, and how many such pieces are stronger than the rest
  const from = Math.max(0, points.length - 1 - group * groups);
  const piece = (begin, end, opacity) => faded(pen, opacity, () => {
    let part = [];
    for (const point of [...points.slice(begin, end + 1), null]) {
      if (point) part.push(point);
      else {
        line(pen, part, width, color, "butt");
        part = [];
      }
    }
  });
  piece(0, from, 0.28);
  for (let i = 0; i < groups; ++i) piece(from + group * i, from + group * (i + 1), 0.34 + 0.08 * i);
}

export const drawing = {
  between, eased, clamped, noise, pixels,
  channels, mixed, sheer, luminance, inkOn,
  box, cell, disc, polygon, corners, star,
  trace, line, ring, frame, cross, arrow, grid,
  seatShape, text, faded, still, way,
};
