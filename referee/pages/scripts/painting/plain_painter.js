// Draws a game that has neither a painter of its own nor pictures, and views that its painter does not know: a grid among the view's
// members as cells, else the view as text.

const kTextRows = 40;
const kTextColumns = 80;
const kEmpty = new Set([" ", ".", "0", "null", "false", ""]);
const kWalls = new Set(["#", "1", "true"]);

/// The cells of `value` as rows of short texts if it is a grid: lines of text, or lists of plain values.
const gridOf = (value) => {
  if (!Array.isArray(value) || value.length < 2) return null;
  const least = typeof value[0] === "string" ? 2 : 3;  // a list of pairs is one of places
  const rows = value.map((row) => (typeof row === "string" ? [...row] : row));
  if (!rows.every((row) => Array.isArray(row) && row.length >= least && row.length === rows[0].length)) return null;
  if (!rows.every((row) => row.every((cell) => cell === null || typeof cell !== "object"))) return null;
  return rows.map((row) => row.map(String));
};

/// The largest grid among the members of `view`, and in these; null if there is none.
const findGrid = (view, depth = 0) => {
  const own = gridOf(view);
  if (own || typeof view !== "object" || view === null || depth > 2) return own;
  const area = (grid) => grid.length * grid[0].length;
  return Object.values(view).map((member) => findGrid(member, depth + 1)).filter(Boolean)
      .reduce((best, grid) => (best && area(best) >= area(grid) ? best : grid), null);
};

/// A cell with a seat's letter belongs to that seat; small letters are what the seat left behind.
const seatOf = (cell, seats) => {
  if (!/^[A-Za-z]$/.test(cell)) return -1;
  const seat = cell.toUpperCase().charCodeAt(0) - 65;
  return seat < seats ? seat : -1;
};

const fillText = (pen, text, x, y, room) => pen.fillText(text, x, y, room);

const paintCell = (pen, cell, x, y, colors, seats) => {
  if (kEmpty.has(cell)) return;
  const seat = seatOf(cell, seats);
  const inset = seat >= 0 && cell !== cell.toUpperCase() ? 0.2 : 0.04;
  const wall = kWalls.has(cell);
  pen.fillStyle = seat >= 0 ? colors.seats[seat % colors.seats.length] : wall ? colors.wall : colors.ground;
  pen.fillRect(x + inset, y + inset, 1 - 2 * inset, 1 - 2 * inset);
  if (wall) return;
  pen.fillStyle = seat >= 0 ? colors.onSeat[seat % colors.onSeat.length] : colors.ink;
  fillText(pen, cell.slice(0, 4), x + 0.5, y + 0.54, 0.9);
};

const paintGrid = (pen, grid, colors, seats, small) => {
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.font = "600 0.62px system-ui, sans-serif";
  if (!small) {
    pen.fillStyle = colors.line;
    for (let y = 0; y < grid.length; ++y) {
      for (let x = 0; x < grid[y].length; ++x) {
        if (kEmpty.has(grid[y][x])) pen.fillRect(x + 0.46, y + 0.46, 0.08, 0.08);
      }
    }
  }
  grid.forEach((row, y) => row.forEach((cell, x) => paintCell(pen, cell, x, y, colors, seats)));
};

const paintText = (pen, text, colors) => {
  pen.textAlign = "left";
  pen.textBaseline = "top";
  pen.font = "1.5px ui-monospace, monospace";
  pen.fillStyle = colors.ink;
  text.split("\n").slice(0, kTextRows / 2).forEach((line, row) => fillText(pen, line, 1, 1 + 1.9 * row, kTextColumns - 2));
};

/// Members of the view that are single values, and lists with a number for each seat.
const countsOf = (view, seats) => {
  const counts = [];
  for (const [label, value] of Object.entries(view ?? {})) {
    if (["number", "string", "boolean"].includes(typeof value)) counts.push({label, values: [String(value)]});
    else if (Array.isArray(value) && value.length === seats && value.every((one) => typeof one === "number")) {
      counts.push({label, values: value.map(String)});
    }
  }
  return counts;
};

const described = (grid) => {
  const marks = [];
  grid.forEach((row, y) => row.forEach((cell, x) => {
    if (!kEmpty.has(cell) && !kWalls.has(cell)) marks.push(`${cell} in row ${y}, column ${x}`);
  }));
  const more = marks.length > 40 ? `, and ${marks.length - 40} more` : "";
  return `A grid of ${grid.length} rows and ${grid[0].length} columns: ${marks.slice(0, 40).join("; ") || "empty"}${more}.`;
};

/// The painter of any game: README.md says what a painter has.
export const plainPainter = (reel) => {
  const seats = reel.data.players.length;
  const first = findGrid(reel.view(0));
  return {
    size: first ? {width: first[0].length, height: first.length} : {width: kTextColumns, height: kTextRows},
    animates: false,
    legend: [],
    paint(pen, index, {colors, small}) {
      const grid = first && findGrid(reel.view(index));
      if (grid) paintGrid(pen, grid, colors, seats, small);
      else paintText(pen, JSON.stringify(reel.view(index), null, 2), colors);
    },
    describe(index) {
      const view = reel.view(index);
      const grid = findGrid(view);
      const counts = countsOf(view, seats).map(({label, values}) => `${label}: ${values.join(", ")}.`);
      return [...counts, grid ? described(grid) : JSON.stringify(view)].join(" ");
    },
    counts: (index) => countsOf(reel.view(index), seats),
  };
};
