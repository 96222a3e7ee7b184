// The picture of Superball: pieces that differ by colour, shape and letter, bonds between neighbours of one colour,
// a dark edge about sets that can be scored, and what the last move did.
(() => {
  "use strict";
  const referee = (globalThis.referee ??= {});
  referee.painters ??= {};

  const kMargin = 0.6;  // about the board, for the numbers of rows and columns
  const kMoving = 0.55; // this part of an animation moves or removes pieces, the rest adds new ones

  // Okabe and Ito's colours by the first letter of their names, and some more for other letters. Pieces have an edge
  // and a shape, so both themes have the same colours.
  const kNamed = {p: "#cc79a7", b: "#0072b2", y: "#f0e442", r: "#d55e00", g: "#009e73", o: "#e69f00", s: "#56b4e9"};
  const kOthers = ["#56b4e9", "#e69f00", "#8d99a8", "#7d5fd3", "#c9b18b", "#f4f4f4", "#5b4636", "#a8d86e"];
  const kNames = {p: "purple", b: "blue", y: "yellow", r: "red", g: "green"};

  function paletteOf(letters) {
    const others = kOthers.filter((color) => ![...letters].some((letter) => kNamed[letter] === color));
    let next = 0;
    return [...letters].map((letter) => kNamed[letter] ?? others[next++ % others.length]);
  }

  const isPiece = (mark) => /[a-z]/i.test(mark);
  const isGoal = (mark) => mark === "*" || /[A-Z]/.test(mark);
  const isSame = (one, other) => isPiece(one) && one.toLowerCase() === other?.toLowerCase();
  const markAt = (board, row, column) => board[row]?.[column];

  /// The cells [row, column] of the set of the piece there.
  function setAt(board, row, column, seen = new Set()) {
    const cells = [];
    const open = [[row, column]];
    while (open.length > 0) {
      const [r, c] = open.pop();
      if (seen.has(`${r},${c}`) || !isSame(markAt(board, row, column), markAt(board, r, c))) continue;
      seen.add(`${r},${c}`);
      cells.push([r, c]);
      open.push([r + 1, c], [r - 1, c], [r, c + 1], [r, c - 1]);
    }
    return cells;
  }

  /// The sets that can be scored: large enough, and with a piece on a goal cell.
  function scorableSets(board, least) {
    const seen = new Set();
    const sets = [];
    board.forEach((line, row) => [...line].forEach((mark, column) => {
      if (!isPiece(mark) || seen.has(`${row},${column}`)) return;
      const cells = setAt(board, row, column, seen);
      if (cells.length >= least && cells.some(([r, c]) => isGoal(board[r][c]))) sets.push(cells);
    }));
    return sets;
  }

  /// What a move did: {swap: [[row, column], [row, column]]} or {score: cells, at}, or {} if nothing can be told.
  function readMove(move, before) {
    const [word, ...numbers] = String(move).split(" ");
    const cells = [];
    for (let i = 0; i + 1 < numbers.length; i += 2) cells.push([Number(numbers[i]), Number(numbers[i + 1])]);
    if (!cells.every(([row, column]) => isPiece(markAt(before, row, column) ?? "."))) return {};
    if (word === "SWAP" && cells.length === 2) return {swap: cells};
    if (word === "SCORE" && cells.length === 1) return {score: setAt(before, ...cells[0]), at: cells[0]};
    return {};
  }

  class Superball {
    constructor(reel) {
      const {rows, cols, colors, min_score_size: least} = reel.data.setup;
      Object.assign(this, {reel, rows, columns: cols, letters: colors, least});
      this.palette = paletteOf(colors);
      this.margin = kMargin * Math.max(1, Math.min(3, Math.max(rows, cols) / 25));
      this.size = {width: cols + 2 * this.margin, height: rows + 2 * this.margin};
      this.animates = true;
      this.legend = this.makeLegend();
    }

    makeLegend() {
      const piece = (index, edge) => (pen, colors) =>
        this.paintPiece(pen, 0, 0, this.letters[index], 1, {colors, letters: true, edge});
      return [
        ...[...this.letters].map((letter, index) => ({
          text: `${kNames[letter] ?? letter}: ${index + 2} points each`, swatch: piece(index, false),
        })),
        {text: "goal cell", swatch: (pen, colors) => this.paintGround(pen, 0, 0, "*", colors)},
        {text: `a set of at least ${this.least} that can be scored has a thick edge`, swatch: piece(0, true)},
      ];
    }

    // ---- parts of the picture ----

    paintGround(pen, row, column, mark, colors) {
      const {cell, ring, disc, mixed} = referee.drawing;
      if (!isGoal(mark)) {
        cell(pen, column, row, 0.03, 0.1, mixed(colors.board, colors.ground, 0.5));
        return;
      }
      cell(pen, column, row, 0.03, 0.1, mixed(colors.board, colors.late, 0.3));
      ring(pen, column + 0.5, row + 0.5, 0.24, 0.05, mixed(colors.board, colors.late, 0.75));
      disc(pen, column + 0.5, row + 0.5, 0.08, mixed(colors.board, colors.late, 0.75));
    }

    /// A piece with its upper left corner at (x, y); size 1 is that of a piece at rest.
    paintPiece(pen, x, y, mark, size, {colors, letters, edge}) {
      const {seatShape, text, mixed, inkOn} = referee.drawing;
      const index = Math.max(0, this.letters.indexOf(mark.toLowerCase()));
      const color = this.palette[index];
      const radius = 0.345 * size;
      const rim = edge ? 0.09 : 0.05;
      seatShape(pen, index, x + 0.5, y + 0.5, radius + rim * size, edge ? colors.ink : mixed(color, "#000000", 0.45));
      seatShape(pen, index, x + 0.5, y + 0.5, radius, color);
      if (letters && size > 0.5) {
        const drop = index % 8 === 2 ? 0.07 : 0;  // a triangle is wide below
        text(pen, mark.toUpperCase(), x + 0.5, y + 0.5 + drop, {size: 0.4 * size, fill: inkOn(color), weight: 800});
      }
    }

    /// Bonds between neighbours of one colour; `left_out` has cells "row,column" whose pieces are elsewhere.
    paintBonds(pen, board, left_out, strong, colors) {
      const {line, mixed} = referee.drawing;
      const bonds = [];
      board.forEach((text, row) => [...text].forEach((mark, column) => {
        const place = `${row},${column}`;
        if (left_out.has(place)) return;
        for (const [r, c] of [[row, column + 1], [row + 1, column]]) {
          if (!isSame(mark, markAt(board, r, c)) || left_out.has(`${r},${c}`)) continue;
          const color = this.palette[Math.max(0, this.letters.indexOf(mark.toLowerCase()))];
          const edge = strong.has(place) ? colors.ink : mixed(color, "#000000", 0.45);
          const width = strong.has(place) ? 0.37 : 0.3;
          bonds.push({points: [[column + 0.5, row + 0.5], [c + 0.5, r + 0.5]], color, edge, width});
        }
      }));
      for (const {points, edge, width} of bonds) line(pen, points, width, edge);
      for (const {points, color} of bonds) line(pen, points, 0.2, color);
    }

    /// All pieces of a board but those left out.
    paintPieces(pen, board, left_out, style) {
      const strong = new Set(scorableSets(board, this.least).flat().map(String));
      this.paintBonds(pen, board, left_out, strong, style.colors);
      board.forEach((text, row) => [...text].forEach((mark, column) => {
        const place = `${row},${column}`;
        if (!isPiece(mark) || left_out.has(place)) return;
        this.paintPiece(pen, column, row, mark, 1, {...style, edge: strong.has(place)});
      }));
    }

    paintFrame(pen, small, colors) {
      const {box, text} = referee.drawing;
      box(pen, -0.12, -0.12, this.columns + 0.24, this.rows + 0.24, 0.2, colors.line);
      if (small) return;
      const step = Math.max(this.rows, this.columns) > 30 ? 5 : 1;
      const style = {size: 0.34 * Math.min(step, 3), fill: colors.soft, weight: 500};
      for (let column = 0; column < this.columns; column += step) {
        text(pen, String(column), column + 0.5, -0.55 * this.margin, style);
      }
      for (let row = 0; row < this.rows; row += step) {
        text(pen, String(row), -0.55 * this.margin, row + 0.5, style);
      }
    }

    // ---- moves ----

    /// What the move did that led to the frame: as readMove(), with `added` and `scored`.
    deedOf(index) {
      if (index === 0) return {added: []};
      const [answer] = this.reel.answers(index);
      const {added = [], scored = 0} = this.reel.events(index);
      const deed = answer?.move === undefined ? {} : readMove(answer.move, this.reel.view(index - 1).board);
      return {...deed, added, scored};
    }

    /// The first part of an animation: pieces change places, or those of a set vanish. t is 0 to 1.
    paintMoving(pen, before, deed, t, style) {
      const {between, eased} = referee.drawing;
      const moved = deed.swap ?? deed.score ?? [];
      this.paintPieces(pen, before, new Set(moved.map(String)), style);
      const way = eased(t);
      moved.forEach(([row, column], i) => {
        const mark = before[row][column];
        if (deed.score) {
          this.paintPiece(pen, column, row, mark, (1 + 0.5 * way) * (1 - way * way), style);
          return;
        }
        const [to_row, to_column] = deed.swap[1 - i];
        const aside = 0.25 * Math.sin(Math.PI * way);  // so that the two do not go through each other
        const length = Math.hypot(to_row - row, to_column - column) || 1;
        const x = between(column, to_column, way) - (aside * (to_row - row)) / length;
        const y = between(row, to_row, way) + (aside * (to_column - column)) / length;
        this.paintPiece(pen, x, y, mark, 1 + 0.15 * Math.sin(Math.PI * way), style);
      });
    }

    /// What is seen of the last move at rest: rings about what is new, the way of a swap, a shade of what was scored.
    paintTraces(pen, index, deed, style) {
      const {ring, line, sheer, faded, between} = referee.drawing;
      const {colors} = style;
      const board = this.reel.view(index).board;
      for (const [row, column] of deed.added) {
        ring(pen, column + 0.5, row + 0.5, 0.46, 0.04, sheer(colors.ink, 0.55));
      }
      if (deed.swap) {
        const [from, to] = deed.swap.map(([row, column]) => [column + 0.5, row + 0.5]);
        const rim = 0.46 / Math.hypot(to[0] - from[0], to[1] - from[1]);  // the line goes from ring to ring
        const ends = [rim, 1 - rim].map((t) => from.map((start, i) => between(start, to[i], t)));
        line(pen, ends, 0.07, sheer(colors.accent, 0.75));
        for (const [x, y] of [from, to]) ring(pen, x, y, 0.46, 0.08, colors.accent);
      }
      for (const [row, column] of deed.score ?? []) {
        if (isPiece(board[row][column])) continue;
        const mark = this.reel.view(index - 1).board[row][column];
        faded(pen, 0.28, () => this.paintPiece(pen, column, row, mark, 0.8, {...style, letters: false}));
      }
    }

    paintPoints(pen, deed, t, colors) {
      if (!deed.score || !deed.scored) return;
      const middle = (part) => deed.score.reduce((sum, cell) => sum + cell[part], 0) / deed.score.length + 0.5;
      const x = Math.min(Math.max(middle(1), 0.9), this.columns - 0.9);
      const y = Math.min(Math.max(middle(0), 0.6), this.rows - 0.6);
      referee.drawing.text(pen, `+${deed.scored}`, x, y + 0.3 * (1 - t),
        {size: 0.5 + 0.4 * t, fill: colors.ink, weight: 800, halo: colors.board});
    }

    paint(pen, index, {colors, progress = 1, small = false}) {
      const {pixels, eased} = referee.drawing;
      const {board} = this.reel.view(index);
      const deed = this.deedOf(index);
      const tiny = small || pixels(pen) < 14;
      const style = {colors, letters: !tiny, edge: false};
      pen.save();
      pen.translate(this.margin, this.margin);
      this.paintFrame(pen, tiny, colors);
      board.forEach((line, row) =>
        [...line].forEach((mark, column) => this.paintGround(pen, row, column, mark, colors)));
      if (progress < kMoving && index > 0) {
        this.paintMoving(pen, this.reel.view(index - 1).board, deed, progress / kMoving, style);
      } else {
        const fresh = new Set(deed.added.map(([row, column]) => `${row},${column}`));
        const grown = eased((progress - kMoving) / (1 - kMoving));
        if (progress >= 1) this.paintTraces(pen, index, {...deed, swap: null}, style);
        this.paintPieces(pen, board, progress < 1 ? fresh : new Set(), style);
        if (progress < 1) {
          for (const [row, column, mark] of deed.added) this.paintPiece(pen, column, row, mark, grown, style);
        } else if (deed.swap) {
          this.paintTraces(pen, index, {added: [], swap: deed.swap}, style);
        }
      }
      this.paintPoints(pen, deed, eased(progress), colors);
      pen.restore();
    }

    // ---- texts ----

    textOfDeed(index) {
      const deed = this.deedOf(index);
      const at = ([row, column]) => `row ${row}, column ${column}`;
      const added = deed.added.map((cell) => `${cell[2]} at ${at(cell)}`).join("; ");
      return [
        deed.swap ? `The last move swapped ${deed.swap.map(at).join(" and ")}.` : "",
        deed.score ? `The last move scored ${deed.score.length} pieces at ${at(deed.at)}: ${deed.scored} points.` : "",
        index > 0 && !deed.swap && !deed.score ? "The last turn had no move." : "",
        added === "" ? "" : `Added: ${added}.`,
      ];
    }

    describe(index) {
      const {board, score, empty} = this.reel.view(index);
      const sets = scorableSets(board, this.least).map(([[row, column], ...others]) =>
        `${others.length + 1} pieces ${board[row][column].toLowerCase()} around row ${row}, column ${column}`);
      const rows = board.map((line, row) => {
        const pieces = [...line].flatMap((mark, column) => (isPiece(mark) ? [`${mark.toLowerCase()} ${column}`] : []));
        return pieces.length === 0 ? "" : `Row ${row}: ${pieces.join(", ")}.`;
      });
      return [
        `Score ${score}, ${empty} empty cells.`,
        ...this.textOfDeed(index),
        sets.length === 0 ? "No set can be scored." : `Sets that can be scored: ${sets.join("; ")}.`,
        ...rows,
      ].filter((text) => text !== "").join(" ");
    }

    counts(index) {
      const {score, empty} = this.reel.view(index);
      return [
        {label: "Score", values: [score]},
        {label: "Points of the last move", values: [index === 0 ? 0 : this.reel.events(index).scored ?? 0]},
        {label: "Empty cells", values: [empty]},
        {label: "Turns", values: [this.reel.turnOf(index)]},
      ];
    }
  }

  referee.painters.superball = (reel) =>
    (Array.isArray(reel.data.view?.board) ? new Superball(reel) : referee.plainPainter(reel));
})();
